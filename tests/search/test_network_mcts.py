"""Tree search with a network: batches, limits, and what is done with answers."""

from __future__ import annotations

from array import array
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest

from clocks import FakeClock, set_search_clock
from search.fake_networks import (
    SEATS,
    SIDE,
    WORDS,
    CountingNetwork,
    EvaluationNetwork,
    Prediction,
    guessed_priors,
)
from search.raising import Raise
from tabuleiro.core.encoding import Shape
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.options import Value
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import NOBODY, Position, PythonPosition
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games, start
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.memory import MEGABYTE
from tabuleiro.search.network_mcts import NetworkMcts
from tabuleiro.search.progress import Progress
from tabuleiro.search.tree_nodes import BYTES_PER_NODE

GAMES = list(games())


def last(
    position: Position, nodes: int, network: Any = None, **settings: Any
) -> tuple[NetworkMcts, Progress]:
    """A new search, and its result; the default network predicts by the evaluation of the game."""
    if network is None:
        network = EvaluationNetwork()
    if isinstance(network, EvaluationNetwork):
        position = network.watch(position)
    search = NetworkMcts(network, **settings)
    *_, found = search.search(position, Limit(nodes=nodes))
    return search, found


def visits(position: Position, nodes: int, **settings: Any) -> dict[int, int]:
    """How often each move of the root was visited."""
    return last(position, nodes, **settings)[0].tree.root_visits()


class Cliff(PythonPosition):
    """Two players walk in turn; one who steps to the left falls, and the other wins."""

    LEFT, RIGHT = 1, 2

    def __init__(self, steps: int, fallen: bool = False) -> None:
        player = steps % 2
        super().__init__(NOBODY if fallen else player, 2, (player,) if fallen else ())
        self.steps_made = steps

    @property
    def full_text(self) -> str:
        return f"cliff {self.steps_made} {self.player}"

    def options(self) -> dict[str, Value]:
        return {}

    def legal_moves(self) -> list[int]:
        return [] if self.over else [self.LEFT, self.RIGHT]

    def after(self, move: int) -> Cliff:
        return Cliff(self.steps_made + 1, fallen=move == self.LEFT)


class Wrong(EvaluationNetwork):
    """Gives predictions that were set for it."""

    def __init__(self, **wrong: tuple[float, ...]) -> None:
        super().__init__()
        self.wrong: Any = wrong

    def predict(self, position: Position) -> Prediction:
        return replace(super().predict(position), **self.wrong)


class Broken(CountingNetwork):
    """Gives invalid answers, after a few valid ones."""

    def __init__(self, good: int, number: int, wrong: float) -> None:
        super().__init__()
        self.good = good
        self.number = number
        self.wrong = wrong

    def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
        answers = super().evaluate(questions, shape)
        if len(self.sizes) > self.good:
            answers[self.number] = self.wrong
        return answers


class Short(CountingNetwork):
    """Leaves out the last number."""

    def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
        return super().evaluate(questions, shape)[:-1]


class Long(CountingNetwork):
    """Answers with 64-bit floats."""

    def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
        return array("d", super().evaluate(questions, shape))


class Failing(CountingNetwork):
    """Fails once."""

    def __init__(self, error: type[BaseException], when: int) -> None:
        super().__init__()
        self.error = error
        self.when = when

    def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
        answers = super().evaluate(questions, shape)
        if len(self.sizes) == self.when:
            raise self.error
        return answers


# --- what is asked -------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [1, 8])
@pytest.mark.parametrize("game", GAMES)
def test_it_asks_about_a_batch_of_positions_at_once(game: str, batch: int) -> None:
    even = CountingNetwork()
    last(start(game), 200, even, batch=batch)
    root, *sizes = even.sizes
    assert (root, max(sizes)) == (1, batch)
    assert sum(sizes) <= 200
    assert sum(sizes) / len(sizes) > batch / 2


def test_a_slow_network_is_asked_about_batches_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one answer takes longer than the time between two checks of the clock."""
    clock = set_search_clock(monkeypatch, FakeClock())

    class Slow(CountingNetwork):
        def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
            clock.sleep(0.02)
            return super().evaluate(questions, shape)

    slow = Slow()
    last(start("squex"), 90, slow)
    assert slow.sizes[-3:-1] == [8, 8]


def test_batches_grow_with_the_tree() -> None:
    even = CountingNetwork()
    last(start("squex"), 40, even)
    assert even.sizes[:13] == [1] * 9 + [2] * 4
    assert even.sizes[:-1] == sorted(even.sizes[:-1])


def test_no_leaf_is_asked_about_twice_in_a_batch() -> None:
    """One position can be two leaves only if two orders of moves lead to it."""

    class Different(CountingNetwork):
        def evaluate(self, questions: memoryview[int], shape: Shape) -> array[float]:
            named = list(questions)[::WORDS]
            assert len(set(named)) == len(named)
            return super().evaluate(questions, shape)

    different = Different()
    last(Raise((), 4), 500, different, batch=8)
    assert max(different.sizes) > 1


def test_ends_of_games_and_proved_nodes_need_no_evaluation() -> None:
    even = CountingNetwork()
    _, found = last(Raise((4, 1)), 50, even)
    assert (found.mate, even.sizes) == (-1, [])
    _, found = last(Raise((), 3), 1000, even)
    assert (found.line, found.nodes < 1000) == ((3, 3, 3), True)
    assert sum(even.sizes) <= 1 + 3 + 9  # what may happen before the last move


def test_proved_moves_are_not_visited_while_a_better_move_is_open() -> None:
    search, _ = last(Cliff(0), 20, Wrong(values=(0.9, 0.1)))
    assert search.tree.root_visits() == {Cliff.LEFT: 0, Cliff.RIGHT: 20}
    assert search.tree.values() == pytest.approx((0.9, 0.1))


# --- what is done with the answers ---------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_its_first_choice_is_the_move_with_the_highest_prior(game: str) -> None:
    for seed in range(5):
        position = random_walk(start(game), 6 + seed, seed)
        stop = StopFlag()
        stop.set()
        guesses = EvaluationNetwork()
        watched = guesses.watch(position)
        for found in NetworkMcts(guesses).search(watched, Limit(infinite=True), stop):
            priors = dict(zip(position.legal_moves(), guessed_priors(position), strict=True))
            near = max(priors.values()) * 0.998  # equal moves are chosen at random
            assert found.mate is not None or priors[found.line[0]] >= near


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_values_of_a_leaf_are_carried_up_to_every_player(players: int) -> None:
    values = tuple(2 * (1 + player) / players / (1 + players) for player in range(players))
    search, _ = last(start("control_v", players=players), 60, Wrong(values=values))
    assert search.tree.values() == pytest.approx(values)


@pytest.mark.parametrize("game", [*GAMES, "control_v players=3"])
def test_one_position_at_a_time_it_searches_as_guided_search_does(game: str) -> None:
    """The same predictions, but other random numbers for equal moves."""
    position = random_walk(start(game), 4, 1)
    search, found = last(position, 300, batch=1)
    *_, other = GuidedMcts().search(position, Limit(nodes=300))
    assert found.value == pytest.approx(other.value, abs=0.1)
    assert sum(search.tree.values()) == pytest.approx(1)


# --- limits, memory, chance ----------------------------------------------------------------


@pytest.mark.parametrize("batch", [1, 8])
@pytest.mark.parametrize("game", [*GAMES, "control_v players=3"])
def test_a_limit_of_nodes_is_exact(game: str, batch: int) -> None:
    for nodes in (1, 7, 41):
        search, found = last(start(game), nodes, batch=batch)
        assert found.nodes == nodes
        assert sum(search.tree.root_visits().values()) == nodes


@pytest.mark.parametrize("batch", [1, 7, 8])
def test_the_same_seed_gives_the_same_answer(batch: int) -> None:
    position = start("lyngk")
    first = visits(position, 100, seed=3, batch=batch)
    assert first == visits(position, 100, seed=3, batch=batch)
    assert first != visits(position, 100, seed=4, batch=batch)


def test_a_limit_of_depth_is_a_length_of_the_best_line() -> None:
    *_, found = NetworkMcts(CountingNetwork()).search(start("fuse"), Limit(depth=4))
    assert found.depth >= 4


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_tree_continues_from_what_it_knows(game: str) -> None:
    position, search = start(game), NetworkMcts(CountingNetwork())
    for count in range(10):
        if position.over:
            break
        *_, found = search.search(position, Limit(nodes=100))
        assert sorted(search.tree.root_visits()) == position.legal_moves()
        known = search.tree.root_visits()[found.line[0]]
        position = position.play(found.line[0])
        for kept in search.search(position, Limit(movetime=0)):
            if kept.nodes == 0 and found.mate is None:
                assert sum(search.tree.root_visits().values()) >= known - 1
        position = random_walk(position, count % 3, count)


def test_a_full_tree_still_evaluates() -> None:
    search, found = last(start("control_v"), 3000, CountingNetwork(), megabytes=1)
    assert search.tree.capacity * BYTES_PER_NODE <= MEGABYTE
    assert search.tree.used <= search.tree.capacity
    assert found.nodes == sum(search.tree.root_visits().values()) == 3000


# --- what is refused -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("network", "words"),
    [
        (Short(), "4099 numbers instead of 4100"),
        (Long(), "32 bits.* not in d"),
        *((Broken(good, 2, logit), "logits") for good in (0, 2) for logit in (nan, inf)),
        *((Broken(good, SIDE * SIDE, value), "values") for good in (0, 2) for value in (nan, -0.1)),
        (Broken(2, SIDE * SIDE + SEATS - 1, 0.5), "sum 1"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_an_answer_that_breaks_the_contract_is_refused(network: Any, words: str) -> None:
    with pytest.raises(TabuleiroError, match=words):
        last(Raise((), 4), 50, network, batch=2)


def test_a_move_may_have_no_chance_at_all() -> None:
    search, _ = last(Raise((), 4), 9, Broken(0, 2, -inf), batch=1)
    assert search.tree.root_visits()[3] == 0


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
@pytest.mark.parametrize("when", [1, 4])
def test_a_network_that_fails_leaves_a_search_that_can_be_used(
    error: type[BaseException], when: int
) -> None:
    position, search = start("fuse"), NetworkMcts(Failing(error, when))
    with pytest.raises(error):
        list(search.search(position, Limit(nodes=50)))
    *_, found = search.search(position, Limit(nodes=50))
    assert found.nodes == 50
    assert search.tree.root_visits() == visits(position, 50, network=CountingNetwork())


def test_an_empty_batch_is_refused() -> None:
    with pytest.raises(TabuleiroError, match="batch"):
        NetworkMcts(CountingNetwork(), batch=0)


def test_a_negative_weight_of_the_priors_is_refused() -> None:
    with pytest.raises(TabuleiroError, match="exploration"):
        NetworkMcts(CountingNetwork(), exploration=-1)
