"""Check the figures of opening explorers against fresh deep searches.

    python tools/check_explorer.py FOLDER [GAME ...] [--positions 100] [--nodes 3000] [--player net]

Positions are drawn as readers meet them: from a start along moves of the explorer, each as often as
it was visited; one position of every such line counts. Each is searched anew with the search of the
highest level, or that of a player. A line has the mean absolute difference between the expected
score in the explorer and that of the search, in percent, for all positions and for the half with
the most visits; how often both prefer the same move; and how much the first move of the explorer
gives away, according to another search after it: on average, and how often at most 2 and 5 %.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import NamedTuple

from tabuleiro.analysis import analyse, make_search
from tabuleiro.analysis.explorer import SUFFIX, Explorer, Node, find_explorer
from tabuleiro.core.position import Position
from tabuleiro.games import games, start
from tabuleiro.search.limit import Limit

MARGINS = 0.02, 0.05


class Checked(NamedTuple):
    """A position: its visits, the difference of its values, and what its first move gives away."""

    visits: int
    difference: float
    same: bool
    loss: float


def deep_value(position: Position, player: int, plan: argparse.Namespace) -> tuple[float, str]:
    """The expected score of a player after a long search, and the best move."""
    search = make_search(position, player=plan.player)
    found = analyse(position, Limit(nodes=plan.nodes), lines=1, search=search)
    return found.values[player], found.line_texts(0)[0] if found.lines else ""


def check(explorer: Explorer, node: Node, plan: argparse.Namespace) -> Checked:
    """Searches a position of the explorer."""
    position, first = node.position, explorer.explore(node.position)[0]
    value, best = deep_value(position, position.player, plan)
    same = best in first.texts
    after = value if same else deep_value(position.play(first.texts[0]), position.player, plan)[0]
    return Checked(sum(node.visits), abs(node.value - value), same, max(0.0, value - after))


def draw_nodes(explorer: Explorer, count: int, chance: Random) -> list[Node]:
    """Positions with moves, each of another line."""
    starts = list(explorer.nodes.values())[: explorer.starts]
    drawn: dict[Node, None] = {}
    while len(drawn) < count:
        line: list[Node] = []
        node: Node | None = chance.choice(starts)
        while node and any(node.visits):
            line.append(node)
            (node,) = chance.choices(node.children, node.visits)
        drawn[chance.choice(line)] = None
    return list(drawn)


def describe(found: list[Checked]) -> str:
    """The figures of positions, which come in the order of their visits."""
    visited = found[len(found) // 2 :]
    near = ", ".join(
        f"<= {most:.0%}: {fmean(one.loss <= most for one in found):.0%}" for most in MARGINS
    )
    return (
        f"median visits {median(one.visits for one in found):.0f}, "
        f"difference {fmean(one.difference for one in found):.1%}, "
        f"of the visited half {fmean(one.difference for one in visited):.1%}, "
        f"same move {fmean(one.same for one in found):.0%}, "
        f"loss {fmean(one.loss for one in found):.1%} ({near})"
    )


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=list(games()))
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--player", help="such as net; by default the search of the highest level")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for game in given.games:
        explorer = find_explorer(start(game), given.folder / f"{game}{SUFFIX}")
        assert explorer, f"{given.folder} has no {game}{SUFFIX}"
        drawn = draw_nodes(explorer, given.positions, Random(given.seed))
        found = sorted(check(explorer, node, given) for node in drawn)
        print(f"{game}: {len(explorer.nodes)} positions, {describe(found)}", flush=True)


if __name__ == "__main__":
    main()
