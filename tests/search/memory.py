"""Memory over many searches: neither the memory of Python nor that of the process grows.

    PYTHONPATH=tests:tests/sixth_game \
        .venv/bin/python tests/search/memory.py --searches 1000

Each search keeps what the one before it has found. Their memory is small and soon full, so any
growth after that is a leak.
"""

from __future__ import annotations

import argparse
import gc
import resource
import tracemalloc
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from search.searches import SEARCHES, Make
from tabuleiro.core.playouts import random_walk
from tabuleiro.games import games, start
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Search

NODES = 10
FARTHEST = 12  # moves from the start to a searched position


class Held(NamedTuple):
    """Bytes of memory in use: by Python objects, and by the process."""

    python: int
    process: int


MOST = Held(5_000, 500_000)  # the largest growth in a round, with any number of searches
ROUNDS = 4  # the first one is not counted: caches are filled then


def check_growth(make: Make, game: str, searches: int) -> Held:
    """The smallest growth of memory in a round of searches. The system gives threads memory in
    large steps, so one round may grow; a leak shows in every round."""
    search = make(megabytes=1)
    tracemalloc.start()
    try:
        held = [held_after(search, game, searches // ROUNDS) for _ in range(ROUNDS)]
    finally:
        tracemalloc.stop()
    added = [(b.python - a.python, b.process - a.process) for a, b in pairwise(held)]
    growth = Held(min(python for python, _ in added), min(process for _, process in added))
    assert growth.python <= MOST.python
    assert growth.process <= MOST.process
    return growth


def held_after(search: Search, game: str, searches: int) -> Held:
    """The memory in use after this many searches, without clearing the search."""
    search_often(search, game, searches)
    gc.collect()
    return Held(tracemalloc.get_traced_memory()[0], resident())


def search_often(search: Search, game: str, searches: int) -> None:
    """Searches positions near the start, some of which are in the tree that was kept."""
    begin = start(game)
    for seed in range(searches):
        position = random_walk(begin, seed % FARTHEST, seed // FARTHEST)
        for _ in search.search(position, Limit(nodes=NODES)):
            pass


def resident() -> int:
    """The resident memory of the process in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--searches", type=int, default=1000)
    wanted = parser.parse_args().searches
    for name, make in SEARCHES.items():
        for game in games():
            python, process = check_growth(make, game, wanted)
            print(f"{name}: {game}: {python:+} bytes in Python, {process:+} in all", flush=True)
