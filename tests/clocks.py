"""Time in tests: it passes when a test says so."""

from __future__ import annotations

from math import inf

import pytest

from tabuleiro.search import alphabeta, mcts, solve

SEARCHES = (alphabeta, mcts, solve)  # those that read a clock
TICK = 0.01  # seconds: more than a slice of a search, so that it does one step at a time


class FakeClock:
    """A clock that shows `now`. Each time it is read it moves on by a `step`, in seconds; read at
    its `end` it fails: whoever still looks at it should have stopped before."""

    def __init__(self, step: float = 0.0, end: float = inf) -> None:
        self.now = 0.0
        self.step = step
        self.end = end
        self.readings = 0

    def __call__(self) -> float:
        self.readings += 1
        self.now += self.step
        assert self.now < self.end, "nobody minded the time"
        return self.now

    def sleep(self, seconds: float) -> None:
        """So much time passes."""
        self.now += seconds


def set_search_clock(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> FakeClock:
    """Has all searches read this clock."""
    for module in SEARCHES:
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock
