"""The pace of a search: how many steps fit into a slice of time, on any machine."""

from __future__ import annotations

import pytest

from tabuleiro.search.limit import MOST_STEPS, SLICE, Pace


def settled(steps_a_second: float, together: int = 1) -> Pace:
    """A pace that has adapted to a machine of this speed."""
    pace = Pace(together)
    for _ in range(40):
        steps = pace.steps_within()
        pace.record_speed(steps, steps / steps_a_second)
    return pace


@pytest.mark.parametrize("speed", [1000, 54_321, 1_000_000])
def test_what_is_done_at_once_takes_no_longer_than_a_slice(speed: int) -> None:
    assert 0.8 * SLICE < settled(speed).steps_within() / speed <= SLICE


def test_a_machine_that_becomes_slow_is_asked_for_less_at_once() -> None:
    pace = settled(100_000)
    before = pace.steps_within()
    pace.record_speed(before, 10 * SLICE)
    assert pace.steps_within() == before // 10


def test_a_faster_machine_is_never_believed_to_be_more_than_twice_as_fast() -> None:
    pace = settled(1000)
    before = pace.steps_within()
    pace.record_speed(before, 0.0)
    assert pace.steps_within() == 2 * before


def test_little_time_left_is_time_for_little() -> None:
    pace = settled(100_000)
    assert pace.steps_within(SLICE / 2) == pace.steps_within() // 2
    assert pace.steps_within(0.0) == 1


def test_a_slow_machine_does_what_is_made_together_and_a_fast_one_no_more_than_the_most() -> None:
    assert settled(1, together=8).steps_within() == 8
    assert settled(1e12).steps_within() == MOST_STEPS
