# cython: annotation_typing=False
"""Forests that go on together, in threads of the machine instead of Python's. C types are in
team.pxd.

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

from tabuleiro.learning.forest import Forest, places_of

if TYPE_CHECKING:
    from tabuleiro.search.evaluator import Floats, Memory, Words

if not cython.compiled:

    def advance(place: Place) -> int:
        """Goes on with the games of a place."""
        return place.forest._step(place.answers, place.questions)


class Place:
    """A forest with the rows that its answers come from and its questions go to."""

    forest: Forest
    answers: Floats
    questions: Words

    @cython.locals(forest=Forest)
    def __init__(self, forest: Forest, answers: Memory, questions: Memory) -> None:
        self.forest = forest
        self.answers, self.questions = forest.rows_of(answers, questions)


class Team:
    """Places whose forests go on together."""

    places: list[Place]
    addresses: Any

    def __init__(self, places: Iterable[Place]) -> None:
        self.places = list(places)
        self.addresses = places_of(self.places)

    def step(self, threads: int) -> int:
        """Goes on in every game until it has another question, in so many threads."""
        count = len(self.places)
        most = threads
        for number in prange(count, nogil=True, schedule="dynamic", chunksize=1, num_threads=most):
            advance(self.addresses[number])
        return 0
