"""What can be forced, by trying everything."""

from __future__ import annotations

from tabuleiro.core.position import Position


def forced(position: Position, player: int, moves: int) -> bool:
    """Whether a player can force a sole win within so many moves of anyone."""
    if position.over or moves == 0:
        return position.winners == 1 << player
    after = (forced(position.play(move), player, moves - 1) for move in position.legal_moves())
    return any(after) if position.player == player else all(after)


def least_to_win(position: Position, most: int) -> int:
    """The least number of moves within which the player to move forces a sole win; 0 when it
    is more than `most`."""
    lengths = range(1, most + 1)
    return next((n for n in lengths if forced(position, position.player, n)), 0)
