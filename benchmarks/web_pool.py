"""The overhead of the pool of worker processes: trivial tasks, and stopping a search.

python benchmarks/web_pool.py [workers]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from statistics import quantiles
from threading import Event
from time import perf_counter

from tabuleiro.games import GAMES
from tabuleiro.search.limit import Limit
from tabuleiro.web.workers.pool import WorkerPool
from tabuleiro.web.workers.tasks import WorkerTask

ROUNDS = 1000
BURST = 200  # tasks submitted at once
STOPS = 50

SQUEX = GAMES[0].start()
TRIVIAL = WorkerTask(SQUEX, "random", "trivial")
NUMBERS = count()


def new_game() -> WorkerTask:
    """A task of a new game, whose player is not loaded yet."""
    return WorkerTask(SQUEX, "random", f"{next(NUMBERS)}")


def answer(pool: WorkerPool, task: WorkerTask) -> float:
    """Seconds until a task is answered."""
    begun = perf_counter()
    pool.think(task).result()
    return perf_counter() - begun


def stop(pool: WorkerPool) -> float:
    """Seconds from cancelling an endless search until the next task is answered."""
    told = Event()
    endless = WorkerTask(SQUEX, "mcts:time=3600", "endless", limit=Limit(infinite=True))
    thought = pool.think(endless, lambda thought: told.set())
    told.wait()
    begun = perf_counter()
    thought.cancel()
    pool.think(TRIVIAL).result()
    return perf_counter() - begun


def show(what: str, rounds: int, measure: Callable[[], float]) -> None:
    """Measures repeatedly, and prints the median and the 99th percentile."""
    parts = quantiles([1000 * measure() for _ in range(rounds)], n=100)
    sys.stdout.write(f"{what:<40} p50 {parts[49]:8.2f} ms   p99 {parts[98]:8.2f} ms\n")


def main() -> None:
    """Measures one pool."""
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    begun = perf_counter()
    with WorkerPool(workers, seconds=60.0, queue=BURST) as pool:
        answer(pool, TRIVIAL)
        sys.stdout.write(f"first answer after {perf_counter() - begun:.2f} s\n")
        show("a random move", ROUNDS, lambda: answer(pool, TRIVIAL))
        show("a random move of a new game", ROUNDS, lambda: answer(pool, new_game()))
        begun = perf_counter()
        for thought in [pool.think(TRIVIAL) for _ in range(BURST)]:
            thought.result()
        sys.stdout.write(f"{BURST / (perf_counter() - begun):.0f} tasks a second at once\n")
    with WorkerPool(1, seconds=60.0) as pool:
        show("stopping a search, then a random move", STOPS, lambda: stop(pool))
        begun = perf_counter()
    sys.stdout.write(f"closed after {1000 * (perf_counter() - begun):.0f} ms\n")


if __name__ == "__main__":
    main()
