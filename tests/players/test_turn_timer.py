"""The time of a turn: divided among its moves, never exceeded, never 0."""

from __future__ import annotations

from functools import partial

import pytest

from clocks import TICK, FakeClock, set_search_clock
from tabuleiro.core.position import Position
from tabuleiro.games import start
from tabuleiro.players import kinds, make_player
from tabuleiro.players.search_player import LEAST, RESERVE, TurnTimer, turn_continues

WHOLE = 1000


def spend(
    turn: TurnTimer, clock: FakeClock, position: Position, move: int | str
) -> tuple[int, Position]:
    """Uses all the time for a move; returns the milliseconds and the position after it."""
    given = turn.start_move(position)
    clock.sleep(given / 1000)
    code = position.move(move) if isinstance(move, str) else move
    turn.record_move(position, code)
    return given, position.play(code)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def test_a_turn_of_one_move_has_nearly_all_of_the_time(clock: FakeClock) -> None:
    given, _ = spend(TurnTimer(WHOLE, clock), clock, start("squex"), "d4")
    assert given == WHOLE * (1 - RESERVE)


def test_a_turn_of_several_moves_is_divided(clock: FakeClock) -> None:
    turn = TurnTimer(WHOLE, clock)
    position = start("eigenstate")
    spent = []
    while position.player == 0:
        given, position = spend(turn, clock, position, position.legal_moves()[0])
        spent.append(given)
    assert spent == [500, 250, 237]


def test_the_castles_of_a_set_up_share_the_time_of_one_turn(clock: FakeClock) -> None:
    turn = TurnTimer(WHOLE, clock)
    first, position = spend(turn, clock, start("control_v"), "a1")
    second, position = spend(turn, clock, position, "c3")
    assert position.player == 1
    assert [first, second] == [500, 475]


def test_an_unexpected_move_has_the_reserve(clock: FakeClock) -> None:
    turn = TurnTimer(WHOLE, clock)
    position = start("lyngk")
    assert not turn_continues(position)
    first, position = spend(turn, clock, position, "claim-red")
    assert position.player == 0
    second, _ = spend(turn, clock, position, position.legal_moves()[0])
    assert second >= LEAST
    assert WHOLE * RESERVE * 0.9 < second <= WHOLE - first


def test_the_next_turn_has_the_whole_time_again(clock: FakeClock) -> None:
    turn = TurnTimer(WHOLE, clock)
    first, position = spend(turn, clock, start("squex"), "d4")
    again, _ = spend(turn, clock, position.play("a1"), "d5")
    assert first == again


def test_another_position_starts_a_turn(clock: FakeClock) -> None:
    turn = TurnTimer(WHOLE, clock)
    position = start("eigenstate")
    first, _ = spend(turn, clock, position, "a1a2")
    elsewhere, _ = spend(turn, clock, position.play("b1b2"), "b2:a1")
    assert first == elsewhere == WHOLE // 2


def test_time_between_two_moves_of_a_turn_does_not_count(clock: FakeClock) -> None:
    turn = TurnTimer(WHOLE, clock)
    _, position = spend(turn, clock, start("eigenstate"), "a1a2")
    clock.sleep(60)
    assert turn.start_move(position) == WHOLE // 4


def test_time_that_was_not_used_is_left_for_the_rest_of_the_turn(clock: FakeClock) -> None:
    turn = TurnTimer(WHOLE, clock)
    position = start("eigenstate")
    turn.start_move(position)
    clock.sleep(0.1)
    turn.record_move(position, position.move("a1a2"))
    assert turn.start_move(position.play("a1a2")) == (WHOLE - 100) // 2


def test_there_is_always_some_time(clock: FakeClock) -> None:
    turn = TurnTimer(WHOLE, clock)
    position = start("eigenstate")
    turn.start_move(position)
    clock.sleep(5)
    turn.record_move(position, position.move("a1a2"))
    assert turn.start_move(position.play("a1a2")) == LEAST


def test_a_turn_continues_if_most_moves_leave_it_to_the_same_player() -> None:
    assert turn_continues(start("eigenstate"))
    assert not turn_continues(start("squex"))
    assert turn_continues(
        start("squex rows=3 columns=3").game.read("3/3/3 2/2 x 2", {"rows": 3, "columns": 3})
    )


def test_a_player_keeps_to_the_time_of_its_turn(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.step = TICK
    set_search_clock(monkeypatch, clock)
    monkeypatch.setattr(kinds, "TurnTimer", partial(TurnTimer, clock=clock))
    player = make_player("mcts:time=0.4", start("eigenstate").game)
    position = start("eigenstate")
    seconds = 0.0
    while position.player == 0:
        choice = player.choose(position)
        assert choice.progress
        seconds += choice.progress.seconds
        position = position.play(choice.move)
    assert 0.3 < seconds < 0.5  # two moves of 0.4 s would be more
