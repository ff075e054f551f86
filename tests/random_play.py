"""Random games and searches of every game with many options, to be run with the checked build.

The test is that the program does not crash; it prints how many games it played.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.playouts import random_games, random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, read
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.solver import Solver
from variants import variants

FROM_THE_START = 2000
PER_OPTION = 50
NODES = 100  # per search


def watch(position: Position, seed: int) -> None:
    """Play one random game and use what people and networks need after every move: texts, pictures,
    steps, evaluations and encodings."""
    at = position
    for count in range(1, 1000):
        previous, at = at, random_walk(at, 1, seed + count)
        assert read(at.full_text) == at
        at.scene(previous)
        for move in at.legal_moves()[:5]:
            at.steps(move)
        if at.over:
            break
        at.evaluate(0)
        at.encode()
        for move in at.legal_moves():
            at.policy_indices(move)


def search(position: Position, seed: int) -> None:
    """Search positions of one random game; every search keeps its memory between them."""
    searches: list[Any] = [
        Mcts(seed=seed, megabytes=1),
        GuidedMcts(seed=seed, megabytes=1),
        GuidedMcts(seed=seed, megabytes=1, playouts=0.5),
        AlphaBeta(megabytes=1),
        *([Solver(megabytes=1)] if position.players == 2 else []),
    ]
    for count in range(1, 100):
        if position.over:
            break
        for each in searches:
            for _ in each.search(position, Limit(nodes=NODES)):
                pass
        position = random_walk(position, count, seed + count)


def play(game: Game[Any]) -> int:
    """Play every variant of the game; return the number of games."""
    played = 0
    for number, values in enumerate(variants(game)):
        start = game.start(**values)
        games = PER_OPTION if number else FROM_THE_START
        random_games(start, games, seed=number)
        watch(start, seed=number)
        search(start, seed=number)
        played += games
    return played


def stop(unraisable: sys.UnraisableHookArgs) -> None:
    """End the program at an error that cannot be raised to a caller."""
    sys.__unraisablehook__(unraisable)
    os._exit(1)


if __name__ == "__main__":
    sys.unraisablehook = stop
    for game in GAMES:
        sys.stdout.write(f"{game.id} {play(game)}\n")
        sys.stdout.flush()
