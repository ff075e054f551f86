"""Memory over many searches: neither what Python holds nor what the process holds grows.

    PYTHONPATH=tests:tests/sixth_game \
        .venv/bin/python tests/search/memory.py --searches 1000

The searches go on from one to the next, with what they keep, in little memory, which is soon all
in use: whatever comes later is too much.
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
from tabuleiro.search.search import Search

NODES = 10
FARTHEST = 12  # moves from the start where searches begin


class Held(NamedTuple):
    """Bytes that Python holds, and bytes that the process holds."""

    python: int
    process: int


MOST = Held(5_000, 500_000)  # that a round of searches may add, however many they are
ROUNDS = 4  # the first loads what is loaded once


def check_growth(make: Make, game: str, searches: int) -> Held:
    """How much a round of searches adds to what is held, at least: the system hands out memory to
    threads in large steps, but a leak shows in every round."""
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
    """What is held when so many searches are done and nothing is forgotten."""
    search_often(search, game, searches)
    gc.collect()
    return Held(tracemalloc.get_traced_memory()[0], resident())


def search_often(search: Search, game: str, searches: int) -> None:
    """Searches in positions near the start, each in what was kept or anew."""
    begin = start(game)
    for seed in range(searches):
        position = random_walk(begin, seed % FARTHEST, seed // FARTHEST)
        for _ in search.search(position, Limit(nodes=NODES)):
            pass


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
            python, process = check_growth(make, game, wanted)
            print(f"{name}: {game}: {python:+} bytes in Python, {process:+} in all", flush=True)
