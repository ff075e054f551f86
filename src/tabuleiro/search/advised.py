# cython: annotation_typing=False
"""Tree search that asks an evaluator: where trained networks plug in. C types are in advised.pxd.

The tree is that of guided.py; the priors of its moves and the worth of its leaves come from an
`Evaluator` instead of the game. It is asked about several leaves at once. Until the answer is there
a leaf is passed over and the way to it counts as lost, so that the next way turns elsewhere; where
one meets a leaf that waits already, those gathered so far are asked about. What is proved, and the
ends of games, need no opinion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cython

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.search.evaluator import Evaluation, Evaluator
from tabuleiro.search.evaluator import ask_evaluator as ask
from tabuleiro.search.guided import EXPLORATION, TIE_BREAK, Guided, GuidedTree
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.tree import Tree

if not cython.compiled:
    from tabuleiro.search.tree import _MOST_VISITS

BATCH = 8


@dataclass(frozen=True)
class Leaf:
    """The end of a way down the tree that waits for an opinion. Until then its node has neither a
    visit nor the `moves` that were added to it."""

    path: tuple[int, ...]
    position: Position
    moves: int


class AdvisedTree(GuidedTree):
    """A tree whose priors and leaves are an evaluator's."""

    evaluator: Evaluator
    batch: int

    def __init__(self, capacity: int, seed: int, evaluator: Evaluator, batch: int) -> None:
        super().__init__(capacity, seed, 0.0, EXPLORATION, TIE_BREAK)
        self.evaluator = evaluator
        self.batch = batch

    @cython.locals(position=Position)
    def plant(self, position: Position) -> None:
        added = self.count[0] == 0
        super().plant(position)
        if added and self.proof[0] == 0:
            (opinion,) = self.ask([position])
            self.advise(0, position, opinion)

    def ask(self, positions: list[Position]) -> Sequence[Evaluation]:
        """What the evaluator says. Where it fails or is interrupted, the tree is left half made:
        nothing of it will be found again."""
        try:
            return ask(self.evaluator, positions)
        except BaseException:
            self.root = None
            raise

    def look_at(self, child: int) -> float:
        """Nothing is thought of a move until the answer comes, but equals are in an order of
        chance; an end is proved."""
        self.probe._copy_from(self.work)
        self.probe._apply(self.move[child])
        if self.probe.player < 0:
            self.proof[child] = self.probe.winners
        return self.noise * self.random.below(1000) / 1000.0

    def run(self, games: int) -> int:
        """Makes one batch of iterations, with one question: as many as are wanted, fewer when two
        ways meet or the root is proved; gives how many. So the batches of a search are the same
        however many iterations its pace allows."""
        most = min(games, self.batch)
        leaves = {}
        done = 0
        while done < most and self.proof[0] == 0 and self.visits[0] < _MOST_VISITS:
            depth = self.walk()
            node = self.path[depth - 1]
            if node in leaves:
                break
            added = self.grow(depth)
            if self.proof[node]:
                self.judge(node)
                self.back_up(depth)
            else:
                leaves[node] = self.hold(depth, added)
            done += 1
        self.ask_about(list(leaves.values()))
        return done

    def hold(self, depth: int, added: bool) -> Leaf:
        """Lets the end of the path wait; the way to it counts as lost for everyone on it."""
        position = self.root
        for i in range(1, depth):
            position = position._after(self.move[self.path[i]])
        path = tuple([self.path[i] for i in range(depth)])
        for i in range(depth - 1):
            self.visits[self.path[i]] += 1
        node = self.path[depth - 1]
        moves = self.count[node] if added else 0
        if added:
            self.count[node] = 0
        return Leaf(path, position, moves)

    def ask_about(self, leaves: list[Leaf]) -> None:
        """Asks about leaves, and carries every answer up its way."""
        if leaves:
            opinions = self.ask([leaf.position for leaf in leaves])
            for leaf, opinion in zip(leaves, opinions, strict=True):
                self.release(leaf, opinion)

    def release(self, leaf: Leaf, opinion: Evaluation) -> int:
        """Counts an opinion instead of the loss."""
        depth = len(leaf.path)
        for i in range(depth):
            self.path[i] = leaf.path[i]
        for i in range(depth - 1):
            self.visits[self.path[i]] -= 1
        node = self.path[depth - 1]
        if leaf.moves:
            self.count[node] = leaf.moves
            self.advise(node, leaf.position, opinion)
        for seat, value in enumerate(opinion.values):
            self.worths[seat] = value
        return self.back_up(depth)

    def advise(self, node: int, position: Position, opinion: Evaluation) -> int:
        """Gives the moves that were added to a node their priors, which were equal parts so far but
        for the little that chance adds."""
        priors = dict(zip(position.legal_moves(), opinion.priors, strict=True))
        for child in range(self.first[node], self.first[node] + self.count[node]):
            self.prior[child] *= self.count[node] * priors[self.move[child]]
        return self.bring_forward(node)


class Advised(Mcts):
    """Tree search that asks an evaluator about up to `batch` positions at once.

    An iteration, one node of its limits, is one opinion or one visit to what is proved; a question
    about each new root comes besides. Larger batches suit networks, smaller ones search better:
    what is known of a leaf leads only the batches that follow. The evaluator may take any time;
    the search looks at the stop sign and the clock between batches.
    """

    node_bytes = Guided.node_bytes

    def __init__(
        self, evaluator: Evaluator, *, seed: int = 1, megabytes: int = 64, batch: int = BATCH
    ) -> None:
        if batch < 1:
            raise TabuleiroError(say("a batch has at least one position"))
        self.evaluator = evaluator
        self.together = batch
        super().__init__(seed=seed, megabytes=megabytes)

    def new_tree(self, capacity: int, number: int) -> Tree:
        return AdvisedTree(capacity, self.seed, self.evaluator, self.together)
