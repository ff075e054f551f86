"""Fake networks for tests of searches."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log
from random import Random

from tabuleiro.core.encoding import Encoding, Shape
from tabuleiro.core.fast_network import FastNetwork
from tabuleiro.core.options import Choice, Number, Option, Value
from tabuleiro.core.position import EVALUATION_UNIT, Position, PythonPosition
from tabuleiro.games import find_game

SURE = 20.0  # the log odds of who has won
SEATS = 4
SIDE = 64  # entries enough for the moves of every game
WORDS = 2 * SIDE * SIDE // 64  # of a question, enough for every game
LEAST = 1e-30  # a prior that has a logarithm
ANYTHING = Encoding(
    planes=("anything", "more"),
    policy_planes=("anything",),
    shape=lambda options: (SIDE, SIDE),
    policy_parts=8,
)


@dataclass(frozen=True)
class Prediction:
    """The priors of the legal moves of a position, in order, and the value for each player."""

    priors: tuple[float, ...]
    values: tuple[float, ...]


def random_fast_network(seed: int, *options: Value, game: str = "eigenstate") -> FastNetwork:
    """A fast network with random weights, for these variants; by default for all options."""
    served: dict[str, Sequence[Value]] = {
        option.name: values_of(option)
        for option in find_game(game).options
        if option.name in find_game(game).start().options()
    }
    encoding = find_game(game).encoding
    assert encoding and encoding.features
    sizes = FastNetwork(
        encoding.features, served | ({"variant": options} if options else {}),
        width=16, policy_width=8, value_width=4, weights=memoryview(b""),
    )  # fmt: skip
    chance = Random(seed)
    weights = array("h", [chance.randrange(-90, 91) for _ in range(sizes.size)])
    return replace(sizes, weights=memoryview(weights))


def values_of(option: Option) -> Sequence[Value]:
    """All values of an option."""
    if isinstance(option, Number):
        return [*range(option.low, option.high + 1)]
    return option.values if isinstance(option, Choice) else [False, True]


class UniformNetwork:
    """Gives all moves the same prior and all players the same value, without delay."""

    encoding = ANYTHING
    seats = SEATS

    def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
        """The same answer to every question."""
        count = len(questions) // WORDS
        return array("f", ([0.0] * SIDE * SIDE + [1 / SEATS] * SEATS) * count)


class CountingNetwork(UniformNetwork):
    """A uniform network that counts the questions of each batch."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
        """The same answer to every question."""
        self.sizes.append(len(questions) // WORDS)
        return super().evaluate(questions, shape)


class NumberedPosition(PythonPosition):
    """A position of any game whose question is its number among the encoded positions."""

    def __init__(self, position: Position, asked: list[Position]) -> None:
        winners = tuple(p for p in range(position.players) if position.winners >> p & 1)
        super().__init__(position.player, position.players, winners)
        self.position = position
        self.asked = asked

    @property
    def full_text(self) -> str:
        return self.position.full_text

    def options(self) -> dict[str, Value]:
        return {}

    def legal_moves(self) -> list[int]:
        return self.position.legal_moves()

    def after(self, move: int) -> NumberedPosition:
        return NumberedPosition(self.position.play(move), self.asked)

    def scores(self) -> tuple[int, ...]:
        return self.position.scores()

    def evaluate(self, player: int) -> int:
        return self.position.evaluate(player)

    def encode(self) -> list[int]:
        self.asked.append(self.position)
        return [len(self.asked) - 1]

    def policy_indices(self, move: int) -> list[int]:
        return [self.legal_moves().index(move)]


class EvaluationNetwork(CountingNetwork):
    """Predicts what the evaluation of the game predicts."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Position] = []

    def watch(self, position: Position) -> NumberedPosition:
        """A position that this network can evaluate."""
        return NumberedPosition(position, self.asked)

    def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
        """The answers to all questions, one after another."""
        numbers = list(questions)[::WORDS]
        self.sizes.append(len(numbers))
        answers = array("f")
        for number in numbers:
            answers.extend(self.answer_about(self.asked[number]))
        return answers

    def answer_about(self, position: Position) -> array[float]:
        """One answer; seats are counted from the player to move."""
        prediction = self.predict(position)
        logits = [log(max(prior, LEAST)) for prior in prediction.priors]
        values = (*prediction.values[position.player :], *prediction.values[: position.player])
        spare = [0.0] * (SIDE * SIDE - len(logits))
        return array("f", [*logits, *spare, *values, *[0.0] * (SEATS - len(values))])

    def predict(self, position: Position) -> Prediction:
        """The prediction for one position."""
        return Prediction(guessed_priors(position), guessed_values(position))


def guessed_priors(position: Position) -> tuple[float, ...]:
    """The odds after each move, divided by their sum."""
    after = [position.play(move) for move in position.legal_moves()]
    return shares([exp(log_odds(each, position.player)) for each in after])


def guessed_values(position: Position) -> tuple[float, ...]:
    """The chances of each player, divided by their sum."""
    odds = [exp(log_odds(position, player)) for player in range(position.players)]
    return shares([each / (1 + each) for each in odds])


def log_odds(position: Position, player: int) -> float:
    """The log odds that a player wins."""
    if position.over:
        return SURE if position.winners >> player & 1 else -SURE
    return max(-SURE, min(position.evaluate(player) / EVALUATION_UNIT, SURE))


def shares(amounts: Sequence[float]) -> tuple[float, ...]:
    """Amounts divided by their sum."""
    total = sum(amounts)
    return tuple(amount / total for amount in amounts)
