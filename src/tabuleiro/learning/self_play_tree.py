"""The search tree of a self-play game: noise at the root, and the move drawn by visits.

Nothing here needs Python's lock, except to enlarge the tree.
"""

import cython

from tabuleiro.core.position import NOBODY, Position
from tabuleiro.core.primitives import MoveList, Random
from tabuleiro.search.network_mcts import NetworkTree

if not cython.compiled:
    from math import exp, log, pow  # noqa: A004 - the name that C has for it

    from tabuleiro.search.tree import _SEATS, score_of

FIRST_NODES = 2048

# For compiled code: typed in self_play_tree.pxd, and not visible from Python when compiled.
_NOBODY = NOBODY
_ROOT_MOVES = 1  # the node of the first move of the root
_CONCENTRATION = 11.0  # of the noise: divided by the number of moves, at most 1
_UNITS = 1 << 30  # random numbers are multiples of 1 / _UNITS
_PART = 2.0**-30
_E = 2.718281828459045


def uniform(random: Random) -> float:
    """A random number from 0 to 1, without 1."""
    return random.below(_UNITS) * _PART


def gamma(random: Random, shape: float) -> float:
    """A number from the gamma distribution with a shape from 0 to 1 (after Ahrens and Dieter)."""
    split = (_E + shape) / _E
    while True:
        place = split * uniform(random)
        if place <= 1.0:
            drawn = pow(place, 1.0 / shape)
            if uniform(random) <= exp(-drawn):
                return drawn
        else:
            drawn = -log((split - place) / shape)
            if uniform(random) <= pow(drawn, shape - 1.0):
                return drawn


class SelfPlayTree(NetworkTree):
    """The tree of the search for the next move of a game. `base` is the position of the game.

    The trees of a batch of games share `random`, `scratch` and `probe`: they run in one thread.
    """

    @cython.locals(start=Position, random=Random, scratch=MoveList, probe=Position)
    def __init__(
        self,
        start: Position,
        random: Random,
        scratch: MoveList,
        probe: Position,
        exploration: float,
    ) -> None:
        super().__init__(FIRST_NODES, 0, 1, exploration=exploration, noise=0.0)
        self.random = random
        self.scratch = scratch
        self.probe = probe
        self.base = start._copy()
        self.work = start._copy()
        self.full = False

    # --- how the tree grows ----------------------------------------------------------------

    def make_room(self, count: int) -> bool:
        """Enlarges the tree: it has no limit."""
        with cython.gil:
            self.enlarge(max(2 * self.capacity, self.used + count))
        return True

    # Most moves are never visited. What is not needed before the first visit is written then,
    # except for the moves of the root, where everything is needed.

    def init_nodes(self, first: int, count: int) -> int:
        if first == _ROOT_MOVES:
            return NetworkTree.init_nodes(self, first, count)
        for i in range(count):
            self.edges[first + i].move = self.scratch.items[i]
            self.edges[first + i].proof = 0
        self.nodes[first].mover = self.work.player
        return 0

    def open_child(self, node: int) -> int:
        child = self.nodes[node].first + self.nodes[node].opened
        if node:
            self.nodes[child].count = 0
            self.nodes[child].opened = 0
            self.nodes[child].visits = 0
            self.nodes[child].total = 0.0
            self.nodes[child].mover = self.nodes[self.nodes[node].first].mover
            self.nodes[child].floor = 0
            self.nodes[child].hidden = 0
        return NetworkTree.open_child(self, node)

    # --- the search ------------------------------------------------------------------------

    def start_search(self) -> int:
        """Starts again with nothing but the root and its moves."""
        self.init_node(0, 0, _NOBODY)
        self.used = 1
        self.iterations = 0
        for seat in range(_SEATS):
            self.score_sums[seat] = 0.0
        self.work._copy_from(self.base)
        self.expand(0)
        return 0

    def add_noise(self, share: float) -> int:
        """Mixes the priors of the root with this share of a Dirichlet distribution. Its numbers are
        stored in `total`, which is not used before the first visit."""
        shape = min(1.0, _CONCENTRATION / self.nodes[0].count)
        last = self.nodes[0].first + self.nodes[0].count
        total = 0.0
        for child in range(self.nodes[0].first, last):
            self.nodes[child].total = gamma(self.random, shape)
            total += self.nodes[child].total
        for child in range(self.nodes[0].first, last):
            if total > 0:
                change = self.nodes[child].total / total - self.edges[child].prior
                self.edges[child].prior += share * change
            self.nodes[child].total = 0.0
        return self.promote_best_prior(0)

    # --- what the search found -------------------------------------------------------------

    def weight(self, child: int) -> float:
        """The weight of a move of the root: its visits. If the move is proved to lose, it is 0. If
        the result of the position is proved, moves that reach it have 1 and others 0, except in a
        lost position, where visits count again."""
        value = score_of(self.edges[child].proof, self.base.player)
        result = score_of(self.edges[0].proof, self.base.player)
        if result > 0:
            return 1.0 if value >= result else 0.0
        if self.edges[child].proof and value == 0 and self.edges[0].proof == 0:
            return 0.0
        return self.nodes[child].visits

    def largest_weight(self) -> float:
        """The largest weight of a move of the root."""
        best = 0.0
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            best = max(best, self.weight(child))
        return best

    def choose_child(self, sharpness: float) -> int:
        """The node of the move to play. Its odds are its weight to the power of `sharpness`; a
        proved result is reached as soon as possible."""
        if score_of(self.edges[0].proof, self.base.player) > 0:
            return self.shortest_proof()
        best = self.largest_weight()
        if best == 0:
            return self.highest_prior()
        left = 0.0
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            left += pow(self.weight(child) / best, sharpness)
        left *= uniform(self.random)
        chosen = self.nodes[0].first
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            weight = self.weight(child)
            if weight > 0:
                chosen = child
                left -= pow(weight / best, sharpness)
                if left < 0:
                    break
        return chosen

    def shortest_proof(self) -> int:
        """Of the moves that reach the proved result, one with the fewest moves to the end."""
        best = -1
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            moves = self.edges[child].distance
            if self.weight(child) > 0 and (best < 0 or moves < self.edges[best].distance):
                best = child
        return best

    def highest_prior(self) -> int:
        """The move to play when all visited ones lose: of the moves that are not proved, the one
        with the highest prior; if all are proved, a random one."""
        best = -1
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            prior = self.edges[child].prior
            if self.edges[child].proof == 0 and (best < 0 or prior > self.edges[best].prior):
                best = child
        return best if best >= 0 else self.nodes[0].first + self.random.below(self.nodes[0].count)

    def player_value(self, player: int) -> float:
        """The expected score of a player."""
        if self.edges[0].proof:
            return score_of(self.edges[0].proof, player)
        return self.score_sums[player] / self.iterations
