"""Moves of a record with their annotations, lines of moves, and the errors of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from numbers import Real
from typing import Generic, TypeVar

from tabuleiro.core.message import GameError, Message, TabuleiroError, check_type, quote, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene

Place = TypeVar("Place")

DIGITS = 3  # decimals of values and seconds in a record
MOST_SECONDS = 10**9
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
DEEPEST = 64  # levels of nested variations


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
            "a record cannot contain the character {code}: remove it", code=f"U+{ord(found[0]):04X}"
        )
        raise RecordError(reason)


def check_single_line(text: str) -> None:
    """RecordError if a name or the value of a header is not one line of text."""
    check_text(text)
    if "\n" in text:
        raise RecordError(say("{text} has more than one line", text=quote(text)))


# --- lines of moves ------------------------------------------------------------------------


Line = tuple[Ply, ...]
PlyPath = tuple[int, ...]
"""The path to a ply, counted from 0: its number; for variations ply, variation, ply and so on."""


def path_in_words(path: PlyPath) -> Message:
    """`move 4`, or `move 4, variation 1, move 2`."""
    if len(path) < 3:
        return say("move {number}", number=path[0] + 1)
    return say(
        "{place}, variation {variation}, move {number}",
        place=path_in_words(path[:-2]),
        variation=path[-2] + 1,
        number=path[-1] + 1,
    )


def scene_at(positions: Sequence[Position], plies: Sequence[Ply], at: int) -> Scene:
    """The scene after a number of moves of a game, with the last of them marked."""
    if at == 0:
        return positions[0].scene()
    previous, moves = positions[at - 1], [ply.move for ply in plies[:at]]
    scene = positions[at].scene(previous, previous.move(moves[-1]))
    add = previous.game.with_history
    return add(scene, positions[: at + 1], moves) if add else scene


def move_numbers(players: Iterable[int]) -> list[int]:
    """The number of each move as players count them: a round, in which everybody has a turn, has
    one number. `players` made the moves."""
    numbers: list[int] = []
    last = inf
    for player in players:
        numbers.append((numbers[-1] if numbers else 0) + (player < last))
        last = player
    return numbers


def validate_line(
    plies: Line,
    position: Position,
    where: Callable[[PlyPath], object] = path_in_words,
    path: PlyPath = (),
    strict: bool = False,
) -> tuple[Line, Position]:
    """The line at a path in standard notation, and the position after it. The moves may be in any
    accepted spelling, or if `strict` only in that. RecordError with the place of what is wrong,
    which `where` puts into words."""
    line: list[Ply] = []
    with errors_at(lambda line: where((*path, len(line))), line):  # of the next move
        for ply in plies:
            move, after = position.play_text(ply.move)
            if strict and ply.move != move:
                raise RecordError(
                    say("{move} is written {right}", move=quote(ply.move), right=move)
                )
            if ply.before and (not path or line):
                raise RecordError(say("only the first move of a variation has a comment before it"))
            if ply.variations:
                variations = valid_variations(ply, position, where, (*path, len(line)), strict)
                line.append(replace(ply, move=move, variations=variations))
            else:
                line.append(ply if ply.move == move else replace(ply, move=move))
            position = after
    return tuple(line), position


def valid_variations(
    ply: Ply, position: Position, where: Callable[[PlyPath], object], path: PlyPath, strict: bool
) -> tuple[Line, ...]:
    """The validated variations of the ply at a path."""
    check_depth(len(path) // 2 + 1)
    if () in ply.variations:
        raise RecordError(say("a variation has at least one move"))
    lines = enumerate(ply.variations)
    return tuple([validate_line(each, position, where, (*path, i), strict)[0] for i, each in lines])


def check_depth(depth: int) -> None:
    """RecordError for variations that are nested too deep."""
    if depth > DEEPEST:
        raise RecordError(say("variations are nested at most {deepest} deep", deepest=DEEPEST))
