"""Tree search with PUCT: priors and leaf values come from the game's own evaluation.

The tree is the one of tree.py, with its proofs; selection and leaf values differ. When a node is
expanded, the position after each of its moves is evaluated. The evaluation, as odds of the player
who makes the move, becomes the prior of the move: its share of the search before anything else is
known (the formula is PUCT). The value of a leaf is its evaluation, or a mix of that and the result
of a random game. One iteration expands one node.
"""

from math import inf

import cython

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import EVALUATION_UNIT, Position
from tabuleiro.search.mcts import SEED_STRIDE, Mcts
from tabuleiro.search.tree import Tree

if not cython.compiled:
    from math import exp, sqrt

    from tabuleiro.search.tree import _CAP, _DEEPEST, _FULL_TREE_VISITS, _SEATS, score_of

EXPLORATION = 0.5  # the weight of the priors
FPU_REDUCTION = 0.2  # by how much a move without visits is assumed to be worse than the others
TIE_BREAK = 0.001  # the largest random change of the evaluation of a move, in log odds
DIVERSITY = 0.3  # the same for the trees of further threads: without it all would be equal

# For compiled code: typed in guided_mcts.pxd, and not visible from Python when compiled.
_UNIT = EVALUATION_UNIT
_FPU_REDUCTION = FPU_REDUCTION
_PROVED = -1000.0  # below every bound, so that proved moves are not searched again
_SURE = 20.0  # the log odds of a player who has won; evaluations are limited to this


class PuctTree(Tree):
    """A tree whose moves have priors. Visited moves come first; the next one has the highest prior
    of the others, which are not sorted."""

    probe: Position  # for the position after a move

    def __init__(
        self, capacity: int, seed: int, playouts: float, exploration: float, noise: float
    ) -> None:
        super().__init__(capacity, seed)
        self.playouts = playouts
        self.exploration = exploration
        self.noise = noise
        if not cython.compiled:
            self.guesses = [0.0] * _SEATS  # the value of the working position for each player

    @cython.locals(position=Position)
    def init_root(self, position: Position) -> None:
        self.probe = position._copy()
        super().init_root(position)

    # --- iterations ------------------------------------------------------------------------

    def descend(self) -> int:
        """Goes down to where the tree ends or is proved, and expands the last node."""
        depth = self.select_path()
        if self.expand_leaf(depth):
            self.hide_redundant_moves(depth)
        return depth

    def select_path(self) -> int:
        """Goes down to where the tree ends or is proved. Sets the working position and the path;
        returns the number of nodes on it."""
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
        """Expands the last node of the path, if that is allowed, and carries proofs up; returns
        whether it was expanded."""
        node = self.path[depth - 1]
        if self.edges[node].proof or not self.may_expand(node) or not self.expand(node):
            return False
        if self.edges[node].proof:
            self.back_up_proof(depth)
        return True

    def may_expand(self, node: int) -> bool:
        """Whether a node may be expanded: at once, but the fuller the tree is, the later."""
        used = self.used
        capacity = self.capacity
        return (
            not self.full
            and self.nodes[node].count == 0
            and (self.nodes[node].visits + 1) * capacity > used * _FULL_TREE_VISITS
        )

    def expand(self, node: int) -> bool:
        """Adds the moves of the working position with their priors, if there is room, and proves
        the node if they do."""
        if not Tree.expand(self, node):
            return False
        best = -2 * _SURE
        for child in range(self.nodes[node].first, self.used):
            guess = self.evaluate_move(child)
            self.edges[child].prior = guess
            best = max(best, guess)
        self.softmax_priors(node, best)
        self.promote_best_prior(node)
        self.update_proof(node)
        return True

    def init_nodes(self, first: int, count: int) -> int:
        """Adds nodes for the moves of the working position, in their order."""
        for i in range(count):
            self.init_node(first + i, self.scratch.items[i], self.work.player)
        return 0

    def evaluate_move(self, child: int) -> float:
        """The log odds of the player to move after a move; the end of a game is proved."""
        mover = self.work.player
        self.probe._copy_from(self.work)
        self.probe._apply(self.edges[child].move)
        if self.probe.player < 0:
            self.edges[child].proof = self.probe.winners
            return _SURE * (2 * score_of(self.probe.winners, mover) - 1)
        guess = self.probe._evaluate(mover) / _UNIT
        guess += self.noise * self.random.below(1000) / 1000.0
        return max(-_SURE, min(guess, _SURE))

    def prove_ends(self, node: int) -> int:
        """Looks ahead from the working position if one of its moves may end the game."""
        return self.look_ahead(node, self.work, self.probe) if self.work._may_end() else 0

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
        """Puts the move with the highest prior first among those without visits; proved moves come
        after all others. Only this move is needed for selection, so the rest is not sorted."""
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

    def hide_redundant_moves(self, depth: int) -> int:
        hidden = Tree.hide_redundant_moves(self, depth)
        if hidden:
            self.promote_best_prior(self.path[depth - 1])
        return hidden

    def reveal_moves_of(self, node: int) -> int:
        Tree.reveal_moves_of(self, node)
        return self.promote_best_prior(node)

    def copy_proofs(self, other: Tree) -> int:
        Tree.copy_proofs(self, other)
        return self.promote_best_prior(0)

    def select(self, node: int) -> int:
        """The child with the highest bound: its mean, plus its prior, which counts less the more
        visits it has. Of the children without visits only the first can be chosen; it is assumed
        to be worse than the others (first-play urgency), the more of the priors these have.

        Three kinds of children come after all others, so that one is chosen even if nothing else
        is left: first those that wait for an answer (`_PROVED / 2`), then a proved one without
        visits (`_PROVED`), then proved ones with visits (`2 * _PROVED`).
        """
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
                bound = total / visits - _FPU_REDUCTION * sqrt(seen)
                bound += spread * self.edges[child].prior
            if bound > best_bound:
                best = child
                self.open_child(node)
        return best

    def open_child(self, node: int) -> int:
        """Counts the next move of a node as visited."""
        self.nodes[node].opened += 1
        return self.promote_best_prior(node)

    def evaluate_leaf(self, node: int) -> int:
        """Sets the value of the working position for each player: the proof of its node, else its
        evaluation, mixed with the result of a random game if `playouts` is above 0."""
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
        """Sets the expected score of each player by the game's evaluation; they sum to 1."""
        total = 0.0
        for seat in range(self.base.players):
            guess = max(-_SURE, min(self.work._evaluate(seat) / _UNIT, _SURE))
            self.guesses[seat] = 1.0 / (1.0 + exp(-guess))
            total += self.guesses[seat]
        for seat in range(self.base.players):
            self.guesses[seat] /= total
        return 0


class GuidedMcts(Mcts):
    """Tree search guided by the evaluation of the game. `playouts` is the weight, 0 to 1, of the
    result of a random game in the value of a leaf; `exploration` is the weight of the priors."""

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
