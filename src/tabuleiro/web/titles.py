"""What a record is called in pages."""

from __future__ import annotations

from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.records import Record


def title_of(record: Record) -> Message:
    """What is shown, in a few words."""
    game, count = record.start.game.name, len(record.plies)
    if record.headers:  # it says who played
        return say("{game}: {players}", game=game, players=" – ".join(record.players))
    if count > 1:
        return say("{game}: a line of {count} moves", game=game, count=count)
    return say("{game}: a move", game=game) if count else say("{game}: a position", game=game)


def subtitle_of(record: Record) -> tuple[Message, ...]:
    """The options that are not as usual."""
    return options_in_words(record.start.game.options, record.start.options())
