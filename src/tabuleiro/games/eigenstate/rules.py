"""The rules of Eigenstate: give your pieces pegs, which are the ways they move.

Each player has six pieces on a board of 6 × 6. A piece is a grid of 5 × 5 holes, drawn the same way
for both players; a peg in a hole allows the displacement from the centre of the piece to that hole.
A turn is a move of one own piece by one of its pegs, to any cell of the board, over anything. A
piece of either player on that cell is captured, with its pegs. Then the player puts two pegs into
empty holes of own pieces on the board. What is not possible is skipped: the move of a player who
has none, and pegs for which there is no hole. A player with at most one piece left has lost. When
both players have two, a piece full of pegs wins for its owner, and it is a draw if both have one.
In the variant `last-two`, it is enough that one player has two pieces; in `capture-only`, a full
piece has no effect.
"""

from typing import Self

import cython

from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList, Random

SIZE = 6
HOLES = 24
STRIDE = 64
MOST_PIECES = 6
PEGS_A_TURN = 2
VARIANTS = ("standard", "last-two", "capture-only")

START_ROWS = ["xxxxxx", "......", "......", "......", "......", "oooooo"]
START_MASKS = [0x000080] * 6 + [0x010000] * 6

# The same as C numbers, typed in rules.pxd; Python cannot see these when compiled.
_CELLS = SIZE * SIZE
_HOLES = HOLES
_STRIDE = STRIDE
_PEGS_A_TURN = PEGS_A_TURN
_FULL = 0xFFFFFF
_LAST_TWO = 1
_CAPTURE_ONLY = 2

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit
    from tabuleiro.core.position import copy_fields

    COUNT = [0] * 256
    NTH = [[0] * 8 for _ in range(256)]
    ON_BOARD = [0] * 36
    TARGET = [[0] * 24 for _ in range(36)]


def hole_at(hole: int) -> tuple[int, int]:
    """Row and column, from 0, of a hole; the centre is not a hole."""
    place = hole + (hole >= HOLES // 2)
    return place % 5, place // 5


def _fill_bit_tables() -> None:
    """COUNT: the number of set bits of a byte. NTH: their places."""
    for byte in range(256):
        places = [place for place in range(8) if byte >> place & 1]
        COUNT[byte] = len(places)
        for number, place in enumerate(places):
            NTH[byte][number] = place


def _fill_board_tables() -> None:
    """TARGET: the cell to which a peg leads from a cell, -1 if that is off the board. ON_BOARD: a
    bit for each hole whose peg leads to a cell of the board."""
    for cell in range(_CELLS):
        ON_BOARD[cell] = 0
        for hole in range(_HOLES):
            row, column = hole_at(hole)
            row += cell % SIZE - 2
            column += cell // SIZE - 2
            TARGET[cell][hole] = -1
            if 0 <= row < SIZE and 0 <= column < SIZE:
                TARGET[cell][hole] = SIZE * column + row
                ON_BOARD[cell] |= 1 << hole


_fill_bit_tables()
_fill_board_tables()


def target_of(cell: int, hole: int) -> int:
    """The cell to which a peg in the hole leads from a cell, -1 if that is off the board."""
    return TARGET[cell][hole]


def _nth(bits: int, number: int) -> int:
    """The place of a set bit, among 24; `number` counts them from 0, the lowest first.

    There are no branches, because which byte holds the bit is unpredictable.
    """
    one = COUNT[bits & 255]
    two = one + COUNT[bits >> 8 & 255]
    shift = 8 * ((number >= one) + (number >= two))
    below = (one << 8 | two << 16) >> shift & 255
    return shift + NTH[bits >> shift & 255][number - below]


def _reading_place(hole: int) -> int:
    """The bit of a hole in the masks of the notation: row by row, the first hole highest."""
    row, column = hole_at(hole)
    place = 5 * row + column
    return HOLES - 1 - (place - (place > HOLES // 2))


def _reading_mask(pegs: int) -> int:
    return sum([1 << _reading_place(hole) for hole in range(HOLES) if pegs >> hole & 1])


def _pegs_of_mask(mask: int) -> int:
    return sum([1 << hole for hole in range(HOLES) if mask >> _reading_place(hole) & 1])


class Eigenstate(Position):
    """The moves, the end and the set-up of Eigenstate.

    Cells are numbered 6 * column + row and holes likewise, column by column, from 0 to 23 without
    the centre, so that both are in the order of their texts. A move is 64 * cell + hole for a peg,
    and 64 * cell + 24 + target for the move of a piece. Bit n of `own[p]` is set if a piece of p is
    on cell n; `pegs[n]` has a bit for every peg of the piece there. `step` is the number of pegs
    still to be placed in this turn, 0 if a piece must be moved.

    The rest is kept up to date: `reach[n]` is the number of pegs of the piece on cell n that lead
    to a cell of the board, and `room[n]` the number of its empty holes (both are 0 on an empty
    cell, like `pegs[n]`). `moves[p]` and `holes[p]` are their sums over the pieces of p, and
    `pieces[p]` is the number of these pieces.
    """

    # --- Moves -------------------------------------------------------------------------------

    def _list_moves(self, out: MoveList) -> int:
        out.count = 0
        if self.player >= 0:
            cells = self.own[self.player]
            while cells:
                if self.step:
                    self._list_pegs(lowest_bit(cells), out)
                else:
                    self._list_targets(lowest_bit(cells), out)
                cells &= cells - 1
        return 0

    def _list_targets(self, cell: int, out: MoveList) -> int:
        """A piece goes where one of its pegs leads, unless that is off the board."""
        ways = self.pegs[cell] & ON_BOARD[cell]
        while ways:
            out.items[out.count] = _STRIDE * cell + _HOLES + TARGET[cell][lowest_bit(ways)]
            out.count += 1
            ways &= ways - 1
        return 0

    def _list_pegs(self, cell: int, out: MoveList) -> int:
        """A peg goes into any empty hole, wherever it would lead."""
        empty = self.pegs[cell] ^ _FULL
        while empty:
            out.items[out.count] = _STRIDE * cell + lowest_bit(empty)
            out.count += 1
            empty &= empty - 1
        return 0

    def _is_legal(self, move: int) -> bool:
        if self.player < 0 or move >= _STRIDE * _CELLS:
            return False
        cell = move // _STRIDE
        choice = move % _STRIDE
        if not self.own[self.player] >> cell & 1:
            return False
        if choice < _HOLES:
            return self.step > 0 and not self.pegs[cell] >> choice & 1
        return self.step == 0 and self._leads(cell, choice - _HOLES)

    def _leads(self, cell: int, target: int) -> bool:
        """Whether a peg of the piece on the cell leads to the target."""
        for hole in range(_HOLES):
            if self.pegs[cell] >> hole & 1 and TARGET[cell][hole] == target:
                return True
        return False

    def _apply(self, move: int) -> int:
        cell = move // _STRIDE
        choice = move % _STRIDE
        if choice < _HOLES:
            return self._place_peg(cell, choice)
        return self._move_piece(cell, choice - _HOLES)

    def _move_piece(self, origin: int, target: int) -> int:
        """The piece keeps its pegs; a piece of either player on the target is captured."""
        pegs = self.pegs[origin]
        for owner in range(2):
            if self.own[owner] >> target & 1:
                self._remove(owner, target)
        self._remove(self.player, origin)
        self._put(self.player, target, pegs)
        self._test_end()
        return self._go_on(_PEGS_A_TURN)

    def _place_peg(self, cell: int, hole: int) -> int:
        bit = 1
        bit <<= hole
        leads = ON_BOARD[cell] >> hole & 1
        self.pegs[cell] |= bit
        self.reach[cell] += leads
        self.room[cell] -= 1
        self.moves[self.player] += leads
        self.holes[self.player] -= 1
        self._test_end()
        return self._go_on(self.step - 1)

    def _put(self, owner: int, cell: int, pegs: int) -> int:
        bit = 1
        bit <<= cell
        self.own[owner] |= bit
        self.pieces[owner] += 1
        self.pegs[cell] = pegs
        self.reach[cell] = count_bits(pegs & ON_BOARD[cell])
        self.room[cell] = _HOLES - count_bits(pegs)
        self.moves[owner] += self.reach[cell]
        self.holes[owner] += self.room[cell]
        return 0

    def _remove(self, owner: int, cell: int) -> int:
        bit = 1
        bit <<= cell
        self.own[owner] ^= bit
        self.pieces[owner] -= 1
        self.moves[owner] -= self.reach[cell]
        self.holes[owner] -= self.room[cell]
        self.pegs[cell] = 0
        self.reach[cell] = 0
        self.room[cell] = 0
        return 0

    # --- Turns and the end -------------------------------------------------------------------

    def _go_on(self, pegs: int) -> int:
        """Place this many pegs now, as far as there are holes; then it is the other player's turn.

        A player who cannot move a piece starts with the pegs. There is room for one, because a full
        piece could move to any neighbouring cell.
        """
        if self.player >= 0:
            self.step = min(pegs, self.holes[self.player])
            if self.step == 0:
                self.player = 1 - self.player
                if self.moves[self.player] == 0:
                    self.step = min(_PEGS_A_TURN, self.holes[self.player])
        return 0

    def _test_end(self) -> int:
        winners = self._who_has_won()
        if winners:
            self.step = 0
            self._end(winners)
        return 0

    def _who_has_won(self) -> int:
        """A bit for each player who wins, or shares a draw, by what is on the board now."""
        fewest = min(self.pieces[0], self.pieces[1])
        if fewest < 2:
            return 1 if self.pieces[1] == fewest else 2
        if fewest == 2 and self._full_piece_wins():
            return self._has_full_piece(0) + 2 * self._has_full_piece(1)
        return 0

    def _full_piece_wins(self) -> bool:
        """Whether a full piece wins, once a player has two pieces left."""
        if self.variant == _CAPTURE_ONLY:
            return False
        return self.variant == _LAST_TWO or self.pieces[0] == self.pieces[1]

    def _has_full_piece(self, player: int) -> bool:
        cells = self.own[player]
        while cells:
            if self.pegs[lowest_bit(cells)] == _FULL:
                return True
            cells &= cells - 1
        return False

    def _score(self, player: int) -> int:
        return self.pieces[player]

    # --- Set-up ------------------------------------------------------------------------------

    def __init__(
        self, options: Options, rows: list[str], masks: list[int], player: int, step: int
    ) -> None:
        """The position with these rows of letters, as in `rows`, and a mask of pegs for each piece
        in reading order. Too few pieces or a full piece may end the game."""
        self._allocate()
        self.players = 2
        self.variant = VARIANTS.index(str(options["variant"]))
        self.winners = 0
        given = iter(masks)
        for r in range(SIZE):
            for c in range(SIZE):
                if rows[r][c] != ".":
                    owner = "xo".index(rows[r][c])
                    self._put(owner, SIZE * c + r, _pegs_of_mask(next(given)))
        self.player = player
        self.step = step
        self._test_end()

    @classmethod
    def start(cls, options: Options) -> Self:
        """Each player has a row of pieces, each with one peg that leads one row ahead."""
        return cls(options, START_ROWS, START_MASKS, 0, 0)

    # --- For texts and pictures --------------------------------------------------------------

    def options(self) -> dict[str, Value]:
        return {"variant": VARIANTS[self.variant]}

    def rows(self) -> list[str]:
        """The board as rows of letters: `x`, `o` or `.`."""
        return ["".join([self._letter(r, c) for c in range(SIZE)]) for r in range(SIZE)]

    def _letter(self, row: int, column: int) -> str:
        cell = SIZE * column + row
        return "x" if self.own[0] >> cell & 1 else "o" if self.own[1] >> cell & 1 else "."

    def mask(self, row: int, column: int) -> int:
        """The pegs of the piece there as in the notation: row by row, the first hole highest."""
        return _reading_mask(self.pegs[SIZE * column + row])

    def decided(self) -> bool:
        """Whether the pieces and pegs on the board have ended the game."""
        return self.winners != 0

    def can_move(self, player: int) -> bool:
        """Whether a piece of the player has a peg that leads to a cell of the board."""
        return self.moves[player] > 0

    def empty_holes(self, player: int) -> int:
        """How many empty holes the pieces of the player have."""
        return self.holes[player]

    def cells_of(self, player: int) -> list[int]:
        """The cells of the player's pieces."""
        return [cell for cell in range(_CELLS) if self.own[player] >> cell & 1]

    def pegs_of(self, cell: int) -> list[int]:
        """The holes of the piece there that hold a peg."""
        return [hole for hole in range(_HOLES) if self.pegs[cell] >> hole & 1]

    # --- For searches ------------------------------------------------------------------------

    def _allocate(self) -> int:
        if not cython.compiled:
            self.own, self.pieces, self.moves, self.holes = [0, 0], [0, 0], [0, 0], [0, 0]
            self.pegs, self.reach, self.room = [0] * _CELLS, [0] * _CELLS, [0] * _CELLS
        return 0

    def _copy_from(self, other: Position) -> int:
        return copy_fields(self, other, cython.sizeof(Eigenstate))

    def _commutes(self, previous: int, move: int) -> bool:
        """The two pegs of a turn can be placed in either order."""
        return self.step == 1 and previous % _STRIDE < _HOLES

    def _hash(self) -> int:
        key = self._mix(self.variant, 4 * (self.player + 1) + self.step)
        for p in range(2):
            cells = self.own[p]
            key = self._mix(key, cells)
            while cells:
                key = self._mix(key, self.pegs[lowest_bit(cells)])
                cells &= cells - 1
        return key

    def _playout(self, random: Random, scratch: MoveList, limit: int) -> int:
        count = 0
        while self.player >= 0 and count < limit:
            if self.step:
                self._place_any_peg(random)
            else:
                self._move_any_piece(random)
            count += 1
        return count

    def _move_any_piece(self, random: Random) -> int:
        """Play a random move: draw its number, and count it off piece by piece."""
        number = random.below(self.moves[self.player])
        cells = self.own[self.player]
        cell = lowest_bit(cells)
        while number >= self.reach[cell]:
            number -= self.reach[cell]
            cells &= cells - 1
            cell = lowest_bit(cells)
        ways = self.pegs[cell] & ON_BOARD[cell]
        return self._move_piece(cell, TARGET[cell][_nth(ways, number)])

    def _place_any_peg(self, random: Random) -> int:
        """Place a random peg, likewise."""
        number = random.below(self.holes[self.player])
        cells = self.own[self.player]
        cell = lowest_bit(cells)
        while number >= self.room[cell]:
            number -= self.room[cell]
            cells &= cells - 1
            cell = lowest_bit(cells)
        return self._place_peg(cell, _nth(self.pegs[cell] ^ _FULL, number))
