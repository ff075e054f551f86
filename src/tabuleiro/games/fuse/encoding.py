"""How Fuse positions and moves are encoded for neural networks.

The grid is the board with its ring. A move has the cell where its disc lands, in the plane of the
way in which it slides.
"""

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.encoding import Encoding, Flip, Shape, Symmetry, flips, permuted_entries
from tabuleiro.core.options import Options
from tabuleiro.games.fuse.features import FEATURES, FeaturedFuse

if not cython.compiled:
    from tabuleiro.core.bits import lowest_bit, set_bit, set_byte

# The ways in which discs slide: (rows down, columns to the right).
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def shape(options: Options) -> Shape:
    """The area and the ring around it."""
    return int(options["rows"]) + 2, int(options["columns"]) + 2


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The board flipped, and turned if it is square."""
    grid = shape(options)
    return tuple(_symmetry(flip, flip.cells(grid)) for flip in flips(grid))


def _symmetry(flip: Flip, cells: list[int]) -> Symmetry:
    ways = [WAYS.index(flip.way(way)) for way in WAYS]
    return Symmetry(
        permuted_entries(range(len(ENCODING.planes)), cells), permuted_entries(ways, cells)
    )


def actions(options: Options, player: int) -> list[int]:
    """For each way the cells where a disc may land, row by row."""
    rows, columns = int(options["rows"]), int(options["columns"])
    moves = []
    for down, right in WAYS:
        for r in range(1, rows + 1):
            for c in range(1, columns + 1):
                row = r if right else 0 if down > 0 else rows + 1
                column = c if down else 0 if right > 0 else columns + 1
                moves.append(64 * (8 * column + row) + 8 * c + r)
    return moves


ENCODING = Encoding(
    planes=("own discs", "other discs", "kings", "area"),
    numbers={"product": 1, "ring counts": 1},
    policy_planes=("down", "up", "to the right", "to the left"),
    shape=shape,
    symmetries=symmetries,
    features=FEATURES,
)


class FusePosition(FeaturedFuse):
    """A Fuse position: rules, evaluation, features and encoding."""

    def _encode(self, words: Row, at: int) -> int:
        self._show(self.discs[self.player], words, at)
        self._show(self.discs[1 - self.player], words, at + 1)
        self._show(self.crowns, words, at + 2)
        self._show(self.area, words, at + 3)
        set_byte(words, at + 4, 0, self.product)
        set_byte(words, at + 4, 1, self.ring_counts)
        return 0

    def _show(self, board: int, words: Row, at: int) -> int:
        """Write a plane: the grid is never larger than a word."""
        while board:
            set_bit(words, at, self._grid_cell(lowest_bit(board)))
            board &= board - 1
        return 0

    def _grid_cell(self, cell: int) -> int:
        return (cell & 7) * (self.columns + 2) + (cell >> 3)

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """A move has the cell where its disc lands, in the plane of its way (see WAYS)."""
        spot = move >> 6
        end = move & 63
        way = (end < spot) + (0 if self._is_vertical(spot) else 2)
        cells = (self.rows + 2) * (self.columns + 2)
        entries[at] = way * cells + self._grid_cell(end)
        return 1
