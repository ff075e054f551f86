"""How a position is encoded for neural networks, and how their policy output maps to moves.

A question to a network is a position as the player to move sees it, in a few words of 64 bits:
first the planes, with one bit for each cell of a grid, then the numbers, a byte each. The answer
has planes of its own with a real number for each cell. The logit of a move is the sum of a few of
these entries, for example of where it starts and where it ends. So one convolutional network can
play on boards of every size. Games write questions in `_encode` and find the entries of moves in
`_policy_indices`; here is what these mean.
"""

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
    """An equivalent view of a position: for every entry of the planes (plane by plane, row by row)
    the entry that takes its place, and likewise for every entry of the answer."""

    planes: tuple[int, ...]
    policy: tuple[int, ...]


def permuted_entries(planes: Sequence[int], cells: Sequence[int]) -> tuple[int, ...]:
    """For every entry the one that takes its place if planes and their cells are reordered."""
    return tuple(len(cells) * plane + cell for plane in planes for cell in cells)


Way = tuple[int, int]
"""A step on a grid: rows down and columns to the right."""


@dataclass(frozen=True)
class Flip:
    """A turn or reflection of a grid about its middle: the ways that become down and right."""

    down: Way
    right: Way

    def way(self, way: Way) -> Way:
        """The way that becomes this one."""
        down, right = way
        return (
            down * self.down[0] + right * self.right[0],
            down * self.down[1] + right * self.right[1],
        )

    def place(self, row: int, column: int, shape: Shape) -> tuple[int, int]:
        """The row and the column that come here."""
        rows, columns = shape
        down, right = self.way((2 * row - rows + 1, 2 * column - columns + 1))  # from the middle
        return (down + rows - 1) // 2, (right + columns - 1) // 2

    def cells(self, shape: Shape) -> list[int]:
        """For every cell the one that takes its place."""
        rows, columns = shape
        places = [self.place(r, c, shape) for r in range(rows) for c in range(columns)]
        return [row * columns + column for row, column in places]

    @property
    def diagonal(self) -> bool:
        """Whether rows become columns."""
        return self.down[0] == 0

    @property
    def mirrors(self) -> bool:
        """Whether clockwise becomes anticlockwise."""
        return self.down[0] * self.right[1] < self.down[1] * self.right[0]


def flips(shape: Shape) -> list[Flip]:
    """The symmetries of a grid without the identity: seven of a square, otherwise three."""
    rows, columns = shape
    signs = list(product((1, -1), repeat=2))
    straight = [Flip((down, 0), (0, right)) for down, right in signs[1:]]
    diagonal = [Flip((0, down), (right, 0)) for down, right in signs]
    return straight + diagonal if rows == columns else straight


@dataclass(frozen=True)
class Features:
    """How many features the positions and moves of a game have for fast networks.

    A position has up to `most_rows` of the `rows` features; `heads` is the number of output layers
    that a network has, one of which each position chooses. A position has up to `most_moves` moves;
    each has one of the `entries` and `features_per_move` of the `move_rows` features. `notes` is
    the number of words that the features of moves need from those of their position.
    """

    heads: int
    rows: int
    most_rows: int
    entries: int
    move_rows: int
    features_per_move: int
    most_moves: int
    notes: int = 0


@dataclass(frozen=True)
class Encoding:
    """How positions and moves of a game are encoded.

    `planes` are the names of the planes of a question, `numbers` the names of its numbers with the
    divisor of each, `policy_planes` the names of the planes of an answer. They are the same for all
    options, so that one network can play them all. `shape` is the grid under given options.
    `policy_parts` is the largest number of entries whose sum is the logit of a move. `symmetries`
    are the equivalent views of a position, without the position itself. `features` are those for
    fast networks, if the game has them. `colour_planes` are the numbers of the planes of each
    colour of pieces, in the same order, if colours can be exchanged and the game stays the same.
    """

    planes: tuple[str, ...]
    policy_planes: tuple[str, ...]
    shape: Callable[[Options], Shape]
    numbers: Mapping[str, int] = field(default_factory=dict)
    policy_parts: int = 1
    symmetries: Callable[[Options], Sequence[Symmetry]] = lambda options: ()
    features: Features | None = None
    colour_planes: tuple[tuple[int, ...], ...] = ()

    def plane_words(self, options: Options) -> int:
        """The number of words of a plane."""
        rows, columns = self.shape(options)
        return (rows * columns + WORD_BITS - 1) // WORD_BITS

    def question_words(self, options: Options) -> int:
        """The number of words of a question: all planes, then eight numbers in each word."""
        numbers = (len(self.numbers) + WORD_BYTES - 1) // WORD_BYTES
        return len(self.planes) * self.plane_words(options) + numbers

    def policy_size(self, options: Options) -> int:
        """The number of entries of an answer."""
        rows, columns = self.shape(options)
        return len(self.policy_planes) * rows * columns
