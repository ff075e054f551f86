"""When a search ends (time, nodes, depth, clocks), and how often it reads the clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from tabuleiro.core.message import TabuleiroError, check_type, say

MOVES_TO_GO = 25  # the time on a clock is divided as if this many moves were left
LAG = 10  # milliseconds of a move outside the search: starting it, pipes, other programs
RESERVE = 30  # milliseconds of a clock that are never used
LEAST = {"movetime": 0, "nodes": 1, "depth": 1}
SLICE = 0.008  # seconds between two checks of the stop flag and the clock
REPORT_INTERVAL = 0.25  # seconds between two reports of progress
MOST_STEPS = 2**20  # steps at a time
UNLIMITED_STEPS = 10**18  # more steps than any search makes


class LimitError(TabuleiroError):
    """A limit that is out of range or contradicts another."""


@dataclass(frozen=True)
class RemainingTime:
    """A player's clock: the milliseconds left, and those added with every move."""

    left: int
    increment: int = 0

    def __post_init__(self) -> None:
        check_type("left", self.left, int)
        check_type("increment", self.increment, int)
        if self.left < 0 or self.increment < 0:
            raise LimitError(say("a clock cannot be negative"))

    def time_for_move(self) -> int:
        """The milliseconds to search for the next move: an equal part of the time left and most of
        the increment, minus the lag, and never more than is left. With short increments about a
        quarter of a second stays on the clock, for moves that are made at once."""
        wanted = self.left // MOVES_TO_GO + self.increment * 3 // 4 - LAG
        return max(0, min(wanted, self.left - RESERVE))


@dataclass(frozen=True)
class Limit:
    """A search ends when it reaches the first of these; None means no such limit.

    `movetime` is in milliseconds. Each search defines what nodes and depth are. `clocks` has an
    item for each player, None for one without a clock. `infinite` means until stopped, and cannot
    be combined with another limit.
    """

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    clocks: tuple[RemainingTime | None, ...] = ()
    infinite: bool = False

    def __post_init__(self) -> None:
        for name, least in LEAST.items():
            value = getattr(self, name)
            check_type(name, value, int | None)
            if value is not None and value < least:
                raise LimitError(say("{name} must be at least {least}", name=name, least=least))
        check_type("clocks", self.clocks, tuple)
        for clock in self.clocks:
            check_type("clocks", clock, RemainingTime | None)
        others = (self.movetime, self.nodes, self.depth, *self.clocks)
        if self.infinite and any(other is not None for other in others):
            raise LimitError(say("infinite cannot be combined with other limits"))

    def for_player(self, player: int) -> Limit:
        """The same limit for the player to move, with the clock turned into a `movetime`."""
        clock = self.clocks[player] if player < len(self.clocks) else None
        movetime = _least(self.movetime, clock.time_for_move() if clock else None)
        return Limit(movetime, self.nodes, self.depth, infinite=self.infinite)

    def within(self, other: Limit) -> Limit:
        """Both limits at once; if one is infinite, the result is."""
        if self.infinite or other.infinite:
            return Limit(infinite=True)
        return Limit(
            _least(self.movetime, other.movetime),
            _least(self.nodes, other.nodes),
            _least(self.depth, other.depth),
        )

    def is_reached(self, nodes: int, seconds: float) -> bool:
        """Whether a search has reached the limit after these nodes and seconds."""
        if self.nodes is not None and nodes >= self.nodes:
            return True
        return self.movetime is not None and seconds >= self.movetime / 1000

    def remaining(self, nodes: int, seconds: float) -> Limit:
        """What is left of the limit after these nodes and seconds."""
        movetime, left = self.movetime, self.nodes
        if movetime is not None:
            movetime = max(0, movetime - round(1000 * seconds))
        if left is not None:
            left = max(1, left - nodes)
        return replace(self, movetime=movetime, nodes=left)


NO_LIMIT = Limit()


def _least(first: int | None, second: int | None) -> int | None:
    return min((value for value in (first, second) if value is not None), default=None)


class Pace:
    """How many steps of a search fit into a slice of time, by its speed; at least a batch."""

    def __init__(self, batch_size: int = 1) -> None:
        self._batch_size = batch_size
        self._chunk = batch_size

    def steps_within(self, seconds: float = inf) -> int:
        """The steps to make at once: as many as fit into a slice and into the time that is left."""
        if seconds >= SLICE:
            return self._chunk
        return max(self._batch_size, int(self._chunk * seconds / SLICE))

    def record_speed(self, steps: int, seconds: float) -> None:
        """Updates the speed: this many steps took this many seconds."""
        fitting = int(steps * SLICE / max(seconds, 1e-6))
        self._chunk = max(self._batch_size, min(fitting, 2 * self._chunk, MOST_STEPS))
