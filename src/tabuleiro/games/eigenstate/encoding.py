"""How Eigenstate positions and moves are encoded for neural networks.

The first row of the player to move is at the top: for player 2 the board is turned by half, with
the holes of all pieces. For each hole, column by column, there is a plane with the pieces that have
a peg there, and one with the cells to which these pegs lead. The move of a piece has two entries:
its start, and its end in the plane of the hole whose peg it uses. A new peg has the cell of its
piece, in the plane of its hole.
"""

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.encoding import Encoding, Flip, Shape, Symmetry, permuted_entries
from tabuleiro.core.notation import cell_name
from tabuleiro.core.options import Options
from tabuleiro.games.eigenstate.features import FEATURES, FeaturedEigenstate
from tabuleiro.games.eigenstate.rules import HOLES, SIZE, STRIDE, hole_at, target_of

if not cython.compiled:
    from tabuleiro.core.bits import lowest_bit, set_bit, set_byte
    from tabuleiro.games.eigenstate.rules import TARGET

_CELLS = SIZE * SIZE
_HOLES = HOLES
_TARGET = TARGET  # compiled, a copy: faster than the table of another module
_STRIDE = STRIDE
_LAST_TWO = 1
_CAPTURE_ONLY = 2

PLACES = tuple(hole_at(hole) for hole in range(HOLES))
"""Row and column of each hole."""

NAMES = tuple(cell_name(column, row + 1) for row, column in PLACES)


def shape(options: Options) -> Shape:
    """The board."""
    return SIZE, SIZE


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """Board and pieces mirrored from left to right."""
    cells = Flip(down=(1, 0), right=(0, -1)).cells(shape(options))
    holes = [PLACES.index((row, 4 - column)) for row, column in PLACES]
    planes = [0, 1, *(2 + HOLES * group + hole for group in range(4) for hole in holes)]
    answers = [0, *(1 + HOLES * group + hole for group in range(2) for hole in holes)]
    return (Symmetry(permuted_entries(planes, cells), permuted_entries(answers, cells)),)


def actions(options: Options, player: int) -> list[int]:
    """The moves of pieces, then the new pegs: for each cell the holes, as the player sees them."""
    cells = [SIZE * SIZE - 1 - cell if player else cell for cell in range(SIZE * SIZE)]
    holes = [HOLES - 1 - hole if player else hole for hole in range(HOLES)]
    moves = [
        STRIDE * cell + HOLES + target_of(cell, hole)
        for cell in cells
        for hole in holes
        if target_of(cell, hole) >= 0
    ]
    return moves + [STRIDE * cell + hole for cell in cells for hole in holes]


ENCODING = Encoding(
    planes=(
        "own pieces",
        "other pieces",
        *(f"own pegs {name}" for name in NAMES),
        *(f"reached by own {name}" for name in NAMES),
        *(f"other pegs {name}" for name in NAMES),
        *(f"reached by other {name}" for name in NAMES),
    ),
    numbers={"pegs to place": 2, "last two": 1, "capture only": 1},
    policy_planes=(
        "from",
        *(f"arrival by {name}" for name in NAMES),
        *(f"peg into {name}" for name in NAMES),
    ),
    shape=shape,
    policy_parts=2,
    features=FEATURES,
    symmetries=symmetries,
)


def _hole_between(cell: int, target: int) -> int:
    """The hole whose peg leads from a cell to the target."""
    place = 12 + 5 * (target // 6 - cell // 6) + target % 6 - cell % 6
    return place - (place > 12)


class EigenstatePosition(FeaturedEigenstate):
    """An Eigenstate position: rules, evaluation, features and encoding."""

    def _encode(self, words: Row, at: int) -> int:
        self._show(self.player, words, at, at + 2)
        self._show(1 - self.player, words, at + 1, at + 2 + 2 * _HOLES)
        set_byte(words, at + 2 + 4 * _HOLES, 0, self.step)
        set_byte(words, at + 2 + 4 * _HOLES, 1, self.variant == _LAST_TWO)
        set_byte(words, at + 2 + 4 * _HOLES, 2, self.variant == _CAPTURE_ONLY)
        return 0

    def _show(self, owner: int, words: Row, at: int, pegs_at: int) -> int:
        """Write the plane of a player's pieces, those of their pegs, and those of the cells to
        which the pegs lead; a plane is one word."""
        cells = self.own[owner]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            seen = self._seen_cell(cell)
            set_bit(words, at, seen)
            pegs = self.pegs[cell]
            while pegs:
                hole = lowest_bit(pegs)
                pegs &= pegs - 1
                plane = pegs_at + self._seen_hole(hole)
                set_bit(words, plane, seen)
                if _TARGET[cell][hole] >= 0:
                    set_bit(words, plane + _HOLES, self._seen_cell(_TARGET[cell][hole]))
        return 0

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """The move of a piece has its start, and its end in the plane of the hole; a peg has the
        cell of its piece, in the planes after those."""
        cell = move // _STRIDE
        choice = move % _STRIDE
        if choice < _HOLES:
            plane = 1 + _HOLES + self._seen_hole(choice)
            entries[at] = _CELLS * plane + self._seen_cell(cell)
            return 1
        plane = 1 + self._seen_hole(_hole_between(cell, choice - _HOLES))
        entries[at] = self._seen_cell(cell)
        entries[at + 1] = _CELLS * plane + self._seen_cell(choice - _HOLES)
        return 2

    def _seen_cell(self, cell: int) -> int:
        """The grid cell of a board cell as the player to move sees it, row by row."""
        if self.player == 1:
            cell = _CELLS - 1 - cell
        return cell % 6 * 6 + cell // 6

    def _seen_hole(self, hole: int) -> int:
        """The number of a hole as the player to move sees it."""
        return _HOLES - 1 - hole if self.player == 1 else hole
