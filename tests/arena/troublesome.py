"""Players that misbehave, for matches in tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from clocks import FakeClock
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players import MoveChoice, Player, make_player
from tabuleiro.search.limit import NO_LIMIT, Limit

CLOCK = FakeClock()
"""The clock of the players that use up time; tests make the arena read it."""


def fail(position: Position, limit: Limit) -> int:
    raise RuntimeError("no idea\nwhat to do\x1b")


def cheat(position: Position, limit: Limit) -> int:
    return 2**31 - 1


def dawdle(position: Position, limit: Limit) -> int:
    assert limit.movetime is not None
    CLOCK.sleep(limit.movetime / 1000 + 0.6)
    return position.legal_moves()[0]


def hang(position: Position, limit: Limit) -> int:
    time.sleep(1000)
    return 0


def die(position: Position, limit: Limit) -> int:
    os._exit(7)


def chatter(position: Position, limit: Limit) -> int:
    print("let me think")
    return position.legal_moves()[0]


def spend_all(position: Position, limit: Limit) -> int:
    """Use the time of the whole turn for the first move."""
    assert limit.movetime is not None
    CLOCK.sleep(limit.movetime / 1000)
    return position.legal_moves()[0]


def limits(position: Position, limit: Limit) -> int:
    """Report the limits that were given."""
    raise RuntimeError(f"nodes {limit.nodes} depth {limit.depth}")


def oversleep(position: Position, limit: Limit) -> int:
    """Think until the clock has run out, and a little longer."""
    clock = limit.clocks[position.player]
    assert clock is not None
    CLOCK.sleep(clock.left / 1000 + 0.05)
    return position.legal_moves()[0]


WAYS: dict[str, Callable[[Position, Limit], int]] = {
    way.__name__: way
    for way in (fail, cheat, dawdle, hang, die, chatter, spend_all, limits, oversleep)
}


class Troublesome(Player):
    """A player that chooses moves with one of the functions above."""

    def __init__(self, way: str) -> None:
        self._way = WAYS[way]

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        yield MoveChoice(self._way(position, limit))


def make(name: str, game: Game[Any], seed: int) -> Player:
    """Create one of these players, or any other by its name."""
    if name == "unmade":
        raise RuntimeError("out of wood")
    return Troublesome(name) if name in WAYS else make_player(name, game, seed)
