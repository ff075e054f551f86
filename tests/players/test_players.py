"""Players with a temperature, and with an endgame solver."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import start
from tabuleiro.players import PlayerError, make_player
from tabuleiro.players.player import MoveChoice
from tabuleiro.players.search_player import HORIZON, EndgameSolver, SearchPlayer, is_near_end
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.solver import Solution, Solver

LAST = start("squex rows=3 columns=3").game.read("xo1/xo1/3 2/2 x 1", {"rows": 3, "columns": 3})
LATE = start("squex rows=3 columns=3")
EARLY = start("squex")


# --- the end of a game ---------------------------------------------------------------------


def solved(value: float | None, line: tuple[int, ...]) -> Solution:
    """A solution with a line."""
    return Solution(value, (), line, nodes=7, seconds=0.25)


class StandIn(Solver):
    """A solver that always gives the same answer, and keeps the positions it was given."""

    def __init__(self, solution: Solution | None) -> None:
        super().__init__(megabytes=1)
        self.solution = solution
        self.limits: list[Limit] = []
        self.cleared = False

    def search(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[Solution]:
        self.limits.append(limit)
        yield self.solution or Solution(None, (), (), 7, 0.25)

    def clear(self) -> None:
        self.cleared = True


def finish(solution: Solution | None, position: Position = LATE) -> MoveChoice | None:
    return EndgameSolver(StandIn(solution)).attempt(position, Limit(nodes=10), None)[0]


def line_to_the_end(position: Position) -> tuple[int, ...]:
    """The first legal move, again and again."""
    moves = []
    while not position.over:
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    return tuple(moves)


def test_the_end_is_in_reach_when_random_games_are_short() -> None:
    assert is_near_end(LATE)
    assert not is_near_end(EARLY)
    assert not is_near_end(random_walk(start("control_v", players=3, size=5), 40, 1))
    assert len(line_to_the_end(LATE)) <= HORIZON


def test_a_solved_position_is_played_as_solved() -> None:
    line = line_to_the_end(LATE)
    choice = finish(solved(1.0, line))
    assert choice
    assert choice.progress
    assert (choice.move, choice.progress.line) == (line[0], line)
    assert (choice.progress.value, choice.progress.mate) == (1.0, None)
    assert (choice.progress.nodes, choice.progress.seconds) == (7, 0.25)


@pytest.mark.parametrize("solution", [None, solved(0.0, (0,))])
def test_what_is_lost_or_not_solved_is_left_to_the_search(solution: Solution | None) -> None:
    assert finish(solution) is None


def test_a_win_at_once_is_not_left_for_a_longer_one() -> None:
    choice = finish(solved(1.0, (LAST.move("c1"),)), LAST)
    assert choice
    assert LAST.move_text(choice.move) == "a3"


def test_an_infinite_search_and_an_early_position_are_not_solved() -> None:
    solver = EndgameSolver(StandIn(None))
    assert solver.is_near(LATE, Limit(nodes=10))
    assert not solver.is_near(LATE, Limit(infinite=True))
    assert not solver.is_near(EARLY, Limit(nodes=10))


def test_a_part_of_the_limit_goes_into_solving_and_the_rest_into_the_search() -> None:
    solver = StandIn(None)
    player = SearchPlayer(Mcts(), Limit(nodes=40), endgame=EndgameSolver(solver))
    progress = player.choose(LATE, Limit(movetime=60_000)).progress
    assert solver.limits == [Limit(movetime=15_000, nodes=10)]
    assert progress and 7 < progress.nodes <= 40


def test_nothing_can_be_chosen_in_a_game_that_is_over() -> None:
    over = random_walk(start("squex rows=3 columns=3"), 99, 1)
    for name in ("random", "classic:greedy", "mcts", "level:10"):
        with pytest.raises(PlayerError, match="over"):
            make_player(name, over.game).choose(over)


def test_a_searching_player_asks_its_endgame_solver_first_and_forgets_with_it() -> None:
    line = line_to_the_end(LATE)
    solver = StandIn(solved(1.0, line))
    player = SearchPlayer(Mcts(), Limit(nodes=20), endgame=EndgameSolver(solver))
    assert player.choose(LATE).move == line[0]
    early = player.choose(EARLY).progress
    assert early
    assert early.nodes == 20
    player.forget()
    assert solver.cleared
