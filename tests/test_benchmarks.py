"""Short runs of the scripts in `benchmarks` that measure speed."""

from __future__ import annotations

import pytest

from record_speed import bench_records
from self_play_speed import bench_self_play
from stop_times import bench_stop, stoppable
from tabuleiro.games import start
from tabuleiro.players.searches import SEARCHES
from thread_speed import bench_threads

SMALL = "squex rows=3 columns=3"


@pytest.mark.extended
def test_threads_are_compared_with_processes() -> None:
    (row,) = bench_threads(["fuse"], 1, 0.05)
    assert row.game == "fuse"
    assert row.ratio == pytest.approx(row.threads / row.processes)


def test_self_play_is_measured_for_each_number_of_games() -> None:
    rows = bench_self_play([SMALL], [2, 5], 1, 0.01)
    assert [(row.game, row.games) for row in rows] == [(SMALL, 2), (SMALL, 5)]
    assert all(row.evaluations > 0 for row in rows)


@pytest.mark.extended
def test_every_search_is_stopped() -> None:
    rows = list(bench_stop(["fuse"], 2))
    assert [row.search for row in rows] == [name for name, _ in stoppable(start("fuse"))]
    assert {*SEARCHES, "solver"} - {"policy"} < {row.search for row in rows}
    assert all(0 < row.median <= row.worst for row in rows)


def test_records_are_read_and_written_in_both_formats() -> None:
    rows = bench_records([SMALL], 1, 0.01)
    assert [(row.bare, row.format) for row in rows] == [
        (True, "text"), (True, "json"), (False, "text"), (False, "json"),
    ]  # fmt: skip
    assert all(row.read > 0 and row.written > 0 for row in rows)
