"""Divides the time of a turn among its moves."""

from collections.abc import Callable
from time import perf_counter

from tabuleiro.core.position import Position

LEAST = 3  # milliseconds for a move, even when nothing is left
RESERVE = 0.05  # the part of a turn that is kept for an unexpected further move
LOOKED_AT = 32  # the most moves that are tried to see whether a turn continues


class TurnTimer:
    """The time of a turn, which is all moves that a player makes before another player moves.

    It is the same turn if the position is the one after the player's own last move, unless the turn
    already had the most moves that a turn can have: then the other player had to pass. Only the
    time in which the player thinks counts.
    """

    def __init__(self, milliseconds: int, clock: Callable[[], float] = perf_counter) -> None:
        self._whole = float(milliseconds)
        self._clock = clock
        self._begun = 0.0
        self.forget()

    def forget(self) -> None:
        """Starts a new turn."""
        self._left = self._whole  # milliseconds before this move
        self._left_after = self._whole
        self._made = 0  # moves of this turn before this one
        self._expected: Position | None = None

    def start_move(self, position: Position) -> int:
        """Starts a move; returns the milliseconds for it."""
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
        """Notes the move that would be played if the player stopped now."""
        after = position.play(move)
        self._expected = after if after.player == position.player else None
        self._left_after = max(0.0, self._left - 1000 * (self._clock() - self._begun))


def turn_continues(position: Position) -> bool:
    """Whether the same player is to move after most moves."""
    moves = position.legal_moves()
    looked_at = moves[:: -(-len(moves) // LOOKED_AT)]
    again = sum(position.play(move).player == position.player for move in looked_at)
    return 2 * again > len(looked_at)
