"""How a position is encoded for neural networks, and how their policy output maps to moves.

A position is shown from the point of view of the player to move, as a question of a few words of
64 bits: first the planes, pictures of one bit a cell on a grid of rows and columns, then the
numbers, a byte each. An answer has planes of its own, one real number a cell, and a move's logit
is the sum of a few of these entries: where it comes from, say, and where it goes to. So a network
of convolutions serves every size of the board. The game writes questions and finds the entries of
moves in its engine room (`_encode` and `_policy_indices`); here is what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from tabuleiro.core.options import Options

WORD_BITS = 64
WORD_BYTES = 8

Shape = tuple[int, int]
"""Rows and columns of a grid."""


@dataclass(frozen=True)
class Symmetry:
    """A way to see the same position: for every entry of the planes (plane by plane, row by row)
    the entry that takes its place, and likewise for every entry of the answer."""

    planes: tuple[int, ...]
    policy: tuple[int, ...]


def permuted_entries(planes: Sequence[int], cells: Sequence[int]) -> tuple[int, ...]:
    """Whole planes in another order, and the cells of each: for every entry the one that takes its
    place."""
    return tuple(len(cells) * plane + cell for plane in planes for cell in cells)


Way = tuple[int, int]
"""A step on a grid: rows down and columns to the right."""


@dataclass(frozen=True)
class Flip:
    """A grid mirrored in its main diagonal, or not, and then turned upside down and left to right,
    or not."""

    diagonal: bool
    down: bool
    across: bool

    def cells(self, shape: Shape) -> list[int]:
        """For every cell the one that takes its place."""
        rows, columns = shape
        return [self._source(r, c, shape) for r in range(rows) for c in range(columns)]

    def way(self, way: Way) -> Way:
        """The way that becomes this one."""
        down = -way[0] if self.down else way[0]
        right = -way[1] if self.across else way[1]
        return (right, down) if self.diagonal else (down, right)

    @property
    def mirrors(self) -> bool:
        """Whether clockwise becomes anticlockwise."""
        return self.diagonal ^ self.down ^ self.across

    def _source(self, row: int, column: int, shape: Shape) -> int:
        rows, columns = shape
        row = rows - 1 - row if self.down else row
        column = columns - 1 - column if self.across else column
        return column * columns + row if self.diagonal else row * columns + column


def flips(shape: Shape) -> list[Flip]:
    """The symmetries of a grid but for the one that changes nothing: seven of a square, else
    three."""
    rows, columns = shape
    found = [Flip(*map(bool, choice)) for choice in product(range(2), repeat=3)]
    return [flip for flip in found[1:] if rows == columns or not flip.diagonal]


def no_symmetry(options: Options) -> Sequence[Symmetry]:
    """Every position is seen in one way."""
    return ()


@dataclass(frozen=True)
class Encoding:
    """How networks see a game.

    `planes` are the names of the planes of a question, `numbers` the names of its numbers with what
    each is divided by, `answers` the names of the planes of an answer; they are the same for all
    options, so that one network serves them all. `shape` is the grid under given options.
    `policy_parts` is the most entries whose sum is the logit of a move. `symmetries` are the other
    ways to see a position, the plain one not among them. `curriculum` are the options to learn, as
    texts by name with the part of the games that each takes: without any, the defaults.
    """

    planes: tuple[str, ...]
    policy_planes: tuple[str, ...]
    shape: Callable[[Options], Shape]
    numbers: Mapping[str, int] = field(default_factory=dict)
    policy_parts: int = 1
    symmetries: Callable[[Options], Sequence[Symmetry]] = no_symmetry
    curriculum: tuple[tuple[float, Mapping[str, str]], ...] = ((1.0, {}),)

    def plane_words(self, options: Options) -> int:
        """The words of one plane."""
        rows, columns = self.shape(options)
        return (rows * columns + WORD_BITS - 1) // WORD_BITS

    def question_words(self, options: Options) -> int:
        """The words of a question: those of all planes, then eight numbers a word."""
        numbers = (len(self.numbers) + WORD_BYTES - 1) // WORD_BYTES
        return len(self.planes) * self.plane_words(options) + numbers

    def policy_size(self, options: Options) -> int:
        """The entries of an answer."""
        rows, columns = self.shape(options)
        return len(self.policy_planes) * rows * columns
