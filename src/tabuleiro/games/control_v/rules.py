"""The rules of Control+V: copy blocks of your territory to cover the board.

In turn, each player puts their castles on empty cells; then each puts down one piece of territory.
A block is all territory of one player that is connected side by side. From then on a turn copies
one whole block of the player to its image in an axis (a grid line inside the board), or turns it
by half about a crossing of two axes; the block itself stays. The whole image must lie on empty
cells of the board. It becomes the player's and may join other blocks of theirs. A player who
cannot copy is out for good, because their blocks no longer change and there are only ever fewer
empty cells. The game ends when nobody can copy; most cells win. Castles belong to nobody.
With `quarter-turns`, blocks may also be turned by a quarter about a crossing. With
`alternate-castles`, the players take turns to place one castle each.
"""

from typing import Self

import cython

from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import PLAYER_LETTERS, Position
from tabuleiro.core.primitives import MoveList

MOST = 14  # rows and columns
COPY = 1 << 19  # added to every copy, so that no set-up move is as large

# The symmetries of a copy. Axis a lies below row a, axis b right of column b, both from 0.
ACROSS = 0  # mirror in the horizontal axis a, which runs across the board
DOWN = 1  # mirror in the vertical axis b, which runs down the board
HALF = 2  # half turn about the crossing of a and b
CLOCKWISE = 3  # quarter turns about it
ANTICLOCKWISE = 4

# Rows by their place in the order of texts. Set-up moves are cells, c1 c10 ... c14 c2 ... c9, but
# the copies of a block sort as c10= ... c14= c1= c2= ... c9=, so row 1 has a place for each.
ROWS_BY_TEXT = (1, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9)

# The same as C numbers, typed in rules.pxd; Python cannot see these when compiled.
_MOST_PLAYERS = 4
_COPY = COPY
_ACROSS = ACROSS
_DOWN = DOWN
_HALF = HALF
_CLOCKWISE = CLOCKWISE
_ANTICLOCKWISE = ANTICLOCKWISE
_PARITIES = 4  # pairs of parities, and so words in a set of cells
_OWN_LINE = 7  # the half row or half column of a landing in the head's own row or column
_MOST_OF_A_BLOCK = 63 + 2 * 98  # copies of one block: mirrors and half turns, quarter turns
_EVERY_ROW = 0x0101010101010101  # multiplied by the bits of a half row: the same in all half rows

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit
    from tabuleiro.core.position import copy_fields

    CELL_BY_TEXT = [0] * 256
    PLACING = [0] * 256
    COPYING = [0] * 256
    WHOLE_ROWS = [0] * 256
    SUMS = [0] * 24
    DIFFERENCES = [0] * 24


def cell_at(row: int, column: int) -> int:
    """The cell in that row and column, from 0: see ControlV."""
    return (row & 1) << 7 | (column & 1) << 6 | (row >> 1) << 3 | (column >> 1)


def row_of(cell: int) -> int:
    """The row of a cell, from 0."""
    return (cell >> 3 & 7) << 1 | (cell >> 7)


def column_of(cell: int) -> int:
    """The column of a cell, from 0."""
    return (cell & 7) << 1 | (cell >> 6 & 1)


def image(row: int, column: int, symmetry: int, a: int, b: int) -> tuple[int, int]:
    """Where a copy puts the cell in that row and column; it may lie off the board."""
    if symmetry == _ACROSS:
        return 2 * a + 1 - row, column
    if symmetry == _DOWN:
        return row, 2 * b + 1 - column
    if symmetry == _HALF:
        return 2 * a + 1 - row, 2 * b + 1 - column
    if symmetry == _CLOCKWISE:
        return a + column - b, a + b + 1 - row
    return a + b + 1 - column, b - a + row


def _fill_tables() -> None:
    """CELL_BY_TEXT: the cell of each column and place in ROWS_BY_TEXT. PLACING and COPYING: the
    column and place of each cell in set-up moves and in copies."""
    for column in range(MOST):
        # Backwards, so that row 1 keeps its place 0 in PLACING; COPYING has the other one.
        for place, row in reversed(tuple(enumerate(ROWS_BY_TEXT))):
            cell = cell_at(row - 1, column)
            CELL_BY_TEXT[column << 4 | place] = cell
            PLACING[cell] = column << 4 | place
            if place:
                COPYING[cell] = column << 4 | place


def _fill_masks() -> int:
    """WHOLE_ROWS: the words with all bits of a set of half rows. SUMS and DIFFERENCES: the words
    with the bits whose half column plus or minus half row is at least the index minus 8."""
    for i in range(8):
        for j in range(8):
            bit = 1
            bit <<= 8 * i + j
            for rows in range(256):
                if rows >> i & 1:
                    WHOLE_ROWS[rows] |= bit
            for least in range(24):
                if j + i >= least - 8:
                    SUMS[least] |= bit
                if j - i >= least - 8:
                    DIFFERENCES[least] |= bit
    return 0


_fill_tables()
_fill_masks()


def copy_code(cell: int, symmetry: int, a: int, b: int, size: int) -> int:
    """The move that copies the block whose first cell is `cell`."""
    axes = a << 6
    if symmetry == _DOWN:
        axes = (16 + size - 2 - b) << 6
    elif symmetry != _ACROSS:
        axes |= (size - 1 - b) << 2 | (symmetry - _HALF)
    return _COPY | (COPYING[cell] << 11) | axes


def copy_parts(move: int, size: int) -> tuple[int, int, int, int]:
    """Cell, symmetry and axes of a move that `copy_code` made; an axis that is not used is 0."""
    cell = CELL_BY_TEXT[move >> 11 & 255]
    first = move >> 6 & 31
    second = move >> 2 & 15
    if second:
        return cell, _HALF + (move & 3), first, size - 1 - second
    if first >= 16:
        return cell, _DOWN, 0, size - 2 - (first - 16)
    return cell, _ACROSS, first, 0


def rotated(word: int, by: int) -> int:
    """The word rotated left; uncompiled, only its lower 64 bits count."""
    return (word << (by & 63)) | (word >> (-by & 63))


def half_lines(low: int, high: int, parity: int) -> int:
    """A bit for each half row or half column whose row or column of that parity is in the range."""
    first = (low + 1 - parity) >> 1
    last = (high - parity) >> 1
    return (255 << first) & (255 >> (7 - last))


def landings_between(table: list[int], low: int, high: int) -> int:
    """The bits of a word whose sum or difference is in the range. The table is SUMS or
    DIFFERENCES."""
    return table[min(max(low + 8, 0), 23)] ^ table[min(max(high + 9, 0), 23)]


def board_size(options: Options) -> int:
    """The side of the board: unless it is given, 10 for two players and 12 for more."""
    if options["size"] == "auto":
        return 10 if options["players"] == 2 else 12
    return int(options["size"])


class ControlV(Position):
    """The moves, the end and the set-up of Control+V.

    A cell is a byte: parity of its row, parity of its column, half row, half column (1, 1, 3 and 3
    bits). The half row is the number of the row divided by 2, from 0 to 6, likewise the half
    column. A set of cells is four words, one for each pair of parities; bit i of word w is the cell
    64 * w + i. A mirror changes the parity of every row or of every column. So the images of a cell
    in all parallel axes are in one word, and from one axis to the next they all move by the same
    number of bits. The landings of a block in all axes at once are therefore what the words of
    empty cells have in common, each rotated by the distance of its cell from the first.

    `own[p]` is the territory of p. `ring` leads from each cell of a block to another one, round the
    whole block; `heads` has the head of every block, which is its first cell in reading order.
    `placed` counts the castles and pieces placed in the set-up. Bit p of `stuck` is set once p is
    known to be out.

    A set-up move is column (4 bits), place of the row in ROWS_BY_TEXT (4). A copy is COPY plus the
    same of the block's head, then the first axis (5 bits: a horizontal one from the top, or 16 plus
    a vertical one from the right), for a crossing 1 + the vertical axis from the right (4 bits,
    else 0), and 0, 1 or 2 for half turn, clockwise, anticlockwise (2 bits).
    """

    # --- Turns -------------------------------------------------------------------------------

    def _list_moves(self, out: MoveList) -> int:
        out.count = 0
        if self.player >= 0:
            if self._setting_up():
                self._list_cells(out)
            else:
                self._list_copies(out)
        return 0

    def _apply(self, move: int) -> int:
        if move < _COPY:
            self._place(CELL_BY_TEXT[move])
        else:
            self._copy_block(move)
            self._hand_over()
        return self._settle()

    def _hand_over(self) -> int:
        """The next player who is not known to be out; if all are out, the game is over."""
        for step in range(1, self.players + 1):
            player = (self.player + step) % self.players
            if not self.stuck >> player & 1:
                self.player = player
                return 0
        return self._end(self._leaders())

    def _settle(self) -> int:
        """A player to move who cannot copy is out, and the next player is to move."""
        if not self._setting_up():
            while self.player >= 0 and not self._can_copy(self.player):
                self.stuck |= 1 << self.player
                self._hand_over()
        return 0

    # --- Castles and first pieces ------------------------------------------------------------

    def _setting_up(self) -> bool:
        return self.placed < (self.castles + 1) * self.players

    def _set_up_player(self) -> int:
        pieces = self.placed - self.castles * self.players  # negative while castles are placed
        if pieces >= 0:
            return pieces
        if self.alternate_castles:
            return self.placed % self.players
        return self.placed // self.castles

    def _castles_left(self, player: int) -> int:
        # Castles placed since it was the player's turn; if they alternate, only the player's.
        placed = self.placed - self.castles * player
        if self.alternate_castles:
            placed = (self.placed + self.players - 1 - player) // self.players
        return self.castles - min(max(placed, 0), self.castles)

    def _list_cells(self, out: MoveList) -> int:
        # Without `reserve`: there are at most 196 cells, and a new list has room for 512.
        for w in range(_PARITIES):
            left = self.empty[w]
            while left:
                out.items[out.count] = PLACING[64 * w + lowest_bit(left)]
                out.count += 1
                left &= left - 1
        return 0

    def _place(self, cell: int) -> int:
        """Put a castle there or, when all castles are placed, the player's first territory."""
        if self.placed < self.castles * self.players:
            self._toggle(self.empty, cell)
        else:
            self._claim(self.player, cell)
            self._regroup(self.player, cell)
        self.placed += 1
        self.player = self._set_up_player() if self._setting_up() else 0
        return 0

    # --- Copies ------------------------------------------------------------------------------

    def _list_copies(self, out: MoveList) -> int:
        for w in range(_PARITIES):
            left = self.heads[w] & self.own[self.player][w]
            while left:
                out.reserve(out.count + _MOST_OF_A_BLOCK)
                self._list_block(out, 64 * w + lowest_bit(left))
                left &= left - 1
        return 0

    def _can_copy(self, player: int) -> bool:
        for w in range(_PARITIES):
            left = self.heads[w] & self.own[player][w]
            while left:
                if self._count_block(64 * w + lowest_bit(left)):
                    return True
                left &= left - 1
        return False

    def _list_block(self, out: MoveList, head: int) -> int:
        """Add the copies of one block."""
        for batch in range(self._batches()):
            landings = self._landings(head, batch)
            while landings:
                out.items[out.count] = self._move_to(head, batch, lowest_bit(landings))
                out.count += 1
                landings &= landings - 1
        return 0

    def _count_block(self, head: int) -> int:
        """How many copies of one block are legal."""
        count = 0
        for batch in range(self._batches()):
            count += count_bits(self._landings(head, batch))
        return count

    def _count_copies(self, out: MoveList) -> int:
        """Fill `out` with the heads of the player's blocks, each followed by the number of copies
        of the blocks before it; return the number of all copies."""
        # Without `reserve`: a player has at most 98 blocks, and a new list has room for 512 items.
        n = total = 0
        for w in range(_PARITIES):
            left = self.heads[w] & self.own[self.player][w]
            while left:
                head = 64 * w + lowest_bit(left)
                left &= left - 1
                out.items[n] = head
                out.items[n + 1] = total
                total += self._count_block(head)
                n += 2
        out.count = n
        return total

    def _copy_block(self, move: int) -> int:
        """Make the image of the block the player's. It is connected, so one of its cells is enough
        to find the block that it is part of now."""
        head, symmetry, a, b = copy_parts(move, self.size)
        cell = head
        while True:
            row, column = image(row_of(cell), column_of(cell), symmetry, a, b)
            self._claim(self.player, cell_at(row, column))
            cell = self.ring[cell]
            if cell == head:
                break
        return self._regroup(self.player, cell_at(row, column))

    # A landing of a block is an image of its head for which the whole image lies on empty cells of
    # the board. Landings are found in batches of one word. Batch 0 has those of mirrors and half
    # turns; with quarter turns there are four more, see `_quarter_word`.

    def _batches(self) -> int:
        return 1 + 4 * self.quarter_turns

    def _landings(self, head: int, batch: int) -> int:
        return self._quarter_landings(head, batch) if batch else self._mirror_landings(head)

    def _move_to(self, head: int, batch: int, landing: int) -> int:
        """The copy of the block with that head to that landing of a batch."""
        if batch == 0:
            return self._mirror_move(head, landing)
        a, b = self._centre(head, batch, landing)
        return copy_code(head, _CLOCKWISE if batch & 1 else _ANTICLOCKWISE, a, b, self.size)

    def _mirror_landings(self, head: int) -> int:
        """Bit 8 * i + j is the landing in half row i and half column j, both of the other parity
        than the head's; 7 stands for the row or column of the head itself."""
        # A half turn changes both parities, and a mirror one of them.
        w = head >> 6
        turned = self.empty[w ^ 3]
        across = self.empty[w ^ 2]
        down = self.empty[w ^ 1]
        # In a half turn, the image of a cell is as far before the landing as the cell is after the
        # head. A mirror turns only half rows or only half columns round: the image is `way` bits
        # before the landing or after it. `slant` is 8 * half row - half column of the head.
        slant = (head & 56) - (head & 7)
        left = right = column_of(head)
        bottom = row_of(head)
        cell = self.ring[head]
        while cell != head:
            way = (cell & 56) - (cell & 7) - slant
            turned &= rotated(self.empty[(cell >> 6) ^ 3], cell - head)
            across &= rotated(self.empty[(cell >> 6) ^ 2], way)
            down &= rotated(self.empty[(cell >> 6) ^ 1], -way)
            if not turned | across | down:
                return 0
            left = min(left, column_of(cell))
            right = max(right, column_of(cell))
            bottom = max(bottom, row_of(cell))
            cell = self.ring[cell]
        # Images that would leave the board are masked out. The head is in the top row of its block.
        rows = self._rows(w ^ 2, row_of(head) - bottom, 0)
        columns = self._columns(w ^ 1, column_of(head) - right, column_of(head) - left)
        # Of the mirrors, only the head's own column or row counts: a bit in each half row, or the
        # seven half columns of one half row. They move to half column 7 and half row 7.
        across = (across & rows) >> (head & 7) & _EVERY_ROW
        down = (down & columns) >> (head & 56) & 127
        return (turned & rows & columns) | (across << 7) | (down << 56)

    def _rows(self, w: int, top: int, bottom: int) -> int:
        """The cells of a word around which an image stays on the board if it reaches from `top` (0
        or less) to `bottom` rows from there."""
        return WHOLE_ROWS[half_lines(-top, self.size - 1 - bottom, w >> 1)]

    def _columns(self, w: int, left: int, right: int) -> int:
        """The same for columns."""
        return half_lines(-left, self.size - 1 - right, w & 1) * _EVERY_ROW

    def _mirror_move(self, head: int, landing: int) -> int:
        """The mirror image or half turn with that landing."""
        half_row = landing >> 3
        half_column = landing & 7
        # The half rows of a cell and its image add up to the axis, and so do the half columns.
        a = (head >> 3 & 7) + half_row
        b = (head & 7) + half_column
        if half_column == _OWN_LINE:
            return copy_code(head, _ACROSS, a, 0, self.size)
        if half_row == _OWN_LINE:
            return copy_code(head, _DOWN, 0, b, self.size)
        return copy_code(head, _HALF, a, b, self.size)

    def _quarter_landings(self, head: int, batch: int) -> int:
        """Bit i is the landing on cell i of the word of the batch."""
        turn = 1 if batch & 1 else -1
        w = self._quarter_word(head, batch)
        landings = self.empty[w]
        top = bottom = left = right = 0  # of the image, counted from the landing
        cell = self.ring[head]
        while landings and cell != head:
            # Where the image of the cell is, counted from the landing.
            row = turn * (column_of(cell) - column_of(head))
            column = turn * (row_of(head) - row_of(cell))
            top = min(top, row)
            bottom = max(bottom, row)
            left = min(left, column)
            right = max(right, column)
            # With the parity of the landing added, the sum has the parity of the image, and half of
            # it is the distance in half rows or half columns.
            row += w >> 1
            column += w & 1
            by = -8 * (row >> 1) - (column >> 1)
            landings &= rotated(self.empty[2 * (row & 1) + (column & 1)], by)
            cell = self.ring[cell]
        landings &= self._rows(w, top, bottom) & self._columns(w, left, right)
        return landings & self._centred(head, batch)

    def _quarter_word(self, head: int, batch: int) -> int:
        """The word that contains the landings of a batch of quarter turns.

        Quarter turns change the parity of row + column, so they lead to two words. Clockwise and
        anticlockwise turns to one of them are the batches 1 and 2, to the other 3 and 4.
        """
        return (head >> 6) ^ ((batch + 1) >> 1)

    def _centred(self, head: int, batch: int) -> int:
        """The landings of quarter turns whose centre is a crossing on the board."""
        # Each of a and b must be from 0 to `last`. They are known for the landing in half row 0 and
        # half column 0, and `_centre` says how they change from there.
        a, b = self._centre(head, batch, 0)
        last = self.size - 2
        if batch & 1:
            sums = landings_between(SUMS, -a, last - a)
            differences = landings_between(DIFFERENCES, -b, last - b)
        else:
            sums = landings_between(SUMS, -b, last - b)
            differences = landings_between(DIFFERENCES, a - last, a)
        return sums & differences

    def _centre(self, head: int, batch: int, landing: int) -> tuple[int, int]:
        """The axes of the quarter turn with that landing.

        Clockwise, a grows with half column + half row and b with half column - half row;
        anticlockwise, b grows with the sum, and a falls with the difference.
        """
        cell = 64 * self._quarter_word(head, batch) + landing
        if batch & 1:
            total = column_of(cell) + row_of(head) - 1
            difference = row_of(cell) - column_of(head)
        else:
            total = row_of(cell) + column_of(head) - 1
            difference = row_of(head) - column_of(cell)
        return (total + difference) >> 1, (total - difference) >> 1

    # --- Blocks ------------------------------------------------------------------------------

    def _claim(self, player: int, cell: int) -> int:
        """Make an empty cell the player's; `_regroup` must follow."""
        self._toggle(self.empty, cell)
        return self._toggle(self.own[player], cell)

    def _toggle(self, cells: list[int], cell: int) -> int:
        bit = 1
        bit <<= cell & 63
        cells[cell >> 6] ^= bit
        return 0

    def _regroup(self, player: int, first: int) -> int:
        """Lead the ring round the block that `first` has become part of.

        Until it is closed, the ring is a queue; a cell is not in `own` while it waits there.
        """
        own = self.own[player]
        self._toggle(own, first)
        cell = last = first
        while True:
            # The neighbours in the row: one has the same half column, the other the one after or
            # before it. The neighbours in the column likewise.
            in_row = cell ^ 64
            in_column = cell ^ 128
            last = self._follow(own, last, in_row)
            last = self._follow(own, last, in_row + 1 if cell & 64 else in_row - 1)
            last = self._follow(own, last, in_column)
            last = self._follow(own, last, in_column + 8 if cell & 128 else in_column - 8)
            if cell == last:
                break
            cell = self.ring[cell]
        self.ring[last] = first
        return self._choose_head(own, first)

    def _follow(self, own: list[int], last: int, cell: int) -> int:
        """Append the cell to the open ring if it is in `own`; return the last cell then.

        A neighbour beyond the border has the unused half row or half column 7, which nobody owns.
        """
        if not own[cell >> 6] >> (cell & 63) & 1:
            return last
        self._toggle(own, cell)
        self.ring[last] = cell
        return cell

    def _choose_head(self, own: list[int], first: int) -> int:
        """Put the cells of the closed ring back into `own`. Of its cells, only the first in reading
        order stays or becomes a head."""
        head = cell = first
        while True:
            self._toggle(own, cell)
            if self.heads[cell >> 6] >> (cell & 63) & 1:
                self._toggle(self.heads, cell)
            if row_of(cell) * 16 + column_of(cell) < row_of(head) * 16 + column_of(head):
                head = cell
            cell = self.ring[cell]
            if cell == first:
                break
        return self._toggle(self.heads, head)

    # --- The end -----------------------------------------------------------------------------

    def _leaders(self) -> int:
        """A bit for each player who has the most cells."""
        best = 0
        leaders = 0
        for player in range(self.players):
            score = self._score(player)
            if score > best:
                best = score
                leaders = 0
            if score == best:
                leaders |= 1 << player
        return leaders

    def _score(self, player: int) -> int:
        cells = 0
        for w in range(_PARITIES):
            cells += count_bits(self.own[player][w])
        return cells

    # --- Set-up ------------------------------------------------------------------------------

    def __init__(self, options: Options, rows: list[str], player: int) -> None:
        """The position with these rows, as in `rows`. If nobody can copy, the game is over."""
        self._allocate()
        self.players = int(options["players"])
        self.size = board_size(options)
        self.castles = int(options["castles"])
        self.automatic = options["size"] == "auto"
        self.quarter_turns = bool(options["quarter-turns"])
        self.alternate_castles = bool(options["alternate-castles"])
        self.player = player
        self.winners = 0
        self.placed = 0
        self.stuck = 0
        for row in range(self.size):
            for column in range(self.size):
                letter, cell = rows[row][column], cell_at(row, column)
                if letter == ".":
                    self._toggle(self.empty, cell)
                else:
                    self.placed += 1
                if letter in PLAYER_LETTERS:
                    owner = PLAYER_LETTERS.index(letter)
                    self._toggle(self.own[owner], cell)
                    self._regroup(owner, cell)
        self.placed = min(self.placed, (self.castles + 1) * self.players)
        if self.finished():
            self._end(self._leaders())

    @classmethod
    def start(cls, options: Options) -> Self:
        """The empty board."""
        size = board_size(options)
        return cls(options, ["." * size] * size, 0)

    # --- For texts and pictures --------------------------------------------------------------

    def options(self) -> dict[str, Value]:
        return {
            "players": self.players,
            "size": "auto" if self.automatic else str(self.size),
            "castles": self.castles,
            "quarter-turns": bool(self.quarter_turns),
            "alternate-castles": bool(self.alternate_castles),
        }

    def rows(self) -> list[str]:
        """The cells as rows of letters: a player's, `#` for a castle, `.` for an empty cell."""
        side = range(self.size)
        return ["".join([self.letter_at(r, c) for c in side]) for r in side]

    def letter_at(self, row: int, column: int) -> str:
        """The letter of one cell, as in `rows`."""
        cell = cell_at(row, column)
        for player in range(self.players):
            if self.own[player][cell >> 6] >> (cell & 63) & 1:
                return PLAYER_LETTERS[player]
        return "." if self.empty[cell >> 6] >> (cell & 63) & 1 else "#"

    def block_at(self, row: int, column: int) -> list[tuple[int, int]]:
        """The cells (row and column from 0) of the block there, in reading order."""
        first = cell_at(row, column)
        block = [(row, column)]
        cell = self.ring[first]
        while cell != first:
            block.append((row_of(cell), column_of(cell)))
            cell = self.ring[cell]
        return sorted(block)

    def castles_left(self, player: int) -> int:
        """How many castles the player still has to place."""
        return self._castles_left(player)

    def setting_up(self) -> bool:
        """Whether castles or first pieces are still to be placed."""
        return bool(self._setting_up())

    def set_up_player(self) -> int:
        """The player whose turn it is in the set-up, after what has been placed."""
        return self._set_up_player()

    def can_copy(self, player: int) -> bool:
        """Whether the player would have a legal copy if it were their turn."""
        return bool(self._can_copy(player))

    def finished(self) -> bool:
        """Whether the set-up is over and nobody can copy."""
        return not self._setting_up() and not any(map(self.can_copy, range(self.players)))

    # --- For searches ------------------------------------------------------------------------

    def _allocate(self) -> int:
        if not cython.compiled:
            self.own = [[0] * _PARITIES for _ in range(_MOST_PLAYERS)]
            self.empty = [0] * _PARITIES
            self.heads = [0] * _PARITIES
            self.ring = [0] * 256
        return 0

    def _copy_from(self, other: Position) -> int:
        return copy_fields(self, other, cython.sizeof(ControlV))

    def _hash(self) -> int:
        flags = self.automatic | self.quarter_turns << 1 | self.alternate_castles << 2
        key = self._mix(self.size * 8 + self.castles, self.players * 8 + self.player + 1)
        key = self._mix(key, flags)
        for w in range(_PARITIES):
            key = self._mix(key, self.empty[w])
            for player in range(self.players):
                key = self._mix(key, self.own[player][w])
        return key
