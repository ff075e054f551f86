"""The tree of Monte Carlo tree search: UCT selection, playouts, backup and proofs, for up to four
players.

Every iteration goes down the tree by upper confidence bounds (UCT), adds the moves of the
position where it leaves the tree, plays one random game from there, and counts its result in
every node on the path: 1 for a sole win, 1/k for each of k players who share first place. A node
counts the scores of the player who moved into it, so that no sign changes, with any number of
players. The nodes of a limit are iterations.

Proofs (after Winands' MCTS-Solver): a node is proved once the winners under best play are known.
The end of a game is proved; so is a node where the player to move has a move to a sole win, and
one where every move is proved and those best for the player lead to the same winners. With two
players that covers every win, loss and draw. With more players, a proof of a sole winner holds
against any play, and any other proof assumes that all players maximise their own score. If a player
is indifferent between different winners, nothing is proved. A sole winner can force the win within
the number of moves given, whatever the others do; there may be a shorter win that the tree does not
know, unless that number is 1. Proved nodes are not searched again, and a proved root ends the
search.
"""

from __future__ import annotations

from typing import Any

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

EXPLORATION = 0.7  # the weight of the exploration term of UCT
FARTHEST = 4  # how many moves below the root a new position is looked for
TRIES = 10_000  # the most positions that are compared with it

# For compiled code: typed in tree.pxd, and not visible from Python when compiled.
_CAP = CAP
_SEATS = 4
_DEEPEST = 512  # the most nodes of a path; the random game starts at its end
_MOST_VISITS = 2_000_000_000  # so that no count overflows
_PROVED = -2.0  # below every bound, so that proved moves are not searched again
_FULL_TREE_VISITS = 32  # visits before a node is expanded if the memory is nearly full

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

    Children are shuffled when they are added and visited in that order, so that the visited ones
    are always the first. When the memory is full, the tree no longer grows, but results are still
    counted.
    """

    root: Any  # the position as it was given, None before the first
    base: Position  # a copy of it for compiled code
    work: Position  # the position at the end of the path
    # `work` is the middle one of five copies, so that no other thread writes to its cache lines.
    padding: list[Position]
    random: Random
    used: int  # how many nodes there are
    full: bool
    iterations: int  # since this root
    buffers: list[Any]  # the memory of the nodes, and of the edges that lead to them

    def __init__(self, capacity: int, seed: int) -> None:
        self.seed = seed
        self.restarts = 0  # how often the tree started again, each time with another seed
        self.root = None
        self.scratch = MoveList()
        self.exploration = EXPLORATION
        if not cython.compiled:
            self.path = [0] * _DEEPEST
            self.leaf_values = [0.0] * _SEATS  # the value of the end of the path for each player
            self.score_sums = [0.0] * _SEATS  # the scores of each player, since this root
        self.allocate(capacity)

    def allocate(self, capacity: int) -> None:
        """Reserves memory for this many nodes. The system provides it only when it is used."""
        self.buffers = new_buffers([capacity * NODE_BYTES, capacity * EDGE_BYTES])
        self.nodes = nodes_in(self.buffers[0])
        self.edges = edges_in(self.buffers[1])
        self.capacity = capacity

    def enlarge(self, capacity: int) -> None:
        """Moves the tree to memory for more nodes."""
        before = self.buffers
        self.allocate(capacity)
        for old, new in zip(before, self.buffers, strict=True):
            new[: len(old)] = old

    # --- iterations ------------------------------------------------------------------------

    def run(self, most: int) -> int:
        """Makes at most `most` iterations, fewer if the root is proved; returns how many. An
        iteration selects a path down the tree, evaluates its end, and backs the value up."""
        done = 0
        with cython.nogil:
            while done < most and self.edges[0].proof == 0 and self.nodes[0].visits < _MOST_VISITS:
                depth = self.descend()
                self.evaluate_leaf(self.path[depth - 1])
                self.back_up(depth)
                done += 1
        return done

    def descend(self) -> int:
        """Goes down to where the tree ends or is proved, and adds the moves of the last node. Sets
        the working position and the path; returns the number of nodes on it."""
        self.work._copy_from(self.base)
        node = 0
        depth = 1
        self.path[0] = 0
        while self.edges[node].proof == 0 and depth < _DEEPEST:
            if self.nodes[node].count == 0:
                if not (self.may_expand(node) and self.expand(node)):
                    break
                self.hide_redundant_moves(depth)
            node = self.select(node)
            self.path[depth] = node
            depth += 1
            if self.edges[node].proof == 0:
                self.work._apply(self.edges[node].move)
                self.prove_end(depth)
        return depth

    def evaluate_leaf(self, node: int) -> int:
        """Sets the value of the working position for each player: the proof of its node, else the
        result of a random game."""
        if self.edges[node].proof:
            return self.score_winners(self.edges[node].proof)
        self.work._playout(self.random, self.scratch, _CAP)
        return self.score_winners(self.work.winners)

    def score_winners(self, winners: int) -> int:
        """Sets the value of a result for each player; a game without winners was cut off, and all
        share it."""
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
        """Whether a node has enough visits; the fuller the tree is, the more are needed."""
        used = self.used
        capacity = self.capacity
        return not self.full and self.nodes[node].visits * capacity > used * _FULL_TREE_VISITS

    def expand(self, node: int) -> bool:
        """Adds the moves of the working position to the tree, if there is room."""
        self.work._list_moves(self.scratch)
        count = self.scratch.count
        if count > self.capacity - self.used and not self.make_room(count):
            return False
        self.init_nodes(self.used, count)
        self.nodes[node].first = self.used
        self.nodes[node].count = count
        self.used += count
        return True

    def make_room(self, count: int) -> bool:
        """Makes room for more nodes, if possible; here it is not, the memory is fixed."""
        self.full = True
        return False

    def init_nodes(self, first: int, count: int) -> int:
        """Adds nodes for the moves of the working position, shuffled."""
        # inside-out shuffle: move i is swapped with a random earlier one while it is written
        for i in range(count):
            other = self.random.below(i + 1)
            self.init_node(first + i, self.edges[first + other].move, self.work.player)
            self.edges[first + other].move = self.scratch.items[i]
        return 0

    def init_node(self, node: int, move: int, mover: int) -> int:
        """Resets a node: nothing is known about it."""
        self.nodes[node].first = 0
        self.nodes[node].count = 0
        self.nodes[node].opened = 0
        self.edges[node].move = move
        self.edges[node].prior = 0.0
        self.nodes[node].visits = 0
        self.nodes[node].total = 0.0
        self.nodes[node].mover = mover
        self.edges[node].proof = 0
        self.nodes[node].floor = 0
        self.nodes[node].hidden = 0
        self.edges[node].distance = 0
        return 0

    def select(self, node: int) -> int:
        """The next child that has not been visited; if all have, the one with the highest upper
        bound of its mean. Proved children come last."""
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
        """Counts the value in every node of the path. If a player has a proved move to a better
        result, that result is counted further up: a move that is only tried to find a proof does
        not lower the value of its parent."""
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

    # --- moves in either order -------------------------------------------------------------

    def hide_redundant_moves(self, depth: int) -> int:
        """Hides the moves of the last node of the path that are searched elsewhere; returns how
        many. If a player can make two moves in either order, only the order that was tried first is
        searched: its first move gets the prior of the pair. Hidden moves come after the others, of
        which at least one is left.

        Nothing is hidden in the root and directly below it, so that what is known about each move
        of the root holds for itself. Further down, a node without its hidden moves may be proved
        to lose; the node before it has these moves in the other order.
        """
        node = self.path[depth - 1]
        if depth < 3 or self.nodes[node].mover != self.work.player or self.edges[node].proof:
            return 0
        prior = self.edges[node].prior
        child = self.nodes[node].first
        last = child + self.nodes[node].count - 1
        while child <= last and self.nodes[node].count > 1:
            other = self.other_order(depth, child)
            if other:
                self.edges[other].prior += prior * self.edges[child].prior
                self.edges[node].prior -= prior * self.edges[child].prior
                self.swap_children(child, last)
                self.nodes[node].count -= 1
                self.nodes[node].hidden += 1
                last -= 1
            else:
                child += 1
        return self.nodes[node].hidden

    def other_order(self, depth: int, child: int) -> int:
        """The node that begins with a move of the last node of the path, if it was tried before
        and the move before can follow it; else 0. Nothing follows a move that ends the game."""
        node = self.path[depth - 1]
        move = self.edges[child].move
        if self.work._commutes(self.edges[node].move, move):
            for other in range(self.nodes[self.path[depth - 2]].first, node):
                if self.edges[other].move == move:
                    ends = self.edges[other].proof != 0 and self.edges[other].distance == 0
                    return 0 if ends else other
        return 0

    def swap_children(self, child: int, other: int) -> int:
        """Swaps two children without visits; only their edges have been set."""
        move = self.edges[child].move
        prior = self.edges[child].prior
        proof = self.edges[child].proof
        distance = self.edges[child].distance
        self.edges[child].move = self.edges[other].move
        self.edges[child].prior = self.edges[other].prior
        self.edges[child].proof = self.edges[other].proof
        self.edges[child].distance = self.edges[other].distance
        self.edges[other].move = move
        self.edges[other].prior = prior
        self.edges[other].proof = proof
        self.edges[other].distance = distance
        return 0

    def reveal_moves(self) -> int:
        """Reveals all moves of the root and of the positions after it."""
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            self.reveal_moves_of(child)
        return self.reveal_moves_of(0)

    def reveal_moves_of(self, node: int) -> int:
        """Reveals the moves of a node that were hidden; a proof without them is tested again."""
        if self.nodes[node].hidden:
            self.nodes[node].count += self.nodes[node].hidden
            self.nodes[node].hidden = 0
            self.edges[node].proof = 0
            self.update_proof(node)
        return 0

    # --- proofs ----------------------------------------------------------------------------

    def prove_end(self, depth: int) -> int:
        """Proves the last node of the path if the game is over there."""
        if self.work.player < 0 and self.edges[self.path[depth - 1]].proof == 0:
            self.edges[self.path[depth - 1]].proof = self.work.winners
            self.edges[self.path[depth - 1]].distance = 0
            self.back_up_proof(depth)
        return 0

    def back_up_proof(self, depth: int) -> int:
        """Carries the proof of the last node of the path up, as far as it proves its parents."""
        i = depth - 2
        while i >= 0 and self.update_proof(self.path[i]):
            i -= 1
        return 0

    def update_proof(self, node: int) -> bool:
        """Proves a node if its children allow it; returns whether they do."""
        first = self.nodes[node].first
        player = self.nodes[first].mover
        best = -1.0
        winners = 0  # of the best proved child
        every = True  # whether all are proved
        one = True  # whether all equally good ones have the same winners
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
        """Stores the winners and the moves to the end: the fewest if the player to move is the sole
        winner, else the most."""
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

    def look_ahead(self, node: int, position: Position, probe: Position) -> int:
        """Proves the moves of a node that end the game, and the node if they do. `position` is that
        of the node, and `probe` becomes the one after a move."""
        for child in range(self.nodes[node].first, self.nodes[node].first + self.nodes[node].count):
            if self.edges[child].proof == 0:
                probe._copy_from(position)
                probe._apply(self.edges[child].move)
                if probe.player < 0:
                    self.edges[child].proof = probe.winners
                    self.edges[child].distance = 0
        self.update_proof(node)
        return 0

    # --- the root --------------------------------------------------------------------------

    @cython.locals(position=Position)
    def set_root(self, position: Position) -> None:
        """Makes `position` the root, and keeps what the tree knows about it."""
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
            self.reveal_moves()
        if node != 0:
            self.init_root(position)

    @cython.locals(position=Position)
    def init_root(self, position: Position) -> None:
        """Sets up the rest of a new root."""
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
        if not self.update_proof(0):  # a proof copied from another tree has no proved moves
            self.look_ahead(0, self.base, self.work)

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
            near = sorted(farther, key=lambda entry: self.nodes[entry[0]].visits)[::-1]
        return -1

    def keep_subtree(self, node: int) -> int:
        """Makes a node the root: its subtree moves to the front, the rest is dropped.

        Children come after their parent and keep their order, so nothing is overwritten before it
        has moved.
        """
        for i in range(node, self.used):
            self.nodes[i].place = -1
        self.nodes[node].place = 0
        kept = 0
        for i in range(node, self.used):
            if self.nodes[i].place >= 0:
                self.nodes[i].place = kept
                kept += 1
                last = self.nodes[i].first + self.nodes[i].count + self.nodes[i].hidden
                for child in range(self.nodes[i].first, last):
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
        """Combines what several trees know about the root; a single tree has nothing to do."""

    def copy_proofs(self, other: Tree) -> int:
        """Copies what another tree has proved about the moves at the root."""
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
        return {self.edges[child].move: child for child in self.root_children()}

    def root_children(self) -> range:
        """The nodes of the root's moves, in their order."""
        return range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count)

    # --- results ---------------------------------------------------------------------------

    def best_child(self, node: int) -> int:
        """The move to play: the best proved one, unless the most visited of the others has a better
        mean. Wins are played as soon, and losses as late as possible. -1 if there is no move."""
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
        value = self.node_value(proved)
        return tried if value == 0 or value < self.node_value(tried) else proved

    def is_better(self, child: int, other: int) -> bool:
        """Whether a child has more visits than another, or as many and better results."""
        if self.nodes[child].visits != self.nodes[other].visits:
            return self.nodes[child].visits > self.nodes[other].visits
        return self.nodes[child].total > self.nodes[other].total

    def rank(self, child: int) -> tuple[float, int]:
        """How good a proved child is."""
        value = self.node_value(child)
        return value, -self.edges[child].distance if value == 1 else self.edges[child].distance

    def line_from(self, child: int) -> LineAndEnd:
        """The best line that begins with the move into a node."""
        moves = []
        over = False
        while child >= 0:
            moves.append(self.edges[child].move)
            over = self.edges[child].proof != 0 and self.edges[child].distance == 0
            child = self.best_child(child)
        return tuple(moves), over

    def node_value(self, node: int) -> float:
        """The expected score of the player who moved into a node; an even share if unknown."""
        if self.edges[node].proof:
            return score_of(self.edges[node].proof, self.nodes[node].mover)
        if self.nodes[node].visits == 0:
            return 1.0 / self.base.players
        return self.nodes[node].total / self.nodes[node].visits

    def proved(self) -> bool:
        """Whether the winners under best play are known."""
        return self.edges[0].proof != 0

    def mate(self) -> int | None:
        """The moves to the proved end with a sole winner, negative if the player to move loses."""
        return self.mate_distance(0, self.edges[0].distance)

    def mate_distance(self, node: int, moves: int) -> int | None:
        """`moves` if a node is proved to have a sole winner, negative if that is not the player to
        move at the root."""
        if self.edges[node].proof == 1 << self.base.player:
            return moves
        alone = self.edges[node].proof & (self.edges[node].proof - 1) == 0
        return -moves if self.edges[node].proof and alone else None

    def variations(self, most: int) -> tuple[Variation, ...]:
        """The best moves of the root: first the one to play, then proved wins, then by visits, at
        the end proved losses. Moves that were never visited are left out."""
        best = self.best_child(0)
        children = self.root_children()
        known = [child for child in children if self.nodes[child].visits or self.edges[child].proof]
        total = sum([self.nodes[child].visits for child in known])
        others = sorted([child for child in known if child != best], key=self.sort_key)[::-1]
        return tuple([self.variation(child, total) for child in [best, *others][:most]])

    def variation(self, child: int, total: int) -> Variation:
        """What is known about a move of the root; `total` are the visits of all moves."""
        line, _ = self.line_from(child)
        mate = self.mate_distance(child, self.edges[child].distance + 1)
        share = self.nodes[child].visits / total if total else 0.0
        return Variation(line, self.node_value(child), mate, self.edges[child].proof != 0, share)

    def sort_key(self, child: int) -> tuple[int, float, float]:
        """The order of the moves of the root in `variations`."""
        value = self.node_value(child)
        if self.edges[child].proof and value == 1:
            return 2, -self.edges[child].distance, 0.0
        if self.edges[child].proof and value == 0:
            return 0, self.edges[child].distance, 0.0
        return 1, self.nodes[child].visits, value

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
        return {self.edges[child].move: self.nodes[child].visits for child in self.root_children()}


class MergedRoot(Tree):
    """What several trees know about one root: a tree of the root and its moves only, with the sums
    of their visits and scores, and all their proofs."""

    best_trees: dict[int, Tree]  # the tree that knows most about a move, by its node here

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
        """Starts with the root moves of another tree, about which nothing is known."""
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
        """Combines what the trees know about a move, each in its own node. For a proved move the
        tree that proved it is kept: the others cannot show the line."""
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
def evidence(known: tuple[Tree, int]) -> tuple[bool, int]:
    """How much a tree knows about a node: most if it is proved with few moves to the end."""
    tree, node = known
    if tree.edges[node].proof:
        return True, -tree.edges[node].distance
    return False, tree.nodes[node].visits
