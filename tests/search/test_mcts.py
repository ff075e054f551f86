"""Monte Carlo tree search: it obeys its limits, its proofs are correct, it plays every game."""

from __future__ import annotations

import random
import zlib
from functools import cache
from typing import Any

import pytest

from clocks import TICK, FakeClock, set_search_clock
from search.raising import Raise
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games, read, start
from tabuleiro.search.limit import Limit, RemainingTime
from tabuleiro.search.mcts import ROUND, Mcts
from tabuleiro.search.memory import MEGABYTE
from tabuleiro.search.progress import Progress
from tabuleiro.search.tree_nodes import BYTES_PER_NODE

GAMES = list(games())
SHORT = {"squex": "squex rows=4 columns=4", "noughts": "noughts size=3"}
WON_IN_ONE = "squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1"


def last(position: Position, limit: Limit, **settings: Any) -> Progress:
    """The result of a new search."""
    return list(Mcts(**settings).search(position, limit))[-1]


def visits(position: Position, nodes: int, **settings: Any) -> dict[int, int]:
    """How often a search visits each move."""
    mcts = Mcts(**settings)
    list(mcts.search(position, Limit(nodes=nodes)))
    return mcts.tree.root_visits()


def follow(position: Position, line: tuple[int, ...]) -> Position:
    """The position after legal moves."""
    for move in line:
        position = position.play(move)
    return position


# --- every game ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_it_finds_a_legal_move_in_every_game(game: str) -> None:
    position = start(game)
    found = last(position, Limit(nodes=50))
    assert found.line[0] in position.legal_moves()
    assert found.nodes == 50
    assert found.depth == len(found.line)
    assert 0 <= found.value <= 1


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_tree_knows_the_legal_moves_and_plays_on(game: str) -> None:
    position = start(SHORT.get(game, game))
    mcts = Mcts(megabytes=1)
    for count in range(12):
        if position.over:
            break
        found = list(mcts.search(position, Limit(nodes=200)))[-1]
        assert sorted(mcts.tree.root_visits()) == position.legal_moves()
        follow(position, found.line)
        position = position.play(found.line[0])
        position = random_walk(position, count % 3, count)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "noughts"])
def test_it_beats_random_play_in_nearly_every_game(game: str) -> None:
    begin = start(SHORT.get(game, game))
    nodes = 500 if game != "control_v" else 300
    won = 0.0
    for seed in range(6):
        position, mcts, draw = begin, Mcts(seed=seed), random.Random(seed)
        while not position.over:
            move = draw.choice(position.legal_moves())
            if position.player == seed % 2:
                move = list(mcts.search(position, Limit(nodes=nodes)))[-1].line[0]
            position = position.play(move)
        outcome = position.outcome()
        assert outcome
        won += outcome.values[seed % 2]
    assert won >= 5


# --- what is near, and what is proved ------------------------------------------------------


def test_an_immediate_win_is_proved_without_a_random_game() -> None:
    position = read(WON_IN_ONE)
    found = last(position, Limit(infinite=True))
    assert (position.move_text(found.line[0]), found.mate, found.nodes) == ("a3", 1, 0)


@pytest.mark.parametrize(("reply", "value"), [("a1", 0.5), ("a2", 1.0)])
def test_noughts_and_crosses_is_solved_after_the_centre(reply: str, value: float) -> None:
    """After the centre, a corner draws and a side loses."""
    position = start("noughts size=3").play("b2").play(reply)
    found = last(position, Limit(nodes=20_000))
    assert found.value == value
    assert (found.mate is None) is (value == 0.5)
    assert found.nodes < 20_000


@cache
def least_moves(position: Position) -> tuple[int, int]:
    """The winner of a two-player game without draws, and the moves to the end under best play."""
    if position.over:
        return position.winners.bit_length() - 1, 0
    after = [least_moves(position.play(move)) for move in position.legal_moves()]
    won = [moves for winner, moves in after if winner == position.player]
    if won:
        return position.player, 1 + min(won)
    return 1 - position.player, 1 + max(moves for _, moves in after)


def test_squex_on_a_small_board_is_solved_as_by_brute_force() -> None:
    begin = start("squex rows=3 columns=3")
    for position in [begin, *(begin.play(move) for move in begin.legal_moves())]:
        winner, moves = least_moves(position)
        found = last(position, Limit(nodes=100_000))
        assert found.mate is not None
        assert found.value == (winner == position.player)
        assert (found.mate > 0) is (winner == position.player)
        assert moves <= abs(found.mate) <= 9
        best, _ = least_moves(position.play(found.line[0]))
        assert best == winner


def test_a_loss_is_proved_when_every_move_loses_at_once() -> None:
    found = last(Raise((4, 1)), Limit(nodes=5))
    assert (found.mate, found.value, found.nodes) == (-1, 0.0, 0)


def test_a_shared_first_place_counts_its_share() -> None:
    for named, value in (((3, 3), 1 / 3), ((3, 1), 1 / 2)):
        found = last(Raise(named), Limit(nodes=50))
        assert (found.line, found.mate) == ((3,), None)
        assert found.value == pytest.approx(value)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_best_play_all_name_the_highest_number_and_share(players: int) -> None:
    found = last(Raise((), players), Limit(nodes=20_000))
    assert (found.line, found.mate) == ((3,) * players, None)
    assert found.value == pytest.approx(1 / players, abs=0.1)


# --- values, memory, chance ----------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_values_of_all_players_sum_to_one(players: int) -> None:
    mcts = Mcts()
    list(mcts.search(start("control_v", players=players), Limit(nodes=300)))
    values = mcts.tree.values()
    assert len(values) == players
    assert sum(values) == pytest.approx(1)
    assert all(0 < value < 1 for value in values)


def test_the_memory_is_never_exceeded_and_a_full_tree_still_answers() -> None:
    position = start("squex rows=15 columns=15")
    mcts = Mcts(megabytes=1)
    assert mcts.tree.capacity * BYTES_PER_NODE <= MEGABYTE
    for nodes in (400, 30_000):
        found = list(mcts.search(position, Limit(nodes=nodes)))[-1]
        assert mcts.tree.used <= mcts.tree.capacity
        assert found.nodes == nodes
    assert mcts.tree.full
    assert sum(mcts.tree.root_visits().values()) == 30_400


def test_memory_that_cannot_be_had_is_a_clear_error() -> None:
    with pytest.raises(TabuleiroError, match="megabytes"):
        Mcts(megabytes=2**40)


def test_more_memory_makes_a_larger_tree() -> None:
    sizes = []
    for megabytes in (1, 8):
        mcts = Mcts(megabytes=megabytes)
        list(mcts.search(start("squex"), Limit(nodes=30_000)))
        sizes.append(mcts.tree.used)
    assert sizes[0] < sizes[1]


def test_what_is_known_of_a_later_position_is_kept() -> None:
    position = start("squex rows=5 columns=5")
    mcts = Mcts()
    found = list(mcts.search(position, Limit(nodes=5000)))[-1]
    known = mcts.tree.root_visits()[found.line[0]]
    after = position.play(found.line[0])
    (kept,) = mcts.search(after, Limit(movetime=0))
    assert kept.line == found.line[1:]
    assert kept.nodes == 0
    assert known - 2 <= sum(mcts.tree.root_visits().values()) <= known


def test_a_position_elsewhere_begins_anew_with_other_chances() -> None:
    mcts = Mcts()
    for game in ("fuse", "squex"):
        list(mcts.search(start(game), Limit(nodes=500)))
    known = mcts.tree.root_visits()
    assert sum(known.values()) == 500
    assert known != visits(start("squex"), 500)


@pytest.mark.parametrize("nodes", [5, 20])
def test_of_moves_visited_as_often_the_one_with_the_best_results_is_chosen(nodes: int) -> None:
    mcts = Mcts(seed=3)
    *_, found = mcts.search(start("lyngk"), Limit(nodes=nodes))
    assert found.value == 1.0  # the random game after it was won


def test_the_same_seed_gives_the_same_answer_and_another_seed_another() -> None:
    position = start("squex rows=5 columns=5")
    assert visits(position, 777, seed=9) == visits(position, 777, seed=9)
    assert visits(position, 777, seed=9) != visits(position, 777, seed=8)


SIGNATURES = {
    "squex": ("h7", 40, 2200759013),
    "control_v": ("b1", 21, 1636759065),
    "fuse": ("e0e5", 35, 2377710015),
    "eigenstate": ("d1d2", 351, 3199858619),
    "lyngk": ("d5c6", 14, 2531168698),
    "noughts": ("b2", 325, 1407189937),
}


def signature(game: str) -> tuple[str, int, int]:
    """The best move after 1,000 nodes, its visits, and a sum over the visits of all moves."""
    position, mcts = start(game), Mcts(seed=7)
    best = list(mcts.search(position, Limit(nodes=1000)))[-1].line[0]
    counted = mcts.tree.root_visits()
    total = zlib.crc32(repr(sorted(counted.items())).encode())
    return position.move_text(best), counted[best], total


@pytest.mark.parametrize("game", GAMES)
def test_the_search_has_a_signature(game: str) -> None:
    """A change that is not meant to change the search must not change these numbers."""
    assert signature(game) == SIGNATURES[game]


# --- threads -------------------------------------------------------------------------------


@pytest.mark.in_base("squex", "lyngk")
@pytest.mark.parametrize("game", GAMES)
def test_threads_give_the_same_answer_every_time(game: str) -> None:
    position, nodes = start(game), 3 * 2 * ROUND + 1  # they synchronise twice
    assert visits(position, nodes, threads=3) == visits(position, nodes, threads=3)


@pytest.mark.parametrize("nodes", [1, 2, 777, 5000])
def test_threads_share_a_limit_of_nodes_exactly(nodes: int) -> None:
    mcts = Mcts(threads=2)
    *_, found = mcts.search(start("squex"), Limit(nodes=nodes))
    made = [sum(tree.root_visits().values()) for tree in mcts.trees]
    assert found.nodes == sum(made) == sum(mcts.tree.root_visits().values()) == nodes
    assert made[0] - made[1] in (0, 1)


def test_threads_share_the_memory() -> None:
    mcts = Mcts(threads=4, megabytes=8)
    assert 7 * MEGABYTE < sum(tree.capacity for tree in mcts.trees) * BYTES_PER_NODE <= 8 * MEGABYTE


def test_what_one_thread_has_proved_ends_the_search_of_all() -> None:
    mcts = Mcts(threads=2)
    *_, found = mcts.search(start("squex rows=3 columns=3"), Limit(infinite=True))
    assert found.mate is not None
    assert all(tree.proved() for tree in mcts.trees)


def test_threads_keep_their_trees_and_their_proofs() -> None:
    position, mcts = start("squex rows=4 columns=4"), Mcts(threads=2)
    while not position.over:
        *_, found = mcts.search(position, Limit(nodes=20_000))
        follow(position, found.line)
        known = mcts.tree.root_visits()[found.line[0]]
        position = position.play(found.line[0])
        for kept in mcts.search(position, Limit(movetime=0)):
            assert kept.mate is None or found.mate is None or abs(kept.mate) < abs(found.mate)
            assert sum(mcts.tree.root_visits().values()) >= known - 2 * len(mcts.trees)


@pytest.mark.parametrize("settings", [{"threads": 0}, {"threads": 10**6}])
def test_settings_out_of_range_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(TabuleiroError, match=next(iter(settings))):
        Mcts(**settings)


# --- limits --------------------------------------------------------------------------------


def test_nothing_is_searched_when_the_game_is_over() -> None:
    assert list(Mcts().search(Raise((1, 2, 3)), Limit(nodes=5))) == []


@pytest.mark.parametrize("nodes", [1, 24, 25, 26, 1000])
def test_a_limit_of_nodes_is_exact(nodes: int) -> None:
    found = last(start("squex rows=5 columns=5"), Limit(nodes=nodes))
    assert found.nodes == nodes
    assert sum(visits(start("squex rows=5 columns=5"), nodes).values()) == nodes


def test_a_limit_of_depth_is_a_length_of_the_best_line() -> None:
    found = last(start("squex rows=5 columns=5"), Limit(depth=4))
    assert found.depth >= 4
    assert found.nodes % ROUND == 0
    assert found.nodes == last(start("squex rows=5 columns=5"), Limit(depth=4)).nodes


def test_a_depth_beyond_the_end_of_the_game_ends_too() -> None:
    assert last(start("squex rows=3 columns=3"), Limit(depth=99)).mate is not None
    assert last(start("lyngk"), Limit(depth=99), megabytes=1).depth < 99


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        (Limit(movetime=300), 0.3),
        (Limit(clocks=(RemainingTime(2500), RemainingTime(100_000))), 0.09),
    ],
    ids=["time", "clock of the player to move"],
)
def test_a_limit_of_time_is_kept(
    limit: Limit, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK, end=1.0))
    found = last(start("squex"), limit)
    assert seconds <= found.seconds < seconds + 5 * TICK


def test_progress_is_reported_four_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK, end=2.0))
    reports = list(Mcts().search(start("squex"), Limit(movetime=1000)))
    assert 3 <= len(reports) <= 5
    assert [one.nodes for one in reports] == sorted({one.nodes for one in reports})


@pytest.mark.parametrize("game", GAMES)
def test_a_search_stopped_before_it_begins_has_a_move(game: str) -> None:
    stop = StopFlag()
    stop.set()
    position = start(game)
    (found,) = Mcts().search(position, Limit(infinite=True), stop)
    assert found.line[0] in position.legal_moves()


def test_a_game_that_fails_leaves_nothing_behind() -> None:
    class Broken(Raise):
        def after(self, move: int) -> Any:
            if len(self.named) == 2:
                raise ZeroDivisionError
            return Broken((*self.named, move))

    mcts = Mcts()
    with pytest.raises(ZeroDivisionError):
        list(mcts.search(Broken(()), Limit(nodes=50)))
    assert list(mcts.search(Raise((4, 1)), Limit(nodes=5)))[-1].mate == -1
