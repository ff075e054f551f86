"""Speed of random games, searches, the Python API and environments, next to other packages.

Measured in CPU time on one core. The programs take turns, and each figure is the median of its
rounds, so that other work on the machine slows all of them down alike.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import tabuleiro
from tabuleiro.core.playouts import random_games
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import COMPILED
from tabuleiro.core.uncompiled import VARIABLE
from tabuleiro.games import games, start
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts

LARGER = ("squex rows=15 columns=15", "control_v players=4")
"""Games measured in addition to the default of each."""

OPENSPIEL_GAME = "hex(board_size=8)"
OPENSPIEL_SEARCH = f"OpenSpiel C++ MCTS with 1 random rollout on {OPENSPIEL_GAME}, simulations"
OPENSPIEL_LOOP = f"OpenSpiel from Python on {OPENSPIEL_GAME}, moves"
SIMULATIONS = 2000  # in one search: its tree stays small
LOOP_GAME = "squex"
ENVIRONMENTS = 1024  # games that take steps together
PGX_GAME = "hex"  # on 11 x 11

Counts = dict[str, int]
"""How many games, moves and so on."""
Work = Callable[[int], Counts]
"""Does an amount of work and returns what it counts."""
Rates = dict[str, float]
"""Counts per CPU second."""
Measurement = Callable[[], list[Rates]]
"""Measures some works once."""


@dataclass(frozen=True)
class SpeedRow:
    """One row of a table; the figures are per CPU second."""

    game_text: str
    compiled: bool
    figures: dict[str, float]


@dataclass(frozen=True)
class SpeedReport:
    """A table: its rows, and the reference that their first figure is compared with. Its rate is
    None if OpenSpiel is not installed."""

    rows: list[SpeedRow]
    reference: str
    reference_rate: float | None

    def ratio(self, row: SpeedRow) -> float | None:
        """The first figure of a row relative to the reference."""
        figure = next(iter(row.figures.values()))
        return figure / self.reference_rate if self.reference_rate else None


def game_texts(game_id: str | None = None, words: Sequence[str] = ()) -> list[str]:
    """The given game, or every game with its defaults and some larger ones."""
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
        return {"games": tally.games, "moves": tally.moves}

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
        return {"moves": count}

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
        return {"moves": count}

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
        return {"iterations": amount * SIMULATIONS}

    return work


def tree_searches(position: Position) -> Work:
    """Our searches from a position, with as many iterations as OpenSpiel has simulations."""

    def work(amount: int) -> Counts:
        for _ in range(amount):
            for _ in Mcts().search(position, Limit(nodes=SIMULATIONS)):
                pass
        return {"iterations": amount * SIMULATIONS}

    return work


def vector_steps(observations: bool) -> Work:
    """Steps of our environment with random actions."""
    from tabuleiro.environments import VectorEnvironment

    environment = VectorEnvironment(LOOP_GAME, ENVIRONMENTS, observations=observations)

    def work(amount: int) -> Counts:
        for _ in range(amount):
            environment.step(environment.sample_actions())
        return {"steps": amount * ENVIRONMENTS}

    return work


def openspiel_steps(observations: bool) -> Work:
    """Steps of OpenSpiel's states with random actions and their masks, and with observations."""
    game = import_module("pyspiel").load_game(OPENSPIEL_GAME)
    states = [game.new_initial_state() for _ in range(ENVIRONMENTS)]
    draw = random.Random(1).random

    def step(state: Any) -> Any:
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
        if state.is_terminal():
            state = game.new_initial_state()
        state.legal_actions_mask()
        if observations:
            state.observation_tensor()
        return state

    def work(amount: int) -> Counts:
        for _ in range(amount):
            states[:] = map(step, states)
        return {"steps": amount * ENVIRONMENTS}

    return work


def pgx_steps(observations: bool) -> Work:
    """Steps of Pgx with random actions, compiled by JAX; they always have observations."""
    jax, pgx = import_module("jax"), import_module("pgx")
    environment = pgx.make(PGX_GAME)
    reset = import_module("pgx.experimental").auto_reset(environment.step, environment.init)

    def one(state: Any, key: Any) -> Any:
        choice, chance = jax.random.split(key)
        legal = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return reset(state, jax.random.categorical(choice, legal), chance)

    step = jax.jit(jax.vmap(one))
    key = jax.random.PRNGKey(1)
    current = [jax.jit(jax.vmap(environment.init))(jax.random.split(key, ENVIRONMENTS))]

    def work(amount: int) -> Counts:
        for number in range(amount):
            keys = jax.random.split(jax.random.fold_in(key, number), ENVIRONMENTS)
            current[0] = step(current[0], keys)
        current[0].rewards.block_until_ready()
        return {"steps": amount * ENVIRONMENTS}

    work(1)  # compiles
    return work


# --- how it is measured --------------------------------------------------------------------


def rates(work: Work, seconds: float) -> Rates:
    """The counts of some work per CPU second, done in growing amounts for about this long."""
    begun = process_time()
    elapsed, amount = 0.0, 1
    counts: Counter[str] = Counter()
    while elapsed < seconds:
        counts.update(work(amount))
        elapsed = process_time() - begun
        if elapsed < seconds / 4:
            amount *= 2
    return {name: count / elapsed for name, count in counts.items()}


def in_this_process(works: list[Work], seconds: float) -> Measurement:
    """Measures in this process."""
    return lambda: [rates(work, seconds) for work in works]


def in_uncompiled_process(texts: list[str], seconds: float) -> Measurement:
    """Measures random games of the uncompiled program, in a process with the same Python."""
    folder = str(Path(tabuleiro.__file__).parents[1])
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, VARIABLE: "1", "PYTHONPATH": path}
    command = [sys.executable, "-m", "tabuleiro.bench", str(seconds), *texts]

    def measure() -> list[Rates]:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
        found: list[Rates] = json.loads(done.stdout)
        return found

    return measure


def medians(measurements: dict[str, Measurement], rounds: int) -> dict[str, list[Rates]]:
    """The medians of all measurements, which take turns."""
    results: dict[str, list[list[Rates]]] = {name: [] for name in measurements}
    for _ in range(rounds):
        for name, measure in measurements.items():
            results[name].append(measure())
    return {
        name: [
            {count: median(rates[count] for rates in one) for count in one[0]}
            for one in zip(*result, strict=True)
        ]
        for name, result in results.items()
    }


# --- the tables ----------------------------------------------------------------------------


def compare(
    texts: list[str],
    work: Callable[[Position], Work],
    reference: tuple[str, Callable[[], Work]],
    rounds: int,
    seconds: float,
    more: dict[str, Measurement] | None = None,
) -> SpeedReport:
    """Measures this work on every game, next to OpenSpiel if it is installed (its title and its
    work). `more` are measurements of the same games that are not compiled."""
    title, openspiel = reference
    measurements = {"here": in_this_process([work(start(text)) for text in texts], seconds)}
    measurements |= more or {}
    if find_spec("pyspiel") is not None:
        measurements["reference"] = in_this_process([openspiel()], seconds)
    results = medians(measurements, rounds)
    references = results.pop("reference", None)
    rows = [
        SpeedRow(text, COMPILED and way == "here", measured)
        for way, found in results.items()
        for text, measured in zip(texts, found, strict=True)
    ]
    rate = next(iter(references[0].values())) if references else None
    return SpeedReport(rows, title, rate)


def bench_playouts(texts: list[str], rounds: int, seconds: float) -> SpeedReport:
    """Random games from the start, compiled and not, next to OpenSpiel's search."""
    more = {"uncompiled": in_uncompiled_process(texts, seconds)} if COMPILED else {}
    return compare(texts, playouts, (OPENSPIEL_SEARCH, openspiel_search), rounds, seconds, more)


def bench_search(texts: list[str], rounds: int, seconds: float) -> SpeedReport:
    """Tree searches from the start, next to OpenSpiel's."""
    return compare(texts, tree_searches, (OPENSPIEL_SEARCH, openspiel_search), rounds, seconds)


def bench_loop(rounds: int, seconds: float) -> SpeedReport:
    """Random games by a Python loop, next to the same loop over OpenSpiel's states."""
    return compare([LOOP_GAME], python_loop, (OPENSPIEL_LOOP, openspiel_loop), rounds, seconds)


@dataclass(frozen=True)
class EnvironmentRow:
    """Steps per CPU second of an environment; None if its package is not installed."""

    name: str
    package: str
    masks: float | None = None
    observations: float | None = None


ENVIRONMENT_ROWS = {
    EnvironmentRow(f"Tabuleiro on {LOOP_GAME}", "numpy"): vector_steps,
    EnvironmentRow(f"OpenSpiel from Python on {OPENSPIEL_GAME}", "pyspiel"): openspiel_steps,
    EnvironmentRow(f"Pgx on {PGX_GAME} (11 x 11)", "pgx"): pgx_steps,
}


def bench_environments(rounds: int, seconds: float) -> list[EnvironmentRow]:
    """Steps of environments in one process, with masks alone and with observations."""
    found = {
        row: in_this_process([steps(False), steps(True)], seconds)
        for row, steps in ENVIRONMENT_ROWS.items()
        if find_spec(row.package) is not None
    }
    results = medians({row.name: measure for row, measure in found.items()}, rounds)
    rates_of = {name: [one["steps"] for one in measured] for name, measured in results.items()}
    return [
        EnvironmentRow(row.name, row.package, *rates_of.get(row.name, (None, None)))
        for row in ENVIRONMENT_ROWS
    ]


def main(arguments: list[str]) -> None:
    """Measures the games of `SECONDS GAME_TEXT...` once and prints their rates."""
    seconds, *texts = arguments
    print(json.dumps(in_this_process([playouts(start(text)) for text in texts], float(seconds))()))


if __name__ == "__main__":
    main(sys.argv[1:])
