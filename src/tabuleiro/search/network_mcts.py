"""Tree search with PUCT and a network, which evaluates leaves in batches. Self-play uses it too.

The tree is that of guided_mcts.py; priors and leaf values come from the answers of a network
instead of the game. Several leaves are evaluated at once. Until its answer has arrived, a leaf is
held back and the path to it counts as lost (virtual loss), so that the next path goes elsewhere. If
a path reaches a leaf that is already held, the batch is evaluated. Proved nodes, ends of games and
leaves where a move wins at once need no evaluation.
"""

from __future__ import annotations

from array import array
from math import inf
from typing import TYPE_CHECKING

import cython

from tabuleiro.core.encoding import Shape
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.search.evaluator import Network, evaluate_batch, invalid_answer
from tabuleiro.search.guided_mcts import TIE_BREAK, PuctTree
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.tree import Tree

if TYPE_CHECKING:
    from tabuleiro.search.evaluator import Floats, Words

if not cython.compiled:
    from tabuleiro.search.tree import _DEEPEST, _MOST_VISITS

BATCH = 8
PART = 8  # a batch has at most 1 / PART of the visits so far: small searches use each answer
EXPLORATION = 0.9  # the weight of the priors

# For compiled code: typed in network_mcts.pxd, and not visible from Python when compiled.
_KNOWN, _ASKED, _MET = 0, 1, 2  # what `select_leaf` returns
_NOWHERE = -1
_LEAST = -1e30  # below every logit
_ALMOST = 0.02  # how far the sum of values may be from 1: networks use low precision


class NetworkTree(PuctTree):
    """A tree whose priors and leaf values come from answers that the caller fetches.

    `select_leaf` writes a question and holds its leaf in a slot until `apply_answer` gets the
    answer. Meanwhile the leaf has no visit, and the moves that were added to it are hidden. The
    root is evaluated first (`write_root_question`), without a visit.
    """

    seats: int  # values at the end of an answer
    words: int  # of a question
    entries: int  # of an answer, before the values
    parts: memoryview[int]  # the indices of one move in the policy

    def __init__(
        self, capacity: int, seed: int, batch: int, *, exploration: float, noise: float
    ) -> None:
        super().__init__(capacity, seed, 0.0, exploration, noise)
        self.held = 0  # slots in use
        self.work_slot = _NOWHERE  # the slot whose leaf is the working position
        # For each slot: the path to its leaf, its length, and how many moves were added there.
        self.paths = memoryview(array("i", bytes(4 * batch * _DEEPEST)))
        self.depths = memoryview(array("i", bytes(4 * batch)))
        self.added = memoryview(array("i", bytes(4 * batch)))

    def set_sizes(self, words: int, entries: int, seats: int, parts: int) -> None:
        """Sets the words of a question, the entries and seats of an answer, and the largest number
        of policy indices of a move."""
        self.words = words
        self.entries = entries
        self.seats = seats
        self.parts = memoryview(array("i", bytes(4 * parts)))

    # --- moves -----------------------------------------------------------------------------

    def may_expand(self, node: int) -> bool:
        """At once: an evaluation costs more than the memory for its moves."""
        return self.nodes[node].count == 0 and not self.full

    def expand(self, node: int) -> bool:
        """Adds the moves of the working position, if there is room, and proves the node if they do.
        Their priors come with the answer."""
        if not Tree.expand(self, node):
            return False
        self.prove_ends(node)
        return True

    # --- questions -------------------------------------------------------------------------

    def write_root_question(self, words: Words, at: int) -> int:
        """Writes the question about the root, in the first slot."""
        self.work._copy_from(self.base)
        self.path[0] = 0
        self.held = 0
        self.hold_leaf(1, self.nodes[0].count)
        return self.write_question(words, at)

    def select_leaf(self, words: Words, at: int) -> int:
        """Goes down the tree once. A proved end is counted (_KNOWN). A leaf is held in the next
        slot, and the question about it is written into `words` at `at` (_ASKED). If the leaf is
        already held, nothing happens (_MET)."""
        depth = self.select_path()
        self.work_slot = _NOWHERE
        node = self.path[depth - 1]
        if self.is_held(node):
            return _MET
        # `expand` only looks for moves that end the game if `_may_end` says that there may be some.
        self.prove_end(depth)
        grown = self.expand_leaf(depth)
        if self.edges[node].proof:
            self.score_winners(self.edges[node].proof)
            self.back_up(depth)
            return _KNOWN
        self.hold_leaf(depth, self.nodes[node].count if grown else 0)
        self.write_question(words, at)
        return _ASKED

    def is_held(self, node: int) -> bool:
        """Whether a node is a held leaf."""
        for slot in range(self.held):
            if self.paths[slot * _DEEPEST + self.depths[slot] - 1] == node:
                return True
        return False

    def hold_leaf(self, depth: int, added: int) -> int:
        """Holds the end of the path in the next slot, and hides the moves that were added to it.

        Every node on the path gets a visit without a score, as if it was lost for its player. This
        virtual loss lowers the bounds of the path, so that the next one goes elsewhere.
        """
        slot = self.held
        for i in range(depth):
            self.paths[slot * _DEEPEST + i] = self.path[i]
        for i in range(depth - 1):
            self.nodes[self.path[i]].visits += 1
        if added:
            self.nodes[self.path[depth - 1]].count = 0
        self.depths[slot] = depth
        self.added[slot] = added
        self.work_slot = slot
        self.held = slot + 1
        return 0

    def write_question(self, words: Words, at: int) -> int:
        """Writes the question about the working position."""
        for i in range(at, at + self.words):
            words[i] = 0
        return self.work._encode(words, at)

    # --- answers ---------------------------------------------------------------------------

    def apply_answer(self, slot: int, answers: Floats, at: int) -> int:
        """Replaces the virtual loss by the answer, which is in `answers` at `at`; the moves that
        were added get their priors."""
        depth = self.depths[slot]
        self.return_to_leaf(slot)
        for i in range(depth - 1):
            self.nodes[self.path[i]].visits -= 1
        node = self.path[depth - 1]
        if self.added[slot]:
            self.nodes[node].count = self.added[slot]
            self.set_priors(node, answers, at)
            self.hide_redundant_moves(depth)
        self.set_values(answers, at + self.entries)
        return self.back_up(depth) if depth > 1 else 0

    def return_to_leaf(self, slot: int) -> int:
        """Sets the working position and the path to the leaf of a slot."""
        for i in range(self.depths[slot]):
            self.path[i] = self.paths[slot * _DEEPEST + i]
        if self.work_slot != slot:
            self.work._copy_from(self.base)
            for i in range(1, self.depths[slot]):
                self.work._apply(self.edges[self.path[i]].move)
            self.work_slot = slot
        return 0

    def set_priors(self, node: int, answers: Floats, at: int) -> int:
        """Sets the priors of the moves of a node: the softmax of their logits. Noise gives equal
        moves a random order."""
        best = _LEAST
        for child in range(self.nodes[node].first, self.nodes[node].first + self.nodes[node].count):
            logit = self.noise * self.random.below(1000) / 1000.0 if self.noise else 0.0
            for i in range(self.work._policy_indices(self.edges[child].move, self.parts, 0)):
                logit += answers[at + self.parts[i]]
            self.edges[child].prior = logit
            best = max(best, self.edges[child].prior)
        self.softmax_priors(node, best)
        if not self.edges[self.nodes[node].first].prior >= 0:  # it is not a number
            self.reject_answer()
        return self.promote_best_prior(node)

    def set_values(self, answers: Floats, at: int) -> int:
        """Sets the value of the leaf for each player; values of empty seats are left out."""
        player = self.work.player
        players = self.base.players
        every = 0.0
        total = 0.0
        for seat in range(self.seats):
            value = answers[at + seat]
            if not value >= 0:
                self.reject_answer()
            every += value
            if seat < players:
                total += value
        if not (abs(every - 1.0) <= _ALMOST and total > 0):
            self.reject_answer()
        for seat in range(players):
            self.leaf_values[(player + seat) % players] = answers[at + seat] / total
        return 0

    def reject_answer(self) -> int:
        """Raises the error for an invalid answer. The tree is incomplete and is not used again."""
        with cython.gil:
            self.root = None
            raise invalid_answer()


class EvaluatingTree(NetworkTree):
    """A tree that calls a network itself."""

    shape: Shape
    questions: Words

    def __init__(
        self, capacity: int, seed: int, network: Network, batch: int, exploration: float
    ) -> None:
        super().__init__(capacity, seed, batch, exploration=exploration, noise=TIE_BREAK)
        self.network = network
        self.batch = batch

    @cython.locals(position=Position)
    def init_root(self, position: Position) -> None:
        added = self.nodes[0].count == 0
        super().init_root(position)
        if added and self.edges[0].proof == 0:
            self.prepare_questions(position)
            self.write_root_question(self.questions, 0)
            self.evaluate_leaves()

    @cython.locals(position=Position)
    def prepare_questions(self, position: Position) -> None:
        """Prepares for questions about positions with the same options."""
        encoding, options = self.network.encoding, position.options()
        words, entries = encoding.question_words(options), encoding.policy_size(options)
        self.shape = encoding.shape(options)
        self.set_sizes(words, entries, self.network.seats, encoding.policy_parts)
        self.questions = memoryview(array("Q", bytes(8 * words * self.batch)))

    def run(self, most: int) -> int:
        """Makes one batch of iterations and returns how many: at most `most`, fewer while the tree
        is small, if a path reaches a held leaf, or if the root is proved. A call is one batch, so
        the batches of a search do not depend on its speed."""
        most = min(most, self.batch, 1 + self.nodes[0].visits // PART)
        done = 0
        with cython.nogil:
            while done < most and self.edges[0].proof == 0 and self.nodes[0].visits < _MOST_VISITS:
                if self.select_leaf(self.questions, self.held * self.words) == _MET:
                    break
                done += 1
        self.evaluate_leaves()
        return done

    def evaluate_leaves(self) -> int:
        """Evaluates all held leaves and backs the answers up. If the network fails or is
        interrupted, the tree is incomplete and is not used again: `root` stays None."""
        if not self.held:
            return 0
        size = self.entries + self.seats
        root, self.root = self.root, None
        questions = memoryview(self.questions[: self.held * self.words])
        self.apply_answers(evaluate_batch(self.network, questions, self.shape, self.held * size))
        self.root = root
        return 0

    def apply_answers(self, answers: Floats) -> int:
        """Backs up the answers about all held leaves."""
        size = self.entries + self.seats
        with cython.nogil:
            for slot in range(self.held):
                self.apply_answer(slot, answers, slot * size)
            self.held = 0
        return 0


class NetworkMcts(Mcts):
    """Tree search in which a network evaluates up to `batch` positions at once.

    An iteration, which is a node of a limit, is one evaluation or one visit to a proved node; the
    evaluation of a new root is not counted. Larger batches are faster, smaller ones search better,
    because an answer only guides the batches after it. The network may take any time: the search
    checks the stop flag and the clock between batches. `exploration` is the weight of the priors.
    """

    def __init__(
        self,
        network: Network,
        *,
        seed: int = 1,
        megabytes: int = 64,
        batch: int = BATCH,
        exploration: float = EXPLORATION,
    ) -> None:
        if batch < 1:
            raise TabuleiroError(say("a batch needs at least one position"))
        if not 0 <= exploration < inf:
            raise TabuleiroError(say("exploration cannot be negative"))
        self.network = network
        self.batch_size = batch
        self.exploration = exploration
        super().__init__(seed=seed, megabytes=megabytes)

    def new_tree(self, capacity: int, number: int) -> Tree:
        return EvaluatingTree(capacity, self.seed, self.network, self.batch_size, self.exploration)
