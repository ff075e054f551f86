"""How Control+V positions and moves are encoded for neural networks.

The players are shown in turn order, from the player to move. A block is named by one of its cells,
its head. A copy has two entries: the head, and in the plane of its symmetry the cell where the head
lands. There is a plane of heads, because on a board that is turned or mirrored the head of a block
need not be its first cell.
"""

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.encoding import Encoding, Flip, Shape, Symmetry, flips, permuted_entries
from tabuleiro.core.options import Options
from tabuleiro.games.control_v.evaluation import EvaluatedControlV
from tabuleiro.games.control_v.rules import (
    ACROSS,
    ANTICLOCKWISE,
    CLOCKWISE,
    COPY,
    DOWN,
    ROWS_BY_TEXT,
    board_size,
    cell_at,
    column_of,
    copy_code,
    copy_parts,
    image,
    row_of,
)

_COPY = COPY
_MOST_PLAYERS = 4
_PARITIES = 4  # words in a set of cells

if not cython.compiled:
    from tabuleiro.core.bits import lowest_bit, set_bit, set_byte
    from tabuleiro.games.control_v.rules import CELL_BY_TEXT

    ROW = [0] * 256
    COLUMN = [0] * 256


def _fill_tables() -> None:
    """The row and the column of each cell: faster than calls into another module."""
    for cell in range(256):
        ROW[cell] = row_of(cell)
        COLUMN[cell] = column_of(cell)


_fill_tables()


def shape(options: Options) -> Shape:
    """The board."""
    return board_size(options), board_size(options)


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The board turned and mirrored."""
    grid = shape(options)
    return tuple(_symmetry(flip, flip.cells(grid)) for flip in flips(grid))


def _symmetry(flip: Flip, cells: list[int]) -> Symmetry:
    across, down = (3, 2) if flip.diagonal else (2, 3)
    clockwise, anticlockwise = (6, 5) if flip.mirrors else (5, 6)
    answers = (0, 1, across, down, 4, clockwise, anticlockwise)
    return Symmetry(
        permuted_entries(range(len(ENCODING.planes)), cells), permuted_entries(answers, cells)
    )


def actions(options: Options, player: int) -> list[int]:
    """The cells of the set-up, row by row, then for each block's head the copies that put the head
    on the board."""
    size = board_size(options)
    cells = [(row, column) for row in range(size) for column in range(size)]
    placings = [16 * column + ROWS_BY_TEXT.index(row + 1) for row, column in cells]
    symmetries = range(ANTICLOCKWISE + 1 if options["quarter-turns"] else CLOCKWISE)
    copies = []
    for symmetry in symmetries:
        axes = [
            (a, b)
            for a in range(1 if symmetry == DOWN else size - 1)
            for b in range(1 if symmetry == ACROSS else size - 1)
        ]
        for row, column in cells:
            for a, b in axes:
                to_row, to_column = image(row, column, symmetry, a, b)
                if 0 <= to_row < size and 0 <= to_column < size:
                    copies.append(copy_code(cell_at(row, column), symmetry, a, b, size))
    return placings + copies


ENCODING = Encoding(
    planes=(
        "own territory",
        "territory of the next",
        "territory of the second next",
        "territory of the third next",
        "castles",
        "heads of own blocks",
    ),
    numbers={
        "three or more players": 1,
        "four players": 1,
        "quarter turns": 1,
        "alternate castles": 1,
        "set-up": 1,
        "own castles to place": 4,
        "castles to place": 16,
        "next is out": 1,
        "second next is out": 1,
        "third next is out": 1,
    },
    policy_planes=(
        "cell",
        "block",
        "mirrored in a horizontal axis",
        "mirrored in a vertical axis",
        "half turn",
        "clockwise",
        "anticlockwise",
    ),
    shape=shape,
    policy_parts=2,
    symmetries=symmetries,
)


class ControlVPosition(EvaluatedControlV):
    """A Control+V position: rules, evaluation and encoding."""

    def _encode(self, words: Row, at: int) -> int:
        size = (self.size * self.size + 63) >> 6
        for step in range(self.players):
            self._show(self.own[self._player_after(step)], words, at + step * size)
        self._show_castles(words, at + _MOST_PLAYERS * size)
        self._show_heads(words, at + (_MOST_PLAYERS + 1) * size)
        return self._show_numbers(words, at + (_MOST_PLAYERS + 2) * size)

    def _player_after(self, step: int) -> int:
        """The player that many places after the player to move."""
        return (self.player + step) % self.players

    def _show(self, cells: list[int], words: Row, at: int) -> int:
        """Write a plane of a set of cells."""
        for w in range(_PARITIES):
            left = cells[w]
            while left:
                set_bit(words, at, self._grid_cell(64 * w + lowest_bit(left)))
                left &= left - 1
        return 0

    def _show_castles(self, words: Row, at: int) -> int:
        """Write the plane of cells that are neither empty nor territory."""
        if not cython.compiled:
            castles = [0] * _PARITIES
        for w in range(_PARITIES):
            castles[w] = self._rows(w, 0, 0) & self._columns(w, 0, 0) ^ self.empty[w]
            for player in range(self.players):
                castles[w] ^= self.own[player][w]
        return self._show(castles, words, at)

    def _show_heads(self, words: Row, at: int) -> int:
        """Write the plane of the heads of the blocks of the player to move."""
        if not cython.compiled:
            heads = [0] * _PARITIES
        for w in range(_PARITIES):
            heads[w] = self.heads[w] & self.own[self.player][w]
        return self._show(heads, words, at)

    def _show_numbers(self, words: Row, at: int) -> int:
        castles = max(self.castles * self.players - self.placed, 0)
        set_byte(words, at, 0, self.players > 2)
        set_byte(words, at, 1, self.players > 3)
        set_byte(words, at, 2, self.quarter_turns)
        set_byte(words, at, 3, self.alternate_castles)
        set_byte(words, at, 4, self._setting_up())
        set_byte(words, at, 5, self._castles_left(self.player))
        set_byte(words, at, 6, castles)
        for step in range(1, self.players):
            set_byte(words, at, 6 + step, self._is_out(self._player_after(step)))
        return 0

    def _is_out(self, player: int) -> bool:
        """Whether a player can never copy again, even if their turn has not shown it yet."""
        return not self._setting_up() and not self._can_copy(player)

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """A set-up move has its cell. A copy has the head of its block and, in the plane of the
        symmetry, the cell where the head lands."""
        cells = self.size * self.size
        if move < _COPY:
            entries[at] = self._grid_cell(CELL_BY_TEXT[move])
            return 1
        head, symmetry, a, b = copy_parts(move, self.size)
        row, column = image(ROW[head], COLUMN[head], symmetry, a, b)
        entries[at] = cells + self._grid_cell(head)
        entries[at + 1] = (2 + symmetry) * cells + row * self.size + column
        return 2

    def _grid_cell(self, cell: int) -> int:
        return ROW[cell] * self.size + COLUMN[cell]
