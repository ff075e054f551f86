"""The network tree, compared with the same search in plain Python."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from math import exp, sqrt
from random import Random

import pytest

from tabuleiro.core.encoding import Encoding, Shape
from tabuleiro.core.playouts import random_games, random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import games, start
from tabuleiro.search.guided_mcts import FPU_REDUCTION
from tabuleiro.search.limit import Limit
from tabuleiro.search.network_mcts import EXPLORATION, NetworkMcts
from tabuleiro.search.solver import Solver

SHARPNESS = 3.0  # of the logits, so that no two bounds are nearly equal
SEEN = [name for name, game in games().items() if game.encoding is not None]
LONG = [name for name in SEEN if random_games(start(name), 16, 1).moves > 16 * 20]


class Oracle:
    """A network whose answers look random, but depend on the question only."""

    def __init__(self, position: Position) -> None:
        encoding = position.game.encoding
        assert encoding is not None
        self.encoding: Encoding = encoding
        self.seats = max(position.game.players)
        self.words = encoding.question_words(position.options())
        self.entries = encoding.policy_size(position.options())
        self.asked: list[tuple[int, ...]] = []

    def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
        """One answer after another."""
        answers = array("f")
        for first in range(0, len(questions), self.words):
            question = tuple(questions[first : first + self.words])
            self.asked.append(question)
            answers.extend(self.answer_to(question))
        return answers

    def answer_to(self, question: tuple[int, ...]) -> array[float]:
        """One answer."""
        draw = Random(hash(question))
        logits = [draw.gauss(0, SHARPNESS) for _ in range(self.entries)]
        return array("f", [*logits, *self.values_of(draw)])

    def values_of(self, draw: Random) -> list[float]:
        """The values of the players."""
        chances = [draw.random() for _ in range(self.seats)]
        return [chance / sum(chances) for chance in chances]


@dataclass
class Node:
    """A position in a tree of Python objects."""

    position: Position
    prior: float = 0.0
    visits: int = 0
    scores: list[float] = field(default_factory=lambda: [0.0] * 4)
    children: dict[int, Node] = field(default_factory=dict)


class Plain:
    """PUCT written like its formula, without proofs: for positions far from the end of a game."""

    def __init__(self, oracle: Oracle, position: Position) -> None:
        self.oracle = oracle
        self.root = Node(position)
        self.expand(self.root)

    def search(self, iterations: int) -> Node:
        """The root after this many iterations."""
        for _ in range(iterations):
            path = [self.root]
            while path[-1].children:
                path.append(self.select(path[-1]))
            values = self.expand(path[-1])
            for node in path:
                node.visits += 1
                node.scores = [a + b for a, b in zip(node.scores, values, strict=True)]
        return self.root

    def expand(self, node: Node) -> list[float]:
        """Adds the moves of a position; returns its value for each player."""
        position = node.position
        answer = self.oracle.answer_to(tuple(position.encode()))
        logits = {
            m: sum(answer[e] for e in position.policy_indices(m)) for m in position.legal_moves()
        }
        most = max(logits.values())
        total = sum(exp(logit - most) for logit in logits.values())
        for move, logit in logits.items():
            node.children[move] = Node(position.play(move), exp(logit - most) / total)
        values = [0.0] * 4
        for seat in range(position.players):
            player = (position.player + seat) % position.players
            values[player] = answer[self.oracle.entries + seat]
        return [value / sum(values) for value in values]

    def select(self, node: Node) -> Node:
        """The child with the highest bound."""
        player = node.position.player
        tried = [child for child in node.children.values() if child.visits]
        visits = sum(child.visits for child in tried)
        seen = sum(child.prior for child in tried)
        mean = sum(child.scores[player] for child in tried) / visits if tried else 1.0
        untried = mean - FPU_REDUCTION * sqrt(seen)

        def bound(child: Node) -> float:
            value = child.scores[player] / child.visits if child.visits else untried
            spread = EXPLORATION * sqrt(node.visits + 1)
            return value + spread * child.prior / (1 + child.visits)

        return max(node.children.values(), key=bound)


@pytest.mark.parametrize("game", [*LONG, "control_v players=3", "control_v players=4"])
def test_one_question_at_a_time_it_is_the_plain_formula(game: str) -> None:
    """Also with several moves per turn, more than two players, and moves of several parts."""
    position = random_walk(start(game), 4, 2)  # no two pegs of a turn follow each other in the tree
    oracle = Oracle(position)
    search = NetworkMcts(oracle, batch=1)
    list(search.search(position, Limit(nodes=150)))
    root = Plain(oracle, position).search(150)
    assert search.tree.root_visits() == {move: n.visits for move, n in root.children.items()}
    expected = [score / 150 for score in root.scores[: position.players]]
    assert search.tree.values() == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("game", SEEN)
def test_a_batch_leaves_nothing_of_the_losses_it_supposed(game: str) -> None:
    """After every batch, visits and scores are those of the iterations that were made."""
    position = start(game)
    search = NetworkMcts(Oracle(position), batch=16)
    for nodes in (1, 17, 40):
        list(search.search(position, Limit(nodes=nodes)))
        assert sum(search.tree.root_visits().values()) == sum(n for n in (1, 17, 40) if n <= nodes)
        assert sum(search.tree.values()) == pytest.approx(1)


@pytest.mark.parametrize("game", SEEN)
def test_questions_are_those_of_the_positions_and_the_position_stays_as_it_is(game: str) -> None:
    position = start(game)
    before = position.full_text
    oracle = Oracle(position)
    list(NetworkMcts(oracle, batch=4).search(position, Limit(nodes=20)))
    assert oracle.asked[0] == tuple(position.encode())
    after = {tuple(position.play(move).encode()) for move in position.legal_moves()}
    assert after.intersection(oracle.asked)
    assert position.full_text == before


SMALL = {  # games, and after how many moves they are searched
    "squex rows=3 columns=3": 2, "squex rows=4 columns=4": 6, "fuse rows=2 columns=3": 2,
    "fuse rows=3 columns=3": 3,
}  # fmt: skip


@pytest.mark.parametrize("game", SMALL)
def test_what_it_proves_is_what_the_exact_solver_says(game: str) -> None:
    proved = 0
    for seed in range(12):
        position = random_walk(start(game), SMALL[game] + seed % 4, seed)
        if position.over:
            continue
        search = NetworkMcts(Oracle(position), batch=4, megabytes=8)
        *_, found = search.search(position, Limit(nodes=3000))
        if found.proved:
            proved += 1
            solution = Solver(megabytes=8).solve(position)
            assert solution is not None
            assert found.value == solution.value
    assert proved >= 5
