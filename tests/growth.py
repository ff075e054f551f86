"""Measure how CPU time grows with the size of the work, on a machine of any speed."""

from __future__ import annotations

import time
from collections.abc import Callable

FACTOR = 8
TRIES = 5


def grows_linearly(work: Callable[[int], object], size: int) -> bool:
    """Whether eight times as much work takes about eight times as long, and not 64 times, as
    quadratic work does. CPU time is compared, and one success in a few tries is enough, since other
    programs may interfere."""
    return any(
        seconds(work, FACTOR * size) < FACTOR * 4 * seconds(work, size) for _ in range(TRIES)
    )


def seconds(work: Callable[[int], object], size: int) -> float:
    """The CPU time that the work takes."""
    begun = time.process_time()
    work(size)
    return time.process_time() - begun
