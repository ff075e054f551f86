"""The flat Monte Carlo search: it obeys its limits and sees what is near."""

from __future__ import annotations

import time
from threading import Thread

import pytest

from tabuleiro.core.kit import Stop
from tabuleiro.core.position import NOBODY, Position, PythonPosition
from tabuleiro.games import games, read, start
from tabuleiro.search.flat import SAMPLE, Progress, search
from tabuleiro.search.limit import Clock, Limit

GAMES = list(games())


def last(position: Position, limit: Limit, seed: int = 1, threads: int = 1) -> Progress:
    """The result of a search."""
    return list(search(position, limit, seed=seed, threads=threads))[-1]


class Raise(PythonPosition):
    """Three players in turn name 1, 2 or 3; the highest numbers win or share."""

    def __init__(self, named: tuple[int, ...]) -> None:
        over = len(named) == 3
        winners = tuple(p for p in range(3) if over and named[p] == max(named))
        super().__init__(NOBODY if over else len(named), 3, winners)
        self.named = named

    def legal_moves(self) -> list[int]:
        return [] if self.over else [1, 2, 3]

    def after(self, move: int) -> Raise:
        return Raise((*self.named, move))

    def scores(self) -> tuple[int, ...]:
        return (*self.named, 0, 0, 0)[:3]


@pytest.mark.parametrize("game", GAMES)
def test_it_finds_a_legal_move_in_every_game(game: str) -> None:
    position = start(game)
    found = last(position, Limit(nodes=50))
    assert found.line[0] in position.legal_moves()
    assert found.nodes == 50
    assert 0 <= found.value <= 1


@pytest.mark.parametrize("threads", [1, 3])
def test_the_same_seed_gives_the_same_answer_with_any_number_of_threads(threads: int) -> None:
    position = start("squex rows=5 columns=5")
    found = last(position, Limit(nodes=777), seed=9, threads=threads)
    wanted = last(position, Limit(nodes=777), seed=9)
    assert (found.line, found.value, found.nodes) == (wanted.line, wanted.value, 777)


def test_another_seed_gives_other_games() -> None:
    position = start("squex rows=5 columns=5")
    assert len({last(position, Limit(nodes=400), seed=seed).value for seed in range(5)}) > 1


def test_an_immediate_win_is_proved() -> None:
    position = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")
    found = last(position, Limit(nodes=100))
    assert (position.move_text(found.line[0]), found.mate, found.value) == ("a3", 1, 1.0)


def test_a_win_is_taken_in_an_infinite_search_too() -> None:
    position = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")
    assert last(position, Limit(infinite=True)).mate == 1


def test_a_loss_is_proved_when_every_move_loses_at_once() -> None:
    found = last(Raise((4, 1)), Limit(nodes=5))
    assert (found.mate, found.value, found.nodes) == (-1, 0.0, 0)


def test_a_shared_first_place_counts_its_share() -> None:
    assert last(Raise((3, 3)), Limit(nodes=5)).value == pytest.approx(1 / 3)
    assert last(Raise((3, 1)), Limit(nodes=5)).value == pytest.approx(1 / 2)


def test_the_expected_score_counts_shares_of_three() -> None:
    # Naming 3, the others draw from 1 to 3: alone 4/9, with one 4/9, with both 1/9.
    found = last(Raise(()), Limit(nodes=6000))
    assert found.line == (3,)
    assert found.value == pytest.approx(4 / 9 + 4 / 9 / 2 + 1 / 9 / 3, abs=0.03)


def test_nothing_is_searched_when_the_game_is_over() -> None:
    assert list(search(Raise((1, 2, 3)), Limit(nodes=5))) == []


@pytest.mark.parametrize("nodes", [1, 24, 25, 26, 1000])
def test_a_limit_of_nodes_is_exact(nodes: int) -> None:
    assert last(start("squex rows=5 columns=5"), Limit(nodes=nodes)).nodes == nodes


def test_a_limit_of_depth_ends_after_a_sample_of_every_move() -> None:
    found = last(start("squex rows=3 columns=3"), Limit(depth=4))
    assert (found.depth, found.nodes) == (1, 9 * SAMPLE)


def test_a_limit_of_time_is_kept() -> None:
    begun = time.perf_counter()
    reports = list(search(start("squex"), Limit(movetime=600)))
    assert 0.59 < time.perf_counter() - begun < 2.0
    assert len(reports) >= 2
    assert [one.nodes for one in reports] == sorted(one.nodes for one in reports)


def test_the_clock_of_the_player_to_move_is_shared_out() -> None:
    begun = time.perf_counter()
    last(start("squex"), Limit(clocks=(Clock(2500), Clock(100_000))))
    assert 0.05 < time.perf_counter() - begun < 1.5


def test_a_search_stopped_before_it_begins_has_a_move() -> None:
    stop = Stop()
    stop.raise_()
    position = start("squex")
    (found,) = search(position, Limit(infinite=True), stop=stop)
    assert found.line[0] in position.legal_moves()


@pytest.mark.parametrize("text", ["squex", "squex rows=15 columns=15"])
def test_it_stops_soon(text: str) -> None:
    stop = Stop()
    reports: list[Progress] = []
    searching = Thread(
        target=lambda: reports.extend(search(start(text), Limit(infinite=True), stop=stop))
    )
    searching.start()
    time.sleep(0.3)
    begun = time.perf_counter()
    stop.raise_()
    searching.join()
    assert time.perf_counter() - begun < 0.5
    assert reports[-1].nodes > 0
