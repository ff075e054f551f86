"""How far from the end of a game positions can be solved. For positions some moves before the end
of random games: the share that is solved within a limit on nodes, and the median number of nodes.

    python benchmarks/solve_endings.py [GAME NAME=VALUE ...]
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time

from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, start
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

BEFORE = (4, 8, 12, 16, 20, 24)  # moves before the end
SAMPLES = 20
NODES = 50_000
LONGEST = 1000  # moves of a random game


def length(begin: Position, seed: int) -> int:
    """The moves of the random game with this seed."""
    return next(n for n in range(LONGEST) if random_walk(begin, n, seed).over)


def measure(begin: Position, before: int) -> str:
    """A cell of the table."""
    nodes = []
    for seed in range(SAMPLES):
        position = random_walk(begin, max(0, length(begin, seed) - before), seed)
        solution = Solver(megabytes=64).solve(position, Limit(nodes=NODES))
        nodes.append(solution.nodes if solution else NODES)
    solved = sum(n < NODES for n in nodes)
    return f"{100 * solved // SAMPLES} % ({median(nodes):,.0f})"


def main() -> None:
    """A row for each game."""
    begun = process_time()
    texts = [" ".join(sys.argv[1:])] if len(sys.argv) > 1 else [game.id for game in GAMES]
    sys.stdout.write(f"| game | {' | '.join(str(before) for before in BEFORE)} |\n")
    for text in texts:
        cells = [measure(start(text), before) for before in BEFORE]
        sys.stdout.write(f"| {text} | {' | '.join(cells)} |\n")
        sys.stdout.flush()
    sys.stdout.write(f"{process_time() - begun:.0f} s of CPU time\n")


if __name__ == "__main__":
    main()
