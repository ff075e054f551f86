"""Analyses that can be paused and resumed, so that many of them share one process.

A search pauses between two of its reports. So an analysis that is interrupted, by a move that a
person is waiting for or by another analysis, loses nothing: it is resumed when the same position is
asked for again.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from time import monotonic

from tabuleiro.analysis import Analysis, iterate_analysis, make_search
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import Limit

ENDLESS = Limit(infinite=True)


class Analyst:
    """Analyses positions of one game, one at a time, in memory of its own. An analysis is paused
    between two calls."""

    def __init__(self, position: Position, megabytes: int, seed: int = 1) -> None:
        self._search = make_search(position, megabytes=megabytes, seed=seed)
        self._about: tuple[Position, int] | None = None
        self._found: Iterator[Analysis] = iter(())
        self._last: Analysis | None = None
        self._seconds = 0.0

    def analyses(
        self, position: Position, lines: int, limit: Limit, stop: StopFlag
    ) -> Iterator[Analysis]:
        """Yields analyses, at least one, until the limit or `stop`; the game is not over. If
        nothing is left to find, it yields what is known."""
        if self._about != (position, lines):
            self._found = iter(())  # the earlier search ends before the next begins
            self._found = iterate_analysis(position, ENDLESS, lines=lines, search=self._search)
            self._about, self._last, self._seconds = (position, lines), None, 0.0
        spent, nodes = self._seconds, self._last.nodes if self._last else 0
        until = inf if limit.movetime is None else spent + limit.movetime / 1000
        enough = inf if limit.nodes is None else nodes + limit.nodes
        while True:
            analysis = self._next()
            yield analysis
            if analysis.done or stop.is_set:
                return
            if analysis.seconds >= until or analysis.nodes >= enough:
                return

    def _next(self) -> Analysis:
        begun = monotonic()
        analysis = next(self._found, None)
        self._seconds += monotonic() - begun
        if analysis:
            self._last = replace(analysis, seconds=self._seconds)  # pauses do not count
            return self._last
        assert self._last, "there is always an analysis"
        return replace(self._last, done=True)
