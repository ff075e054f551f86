"""The rules of Squex: connect your two sides with octagons.

The players take turns. A move puts an octagon on any empty octagon cell. When two octagons of a
player touch diagonally, that player owns the square between them, even if it had an owner. Taking
a square from the opponent is a cut, and the opponent then has two moves in a row. (A cut with the
first of two moves forfeits the second.) Player 1 connects the top row to the bottom row, player 2
the left column to the right column. Octagons are linked if they are orthogonal neighbours, or
diagonal neighbours across an own square that can no longer be cut. The first player to connect
their two sides wins. With `swap`, player 2 may reply to the first octagon by taking it over,
mirrored in the main diagonal.
"""

from __future__ import annotations

from typing import Self

import cython

from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList, Random

MOST = 15
SWAP = 16 * MOST

# The same as C numbers, typed in rules.pxd; Python cannot see these when compiled.
_MOST = MOST
_SWAP = SWAP
_BOTH = 3

# Moves are in the order of their texts: a1 a10 a11 ... a15 a2 ... a9 b1 ... swap.
ROWS_BY_TEXT = sorted(range(1, MOST + 1), key=str)

if not cython.compiled:
    from tabuleiro.core.position import copy_fields

    ROW_AT = [0] * 16


def _fill_tables() -> None:
    """ROW_AT: the row at each place of a column, in the order of the texts."""
    for slot, row in enumerate(ROWS_BY_TEXT):
        ROW_AT[slot] = row


_fill_tables()


class Squex(Position):
    """The moves, the end and the set-up of Squex.

    A move is 16 * column + the place of its row in ROWS_BY_TEXT, or SWAP. Boards have one word per
    row, with bit c for column c. Rows count from 1; rows 0 and rows + 1 are empty borders. Bit c of
    `squares[p][r]` is the square between rows r and r + 1 and columns c and c + 1. `joined[p]` has
    the octagons of p that are linked to the first side of p (top or left). Links never break, so
    it only grows. `left` is the number of moves that the player has left.
    """

    # --- Moves -------------------------------------------------------------------------------

    def _list_moves(self, out: MoveList) -> int:
        # Without `reserve`: there are at most 225 moves, and a new list has room for 512.
        n = 0
        if self.player >= 0:
            for c in range(self.columns):
                for slot in range(_MOST):
                    r = ROW_AT[slot]
                    if r <= self.rows:
                        # Whether a cell is empty is unpredictable, so there is no branch on it.
                        out.items[n] = 16 * c + slot
                        n += 1 ^ (self.own[0][r] | self.own[1][r]) >> c & 1
            if self._may_swap():
                out.items[n] = _SWAP
                n += 1
        out.count = n
        return 0

    def _is_legal(self, move: int) -> bool:
        if self.player < 0:
            return False
        if move >= _SWAP:
            return move == _SWAP and self._may_swap()
        c = move >> 4
        slot = move & 15
        if c >= self.columns or slot >= _MOST or ROW_AT[slot] > self.rows:
            return False
        return not (self.own[0][ROW_AT[slot]] | self.own[1][ROW_AT[slot]]) >> c & 1

    def _apply(self, move: int) -> int:
        if move == _SWAP:
            return self._take_over()
        bit = 1
        bit <<= move >> 4
        cut = self._put(self.player, ROW_AT[move & 15], bit)
        if self.winners:
            self._end(self.winners)
            self.left = 1
        else:
            self._hand_over(cut)
        if self.stones == self.rows * self.columns and not self.winners:
            self._end(_BOTH)  # cannot happen: on a full board exactly one player is joined
        return 0

    def _hand_over(self, cut: bool) -> int:
        """After a cut the opponent has two moves; else the turn ends with its last move."""
        if cut:
            self.player = 1 - self.player
            self.left = 2
        elif self.left == 2:
            self.left = 1
        else:
            self.player = 1 - self.player
        return 0

    def _may_swap(self) -> bool:
        """Player 2 may swap only in reply to the very first octagon."""
        if not self.swap or self.stones != 1 or self.player != 1:
            return False
        for r in range(1, self.rows + 1):
            if self.own[0][r]:
                return True
        return False

    def _take_over(self) -> int:
        """The swap: player 1's octagon is removed, and player 2 gets one on the mirrored cell."""
        row = 1
        while not self.own[0][row]:
            row += 1
        bits = self.own[0][row]
        column = 0
        while not bits >> column & 1:
            column += 1
        bit = 1
        bit <<= row - 1
        self._clear()
        self.stones = 0
        self._put(1, column + 1, bit)
        self.player = 0
        self.left = 1
        return 0

    # --- Squares and cuts --------------------------------------------------------------------

    def _put(self, me: int, row: int, bit: int) -> bool:
        """Put an octagon of `me` there; connected sides win. Return whether the move is a cut."""
        above = self._take_squares(me, row - 1, self.own[me][row - 1], bit)
        below = self._take_squares(me, row, self.own[me][row + 1], bit)
        self.own[me][row] |= bit
        self.stones += 1
        if self._touches(me, row, bit):
            self._join(me, row, bit)
        return above or below

    def _take_squares(self, me: int, row: int, diagonal: int, bit: int) -> bool:
        """Give `me` the squares of that row between `bit` and own octagons diagonal to it. Return
        whether one of them was the opponent's."""
        gained = ((diagonal << 1 & bit) >> 1) | (diagonal >> 1 & bit)
        lost = gained & self.squares[1 - me][row]
        self.squares[me][row] |= gained
        self.squares[1 - me][row] ^= lost
        return lost != 0

    # --- Links and the end of the game -------------------------------------------------------

    def _touches(self, me: int, row: int, bit: int) -> bool:
        """Whether the octagon just put is at the first side or linked to one that is connected to
        it. (It owns its diagonal squares now, so only the cells across them matter.)"""
        joined = self.joined[me]
        theirs = self.own[1 - me]
        above = theirs[row - 1] & bit
        below = theirs[row + 1] & bit
        return (
            (joined[row - 1] & (bit | (above << 1 | above >> 1) & theirs[row]))
            | (joined[row] & (bit << 1 | bit >> 1))
            | (joined[row + 1] & (bit | (below << 1 | below >> 1) & theirs[row]))
        ) != 0 or self._at_first_side(me, row, bit)

    def _join(self, me: int, row: int, bit: int) -> int:
        """Connect the octagon and all that is linked to it. Reaching the last side wins."""
        self.joined[me][row] |= bit
        if self._at_last_side(me, row, bit):
            self.winners = 1 << me
        self._join_all(me, row - 1, self._linked(me, row, row - 1, bit))
        self._join_all(me, row, self.own[me][row] & (bit << 1 | bit >> 1))
        self._join_all(me, row + 1, self._linked(me, row, row + 1, bit))
        return 0

    def _join_all(self, me: int, row: int, bits: int) -> int:
        bits ^= bits & self.joined[me][row]
        while bits:
            bit = bits & -bits
            self._join(me, row, bit)
            bits ^= bits & self.joined[me][row]
        return 0

    def _linked(self, me: int, row: int, beside: int, bit: int) -> int:
        """The own octagons in the neighbouring row `beside` that are linked to the one at `bit`.

        A diagonal link is safe once the opponent has both cells across it. (If one of them is an
        own octagon, the three are orthogonal neighbours anyway.)
        """
        theirs = self.own[1 - me]
        kept = self._across_own(me, row, beside, bit)
        across = theirs[beside] & bit
        diagonal = (across << 1 | across >> 1) & theirs[row] & kept
        return self.own[me][beside] & (bit | diagonal)

    def _across_own(self, me: int, row: int, beside: int, bit: int) -> int:
        """The cells in the next row `beside` that are diagonal to `bit` across an own square."""
        squares = self.squares[me][min(row, beside)]
        return (squares & bit >> 1) | (squares & bit) << 1

    def _at_first_side(self, me: int, row: int, bit: int) -> bool:
        """The first side is the top for player 1, the left for player 2."""
        return bit == 1 if me else row == 1

    def _at_last_side(self, me: int, row: int, bit: int) -> bool:
        """The last side is the bottom for player 1, the right for player 2."""
        return bit >> (self.columns - 1) == 1 if me else row == self.rows

    def _score(self, player: int) -> int:
        return 1 if self.winners == 1 << player else 0

    # --- Set-up ------------------------------------------------------------------------------

    def __init__(
        self, options: Options, octagons: list[str], squares: list[str], player: int, left: int
    ) -> None:
        """The position with these rows of letters, as in `octagon_rows` and `square_rows`. If a
        player's sides are connected, the game is over."""
        self._allocate()
        self.players = 2
        self.rows = int(options["rows"])
        self.columns = int(options["columns"])
        self.swap = bool(options["swap"])
        self.winners = 0
        self.stones = 0
        for r in range(self.rows):
            for c in range(self.columns):
                if octagons[r][c] != ".":
                    owner = "xo".index(octagons[r][c])
                    self.own[owner][r + 1] |= 1 << c
                    self.stones += 1
        for r in range(self.rows - 1):
            for c in range(self.columns - 1):
                if squares[r][c] != ".":
                    self.squares["xo".index(squares[r][c])][r + 1] |= 1 << c
        self._join_sides()
        self.player = -1 if self.winners else player
        self.left = 1 if self.winners else left

    @classmethod
    def start(cls, options: Options) -> Self:
        """The empty board."""
        rows, columns = int(options["rows"]), int(options["columns"])
        squares = ["." * (columns - 1)] * (rows - 1)
        return cls(options, ["." * columns] * rows, squares, 0, 1)

    def _join_sides(self) -> int:
        """Find what the given board connects to the first sides."""
        for me in range(2):
            for row in range(1, self.rows + 1):
                for c in range(self.columns):
                    bit = 1
                    bit <<= c
                    if self.own[me][row] & bit and self._at_first_side(me, row, bit):
                        self._join(me, row, bit)
        return 0

    # --- For texts, pictures and classic players ---------------------------------------------

    def options(self) -> dict[str, Value]:
        return {"rows": self.rows, "columns": self.columns, "swap": bool(self.swap)}

    def octagon_rows(self) -> list[str]:
        """The octagons as rows of letters: `x`, `o` or `.`."""
        return [
            "".join([self._letter(self.own[0][r], self.own[1][r], c) for c in range(self.columns)])
            for r in range(1, self.rows + 1)
        ]

    def square_rows(self) -> list[str]:
        """The interior squares as rows of letters."""
        return [
            "".join(
                [
                    self._letter(self.squares[0][r], self.squares[1][r], c)
                    for c in range(self.columns - 1)
                ]
            )
            for r in range(1, self.rows)
        ]

    @staticmethod
    def _letter(first: int, second: int, column: int) -> str:
        return "x" if first >> column & 1 else "o" if second >> column & 1 else "."

    def links(self, row: int, column: int, cuttable: bool = False) -> list[tuple[int, int]]:
        """The cells (row and column from 0) linked to the octagon there. With `cuttable`, also
        those linked through own squares that can still be cut."""
        row += 1
        bit = 1 << column
        owner = 0 if self.own[0][row] & bit else 1
        linked = [(row, self.own[owner][row] & (bit << 1 | bit >> 1))]
        for beside in (row - 1, row + 1):
            bits = self._linked(owner, row, beside, bit)
            if cuttable:
                bits |= self.own[owner][beside] & self._across_own(owner, row, beside, bit)
            linked.append((beside, bits))
        return [(r - 1, c) for r, bits in linked for c in range(self.columns) if bits >> c & 1]

    def played_on(self, move: int) -> Squex:
        """The position after a legal move, as if connected sides did not end the game."""
        after = cython.cast(Squex, self._copy())
        after._play_on(move)
        return after

    def _play_on(self, move: int) -> int:
        """Like `_apply`, but the game does not end."""
        if move == _SWAP:
            return self._take_over()
        bit = 1
        bit <<= move >> 4
        self._hand_over(self._put(self.player, ROW_AT[move & 15], bit))
        self.winners = 0
        return 0

    def may_swap(self) -> bool:
        """Whether `swap` is a legal move now."""
        return bool(self._may_swap())

    # --- For searches ------------------------------------------------------------------------

    def _allocate(self) -> int:
        if not cython.compiled:
            self.own = [[0] * (_MOST + 2) for _ in range(2)]
            self.squares = [[0] * (_MOST + 2) for _ in range(2)]
            self.joined = [[0] * (_MOST + 2) for _ in range(2)]
        return 0

    def _clear(self) -> int:
        for p in range(2):
            for r in range(_MOST + 2):
                self.own[p][r] = 0
                self.squares[p][r] = 0
                self.joined[p][r] = 0
        return 0

    def _copy_from(self, other: Position) -> int:
        return copy_fields(self, other, cython.sizeof(Squex))

    def _hash(self) -> int:
        key = self._mix(self.rows * 16 + self.columns, 4 * (self.player + 1) + self.left)
        key = self._mix(key, self.swap)
        for r in range(1, self.rows + 1):
            octagons = self.own[0][r]
            octagons |= cython.cast(cython.ulonglong, self.own[1][r]) << 16
            octagons |= cython.cast(cython.ulonglong, self.squares[0][r]) << 32
            octagons |= cython.cast(cython.ulonglong, self.squares[1][r]) << 48
            key = self._mix(key, octagons)
        return key

    def _playout(self, random: Random, scratch: MoveList, limit: int) -> int:
        # The cells are listed once and then removed one by one: faster than a list for each move.
        # A swap is possible only in the first two moves.
        count = 0
        if self.swap and self.stones < 2:
            count = Position._playout(self, random, scratch, min(limit, 2 - self.stones))
        self._list_moves(scratch)
        n = scratch.count
        while self.player >= 0 and count < limit:
            i = random.below(n)
            move = scratch.items[i]
            n -= 1
            scratch.items[i] = scratch.items[n]
            Squex._apply(self, move)  # naming the class makes the call a direct one
            count += 1
        return count
