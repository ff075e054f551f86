"""The evaluation of Eigenstate positions: pieces, the cells they reach, and captures."""

import cython

from tabuleiro.games.eigenstate.rules import HOLES, Eigenstate

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit
    from tabuleiro.games.eigenstate.rules import ON_BOARD

_HOLES = HOLES
_ON_BOARD = ON_BOARD  # compiled, a copy: faster than the table of another module

# Weights, fitted to the results of games. They add up to less than the bounds of an evaluation.
_PIECE = 250  # a piece
_CELL = 12  # a cell that some piece can go to
_GUARDED = 20  # a piece that another one guards
_HOLE = 30  # an empty hole of the fullest piece, once a full piece wins
_TURN = 30  # being the next player to move a piece
_PEG_DUE = 30  # a peg that the other player may place before that
_CAPTURE = 50  # a piece that can be captured now
_PEG_TAKEN = 16  # each of its pegs
_LOOSE = 140  # it is not guarded
_WINNING = 3000  # its owner has two pieces, so capturing it wins
_THREAT = 35  # a piece that could be captured a turn later


class EvaluatedEigenstate(Eigenstate):
    """Eigenstate with an evaluation."""

    def _evaluate(self, player: int) -> int:
        """What both players have, and what the next player to move a piece can make of it."""
        mover = 1 - self.player if self.step else self.player
        reached = self._reached(mover)
        answered = self._reached(1 - mover)
        value = self._standing(mover, reached) - self._standing(1 - mover, answered)
        value += _TURN - _PEG_DUE * self.step
        value += self._best_capture(mover, reached, answered)
        value -= _THREAT * count_bits(answered & self.own[mover])
        return value if player == mover else -value

    def _standing(self, player: int, reached: int) -> int:
        """What counts for both players: pieces, the cells they reach, how full they are."""
        value = _PIECE * self.pieces[player] + _CELL * count_bits(reached)
        value += _GUARDED * count_bits(reached & self.own[player])
        if min(self.pieces[0], self.pieces[1]) == 2 and self._full_piece_wins():
            value -= _HOLE * self._least_room(player)
        return value

    def _best_capture(self, mover: int, reached: int, answered: int) -> int:
        """The value of the best piece that the mover can capture; the last but one is a win."""
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
        """The number of empty holes of the player's fullest piece."""
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
        """The cells to which the piece there can go."""
        return self._reached_by(self.pegs[cell], cell)

    def _reached_by(self, pegs: int, cell: int) -> int:
        """The cells to which a piece with these pegs could go from there.

        Holes are numbered by columns of five, without the centre, and cells by columns of six. With
        gaps between the columns and at the centre, the holes are the cells around cell 14.
        """
        ways = pegs & _ON_BOARD[cell]
        around = ways & 0x1F | (ways & 0x3E0) << 1 | (ways & 0xC00) << 2
        around |= (ways & 0x3000) << 3 | (ways & 0x7C000) << 4 | (ways & 0xF80000) << 5
        return around << cell >> 14

    def _may_end(self) -> bool:
        """When a player has two pieces left."""
        return min(self.pieces[0], self.pieces[1]) <= 2
