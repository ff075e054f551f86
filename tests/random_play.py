"""Random games of every game under many options, to be run under the checked build.

What counts is that the program lives: it prints how many games it played.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import OptionError
from tabuleiro.core.playouts import random_games, random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, read

FROM_THE_START = 2000
PER_OPTION = 50


def starts(game: Game[Any]) -> Iterator[Position]:
    """The start, then a start for each extreme or choice of each option."""
    yield game.start()
    for option in game.options:
        domain = option.domain()
        for value in domain.get("values") or (domain["min"], domain["max"]):
            try:
                yield game.start(**{option.name: value})
            except OptionError:
                continue  # it contradicts the other options


def watch(position: Position, seed: int) -> None:
    """Follows one random game as people do: moves, texts, pictures and steps at every turn."""
    at = position
    for count in range(1, 1000):
        previous, at = at, random_walk(at, 1, seed + count)
        assert read(at.full_text) == at
        at.scene(previous)
        for move in at.legal_moves()[:5]:
            at.steps(move)
        if at.over:
            break


def play(game: Game[Any]) -> int:
    """Plays the game from all its starts; gives the number of games."""
    played = 0
    for number, start in enumerate(starts(game)):
        games = PER_OPTION if number else FROM_THE_START
        random_games(start, games, seed=number)
        watch(start, seed=number)
        played += games
    return played


def stop(unraisable: sys.UnraisableHookArgs) -> None:
    """Ends the program at an error that no caller can be told of."""
    sys.__unraisablehook__(unraisable)
    os._exit(1)


if __name__ == "__main__":
    sys.unraisablehook = stop
    for game in GAMES:
        sys.stdout.write(f"{game.id} {play(game)}\n")
        sys.stdout.flush()
