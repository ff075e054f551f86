"""Memory over many searches: what Python holds, and what the process holds, does not grow.

    PYTHONPATH=tests:tests/sixth_game \
        .venv/bin/python tests/search/memory.py --searches 1000
"""

from __future__ import annotations

import argparse
import gc
import resource
import tracemalloc
from pathlib import Path

from search.searches import SEARCHES
from tabuleiro.core.playouts import random_walk
from tabuleiro.games import games, start
from tabuleiro.players.searching import Search
from tabuleiro.search.limit import Limit

NODES = 20
FARTHEST = 12  # moves from the start where searches begin
WARMING = 24  # searches after which everything has been loaded


def search_often(search: Search, game: str, searches: int) -> None:
    """Searches in positions near the start, each in what was kept or anew."""
    begin = start(game)
    for seed in range(searches):
        position = random_walk(begin, seed % FARTHEST, seed // FARTHEST)
        for _ in search.search(position, Limit(nodes=NODES)):
            pass


def python_growth(search: Search, game: str, searches: int) -> int:
    """How many bytes more Python holds after so many searches than after a few."""
    tracemalloc.start()
    try:
        before = held_after(search, game, WARMING)
        return held_after(search, game, searches) - before
    finally:
        tracemalloc.stop()


def held_after(search: Search, game: str, searches: int) -> int:
    """The bytes that Python holds when so many searches are forgotten."""
    search_often(search, game, searches)
    search.clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def process_growth(search: Search, game: str, searches: int) -> int:
    """How many bytes more the process holds after so many searches."""
    search_often(search, game, searches // 2)
    before = resident()
    search_often(search, game, searches)
    return resident() - before


def resident() -> int:
    """The bytes of memory that the process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--searches", type=int, default=1000)
    wanted = parser.parse_args().searches
    for name, make in SEARCHES.items():
        for game in games():
            python = python_growth(make(), game, wanted)
            process = process_growth(make(), game, wanted)
            print(f"{name}: {game}: {python:+} bytes in Python, {process:+} in all", flush=True)
