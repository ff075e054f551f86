"""Steps several batches of games at once in OpenMP threads.

Python threads would have to pass Python's lock to each other before and after each step; with
sixteen of them that takes longer than a step of a thousand games. So one Python thread releases the
lock once, and OpenMP's threads do not need it. Without OpenMP the batches run one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import cython
from cython.parallel import prange

from tabuleiro.core.primitives import addresses_of
from tabuleiro.learning.game_batch import GameBatch

if TYPE_CHECKING:
    from tabuleiro.search.evaluator import Buffer

if not cython.compiled:

    def step_batch(batch: BoundBatch) -> int:
        """Continues the games of a batch."""
        return batch.game_batch._step(batch.answers, batch.questions)


class BoundBatch:
    """A batch of games with the rows of its answers and its questions."""

    @cython.locals(batch=GameBatch)
    def __init__(self, batch: GameBatch, answers: Buffer, questions: Buffer) -> None:
        self.game_batch = batch
        self.answers, self.questions = batch.flat_views(answers, questions)


class ParallelBatches:
    """Batches that step at the same time."""

    def __init__(self, batches: Iterable[BoundBatch]) -> None:
        self.batches = list(batches)
        self.addresses = addresses_of(self.batches)

    def step(self, threads: int) -> int:
        """Continues every game until it has another question, in this many threads."""
        count = len(self.batches)
        most = threads  # `num_threads` needs a local C variable
        # Batches differ in length, so each thread takes the next one when it is done.
        for number in prange(count, nogil=True, schedule="dynamic", chunksize=1, num_threads=most):
            step_batch(self.addresses[number])
        return 0
