"""How work grows with its size, on a machine of whatever speed."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMES = 8
TRIES = 5


def grows_linearly(work: Callable[[int], object], size: int) -> bool:
    """Whether work of eight times the size takes some eight times as long, and not the sixty-four
    times of quadratic work: by the time of the processor, and in one of a few tries, since other
    programs disturb them."""
    return any(seconds(work, TIMES * size) < TIMES * 4 * seconds(work, size) for _ in range(TRIES))


def seconds(work: Callable[[int], object], size: int) -> float:
    """The time that the processor spends on it."""
    begun = time.process_time()
    work(size)
    return time.process_time() - begun
