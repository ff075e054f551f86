"""Two moves that a player can make in either order are searched in one order: Eigenstate's pegs."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from search.searches import SEARCHES
from search.test_puct import SHARPNESS, Oracle
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import read, start
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.network_mcts import NetworkMcts
from tabuleiro.search.solver import Solver

SOLVING = Limit(nodes=20_000)
TREES = [name for name in SEARCHES if name != "alphabeta"]


class SteadyOracle(Oracle):
    """A network that gives a move the same logit in all positions, so that it prefers the same
    pairs of moves in either order."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        draw = Random(1)
        self.logits = [draw.gauss(0, SHARPNESS) for _ in range(self.entries)]

    def answer_to(self, question: tuple[int, ...]) -> array[float]:
        return array("f", [*self.logits, *self.values_of(Random(hash(question)))])


@pytest.mark.parametrize("moves", [0, 12, 24])
def test_few_positions_are_evaluated_twice(moves: int) -> None:
    """If both orders were searched, it would be more than a third."""
    position = random_walk(start("eigenstate"), moves, 3)
    oracle = SteadyOracle(position)
    list(NetworkMcts(oracle).search(position, Limit(nodes=300)))
    assert len(oracle.asked) - len(set(oracle.asked)) < len(oracle.asked) / 6


@pytest.mark.parametrize("name", TREES)
def test_a_kept_tree_has_all_moves_at_its_new_root(name: str) -> None:
    """Also after a first peg that was tried late, where moves were hidden before."""
    limit = Limit(nodes=3000 if "mcts" in name else 600)  # so that pairs of pegs are tried
    for seed in range(3):
        position = random_walk(start("eigenstate"), 12, seed)
        search, other = SEARCHES[name](megabytes=4), SEARCHES[name](megabytes=4)
        assert isinstance(search, Mcts) and isinstance(other, Mcts)
        list(search.search(position, limit))
        *_, found = other.search(position, limit)
        after = position.play(found.line[0])
        list(other.search(after, Limit(nodes=1)))
        tried = {move: visits for move, visits in other.tree.root_visits().items() if visits > 1}
        after = after.play(min(tried, key=lambda move: (tried[move], move)))
        list(search.search(after, Limit(nodes=1)))
        assert sorted(search.tree.root_visits()) == after.legal_moves()
        assert sum(search.tree.root_visits().values()) > 0


def test_nothing_is_hidden_at_the_root() -> None:
    """Both orders of the best pair are known at a root in the middle of a turn."""
    position = random_walk(start("eigenstate"), 13, 5)
    search = NetworkMcts(SteadyOracle(position))
    list(search.search(position, Limit(nodes=400)))
    lines = {each.line[:2] for each in search.tree.variations(20) if len(each.line) > 1}
    assert any((second, first) in lines for first, second in lines if first < second)


def endings(seed: int) -> list[Position]:
    """Some of the last positions of a random game, each before another move of a turn."""
    position = start("eigenstate")
    line = [position]
    chance = Random(seed)
    while not line[-1].over:
        line.append(line[-1].play(chance.choice(line[-1].legal_moves())))
    return line[-5:-2]


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_proved_about_each_move_is_what_the_solver_says(threads: int) -> None:
    proved = 0
    for seed in range(12):
        for position in endings(seed):
            search = GuidedMcts(megabytes=8, threads=threads)
            list(search.search(position, Limit(nodes=2000)))
            for line in [each for each in search.tree.variations(200) if each.proved][:4]:
                after = position.play(line.move)
                solution = None if after.over else Solver(megabytes=8).solve(after, SOLVING)
                if solution is not None:
                    winners = solution.winners
                    assert line.value == (position.player in winners) / len(winners)
                    proved += 1
    assert proved >= 10


@pytest.mark.parametrize("name", TREES)
def test_a_peg_that_ends_the_game_is_found_first(name: str) -> None:
    """A piece with one empty hole wins by its last peg, right after the move."""
    position = read("eigenstate | x4x/6/6/6/6/o4o fffffe,000080,010000,010000 x m")
    *_, found = SEARCHES[name](megabytes=4).search(position, Limit(nodes=3000))
    assert (found.value, found.mate) == (1.0, 2)
