"""A player that adapts to the strength of its opponent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.player import MoveChoice, Player
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.network_mcts import NetworkMcts
from tabuleiro.search.progress import Progress
from tabuleiro.search.search import Search

LIMIT = Limit(nodes=5000, movetime=2000)  # for a move; the time is for uncompiled installs
OTHER_LIMIT = Limit(nodes=50_000, movetime=2000)  # for its other search, whose nodes are cheap
NETWORK_LIMIT = Limit(nodes=400, movetime=2000)  # for its other search, with a network
SURE_WIN = 1  # a proved win within this many moves is played, so that the opponent is not teased
RESPONSE = 4.0  # what it gives back: the square of this times the share that opponents give away
MEMORY = 0.85  # the weight of earlier moves of the opponents against their last ones
NEARLY_ALL = 0.9  # to keep more than this part of its lead, it plays its best
KNOWN = 5  # visits that make the expected score of a move meaningful


class AdaptivePlayer(Player):
    """Makes mistakes as large as those of its opponents, and plays its best against good players.

    The more of their expected score its opponents give away, the less of its lead it keeps; in the
    end it aims to be as far behind as it is ahead. It plays the move whose expected score is
    nearest to this target. Without a lead it plays its best move, found by another search if it
    has one; that search is also used to keep nearly all of a lead. A win in one is always played.
    """

    def __init__(self, search: Mcts, strongest: Search | None = None) -> None:
        self._search = search
        self._strongest = strongest
        self._other = NETWORK_LIMIT if isinstance(strongest, NetworkMcts) else OTHER_LIMIT
        self._begin()

    def _begin(self) -> None:
        self._loss = 0.0  # mean expected score that opponents lost with a move, recent ones mainly
        self._before = 0.5  # their expected score before such a move
        self._expected: float | None = None  # the value of its last move; None if unknown

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        own = self._share(limit.for_player(position.player))
        *_, progress = self._search.search(position, own.within(LIMIT), stop)
        self._learn(progress.value)
        even = 1 / position.players
        if progress.value > even and not self._plays_best():
            move = self._give_back(progress, even)
        else:
            move = self._best(position, progress, own.within(self._other), stop)
        value = self._search.tree.root_values()[move]
        turn_ends = position.play(move).player != position.player
        known = self._search.tree.root_visits()[move] >= KNOWN
        self._expected = value if turn_ends and known else None
        yield MoveChoice(move, Progress(1, value, None, progress.nodes, progress.seconds, (move,)))

    def forget(self) -> None:
        self._search.clear()
        if self._strongest:
            self._strongest.clear()
        self._begin()

    def _share(self, limit: Limit) -> Limit:
        """The limit of each of its searches."""
        if self._strongest is None or limit.movetime is None:
            return limit
        return replace(limit, movetime=limit.movetime // 2)

    def _learn(self, value: float) -> None:
        """Compares the value of the position with the one expected after its last move."""
        if self._expected is not None:
            self._loss = MEMORY * self._loss + (1 - MEMORY) * (value - self._expected)
            self._before = MEMORY * self._before + (1 - MEMORY) * (1 - self._expected)

    def _kept(self) -> float:
        """The part of its lead that it keeps; -1 turns it into a deficit of the same size."""
        part = max(0.0, self._loss) / self._before
        return max(-1.0, 1 - (RESPONSE * part) ** 2)

    def _plays_best(self) -> bool:
        """Whether it keeps its lead by the moves of its other search, which are better."""
        return self._strongest is not None and self._kept() > NEARLY_ALL

    def _best(
        self, position: Position, progress: Progress, limit: Limit, stop: StopFlag | None
    ) -> int:
        """The best move: that of the tree if it is proved or there is no other search."""
        if self._strongest is None or progress.mate is not None or (stop and stop.is_set):
            return progress.line[0]
        *_, progress = self._strongest.search(position, limit, stop)
        return progress.line[0]

    def _give_back(self, progress: Progress, even: float) -> int:
        """The move nearest to the target. A move with few visits counts as a bad one: it is chosen
        if all other moves are too good."""
        best = progress.line[0]
        if progress.mate is not None and progress.mate <= SURE_WIN:
            return best
        visits, values = self._search.tree.root_visits(), self._search.tree.root_values()
        target = even + self._kept() * (values[best] - even)
        assumed = {m: values[m] if visits[m] >= KNOWN else even / 2 for m in visits}
        assumed[best] = values[best]
        return min(assumed, key=lambda move: (abs(assumed[move] - target), -visits[move]))
