"""Validating lines of moves and variations by the rules of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Generic, NamedTuple

from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.records.ply import Place, Ply, RecordError, errors_at

DEEPEST = 64  # variations inside each other


class UncheckedPly(NamedTuple, Generic[Place]):
    """A ply as it was read, before the rules have seen it, with its place in what was read.

    The move is in any spelling, and the variations stand beside the ply.
    """

    ply: Ply
    place: Place
    variations: tuple[tuple[UncheckedPly[Place], ...], ...] = ()


UncheckedLine = tuple[UncheckedPly[Place], ...]


def validate_line(
    drafts: UncheckedLine[Place], position: Position, where: Callable[[Place], object]
) -> tuple[tuple[Ply, ...], Position]:
    """The line in the notation's own spelling, and the position after it; refused with its place is
    what the rules forbid. `where` puts a place into words."""
    line: list[Ply] = []
    with errors_at(lambda line: where(drafts[len(line)].place), line):  # of the move that is due
        for draft in drafts:
            move, after = position.play_text(draft.ply.move)
            line.append(normalised_ply(draft, move, position, where))
            position = after
    return tuple(line), position


def normalised_ply(
    draft: UncheckedPly[Place], move: str, position: Position, where: Callable[[Place], object]
) -> Ply:
    """The ply of a draft, with the move as it is written and the variations from the position."""
    if draft.variations:
        lines = tuple([validate_line(each, position, where)[0] for each in draft.variations])
        return replace(draft.ply, move=move, variations=lines)
    return draft.ply if draft.ply.move == move else replace(draft.ply, move=move)


def check_depth(depth: int) -> None:
    """Refuses variations that lie deeper in each other than anyone could follow."""
    if depth > DEEPEST:
        raise RecordError(say("variations are nested at most {deepest} deep", deepest=DEEPEST))
