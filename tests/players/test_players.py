"""Players with a temperature, with an endgame solver, and the adaptive player."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games, read, start
from tabuleiro.players import PlayerError, make_player
from tabuleiro.players.adaptive import AdaptivePlayer
from tabuleiro.players.endgame import HORIZON, EndgameSolver, is_near_end
from tabuleiro.players.player import MoveChoice
from tabuleiro.players.search_player import SearchPlayer
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress
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
    for name in ("random", "classic:greedy", "mcts", "level:10", "adaptive"):
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


# --- adaptive ------------------------------------------------------------------------------


def game_against(opponent: str, adaptive_seat: int, seed: int) -> Iterator[Position]:
    """The positions of a game on a board of medium size."""
    position = random_walk(start("squex rows=7 columns=7"), 2, seed)
    names = [opponent, opponent]
    names[adaptive_seat] = "adaptive"
    seats = [make_player(name, position.game, seed) for name in names]
    while not position.over:
        position = position.play(seats[position.player].choose(position).move)
        yield position


def test_adaptive_plays_a_win_in_one() -> None:
    assert LAST.move_text(make_player("adaptive", LAST.game).choose(LAST).move) == "a3"


@pytest.mark.extended
def test_adaptive_lets_a_weak_opponent_win_some_games_and_wins_some() -> None:
    winners = []
    for seed in range(4):
        for seat in (0, 1):
            *_, end = game_against("mcts:nodes=100", seat, seed)
            winners.append(end.winners == 1 << seat)
    assert True in winners
    assert False in winners


class LastMove:
    """A search that finds the last legal move, and keeps the limits that it was given."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        self.limits.append(limit)
        yield Progress(1, 0.5, None, 1, 0.0, (position.legal_moves()[-1],))

    def clear(self) -> None:
        self.limits = []


AHEAD = read("squex | 8/8/3x4/3x4/3x4/8/8/o5oo 7/7/7/7/7/7/7 x 1")
BEHIND = AHEAD.play("d6")


def test_adaptive_gives_a_lead_back_to_opponents_who_give_much_away() -> None:
    other = LastMove()
    player = AdaptivePlayer(GuidedMcts(), other)
    player.choose(BEHIND)
    *_, best = GuidedMcts().search(AHEAD, Limit(nodes=5000))
    assert player.choose(AHEAD).move != best.line[0]
    assert len(other.limits) == 1


def test_adaptive_asks_its_other_search_without_a_lead_and_to_keep_one() -> None:
    for position in (AHEAD, BEHIND):
        other = LastMove()
        player = AdaptivePlayer(GuidedMcts(), other)
        assert player.choose(position).move == position.legal_moves()[-1]
        player.forget()
        assert other.limits == []


def test_adaptive_shares_the_time_of_a_move_between_its_searches() -> None:
    other = LastMove()
    AdaptivePlayer(GuidedMcts(), other).choose(BEHIND, Limit(movetime=300))
    assert [limit.movetime for limit in other.limits] == [150]


def test_adaptive_searches_no_more_once_it_is_stopped() -> None:
    stop, other = StopFlag(), LastMove()
    stop.set()
    choice = AdaptivePlayer(GuidedMcts(), other).choose(BEHIND, Limit(infinite=True), stop)
    assert choice.move in BEHIND.legal_moves()
    assert other.limits == []


def test_adaptive_plays_every_game() -> None:
    for text in ("noughts", "control_v players=3 size=5", "eigenstate"):
        position = start(text)
        choice = make_player("adaptive", position.game).choose(position, Limit(nodes=300))
        assert choice.move in position.legal_moves()
        assert choice.progress
        assert choice.progress.line == (choice.move,)


def test_adaptive_forgets_its_opponent() -> None:
    player = make_player("adaptive", games()["squex"])
    first = player.choose(LATE)
    player.choose(LATE.play(first.move))
    player.forget()
    assert player.choose(LATE).move == first.move
