"""The features of Fuse positions and moves, for fast networks.

A cell is empty or has an own disc or another one. A position has a row for each square of 2 x 2
cells that is not empty; one for each line by its discs and the two spots at its ends; one for each
group by its owner, its size and the empty cells beside it; one for each king; and rows for the
largest groups, the discs that can still slide in, the options and the size of the board.
"""

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.encoding import Features
from tabuleiro.core.primitives import MoveList
from tabuleiro.games.fuse.evaluation import EvaluatedFuse
from tabuleiro.games.fuse.rules import MOST

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit
    from tabuleiro.games.fuse.rules import FLIPPED, line_of

    _TERNARY = [0] * (1 << MOST)  # typed in features.pxd

_LONGEST = MOST
_SIZES = 16  # of groups; larger ones count as the largest of these
_LIBERTIES = 8  # empty cells beside a group; more count as the most of these
_SQUARE = 3 | 3 << 8  # the cells of a square of 2 x 2
_LINES = 3**MOST  # contents of a line
_CLASSES = 4  # of lines: how far a line of six is from the edge, or a shorter line
_GRID = 60  # cells of ring and area

_NOWHERE = 63  # a corner of the largest grid

# Of the notes: the sizes of the largest groups of both players, and the size and the liberties of
# the group that a disc joins.
_LARGEST = 0
_JOINED = 2

# Where the rows of each kind begin.
_LINE_ROWS = 81 * (MOST + 1) ** 2
_GROUP_ROWS = _LINE_ROWS + _CLASSES * 9 * _LINES
_KING_ROWS = _GROUP_ROWS + 2 * _SIZES * _LIBERTIES
_LARGEST_ROWS = _KING_ROWS + 2 * 64
_COMING_ROWS = _LARGEST_ROWS + _SIZES * _SIZES
_OPTION_ROWS = _COMING_ROWS + 25 * 25
_BOARD_ROWS = _OPTION_ROWS + 4

# Of moves: the tables of weights follow each other.
_LANDED_TABLE = 2 * _LINES * MOST * 3
_LEAD_TABLE = _LANDED_TABLE + 2 * _SIZES * _LIBERTIES

FEATURES = Features(
    heads=16,
    rows=_BOARD_ROWS + (MOST + 1) ** 2,
    most_rows=(MOST + 1) ** 2 + 2 * MOST + 2 * _GRID + 4,
    entries=4 * 64,
    move_rows=_LEAD_TABLE + _SIZES * _SIZES,
    features_per_move=3,
    most_moves=4 * MOST * MOST,
    notes=3,
)


def _fill_ternary() -> None:
    """Numbers of base 3 with the digit 1 where the index has a bit."""
    for bits in range(1 << MOST):
        _TERNARY[bits] = int(f"{bits:b}", 3)


_fill_ternary()


class FeaturedFuse(EvaluatedFuse):
    """Fuse with features."""

    def _head(self) -> int:
        """By the scoring and by how many discs are left on the ring."""
        left = count_bits((self.discs[0] | self.discs[1]) & ~self.area) // 6
        return 4 * (2 * self.product + self.ring_counts) + min(left, 3)

    def _features(self, rows: Row, notes: Row) -> int:
        me = self.player
        count = self._square_features(rows)
        count = self._line_features(True, rows, count)
        count = self._line_features(False, rows, count)
        count = self._group_features(me, rows, count, notes)
        count = self._group_features(1 - me, rows, count, notes)
        rows[count] = _LARGEST_ROWS + _SIZES * notes[_LARGEST] + notes[_LARGEST + 1]
        rows[count + 1] = _COMING_ROWS + 25 * self._coming(me) + self._coming(1 - me)
        rows[count + 2] = _OPTION_ROWS + 2 * self.product + self.ring_counts
        rows[count + 3] = _BOARD_ROWS + (_LONGEST + 1) * self.rows + self.columns
        return count + 4

    def _square_features(self, rows: Row) -> int:
        """Adds a row for each square that is not empty."""
        own, other = self.discs[self.player], self.discs[1 - self.player]
        count = 0
        for column in range(self.columns + 1):
            for row in range(self.rows + 1):
                mine = own >> 8 * column + row & _SQUARE
                theirs = other >> 8 * column + row & _SQUARE
                if mine | theirs:
                    square = (_LONGEST + 1) * column + row
                    rows[count] = _TERNARY[(mine | mine >> 6) & 15] + 81 * square
                    rows[count] += 2 * _TERNARY[(theirs | theirs >> 6) & 15]
                    count += 1
        return count

    def _line_features(self, vertical: bool, rows: Row, count: int) -> int:
        """Adds a row for each column or for each row of the area."""
        for index in range(1, (self.columns if vertical else self.rows) + 1):
            line = 9 * self._content(vertical, index, 0)
            line += 3 * self._on_spot(vertical, index, False) + self._on_spot(vertical, index, True)
            rows[count] = _LINE_ROWS + 9 * _LINES * self._class_of(vertical, index) + line
            count += 1
        return count

    def _content(self, vertical: bool, index: int, flip: int) -> int:
        """The discs of a line as a number of base 3, seen as FLIPPED says."""
        mine = line_of(self.discs[self.player] & self.area, vertical, index)
        theirs = line_of(self.discs[1 - self.player] & self.area, vertical, index)
        return _TERNARY[FLIPPED[flip | mine]] + 2 * _TERNARY[FLIPPED[flip | theirs]]

    def _on_spot(self, vertical: bool, index: int, far: bool) -> int:
        """What is on the spot at a side of a line: 1 for an own disc, 2 for another one."""
        spot = self._spot(vertical, index, far)
        if self.discs[self.player] & spot:
            return 1
        return 2 if self.discs[1 - self.player] & spot else 0

    def _class_of(self, vertical: bool, index: int) -> int:
        """How far a line of full length is from the nearer edge, or 3 for a shorter one."""
        if (self.rows if vertical else self.columns) < _LONGEST:
            return 3
        after = (self.columns if vertical else self.rows) - index
        return min(index - 1, after)

    def _group_features(self, player: int, rows: Row, count: int, notes: Row) -> int:
        """Adds a row for each group of a player and for each king; notes the largest size."""
        kind = 0 if player == self.player else 1
        largest = 0
        left = self._counting(player)
        while left:
            group = self._group(left)
            left ^= group
            size = self._bounded_size(group)
            largest = max(largest, size)
            rows[count] = _GROUP_ROWS + _LIBERTIES * (_SIZES * kind + size) + self._liberties(group)
            count += 1
        notes[_LARGEST + kind] = largest
        kings = self.crowns & self.discs[player]
        while kings:
            rows[count] = _KING_ROWS + 64 * kind + lowest_bit(kings)
            kings &= kings - 1
            count += 1
        return count

    def _bounded_size(self, group: int) -> int:
        size = self._size(group)
        return size if size < _SIZES else _SIZES - 1

    def _liberties(self, group: int) -> int:
        """How many empty cells of the area are beside a group. (The area has no cells in the first
        and last row of a column, so nothing is beside it across the ends of columns.)"""
        empty = self.area & ~(self.discs[0] | self.discs[1])
        beside = count_bits((group << 1 | group >> 1 | group << 8 | group >> 8) & empty)
        return beside if beside < _LIBERTIES else _LIBERTIES - 1

    def _move_features(self, moves: MoveList, rows: Row, notes: Row) -> int:
        """The entry of a move by its way and where its disc lands. Then three rows: by the line as
        it is seen from the spot, and the distance; by the group that the disc joins; by the largest
        groups afterwards."""
        me = self.player
        own, other, crowns = self.discs[me], self.discs[1 - me], self.crowns
        across, along = self.room[0], self.room[1]
        for i in range(moves.count):
            self._line_move(moves.items[i], rows, 4 * i)
            lead = _SIZES * self._largest_after(me, moves.items[i] & 63, notes)
            if self.discs[1 - me] == other:
                lead += notes[_LARGEST + 1]
            else:
                lead += self._largest_after(1 - me, _NOWHERE, notes)
            rows[4 * i + 2] = _LANDED_TABLE + _SIZES * _LIBERTIES * self.product + notes[_JOINED]
            rows[4 * i + 3] = _LEAD_TABLE + lead
            self.discs[me], self.discs[1 - me], self.crowns = own, other, crowns
            self.room[0], self.room[1] = across, along
        return 0

    def _line_move(self, move: int, rows: Row, at: int) -> int:
        """Writes the entry of a move and the row of its line, and slides the disc."""
        spot, end = move >> 6, move & 63
        vertical, far = self._is_vertical(spot), end < spot
        distance = spot - end if far else end - spot
        index = spot >> 3 if vertical else spot & 7
        length = self.rows if vertical else self.columns
        if not vertical:
            distance >>= 3
        line = _LINES if length < _LONGEST else 0
        line += self._content(vertical, index, length << 6 if far else 0)
        rows[at] = 64 * (far + (0 if vertical else 2)) + end
        rows[at + 1] = 3 * (_LONGEST * line + distance - 1)
        rows[at + 1] += self._on_spot(vertical, index, not far)
        self._slide(vertical, index, far, distance)
        return 0

    def _largest_after(self, player: int, cell: int, notes: Row) -> int:
        """The size of the largest group of a player; notes the group that has the cell."""
        largest = 0
        left = self._counting(player)
        while left:
            group = self._group(left)
            left ^= group
            size = self._bounded_size(group)
            largest = max(largest, size)
            if group >> cell & 1:
                notes[_JOINED] = _LIBERTIES * size + self._liberties(group)
        return largest
