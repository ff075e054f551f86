"""Players that choose at once: the random one, the classic ones, and functions of a position."""

import random
from collections.abc import Callable, Iterator

from tabuleiro.core.game import Choose
from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.player import MoveChoice, Player, PlayerError
from tabuleiro.search.limit import NO_LIMIT, Limit

ChooseMove = Callable[[Position], int | str]
"""A player as a function: the move, as a number or a text, that it plays in a position."""


class SimplePlayer(Player):
    """Chooses with a function of the position and random numbers. Limits are ignored."""

    def __init__(self, choose: Choose, seed: int) -> None:
        self._choose = choose
        self._chance = random.Random(seed)

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        yield MoveChoice(self._choose(position, self._chance))


def as_player(given: Player | ChooseMove) -> Player:
    """The player that a program gives as an object or a function."""
    if isinstance(given, Player):
        return given
    if not callable(given):
        raise PlayerError(say("a player is a name, a player object or a function"))

    def choose(position: Position, chance: random.Random) -> int:
        move = given(position)
        return position.move(move) if isinstance(move, str) else move

    return SimplePlayer(choose, seed=0)


def name_of(given: str | Player | ChooseMove, number: int = 1) -> str:
    """The name of a player in results; a lambda is named by its number."""
    if isinstance(given, str):
        return given
    name: str = getattr(given, "__name__", type(given).__name__)
    return f"player {number}" if name == "<lambda>" else name
