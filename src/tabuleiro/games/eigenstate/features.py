"""The features of Eigenstate positions and moves, for fast networks.

As for other networks, player 2 sees the board turned by half. The class of a cell is what stands on
it (nothing, an own piece, another one) and how many own and how many other pieces can go there
(none, one, more). A position has a row for the class of each cell, unless it is empty and out of
reach; one for each peg by its hole and cell; one for each piece by its owner, attackers, guards and
pegs; one for the numbers of pieces; and one for the pegs to place.
"""

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.encoding import Features
from tabuleiro.core.primitives import MoveList
from tabuleiro.games.eigenstate.evaluation import EvaluatedEigenstate
from tabuleiro.games.eigenstate.rules import HOLES, MOST_PIECES, SIZE, STRIDE, VARIANTS

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit
    from tabuleiro.games.eigenstate.rules import TARGET

_CELLS = SIZE * SIZE
_HOLES = HOLES
_STRIDE = STRIDE
_TARGET = TARGET  # compiled, a copy: faster than the table of another module
_CLASSES = 27
_OFF_BOARD = 27  # the class of no cell

# Where the rows of each kind begin.
_PEG_ROWS = _CLASSES * _CELLS
_PIECE_ROWS = _PEG_ROWS + 2 * _HOLES * _CELLS
_COUNT_ROWS = _PIECE_ROWS + 2 * 9 * (_HOLES + 1)
_STEP_ROWS = _COUNT_ROWS + len(VARIANTS) * (MOST_PIECES + 1) ** 2

# Of moves: the entries of pegs come after those of pieces; the tables of weights follow each other.
_PEG_ENTRIES = _HOLES * _CELLS
_PEG_TABLE = 3 * 9 * (_CLASSES + 1) * _HOLES
_ATTACK_TABLE = _PEG_TABLE + 3 * (_HOLES + 1) * (_HOLES + 2)

FEATURES = Features(
    heads=3,
    rows=_STEP_ROWS + 3,
    most_rows=_CELLS + 2 * MOST_PIECES * (HOLES + 1) + 2,
    entries=2 * _PEG_ENTRIES,
    move_rows=_ATTACK_TABLE + 3 * 4 * 4 * 3 * 3,
    features_per_move=3,
    most_moves=MOST_PIECES * HOLES,
)


class FeaturedEigenstate(EvaluatedEigenstate):
    """Eigenstate with features. `_features` sets the rest, for `_move_features`: the class of each
    cell, the cells that at least one and at least two pieces of each player can go to, and the
    pieces of the player not to move that none of theirs guards."""

    unguarded: int

    def _allocate(self) -> int:
        if not cython.compiled:
            self.classes = [0] * _CELLS
            self.once, self.twice = [0, 0], [0, 0]
        return EvaluatedEigenstate._allocate(self)

    def _head(self) -> int:
        return self.step

    def _features(self, rows: Row, notes: Row) -> int:
        mover = self.player
        self._count_attacks(0)
        self._count_attacks(1)
        self.unguarded = self.own[1 - mover] & ~self.once[1 - mover]
        for i in range(_CELLS):
            self.classes[i] = 0
        count = 0
        cells = self.own[0] | self.own[1] | self.once[0] | self.once[1]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            self.classes[cell] = self._class_of(cell)
            rows[count] = self.classes[cell]
            rows[count] += _CLASSES * (cell if mover == 0 else _CELLS - 1 - cell)
            count += 1
        count = self._piece_features(mover, rows, count)
        count = self._piece_features(1 - mover, rows, count)
        rows[count] = _COUNT_ROWS + 7 * (7 * self.variant + self.pieces[mover])
        rows[count] += self.pieces[1 - mover]
        rows[count + 1] = _STEP_ROWS + self.step
        return count + 2

    def _count_attacks(self, player: int) -> int:
        """Sets the cells that one piece of the player, and that two of them, can go to."""
        once = 0
        twice = 0
        cells = self.own[player]
        while cells:
            reached = self._reached_from(lowest_bit(cells))
            twice |= once & reached
            once |= reached
            cells &= cells - 1
        self.once[player] = once
        self.twice[player] = twice
        return 0

    def _class_of(self, cell: int) -> int:
        """The class of a cell as the player to move sees it."""
        mover = self.player
        occupant = (self.own[mover] >> cell & 1) + 2 * (self.own[1 - mover] >> cell & 1)
        own = (self.once[mover] >> cell & 1) + (self.twice[mover] >> cell & 1)
        other = (self.once[1 - mover] >> cell & 1) + (self.twice[1 - mover] >> cell & 1)
        return 9 * occupant + 3 * own + other

    def _piece_features(self, owner: int, rows: Row, count: int) -> int:
        """Adds the rows of a player's pieces and pegs; returns the number of rows so far."""
        kind = 0 if owner == self.player else 1
        first = _PEG_ROWS + _HOLES * _CELLS * kind
        cells = self.own[owner]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            rows[count] = _HOLES - self.room[cell]
            rows[count] += _PIECE_ROWS + (_HOLES + 1) * (9 * kind + self.classes[cell] % 9)
            count += 1
            pegs = self.pegs[cell]
            while pegs:
                hole = lowest_bit(pegs)
                pegs &= pegs - 1
                if self.player == 0:
                    rows[count] = first + _CELLS * hole + cell
                else:
                    rows[count] = first + _CELLS * (_HOLES - 1 - hole) + _CELLS - 1 - cell
                count += 1
        return count

    def _move_features(self, moves: MoveList, rows: Row, notes: Row) -> int:
        """The entry of a move by its hole and the cell of its piece. Then three rows: by the
        classes of its two cells and the hole; by the pegs of the piece and of a piece that it
        captures or aims at; by the pieces that it attacks afterwards, and whether it is attacked.
        """
        step = self.step
        others = self.own[1 - self.player]
        piece = -1
        attacked = 0
        loose = 0
        for i in range(moves.count):
            cell = moves.items[i] // _STRIDE
            hole = moves.items[i] % _STRIDE
            if step:
                target = _TARGET[cell][hole]
                place = cell
            else:
                target = place = hole - _HOLES
                hole = 12 + 5 * (target // 6 - cell // 6) + target % 6 - cell % 6
                hole -= hole > 12
            if place != piece:  # pegs are in the order of their pieces
                piece = place
                reached = self._reached_by(self.pegs[cell], place)
                attacked = count_bits(reached & others)
                loose = count_bits(reached & self.unguarded)
            kind = self.classes[target] if target >= 0 else _OFF_BOARD
            occupant = kind // 9
            aims = 1 if step and occupant == 2 else 0
            aims_at_loose = aims if kind % 3 == 0 else 0
            there = _HOLES - self.room[target] if occupant == 2 else _HOLES + 1
            classes = (9 * step + self.classes[cell] % 9) * (_CLASSES + 1) + kind
            pegs = (_HOLES + 1) * step + _HOLES - self.room[cell]
            attacks = 4 * (4 * step + occupant) + min(attacked + aims, 3)
            attacks = 3 * attacks + min(loose + aims_at_loose, 2)
            if self.player:
                hole = _HOLES - 1 - hole
                cell = _CELLS - 1 - cell
            rows[4 * i] = _CELLS * hole + cell + (_PEG_ENTRIES if step else 0)
            rows[4 * i + 1] = classes * _HOLES + hole
            rows[4 * i + 2] = _PEG_TABLE + pegs * (_HOLES + 2) + there
            rows[4 * i + 3] = _ATTACK_TABLE + 3 * attacks + self.classes[place] % 3
        return 0
