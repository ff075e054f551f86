"""Measure how work grows with its size, on a machine of any speed."""

from __future__ import annotations

import time
from collections.abc import Callable

FACTOR = 8
TRIES = 5


def grows_linearly(work: Callable[[int], object], size: int) -> bool:
    """Whether eight times as much work takes about eight times as long, not 64 times as quadratic
    work does. This compares CPU time, and one success in a few tries is enough, since other
    programs may interfere."""
    return any(
        seconds(work, FACTOR * size) < FACTOR * 4 * seconds(work, size) for _ in range(TRIES)
    )


def seconds(work: Callable[[int], object], size: int) -> float:
    """The CPU time that the work takes."""
    begun = time.process_time()
    work(size)
    return time.process_time() - begun
