# cython: annotation_typing=False
"""The rules of Eigenstate: give your pieces pegs, which are the ways they move.

Each player has six pieces on a board of 6 × 6. A piece is a grid of 5 × 5 holes, drawn alike for
both players; a peg in a hole allows the displacement from the piece's centre to that hole. A turn
is a move of one own piece by one of its pegs, to any cell of the board, over anything; a piece of
either player that stands there is captured, with its pegs. Then come two pegs into empty holes of
own pieces on the board. What is not possible is left out: the move of a player who has none, the
pegs for which he has no hole. A player with at most one piece left has lost. When both have two,
a piece full of pegs wins for its owner, and it is a draw if both have one; the variant `last-two`
asks for two pieces of one player only, and in `capture-only` a full piece has no effect.
"""

from __future__ import annotations

import cython

from tabuleiro.core.bits import Row
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

# The same for the engine room: typed in rules.pxd, out of Python's sight when compiled.
_CELLS = SIZE * SIZE
_HOLES = HOLES
_STRIDE = STRIDE
_PEGS_A_TURN = PEGS_A_TURN
_FULL = 0xFFFFFF
_LAST_TWO = 1
_CAPTURE_ONLY = 2

# Weights of the evaluation, fitted to the results of games. They add up to less than its bounds.
_PIECE = 250  # a piece
_CELL = 12  # a cell that some piece can go to
_GUARDED = 20  # a piece that another could avenge
_HOLE = 30  # an empty hole of the fullest piece, once a full one wins
_TURN = 30  # to be the next who moves a piece
_PEG_DUE = 30  # a peg that the other may place before that
_CAPTURE = 50  # a piece that can be captured now
_PEG_TAKEN = 16  # each of its pegs
_LOOSE = 140  # nobody avenges it
_WINNING = 3000  # its owner has two: to capture it wins
_THREAT = 35  # a piece that could be captured a turn later

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit, set_bit, set_byte

    COUNT = [0] * 256
    NTH = [[0] * 8 for _ in range(256)]
    ON_BOARD = [0] * 36
    TARGET = [[0] * 24 for _ in range(36)]


def hole_at(hole: int) -> tuple[int, int]:
    """Row and column, from 0, of a hole; the centre is none."""
    place = hole + (hole >= HOLES // 2)
    return place % 5, place // 5


def _fill_bit_tables() -> None:
    """COUNT has the number of set bits of a byte, NTH their places."""
    for byte in range(256):
        places = [place for place in range(8) if byte >> place & 1]
        COUNT[byte] = len(places)
        for number, place in enumerate(places):
            NTH[byte][number] = place


def _fill_board_tables() -> None:
    """TARGET has the cell to which a peg leads from a cell, -1 when that is off the board;
    ON_BOARD a bit for each hole whose peg would stay on it."""
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
    """The cell to which a peg in the hole leads from a cell, -1 when that is off the board."""
    return TARGET[cell][hole]


def _nth(bits: int, number: int) -> int:
    """The place of a set bit, among 24; `number` counts them from 0, the lowest first.

    It goes without branches: which byte holds the bit is as good as random.
    """
    one = COUNT[bits & 255]
    two = one + COUNT[bits >> 8 & 255]
    shift = 8 * ((number >= one) + (number >= two))
    below = (one << 8 | two << 16) >> shift & 255
    return shift + NTH[bits >> shift & 255][number - below]


def _hole_between(cell: int, target: int) -> int:
    """The hole whose peg leads from a cell to the target."""
    place = 12 + 5 * (target // 6 - cell // 6) + target % 6 - cell % 6
    return place - (place > 12)


class Eigenstate(Position):
    """An Eigenstate position.

    Cells are numbered 6 * column + row and holes column by column likewise, from 0 to 23, the
    centre left out, so that both are in the order of their texts. A move is 64 * cell + hole for a
    peg, and 64 * cell + 24 + target for the move of a piece. `own[p]` has bit n set when a piece
    of p stands on cell n; `pegs[n]` has a bit for every peg of the piece there. `step` is the
    number of pegs still to be placed in this turn, 0 when a piece must be moved.

    The rest is counted along: `reach[n]` are the pegs of the piece on cell n that lead to a cell
    of the board and `room[n]` its empty holes (all three are 0 on an empty cell); `moves[p]`,
    `holes[p]` and `pieces[p]` are the sums of the two over the pieces of p, and their number.
    """

    variant: int
    step: int
    own: list[int]
    pieces: list[int]
    moves: list[int]
    holes: list[int]
    pegs: list[int]
    reach: list[int]
    room: list[int]

    def __init__(self, variant: int) -> None:
        self._allocate()
        self.players = 2
        self.variant = variant
        self.player = 0
        self.step = 0
        self.winners = 0

    # --- what texts and pictures need ------------------------------------------------------

    def options(self) -> dict[str, Value]:
        return {"variant": VARIANTS[self.variant]}

    def rows(self) -> list[str]:
        """The board, a letter a cell: `x`, `o` or `.`."""
        return ["".join([self._letter(r, c) for c in range(SIZE)]) for r in range(SIZE)]

    def mask(self, row: int, column: int) -> int:
        """The pegs of the piece there as in the notation: holes row by row, the first highest."""
        return _reading_mask(self.pegs[SIZE * column + row])

    def decided(self) -> bool:
        """Whether the pieces and pegs on the board have ended the game."""
        return self.winners != 0

    def can_move(self, player: int) -> bool:
        """Whether a piece of the player has a peg that leads to a cell of the board."""
        return self.moves[player] > 0

    def empty_holes(self, player: int) -> int:
        """How many pegs the pieces of the player have room for."""
        return self.holes[player]

    def cells_of(self, player: int) -> list[int]:
        """The cells on which the pieces of the player stand."""
        return [cell for cell in range(_CELLS) if self.own[player] >> cell & 1]

    def pegs_of(self, cell: int) -> list[int]:
        """The holes that hold a peg of the piece there."""
        return [hole for hole in range(_HOLES) if self.pegs[cell] >> hole & 1]

    def _letter(self, row: int, column: int) -> str:
        cell = SIZE * column + row
        return "x" if self.own[0] >> cell & 1 else "o" if self.own[1] >> cell & 1 else "."

    # --- the engine room -------------------------------------------------------------------

    def _allocate(self) -> int:
        if not cython.compiled:
            self.own, self.pieces, self.moves, self.holes = [0, 0], [0, 0], [0, 0], [0, 0]
            self.pegs, self.reach, self.room = [0] * _CELLS, [0] * _CELLS, [0] * _CELLS
        return 0

    def _copy_from(self, other: Position) -> int:
        return self._assign(cython.cast(Eigenstate, other))

    def _assign(self, other: Eigenstate) -> int:
        self._copy_base(other)
        self.variant = other.variant
        self.step = other.step
        for p in range(2):
            self.own[p] = other.own[p]
            self.pieces[p] = other.pieces[p]
            self.moves[p] = other.moves[p]
            self.holes[p] = other.holes[p]
        for cell in range(_CELLS):
            self.pegs[cell] = other.pegs[cell]
            self.reach[cell] = other.reach[cell]
            self.room[cell] = other.room[cell]
        return 0

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
        """A piece goes where a peg of its leads, unless that is off the board."""
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

    def _apply(self, move: int) -> int:
        cell = move // _STRIDE
        choice = move % _STRIDE
        if choice < _HOLES:
            return self._place_peg(cell, choice)
        return self._move_piece(cell, choice - _HOLES)

    def _move_piece(self, origin: int, target: int) -> int:
        """The player's piece takes its pegs along; a piece of either on the target is captured."""
        pegs = self.pegs[origin]
        for owner in range(2):
            if self.own[owner] >> target & 1:
                self._remove(owner, target)
        self._remove(self.player, origin)
        self._put(self.player, target, pegs)
        self._test_end()
        return self._go_on(_PEGS_A_TURN)

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

    def _go_on(self, pegs: int) -> int:
        """So many pegs are due now, as far as there are holes; after them it is the other's turn.

        A player without a move begins with the pegs. He has room for one: a full piece can go
        to any cell beside it.
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
        """Whether a full piece wins, now that a player has two pieces left."""
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
        """A random move: draws its number, and counts it off piece by piece."""
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
        """A random peg, likewise."""
        number = random.below(self.holes[self.player])
        cells = self.own[self.player]
        cell = lowest_bit(cells)
        while number >= self.room[cell]:
            number -= self.room[cell]
            cells &= cells - 1
            cell = lowest_bit(cells)
        return self._place_peg(cell, _nth(self.pegs[cell] ^ _FULL, number))

    def _hash(self) -> int:
        key = self._mix(self.variant, 4 * (self.player + 1) + self.step)
        for p in range(2):
            cells = self.own[p]
            key = self._mix(key, cells)
            while cells:
                key = self._mix(key, self.pegs[lowest_bit(cells)])
                cells &= cells - 1
        return key

    def _score(self, player: int) -> int:
        return self.pieces[player]

    # --- evaluation ------------------------------------------------------------------------

    def _evaluate(self, player: int) -> int:
        """What both players have, and what the one who moves a piece next makes of it."""
        mover = 1 - self.player if self.step else self.player
        reached = self._reached(mover)
        answered = self._reached(1 - mover)
        value = self._standing(mover, reached) - self._standing(1 - mover, answered)
        value += _TURN - _PEG_DUE * self.step
        value += self._best_capture(mover, reached, answered)
        value -= _THREAT * count_bits(answered & self.own[mover])
        return value if player == mover else -value

    def _standing(self, player: int, reached: int) -> int:
        """What counts whoever moves next: pieces, the cells they reach, how full they are."""
        value = _PIECE * self.pieces[player] + _CELL * count_bits(reached)
        value += _GUARDED * count_bits(reached & self.own[player])
        if min(self.pieces[0], self.pieces[1]) == 2 and self._full_piece_wins():
            value -= _HOLE * self._least_room(player)
        return value

    def _best_capture(self, mover: int, reached: int, answered: int) -> int:
        """The worth of the best piece that the mover can capture; the last but one is a win."""
        targets = reached & self.own[1 - mover]
        if targets and self.pieces[1 - mover] == 2:
            return _WINNING
        best = 0
        while targets:
            cell = lowest_bit(targets)
            value = _CAPTURE + _PEG_TAKEN * (_HOLES - self.room[cell])
            if not answered >> cell & 1:
                value += _LOOSE
            best = max(best, value)
            targets &= targets - 1
        return best

    def _least_room(self, player: int) -> int:
        """The empty holes of the player's fullest piece."""
        least = _HOLES
        cells = self.own[player]
        while cells:
            least = min(least, self.room[lowest_bit(cells)])
            cells &= cells - 1
        return least

    def _reached(self, player: int) -> int:
        """The cells to which a piece of the player can go."""
        reached = 0
        cells = self.own[player]
        while cells:
            reached |= self._reached_from(lowest_bit(cells))
            cells &= cells - 1
        return reached

    def _reached_from(self, cell: int) -> int:
        """The cells to which the piece there can go.

        Holes are numbered by columns of five, without the centre, and cells by columns of six.
        With gaps between the columns and at the centre, the holes are the cells around cell 14.
        """
        ways = self.pegs[cell] & ON_BOARD[cell]
        around = ways & 0x1F | (ways & 0x3E0) << 1 | (ways & 0xC00) << 2
        around |= (ways & 0x3000) << 3 | (ways & 0x7C000) << 4 | (ways & 0xF80000) << 5
        return around << cell >> 14

    def _may_end(self) -> bool:
        """With two pieces left to a player."""
        return min(self.pieces[0], self.pieces[1]) <= 2

    # --- what networks see, named in sight.py ----------------------------------------------
    #
    # For the second player board and pieces are turned by half, so that both see their own first
    # row at the top.

    def _encode(self, words: Row, at: int) -> int:
        self._show(self.player, words, at, at + 2)
        self._show(1 - self.player, words, at + 1, at + 2 + 2 * _HOLES)
        set_byte(words, at + 2 + 4 * _HOLES, 0, self.step)
        set_byte(words, at + 2 + 4 * _HOLES, 1, self.variant == _LAST_TWO)
        set_byte(words, at + 2 + 4 * _HOLES, 2, self.variant == _CAPTURE_ONLY)
        return 0

    def _show(self, owner: int, words: Row, at: int, pegs_at: int) -> int:
        """The plane of a player's pieces, those of their pegs, and those of the cells to which the
        pegs lead; a plane is one word."""
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
                if TARGET[cell][hole] >= 0:
                    set_bit(words, plane + _HOLES, self._seen_cell(TARGET[cell][hole]))
        return 0

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """A piece is found where it starts and where it arrives, there by its hole; a peg in the
        planes after those, where its piece is."""
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
        """Where the player to move sees a cell, row by row."""
        if self.player == 1:
            cell = _CELLS - 1 - cell
        return cell % 6 * 6 + cell // 6

    def _seen_hole(self, hole: int) -> int:
        """The hole that the player to move sees."""
        return _HOLES - 1 - hole if self.player == 1 else hole

    def _set_up(self, rows: list[str], masks: list[int], player: int, step: int) -> None:
        """Becomes the given board; too few pieces or a full piece may end the game."""
        given = iter(masks)
        for r in range(SIZE):
            for c in range(SIZE):
                if rows[r][c] != ".":
                    owner = "xo".index(rows[r][c])
                    self._put(owner, SIZE * c + r, _pegs_of_mask(next(given)))
        self.player = player
        self.step = step
        self._test_end()


def _reading_place(hole: int) -> int:
    """The bit of a hole in the notation's masks: row by row, the first hole highest."""
    row, column = hole_at(hole)
    place = 5 * row + column
    return HOLES - 1 - (place - (place > HOLES // 2))


def _reading_mask(pegs: int) -> int:
    return sum([1 << _reading_place(hole) for hole in range(HOLES) if pegs >> hole & 1])


def _pegs_of_mask(mask: int) -> int:
    return sum([1 << hole for hole in range(HOLES) if mask >> _reading_place(hole) & 1])


def set_up(
    options: Options, rows: list[str], masks: list[int], player: int, step: int
) -> Eigenstate:
    """The position with these rows of pieces, letters as in `rows`, and a mask of pegs for each
    piece in reading order."""
    position = Eigenstate(VARIANTS.index(str(options["variant"])))
    position._set_up(rows, masks, player, step)
    return position


def start(options: Options) -> Eigenstate:
    """Both players on their own row, each piece with one peg, one row ahead."""
    return set_up(options, START_ROWS, START_MASKS, 0, 0)
