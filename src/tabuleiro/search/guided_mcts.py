# cython: annotation_typing=False
"""Tree search with PUCT: priors and leaf values come from the game's own evaluation.

The tree is the one of tree.py, its proofs included; what differs is where it goes and what a leaf
is worth. When a node is added its moves are looked at once: the evaluation after a move, as odds
of the player who makes it, is the move's prior, its part of the searching before anything else is
known (the formula is that of PUCT). The worth of a leaf is what the evaluation says of it, or a
mix of that and the result of a random game. One iteration adds the moves of one node.
"""

from __future__ import annotations

from math import inf

import cython

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import EVALUATION_UNIT, Position
from tabuleiro.search.mcts import SEED_STRIDE, Mcts
from tabuleiro.search.tree import Tree

if not cython.compiled:
    from math import exp, sqrt

    from tabuleiro.search.tree import _CAP, _DEEPEST, _PATIENCE, _SEATS, score_of

EXPLORATION = 0.5  # the weight of the priors
FPU_REDUCTION = 0.2  # how much worse than its sisters a move is taken to be before it is tried
TIE_BREAK = 0.001  # how far, in log odds, chance moves the evaluations of moves
DIVERSITY = 0.3  # the same for the trees of further threads: without it all would be alike

# For the engine room: typed in guided.pxd, out of Python's sight when compiled.
_UNIT = EVALUATION_UNIT
_PROVED = -1000.0  # below every bound, so that what is proved is not searched again
_SURE = 20.0  # the log odds of a player who has won; no evaluation is surer


class PuctTree(Tree):
    """A tree whose moves have priors. The moves visited come first; the next has the highest prior
    of the others, which are in no order."""

    probe: Position
    guesses: list[float]  # the worth of the working position by its evaluation
    noise: float
    playouts: float
    fpu_reduction: float

    def __init__(
        self, capacity: int, seed: int, playouts: float, exploration: float, noise: float
    ) -> None:
        super().__init__(capacity, seed)
        self.playouts = playouts
        self.exploration = exploration
        self.fpu_reduction = FPU_REDUCTION
        self.noise = noise
        if not cython.compiled:
            self.guesses = [0.0] * _SEATS

    @cython.locals(position=Position)
    def init_root(self, position: Position) -> None:
        self.probe = position._copy()
        super().init_root(position)

    # --- iterations ------------------------------------------------------------------------

    def descend(self) -> int:
        """Goes down to where the tree ends or is proved, and adds the moves there."""
        depth = self.select_path()
        self.expand_leaf(depth)
        return depth

    def select_path(self) -> int:
        """Goes down to where the tree ends or is proved; the working position and the path follow.
        The number of nodes on the way."""
        self.work._copy_from(self.base)
        node = 0
        depth = 1
        self.path[0] = 0
        while self.edges[node].proof == 0 and self.nodes[node].count > 0 and depth < _DEEPEST:
            node = self.select(node)
            self.path[depth] = node
            depth += 1
            if self.edges[node].proof == 0:
                self.work._apply(self.edges[node].move)
        return depth

    def expand_leaf(self, depth: int) -> bool:
        """Adds the moves of the last node of the path, if it may have them, and carries upwards
        what they prove; whether they were added."""
        node = self.path[depth - 1]
        if self.edges[node].proof or not self.may_expand(node) or not self.expand(node):
            return False
        if self.edges[node].proof:
            self.back_up_proof(depth)
        return True

    def may_expand(self, node: int) -> bool:
        """Whether a node is worth its memory: at once, later the fuller the tree is."""
        used = self.used
        capacity = self.capacity
        return (
            not self.full
            and self.nodes[node].count == 0
            and (self.nodes[node].visits + 1) * capacity > used * _PATIENCE
        )

    def expand(self, node: int) -> bool:
        """Adds the moves of the working position with their priors, if there is room; proves what
        they prove."""
        self.work._list_moves(self.scratch)
        child = self.used
        if self.scratch.count > self.capacity - child:
            self.full = True
            return False
        self.nodes[node].first = child
        self.nodes[node].count = self.scratch.count
        self.used = child + self.scratch.count
        best = -2 * _SURE
        for i in range(self.scratch.count):
            self.init_node(child + i, self.scratch.items[i], self.work.player)
            guess = self.evaluate_move(child + i)
            self.edges[child + i].prior = guess
            best = max(best, guess)
        self.softmax_priors(node, best)
        self.promote_best_prior(node)
        self.update_proof(node)
        return True

    def evaluate_move(self, child: int) -> float:
        """The log odds of the player to move after one of his moves; an end is proved."""
        mover = self.work.player
        self.probe._copy_from(self.work)
        self.probe._apply(self.edges[child].move)
        if self.probe.player < 0:
            self.edges[child].proof = self.probe.winners
            return _SURE * (2 * score_of(self.probe.winners, mover) - 1)
        guess = self.probe._evaluate(mover) / _UNIT
        guess += self.noise * self.random.below(1000) / 1000.0
        return max(-_SURE, min(guess, _SURE))

    def softmax_priors(self, node: int, best: float) -> int:
        """Turns log odds into priors, which sum to 1."""
        total = 0.0
        for child in range(self.nodes[node].first, self.nodes[node].first + self.nodes[node].count):
            self.edges[child].prior = exp(self.edges[child].prior - best)
            total += self.edges[child].prior
        for child in range(self.nodes[node].first, self.nodes[node].first + self.nodes[node].count):
            self.edges[child].prior = self.edges[child].prior / total
        return 0

    def promote_best_prior(self, node: int) -> int:
        """Puts the move with the highest prior of those not visited first among them; what is
        proved comes after all others."""
        child = self.nodes[node].first + self.nodes[node].opened
        last = self.nodes[node].first + self.nodes[node].count
        best = child
        most = -4.0  # below every urgency
        for other in range(child, last):
            urgency = self.edges[other].prior
            if self.edges[other].proof:
                urgency -= 2.0
            if urgency > most:
                best = other
                most = urgency
        if best != child:
            self.swap_children(child, best)
        return 0

    def swap_children(self, child: int, other: int) -> int:
        """Two nodes that were never visited take each other's place."""
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

    def copy_proofs(self, other: Tree) -> int:
        Tree.copy_proofs(self, other)
        return self.promote_best_prior(0)

    def select(self, node: int) -> int:
        """The child with the highest bound: its mean, and its prior the more the less it has been
        visited. Of those not visited only the first can have it; until it is tried it is taken to
        be somewhat worse than its sisters, the more of the priors these have. What is proved
        comes last, and before it what has been tried but not judged yet."""
        first = self.nodes[node].first
        opened = self.nodes[node].opened
        spread = self.exploration * sqrt(self.nodes[node].visits + 1.0)
        best = -1
        best_bound = 4 * _PROVED
        visits = 0
        total = 0.0
        seen = 0.0
        for child in range(first, first + opened):
            visits += self.nodes[child].visits
            total += self.nodes[child].total
            seen += self.edges[child].prior
            if self.edges[child].proof:
                bound = score_of(self.edges[child].proof, self.nodes[child].mover) + 2 * _PROVED
            elif self.nodes[child].visits == 0:
                bound = _PROVED / 2
            else:
                bound = self.nodes[child].total / self.nodes[child].visits
                bound += spread * self.edges[child].prior / (1 + self.nodes[child].visits)
            if bound > best_bound:
                best = child
                best_bound = bound
        child = first + opened
        if opened < self.nodes[node].count:
            if self.edges[child].proof:
                bound = score_of(self.edges[child].proof, self.nodes[first].mover) + _PROVED
            elif visits == 0:
                bound = 1.0
            else:
                bound = total / visits - self.fpu_reduction * sqrt(seen)
                bound += spread * self.edges[child].prior
            if bound > best_bound:
                best = child
                self.open_child(node)
        return best

    def open_child(self, node: int) -> int:
        """Counts the next move of a node among those visited."""
        self.nodes[node].opened += 1
        return self.promote_best_prior(node)

    def evaluate_leaf(self, node: int) -> int:
        """What the working position is worth to each player: what is proved of its node, else its
        evaluation, mixed with the result of a random game as far as that is wanted."""
        if self.edges[node].proof:
            return self.score_winners(self.edges[node].proof)
        if self.playouts < 1:
            self.guess()
        if self.playouts > 0:
            self.work._playout(self.random, self.scratch, _CAP)
            self.score_winners(self.work.winners)
        rest = 1 - self.playouts
        for seat in range(self.base.players):
            self.leaf_values[seat] = (
                self.playouts * self.leaf_values[seat] + rest * self.guesses[seat]
            )
        return 0

    def guess(self) -> int:
        """The expected score of each player by the game's evaluation: what it gives to each, in
        parts of what it gives to all."""
        total = 0.0
        for seat in range(self.base.players):
            guess = max(-_SURE, min(self.work._evaluate(seat) / _UNIT, _SURE))
            self.guesses[seat] = 1.0 / (1.0 + exp(-guess))
            total += self.guesses[seat]
        for seat in range(self.base.players):
            self.guesses[seat] /= total
        return 0


class GuidedMcts(Mcts):
    """Tree search guided by the evaluation of the game. `playouts` is the part, 0 to 1, that the
    result of a random game has in the worth of a leaf; `exploration` the weight of the priors."""

    def __init__(
        self,
        *,
        seed: int = 1,
        megabytes: int = 64,
        threads: int = 1,
        playouts: float = 0.0,
        exploration: float = EXPLORATION,
    ) -> None:
        if not 0 <= playouts <= 1:
            raise TabuleiroError(say("playouts must be from 0 to 1"))
        if not 0 <= exploration < inf:
            raise TabuleiroError(say("exploration cannot be negative"))
        self.playouts = playouts
        self.exploration = exploration
        super().__init__(seed=seed, megabytes=megabytes, threads=threads)

    def new_tree(self, capacity: int, number: int) -> Tree:
        noise = DIVERSITY if number else TIE_BREAK
        seed = self.seed + SEED_STRIDE * number
        return PuctTree(capacity, seed, self.playouts, self.exploration, noise)
