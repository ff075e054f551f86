"""Builds and extends the tree of an opening explorer.

The tree grows by one position at a time, the most promising first (PUCT, as in guided_mcts.py): the
search plays against itself from a start, by the values and the shares known so far, until it
reaches a new position. A short search of that position gives its value and the shares of its
moves. Positions that are symmetric, or reached in another order, are one node; a move has visits
of its own, and the value of a node follows from those of its moves.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from math import sqrt
from pathlib import Path

from tabuleiro.analysis.explorer import (
    DIGITS,
    Explorer,
    Node,
    key_of,
    read_explorer,
    require_two_players,
    write_explorer,
)
from tabuleiro.analysis.multi_pv import make_search
from tabuleiro.core.game import SEED
from tabuleiro.core.message import OptionError
from tabuleiro.core.position import Position
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts

NODES = 64  # of the search of each position
MEGABYTES = 8  # of its memory
EXPLORATION = 2.0  # the weight of the shares: explorers are wide
FPU_REDUCTION = 0.1  # by how much a move without visits is assumed to be worse
SHARE_UNIT = 255  # the share of a move that was the whole search
UNSEEN = 0.5  # of these units: the share of a move that the search of a position left out
DECIDED = 0.01  # positions that are this close to a win or a loss are not continued
MOST_FRUITLESS = 10_000  # visits without a new position: nearly all of them are known
SAVED_EVERY = 1000  # positions


class ExplorerBuilder:
    """Grows the tree of an explorer; `nodes` are those of the search of each new position."""

    def __init__(self, explorer: Explorer, position: Position, nodes: int) -> None:
        self.known = explorer.nodes
        self.limit = Limit(nodes=nodes)
        self.search = make_search(position, megabytes=MEGABYTES)
        for start in () if self.known else starts_like(position):
            if key_of(start) not in self.known:
                self.add(start, least=1)
        explorer.starts = explorer.starts or len(self.known)
        self.roots = list(self.known.values())[: explorer.starts]

    def grow(self, positions: int) -> Iterator[int]:
        """Adds positions until there are this many, or nearly all; yields their number."""
        visits, fruitless = 0, 0
        while len(self.known) < positions and fruitless < MOST_FRUITLESS:
            before = len(self.known)
            self.visit(self.roots[visits % len(self.roots)])
            visits += 1
            fruitless = 0 if len(self.known) > before else fruitless + 1
            if not fruitless:
                yield len(self.known)

    def visit(self, node: Node | None) -> None:
        """Goes down to a new position, or to an end, and updates the values on the way."""
        path: dict[Node, int] = {}
        known = len(self.known)
        while node and node.moves and node not in path and len(self.known) == known:
            place = select(node)
            if node.children[place] is None:
                place = self.continue_with(node, place)
            path[node] = place
            node = node.children[place]
        for each, place in reversed(path.items()):
            each.visits[place] += 1
            update(each)

    def continue_with(self, node: Node, place: int) -> int:
        """Finds or adds the node after a move. If another move leads there too, the two become one;
        returns its place."""
        position = node.position.play(node.moves[place])
        if position.over:
            return place
        child = self.known.get(key_of(position)) or self.add(position)
        if child not in node.children:
            node.children[place] = child
            return place
        other = node.children.index(child)
        node.shares[other] += node.shares[place]
        for column in (node.moves, node.shares, node.visits, node.children):
            del column[place]
        return other - (other > place)

    def add(self, position: Position, least: int = 0) -> Node:
        """Adds a position with its value and the shares of its moves, after a search of it. Decided
        positions have no moves, unless every move has at least some share."""
        self.search.clear()
        *_, last = self.search.search(position, self.limit)
        assert isinstance(self.search, Mcts), "the searches of the highest levels are tree searches"
        own = round(last.value, DIGITS)
        node = Node(position.full_text, position.player, own, own)
        visits = self.search.tree.root_visits()
        unit = SHARE_UNIT / (sum(visits.values()) or 1)
        if least or not (last.proved or abs(own - 0.5) > 0.5 - DECIDED):
            shares = {move: max(least, round(unit * count)) for move, count in visits.items()}
            add_moves(node, {move: share for move, share in shares.items() if share})
        self.known[key_of(position)] = node
        return node


def add_moves(node: Node, shares: dict[int, int]) -> None:
    """Adds moves with their shares, without visits."""
    node.moves += shares
    node.shares += shares.values()
    node.visits += [0] * len(shares)
    node.children += [None] * len(shares)


def select(node: Node) -> int:
    """The place of the move to visit next: the one with the highest bound."""
    if not node.is_open:
        add_moves(node, dict.fromkeys(set(node.position.legal_moves()).difference(node.moves), 0))
        node.is_open = True
    spread = EXPLORATION * sqrt(sum(node.visits) + 1)
    spread /= sum(node.shares) + UNSEEN * len(node.shares)
    unseen = node.value - FPU_REDUCTION
    bounds = [
        (node.value_of(place) if visits else unseen) + spread * (share + UNSEEN) / (1 + visits)
        for place, (share, visits) in enumerate(zip(node.shares, node.visits, strict=True))
    ]
    return bounds.index(max(bounds))


def update(node: Node) -> None:
    """Sets the value: the mean of its own search and of all visits to its moves."""
    visited = [place for place, visits in enumerate(node.visits) if visits]
    total = sum(node.visits[place] * node.value_of(place) for place in visited)
    node.value = (node.own + total) / (1 + sum(node.visits))


def starts_like(position: Position) -> Iterator[Position]:
    """The starts of an explorer for the game and the options of a position: the usual one and, if
    starts are random, those that are balanced with these options."""
    game = position.game
    options = game.resolve_options(dict(position.options()))
    yield game.begin(options)
    with suppress(OptionError):
        for seed in game.balanced_seeds(options):
            yield game.new({**options, SEED: seed})


def build(
    path: Path, position: Position, positions: int, nodes: int = NODES, source: Path | None = None
) -> Generator[int]:
    """Builds the file of an explorer for the game and the options of a position, or extends it,
    until it has this many positions; yields their number. It is saved now and then, and when this
    is stopped. A file that does not exist continues `source`, which is not changed."""
    require_two_players(position)
    game_text = position.game.text_with(position.options())
    known = source if source and not path.exists() else path
    explorer = read_explorer(known, game_text) if known.exists() else Explorer(game_text, 0, {})
    if len(explorer.nodes) >= positions:
        return
    builder = ExplorerBuilder(explorer, position, nodes)
    try:
        for count in builder.grow(positions):
            yield count
            if count % SAVED_EVERY == 0:
                write_explorer(path, explorer)
    finally:
        write_explorer(path, explorer)
