"""How quickly searches end after they are told to stop.

    python benchmarks/stop_times.py [GAME [OPTION=VALUE ...]] [--tries 100]

Each search runs from the start of the game and is stopped after 20 to 60 ms. Prints the median and
the longest of all tries, in seconds of wall time, as JSON lines.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter, sleep
from typing import Protocol

from tabuleiro.bench import game_texts
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import start
from tabuleiro.players.kinds import KINDS
from tabuleiro.players.searches import SEARCHES, SearchSpec
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

THREADS = 2
MEGABYTES = 64
LEAST_WAIT, MOST_WAIT = 0.02, 0.06  # seconds that a search has run when it is stopped


@dataclass(frozen=True)
class StopRow:
    """Seconds from the stop flag to the end of a search."""

    game: str
    search: str
    median: float
    worst: float


class Stoppable(Protocol):
    """A search or the solver."""

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[object]:
        """Reports progress until it is stopped."""

    def clear(self) -> None:
        """Forgets everything."""


def stoppable(position: Position) -> Iterator[tuple[str, Stoppable]]:
    """Every search that can be stopped, with its name: also with several threads if it supports
    them, and the solver if the game has two players."""
    game = position.game
    for name, search in SEARCHES.items():
        if search.is_instant or not KINDS[name].names(game):  # no player of the game has it
            continue
        yield name, search.make(SearchSpec(game))
        if "threads" in search.settings:
            yield f"{name}, {THREADS} threads", search.make(SearchSpec(game, {"threads": THREADS}))
    if position.players == 2:
        yield "solver", Solver(megabytes=MEGABYTES)


def bench_stop(texts: list[str], tries: int) -> Iterator[StopRow]:
    """Every search of every game."""
    for text in texts:
        for name, search in stoppable(start(text)):
            draw = random.Random(1)
            waits = [draw.uniform(LEAST_WAIT, MOST_WAIT) for _ in range(tries)]
            seconds = [time_to_stop(search, start(text), wait) for wait in waits]
            yield StopRow(text, name, median(seconds), max(seconds))


def time_to_stop(search: Stoppable, position: Position, wait: float) -> float:
    """Starts a new search, stops it after a wait, and returns the seconds that it still took."""
    stop = StopFlag()

    def think() -> float:
        for _ in search.search(position, Limit(infinite=True), stop):
            pass
        return perf_counter()

    search.clear()
    with ThreadPoolExecutor(1) as thread:
        ended = thread.submit(think)
        sleep(wait)
        told = perf_counter()
        stop.set()
        return ended.result() - told


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--tries", type=int, default=100)
    given = parser.parse_args()
    for row in bench_stop(game_texts(given.game, given.options), given.tries):
        print(json.dumps(asdict(row)), flush=True)


if __name__ == "__main__":
    main()
