"""Titles, subtitles and results of records for pages."""

from __future__ import annotations

from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.scene import player_name
from tabuleiro.records import Record


def title_of(record: Record) -> Message:
    """What is shown, in a few words: by who played, else by what it is."""
    game, count = record.start.game.name, len(record.plies)
    if players := players_in(record):
        return say("{game}: {players}", game=game, players=players)
    if count > 1:
        return say("{game}: a line of {count} moves", game=game, count=count)
    return say("{game}: a move", game=game) if count else say("{game}: a position", game=game)


def title_of_study(record: Record, title: str) -> Message:
    """What a study is called: by its title, else by who played."""
    if title:
        return say("{title}", title=title)
    game = record.start.game.name
    if players := players_in(record):
        return say("{game}: {players}", game=game, players=players)
    return say("Study of {game}", game=game)


def players_in(record: Record) -> str:
    """Who played; nothing where the record does not say so."""
    numbered = [str(player_name(player)) for player in range(record.start.players)]
    names = [name or number for name, number in zip(record.players, numbered, strict=True)]
    return "" if names == numbered else " – ".join(names)


def subtitle_of(record: Record) -> tuple[Message, ...]:
    """The options that are not as usual."""
    return options_in_words(record.start.game.options, record.start.options())


def result_of(record: Record) -> Message:
    """How a game ended, in words."""
    winners = [p for p in range(record.start.players) if record.result == f"p{p + 1}win"]
    if winners:
        return say("{player} won", player=player_name(winners[0]))
    return say("a draw") if record.result == "draw" else say("unfinished")
