"""When a search ends: time, nodes, depth, clocks."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.core.message import TabuleiroError, say

MOVES_TO_GO = 25  # a clock is shared out as if so many moves were still to come
LAG = 10  # milliseconds of a move that pass outside the search: starting it, pipes, other programs
RESERVE = 30  # milliseconds of a clock that are never spent
LEAST = {"movetime": 0, "nodes": 1, "depth": 1}


class LimitError(TabuleiroError):
    """A limit that is out of range or contradicts another."""


@dataclass(frozen=True)
class RemainingTime:
    """A player's clock: the milliseconds left, and those added with every move."""

    left: int
    increment: int = 0

    def __post_init__(self) -> None:
        if self.left < 0 or self.increment < 0:
            raise LimitError(say("a clock cannot be negative"))

    def time_for_move(self) -> int:
        """The milliseconds to search for the next move: an equal part of what is left and most of
        the increment, less what passes otherwise, and never more than there is. So a quarter of
        a second stays on a clock of short increments, for moves that are made at once."""
        wanted = self.left // MOVES_TO_GO + self.increment * 3 // 4 - LAG
        return max(0, min(wanted, self.left - RESERVE))


@dataclass(frozen=True)
class Limit:
    """A search ends at whichever of these comes first; None stands for no such limit.

    `movetime` is in milliseconds; what nodes and depth are, each search says. `clocks` has a
    place for each player, None for one without a clock. `infinite` means until stopped, and
    goes with no other limit.
    """

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    clocks: tuple[RemainingTime | None, ...] = ()
    infinite: bool = False

    def __post_init__(self) -> None:
        for name, least in LEAST.items():
            value = getattr(self, name)
            if value is not None and value < least:
                raise LimitError(say("{name} must be at least {least}", name=name, least=least))
        others = (self.movetime, self.nodes, self.depth, *self.clocks)
        if self.infinite and any(other is not None for other in others):
            raise LimitError(say("infinite goes with no other limit"))

    def for_player(self, player: int) -> Limit:
        """The same for the player to move, whose clock becomes a `movetime`."""
        clock = self.clocks[player] if player < len(self.clocks) else None
        movetime = _least(self.movetime, clock.time_for_move() if clock else None)
        return Limit(movetime, self.nodes, self.depth, infinite=self.infinite)

    def within(self, other: Limit) -> Limit:
        """Both limits of a player at once; an infinite one stays so."""
        if self.infinite or other.infinite:
            return Limit(infinite=True)
        return Limit(
            _least(self.movetime, other.movetime),
            _least(self.nodes, other.nodes),
            _least(self.depth, other.depth),
        )


NO_LIMIT = Limit()


def _least(first: int | None, second: int | None) -> int | None:
    return min((value for value in (first, second) if value is not None), default=None)
