"""Random numbers, move lists, the stop flag and addresses used by compiled code."""

from array import array
from collections.abc import Sequence
from typing import Any

import cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals

COMPILED = bool(cython.compiled)  # whether rules and searches run at native speed

_SMALL = 4096
SMALL = list(range(_SMALL))  # most moves are one of these: faster than making a number
MASK64 = 0xFFFFFFFFFFFFFFFF
SPREAD = 0x9E3779B97F4A7C15


def check_signals() -> None:
    """Let Ctrl-C interrupt a long computation that holds the GIL."""
    if cython.compiled:
        PyErr_CheckSignals()


class Random:
    """Random numbers, the same for a seed on every machine, compiled or not (xorshift64)."""

    def __init__(self, seed: int) -> None:
        self.state = ((seed + 1) * SPREAD & MASK64) or 1
        for _ in range(8):
            self.below(1)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely (to one part in 2**32 / bound)."""
        state = self.state
        state ^= (state << 13) & MASK64
        state ^= state >> 7
        state ^= (state << 17) & MASK64
        self.state = state
        return ((state >> 32) * bound) >> 32

    def draw(self, bound: int) -> int:
        """`below`, for plain Python."""
        return self.below(bound)


class MoveList:
    """A list of moves that can grow: `count` of them in `items`.

    To fill it, first reserve room for all moves that may be added, then write items directly.
    """

    def __init__(self) -> None:
        self.count = 0
        self.capacity = 512
        self.items = array("i", bytes(4 * self.capacity))

    def reserve(self, capacity: int) -> int:
        """Make room for at least `capacity` moves, and keep those already listed."""
        if capacity > self.capacity:
            with cython.gil:
                self._grow(capacity)
        return 0

    def _grow(self, capacity: int) -> None:
        items = array("i", self.items)
        items.extend(array("i", bytes(4 * (2 * capacity - self.capacity))))
        self.items = items
        self.capacity = 2 * capacity

    def contains(self, move: int) -> bool:
        """Whether `move` is listed."""
        for i in range(self.count):
            if self.items[i] == move:
                return True
        return False

    def to_list(self) -> list[int]:
        """The moves as a Python list, in ascending order."""
        descents = 0
        last = -1
        # Many references to a single number would take longer: each changes the same count.
        listed: list[int] = SMALL[: self.count] if self.count <= _SMALL else [0] * self.count
        for i in range(self.count):
            move = self.items[i]
            descents += last >= move
            last = move
            listed[i] = SMALL[move] if move < _SMALL else move
        if descents:
            listed.sort()
        return listed


class StopFlag:
    """A flag that one thread sets and a computation in another thread reads now and then."""

    def __init__(self) -> None:
        self.is_set = False

    def set(self) -> None:
        """Ask the computation to end soon."""
        self.is_set = True


def addresses_of(objects: Sequence[Any]) -> Any:
    """The addresses of objects, which the caller must keep alive."""
    if cython.compiled:
        return array("Q", [id(each) for each in objects])
    return UncompiledAddresses(objects)


class UncompiledAddresses(list[Any]):
    """The same uncompiled: the objects themselves."""

    @property
    def shape(self) -> tuple[int]:
        """How many there are."""
        return (len(self),)
