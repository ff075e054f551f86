"""How fast tree search is with two threads, compared with two processes with one thread each.

    python benchmarks/thread_speed.py [GAME [OPTION=VALUE ...]] [--rounds 5] [--seconds 1]

Prints iterations per second of wall time as JSON lines. The two take turns, and each figure is the
median of its rounds. The machine needs two idle cores.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from statistics import median

from tabuleiro.bench import game_texts
from tabuleiro.games import start
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts

THREADS = 2
MEGABYTES = 64  # for each thread


@dataclass(frozen=True)
class ThreadsRow:
    """Iterations per second: of one process with several threads, and of as many processes with
    one thread each, together."""

    game: str
    threads: float
    processes: float
    ratio: float


def bench_threads(texts: list[str], rounds: int, seconds: float) -> list[ThreadsRow]:
    """Measures all games, with the same processes."""
    with ExitStack() as stack:
        context = get_context("spawn")
        processes = [
            stack.enter_context(ProcessPoolExecutor(1, mp_context=context)) for _ in range(THREADS)
        ]
        return [compare_threads(text, processes, rounds, seconds) for text in texts]


def compare_threads(
    text: str, processes: list[ProcessPoolExecutor], rounds: int, seconds: float
) -> ThreadsRow:
    """The medians of one game."""

    def together(some: list[ProcessPoolExecutor], threads: int, seconds: float) -> float:
        running = [one.submit(iterations_per_second, text, threads, seconds) for one in some]
        return sum(one.result() for one in running)

    together(processes, 1, 0.01)  # after this, all of them have started
    measured = [
        (together(processes[:1], THREADS, seconds), together(processes, 1, seconds))
        for _ in range(rounds)
    ]
    threads, apart = (median(column) for column in zip(*measured, strict=True))
    return ThreadsRow(text, threads, apart, threads / apart)


def iterations_per_second(text: str, threads: int, seconds: float) -> float:
    """The speed of one search from the start of a game, in wall time."""
    mcts = Mcts(threads=threads, megabytes=MEGABYTES * threads)
    *_, found = mcts.search(start(text), Limit(movetime=round(1000 * seconds)))
    return found.nodes / found.seconds


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    texts = game_texts(given.game, given.options)
    for row in bench_threads(texts, given.rounds, given.seconds):
        print(json.dumps(asdict(row)))


if __name__ == "__main__":
    main()
