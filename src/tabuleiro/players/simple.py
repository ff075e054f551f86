"""Players who choose at once: those of the games' first programs, and the random one."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tabuleiro.core.game import Choose
from tabuleiro.core.kit import Stop
from tabuleiro.core.position import Position
from tabuleiro.players.player import Choice, Player
from tabuleiro.search.limit import NO_LIMIT, Limit


def at_random(position: Position, chance: random.Random) -> int:
    """Any legal move."""
    return chance.choice(position.legal_moves())


class SimplePlayer(Player):
    """Chooses by one function of the position and chance. No limit concerns it."""

    def __init__(self, choose: Choose, seed: int) -> None:
        self._choose = choose
        self._chance = random.Random(seed)

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: Stop | None = None
    ) -> Iterator[Choice]:
        yield Choice(self._choose(position, self._chance))
