"""How many games per second two workers play, compared with one worker in the same run.

    python benchmarks/arena_workers.py [--pairs 60] [--times 3] [--json]

One worker and two workers play the same games in turn, so that other programs slow down both
equally. The ratio is the median over all turns. The time to start the workers is included.
"""

from __future__ import annotations

import argparse
import json
import sys
from statistics import median
from time import perf_counter

from tabuleiro.arena import Entry, Tournament, TournamentKind, local_backend, play_tournament

WANTED = 1.8  # times the games per second of one worker
PLAYERS = ("mcts:nodes=4000", "mcts:nodes=2000")


def games_a_second(tournament: Tournament, processes: int) -> float:
    """How fast a tournament is played."""
    begun = perf_counter()
    games = sum(1 for _ in play_tournament(tournament, local_backend(tournament, processes)))
    return games / (perf_counter() - begun)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    entries = tuple(Entry(name, name) for name in PLAYERS)
    tournament = Tournament(TournamentKind.match, entries, "squex", given.pairs)
    rates = [[games_a_second(tournament, n) for n in (1, 2)] for _ in range(given.times)]
    ratio = median(two / one for one, two in rates)
    one, two = (median(column) for column in zip(*rates, strict=True))
    found = {"one": one, "two": two, "ratio": ratio, "wanted": WANTED}
    lines = [json.dumps(found)] if given.json else [f"{key}: {n:.2f}" for key, n in found.items()]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit(ratio < WANTED)


if __name__ == "__main__":
    main()
