"""Titles, subtitles and results of records, and time controls, in words for pages."""

from functools import reduce

from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.scene import player_name
from tabuleiro.play.setup import recorded_seats, seat_title
from tabuleiro.records import Record


def title_of(record: Record, names: list[Message] | None = None) -> Message:
    """A short title: the players, by these names if there are any, or the kind of line."""
    game, count = record.start.game.name, len(record.plies)
    if names_players(record):
        seats = enumerate(recorded_seats(record.players, record.headers))
        names = names or [seat_title(number, seat, record.start.game) for number, seat in seats]
        players = reduce(lambda some, one: say("{some} – {one}", some=some, one=one), names)
        return say("{game}: {players}", game=game, players=players)
    if count > 1:
        return say("{game}: {count} moves", game=game, count=count)
    return say("{game}: 1 move", game=game) if count else say("{game}: position", game=game)


def title_of_study(record: Record, title: str) -> Message:
    """The title of a study, or its players."""
    if title:
        return say("{title}", title=title)
    if names_players(record):
        return title_of(record)
    return say("Study of {game}", game=record.start.game.name)


def names_players(record: Record) -> bool:
    """Whether a record names a player."""
    numbered = [str(player_name(player)) for player in range(record.start.players)]
    return any(
        name not in ("", number) for name, number in zip(record.players, numbered, strict=True)
    )


def subtitle_of(record: Record) -> tuple[Message, ...]:
    """The options that differ from their defaults."""
    return options_in_words(record.start.game.options, record.start.options())


def result_of(record: Record) -> Message:
    """The result of a game in words."""
    winners = [p for p in range(record.start.players) if record.result == f"p{p + 1}win"]
    if winners:
        return say("{player} won", player=player_name(winners[0]))
    return say("a draw") if record.result == "draw" else say("unfinished")
