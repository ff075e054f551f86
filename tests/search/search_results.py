"""What each search finds, as JSON: equal for a compiled and an uncompiled run."""

from __future__ import annotations

import json
from typing import Any

from search.searches import SEARCHES, Make
from tabuleiro.core.primitives import COMPILED
from tabuleiro.games import start
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

STARTS = {
    "squex rows=3 columns=3": 1000,
    "control_v size=5": 300,
    "control_v size=5 players=3": 300,
    "fuse rows=2 columns=2": 1000,
    "eigenstate": 100,
    "lyngk": 50,
}  # each with a number of nodes that an uncompiled search can handle


def search_results() -> dict[str, Any]:
    """What every search finds from every start, and whether it was compiled."""
    found: dict[str, Any] = {"compiled": COMPILED}
    for text, nodes in STARTS.items():
        for name, make in SEARCHES.items():
            found[f"{name}: {text}"] = searched(make, text, nodes)
        if start(text).players == 2:
            found[f"solver: {text}"] = solved(text, nodes)
    return found


def searched(make: Make, text: str, nodes: int) -> list[Any]:
    """The results of two searches, one move apart; the second continues the first."""
    position, search = start(text), make(megabytes=1)
    *_, first = search.search(position, Limit(nodes=nodes))
    *_, second = search.search(position.play(first.line[0]), Limit(nodes=nodes // 4))
    return [[one.depth, one.line, one.value, one.mate, one.nodes] for one in (first, second)]


def solved(text: str, nodes: int) -> list[Any]:
    """The last report of the solver."""
    *_, last = Solver(megabytes=1).search(start(text), Limit(nodes=nodes))
    return [last.value, last.line, last.nodes]


if __name__ == "__main__":
    print(json.dumps(search_results()))
