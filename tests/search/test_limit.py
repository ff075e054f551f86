"""Limits: which values they accept, and how they are combined."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro.search.limit import RESERVE, Limit, LimitError, RemainingTime


@pytest.mark.parametrize(
    "bad",
    [
        {"movetime": -1},
        {"nodes": 0},
        {"depth": 0},
        {"infinite": True, "nodes": 5},
        {"infinite": True, "clocks": (RemainingTime(1000),)},
    ],
)
def test_a_limit_out_of_range_or_in_contradiction_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(LimitError):
        Limit(**bad)


@pytest.mark.parametrize("bad", [(-1, 0), (0, -1)])
def test_a_clock_is_not_negative(bad: tuple[int, int]) -> None:
    with pytest.raises(LimitError):
        RemainingTime(*bad)


def test_the_stricter_of_two_limits_holds() -> None:
    both = Limit(movetime=50, nodes=10).within(Limit(movetime=20, depth=3))
    assert both == Limit(movetime=20, nodes=10, depth=3)


def test_an_infinite_limit_stays_infinite_within_another() -> None:
    assert Limit(infinite=True).within(Limit(nodes=10)) == Limit(infinite=True)


def test_the_clock_of_the_player_to_move_becomes_a_time() -> None:
    limit = Limit(clocks=(RemainingTime(10_000), RemainingTime(50_000, 1000)))
    first, second = limit.for_player(0), limit.for_player(1)
    assert first.movetime is not None
    assert second.movetime is not None
    assert 0 < first.movetime < second.movetime
    assert first.clocks == ()


def test_a_player_without_a_clock_has_no_time_limit() -> None:
    limit = Limit(nodes=7, clocks=(RemainingTime(10_000), None))
    assert limit.for_player(1) == limit.for_player(2) == Limit(nodes=7)


@pytest.mark.parametrize("left", [0, 1, RESERVE, 100, 1000, 60_000])
@pytest.mark.parametrize("increment", [0, 10, 100_000])
def test_a_clock_never_spends_more_than_it_has(left: int, increment: int) -> None:
    assert 0 <= RemainingTime(left, increment).time_for_move() <= max(0, left - RESERVE)


def test_a_clock_of_short_increments_keeps_time_for_moves_that_are_made_at_once() -> None:
    left = lowest = 1000
    for _ in range(300):
        left -= RemainingTime(left, 10).time_for_move() + 5  # time that passes outside the search
        lowest = min(lowest, left)
        left += 10
    assert lowest > 200
