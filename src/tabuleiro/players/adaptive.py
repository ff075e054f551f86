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
SURE = 1  # a proved win within so many moves is always played: do not tease the opponent
ANSWER = 4.0  # the square of this times the share that opponents give away is what it gives back
MEMORY = 0.85  # the weight of earlier moves of the opponents against their last ones
FIRM = 0.9  # above this part of its lead it plays its best
KNOWN = 5  # visits from which on the expected score of a move means something


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
        self._given = 0.0  # expected score that opponents gave away with a move, recently
        self._had = 0.5  # their expected score before
        self._promised: float | None = None  # the value of its last move; None if unknown

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        own = self._share(limit.for_player(position.player))
        *_, progress = self._search.search(position, own.within(LIMIT), stop)
        self._learn(progress.value)
        even = 1 / position.players
        if progress.value > even and not self._is_firm():
            move = self._give_back(progress, even)
        else:
            move = self._best(position, progress, own.within(self._other), stop)
        value = self._search.tree.root_values()[move]
        turn_ends = position.play(move).player != position.player
        self._promised = value if turn_ends and self._knows(move) else None
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
        """Compares the value of the position with the one that its last move promised."""
        if self._promised is not None:
            self._given = MEMORY * self._given + (1 - MEMORY) * (value - self._promised)
            self._had = MEMORY * self._had + (1 - MEMORY) * (1 - self._promised)

    def _kept(self) -> float:
        """The part of its lead that it keeps; -1 turns it into a deficit of the same size."""
        part = max(0.0, self._given) / self._had
        return max(-1.0, 1 - (ANSWER * part) ** 2)

    def _is_firm(self) -> bool:
        """Whether it keeps its lead with the moves of its other search, which are better."""
        return self._strongest is not None and self._kept() > FIRM

    def _knows(self, move: int) -> bool:
        return self._search.tree.root_visits()[move] >= KNOWN

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
        if all others are too good."""
        best = progress.line[0]
        if progress.mate is not None and progress.mate <= SURE:
            return best
        visits, values = self._search.tree.root_visits(), self._search.tree.root_values()
        target = even + self._kept() * (values[best] - even)
        assumed = {m: values[m] if visits[m] >= KNOWN else even / 2 for m in visits}
        assumed[best] = values[best]
        return min(assumed, key=lambda move: (abs(assumed[move] - target), -visits[move]))
