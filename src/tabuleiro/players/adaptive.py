"""A player near the strength of its opponent."""

from __future__ import annotations

from collections.abc import Iterator

from tabuleiro.core.kit import Stop
from tabuleiro.core.position import Position
from tabuleiro.players.player import NO_LIMIT, Choice, Player
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress

LIMIT = Limit(nodes=10_000, movetime=2000)  # of a move; the time is for uncompiled installs
KNOWN = 0.004  # the part of all visits that a move needs for its value to mean something
SURE = 3  # a win proved within so many moves is played: nobody likes to be toyed with
LEAD = 0.2  # how far above an even share it wants to be against an opponent without mistakes
ANSWER = 1.3  # how much of that lead it gives up for as much as its opponents give away
MEMORY = 0.75  # the weight of what was known of the opponent's mistakes against the last one


class AdaptivePlayer(Player):
    """Keeps the game even: of the moves that a tree search knows well it plays the one whose
    expected score is nearest to what it aims at. Behind, that is its best move; ahead, it gives
    something away. A win in sight is taken.

    Its aim is an even share and a lead; the more its opponents have given away by their moves of
    late, the smaller the lead. Who makes no mistakes meets a player who hardly makes any.
    """

    def __init__(self, seed: int) -> None:
        self._search = Mcts(seed=seed)
        self._mistakes = 0.0  # expected score that the opponents give away with a move
        self._promised: float | None = None  # the value of its last move; None within a turn

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: Stop | None = None
    ) -> Iterator[Choice]:
        own = limit.for_player(position.player).within(LIMIT)
        *_, progress = self._search.search(position, own, stop)
        self._learn(progress.value)
        move = self._move(position, progress)
        value = self._search.tree.root_values()[move]
        turn_ends = position.play(move).player != position.player
        self._promised = value if turn_ends else None
        yield Choice(move, Progress(1, value, None, progress.nodes, progress.seconds, (move,)))

    def forget(self) -> None:
        self._search.clear()
        self._mistakes = 0.0
        self._promised = None

    def _learn(self, value: float) -> None:
        """Compares what the position is worth now with what its last move promised."""
        if self._promised is not None:
            mistake = max(0.0, value - self._promised)
            self._mistakes = MEMORY * self._mistakes + (1 - MEMORY) * mistake

    def _move(self, position: Position, progress: Progress) -> int:
        best = progress.line[0]
        if progress.mate is not None and 0 < progress.mate <= SURE:
            return best
        tree = self._search.tree
        visits, values = tree.root_visits(), tree.root_values()
        enough = KNOWN * sum(visits.values())
        known = [move for move, count in visits.items() if count > enough]
        aim = 1 / position.players + LEAD - ANSWER * self._mistakes
        return min([best, *known], key=lambda move: abs(values[move] - aim))
