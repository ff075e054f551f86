# cython: annotation_typing=False
"""The rules of Squex: connect your two sides with octagons.

Players in turn put an octagon of theirs on any empty octagon cell. Two octagons of one player
that touch diagonally own the square between them, whoever held it: taking a square from the
opponent is a cut, and the opponent then has two moves in a row (a cut with the first of two
moves forfeits the second). Player 1 joins the top row to the bottom row, player 2 the left
column to the right column; octagons are linked when they are orthogonal neighbours, or diagonal
ones through an own square that can no longer be cut. Whoever joins his sides wins at once.
With `swap`, player 2 may answer the first octagon by taking it over, mirrored.
"""

from __future__ import annotations

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList, Random

MOST = 15
SWAP = 16 * MOST

# The same for the engine room: typed in rules.pxd, out of Python's sight when compiled.
_MOST = MOST
_SWAP = SWAP
_BOTH = 3
_WORDS = 6  # of a set of cells, an empty one before and after
_EVERY_ROW = 0x0001000100010001  # times the bits of one row: the same in all rows of a word
_ROW_ABOVE = 0xFFFF << 48  # the last row of the word before the first
_FINE = 16  # parts of a move in which ways are measured

# Weights of the evaluation, fitted to the results of games between tree searches on many boards.
_SURE = 1100  # what having no way left to go is worth against having the whole way
_TURN = 8  # what being on the move is worth, in parts of a move
_SECOND = 22  # what a second move in a row adds to that

# Moves sort like their texts: a1 a10 a11 ... a15 a2 ... a9 b1 ... swap.
ROWS_BY_TEXT = sorted(range(1, MOST + 1), key=str)


if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit, set_bit, set_byte

    ROW_AT = [0] * 16


def _fill_tables() -> None:
    """The row at each place of a column in order of text."""
    for slot, row in enumerate(ROWS_BY_TEXT):
        ROW_AT[slot] = row


_fill_tables()


def above(words: list[int], w: int) -> int:
    """A word of a set of cells, moved down by a row; uncompiled, with more than 64 bits."""
    return words[w] << 16 | words[w - 1] >> 48


def below(words: list[int], w: int) -> int:
    """The same moved up by a row."""
    return words[w] >> 16 | words[w + 1] << 48


class Squex(Position):
    """A Squex position.

    A move is 16 * column + the place of its row among the row numbers in order of text, or SWAP.
    Boards are one word a row, bit c for column c; rows count from 1, so that the rows 0 and
    rows + 1 are empty borders. Bit c of `squares[p][r]` is the square between the rows r and
    r + 1 and the columns c and c + 1. `joined[p]` are the octagons of p linked to his first side
    (top or left): links never break, so it only grows. `left` is the number of moves left to
    the player.
    """

    rows: int
    columns: int
    swap: bool
    left: int
    stones: int
    own: list[list[int]]
    squares: list[list[int]]
    joined: list[list[int]]

    def __init__(self, rows: int, columns: int, swap: bool) -> None:
        self._allocate()
        self.players = 2
        self.rows = rows
        self.columns = columns
        self.swap = swap
        self.player = 0
        self.left = 1
        self.stones = 0
        self.winners = 0
        self._clear()

    # --- what texts, pictures and classic players need -------------------------------------

    def options(self) -> dict[str, Value]:
        return {"rows": self.rows, "columns": self.columns, "swap": bool(self.swap)}

    def octagon_rows(self) -> list[str]:
        """The octagons, a letter a cell: `x`, `o` or `.`."""
        return [
            "".join([self._letter(self.own[0][r], self.own[1][r], c) for c in range(self.columns)])
            for r in range(1, self.rows + 1)
        ]

    def square_rows(self) -> list[str]:
        """The interior squares, likewise."""
        return [
            "".join(
                [
                    self._letter(self.squares[0][r], self.squares[1][r], c)
                    for c in range(self.columns - 1)
                ]
            )
            for r in range(1, self.rows)
        ]

    def links(self, row: int, column: int, cuttable: bool = False) -> list[tuple[int, int]]:
        """The cells (row, column from 0) linked to the octagon there, for good or, with `cuttable`,
        also through own squares that can still be cut."""
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
        """The position after a legal move if joined sides did not end the game."""
        after = cython.cast(Squex, self._copy())
        after._play_on(move)
        return after

    def may_swap(self) -> bool:
        """Whether `swap` is a legal move now."""
        return bool(self._may_swap())

    @staticmethod
    def _letter(first: int, second: int, column: int) -> str:
        return "x" if first >> column & 1 else "o" if second >> column & 1 else "."

    # --- the engine room -------------------------------------------------------------------

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
        return self._assign(cython.cast(Squex, other))

    def _assign(self, other: Squex) -> int:
        self._copy_base(other)
        self.rows = other.rows
        self.columns = other.columns
        self.swap = other.swap
        self.left = other.left
        self.stones = other.stones
        for p in range(2):
            for r in range(_MOST + 2):
                self.own[p][r] = other.own[p][r]
                self.squares[p][r] = other.squares[p][r]
                self.joined[p][r] = other.joined[p][r]
        return 0

    def _may_swap(self) -> bool:
        """Only the very first octagon, player 1's, may be answered so."""
        if not self.swap or self.stones != 1 or self.player != 1:
            return False
        for r in range(1, self.rows + 1):
            if self.own[0][r]:
                return True
        return False

    def _list_moves(self, out: MoveList) -> int:
        n = 0
        if self.player >= 0:
            for c in range(self.columns):
                for slot in range(_MOST):
                    r = ROW_AT[slot]
                    if r <= self.rows and not (self.own[0][r] | self.own[1][r]) >> c & 1:
                        out.items[n] = 16 * c + slot
                        n += 1
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

    def _play_on(self, move: int) -> int:
        """As `_apply`, without an end."""
        if move == _SWAP:
            return self._take_over()
        bit = 1
        bit <<= move >> 4
        self._hand_over(self._put(self.player, ROW_AT[move & 15], bit))
        self.winners = 0
        return 0

    def _hand_over(self, cut: bool) -> int:
        """Whoever was cut has two moves; else the turn changes after the last move left."""
        if cut:
            self.player = 1 - self.player
            self.left = 2
        elif self.left == 2:
            self.left = 1
        else:
            self.player = 1 - self.player
        return 0

    def _put(self, me: int, row: int, bit: int) -> bool:
        """Puts an octagon of `me` there; tells whether it cuts. A joined pair of sides wins."""
        above = self._take_squares(me, row - 1, self.own[me][row - 1], bit)
        below = self._take_squares(me, row, self.own[me][row + 1], bit)
        self.own[me][row] |= bit
        self.stones += 1
        if self._touches(me, row, bit):
            self._join(me, row, bit)
        return above or below

    def _take_squares(self, me: int, row: int, diagonal: int, bit: int) -> bool:
        """The squares of that row between `bit` and own octagons diagonal to it become own;
        tells whether one was the opponent's."""
        gained = ((diagonal << 1 & bit) >> 1) | (diagonal >> 1 & bit)
        lost = gained & self.squares[1 - me][row]
        self.squares[me][row] |= gained
        self.squares[1 - me][row] ^= lost
        return lost != 0

    def _at_first_side(self, me: int, row: int, bit: int) -> bool:
        """Player 1 begins at the top, player 2 at the left."""
        return bit == 1 if me else row == 1

    def _at_last_side(self, me: int, row: int, bit: int) -> bool:
        """Player 1 ends at the bottom, player 2 at the right."""
        return bit >> (self.columns - 1) == 1 if me else row == self.rows

    def _linked(self, me: int, row: int, beside: int, bit: int) -> int:
        """Own octagons in the neighbouring row `beside` that are linked to the one at `bit`.

        A diagonal link is safe when the two cells across it are the opponent's. (With an own
        octagon across, the three are orthogonal neighbours anyway.)
        """
        theirs = self.own[1 - me]
        kept = self._across_own(me, row, beside, bit)
        across = theirs[beside] & bit
        diagonal = (across << 1 | across >> 1) & theirs[row] & kept
        return self.own[me][beside] & (bit | diagonal)

    def _across_own(self, me: int, row: int, beside: int, bit: int) -> int:
        """The cells in the neighbouring row `beside` that are diagonal to the one at `bit` across
        an own square."""
        squares = self.squares[me][min(row, beside)]
        return (squares & bit >> 1) | (squares & bit) << 1

    def _touches(self, me: int, row: int, bit: int) -> bool:
        """Whether the octagon just put is at the first side or linked to one joined to it.
        (Its diagonal squares are own now: what matters is who is across.)"""
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
        """The octagon is joined to the first side, and so is all that is linked to it.
        To reach the last side so is to win."""
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

    def _take_over(self) -> int:
        """The swap: the first octagon goes, player 2 has one on its mirror cell."""
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

    def _playout(self, random: Random, scratch: MoveList, limit: int) -> int:
        # The list of empty cells is kept up to date; a swap could only come in the first two moves.
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
            Squex._apply(self, move)
            count += 1
        return count

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

    def _score(self, player: int) -> int:
        return 1 if self.winners == 1 << player else 0

    def _may_end(self) -> bool:
        """Not while a way from side to side still lacks octagons in two rows or columns."""
        if self.player == 0:
            missing = self.rows
            for r in range(1, self.rows + 1):
                missing -= self.own[0][r] != 0
        else:
            columns = 0
            for r in range(1, self.rows + 1):
                columns |= self.own[1][r]
            missing = self.columns - count_bits(columns)
        return missing < 2

    # What networks see, named in sight.py. The player to move always joins top and bottom: for the
    # second player the board is mirrored in its main diagonal, on a square grid that holds both.

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
        """A plane of octagons or squares."""
        for r in range(1, self.rows + 1):
            left = rows[r]
            while left:
                set_bit(words, at, self._seen_cell(r - 1, lowest_bit(left)))
                left &= left - 1
        return 0

    def _show_outside(self, words: Row, at: int) -> int:
        """The plane of what the grid has beyond the board."""
        if self.rows == self.columns:
            return 0
        for r in range(self._side()):
            for c in range(self._side()):
                if r >= self.rows or c >= self.columns:
                    set_bit(words, at, self._seen_cell(r, c))
        return 0

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """A swap is found where the octagon is that it takes over."""
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
        """The rows and the columns of the grid."""
        return max(self.rows, self.columns)

    def _seen_cell(self, row: int, column: int) -> int:
        """Where the player to move sees a cell; rows and columns count from 0."""
        if self.player == 0:
            return row * self._side() + column
        return column * self._side() + row

    # The evaluation. A way of a player leads from side to side over his own and empty cells, and is
    # as long as it has empty cells. Its diagonal steps are those that the opponent cannot cut, or
    # not with one move: across two empty cells, or across two of his where the square is the
    # player's or still to be taken. Sets of cells are words of four rows here, 16 bits a row.

    def _evaluate(self, player: int) -> int:
        """Who has the shorter way, in proportion to the ways of both; a turn shortens one."""
        first = self._way(0)
        second = self._way(1)
        turn = _TURN + _SECOND * (self.left - 1)
        lead = second - first + (turn if self.player == 0 else -turn)
        value = _SURE * abs(lead) // (first + second)
        return value if (lead > 0) == (player == 0) else -value

    def _way(self, me: int) -> int:
        """The length of the player's shortest way, in parts of a move; one part less for each cell
        of his last side to which such a way leads."""
        if not cython.compiled:
            mine, empty, falling, rising, near, reached = [[0] * _WORDS for _ in range(6)]
        self._pack(self.own[me], mine)
        self._find_steps(me, mine, empty, falling, rising)
        self._leave(me, reached)
        for moves in range(_MOST * _MOST):
            while self._follow(me, mine, falling, rising, near, reached):
                pass
            goals = self._goals(me, reached)
            if goals:
                return _FINE * (moves + 1) - goals
            for w in range(1, _WORDS - 1):
                reached[w] |= near[w] & empty[w]
        return _FINE * _MOST * _MOST  # cannot happen: only a winner leaves the other no way

    def _pack(self, rows: list[int], words: list[int]) -> int:
        """Four rows a word, the first row in the word 1."""
        words[0] = words[_WORDS - 1] = 0
        for w in range(1, _WORDS - 1):
            words[w] = rows[4 * w]
            for r in range(4 * w - 1, 4 * w - 4, -1):
                words[w] = words[w] << 16 | rows[r]
        return 0

    def _find_steps(
        self, me: int, mine: list[int], empty: list[int], falling: list[int], rising: list[int]
    ) -> int:
        """The empty cells, and the squares that the player may step across from top left to
        bottom right and from bottom left to top right."""
        if not cython.compiled:
            theirs, squares = [[0] * _WORDS for _ in range(2)]
        self._pack(self.own[1 - me], theirs)
        self._pack(self.squares[1 - me], squares)
        self._find_empty(mine, theirs, empty)
        for w in range(1, _WORDS - 1):
            across = theirs[w] >> 1 & below(theirs, w)
            across ^= across & squares[w] & mine[w] & below(mine, w) >> 1
            falling[w] = across | empty[w] >> 1 & below(empty, w)
            across = theirs[w] & below(theirs, w) >> 1
            across ^= across & squares[w] & mine[w] >> 1 & below(mine, w)
            rising[w] = across | empty[w] & below(empty, w) >> 1
        falling[0] = rising[0] = 0
        return 0

    def _find_empty(self, mine: list[int], theirs: list[int], empty: list[int]) -> int:
        row = (1 << self.columns) - 1
        for w in range(_WORDS):
            empty[w] = 0
        for w in range(1, self._last_word() + 1):
            missing = max(4 * w - self.rows, 0)  # rows of the word
            empty[w] = (_EVERY_ROW * row >> 16 * missing) ^ mine[w] ^ theirs[w]
        return 0

    def _last_word(self) -> int:
        return self.rows + 3 >> 2

    def _leave(self, me: int, reached: list[int]) -> int:
        """Nothing is reached but, above the board, the first side of player 1."""
        for w in range(_WORDS):
            reached[w] = 0
        if me == 0:
            reached[0] = _ROW_ABOVE
        return 0

    def _follow(
        self,
        me: int,
        mine: list[int],
        falling: list[int],
        rising: list[int],
        near: list[int],
        reached: list[int],
    ) -> bool:
        """Finds what is near the cells reached or, left of the board, the first side of player 2.
        The player's own octagons there are reached as well; tells whether any is new."""
        new = 0
        for w in range(1, self._last_word() + 1):
            here = reached[w]
            down = above(reached, w)
            up = below(reached, w)
            near[w] = here << 1 | here >> 1 | down | up | (_EVERY_ROW if me else 0)
            near[w] |= (down & above(falling, w)) << 1 | down >> 1 & above(rising, w)
            near[w] |= (up & rising[w]) << 1 | up >> 1 & falling[w]
            reached[w] |= near[w] & mine[w]
            new |= reached[w] ^ here
        return new != 0

    def _goals(self, me: int, reached: list[int]) -> int:
        """How many cells of the player's last side are reached."""
        if me == 0:
            return count_bits(reached[self._last_word()] >> 16 * (self.rows - 1 & 3))
        goals = 0
        for w in range(1, self._last_word() + 1):
            goals += count_bits(reached[w] >> (self.columns - 1) & _EVERY_ROW)
        return goals

    def _set_up(self, octagons: list[str], squares: list[str], player: int, left: int) -> None:
        """Becomes the given board; a path of either player ends the game."""
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

    def _join_sides(self) -> int:
        """Joins what a given board links to the first sides."""
        for me in range(2):
            for row in range(1, self.rows + 1):
                for c in range(self.columns):
                    bit = 1
                    bit <<= c
                    if self.own[me][row] & bit and self._at_first_side(me, row, bit):
                        self._join(me, row, bit)
        return 0


def start(options: Options) -> Squex:
    """The empty board."""
    return Squex(int(options["rows"]), int(options["columns"]), bool(options["swap"]))


def set_up(
    options: Options, octagons: list[str], squares: list[str], player: int, left: int
) -> Squex:
    """The position with these rows of octagons and squares, letters as in `octagon_rows`."""
    position = start(options)
    position._set_up(octagons, squares, player, left)
    return position
