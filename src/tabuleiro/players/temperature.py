"""Draws the move of a tree search by visit counts, with a temperature."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress, Variation

ALL = 1_000_000  # more than the moves of any position


class TemperatureSearch:
    """A tree search that plays a random one of the visited moves: the odds of a move are its visits
    to the power of 1 / `temperature`. A proved win is always played, a proved loss only if there is
    no other move. With an infinite limit the best move is played."""

    def __init__(self, search: Mcts, temperature: float, seed: int) -> None:
        self._search = search
        self._temperature = temperature
        self._chance = Random(seed)

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        """The progress of the search; the last report has the move to play."""
        last = None
        for last in self._search.search(position, limit, stop):
            yield last
        if last and not (limit.infinite or last.proved):
            yield self._with_random_move(last)

    def clear(self) -> None:
        """Forgets everything."""
        self._search.clear()

    def _with_random_move(self, progress: Progress) -> Progress:
        """The same report with a random move."""
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
