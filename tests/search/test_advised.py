"""Tree search that asks an evaluator: in batches, within limits, and no worse for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from math import nan
from typing import Any

import pytest

from search.opinions import Even, Guesses, Recorded, guessed_priors
from search.raising import Raise
from tabuleiro.core.kit import Stop
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import NOBODY, Position, PythonPosition
from tabuleiro.games import games, start
from tabuleiro.search.advised import Advised
from tabuleiro.search.evaluator import Evaluation
from tabuleiro.search.guided import Guided
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.memory import MEGABYTE
from tabuleiro.search.progress import Progress

GAMES = list(games())


def last(
    position: Position, nodes: int, evaluator: Any = None, **settings: Any
) -> tuple[Advised, Progress]:
    """A search with nothing remembered, and its result."""
    advised = Advised(evaluator or Guesses(), **settings)
    *_, found = advised.search(position, Limit(nodes=nodes))
    return advised, found


def visits(position: Position, nodes: int, **settings: Any) -> dict[int, int]:
    """How often each move of the root was visited."""
    return last(position, nodes, **settings)[0].tree.root_visits()


class Cliff(PythonPosition):
    """Two walk on in turn; who steps to the left falls, and the other wins."""

    LEFT, RIGHT = 1, 2

    def __init__(self, steps: int, fallen: bool = False) -> None:
        player = steps % 2
        super().__init__(NOBODY if fallen else player, 2, (player,) if fallen else ())
        self.steps_made = steps

    @property
    def full_text(self) -> str:
        return f"cliff {self.steps_made} {self.player}"

    def legal_moves(self) -> list[int]:
        return [] if self.over else [self.LEFT, self.RIGHT]

    def after(self, move: int) -> Cliff:
        return Cliff(self.steps_made + 1, fallen=move == self.LEFT)


class Wrong(Guesses):
    """Gives opinions that break the contract, after a few that keep it."""

    def __init__(self, *, good: int, **wrong: tuple[float, ...]) -> None:
        self.good = good
        self.wrong: Any = wrong

    def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
        self.good -= 1
        opinions = super().evaluate(positions)
        return opinions if self.good >= 0 else [replace(each, **self.wrong) for each in opinions]


class Short(Guesses):
    """Leaves out the last opinion."""

    def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
        return super().evaluate(positions)[:-1]


class Failing(Guesses):
    """Breaks down, once."""

    def __init__(self, error: type[BaseException], when: int) -> None:
        self.error = error
        self.when = when
        self.asked = 0

    def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
        self.asked += 1
        if self.asked == self.when:
            raise self.error
        return super().evaluate(positions)


# --- what is asked -------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [1, 8])
@pytest.mark.parametrize("game", GAMES)
def test_it_asks_about_a_batch_of_positions_at_once(game: str, batch: int) -> None:
    recorded = Recorded(Even())
    last(start(game), 400, recorded, batch=batch)
    root, *sizes = recorded.sizes
    assert (root, max(sizes)) == (1, batch)
    assert sum(sizes) <= 400
    assert sum(sizes) / len(sizes) > batch / 2


def test_a_slow_evaluator_is_asked_about_batches_too() -> None:
    """Even one answer takes longer than the time between two looks at the clock."""

    class Slow(Recorded):
        def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
            time.sleep(0.02)
            return super().evaluate(positions)

    slow = Slow(Guesses())
    last(start("squex"), 40, slow)
    assert slow.sizes == [1, 8, 8, 8, 8, 8]


def test_no_leaf_is_asked_about_twice_in_a_batch() -> None:
    """Two ways that end in one position are of two leaves only where moves can be exchanged."""

    class Different(Recorded):
        def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
            assert len({position.full_text for position in positions}) == len(positions)
            return super().evaluate(positions)

    different = Different(Guesses())
    last(Raise((), 4), 500, different, batch=8)
    assert max(different.sizes) > 3


def test_ends_of_games_and_what_is_proved_need_no_opinion() -> None:
    recorded = Recorded(Guesses())
    _, found = last(Raise((4, 1)), 50, recorded)
    assert (found.mate, recorded.sizes) == (-1, [])
    _, found = last(Raise((), 3), 1000, recorded)
    assert (found.line, found.nodes < 1000) == ((3, 3, 3), True)
    assert sum(recorded.sizes) <= 1 + 3 + 9  # what may happen before the last move


def test_what_is_proved_is_not_visited_while_a_better_move_waits() -> None:
    advised, _ = last(Cliff(0), 20, Wrong(good=0, values=(0.9, 0.1)))
    assert advised.tree.root_visits() == {Cliff.LEFT: 0, Cliff.RIGHT: 20}
    assert advised.tree.values() == pytest.approx((0.9, 0.1))


def test_a_game_in_plain_python_is_asked_about_as_people_know_it() -> None:
    class Typed(Guesses):
        def evaluate(self, positions: Sequence[Position]) -> list[Evaluation]:
            assert all(type(position) is type(position.play(1)) for position in positions)
            assert all(isinstance(position, Raise) for position in positions)
            return super().evaluate(positions)

    last(Raise(()), 50, Typed())


# --- what is done with the answers ---------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_its_first_choice_is_the_move_with_the_highest_prior(game: str) -> None:
    for seed in range(5):
        position = random_walk(start(game), 6 + seed, seed)
        stop = Stop()
        stop.raise_()
        for found in Advised(Guesses()).search(position, Limit(infinite=True), stop):
            priors = dict(zip(position.legal_moves(), guessed_priors(position), strict=True))
            near = max(priors.values()) * 0.998  # chance decides between equals
            assert found.mate is not None or priors[found.line[0]] >= near


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_values_of_a_leaf_are_carried_up_to_every_player(players: int) -> None:
    values = tuple(2 * (1 + player) / players / (1 + players) for player in range(players))
    advised, _ = last(start("control_v", players=players), 60, Wrong(good=0, values=values))
    assert advised.tree.values() == pytest.approx(values)


@pytest.mark.parametrize("game", [*GAMES, "control_v players=3"])
def test_one_position_at_a_time_it_searches_as_guided_search_does(game: str) -> None:
    """The same opinions, but other numbers of chance between equals."""
    position = random_walk(start(game), 4, 1)
    advised, found = last(position, 300, batch=1)
    *_, other = Guided().search(position, Limit(nodes=300))
    assert found.value == pytest.approx(other.value, abs=0.1)
    assert sum(advised.tree.values()) == pytest.approx(1)


def test_it_beats_the_plain_search_with_a_tenth_of_the_nodes() -> None:
    """In a game whose random games mean little."""
    won = 0
    for seed in range(6):
        position = random_walk(start("eigenstate"), 6, seed)
        players = (Advised(Guesses(), seed=seed), Mcts(seed=seed))
        nodes = (200, 2000)
        for count in range(600):
            if position.over:
                break
            side = (position.player + seed) % 2
            *_, found = players[side].search(position, Limit(nodes=nodes[side]))
            position = position.play(found.line[0])
            assert count < 599
        won += position.winners == 1 << (seed % 2)
    assert won >= 5


# --- limits, memory, chance ----------------------------------------------------------------


@pytest.mark.parametrize("batch", [1, 8])
@pytest.mark.parametrize("game", [*GAMES, "control_v players=3"])
def test_a_limit_of_nodes_is_exact(game: str, batch: int) -> None:
    for nodes in (1, 7, 101):
        advised, found = last(start(game), nodes, batch=batch)
        assert found.nodes == nodes
        assert sum(advised.tree.root_visits().values()) == nodes


@pytest.mark.parametrize("batch", [1, 7, 8])
def test_the_same_seed_gives_the_same_answer(batch: int) -> None:
    position = start("lyngk")
    first = visits(position, 500, seed=3, batch=batch)
    assert first == visits(position, 500, seed=3, batch=batch)
    assert first != visits(position, 500, seed=4, batch=batch)


def test_a_limit_of_depth_is_a_length_of_the_best_line() -> None:
    *_, found = Advised(Guesses()).search(start("fuse"), Limit(depth=4))
    assert found.depth >= 4


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_tree_plays_on_from_what_it_knows(game: str) -> None:
    position, advised = start(game), Advised(Even())
    for count in range(10):
        if position.over:
            break
        *_, found = advised.search(position, Limit(nodes=100))
        assert sorted(advised.tree.root_visits()) == position.legal_moves()
        known = advised.tree.root_visits()[found.line[0]]
        position = position.play(found.line[0])
        for kept in advised.search(position, Limit(movetime=0)):
            if kept.nodes == 0 and found.mate is None:
                assert sum(advised.tree.root_visits().values()) >= known - 1
        position = random_walk(position, count % 3, count)


def test_a_full_tree_goes_on_asking() -> None:
    advised, found = last(start("control_v"), 3000, Recorded(Even()), megabytes=1)
    assert advised.tree.capacity * Advised.node_bytes <= MEGABYTE
    assert advised.tree.used <= advised.tree.capacity
    assert found.nodes == sum(advised.tree.root_visits().values()) == 3000


# --- what is refused -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("evaluator", "words"),
    [
        (Short(), "0 evaluations of 1 positions"),
        (Wrong(good=0, priors=(1.0,)), "1 priors instead of 3"),
        (Wrong(good=2, priors=(1.0,)), "1 priors instead of 3"),
        (Wrong(good=2, values=(0.5, 0.5)), "2 values instead of 3"),
        (Wrong(good=2, values=(0.5, 0.5, 0.5)), "values .* sum to 1"),
        (Wrong(good=2, priors=(1.5, -0.5, 0.0)), "priors .* 0 or more"),
        (Wrong(good=2, priors=(nan, 0.5, 0.5)), "priors .* 0 or more"),
    ],
)
def test_an_answer_that_breaks_the_contract_is_refused(evaluator: Any, words: str) -> None:
    with pytest.raises(TabuleiroError, match=words):
        last(Raise(()), 50, evaluator, batch=2)


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
@pytest.mark.parametrize("when", [1, 4])
def test_an_evaluator_that_fails_leaves_a_search_that_can_be_used(
    error: type[BaseException], when: int
) -> None:
    position, advised = start("fuse"), Advised(Failing(error, when))
    with pytest.raises(error):
        list(advised.search(position, Limit(nodes=50)))
    *_, found = advised.search(position, Limit(nodes=50))
    assert found.nodes == 50
    assert advised.tree.root_visits() == visits(position, 50)


def test_an_empty_batch_is_refused() -> None:
    with pytest.raises(TabuleiroError, match="batch"):
        Advised(Guesses(), batch=0)
