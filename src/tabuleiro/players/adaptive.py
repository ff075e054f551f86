"""A player near the strength of its opponent."""

from __future__ import annotations

from collections.abc import Iterator

from tabuleiro.core.kit import Stop
from tabuleiro.core.position import Position
from tabuleiro.players.player import Choice, Player
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress

LIMIT = Limit(nodes=5000, movetime=2000)  # of a move; the time is for uncompiled installs
SURE = 1  # a win proved within so many moves is played: nobody likes to be toyed with
ANSWER = 2.0  # how much it lowers its aim for as much as its opponents give away
MEMORY = 0.85  # the weight of what was known of the opponents against their last moves
KNOWN = 0.05  # the part of all visits that a move must have to be played while the aim is a win


class AdaptivePlayer(Player):
    """Gives away as its opponents do. Who makes no mistakes meets the best moves of its search.

    The more its opponents give away, of what they have, the lower is the expected score that it
    aims at. Below its aim it plays its best move; above, the one whose expected score is nearest
    to it, and the lower it aims the less it minds whether that move is well known. A win in sight
    is taken.
    """

    def __init__(self, search: Mcts) -> None:
        self._search = search
        self._begin()

    def _begin(self) -> None:
        self._given = 0.0  # expected score that the opponents gave away with a move, of late
        self._had = 0.5  # what they had before
        self._promised: float | None = None  # the value of its last move; None within a turn

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: Stop | None = None
    ) -> Iterator[Choice]:
        own = limit.for_player(position.player).within(LIMIT)
        *_, progress = self._search.search(position, own, stop)
        self._learn(progress.value)
        move = self._move(progress)
        value = self._search.tree.root_values()[move]
        turn_ends = position.play(move).player != position.player
        self._promised = value if turn_ends else None
        yield Choice(move, Progress(1, value, None, progress.nodes, progress.seconds, (move,)))

    def forget(self) -> None:
        self._search.clear()
        self._begin()

    def _learn(self, value: float) -> None:
        """Compares what the position is worth now with what its last move promised."""
        if self._promised is not None:
            self._given = MEMORY * self._given + (1 - MEMORY) * (value - self._promised)
            self._had = MEMORY * self._had + (1 - MEMORY) * (1 - self._promised)

    def _aim(self) -> float:
        """The expected score that is enough."""
        part = self._given / self._had if self._given > 0 else 0.0
        return max(0.0, 1 - ANSWER * part)

    def _move(self, progress: Progress) -> int:
        best, aim = progress.line[0], self._aim()
        visits, values = self._search.tree.root_visits(), self._search.tree.root_values()
        in_sight = progress.mate is not None and 0 < progress.mate <= SURE
        if in_sight or values[best] <= aim:
            return best
        enough = KNOWN * aim**4 * sum(visits.values())
        known = [move for move, count in visits.items() if count + 1 > enough]
        return min([best, *known], key=lambda move: abs(values[move] - aim))
