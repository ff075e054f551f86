"""How many visits a guided search makes in a second of CPU time, and how many of them are to new
positions.

    python benchmarks/new_positions.py GAME [--nodes 200000]

The more of its memory a search has used, the more often it visits a leaf before it expands it, so
most visits evaluate a position again. New positions are nodes visited at least once; expanded ones
have children.
"""

from __future__ import annotations

import argparse
import gc
from time import process_time

from tabuleiro.games import start
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.tree_nodes import Nodes, nodes_in


def nodes_of(search: GuidedMcts) -> Nodes:
    """The nodes of a tree. Compiled trees do not show them, but the garbage collector does."""
    (buffers,) = (
        each for each in gc.get_referents(search.tree) if isinstance(each, list) and len(each) == 2
    )
    return nodes_in(buffers[0])


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--nodes", type=int, default=200_000)
    given = parser.parse_args()
    search = GuidedMcts()
    begun = process_time()
    *_, last = search.search(start(given.game), Limit(nodes=given.nodes))
    seconds = process_time() - begun
    nodes = nodes_of(search)
    used = [nodes[number] for number in range(search.trees[0].used)]
    counts = {
        "visits": last.nodes,
        "new": sum(node.visits > 0 for node in used),
        "expanded": sum(node.count > 0 for node in used),
    }
    for name, count in counts.items():
        print(f"{name:>8} {count:>9,} {count / seconds:>9,.0f} a second")


if __name__ == "__main__":
    main()
