"""Forced wins, found by trying every move."""

from __future__ import annotations

from tabuleiro.core.position import Position


def forced(position: Position, player: int, moves: int) -> bool:
    """Whether a player can force a sole win within this many moves of all players."""
    if position.over or moves == 0:
        return position.winners == 1 << player
    after = (forced(position.play(move), player, moves - 1) for move in position.legal_moves())
    return any(after) if position.player == player else all(after)


def least_to_win(position: Position, most: int) -> int:
    """The smallest number of moves in which the player to move can force a sole win; 0 if it is
    more than `most`."""
    lengths = range(1, most + 1)
    return next((n for n in lengths if forced(position, position.player, n)), 0)
