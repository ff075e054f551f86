"""Players that choose at once: the random one and the classic ones."""

import random
from collections.abc import Iterator

from tabuleiro.core.game import Choose
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.player import MoveChoice, Player
from tabuleiro.search.limit import NO_LIMIT, Limit


class SimplePlayer(Player):
    """Chooses with a function of the position and random numbers. Limits are ignored."""

    def __init__(self, choose: Choose, seed: int) -> None:
        self._choose = choose
        self._chance = random.Random(seed)

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        yield MoveChoice(self._choose(position, self._chance))
