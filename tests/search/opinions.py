"""Evaluators that stand in for trained networks in tests of searches."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from tabuleiro.core.position import EVALUATION_UNIT, Position
from tabuleiro.search.evaluator import Evaluation

SURE = 20.0  # the log odds of who has won


class Guesses:
    """Thinks of positions and moves what the game's own evaluation says."""

    def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
        """One opinion after the other."""
        return [Evaluation(guessed_priors(each), guessed_values(each)) for each in positions]


class Even:
    """Thinks all moves and all players alike, and soon says so."""

    def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
        """One opinion after the other."""
        sizes = [(len(each.legal_moves()), each.players) for each in positions]
        return [Evaluation((1 / moves,) * moves, (1 / seats,) * seats) for moves, seats in sizes]


class Recorded:
    """Passes questions on to another evaluator and notes how large they were."""

    def __init__(self, evaluator: Guesses | Even) -> None:
        self.evaluator = evaluator
        self.sizes: list[int] = []

    def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
        """What the other says."""
        assert not any(position.over for position in positions)
        self.sizes.append(len(positions))
        return self.evaluator.evaluate(positions)


def guessed_priors(position: Position) -> tuple[float, ...]:
    """The odds after each move, in parts of the odds after all."""
    after = [position.play(move) for move in position.legal_moves()]
    return shares([exp(log_odds(each, position.player)) for each in after])


def guessed_values(position: Position) -> tuple[float, ...]:
    """The chances of each player, in parts of the chances of all."""
    odds = [exp(log_odds(position, player)) for player in range(position.players)]
    return shares([each / (1 + each) for each in odds])


def log_odds(position: Position, player: int) -> float:
    """Of a player's winning."""
    if position.over:
        return SURE if position.winners >> player & 1 else -SURE
    return max(-SURE, min(position.evaluate(player) / EVALUATION_UNIT, SURE))


def shares(amounts: Sequence[float]) -> tuple[float, ...]:
    """Amounts in parts of their sum."""
    total = sum(amounts)
    return tuple(amount / total for amount in amounts)
