"""How Squex positions and moves are encoded for neural networks.

The player to move always connects top and bottom: for player 2 the board is mirrored in its main
diagonal. The grid is the smallest square that holds the board. The square between four octagons
has the cell of the top left one.
"""

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.encoding import Encoding, Shape, Symmetry
from tabuleiro.core.options import Options
from tabuleiro.games.squex.evaluation import EvaluatedSquex
from tabuleiro.games.squex.rules import ROWS_BY_TEXT, SWAP

if not cython.compiled:
    from tabuleiro.core.bits import lowest_bit, set_bit, set_byte
    from tabuleiro.games.squex.rules import ROW_AT

_SWAP = SWAP


def shape(options: Options) -> Shape:
    """A square as long as the longer side of the board."""
    side = max(int(options["rows"]), int(options["columns"]))
    return side, side


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The flips of a square board; other boards do not fill their grid."""
    if options["rows"] != options["columns"]:
        return ()
    side = int(options["rows"])
    return tuple(_flip(side, down, across) for down, across in ((1, 0), (0, 1), (1, 1)))


def _flip(side: int, down: int, across: int) -> Symmetry:
    octagons = _flipped(side, side, down, across)
    squares = _flipped(side, side - 1, down, across)
    cells = side * side
    planes = [octagons, octagons, squares, squares, octagons]
    return Symmetry(
        tuple(n * cells + cell for n, plane in enumerate(planes) for cell in plane),
        tuple(n * cells + cell for n in range(len(ENCODING.policy_planes)) for cell in octagons),
    )


def _flipped(side: int, size: int, down: int, across: int) -> list[int]:
    """The cells of a grid with its first `size` rows and columns flipped."""

    def turned(place: int, flip: int) -> int:
        return size - 1 - place if flip and place < size else place

    return [turned(r, down) * side + turned(c, across) for r in range(side) for c in range(side)]


def actions(options: Options, player: int) -> list[int]:
    """The cells of the grid as the player sees it, row by row, then the swap if there is one."""
    side = shape(options)[0]
    cells = [(r, c) if player == 0 else (c, r) for r in range(side) for c in range(side)]
    moves = [
        16 * c + ROWS_BY_TEXT.index(r + 1)
        if r < int(options["rows"]) and c < int(options["columns"])
        else -1
        for r, c in cells
    ]
    return [*moves, SWAP] if options["swap"] else moves


ENCODING = Encoding(
    planes=("own octagons", "other octagons", "own squares", "other squares", "outside"),
    numbers={"second move to come": 1, "may swap": 1, "may be swapped": 1},
    policy_planes=("octagon", "swap"),
    shape=shape,
    symmetries=symmetries,
)


class SquexPosition(EvaluatedSquex):
    """A Squex position: rules, evaluation and encoding."""

    def _encode(self, words: Row, at: int) -> int:
        size = (self._side() * self._side() + 63) >> 6
        other = 1 - self.player
        self._show(self.own[self.player], words, at)
        self._show(self.own[other], words, at + size)
        self._show(self.squares[self.player], words, at + 2 * size)
        self._show(self.squares[other], words, at + 3 * size)
        self._show_outside(words, at + 4 * size)
        set_byte(words, at + 5 * size, 0, self.left - 1)
        set_byte(words, at + 5 * size, 1, self._may_swap())
        set_byte(words, at + 5 * size, 2, self.swap and self.stones == 0 and self.player == 0)
        return 0

    def _show(self, rows: list[int], words: Row, at: int) -> int:
        """Write a plane of octagons or squares."""
        for r in range(1, self.rows + 1):
            left = rows[r]
            while left:
                set_bit(words, at, self._seen_cell(r - 1, lowest_bit(left)))
                left &= left - 1
        return 0

    def _show_outside(self, words: Row, at: int) -> int:
        """Write the plane of grid cells outside the board."""
        if self.rows == self.columns:
            return 0
        for r in range(self._side()):
            for c in range(self._side()):
                if r >= self.rows or c >= self.columns:
                    set_bit(words, at, self._seen_cell(r, c))
        return 0

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """A swap has the cell of the octagon that it takes over."""
        if move != _SWAP:
            entries[at] = self._seen_cell(ROW_AT[move & 15] - 1, move >> 4)
            return 1
        r = 1
        while not self.own[0][r]:
            r += 1
        entries[at] = self._side() * self._side() + self._seen_cell(
            r - 1, lowest_bit(self.own[0][r])
        )
        return 1

    def _side(self) -> int:
        """The number of rows, and of columns, of the grid."""
        return max(self.rows, self.columns)

    def _seen_cell(self, row: int, column: int) -> int:
        """The grid cell of a board cell as the player to move sees it; rows and columns from 0."""
        if self.player == 0:
            return row * self._side() + column
        return column * self._side() + row
