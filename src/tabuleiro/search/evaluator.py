"""What a trained network tells a search, as data: the place where one is plugged in.

Random games say what a position is worth one at a time; a network says it of many at once, and
also which moves are worth a look. A search that uses one gathers the leaves of several ways down
its tree, asks for all of them together, and carries each answer up its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tabuleiro.core.position import Position


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
