"""Lines of moves, followed by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic

from tabuleiro.core.message import say
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.records.ply import Place, Ply, RecordError, placed

DEEPEST = 64  # variations inside each other


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of a game: its position, the number of the turn last begun, and whose it was.

    A turn is all moves of one player in succession; turns are counted from 1.
    """

    position: Position
    turn: int = 0
    player: int = NOBODY

    @property
    def coming(self) -> int:
        """The number of the turn to which the next move belongs."""
        return self.turn + (self.position.player != self.player)

    def after(self, move: int) -> Moment:
        """The moment after a legal move."""
        return Moment(self.position.play(move), self.coming, self.position.player)


@dataclass(frozen=True, slots=True)
class Draft(Generic[Place]):
    """A ply as it was read, before the rules have seen it, with its place in what was read.

    The move is in any spelling, the variations stand beside the ply, and where a number stood
    before the move, it and its place are kept.
    """

    ply: Ply
    place: Place
    number: tuple[int, Place] | None = None
    variations: tuple[tuple[Draft[Place], ...], ...] = ()


Drafts = tuple[Draft[Place], ...]


def settle(
    drafts: Drafts[Place], moment: Moment, where: Callable[[Place], object]
) -> tuple[tuple[Ply, ...], Moment]:
    """The line in the notation's own spelling, and the moment after it; refused with its place is
    what the rules forbid. `where` puts a place into words."""
    line: list[Ply] = []
    for draft in drafts:
        check_number(draft, moment, where)
        with placed(where, draft.place):
            move = moment.position.move(draft.ply.move)
        line.append(
            replace(
                draft.ply,
                move=moment.position.move_text(move),
                variations=tuple(settle(each, moment, where)[0] for each in draft.variations),
            )
        )
        moment = moment.after(move)
    return tuple(line), moment


def check_number(draft: Draft[Place], moment: Moment, where: Callable[[Place], object]) -> None:
    """Refuses a number that is not that of the turn."""
    if draft.number and draft.number[0] != moment.coming:
        number, place = draft.number
        reason = say("this is turn {turn}, not {number}", turn=moment.coming, number=number)
        raise RecordError(reason, where(place))


def check_depth(depth: int) -> None:
    """Refuses variations that lie deeper in each other than anyone could follow."""
    if depth > DEEPEST:
        raise RecordError(
            say("variations lie at most {deepest} deep in each other", deepest=DEEPEST)
        )
