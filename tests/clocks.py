"""A fake clock for tests: time passes only when the test advances it."""

from __future__ import annotations

from math import inf

import pytest

from tabuleiro.search import alphabeta, mcts, solver

MODULES_WITH_CLOCK = (alphabeta, mcts, solver)
TICK = 0.01  # seconds: longer than a slice of a search, which then does one step at a time


class FakeClock:
    """A clock that shows `now`, in seconds, and advances by `step` each time it is read. Reading it
    at its `end` is an error, because the code under test should have stopped before."""

    def __init__(self, step: float = 0.0, end: float = inf) -> None:
        self.now = 0.0
        self.step = step
        self.end = end
        self.readings = 0

    def __call__(self) -> float:
        self.readings += 1
        self.now += self.step
        assert self.now < self.end, "the time limit was ignored"
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let this much time pass."""
        self.now += seconds


def set_search_clock(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> FakeClock:
    """Make all searches use this clock."""
    for module in MODULES_WITH_CLOCK:
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock
