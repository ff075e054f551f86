"""Draws the move of a tree search by visit counts, with a temperature."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress, Variation

ALL = 1_000_000  # more moves than any position has


class TemperatureSearch:
    """A tree search that plays any of the moves it has tried, by chance: the odds of a move are
    its visits to the power of 1 / `temperature`. What is proved to win is played, what is proved
    to lose is not, as long as there is another. Told to think for ever it plays the best move."""

    def __init__(self, search: Mcts, temperature: float, seed: int) -> None:
        self._search = search
        self._temperature = temperature
        self._chance = Random(seed)

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        """Progress now and then; the last one has the move to play."""
        last = None
        for last in self._search.search(position, limit, stop):
            yield last
        if last and not (limit.infinite or last.proved):
            yield self._turned(last)

    def clear(self) -> None:
        """Forgets everything."""
        self._search.clear()

    def _turned(self, progress: Progress) -> Progress:
        """The same with the move that chance wants."""
        known = self._search.tree.variations(ALL)
        tried = [one for one in known if one.share and not (one.proved and one.value == 0)]
        if not tried:
            return progress
        chosen = self._draw(tried)
        return replace(
            progress,
            depth=len(chosen.line),
            value=chosen.value,
            mate=chosen.mate,
            line=chosen.line,
            proved=chosen.proved and chosen.value == 1,
        )

    def _draw(self, tried: list[Variation]) -> Variation:
        most = max(one.share for one in tried)
        odds = [(one.share / most) ** (1 / self._temperature) for one in tried]
        return self._chance.choices(tried, odds)[0]
