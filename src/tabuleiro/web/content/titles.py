"""Titles, subtitles and results of records, and time controls, in words for pages."""

from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.scene import player_name
from tabuleiro.play import TimeControl
from tabuleiro.play.clock import DAY
from tabuleiro.records import Record


def title_of(record: Record) -> Message:
    """A short title: the players, or the kind of line."""
    game, count = record.start.game.name, len(record.plies)
    if players := players_in(record):
        return say("{game}: {players}", game=game, players=players)
    if count > 1:
        return say("{game}: {count} moves", game=game, count=count)
    return say("{game}: 1 move", game=game) if count else say("{game}: position", game=game)


def title_of_study(record: Record, title: str) -> Message:
    """The title of a study, or its players."""
    if title:
        return say("{title}", title=title)
    if players_in(record):
        return title_of(record)
    return say("Study of {game}", game=record.start.game.name)


def players_in(record: Record) -> str:
    """The players; empty if the record does not name them."""
    numbered = [str(player_name(player)) for player in range(record.start.players)]
    names = [name or number for name, number in zip(record.players, numbered, strict=True)]
    return "" if names == numbered else " – ".join(names)


def subtitle_of(record: Record) -> tuple[Message, ...]:
    """The options that differ from their defaults."""
    return options_in_words(record.start.game.options, record.start.options())


def result_of(record: Record) -> Message:
    """The result of a game in words."""
    winners = [p for p in range(record.start.players) if record.result == f"p{p + 1}win"]
    if winners:
        return say("{player} won", player=player_name(winners[0]))
    return say("a draw") if record.result == "draw" else say("unfinished")


def control_in_words(control: TimeControl) -> Message:
    """A time control as people say it: `10 min + 5 s`, `3 days per turn`."""
    if control.turn:
        days = control.turn // DAY
        return say("1 day per turn") if days == 1 else say("{days} days per turn", days=days)
    minutes, _, seconds = str(control).partition("+")
    return say("{minutes} min + {seconds} s", minutes=minutes, seconds=seconds)
