"""How many evaluations per second self-play makes with a network during training, and what it
waits for.

    python benchmarks/self_play.py [GAME ...] [--seconds 20] [--threads N] [--device cuda|cpu]

Each game is played by an untrained network with the settings of a training run: in all its courses,
or with the options after its name, as in "squex rows=8 columns=8". `crew` is the share of the time
in which the device waits for the threads, `device` the share in which the threads wait for the
device: the larger one is the bottleneck.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from time import perf_counter

from tabuleiro.core.options import split_words
from tabuleiro.games import find_game, games
from tabuleiro.learning.network import Net
from tabuleiro.learning.plan import Plan, find_device
from tabuleiro.learning.self_play_pool import SelfPlayPool
from tabuleiro.learning.settings import settings_for
from tabuleiro.learning.training_run import prepare_torch

WARM = 0.25  # of the measured time, spent before it: the first turns start all games


def measure(plan: Plan, seconds: float) -> dict[str, float]:
    """Self-play of a game for some seconds."""
    prepare_torch(plan)
    pool = SelfPlayPool(plan, Net(plan.architecture).to(plan.device).eval())
    play(pool, WARM * seconds)
    before, waits, begun = pool.counts(), dict(pool.waits), perf_counter()
    play(pool, seconds)
    passed = perf_counter() - begun
    after = pool.counts()
    pool.close()
    return {
        "evaluations": (after["evaluations"] - before["evaluations"]) / passed,
        "games": (after["games"] - before["games"]) / passed,
        **{name: (pool.waits[name] - waited) / passed for name, waited in waits.items()},
    }


def play(pool: SelfPlayPool, seconds: float) -> None:
    """Plays turns for some time."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        pool.play_turn()


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--device")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    device = find_device(given.device)
    for game in given.games or [game.id for game in games().values() if game.encoding]:
        name, *options = game.split()
        plan = Plan(
            find_game(name),
            split_words(options),
            settings_for(name, device.type, given.set),
            seed=1,
            threads=given.threads,
            device=device,
            compiled=given.compile,
        )
        found = {name: round(value, 3) for name, value in measure(plan, given.seconds).items()}
        sys.stdout.write(json.dumps({"game": game, **found}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
