"""Solve Fuse for every possible starting ring: how many are won, drawn and lost for White.

python benchmarks/solve_rings.py rows=3 columns=3 [scoring=product ...]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from time import perf_counter

from tabuleiro.core.options import split_words
from tabuleiro.games import find_game
from tabuleiro.games.fuse.random_start import COLOURS, count_rings, spots
from tabuleiro.search.solver import Solver


def rings(discs: int, beginning: str = "") -> Iterator[str]:
    """Every ring with this many discs per player and this beginning."""
    if len(beginning) == 2 * discs:
        yield beginning
        return
    for colour in COLOURS:
        if count_rings(discs, beginning + colour):
            yield from rings(discs, beginning + colour)


def position_text(ring: str, rows: int, columns: int) -> str:
    """The starting position with this ring, in notation."""
    grid = [["1"] * (columns + 2) for _ in range(rows + 2)]
    for (row, column), disc in zip(spots(rows, columns), ring, strict=True):
        grid[row][column] = disc
    for line in grid[1:-1]:
        line[1:-1] = [str(columns)]
    return "/".join("".join(line) for line in grid) + " x"


def main() -> None:
    """Solves all starts with one transposition table and prints the counts."""
    fuse = find_game("fuse")
    given = dict(split_words(sys.argv[1:]))
    options = fuse.resolve_options(given)
    rows, columns = int(options["rows"]), int(options["columns"])
    solver, values, nodes, begun = Solver(), Counter[float | None](), 0, perf_counter()
    for ring in rings(rows + columns):
        solution = solver.solve(fuse.read(position_text(ring, rows, columns), given))
        assert solution
        values[solution.value] += 1
        nodes += solution.nodes
    seconds = perf_counter() - begun
    counted = f"{values.total()} rings: {values[1.0]} won, {values[0.5]} drawn, {values[0.0]} lost"
    sys.stdout.write(f"{counted} ({nodes:,} nodes, {seconds:.1f} s)\n")


if __name__ == "__main__":
    main()
