"""Tree search with a fast network, which is evaluated inside the compiled search.

The tree is that of guided_mcts.py; priors and leaf values come from a fast network of
core/fast_network.py. A position is evaluated when it is first visited; its moves are added at the
second visit, which continues with the best of them. So nearly every iteration evaluates a new
position. With options that the network was not trained for, the game's own evaluation is used.
"""

from math import inf

import cython

from tabuleiro.core.fast_network import LOGIT_UNIT, FastEvaluator, FastNetwork
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.search.guided_mcts import DIVERSITY, TIE_BREAK, PuctTree
from tabuleiro.search.mcts import SEED_STRIDE, Mcts
from tabuleiro.search.tree import Tree

if not cython.compiled:
    from math import exp

    from tabuleiro.search.tree import _FULL_TREE_VISITS

EXPLORATION = 0.9  # the weight of the priors

# For compiled code: typed in fast_mcts.pxd, and not visible from Python when compiled.
_UNIT = LOGIT_UNIT
_LARGEST = 1 << 30  # above every logit
_STEPS = 4096  # of the table of powers, 256 for each unit of a logit

if not cython.compiled:
    _POWERS = [0] * _STEPS  # typed in fast_mcts.pxd


def _fill_powers() -> None:
    """Powers of e to -n / 256 as integers, so that priors are the same on every machine."""
    for number in range(_STEPS):
        _POWERS[number] = round(2**20 * exp(-number / 256.0))


_fill_powers()


class FastTree(PuctTree):
    """A tree whose priors and leaf values come from a fast network, for two players."""

    def __init__(
        self, capacity: int, seed: int, network: FastNetwork, exploration: float, noise: float
    ) -> None:
        super().__init__(capacity, seed, 0.0, exploration, noise)
        self.network = network
        self.evaluator = FastEvaluator(network)
        self.served = False
        self.noise_units = 1 + round(noise * LOGIT_UNIT)

    @cython.locals(position=Position)
    def init_root(self, position: Position) -> None:
        self.served = self.network.serves(position.options())
        super().init_root(position)

    def descend(self) -> int:
        """Goes down to where the tree ends or is proved. A leaf that was visited before is expanded
        first."""
        depth = self.select_path()
        self.prove_end(depth)
        if self.expand_leaf(depth) and self.edges[self.path[depth - 1]].proof == 0:
            self.hide_redundant_moves(depth)
            node = self.select(self.path[depth - 1])
            self.path[depth] = node
            depth += 1
            if self.edges[node].proof == 0:
                self.work._apply(self.edges[node].move)
                self.prove_end(depth)
        return depth

    def may_expand(self, node: int) -> bool:
        """Whether a node may be expanded: once it was visited, but the fuller the tree is, the
        later."""
        used = self.used / (self.capacity + 0.0)
        return (
            not self.full
            and self.nodes[node].count == 0
            and self.nodes[node].visits > _FULL_TREE_VISITS * used * used * used * used
        )

    def expand(self, node: int) -> bool:
        """Adds the moves of the working position with their priors, if there is room, and proves
        the node if they do."""
        if not self.served:
            return PuctTree.expand(self, node)
        if not Tree.expand(self, node):
            return False
        self.set_priors(node)
        self.prove_ends(node)
        self.promote_best_prior(node)
        return True

    def set_priors(self, node: int) -> int:
        """Sets the priors of the moves of a node: the softmax of their logits. Noise gives equal
        moves a random order."""
        self.evaluator.set_position(self.work)
        self.evaluator.set_logits(self.work, self.scratch)
        first = self.nodes[node].first
        best = -_LARGEST
        for i in range(self.nodes[node].count):
            self.evaluator.logits[i] += self.random.below(self.noise_units)
            best = max(best, self.evaluator.logits[i])
        total = 0
        for i in range(self.nodes[node].count):
            below = (best - self.evaluator.logits[i]) >> 2
            power = _POWERS[below] if below < _STEPS else 0
            self.edges[first + i].prior = power
            total += power
        for i in range(self.nodes[node].count):
            self.edges[first + i].prior = self.edges[first + i].prior / total
        return 0

    def guess(self) -> int:
        """Sets the expected score of each player by the network."""
        if not self.served:
            return PuctTree.guess(self)
        self.evaluator.set_position(self.work)
        value = self.evaluator.value() / _UNIT
        player = self.work.player
        self.guesses[player] = 1.0 / (1.0 + exp(-value))
        self.guesses[1 - player] = 1.0 - self.guesses[player]
        return 0


class FastMcts(Mcts):
    """Tree search with a fast network. `exploration` is the weight of the priors."""

    def __init__(
        self,
        network: FastNetwork,
        *,
        seed: int = 1,
        megabytes: int = 64,
        threads: int = 1,
        exploration: float = EXPLORATION,
    ) -> None:
        if not 0 <= exploration < inf:
            raise TabuleiroError(say("exploration cannot be negative"))
        self.network = network
        self.exploration = exploration
        super().__init__(seed=seed, megabytes=megabytes, threads=threads)

    def new_tree(self, capacity: int, number: int) -> Tree:
        noise = DIVERSITY if number else TIE_BREAK
        seed = self.seed + SEED_STRIDE * number
        return FastTree(capacity, seed, self.network, self.exploration, noise)
