"""The exact solver: it agrees with brute force, its lines keep the value, it obeys its limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from clocks import TICK, FakeClock, set_search_clock
from search.brute_force import forced
from strategies import random_game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.playouts import perft, random_games
from tabuleiro.core.position import NOBODY, Position, PythonPosition
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games, read, start
from tabuleiro.search.limit import Limit
from tabuleiro.search.memory import MEGABYTE, allocate_entries
from tabuleiro.search.solver import FORMATS, Solution, Solver

GAMES = list(games())
SMALL = [
    "squex rows=3 columns=3",
    "squex rows=3 columns=3 swap=on",
    "fuse rows=2 columns=2",
    "fuse rows=2 columns=3",
    "fuse rows=2 columns=3 scoring=product seed=3",
    "fuse rows=2 columns=2 ring-counts=on kings=1",
]
ENDING = [
    "squex rows=4 columns=4",
    "control_v size=5 castles=4",
    "fuse rows=4 columns=4",
    "lyngk",
    "noughts",
]
FEW = 2000  # sequences of moves that brute force has time for


@cache
def brute_force(position: Position) -> float:
    """The score of the player to move under best play, found by trying every game."""
    return max(score(position, position.play(move)) for move in position.legal_moves())


def score(position: Position, after: Position) -> float:
    """The score of the player to move in `position` once `after` is reached."""
    outcome = after.outcome()
    if outcome:
        return outcome.values[position.player]
    value = brute_force(after)
    return value if after.player == position.player else 1 - value


def solved(position: Position, **settings: int) -> Solution:
    """The solution by a new solver."""
    solution = Solver(**settings).solve(position)
    assert solution
    return solution


def check_line(position: Position, solution: Solution) -> None:
    """Every move of the line keeps the value, up to the end of the game."""
    assert solution.value is not None
    value = {position.player: solution.value, 1 - position.player: 1 - solution.value}
    for move in solution.line:
        assert brute_force(position) == value[position.player]
        position = position.play(move)
    outcome = position.outcome()
    assert outcome
    assert outcome.winners == solution.winners


class Loop(PythonPosition):
    """Players in turn add 1 or nothing to a number; the player who reaches the goal wins."""

    def __init__(self, number: int, player: int, goal: int = 2) -> None:
        over = number == goal
        super().__init__(NOBODY if over else player, 2, (1 - player,) if over else ())
        self.number, self.turn, self.goal = number, player, goal

    @property
    def full_text(self) -> str:
        return f"loop {self.number} {self.turn}"

    def legal_moves(self) -> list[int]:
        return [] if self.over else [0, 1]

    def after(self, move: int) -> Loop:
        return Loop(self.number + move, 1 - self.turn, self.goal)


# --- values --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", SMALL)
def test_small_boards_are_solved_as_by_brute_force(text: str) -> None:
    position = start(text)
    solution = solved(position)
    assert solution.value == brute_force(position)
    check_line(position, solution)


@pytest.mark.parametrize("text", SMALL[:4])
def test_every_answer_to_a_first_move_has_its_true_value(text: str) -> None:
    solver = Solver()
    for move in start(text).legal_moves():
        after = start(text).play(move)
        solution = solver.solve(after)
        assert solution
        assert solution.value == brute_force(after)


def endings(text: str) -> Iterator[Position]:
    """Positions up to six moves before the end of random games."""
    for seed in range(40):
        positions = [start(text), *(position for _, position in random_game(start(text), seed))]
        assert positions[-1].over
        yield positions[-2 - seed % 6]


def is_within_reach(position: Position) -> bool:
    """Whether there are few enough games from here to try every one."""
    return random_games(position, 20, 1).moves <= 20 * 10 and perft(position, 6) <= FEW


@pytest.mark.parametrize("text", ENDING)
def test_endings_are_solved_as_by_brute_force(text: str) -> None:
    examples = list(islice(filter(is_within_reach, endings(text)), 6))
    solver = Solver(megabytes=1)
    for position in examples:
        solution = solver.solve(position)
        assert solution
        assert solution.value == brute_force(position)
        check_line(position, solution)
    assert len({brute_force(position) for position in examples}) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_wins_in_two_moves_are_found_in_every_game(game: str) -> None:
    won = [one for one in islice(endings(game), 24) if forced(one, one.player, 2)]
    assert won
    for position in won:
        assert solved(position, megabytes=1).value == 1.0


@pytest.mark.parametrize(("reply", "value"), [("a1", 0.5), ("a2", 1.0)])
def test_noughts_and_crosses_after_the_centre(reply: str, value: float) -> None:
    """After the centre, a corner draws and a side loses."""
    solution = solved(start("noughts size=3").play("b2").play(reply))
    assert solution.value == value
    assert solution.winners == ((0, 1) if value == 0.5 else (0,))


def test_a_position_solved_before_is_known() -> None:
    solver, position = Solver(), start("squex rows=3 columns=4")
    first, second = solver.solve(position), solver.solve(position)
    assert first and second
    assert second.value == first.value
    assert second.nodes <= 2 * len(second.line)
    solver.clear()
    third = solver.solve(position)
    assert third
    assert third.nodes == first.nodes


def test_a_full_table_still_gives_the_truth() -> None:
    position = start("squex rows=4 columns=3")
    assert solved(position, megabytes=1).value == solved(position).value == 0.0


def test_a_game_that_may_go_on_for_ever_is_solved_as_far_as_it_ends() -> None:
    assert solved(Loop(1, 0)).value == 1.0
    assert Solver().solve(Loop(0, 0)) is None


# --- limits --------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 77, 5000])
def test_a_limit_of_nodes_is_exact(nodes: int) -> None:
    *_, last = Solver(megabytes=8).search(start("squex"), Limit(nodes=nodes))
    assert (last.nodes, last.proved, last.line) == (nodes, False, ())
    assert Solver(megabytes=8).solve(start("squex"), Limit(nodes=nodes)) is None


def test_a_limit_that_suffices_for_the_value_gives_a_move() -> None:
    position = start("squex rows=3 columns=3")
    for nodes in range(1, 300):
        solution = Solver(megabytes=1).solve(position, Limit(nodes=nodes))
        if solution:
            assert solution.nodes == nodes
            assert brute_force(position.play(solution.line[0])) == 0.0
            return
    pytest.fail("it was never solved")


def test_the_way_it_is_cut_into_slices_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pace depends on the clock; the nodes must not."""
    position = start("fuse rows=3 columns=3")
    found = set()
    for step in (0.0, TICK / 4, TICK):
        set_search_clock(monkeypatch, FakeClock(step))
        found.add(solved(position).nodes)
    assert len(found) == 1


def test_progress_is_reported_and_a_limit_of_time_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK, end=1.5))
    reports = list(Solver(megabytes=1).search(start("squex"), Limit(movetime=1000)))
    assert 1.0 <= reports[-1].seconds < 1.0 + 5 * TICK
    assert 3 <= len(reports) <= 5
    assert [one.nodes for one in reports] == sorted({one.nodes for one in reports})


def test_stopped_before_it_begins_it_knows_nothing() -> None:
    stop = StopFlag()
    stop.set()
    (known,) = Solver(megabytes=1).search(start("squex"), Limit(), stop)
    assert (known.value, known.nodes) == (None, 0)


# --- refusals and memory -------------------------------------------------------------------


def test_more_than_two_players_are_refused() -> None:
    with pytest.raises(TabuleiroError, match="two players"):
        Solver(megabytes=1).solve(start("control_v players=3"))


def test_nothing_is_solved_when_the_game_is_over() -> None:
    position = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1").play("a3")
    assert Solver(megabytes=1).solve(position) is None


@pytest.mark.parametrize("megabytes", [2**40, 0, -1])
def test_memory_that_cannot_be_had_is_a_clear_error(megabytes: int) -> None:
    with pytest.raises(TabuleiroError, match="megabytes of memory are not available"):
        Solver(megabytes=megabytes)


def test_the_memory_is_never_exceeded() -> None:
    _, arrays = allocate_entries(FORMATS, megabytes=3)
    size = sum(array.nbytes for array in arrays.values())
    assert 0.99 * 3 * MEGABYTE < size <= 3 * MEGABYTE


def test_a_game_that_fails_leaves_nothing_behind() -> None:
    class Broken(Loop):
        def after(self, move: int) -> Any:
            raise ZeroDivisionError

    solver = Solver(megabytes=1)
    with pytest.raises(ZeroDivisionError):
        solver.solve(Broken(0, 0))
    assert solver.solve(Loop(1, 0))


SIGNATURES = {
    "squex rows=3 columns=4": 4160,
    "fuse rows=3 columns=3": 1622,
}


@pytest.mark.parametrize("text", SIGNATURES)
def test_the_solver_has_a_signature(text: str) -> None:
    """A change that is not meant to change the search must not change these numbers of nodes."""
    assert solved(start(text)).nodes == SIGNATURES[text]
