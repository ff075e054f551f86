"""A player near the strength of its opponent."""

from __future__ import annotations

from collections.abc import Iterator

from tabuleiro.core.kit import Stop
from tabuleiro.core.position import Position
from tabuleiro.players.player import NO_LIMIT, Choice, Player
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress

NODES = 3000
KNOWN = 0.004  # the part of all visits that a move needs for its value to mean something
SURE = 3  # a win proved within so many moves is played: nobody likes to be toyed with


class AdaptivePlayer(Player):
    """Keeps the game even: of the moves that a tree search knows well it plays the one whose
    expected score is nearest to an even share. Behind, that is its best move; ahead, it gives
    something away. A win in sight is taken."""

    def __init__(self, seed: int) -> None:
        self._search = Mcts(seed=seed)

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: Stop | None = None
    ) -> Iterator[Choice]:
        own = limit.for_player(position.player).within(Limit(nodes=NODES))
        for progress in self._search.search(position, own, stop):
            yield Choice(self._move(position, progress), progress)

    def forget(self) -> None:
        self._search.clear()

    def _move(self, position: Position, progress: Progress) -> int:
        best = progress.line[0]
        if progress.mate is not None and 0 < progress.mate <= SURE:
            return best
        tree = self._search.tree
        visits, values = tree.root_visits(), tree.root_values()
        enough = KNOWN * sum(visits.values())
        even = 1 / position.players
        known = [move for move, count in visits.items() if count > enough]
        return min([best, *known], key=lambda move: abs(values[move] - even))
