# cython: annotation_typing=False
"""The tree of Monte Carlo tree search: UCT selection, playouts, backup and proofs, for up to four
players.

Every iteration goes down the tree by upper confidence bounds (UCT), adds the moves of the
position where it leaves the tree, plays one random game from there, and counts its result in
every node on the way: 1 for a sole win, 1/k for each of k players who share first place. A node
counts the scores of the player who moved into it, so that nothing changes sign, whoever moves
next and however many play. Iterations are the search's nodes.

What is proved (after Winands' MCTS-Solver): a node is proved once the winners are known that
best play leads to. The end of a game is proved; so is a node where the player to move has a
move to his sole win, and one where every move is proved and those best for the player lead to
the same winners. With two players that is every win, loss and draw. With more, a proof of a sole
winner holds against any play; any other supposes that everyone plays for his own score; where a
player is indifferent between different winners nothing is proved. The number of moves to a sole
win is one within which the winner can force it, whatever the others do; unless it is 1 there may
be a shorter win that the tree does not know. What is proved is not searched again, and a proved
root ends the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from tabuleiro.core.playouts import CAP
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.core.primitives import MoveList, Random
from tabuleiro.search.memory import new_buffers
from tabuleiro.search.progress import Variation
from tabuleiro.search.tree_nodes import EDGE_BYTES, NODE_BYTES

if not cython.compiled:
    from math import log, sqrt

    from tabuleiro.search.tree_nodes import edges_in, nodes_in

if TYPE_CHECKING:
    from tabuleiro.search.tree_nodes import Edges, Nodes

EXPLORATION = 0.7  # how much the bound of a move exceeds its mean
FARTHEST = 4  # moves after which a position is still looked for in the tree
TRIES = 10_000  # positions that are compared with it at most

# For the engine room: typed in tree.pxd, out of Python's sight when compiled.
_CAP = CAP
_SEATS = 4
_DEEPEST = 512  # nodes of a path; the random game begins at its end
_MOST_VISITS = 2_000_000_000  # so that no count overflows
_PROVED = -2.0  # below every bound, so that what is proved is not searched again
_PATIENCE = 32  # visits before a node is expanded when the memory is nearly full

LineAndEnd = tuple[tuple[int, ...], bool]
"""Moves, and whether the game is known to be over after them."""


def score_of(winners: int, player: int) -> float:
    """The score of a player when these players share first place."""
    if not winners >> player & 1:
        return 0.0
    sharing = 0
    for seat in range(_SEATS):
        sharing += winners >> seat & 1
    return 1.0 / sharing


class Tree:
    """A tree in memory of a fixed size; node 0 is the root. Children come after their parent.

    Children are shuffled when they are made and visited in that order, so that those visited are
    always the first ones. When no room is left the tree no longer grows, but goes on counting.
    """

    root: Any  # the position as people hold it, None before the first
    base: Position  # its form in the engine room
    work: Position
    padding: list[
        Position
    ]  # copies on both sides of it: threads must not share a line of the cache
    random: Random
    scratch: MoveList
    seed: int
    restarts: int  # how often the tree began anew, each time with random numbers of its own
    capacity: int
    used: int
    full: bool
    exploration: float
    iterations: int  # since this root
    path: list[int]
    leaf_values: list[float]  # what the end of the path is worth to each player
    score_sums: list[float]  # the scores of each player, since this root
    buffers: list[Any]  # of memory, with the nodes and with the edges that lead to them
    nodes: Nodes
    edges: Edges

    def __init__(self, capacity: int, seed: int) -> None:
        self.seed = seed
        self.restarts = 0
        self.root = None
        self.scratch = MoveList()
        self.exploration = EXPLORATION
        if not cython.compiled:
            self.path = [0] * _DEEPEST
            self.leaf_values = [0.0] * _SEATS
            self.score_sums = [0.0] * _SEATS
        self.allocate(capacity)

    def allocate(self, capacity: int) -> None:
        """Takes memory for that many nodes. The system gives it out only as it is used."""
        self.buffers = new_buffers([capacity * NODE_BYTES, capacity * EDGE_BYTES])
        self.nodes = nodes_in(self.buffers[0])
        self.edges = edges_in(self.buffers[1])
        self.capacity = capacity

    def enlarge(self, capacity: int) -> None:
        """Moves what the tree knows to memory for so many nodes, more than it has."""
        before = self.buffers
        self.allocate(capacity)
        for old, new in zip(before, self.buffers, strict=True):
            new[: len(old)] = old

    # --- iterations ------------------------------------------------------------------------

    def run(self, most: int) -> int:
        """Makes at most that many iterations, fewer if the root is proved; returns how many."""
        done = 0
        with cython.nogil:
            while done < most and self.edges[0].proof == 0 and self.nodes[0].visits < _MOST_VISITS:
                self.iterate()
                done += 1
        return done

    def iterate(self) -> int:
        """One way down the tree, what its end is worth, one way back."""
        depth = self.descend()
        self.evaluate_leaf(self.path[depth - 1])
        self.back_up(depth)
        return 0

    def descend(self) -> int:
        """Goes down to where the tree ends or is proved, and adds the moves of its last node; the
        working position and the path follow. The number of nodes on the way."""
        self.work._copy_from(self.base)
        node = 0
        depth = 1
        self.path[0] = 0
        while self.edges[node].proof == 0 and depth < _DEEPEST:
            if self.nodes[node].count == 0 and not (self.may_expand(node) and self.expand(node)):
                break
            node = self.select(node)
            self.path[depth] = node
            depth += 1
            if self.edges[node].proof == 0:
                self.work._apply(self.edges[node].move)
                if self.work.player < 0:
                    self.edges[node].proof = self.work.winners
                    self.edges[node].distance = 0
                    self.back_up_proof(depth)
        return depth

    def evaluate_leaf(self, node: int) -> int:
        """What the working position is worth to each player: what is proved of its node, else the
        result of a random game."""
        if self.edges[node].proof:
            return self.score_winners(self.edges[node].proof)
        self.work._playout(self.random, self.scratch, _CAP)
        return self.score_winners(self.work.winners)

    def score_winners(self, winners: int) -> int:
        """The worth of a result to each player; a game without winners was broken off and is
        shared by all."""
        if winners == 0:
            winners = (1 << self.base.players) - 1
        sharing = 0
        for seat in range(_SEATS):
            sharing += winners >> seat & 1
        part = 1.0 / sharing
        for seat in range(_SEATS):
            self.leaf_values[seat] = part if winners >> seat & 1 else 0.0
        return 0

    def may_expand(self, node: int) -> bool:
        """Whether a node has been visited often enough, the more often the fuller the tree is."""
        used = self.used
        capacity = self.capacity
        return not self.full and self.nodes[node].visits * capacity > used * _PATIENCE

    def expand(self, node: int) -> bool:
        """Adds the moves of the working position to the tree, shuffled, if there is room."""
        self.work._list_moves(self.scratch)
        child = self.used
        if self.scratch.count > self.capacity - child:
            self.full = True
            return False
        for i in range(self.scratch.count):
            other = self.random.below(i + 1)
            self.init_node(child + i, self.edges[child + other].move, self.work.player)
            self.edges[child + other].move = self.scratch.items[i]
        self.nodes[node].first = child
        self.nodes[node].count = self.scratch.count
        self.used = child + self.scratch.count
        return True

    def init_node(self, node: int, move: int, mover: int) -> int:
        """A node of which nothing is known."""
        self.nodes[node].first = 0
        self.nodes[node].count = 0
        self.nodes[node].opened = 0
        self.edges[node].move = move
        self.nodes[node].visits = 0
        self.nodes[node].total = 0.0
        self.nodes[node].mover = mover
        self.edges[node].proof = 0
        self.nodes[node].floor = 0
        self.edges[node].distance = 0
        return 0

    def select(self, node: int) -> int:
        """The next child that has not been visited; when all have, the one with the highest upper
        bound of its mean. What is proved comes last."""
        first = self.nodes[node].first
        opened = self.nodes[node].opened
        if opened < self.nodes[node].count:
            self.nodes[node].opened = opened + 1
            return first + opened
        spread = self.exploration * sqrt(log(self.nodes[node].visits + 1))
        best = first
        best_bound = 2 * _PROVED
        for child in range(first, first + opened):
            visits = self.nodes[child].visits
            if self.edges[child].proof:
                bound = score_of(self.edges[child].proof, self.nodes[child].mover) + _PROVED
            else:
                bound = self.nodes[child].total / visits + spread / sqrt(visits)
            if bound > best_bound:
                best = child
                best_bound = bound
        return best

    def back_up(self, depth: int) -> int:
        """Counts what was found in every node of the path. Where a player has a proved move to
        something better, that is counted above it: moves that are only tried in search of a proof
        do not spoil what is known."""
        for i in range(depth - 1, 0, -1):
            node = self.path[i]
            mover = self.nodes[node].mover
            self.nodes[node].visits += 1
            self.nodes[node].total += self.leaf_values[mover]
            floor = self.nodes[self.path[i - 1]].floor
            if score_of(floor, mover) > self.leaf_values[mover]:
                self.score_winners(floor)
        self.nodes[0].visits += 1
        self.iterations += 1
        for seat in range(_SEATS):
            self.score_sums[seat] += self.leaf_values[seat]
        return 0

    # --- proofs ----------------------------------------------------------------------------

    def back_up_proof(self, depth: int) -> int:
        """Carries the proof of the last node of the path upwards, as far as it goes."""
        i = depth - 2
        while i >= 0 and self.update_proof(self.path[i]):
            i -= 1
        return 0

    def update_proof(self, node: int) -> bool:
        """Proves a node if its children allow it; whether they do."""
        first = self.nodes[node].first
        player = self.nodes[first].mover
        best = -1.0
        winners = 0  # of the best child that is proved
        every = True  # whether all are proved
        one = True  # whether all that are as good have the same winners
        for child in range(first, first + self.nodes[node].count):
            if self.edges[child].proof == 0:
                every = False
                continue
            value = score_of(self.edges[child].proof, player)
            if value > best:
                best = value
                winners = self.edges[child].proof
                one = True
            elif value == best and self.edges[child].proof != winners:
                one = False
        self.nodes[node].floor = winners
        if best == 1.0 or (every and one):
            self.prove(node, winners)
            return True
        return False

    def prove(self, node: int, winners: int) -> int:
        """Notes the winners and the moves to the end: few for a sole winner to move, else many."""
        first = self.nodes[node].first
        player = self.nodes[first].mover
        winning = winners == 1 << player
        length = -1
        for child in range(first, first + self.nodes[node].count):
            if self.edges[child].proof == winners:
                moves = self.edges[child].distance + 1
                if length < 0 or (moves < length if winning else moves > length):
                    length = moves
        self.edges[node].proof = winners
        self.edges[node].distance = length
        return 0

    def look_ahead(self) -> int:
        """Proves what one move from the root proves."""
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            if self.edges[child].proof == 0:
                self.work._copy_from(self.base)
                self.work._apply(self.edges[child].move)
                if self.work.player < 0:
                    self.edges[child].proof = self.work.winners
        self.update_proof(0)
        return 0

    # --- the root --------------------------------------------------------------------------

    @cython.locals(position=Position)
    def set_root(self, position: Position) -> None:
        """Makes `position` the root, with what the tree knows of it."""
        node = self.find_node(position)
        if node < 0:
            self.random = Random(self.seed + self.restarts)
            self.restarts += 1
            self.padding = [position._copy() for _ in range(5)]
            self.work = self.padding[2]
            self.init_node(0, 0, NOBODY)
            self.used = 1
        elif node > 0:
            self.keep_subtree(node)
        if node != 0:
            self.init_root(position)

    @cython.locals(position=Position)
    def init_root(self, position: Position) -> None:
        """The rest of a new root."""
        self.root = position
        self.base = position._copy()
        self.full = False
        self.iterations = 0
        for seat in range(_SEATS):
            self.score_sums[seat] = 0.0
        if position.over:
            self.edges[0].proof = position.winners
            return
        self.edges[0].proof = 0
        if self.nodes[0].count == 0:
            self.work._copy_from(self.base)
            if not self.expand(0):
                self.allocate(1 + self.scratch.count)
                self.init_node(0, 0, NOBODY)
                self.expand(0)
                self.full = False
        if not self.update_proof(0):  # a proof that other trees told is not known by its moves
            self.look_ahead()

    @cython.locals(position=Position, at=Position, after=Position, wanted=cython.ulonglong)
    def find_node(self, position: Position) -> int:
        """The node of a position a few moves from the root, if it is in the tree, else -1."""
        if type(self.root) is not type(position):
            return -1
        if self.root == position:
            return 0
        wanted = position._hash()
        tries = TRIES
        near = [(0, self.root)]
        for _ in range(FARTHEST):
            farther = []
            for node, at in near:
                first = self.nodes[node].first
                for child in range(first, first + self.nodes[node].opened):
                    after = at._after(self.edges[child].move)
                    if after._hash() == wanted and after == position:
                        return child
                    tries -= 1
                    if tries == 0:
                        return -1
                    farther.append((child, after))
            near = sorted(farther, key=self._least_visited)[::-1]
        return -1

    def _least_visited(self, entry: tuple[int, Position]) -> int:
        return self.nodes[entry[0]].visits

    def keep_subtree(self, node: int) -> int:
        """Makes a node the root: everything below it moves to the front, the rest is forgotten.

        Children come after their parent and keep their order, so that nothing is overwritten
        before it has moved.
        """
        for i in range(node, self.used):
            self.nodes[i].place = -1
        self.nodes[node].place = 0
        kept = 0
        for i in range(node, self.used):
            if self.nodes[i].place >= 0:
                self.nodes[i].place = kept
                kept += 1
                for child in range(self.nodes[i].first, self.nodes[i].first + self.nodes[i].count):
                    self.nodes[child].place = 0
        for i in range(node, self.used):
            to = self.nodes[i].place
            if to >= 0:
                self.nodes[to] = self.nodes[i]
                self.edges[to] = self.edges[i]
                if self.nodes[to].count:
                    self.nodes[to].first = self.nodes[self.nodes[to].first].place
        self.used = kept
        return 0

    # --- other trees of the same root ------------------------------------------------------

    def merge(self) -> None:
        """Brings together what several trees know of the root; a tree alone has nobody to meet."""

    def copy_proofs(self, other: Tree) -> int:
        """Takes over what another tree has proved of the moves at the root."""
        nodes = self.nodes_by_move()
        for child in range(other.nodes[0].first, other.nodes[0].first + other.nodes[0].count):
            node = nodes[other.edges[child].move]
            if self.edges[node].proof == 0 and other.edges[child].proof:
                self.edges[node].proof = other.edges[child].proof
                self.edges[node].distance = other.edges[child].distance
        self.update_proof(0)
        return 0

    def nodes_by_move(self) -> dict[int, int]:
        """The nodes of the root's moves."""
        children = range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count)
        return {self.edges[child].move: child for child in children}

    # --- what it knows ---------------------------------------------------------------------

    def best_child(self, node: int) -> int:
        """The move to play: the best that is proved, unless the most visited of the others has a
        better mean. Wins are taken soon and losses late. -1 when there is no move."""
        proved, tried = -1, -1
        every = node == 0 or self.edges[node].proof != 0
        children = self.nodes[node].count if every else self.nodes[node].opened
        for child in range(self.nodes[node].first, self.nodes[node].first + children):
            if self.edges[child].proof:
                if proved < 0 or self.rank(child) > self.rank(proved):
                    proved = child
            elif tried < 0 or self.is_better(child, tried):
                tried = child
        if proved < 0 or tried < 0:
            return max(proved, tried)
        worth = self.node_value(proved)
        return tried if worth == 0 or worth < self.node_value(tried) else proved

    def is_better(self, child: int, other: int) -> bool:
        """Whether a child is visited more often than another, or as often with better results."""
        if self.nodes[child].visits != self.nodes[other].visits:
            return self.nodes[child].visits > self.nodes[other].visits
        return self.nodes[child].total > self.nodes[other].total

    def rank(self, child: int) -> tuple[float, int]:
        """How good it is to choose a child that is proved."""
        worth = self.node_value(child)
        return worth, -self.edges[child].distance if worth == 1 else self.edges[child].distance

    def line_from(self, child: int) -> LineAndEnd:
        """The best line of play that begins with the move into a node."""
        moves = []
        over = False
        while child >= 0:
            moves.append(self.edges[child].move)
            over = self.edges[child].proof != 0 and self.edges[child].distance == 0
            child = self.best_child(child)
        return tuple(moves), over

    def node_value(self, node: int) -> float:
        """The expected score of the player who moved into a node; an even share when unknown."""
        if self.edges[node].proof:
            return score_of(self.edges[node].proof, self.nodes[node].mover)
        if self.nodes[node].visits == 0:
            return 1.0 / self.base.players
        return self.nodes[node].total / self.nodes[node].visits

    def proved(self) -> bool:
        """Whether it is known what best play leads to."""
        return self.edges[0].proof != 0

    def mate(self) -> int | None:
        """The moves to the proved end with a sole winner, negative if the player to move loses."""
        return self.mate_distance(0, self.edges[0].distance)

    def mate_distance(self, node: int, moves: int) -> int | None:
        """So many moves if a node is proved to have a sole winner, negative if that is not the
        player to move at the root."""
        if self.edges[node].proof == 1 << self.base.player:
            return moves
        alone = self.edges[node].proof & (self.edges[node].proof - 1) == 0
        return -moves if self.edges[node].proof and alone else None

    def variations(self, most: int) -> tuple[Variation, ...]:
        """The best moves of the root, the one to play first, then what is proved to win, then by
        visits, at last what is proved to lose. What was never looked at is left out."""
        best = self.best_child(0)
        children = range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count)
        known = [child for child in children if self.nodes[child].visits or self.edges[child].proof]
        total = sum([self.nodes[child].visits for child in known])
        others = sorted([child for child in known if child != best], key=self.sort_key)[::-1]
        return tuple([self.variation(child, total) for child in [best, *others][:most]])

    def variation(self, child: int, total: int) -> Variation:
        """What is known of a move of the root, whose moves have been visited so often in all."""
        line, _ = self.line_from(child)
        mate = self.mate_distance(child, self.edges[child].distance + 1)
        share = self.nodes[child].visits / total if total else 0.0
        return Variation(line, self.node_value(child), mate, self.edges[child].proof != 0, share)

    def sort_key(self, child: int) -> tuple[int, float, float]:
        """Where a move of the root stands among the others."""
        worth = self.node_value(child)
        if self.edges[child].proof and worth == 1:
            return 2, -self.edges[child].distance, 0.0
        if self.edges[child].proof and worth == 0:
            return 0, self.edges[child].distance, 0.0
        return 1, self.nodes[child].visits, worth

    def values(self) -> tuple[float, ...]:
        """The expected score of each player."""
        players = range(self.base.players)
        if self.edges[0].proof:
            return tuple([score_of(self.edges[0].proof, player) for player in players])
        if self.iterations == 0:
            return tuple([1.0 / self.base.players for _ in players])
        return tuple([self.score_sums[player] / self.iterations for player in players])

    def root_visits(self) -> dict[int, int]:
        """How often each move of the root was visited."""
        children = range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count)
        return {self.edges[child].move: self.nodes[child].visits for child in children}

    def root_values(self) -> dict[int, float]:
        """The expected score that each move of the root has for the player to move."""
        children = range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count)
        return {self.edges[child].move: self.node_value(child) for child in children}


class MergedRoot(Tree):
    """What several trees know of one root: a tree of the root and its moves alone, in which the
    visits, scores and proofs of all of them come together."""

    trees: list[Tree]
    best_trees: dict[int, Tree]  # who knows most of a move, by its node here

    def __init__(self, trees: list[Tree]) -> None:
        super().__init__(1, 0)
        self.trees = trees
        self.best_trees = {}

    @cython.locals(position=Position, tree=Tree)
    def set_root(self, position: Position) -> None:
        for tree in self.trees:
            tree.set_root(position)
        tree = self.trees[0]
        if self.root is not tree.root:
            self.root = tree.root
            self.base = tree.base
            self.copy_root_moves(tree)
        self.merge()

    @cython.locals(tree=Tree)
    def copy_root_moves(self, tree: Tree) -> None:
        """A root with the moves of another, of which nothing is known."""
        moves = list(tree.nodes_by_move())
        self.allocate(1 + len(moves))
        self.init_node(0, 0, NOBODY)
        self.nodes[0].first = 1
        self.nodes[0].count = len(moves)
        self.used = 1 + len(moves)
        for i, move in enumerate(moves):
            self.init_node(1 + i, move, tree.base.player)

    @cython.locals(tree=Tree)
    def merge(self) -> None:
        nodes = [tree.nodes_by_move() for tree in self.trees]
        for child in range(1, self.used):
            move = self.edges[child].move
            self.merge_move(child, [(tree, nodes[i][move]) for i, tree in enumerate(self.trees)])
        self.update_proof(0)
        self.full = all([tree.full for tree in self.trees])
        self.nodes[0].visits = sum([tree.nodes[0].visits for tree in self.trees])
        self.iterations = sum([tree.iterations for tree in self.trees])
        for seat in range(_SEATS):
            self.score_sums[seat] = sum([tree.score_sums[seat] for tree in self.trees])
        for tree in self.trees:
            tree.copy_proofs(self)

    @cython.locals(tree=Tree)
    def merge_move(self, child: int, known: list[tuple[Tree, int]]) -> None:
        """Brings together what the trees know of a move, each in a node of its own. What is proved
        stays told by who proved it: the others have no proof to show."""
        self.nodes[child].visits = sum([tree.nodes[node].visits for tree, node in known])
        self.nodes[child].total = sum([tree.nodes[node].total for tree, node in known])
        if self.edges[child].proof == 0:
            tree, node = max(known, key=evidence)
            self.best_trees[child] = tree
            self.edges[child].proof = tree.edges[node].proof
            self.edges[child].distance = tree.edges[node].distance

    @cython.locals(tree=Tree)
    def line_from(self, child: int) -> LineAndEnd:
        tree = self.best_trees[child]
        return tree.line_from(tree.nodes_by_move()[self.edges[child].move])


@cython.locals(tree=Tree)
def evidence(teller: tuple[Tree, int]) -> tuple[bool, int]:
    """How much a tree knows of a node: most when it is proved with few moves to the end."""
    tree, node = teller
    if tree.edges[node].proof:
        return True, -tree.edges[node].distance
    return False, tree.nodes[node].visits
