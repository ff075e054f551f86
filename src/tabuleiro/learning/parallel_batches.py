# cython: annotation_typing=False
"""Steps several batches of games at once in OpenMP threads.

Threads of Python hand its lock to one another, at the beginning and at the end of all they do; with
sixteen of them that takes longer than the step of a thousand games. So one thread of Python leaves
the lock once and the others know nothing of it. Where the compiler knows no OpenMP the forests
go on one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import cython
from cython.parallel import prange

from tabuleiro.learning.game_batch import GameBatch, addresses_of

if TYPE_CHECKING:
    from tabuleiro.search.evaluator import Buffer, Floats, Words

if not cython.compiled:

    def step_batch(place: BoundBatch) -> int:
        """Goes on with the games of a place."""
        return place.game_batch._step(place.answers, place.questions)


class BoundBatch:
    """A forest with the rows that its answers come from and its questions go to."""

    game_batch: GameBatch
    answers: Floats
    questions: Words

    @cython.locals(forest=GameBatch)
    def __init__(self, forest: GameBatch, answers: Buffer, questions: Buffer) -> None:
        self.game_batch = forest
        self.answers, self.questions = forest.flat_views(answers, questions)


class ParallelBatches:
    """Places whose forests go on together."""

    batches: list[BoundBatch]
    addresses: Any

    def __init__(self, places: Iterable[BoundBatch]) -> None:
        self.batches = list(places)
        self.addresses = addresses_of(self.batches)

    def step(self, threads: int) -> int:
        """Goes on in every game until it has another question, in so many threads."""
        count = len(self.batches)
        most = threads
        for number in prange(count, nogil=True, schedule="dynamic", chunksize=1, num_threads=most):
            step_batch(self.addresses[number])
        return 0
