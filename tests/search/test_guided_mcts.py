"""Guided tree search: it follows priors and evaluations, and is otherwise the plain search."""

from __future__ import annotations

import zlib
from typing import Any

import pytest

from search.raising import Raise
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import games, start
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress

GAMES = list(games())


def last(position: Position, nodes: int, **settings: Any) -> tuple[GuidedMcts, Progress]:
    """A new search, and its result."""
    guided = GuidedMcts(**settings)
    *_, found = guided.search(position, Limit(nodes=nodes))
    return guided, found


def visits(position: Position, nodes: int, **settings: Any) -> dict[int, int]:
    """How often each move of the root was visited."""
    return last(position, nodes, **settings)[0].tree.root_visits()


class Low(Raise):
    """The evaluation wrongly says that the player who named the lowest number wins."""

    def evaluate(self, player: int) -> int:
        return -400 * self.scores()[player]


@pytest.mark.parametrize("game", GAMES)
def test_its_first_choice_is_the_move_with_the_best_evaluation(game: str) -> None:
    for seed in range(5):
        position = random_walk(start(game), 1 + seed, seed)
        mover = position.player
        after = {move: position.play(move) for move in position.legal_moves()}
        guesses = {move: at.evaluate(mover) for move, at in after.items() if not at.over}
        _, found = last(position, 1)
        if found.mate is None and guesses:
            assert guesses[found.line[0]] == max(guesses.values())


@pytest.mark.parametrize(("playouts", "least", "most"), [(0.0, 0.0, 0.1), (1.0, 0.3, 1.0)])
def test_a_leaf_is_worth_its_evaluation_or_the_result_of_a_random_game(
    playouts: float, least: float, most: float
) -> None:
    """By its evaluation the player who named 3 loses, but they win or share every game."""
    guided, _ = last(Low((3,), 4), 1, playouts=playouts)
    assert least <= guided.tree.values()[0] <= most


@pytest.mark.parametrize("playouts", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_leaf_shares_one_point_among_the_players(playouts: float, players: int) -> None:
    guided, _ = last(Low((), players), 9, playouts=playouts)
    assert sum(guided.tree.values()) == pytest.approx(1)


def test_what_is_wrongly_thought_is_corrected_by_proofs() -> None:
    _, found = last(Low((), 2), 1000)
    assert (found.line, found.mate) == ((3, 3), None)
    assert found.value == 0.5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_nodes_is_exact(game: str, threads: int) -> None:
    guided, found = last(start(game), 101, threads=threads)
    assert found.nodes == 101
    assert sum(guided.tree.root_visits().values()) == 101


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_gives_the_same_answer(threads: int) -> None:
    position = start("lyngk")
    first = visits(position, 500, seed=3, threads=threads, playouts=0.5)
    assert first == visits(position, 500, seed=3, threads=threads, playouts=0.5)
    assert first != visits(position, 500, seed=4, threads=threads, playouts=0.5)


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_tree_plays_on_from_what_it_knows(game: str) -> None:
    position, guided = start(game), GuidedMcts()
    for count in range(10):
        if position.over:
            break
        *_, found = guided.search(position, Limit(nodes=100))
        assert sorted(guided.tree.root_visits()) == position.legal_moves()
        known = guided.tree.root_visits()[found.line[0]]
        position = position.play(found.line[0])
        for kept in guided.search(position, Limit(movetime=0)):
            at = position
            for move in kept.line:
                at = at.play(move)
            if kept.nodes == 0 and found.mate is None:
                assert sum(guided.tree.root_visits().values()) >= known - 1
        position = random_walk(position, count % 3, count)


def test_a_full_tree_goes_on_counting() -> None:
    guided, found = last(start("control_v"), 20_000, megabytes=1)
    assert guided.tree.used <= guided.tree.capacity
    assert found.nodes == 20_000


@pytest.mark.parametrize(
    ("games", "wins"), [(4, 3), pytest.param(6, 5, marks=pytest.mark.extended)]
)
def test_it_beats_the_plain_search_with_a_tenth_of_the_nodes(games: int, wins: int) -> None:
    """In a game where random games say little."""
    won = 0
    for seed in range(games):
        position = random_walk(start("eigenstate"), 6, seed)
        players = (GuidedMcts(seed=seed), Mcts(seed=seed))
        nodes = (200, 2000)
        for count in range(600):
            if position.over:
                break
            side = (position.player + seed) % 2
            *_, found = players[side].search(position, Limit(nodes=nodes[side]))
            position = position.play(found.line[0])
            assert count < 599
        won += position.winners == 1 << (seed % 2)
    assert won >= wins


@pytest.mark.parametrize("playouts", [-0.1, 1.5])
def test_a_part_outside_of_the_whole_is_refused(playouts: float) -> None:
    with pytest.raises(TabuleiroError, match="playouts"):
        GuidedMcts(playouts=playouts)


SIGNATURES = {
    "squex": ("g2", 99, 456223740),
    "control_v": ("c8", 379, 1507850786),
    "fuse": ("a4d4", 173, 1645994120),
    "eigenstate": ("f1f2", 197, 839321978),
    "lyngk": ("f2f1", 295, 2686654055),
    "noughts": ("a1", 314, 2183638905),
}


def signature(game: str) -> tuple[str, int, int]:
    """The best move after 500 nodes, its visits, and a sum over the visits of all moves."""
    position = start(game)
    guided, found = last(position, 500, seed=7, playouts=0.5)
    counted = guided.tree.root_visits()
    total = zlib.crc32(repr(sorted(counted.items())).encode())
    return position.move_text(found.line[0]), counted[found.line[0]], total


@pytest.mark.parametrize("game", GAMES)
def test_the_search_has_a_signature(game: str) -> None:
    """A change that is not meant to change the search must not change these numbers."""
    assert signature(game) == SIGNATURES[game]
