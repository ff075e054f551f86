"""Speed of random games, searches and the Python API, next to OpenSpiel if it is installed.

One core, CPU time; only threads and stop signs are a matter of the time that passes. The
contestants take turns, round by round, and each figure is the median of its rounds: whatever else
the machine does meets all of them alike.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Protocol

import tabuleiro
from tabuleiro.core.playouts import random_games
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import COMPILED, StopFlag
from tabuleiro.core.uncompiled import VARIABLE
from tabuleiro.games import games, start
from tabuleiro.players.searches import SEARCHES, SearchSpec
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.solver import Solver

LARGER = ("squex rows=15 columns=15", "control_v players=4")
"""Games measured besides the default of each."""

OPENSPIEL_GAME = "hex(board_size=8)"
OPENSPIEL_SEARCH = f"OpenSpiel C++ MCTS with 1 random rollout on {OPENSPIEL_GAME}, simulations"
OPENSPIEL_LOOP = f"OpenSpiel from Python on {OPENSPIEL_GAME}, moves"
SIMULATIONS = 2000  # in one search: its tree stays small
LOOP_GAME = "squex"
THREADS = 2
MEGABYTES = 64  # for each thread
LEAST_WAIT, MOST_WAIT = 0.02, 0.06  # seconds that a search has run when it is stopped

Counts = tuple[int, int]
"""Games (of a search: simulations), and moves where they are counted."""
Work = Callable[[int], Counts]
"""Does so much of something and says how much it was."""
Rates = tuple[float, float]
"""Counts per CPU second."""
Measurement = Callable[[], list[Rates]]
"""Measures some contestants once."""


@dataclass(frozen=True)
class SpeedRow:
    """One line of a table; the figures, by what they count, are per CPU second."""

    game_text: str
    compiled: bool
    figures: dict[str, float]


@dataclass(frozen=True)
class SpeedReport:
    """A table: its rows and the yardstick.

    The first figure is compared with the yardstick, whose rate is None where there is none.
    """

    rows: list[SpeedRow]
    yardstick: str
    yardstick_rate: float | None

    def ratio(self, row: SpeedRow) -> float | None:
        """How a row compares with the yardstick, which is 1."""
        figure = next(iter(row.figures.values()))
        return figure / self.yardstick_rate if self.yardstick_rate else None


@dataclass(frozen=True)
class ThreadsRow:
    """Iterations a second of one process with several threads, and of as many processes with one
    thread each, all together."""

    game_text: str
    threads: float
    processes: float

    @property
    def ratio(self) -> float:
        """What threads make of what processes make."""
        return self.threads / self.processes


@dataclass(frozen=True)
class StopRow:
    """How many seconds a search goes on after the stop sign, in many tries."""

    game_text: str
    search: str
    seconds: tuple[float, ...]


def game_texts(game_id: str | None = None, words: Sequence[str] = ()) -> list[str]:
    """The game given; without one, every game with its defaults, and some larger ones."""
    if game_id is not None:
        return [" ".join([game_id, *words])]
    known = games()
    return [*known, *(text for text in LARGER if text.split(" ")[0] in known)]


# --- what is measured ----------------------------------------------------------------------


def playouts(position: Position) -> Work:
    """Random games from a position."""
    seeds = random.Random(1)

    def work(amount: int) -> Counts:
        tally = random_games(position, amount, seeds.getrandbits(60))
        return tally.games, tally.moves

    return work


def python_loop(position: Position) -> Work:
    """Random games with `legal_moves` and `play` from Python."""
    draw = random.Random(1).random

    def work(amount: int) -> Counts:
        count = 0
        for _ in range(amount):
            place = position
            while moves := place.legal_moves():
                place = place.play(moves[int(draw() * len(moves))])
                count += 1
        return amount, count

    return work


def openspiel_loop() -> Work:
    """The same loop over OpenSpiel's states."""
    game = import_module("pyspiel").load_game(OPENSPIEL_GAME)
    draw = random.Random(1).random

    def work(amount: int) -> Counts:
        count = 0
        for _ in range(amount):
            state = game.new_initial_state()
            while actions := state.legal_actions():
                state.apply_action(actions[int(draw() * len(actions))])
                count += 1
        return amount, count

    return work


def openspiel_search() -> Work:
    """OpenSpiel's searches from the start."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(OPENSPIEL_GAME)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, 1, False)
    state = game.new_initial_state()

    def work(amount: int) -> Counts:
        for _ in range(amount):
            bot.mcts_search(state)
        return amount * SIMULATIONS, 0

    return work


def tree_searches(position: Position) -> Work:
    """Our searches from a position, as many iterations each as theirs have simulations."""

    def work(amount: int) -> Counts:
        for _ in range(amount):
            for _ in Mcts().search(position, Limit(nodes=SIMULATIONS)):
                pass
        return amount * SIMULATIONS, 0

    return work


def has_openspiel() -> bool:
    """Whether OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


# --- how it is measured --------------------------------------------------------------------


def rates(work: Work, seconds: float) -> Rates:
    """What the work counts per CPU second, in growing amounts for about so many seconds."""
    begun = process_time()
    elapsed, games, moves, amount = 0.0, 0, 0, 1
    while elapsed < seconds:
        more_games, more_moves = work(amount)
        games, moves = games + more_games, moves + more_moves
        elapsed = process_time() - begun
        if elapsed < seconds / 4:
            amount *= 2
    return games / elapsed, moves / elapsed


def in_this_process(works: list[Work], seconds: float) -> Measurement:
    """A contest in this process."""
    return lambda: [rates(work, seconds) for work in works]


def in_uncompiled_process(texts: list[str], seconds: float) -> Measurement:
    """Random games of the uncompiled program, in a process of the same Python."""
    folder = str(Path(tabuleiro.__file__).parents[1])
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, VARIABLE: "1", "PYTHONPATH": path}
    command = [sys.executable, "-m", "tabuleiro.bench", str(seconds), *texts]

    def contest() -> list[Rates]:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
        return [(games, moves) for games, moves in json.loads(done.stdout)]

    return contest


def medians(contests: dict[str, Measurement], rounds: int) -> dict[str, list[Rates]]:
    """The medians of every contestant; the contests take turns."""
    results: dict[str, list[list[Rates]]] = {name: [] for name in contests}
    for _ in range(rounds):
        for name, contest in contests.items():
            results[name].append(contest())
    return {
        name: [median_rates(one) for one in zip(*result, strict=True)]
        for name, result in results.items()
    }


def median_rates(measured: tuple[Rates, ...]) -> Rates:
    """The median of each of the two figures."""
    games, moves = zip(*measured, strict=True)
    return median(games), median(moves)


# --- the tables ----------------------------------------------------------------------------


def bench_playouts(texts: list[str], rounds: int, seconds: float) -> SpeedReport:
    """Random games from the start, compiled and not, next to OpenSpiel's search."""
    contests = {"here": in_this_process([playouts(start(text)) for text in texts], seconds)}
    if COMPILED:
        contests["uncompiled"] = in_uncompiled_process(texts, seconds)
    if has_openspiel():
        contests["yardstick"] = in_this_process([openspiel_search()], seconds)
    results = medians(contests, rounds)
    rows = [
        SpeedRow(text, COMPILED and way == "here", {"games": measured[0], "moves": measured[1]})
        for way in ("here", "uncompiled")
        for text, measured in zip(texts, results.get(way, []), strict=False)
    ]
    return SpeedReport(rows, OPENSPIEL_SEARCH, openspiel_rate(results, 0))


def bench_search(texts: list[str], rounds: int, seconds: float) -> SpeedReport:
    """Tree searches from the start, next to OpenSpiel's."""
    contests = {"here": in_this_process([tree_searches(start(text)) for text in texts], seconds)}
    if has_openspiel():
        contests["yardstick"] = in_this_process([openspiel_search()], seconds)
    results = medians(contests, rounds)
    rows = [
        SpeedRow(text, COMPILED, {"iterations": measured[0]})
        for text, measured in zip(texts, results["here"], strict=True)
    ]
    return SpeedReport(rows, OPENSPIEL_SEARCH, openspiel_rate(results, 0))


def bench_loop(rounds: int, seconds: float) -> SpeedReport:
    """Random games by a Python loop, next to the same loop over OpenSpiel's states."""
    contests = {"here": in_this_process([python_loop(start(LOOP_GAME))], seconds)}
    if has_openspiel():
        contests["yardstick"] = in_this_process([openspiel_loop()], seconds)
    results = medians(contests, rounds)
    rows = [SpeedRow(LOOP_GAME, COMPILED, {"moves": results["here"][0][1]})]
    return SpeedReport(rows, OPENSPIEL_LOOP, openspiel_rate(results, 1))


def bench_threads(texts: list[str], rounds: int, seconds: float) -> list[ThreadsRow]:
    """Searches by threads of one process, next to those by processes; they take turns."""
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
        running = [one.submit(iterations_a_second, text, threads, seconds) for one in some]
        return sum(one.result() for one in running)

    together(processes, 1, 0.01)  # by then all have started
    measured = [
        (together(processes[:1], THREADS, seconds), together(processes, 1, seconds))
        for _ in range(rounds)
    ]
    threads, apart = zip(*measured, strict=True)
    return ThreadsRow(text, median(threads), median(apart))


def iterations_a_second(text: str, threads: int, seconds: float) -> float:
    """How fast one search from the start is, by the time that passes."""
    mcts = Mcts(threads=threads, megabytes=MEGABYTES * threads)
    *_, found = mcts.search(start(text), Limit(movetime=round(1000 * seconds)))
    return found.nodes / found.seconds


class Stoppable(Protocol):
    """What looks at a stop sign: a search or the solver."""

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[object]:
        """Reports until it is stopped."""

    def clear(self) -> None:
        """Forgets everything."""


def stoppable(position: Position) -> Iterator[tuple[str, Stoppable]]:
    """Every search that can be stopped with its name, also with several threads where it has them;
    the solver where two play."""
    game = position.game
    for name, search in SEARCHES.items():
        if search.supports(game) and not search.is_instant:
            yield name, search.make(SearchSpec(game))
        if "threads" in search.settings:
            yield f"{name}, {THREADS} threads", search.make(SearchSpec(game, {"threads": THREADS}))
    if position.players == 2:
        yield "solver", Solver(megabytes=MEGABYTES)


def bench_stop(texts: list[str], tries: int) -> Iterator[StopRow]:
    """How soon searches from the start end when they are told to."""
    for text in texts:
        for name, search in stoppable(start(text)):
            draw = random.Random(1)
            waits = [draw.uniform(LEAST_WAIT, MOST_WAIT) for _ in range(tries)]
            yield StopRow(text, name, tuple(time_to_stop(search, start(text), w) for w in waits))


def time_to_stop(search: Stoppable, position: Position, wait: float) -> float:
    """The seconds from the stop sign, after a wait, to the end of a search that began anew."""
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


def openspiel_rate(results: dict[str, list[Rates]], figure: int) -> float | None:
    """One of the two figures of the yardstick, if it was measured."""
    return results["yardstick"][0][figure] if "yardstick" in results else None


def main(arguments: list[str]) -> None:
    """Measures the games of `SECONDS GAME_TEXT...` once and prints their rates."""
    seconds, *texts = arguments
    print(json.dumps(in_this_process([playouts(start(text)) for text in texts], float(seconds))()))


if __name__ == "__main__":
    main(sys.argv[1:])
