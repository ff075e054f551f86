"""What a trained network tells a search: the place where one is plugged in.

Random games say what a position is worth one at a time; a network says it of many at once, and
also which moves are worth a look. Questions and answers are rows of numbers, so that no object is
made for a position: `core/sight.py` says what they mean. The search that asks is in advised.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.options import Options
from tabuleiro.core.position import Position
from tabuleiro.core.sight import Shape, Sight

if TYPE_CHECKING:
    from typing_extensions import Buffer

Words = memoryview
"""Numbers of 64 bits without a sign, one after the other."""


class Network(Protocol):
    """Answers questions about positions in batches.

    `sight` is how it sees its game and `seats` for how many players it has values, the most that
    the game takes.
    """

    @property
    def sight(self) -> Sight:
        """What questions and answers mean."""

    @property
    def seats(self) -> int:
        """How many values end an answer."""

    def answer(self, questions: Words, shape: Shape) -> Buffer:
        """The answers to some questions, one after the other, all about boards of one shape: flat,
        as real numbers of 32 bits (an array or whatever else has a buffer).

        There is at least one question, and someone is to move in each position: the end of a game
        needs no opinion. The same question may come twice. An answer has an entry for each cell of
        each plane of `sight.answers`, logits of which a move takes the sum of a few, then the
        expected score of each seat, counted from the player to move: 1 for a sole win, 1/k for each
        of k players who share first place; they are not negative and sum to 1. With fewer players
        than seats the others' values count for nothing. An answer depends on its question alone,
        not on the batch, and never on earlier ones. Searches in several threads may ask at the
        same time.
        """


def ask(network: Network, questions: Words, shape: Shape, numbers: int) -> memoryview:
    """What a network says, so many numbers in all; an answer of another kind or size is refused.
    What the numbers are is looked at where they are used."""
    given = memoryview(network.answer(questions, shape))
    if given.format != "f" or not given.c_contiguous:
        raise TabuleiroError(
            say(
                "a network answers in real numbers of 32 bits, one after the other, not in {format}",
                format=given.format,
            )
        )
    if given.nbytes != 4 * numbers:
        raise TabuleiroError(
            say(
                "the network gave {given} numbers instead of {wanted}",
                given=given.nbytes // 4,
                wanted=numbers,
            )
        )
    return given.cast("B").cast("f")


def numbers_of(network: Network, options: Options) -> int:
    """The numbers of one answer about boards with these options."""
    return network.sight.entries(options) + network.seats


def bad_answer() -> TabuleiroError:
    """The error for an answer that no search can use."""
    return TabuleiroError(
        say(
            "a network's logits must be numbers, and its values 0 or more with the sum 1: look at "
            "how it was trained or loaded"
        )
    )


TOLERANCE = 0.001  # how far a sum may be from 1: networks calculate in short numbers


@dataclass(frozen=True)
class Evaluation:
    """What is thought of one position.

    `priors` has a probability for each legal move, in the order of `legal_moves()`; they are not
    negative and sum to 1. `values` has the expected score of each player, whoever is to move:
    1 for a sole win, 1/k for each of k players who share first place; they sum to 1 as well.
    """

    priors: tuple[float, ...]
    values: tuple[float, ...]


class Evaluator(Protocol):
    """Evaluates positions in batches."""

    def evaluate(self, positions: Sequence[Position]) -> Sequence[Evaluation]:
        """An evaluation for each position, in their order.

        There is at least one position, and someone is to move in each: the end of a game needs no
        opinion. All are of one game with the same options; the same position may come twice. The
        answer depends on the positions alone, not on the batch they come in, and never on
        earlier ones. Searches in several threads may ask at the same time.
        """


def ask_evaluator(evaluator: Evaluator, positions: Sequence[Position]) -> Sequence[Evaluation]:
    """What an evaluator says of positions; an answer that breaks the contract is refused."""
    answers = evaluator.evaluate(positions)
    if len(answers) != len(positions):
        raise TabuleiroError(
            say(
                "the evaluator gave {given} evaluations of {wanted} positions",
                given=len(answers),
                wanted=len(positions),
            )
        )
    for position, answer in zip(positions, answers, strict=True):
        _check("priors", answer.priors, len(position.legal_moves()))
        _check("values", answer.values, position.players)
    return answers


def _check(name: str, numbers: Sequence[float], wanted: int) -> None:
    if len(numbers) != wanted:
        raise TabuleiroError(
            say(
                "the evaluator gave {given} {name} instead of {wanted}",
                given=len(numbers),
                name=name,
                wanted=wanted,
            )
        )
    if not (min(numbers) >= 0 and abs(sum(numbers) - 1) <= TOLERANCE):  # so nan is refused too
        raise TabuleiroError(
            say("the {name} of an evaluator must be 0 or more and sum to 1", name=name)
        )
