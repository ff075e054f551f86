"""Analyses that can be paused and resumed, so that many of them share one process.

A search rests between two of its reports. So an analysis that is interrupted, for a move that
somebody waits for or for the analysis of another, loses nothing: asked again about the same
position, it goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from time import monotonic

from tabuleiro.analysis import Analysis, analyse, make_search
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import Limit

ENDLESS = Limit(infinite=True)


class Analyst:
    """Analyses positions of one game, one at a time, in memory of its own."""

    def __init__(self, position: Position, megabytes: int, seed: int = 1) -> None:
        self._search = make_search(position, megabytes=megabytes, seed=seed)
        self._running: ResumableAnalysis | None = None

    def analyses(
        self, position: Position, lines: int, limit: Limit, stop: StopFlag
    ) -> Iterator[Analysis]:
        """What is known of a position where somebody is to move, now and then, for as long as the
        limit says or until stopped; there is always something."""
        if self._running is None or self._running.about != (position, lines):
            self._running = None  # a search that nobody asks any more ends
            found = analyse(position, ENDLESS, lines=lines, search=self._search)
            self._running = ResumableAnalysis((position, lines), found)
        yield from self._running.resume(limit, stop)


class ResumableAnalysis:
    """An analysis that rests whenever nobody asks how it goes on."""

    def __init__(self, about: tuple[Position, int], found: Iterator[Analysis]) -> None:
        self.about = about
        self._found = found
        self._last: Analysis | None = None
        self._seconds = 0.0

    def resume(self, limit: Limit, stop: StopFlag) -> Iterator[Analysis]:
        """What is found out from now on; what is known already, if that is all."""
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
