"""What a trained network tells a search, as data: the place where one is plugged in.

Random games say what a position is worth one at a time; a network says it of many at once, and
also which moves are worth a look. The search that asks one is in advised.py. No network comes with
this package: whoever trains one writes an `Evaluator` around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position

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


def ask(evaluator: Evaluator, positions: Sequence[Position]) -> Sequence[Evaluation]:
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
