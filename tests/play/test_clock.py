"""Time controls and clocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabuleiro.play.clock import DAY, Clock, ClockError, TimeControl, read_control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5+3", TimeControl(300, 3)),
        ("10", TimeControl(600)),
        ("0:30+1", TimeControl(30, 1)),
        ("2d", TimeControl(turn=2 * DAY)),
    ],
)
def test_a_time_control_is_read(text: str, control: TimeControl) -> None:
    assert read_control(text) == control


@given(st.integers(1, 86_400), st.integers(0, 3600))
def test_a_time_control_is_read_back_as_it_is_written(game: int, increment: int) -> None:
    control = TimeControl(game, increment)
    assert read_control(str(control)) == control


@pytest.mark.parametrize("days", [1, 30])
def test_days_are_read_back_as_they_are_written(days: int) -> None:
    control = TimeControl(turn=days * DAY)
    assert read_control(str(control)) == control


@pytest.mark.parametrize(
    "text", ["", "five", "5+", "-5+3", "5:60", "0+5", "0d", "31d", "1500", "5+3601"]
)
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(ClockError, match="time control"):
        read_control(text)


def test_only_the_running_clock_runs() -> None:
    clock = Clock.of(TimeControl(60), 2).run(0, now=100)
    assert [clock.remaining(seat, 110) for seat in range(2)] == [50, 60]


def test_a_clock_that_is_stopped_keeps_what_is_left() -> None:
    clock = Clock.of(TimeControl(60), 2).run(0, 100).run(None, 120)
    assert clock.remaining(0, 10_000) == 40
    assert clock.runs_out_at() is None


def test_the_increment_comes_with_the_end_of_a_turn() -> None:
    clock = Clock.of(TimeControl(60, 5), 2).run(0, 0).run(None, 10).end_turn(0)
    assert clock.left == (55, 60)


def test_with_time_for_each_turn_a_new_turn_has_all_of_it() -> None:
    clock = Clock.of(TimeControl(turn=DAY), 2).run(0, 0).run(None, 1000).end_turn(0)
    assert clock.left == (DAY, DAY)


def test_the_flag_falls_when_nothing_is_left() -> None:
    clock = Clock.of(TimeControl(60), 2).run(1, 100)
    assert clock.runs_out_at() == 160
    assert clock.remaining(1, 500) == 0


def test_time_that_runs_backwards_gives_nobody_more() -> None:
    clock = Clock.of(TimeControl(60), 2).run(0, 100)
    assert clock.remaining(0, 50) == 60
