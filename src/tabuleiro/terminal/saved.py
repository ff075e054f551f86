"""Saved games as lists show them."""

from __future__ import annotations

from tabuleiro.core.message import Message, say
from tabuleiro.core.scene import player_name
from tabuleiro.core.telling import count_moves
from tabuleiro.records.shelf import Entry


def date_of(entry: Entry) -> str:
    """When a game was last saved, in the time of this place."""
    return f"{entry.saved.astimezone():%Y-%m-%d %H:%M}"


def state_of(entry: Entry) -> Message:
    """How far a game has come."""
    moves = count_moves(entry.summary.moves)
    if not entry.finished:
        return say("goes on, {moves}", moves=moves)
    if entry.summary.result == "draw":
        return say("a draw, {moves}", moves=moves)
    winner = player_name(int(entry.summary.result[1]) - 1)
    return say("won by {player}, {moves}", player=winner, moves=moves)
