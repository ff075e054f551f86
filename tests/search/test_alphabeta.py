"""Alpha-beta: it finds what minimax finds, obeys its limits, and plays every game."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import zlib
from math import exp
from threading import Thread
from typing import Any

import pytest

from tabuleiro.core.kit import Stop
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.playouts import random_games, random_walk
from tabuleiro.core.position import EVALUATION_UNIT, NOBODY, Position, PythonPosition
from tabuleiro.games import games, read, start
from tabuleiro.search.alphabeta import SHARING, WIN, AlphaBeta
from tabuleiro.search.limit import Clock, Limit
from tabuleiro.search.progress import Progress
from variants import variants

GAMES = list(games())
SMALL = {
    "squex": "squex rows=3 columns=4",
    "control_v": "control_v size=5",
    "control_v players=3": "control_v size=5 players=3",
    "fuse": "fuse rows=3 columns=3",
    "noughts": "noughts size=3",
}
WON_IN_ONE = "squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1"


class Rated(PythonPosition):
    """Any position, with an evaluation that is chance, but the same whenever it is asked for."""

    def __init__(self, position: Position) -> None:
        outcome = position.outcome()
        super().__init__(position.player, position.players, outcome.winners if outcome else ())
        self.position = position

    @property
    def full_text(self) -> str:
        return self.position.full_text

    def legal_moves(self) -> list[int]:
        return self.position.legal_moves()

    def after(self, move: int) -> Rated:
        return Rated(self.position.play(move))

    def scores(self) -> tuple[int, ...]:
        return self.position.scores()

    def evaluate(self, player: int) -> int:
        if self.players == 2 and player == 1:
            return -self.evaluate(0)
        return zlib.crc32(f"{self.full_text} {player}".encode()) % 401 - 200


def last(position: Position, limit: Limit, **settings: int) -> Progress:
    """The result of a search with nothing remembered."""
    return list(AlphaBeta(**settings).search(position, limit))[-1]


def follow(position: Position, line: tuple[int, ...]) -> Position:
    """The position after legal moves."""
    for move in line:
        position = position.play(move)
    return position


def ended(position: Position, me: int, played: int) -> int:
    """The score of an end after so many moves."""
    outcome = position.outcome()
    assert outcome
    if me not in outcome.winners:
        return played - WIN
    sharing = len(outcome.winners)
    return WIN - played if sharing == 1 else SHARING[sharing]


def minimax(position: Position, me: int, depth: int, played: int = 0) -> int:
    """The score of a position for a player whom all others are against, looking so deep."""
    if position.over:
        return ended(position, me, played)
    if depth == 0:
        return position.evaluate(me)
    after = (
        minimax(position.play(move), me, depth - 1, played + 1) for move in position.legal_moves()
    )
    return max(after) if position.player == me else min(after)


def expected(score: int) -> float:
    """The value of a score as a search reports it, as long as nothing is proved."""
    if abs(score) > WIN / 2:
        return float(score > 0)
    return 1 / (1 + exp(-score / EVALUATION_UNIT))


def samples(begin: Position, count: int) -> list[Position]:
    """Positions of random games, from the beginning to near the end."""
    length = random_games(begin, 20, 1).moves // 20
    walks = (random_walk(begin, (length + 1) * i // count, i) for i in range(count))
    return [position for position in walks if not position.over]


# --- minimax -------------------------------------------------------------------------------

COST = 3000  # positions that minimax may look at


def affordable(position: Position) -> int:
    """How deep minimax may look."""
    return next(d for d in range(4, 0, -1) if d == 1 or len(position.legal_moves()) ** d < COST)


@pytest.mark.parametrize("game", [*GAMES, "control_v players=3"])
@pytest.mark.parametrize("kind", [Rated, lambda position: position])
def test_it_finds_the_value_that_minimax_finds(game: str, kind: Any) -> None:
    """One table serves all positions: what it remembers must not spoil what comes later."""
    searching = AlphaBeta(megabytes=1)
    compared = 0
    for position in map(kind, samples(start(SMALL.get(game, game)), 24)):
        me = position.player
        for found in searching.search(position, Limit(depth=affordable(position))):
            score = minimax(position, me, found.depth)
            assert found.value == pytest.approx(expected(score), abs=1e-3), position
            if found.line:
                left = found.depth - 1
                assert minimax(position.play(found.line[0]), me, left, 1) == score
            compared += 1
    assert compared > 30
