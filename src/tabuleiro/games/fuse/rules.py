"""The rules of Fuse: slide your discs in from the ring and build the largest group.

A ring of starting spots, without corners, surrounds an area of rows x columns cells. At the start
there is a disc on every spot; half of them are white (player 1), half black. The players take
turns, White first. A move takes an own disc from its spot and slides it straight into the area, to
any cell of its line. It pushes the discs it meets ahead of it, each only as far as needed. No disc
may be pushed out of the area, and in the area a disc moves only when it is pushed. So a disc can go
as deep as its line has empty cells. A player who cannot move passes; when nobody can, the game is
over. Discs of one colour that are orthogonal neighbours in the area form a group. A player's score
is the size of their largest group or, with `product`, the product of the sizes of all their groups.
A king counts 2. With `ring-counts`, discs that are still on the ring belong to groups as well.
"""

from typing import Self

import cython

from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList, Random
from tabuleiro.games.fuse.random_start import start_rows

MOST = 6

# Words of 64 bits, typed in rules.pxd: a byte for each column and a bit for each row, or numbers of
# a byte each.
_WORD = 0xFFFFFFFFFFFFFFFF
_ONES = 0x0101010101010101
_HIGHS = 0x8080808080808080
_BELOW_TOP = 0xFEFEFEFEFEFEFEFE
_ABOVE_BOTTOM = 0x7F7F7F7F7F7F7F7F
_TO_BYTES = 0x0002040810204081
_TO_BITS = 0x0102040810204080

# A line of the area is six bits; the lowest is the cell next to the spot from which it is seen.
if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit
    from tabuleiro.core.position import copy_fields

    LANDED = bytearray(MOST << 12)
    FLIPPED = bytearray((MOST + 1) << 6)


def _landing(distance: int, some: int, others: int) -> int:
    """Where the discs `some` of a line are after a disc has slid to `distance`; `others` are the
    rest. A disc that is met stops one cell beyond the disc that pushes it."""
    landed = 0
    front = distance
    for cell in range(1, MOST + 1):
        bit = 1 << (cell - 1)
        if (some | others) & bit:
            front = max(cell, front + 1)
            if some & bit:
                landed |= 1 << (front - 1)
    return landed & 63  # a landing beyond the line is never looked up


def _fill_tables() -> None:
    """LANDED has every landing. FLIPPED has each line as it is (under 0) and, under each length, as
    it is seen from its other end."""
    for distance in range(1, MOST + 1):
        for some in range(64):
            for others in range(64):
                if some & others == 0:
                    at = (distance - 1) << 12 | some << 6 | others
                    LANDED[at] = _landing(distance, some, others)
    for line in range(64):
        FLIPPED[line] = line
        for length in range(1, MOST + 1):
            flipped = 0
            for cell in range(length):
                flipped |= (line >> cell & 1) << (length - 1 - cell)
            FLIPPED[length << 6 | line] = flipped


_fill_tables()


def _spread(bits: int) -> int:
    """Bit i of the lowest seven bits as the number 0 or 1 in byte i."""
    return (bits * _TO_BYTES) & _ONES


def _first_above(sums: int, number: int) -> int:
    """The first byte above `number`. The bytes ascend, and all of them are below 128."""
    not_above = (number * _ONES | _HIGHS) - sums & _HIGHS
    return ((not_above >> 7) * _ONES & _WORD) >> 56


def line_of(board: int, vertical: bool, index: int) -> int:
    """The discs of `board`, which has none on the ring, in a column or row of the area."""
    if vertical:
        return board >> (8 * index + 1) & 63
    return ((board >> index & _ONES) * _TO_BITS & _WORD) >> 57 & 63


def _on_board(line: int, vertical: bool, index: int) -> int:
    """The board with those discs in a column or row of the area, and no others."""
    board = line
    if vertical:
        return board << (8 * index + 1)
    return _spread(board) << (8 + index)


class Fuse(Position):
    """The moves, the end and the set-up of Fuse.

    A cell is 8 * column + row, counted over the whole grid from the ring's column a and row 0, so
    that cells sort like their texts. A move is 64 * spot + end. Boards are words with a bit for
    each cell: `discs[p]` are those of player p on ring and area, `crowns` the kings of both. `room`
    has a byte for each line: `room[1]` the number of empty cells of each column of the area,
    `room[0]` of each row. The spots at the top or left of a line are its near side, the others its
    far side.
    """

    # --- Moves -------------------------------------------------------------------------------

    def _list_moves(self, out: MoveList) -> int:
        # Without `reserve`: 24 spots have at most 6 moves each, and a new list has room for 512.
        out.count = 0
        if self.player >= 0:
            waiting = self.discs[self.player] & (self.area ^ _WORD)
            while waiting:
                self._list_from(lowest_bit(waiting), out)
                waiting &= waiting - 1
        return 0

    def _list_from(self, spot: int, out: MoveList) -> int:
        """Add the moves of the disc on a spot, in the order of their texts."""
        depth = self._depth(spot)
        step = 1 if self._is_vertical(spot) else 8
        end = spot + step
        if spot & 7 == self.rows + 1 or spot >> 3 == self.columns + 1:
            end = spot - step * depth
        for _ in range(depth):
            out.items[out.count] = 64 * spot + end
            out.count += 1
            end += step
        return 0

    def _depth(self, spot: int) -> int:
        """A disc can go as deep as its line has empty cells."""
        if self._is_vertical(spot):
            return self.room[1] >> (spot & 56) & 7
        return self.room[0] >> 8 * (spot & 7) & 7

    def _is_vertical(self, spot: int) -> bool:
        """Whether discs slide from the spot along a column."""
        return spot & 7 == 0 or spot & 7 == self.rows + 1

    def _apply(self, move: int) -> int:
        spot = move >> 6
        end = move & 63
        distance = end - spot if end > spot else spot - end
        if self._is_vertical(spot):
            self._slide(True, spot >> 3, end < spot, distance)
        else:
            self._slide(False, spot & 7, end < spot, distance >> 3)
        self._pass_turn()
        return 0

    def _slide(self, vertical: bool, index: int, far: bool, distance: int) -> int:
        """Slide the disc on the spot at the near or far side of a line into the area."""
        me = self.player
        flip = 0
        if far:
            flip = (self.rows if vertical else self.columns) << 6
        mine = FLIPPED[flip | line_of(self.discs[me] & self.area, vertical, index)]
        theirs = FLIPPED[flip | line_of(self.discs[1 - me] & self.area, vertical, index)]
        landing = (distance - 1) << 12
        my_goals = LANDED[landing | mine << 6 | theirs] | 1 << (distance - 1)
        their_goals = LANDED[landing | theirs << 6 | mine]
        leaving = self._spot(vertical, index, far)
        # A king keeps its crown, whether it slides or is pushed.
        if self.crowns:
            self._carry_crowns(leaving, vertical, index, flip, distance, mine | theirs)
        self.discs[me] ^= leaving ^ _on_board(FLIPPED[flip | mine ^ my_goals], vertical, index)
        self.discs[1 - me] ^= _on_board(FLIPPED[flip | theirs ^ their_goals], vertical, index)
        # The line has one empty cell less. The lines across it gain and lose the cells changed.
        taken = 1
        self.room[vertical] -= taken << 8 * index
        self.room[1 - vertical] += _spread(FLIPPED[flip | mine | theirs]) << 8
        self.room[1 - vertical] -= _spread(FLIPPED[flip | my_goals | their_goals]) << 8
        return 0

    def _spot(self, vertical: bool, index: int, far: bool) -> int:
        """The board with only the spot at the near or far side of a line."""
        spot = 1
        if vertical:
            return spot << (8 * index + (self.rows + 1 if far else 0))
        return spot << (index + 8 * (self.columns + 1 if far else 0))

    def _carry_crowns(
        self, leaving: int, vertical: bool, index: int, flip: int, distance: int, discs: int
    ) -> int:
        """Move the crowns of a line, whose discs are given, as `_slide` moves the discs."""
        crowned = FLIPPED[flip | line_of(self.crowns & self.area, vertical, index)]
        goals = LANDED[(distance - 1) << 12 | crowned << 6 | (discs ^ crowned)]
        if self.crowns & leaving:
            self.crowns ^= leaving
            goals |= 1 << (distance - 1)
        self.crowns ^= _on_board(FLIPPED[flip | crowned ^ goals], vertical, index)
        return 0

    # --- Turns and the end -------------------------------------------------------------------

    def _pass_turn(self) -> int:
        """The opponent is next. A player who cannot move passes; if nobody can, it is over."""
        if self._can_move(1 - self.player):
            self.player = 1 - self.player
        elif not self._can_move(self.player):
            self._finish()
        return 0

    def _can_move(self, player: int) -> bool:
        """Whether a disc of the player on the ring can slide in."""
        return (
            self._choices(player, True, False)
            | self._choices(player, True, True)
            | self._choices(player, False, False)
            | self._choices(player, False, True)
        ) != 0

    def _choices(self, player: int, vertical: bool, far: bool) -> int:
        """The number of moves from that side of each line, in the byte of the line."""
        return self.room[vertical] & self._waiting(player, vertical, far) * 255

    def _waiting(self, player: int, vertical: bool, far: bool) -> int:
        """1 in the byte of each line at whose side the player has a disc on the ring."""
        if vertical:
            return self.discs[player] >> (self.rows + 1 if far else 0) & _ONES
        return _spread(self.discs[player] >> (8 * (self.columns + 1) if far else 0) & 126)

    def _finish(self) -> int:
        """The higher score wins; equal scores are a draw."""
        lead = self._score(0) - self._score(1)
        return self._end(3 if lead == 0 else 1 if lead > 0 else 2)

    # --- Groups and scores -------------------------------------------------------------------

    def _score(self, player: int) -> int:
        """The largest group, or the product of all groups; 0 without a group."""
        left = self._counting(player)
        score = 0
        while left:
            group = self._group(left)
            size = self._size(group)
            if self.product:
                score = max(score, 1) * size
            else:
                score = max(score, size)
            left ^= group
        return score

    def _counting(self, player: int) -> int:
        """The discs that belong to groups."""
        if self.ring_counts:
            return self.discs[player]
        return self.discs[player] & self.area

    def _group(self, discs: int) -> int:
        """The group of the first of these discs: all that orthogonal steps reach from it."""
        group = 0
        grown = discs & -discs
        while grown != group:
            group = grown
            beside = (group << 1 & _BELOW_TOP) | (group >> 1 & _ABOVE_BOTTOM)
            grown |= (beside | group << 8 | group >> 8) & discs
        return group

    def _size(self, group: int) -> int:
        """A king counts 2, any other disc 1."""
        return count_bits(group) + count_bits(group & self.crowns)

    # --- Set-up ------------------------------------------------------------------------------

    def __init__(self, options: Options, grid: list[str], player: int) -> None:
        """The position with this grid, letters as in `grid_rows`, and that player to move. If
        nobody can move, the game is over."""
        self._allocate()
        self.players = 2
        self.player = player
        self.winners = 0
        self.rows = int(options["rows"])
        self.columns = int(options["columns"])
        self.product = options["scoring"] == "product"
        self.kings = int(options["kings"])
        self.ring_counts = bool(options["ring-counts"])
        self.crowns = 0
        self.area = 0
        for column in range(1, self.columns + 1):
            self.area |= _on_board((1 << self.rows) - 1, True, column)
        for row in range(self.rows + 2):
            for column in range(self.columns + 2):
                self._put(grid[row][column], 8 * column + row)
        if not self._can_move(0) and not self._can_move(1):
            self._finish()

    @classmethod
    def start(cls, options: Options) -> Self:
        """The start that is drawn with the option `seed`."""
        sides = int(options["rows"]), int(options["columns"])
        grid = start_rows(*sides, int(options["kings"]), int(options["seed"]))
        return cls(options, grid, 0)

    def _put(self, letter: str, cell: int) -> int:
        """Put the disc of a letter on a cell; if there is none, count the room."""
        one = 1
        if letter != ".":
            self.discs["xo".index(letter.lower())] |= one << cell
            if letter.isupper():
                self.crowns |= one << cell
        elif self.area >> cell & 1:
            self.room[1] += one << (cell & 56)
            self.room[0] += one << 8 * (cell & 7)
        return 0

    # --- For the evaluation ------------------------------------------------------------------
    # Here, because calls of `_choices` from its module make alpha-beta about 5 % slower.

    def _coming(self, player: int) -> int:
        """How many discs of the player on the ring can slide in. (A byte of the choices above 0
        carries into its highest bit.)"""
        coming = 0
        for side in range(4):
            choices = self._choices(player, side > 1, side % 2 == 1)
            coming += count_bits(choices + (_HIGHS - _ONES) & _HIGHS)
        return coming

    def _ways(self, player: int) -> int:
        """The number of moves that the player would have."""
        choices = self._choices(player, True, False) + self._choices(player, True, True)
        choices += self._choices(player, False, False) + self._choices(player, False, True)
        return (choices * _ONES & _WORD) >> 56

    # --- For texts, pictures and classic players ---------------------------------------------

    def options(self) -> dict[str, Value]:
        return {
            "rows": self.rows,
            "columns": self.columns,
            "scoring": "product" if self.product else "largest",
            "kings": self.kings,
            "ring-counts": bool(self.ring_counts),
        }

    def grid_rows(self) -> list[str]:
        """The whole grid as rows of letters: `x`, `o`, a capital for a king, or `.`."""
        return [
            "".join([self._letter(8 * column + row) for column in range(self.columns + 2)])
            for row in range(self.rows + 2)
        ]

    def _letter(self, cell: int) -> str:
        for player in range(2):
            if self.discs[player] >> cell & 1:
                return "XO"[player] if self.crowns >> cell & 1 else "xo"[player]
        return "."

    def can_move(self, player: int) -> bool:
        """Whether a player has a disc on the ring that can slide in."""
        return bool(self._can_move(player))

    def depth(self, spot: int) -> int:
        """How many cells deep a disc can slide in from a spot."""
        return self._depth(spot)

    def groups(self, player: int) -> list[tuple[int, list[int]]]:
        """The size and the cells of each of a player's groups, ordered by their first cells."""
        found = []
        left = self._counting(player)
        while left:
            group = self._group(left)
            cells = [cell for cell in range(64) if group >> cell & 1]
            found.append((self._size(group), cells))
            left ^= group
        return found

    def largest_group(self, player: int) -> int:
        """The size of a player's largest group; 0 if there is none."""
        return max([size for size, _ in self.groups(player)], default=0)

    # --- For searches ------------------------------------------------------------------------

    def _allocate(self) -> int:
        if not cython.compiled:
            self.discs = [0, 0]
            self.room = [0, 0]
        return 0

    def _copy_from(self, other: Position) -> int:
        return copy_fields(self, other, cython.sizeof(Fuse))

    def _hash(self) -> int:
        key = self._mix(self.rows * 8 + self.columns, 4 * self.kings + self.player + 1)
        key = self._mix(key, 2 * self.product + self.ring_counts)
        key = self._mix(key, self.discs[0])
        key = self._mix(key, self.discs[1])
        return self._mix(key, self.crowns)

    def _playout(self, random: Random, scratch: MoveList, limit: int) -> int:
        count = 0
        while self.player >= 0 and count < limit:
            self._play_one(random)
            count += 1
        return count

    def _play_one(self, random: Random) -> int:
        """Play a random move without listing any. The moves are numbered line by line, columns
        first and in each line from the near side, and a number is drawn."""
        # A product with _ONES adds up the bytes: byte i is the number of moves in lines 0 to i.
        near = self._choices(self.player, True, False)
        sums = (near + self._choices(self.player, True, True)) * _ONES & _WORD
        near_rows = self._choices(self.player, False, False)
        sums_rows = (near_rows + self._choices(self.player, False, True)) * _ONES & _WORD
        in_columns = sums >> 56
        number = random.below(in_columns + (sums_rows >> 56))
        vertical = number < in_columns
        if not vertical:
            number -= in_columns
            near = near_rows
            sums = sums_rows
        index = _first_above(sums, number)
        number -= sums << 8 >> 8 * index & 255
        from_near = near >> 8 * index & 255
        far = number >= from_near
        if far:
            number -= from_near
        self._slide(vertical, index, far, number + 1)
        return self._pass_turn()
