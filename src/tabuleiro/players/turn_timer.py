"""Divides the time of a turn among its moves."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from tabuleiro.core.position import Position

LEAST = 3  # milliseconds for a move, even when nothing is left
RESERVE = 0.05  # the part of a turn that is kept for a move which nobody foresaw
LOOKED_AT = 32  # moves, at most, by which it is judged whether a turn goes on


class TurnTimer:
    """The time of a turn: all moves that a player makes before another one is to move.

    It is the same turn when the position is the one that the player's own last move led to, and
    the turn has not had all the moves that one can have: then the other was passed over. Only the
    time in which it thinks counts.
    """

    def __init__(self, milliseconds: int, clock: Callable[[], float] = perf_counter) -> None:
        self._whole = float(milliseconds)
        self._clock = clock
        self._begun = 0.0
        self.forget()

    def forget(self) -> None:
        """A new turn begins, whatever comes."""
        self._left = self._whole  # before this move
        self._left_after = self._whole
        self._made = 0  # moves of this turn before this one
        self._expected: Position | None = None

    def start_move(self, position: Position) -> int:
        """The milliseconds for a move that is thought about from now on."""
        if position == self._expected and self._made + 1 < position.game.moves_a_turn:
            self._left = self._left_after
            self._made += 1
        else:
            self.forget()
        self._begun = self._clock()
        self._expected = None
        part = 0.5 if turn_continues(position) else 1 - RESERVE
        return max(LEAST, int(self._left * part))

    def record_move(self, position: Position, move: int) -> None:
        """The move would be played there if no more time were spent than by now."""
        after = position.play(move)
        self._expected = after if after.player == position.player else None
        self._left_after = max(0.0, self._left - 1000 * (self._clock() - self._begun))


def turn_continues(position: Position) -> bool:
    """Whether after most moves the same player is to move."""
    moves = position.legal_moves()
    looked_at = moves[:: -(-len(moves) // LOOKED_AT)]
    again = sum(position.play(move).player == position.player for move in looked_at)
    return 2 * again > len(looked_at)
