"""How many visits a guided search makes in a second of CPU time, and how many of them are to new
positions.

    python benchmarks/new_positions.py GAME [--nodes 200000] [--search nnue] [--megabytes 64]
                                        [--warm]

The more of its memory a search has used, the more often it visits a leaf before it expands it, so
most visits evaluate a position again. New positions are nodes visited at least once; expanded ones
have children. A new search gets its memory from the system while it runs; with `--warm` another
position is searched before, as in the middle of a game.
"""

from __future__ import annotations

import argparse
import gc
from time import process_time

from tabuleiro.games import start
from tabuleiro.players.searches import TREE_SEARCHES, SearchSpec
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.tree_nodes import Nodes, nodes_in


def nodes_of(search: Mcts) -> Nodes:
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
    parser.add_argument("--search", choices=("guided", "nnue"), default="guided")
    parser.add_argument("--megabytes", type=int, default=64)
    parser.add_argument("--warm", action="store_true")
    given = parser.parse_args()
    position = start(given.game)
    spec = SearchSpec(position.game, megabytes=given.megabytes)
    search = TREE_SEARCHES[given.search](spec)
    if given.warm:
        other = position.play(position.legal_moves()[0])
        *_, _ = search.search(other, Limit(nodes=given.nodes))
    begun = process_time()
    *_, last = search.search(position, Limit(nodes=given.nodes))
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
