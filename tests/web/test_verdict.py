"""The verdict of `benchmarks/web_kills.py` finds what is lost, doubled, wrong or late."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.games import start
from tabuleiro.play import Seat, Setup, Table, new_record, read_control
from tabuleiro.play.events import Event

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def verdict(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module `web_verdict`."""
    monkeypatch.syspath_prepend(str(FOLDER))
    yield import_module("web_verdict")
    del sys.modules["web_verdict"]


def game() -> Table:
    """A game with 4 seconds for each player, in which Ana moves after one second."""
    seats = (Seat("Ana"), Seat("Rui"))
    setup = Setup(seats, read_control("0:04"))
    table = Table.open(new_record(start("squex rows=3 columns=3"), setup, "2026-11-15"), 0.0)
    table.move(0, "b2", 1.0)
    return table


def judged(verdict: Any, events: tuple[Event, ...], *confirmed: Any, outages: Any = ()) -> Any:
    """The verdict on one game."""
    protocol = verdict.Protocol(confirmed=list(confirmed), outages=list(outages))
    found = verdict.Verdict(protocol)
    found.judge_stored({"game": list(events)})
    return found.summary()


def counts(summary: Any) -> tuple[int, int, int]:
    return summary["lost"], summary["doubled"], summary["wrong flags"]


def made(verdict: Any, move: str = "b2", accepted: int = 2) -> Any:
    """Ana's confirmed move."""
    return verdict.Confirmed("game", 0, "move", move, accepted - 1, accepted)


def test_what_was_confirmed_and_is_stored_is_well(verdict: Any) -> None:
    summary = judged(verdict, game().events, made(verdict))
    assert counts(summary) == (0, 0, 0) and summary["problems"] == []


def test_a_move_that_is_not_stored_is_lost(verdict: Any) -> None:
    summary = judged(verdict, game().events, made(verdict), made(verdict, "c3", 3))
    assert counts(summary) == (1, 0, 0) and len(summary["problems"]) == 1


def test_a_move_that_is_stored_otherwise_is_lost(verdict: Any) -> None:
    assert counts(judged(verdict, game().events, made(verdict, "a1"))) == (1, 0, 0)


def test_a_move_that_nobody_was_confirmed_is_doubled(verdict: Any) -> None:
    assert counts(judged(verdict, game().events)) == (0, 1, 0)


def test_a_version_that_was_confirmed_twice_is_doubled(verdict: Any) -> None:
    assert counts(judged(verdict, game().events, made(verdict), made(verdict)))[1] == 1


@pytest.mark.parametrize(
    ("what", "seconds", "wrong"),
    [("server", 3.0, 1), ("server", 0.05, 0), ("database", 3.0, 1), ("database", 0.5, 0)],
)
def test_a_flag_that_falls_by_time_without_a_server_is_wrong(
    verdict: Any, what: str, seconds: float, wrong: int
) -> None:
    table = game()
    assert table.tick(5.0)
    outage = verdict.Outage(what, 1.5, 1.5 + seconds, all_down=True)
    summary = judged(verdict, table.events, made(verdict), outages=[outage])
    assert counts(summary) == (0, 0, wrong)
    assert bool(summary["wrongly charged at most, s"]) == bool(wrong)


def test_time_for_which_the_clock_was_stopped_is_not_charged(verdict: Any) -> None:
    table = game()
    table.pause_clocks(1.2)
    table.resume_clocks(5.0)
    assert table.tick(8.8)
    outage = verdict.Outage("server", 1.5, 5.5, all_down=True)
    summary = judged(verdict, table.events, made(verdict), outages=[outage])
    assert counts(summary) == (0, 0, 0) and summary["flags fallen"] == 1


@pytest.mark.parametrize("kind", ["server", "worker hanging"])
def test_a_computer_player_that_moves_ten_seconds_after_it_should_have_is_late(
    verdict: Any, kind: str
) -> None:
    setup = Setup((Seat("Robot", "level:1"), Seat("Rui")))
    table = Table.open(new_record(start("squex rows=3 columns=3"), setup, "2026-11-15"), 0.0)
    table.move(0, "b2", 15.0)
    outage = verdict.Outage(kind, 4.0, 14.0, all_down=False)
    summary = judged(verdict, table.events, outages=[outage])
    (late,) = summary["late"]
    assert late.endswith("after 11.0 s") and ("behind a worker" in late) == (kind != "server")
