"""The actions of a game: its moves under given options as numbers from 0, for learning.

A game lists them in `Game.actions`. Players who see the board differently in `core/encoding.py`
have the same action for moves that look the same to them, so one network can play every seat.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import GameError, MoveError, quote, say
from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import Position

NONE = -1  # stands for a move that a player does not have, and for a move without an action


@dataclass(frozen=True, eq=False)
class ActionSpace:
    """The `size` actions of a game under its options.

    `moves` has the move of each action, and `actions` the action of each move, row after row: one
    row for each player, or a single row if it is the same for all. `span` is the length of a row of
    `actions`.
    """

    size: int
    span: int
    rows: int
    moves: array[int]
    actions: array[int]

    def row(self, player: int) -> int:
        """The row of a player."""
        return player if self.rows > 1 else 0

    def action(self, position: Position, move: int) -> int:
        """The action of a legal move."""
        at = self.row(position.player) * self.span + move
        action = self.actions[at] if 0 <= move < self.span else NONE
        if action == NONE:
            raise missing_action(position, move)
        return action

    def move(self, position: Position, action: int) -> int:
        """The move of an action, which must be legal."""
        moves = self.moves[self.row(position.player) * self.size :][: self.size]
        number = action if isinstance(action, int) else _whole_number(action)
        move = moves[number] if 0 <= number < self.size else NONE
        if position.over or move == NONE or not position.is_legal(move):
            raise MoveError(say("{action} is not a legal action here", action=number))
        return move


def action_space(position: Position) -> ActionSpace:
    """The actions in all positions of the same game with the same options."""
    return _action_space(position.game, position.players, tuple(position.options().items()))


@lru_cache(maxsize=64)
def _action_space(
    game: Game[Any], players: int, items: tuple[tuple[str, Value], ...]
) -> ActionSpace:
    options = dict(items)
    listed = [list(_listed(game, options, player)) for player in range(players)]
    rows = listed if any(row != listed[0] for row in listed) else listed[:1]
    span = 1 + max(max(row) for row in rows)
    actions = array("i", [NONE]) * (span * len(rows))
    for number, row in enumerate(rows):
        for action, move in enumerate(row):
            if move != NONE:
                actions[span * number + move] = action
    moves = array("i", [move for row in rows for move in row])
    return ActionSpace(len(rows[0]), span, len(rows), moves, actions)


def _listed(game: Game[Any], options: Options, player: int) -> Sequence[int]:
    if game.actions is None:
        reason = say(
            "{game} does not list its actions: its author has to write them in Game.actions",
            game=game.name,
        )
        raise GameError(reason)
    return game.actions(options, player)


def _whole_number(action: Any) -> int:
    try:
        return index(action)
    except TypeError:
        reason = say("{value} is not the number of an action", value=quote(str(action)))
        raise MoveError(reason) from None


def missing_action(position: Position, move: int) -> GameError:
    """The error for a game whose list of actions lacks a legal move."""
    facts = {"game": position.game.name, "move": move}
    return GameError(say("{game} lists no action for its move {move}: see Game.actions", **facts))
