"""Searches random positions of every game: every line must be legal and within the limits.

    PYTHONPATH=tests:tests/sixth_game \
        .venv/bin/python tests/search/legal_moves.py --positions 10000
"""

from __future__ import annotations

import argparse

from search.searches import SEARCHES
from tabuleiro.core.playouts import random_games, random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import games
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Search
from variants import variants

NODES = 20
SAMPLE = 20  # random games, to measure how long a game is


def try_positions(search: Search, game: str, positions: int) -> int:
    """Searches positions of a game, with all its options and from all parts of random games, and
    plays every line; returns the number of lines."""
    begins = [games()[game].start(**values) for values in variants(games()[game])]
    lengths = [1 + random_games(begin, SAMPLE, 1).moves // SAMPLE for begin in begins]
    lines = 0
    for seed in range(positions):
        begin, length = begins[seed % len(begins)], lengths[seed % len(begins)]
        position = random_walk(begin, seed // len(begins) * 7 % length, seed)
        lines += try_position(search, position)
    return lines


def try_position(search: Search, position: Position) -> int:
    """Plays every line that a search gives; there is at least one, unless the game is over."""
    found = list(search.search(position, Limit(nodes=NODES)))
    assert bool(found) is not position.over
    for progress in found:
        assert progress.line
        assert 0 <= progress.value <= 1
        assert progress.nodes <= NODES
        at = position
        for move in progress.line:
            at = at.play(move)  # raises an error if it is not legal
    return len(found)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=10_000)
    wanted = parser.parse_args().positions
    for name, make in SEARCHES.items():
        for game in games():
            lines = try_positions(make(), game, wanted)
            print(f"{name}: {game}: {lines} legal lines in {wanted} positions", flush=True)
