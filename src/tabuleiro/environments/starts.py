"""Where the games of an environment start, and what their results are worth."""

from random import Random

from tabuleiro.core.message import check_type
from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.games import fresh_start, start


class StartSource:
    """The starts of games: of a game text such as `squex rows=5 columns=5`, with a new random start
    each time if the game has one and its seed is not in the text; or always one position."""

    def __init__(self, game: str | Position, seed: int) -> None:
        self.seed(seed)
        if isinstance(game, Position):
            self.example, self.random = game, False
            return
        check_type("game", game, str)
        self.example = start(game)
        self._given = split_words(game.split()[1:])
        drawn = {option.name for option in self.example.game.options if option.drawn}
        self.random = not drawn <= {*self._given}

    def seed(self, seed: int) -> None:
        """Seeds the random numbers again."""
        check_type("seed", seed, int)
        self.chance = Random(seed)

    def next(self) -> Position:
        """The start of another game."""
        if not self.random:
            return self.example
        return fresh_start(self.example.game, self._given, self.chance)


def rewards(position: Position) -> tuple[float, ...]:
    """The reward of each player: 1 for a sole win, 0 for a first place that all share; they sum to
    0. Before the end of the game all are 0."""
    outcome = position.outcome()
    players = position.players
    if outcome is None:
        return (0.0,) * players
    return tuple((players * value - 1) / (players - 1) for value in outcome.values)
