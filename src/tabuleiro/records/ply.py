"""A move of a record with its annotations, and the errors of records."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Generic, TypeVar

from tabuleiro.core.message import GameError, Message, TabuleiroError, check_type, quote, say

Place = TypeVar("Place")

DIGITS = 3  # decimals of values and seconds in a record
MOST_SECONDS = 10**9
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class RecordError(TabuleiroError):
    """A record that is malformed or breaks the rules: `reason` says what is wrong, `place` where;
    None for the whole record."""

    def __init__(self, reason: Message, place: object = None) -> None:
        super().__init__(
            reason if place is None else say("{place}: {reason}", place=place, reason=reason)
        )
        self.reason = reason
        self.place = place


class UnknownGameError(RecordError):
    """A record of a game that is not installed. The record itself may be fine."""


class errors_at(Generic[Place]):  # noqa: N801 - read as a word of the sentence `with errors_at(...)`
    """Adds a place to errors raised inside the context; `where` puts the place into words."""

    __slots__ = ("place", "where")

    def __init__(self, where: Callable[[Place], object], place: Place) -> None:
        self.where = where
        self.place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if not isinstance(error, TabuleiroError):
            return
        if isinstance(error, RecordError) and error.place is not None:
            return
        kind = UnknownGameError if isinstance(error, GameError) else RecordError
        raise kind(error.message, self.where(self.place)) from error


@dataclass(frozen=True, slots=True)
class Ply:
    """One move, in standard notation.

    `value` is the expected score of the player who made the move, from 0 to 1, as found by a
    search. `clock` is the time left after the move and `spent` the time used for it, in seconds.
    `by` is the computer player that moved in place of the player. `comment` is about the move;
    `before` is a comment before it, which only the first move of a variation has. `variations` are
    lines that could have been played instead of the move.
    """

    move: str
    value: float | None = None
    clock: float | None = None
    spent: float | None = None
    by: str = ""
    comment: str = ""
    before: str = ""
    variations: tuple[tuple[Ply, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.value is not None:
            object.__setattr__(self, "value", in_thousandths("value", self.value, 1))
        if self.clock is not None:
            object.__setattr__(self, "clock", in_thousandths("clock", self.clock, MOST_SECONDS))
        if self.spent is not None:
            object.__setattr__(self, "spent", in_thousandths("spent", self.spent, MOST_SECONDS))
        if self.by:
            check_single_line(self.by)
        if self.comment:
            check_text(self.comment)
        if self.before:
            check_text(self.before)
        if self.variations != ():
            check_type("variations", self.variations, tuple)
            for line in self.variations:
                check_type("variations", line, tuple)
                for ply in line:
                    check_type("variations", ply, Ply)


def in_thousandths(name: str, number: float, most: float) -> float:
    """The number as a record stores it; RecordError if it is not from 0 to `most`."""
    if not isinstance(number, Real) or not 0 <= number <= most:
        reason = say(
            "{name} is a number from 0 to {most}, not {number}", name=name, most=most, number=number
        )
        raise RecordError(reason)
    return round(float(number) + 0.0, DIGITS)  # makes integers float, and -0.0 positive


def check_text(text: str) -> None:
    """RecordError for control characters other than line breaks."""
    check_type("text", text, str)
    found = FORBIDDEN.search(text)
    if found:
        reason = say(
            "a record cannot contain the character {code}: remove it",
            code=f"U+{ord(found[0]):04X}",
        )
        raise RecordError(reason)


def check_single_line(text: str) -> None:
    """RecordError if a name or the value of a header is not one line of text."""
    check_text(text)
    if "\n" in text:
        raise RecordError(say("{text} has more than one line", text=quote(text)))
