"""Writes the golden files of games: perft counts and playthroughs.

    PYTHONPATH=tests:tests/sixth_game .venv/bin/python tests/games/make_golden.py GAME...

A golden file is the fingerprint of a game's rules: it changes only when a rule does. Look at the
difference before you commit it.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.golden import PERFT, PLAYTHROUGHS, playthrough_lines
from strategies import random_game
from tabuleiro.core.game import Game
from tabuleiro.core.options import Number, Option
from tabuleiro.core.playouts import perft
from tabuleiro.core.position import Position, PythonPosition
from tabuleiro.games import find_game
from variants import agree

MOST_COUNTED = 400_000
MOST_COUNTED_IN_PYTHON = 5_000


def variants(game: Game[Any]) -> Iterator[dict[str, Any]]:
    """The defaults, and each option alone at its other values (the ends of a range)."""
    yield {}
    for option in game.options:
        for value in other_values(option):
            if agree(game, {option.name: value}):
                yield {option.name: value}


def other_values(option: Option) -> list[Any]:
    if isinstance(option, Number):
        return [value for value in (option.low, option.high, 7) if value != option.default]
    return [text for text in option.domain()["values"] if option.parse(text) != option.default]


def sampled(game: Game[Any]) -> Iterator[Position]:
    """The start, the middle and the last moves of a random game, for each variant."""
    for values in variants(game):
        start = game.start(**values)
        game_positions = [start, *(position for _, position in random_game(start, 7))]
        middle, late = len(game_positions) // 2, max(0, len(game_positions) - 6)
        for place in dict.fromkeys((0, middle, late)):
            yield game_positions[place]


def perft_lines(position: Position) -> Iterator[str]:
    """Counts by depth, as far as they stay small."""
    native = not isinstance(position, PythonPosition)
    most = MOST_COUNTED if native else MOST_COUNTED_IN_PYTHON
    for depth in itertools.count(1):
        count = perft(position, depth)
        if count > most or depth > 6:
            return
        yield f"{depth} {count} {position.full_text}"
        if count == 0:
            return


def main(names: list[str]) -> None:
    """Writes the files of the games named."""
    for game in map(find_game, names):
        lines = [line for position in sampled(game) for line in perft_lines(position)]
        write(PERFT / f"{game.id}.txt", lines)
        plays = [
            "\n".join(playthrough_lines(game.start(**values), 11)) for values in variants(game)
        ]
        write(PLAYTHROUGHS / f"{game.id}.txt", ["\n\n".join(plays)])


def write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
