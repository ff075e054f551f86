"""Games that can be played to the end in a browser, because they are on small boards or almost
over, and positions from the middle of games."""

from __future__ import annotations

from random import Random
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import start

SHORT = {"squex": "rows=4 columns=4", "control_v": "size=5 castles=1", "fuse": "rows=3 columns=3"}
"""Options that make games short."""

BY_HAND = 8  # moves of a short game that are left to play in the browser


def soon_over(game: Game[Any]) -> tuple[str, list[str]]:
    """The text and the first moves of a game that will soon be over: it has a small board, or most
    of its moves are made. No move is made if players may refuse the starting position."""
    text = f"{game.id} {SHORT.get(game.id, '')}".strip()
    begin = start(text)
    made = [] if game.refusable_start else short_game(begin)[:-BY_HAND]
    return (begin.full_text, made) if made else (text, [])


def short_game(position: Position) -> list[str]:
    """The shortest of some random games."""
    return min((random_game(position, seed) for seed in range(200)), key=len)


def random_game(position: Position, seed: int) -> list[str]:
    chance = Random(seed)
    moves = []
    while not position.over:
        move = chance.choice(position.legal_moves())
        moves.append(position.move_text(move))
        position = position.play(move)
    return moves


def halfway(game: Game[Any]) -> Position:
    """A position in the middle of a game, or the last one before it is over."""
    walk = (random_walk(game.start(), moves, 5) for moves in range(15, 0, -1))
    return next(position for position in walk if not position.over)
