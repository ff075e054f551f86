"""Validating lines of moves and variations by the rules of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Generic, NamedTuple

from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.records.ply import Place, Ply, RecordError, errors_at

DEEPEST = 64  # levels of nested variations


class UncheckedPly(NamedTuple, Generic[Place]):
    """A ply that the rules have not checked yet, with its place in the input.

    The move may be in any accepted spelling; the variations are not in the ply but beside it.
    """

    ply: Ply
    place: Place
    variations: tuple[tuple[UncheckedPly[Place], ...], ...] = ()


UncheckedLine = tuple[UncheckedPly[Place], ...]


def validate_line(
    unchecked: UncheckedLine[Place], position: Position, where: Callable[[Place], object]
) -> tuple[tuple[Ply, ...], Position]:
    """The line in standard notation, and the position after it; RecordError with the place of an
    illegal move. `where` puts a place into words."""
    line: list[Ply] = []
    with errors_at(lambda line: where(unchecked[len(line)].place), line):  # of the next move
        for each in unchecked:
            move, after = position.play_text(each.ply.move)
            line.append(normalised_ply(each, move, position, where))
            position = after
    return tuple(line), position


def normalised_ply(
    unchecked: UncheckedPly[Place], move: str, position: Position, where: Callable[[Place], object]
) -> Ply:
    """The ply with the move in standard notation and validated variations."""
    ply = unchecked.ply
    if unchecked.variations:
        lines = tuple([validate_line(each, position, where)[0] for each in unchecked.variations])
        return replace(ply, move=move, variations=lines)
    return ply if ply.move == move else replace(ply, move=move)


def check_depth(depth: int) -> None:
    """RecordError for variations that are nested too deep."""
    if depth > DEEPEST:
        raise RecordError(say("variations are nested at most {deepest} deep", deepest=DEEPEST))
