"""A player that adapts to the strength of its opponent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.player import MoveChoice, Player
from tabuleiro.players.search_player import Search
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.network_mcts import NetworkMcts
from tabuleiro.search.progress import Progress

LIMIT = Limit(nodes=5000, movetime=2000)  # of a move; the time is for uncompiled installs
OTHER_LIMIT = Limit(nodes=50_000, movetime=2000)  # of its other search, whose nodes are cheap
NETWORK_LIMIT = Limit(
    nodes=400, movetime=2000
)  # likewise where a network is asked about every node
SURE = 1  # a win proved within so many moves is played: nobody likes to be toyed with
ANSWER = 4.0  # it keeps its lead but for the square of so much of what its opponents give away
MEMORY = 0.85  # the weight of what was known of the opponents against their last moves
FIRM = 0.9  # the part of its lead above which it plays its best
KNOWN = 5  # visits of a move whose expected score says something


class AdaptivePlayer(Player):
    """Gives away as its opponents do. Who makes few mistakes meets the best moves of its search.

    The more its opponents give away, of what they have, the less of its lead it keeps, and in the
    end it aims as far behind as it is ahead: it plays the move whose expected score is nearest to
    its aim. Without a lead it plays its best move, found by another search if it has one; that
    search also serves to keep nearly all of a lead. A win in sight is taken.
    """

    def __init__(self, search: Mcts, strongest: Search | None = None) -> None:
        self._search = search
        self._strongest = strongest
        self._other = NETWORK_LIMIT if isinstance(strongest, NetworkMcts) else OTHER_LIMIT
        self._begin()

    def _begin(self) -> None:
        self._given = 0.0  # expected score that the opponents gave away with a move, of late
        self._had = 0.5  # what they had before
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
        """What each of its searches may use."""
        if self._strongest is None or limit.movetime is None:
            return limit
        return replace(limit, movetime=limit.movetime // 2)

    def _learn(self, value: float) -> None:
        """Compares what the position is worth now with what its last move promised."""
        if self._promised is not None:
            self._given = MEMORY * self._given + (1 - MEMORY) * (value - self._promised)
            self._had = MEMORY * self._had + (1 - MEMORY) * (1 - self._promised)

    def _kept(self) -> float:
        """The part of its lead that it keeps; -1 turns the lead into as large an arrear."""
        part = max(0.0, self._given) / self._had
        return max(-1.0, 1 - (ANSWER * part) ** 2)

    def _is_firm(self) -> bool:
        """Whether it keeps its lead by the moves of its other search, which are the better ones."""
        return self._strongest is not None and self._kept() > FIRM

    def _knows(self, move: int) -> bool:
        return self._search.tree.root_visits()[move] >= KNOWN

    def _best(
        self, position: Position, progress: Progress, limit: Limit, stop: StopFlag | None
    ) -> int:
        """The best move; that of the tree if it is proved or nothing else may be searched."""
        if self._strongest is None or progress.mate is not None or (stop and stop.is_set):
            return progress.line[0]
        *_, progress = self._strongest.search(position, limit, stop)
        return progress.line[0]

    def _give_back(self, progress: Progress, even: float) -> int:
        """The move nearest to its aim. A move that it does not know counts as a bad one: it comes
        in where all others are too good."""
        best = progress.line[0]
        if progress.mate is not None and progress.mate <= SURE:
            return best
        visits, values = self._search.tree.root_visits(), self._search.tree.root_values()
        aim = even + self._kept() * (values[best] - even)
        worth = {m: values[m] if visits[m] >= KNOWN else even / 2 for m in visits}
        worth[best] = values[best]
        return min(worth, key=lambda move: (abs(worth[move] - aim), -visits[move]))
