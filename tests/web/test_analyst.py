"""Analysts: analyses in worker processes, which interrupt them for moves."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tabuleiro.analysis import Analysis
from tabuleiro.core.game import Game
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import read, start
from tabuleiro.play.processes import BACKGROUND_NICENESS, PLAYER_NICENESS
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.web.workers.pool import WorkerPool
from tabuleiro.web.workers.tasks import Priority, WorkerResult, WorkerTask
from tabuleiro.web.workers.worker import Analyst
from waiting import PATIENCE
from web.players_at_server import Time

SQUEX = start("squex")
NEARLY_WON = read("squex rows=3 columns=3 | 1x1/oxo/3 2/2 x 1")
LONG = Limit(movetime=3_600_000)


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    """One worker that may think for an hour and never times out."""
    with WorkerPool(1, 128, 3600.0, clock=Time()) as pool:
        yield pool


def analysis(game: str = "viewer", limit: Limit = LONG) -> WorkerTask:
    return WorkerTask(SQUEX, "", game, limit=limit, priority=Priority.analysis, lines=3)


def analyses(analyst: Analyst, nodes: int, position: Any = SQUEX) -> list[Analysis]:
    return list(analyst.analyses(position, 3, Limit(nodes=nodes), StopFlag()))


# --- step by step --------------------------------------------------------------------------


def test_an_analysis_has_lines_of_legal_moves_with_the_sites_to_touch(game: Game[Any]) -> None:
    position = game.start()
    *_, last = analyses(Analyst(position, 16), 300, position)
    assert 1 <= len(last.lines) <= 3
    assert sum(last.values) == pytest.approx(1)
    lines = WorkerResult.of(last.position, last).lines
    firsts = [position.move_text(each.move) for each in last.lines]
    assert [line[0].move for line in lines] == firsts
    for line in lines:
        at = position
        for step in line:
            move = at.move(step.move)
            assert step.player == at.player
            assert step.sites == tuple(sites[0] for sites in at.steps(move))
            at = at.play(move)


def test_an_analysis_that_was_interrupted_goes_on_where_it_was() -> None:
    analyst = Analyst(SQUEX, 16)
    first = analyses(analyst, 500)[-1]
    second = analyses(analyst, 500)[0]
    assert second.nodes > first.nodes
    assert second.seconds > first.seconds


def test_another_position_begins_anew_and_so_does_another_number_of_lines() -> None:
    analyst = Analyst(SQUEX, 16)
    assert analyses(analyst, 1)[0].player == 0
    assert analyses(analyst, 1, SQUEX.play("d4"))[0].player == 1
    (single, *_) = analyst.analyses(SQUEX, 1, Limit(nodes=1), StopFlag())
    assert len(single.lines) == 1


def test_what_is_stopped_rests_after_one_report() -> None:
    stop = StopFlag()
    stop.set()
    assert len(list(Analyst(SQUEX, 16).analyses(SQUEX, 3, NO_LIMIT, stop))) == 1


def test_a_proved_position_is_done_and_stays_so() -> None:
    analyst = Analyst(NEARLY_WON, 16)
    for _ in range(2):
        last = analyses(analyst, 10**9, NEARLY_WON)[-1]
        assert last.done and last.proved
        assert last.lines[0].mate == 1


# --- in the pool ---------------------------------------------------------------------------


def test_the_pool_analyses_and_reports(pool: WorkerPool) -> None:
    reports: list[WorkerResult] = []
    task = analysis(limit=Limit(nodes=300))
    thought = pool.think(task, reports.append).result(PATIENCE)
    assert thought.analysis and len(thought.analysis.lines) == len(thought.lines) == 3
    assert thought.analysis.position == SQUEX
    assert reports and all(report.analysis for report in reports)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives each thread a priority")
def test_an_analysis_gives_way_even_to_players(pool: WorkerPool) -> None:
    begun = Event()
    long = pool.think(analysis("modest"), lambda _: begun.set())
    assert begun.wait(PATIENCE)
    (worker,) = active_children()
    threads = [int(each.name) for each in Path(f"/proc/{worker.pid}/task").iterdir()]
    niceness = {os.getpriority(os.PRIO_PROCESS, thread) for thread in threads}
    long.cancel()
    player = min(os.getpriority(os.PRIO_PROCESS, 0) + PLAYER_NICENESS, 19)  # the tests may be niced
    assert niceness == {player, max(player, BACKGROUND_NICENESS)}


def test_a_move_interrupts_an_analysis_which_then_goes_on(pool: WorkerPool) -> None:
    begun = Event()
    long = pool.think(analysis("interrupted"), lambda _: begun.set())
    assert begun.wait(PATIENCE)
    move = pool.think(WorkerTask(SQUEX, "classic:random", "a game"))
    move.result(PATIENCE)
    told = long.result(PATIENCE).analysis
    assert told
    more = pool.think(analysis("interrupted", Limit(movetime=1))).result(PATIENCE).analysis
    assert more and more.seconds > told.seconds and more.nodes > told.nodes


def note(order: list[str], name: str, _: object) -> None:
    order.append(name)


def test_a_move_that_waits_already_comes_before_an_analysis(pool: WorkerPool) -> None:
    begun = Event()
    first = pool.think(analysis("first"), lambda _: begun.set())
    assert begun.wait(PATIENCE)
    order: list[str] = []
    tasks = {
        "analysis": analysis("second", Limit(movetime=1)),
        "hint": replace(WorkerTask(SQUEX, "random", "hint"), priority=Priority.hint),
        "move": WorkerTask(SQUEX, "random", "move"),
    }
    futures = {name: pool.think(task) for name, task in tasks.items()}
    for name, future in futures.items():
        future.add_done_callback(partial(note, order, name))
    for future in (first, *futures.values()):
        future.result(PATIENCE)
    assert order[-1] == "analysis"


def test_an_analysis_that_nobody_wants_any_more_makes_room(pool: WorkerPool) -> None:
    begun = Event()
    long = pool.think(analysis("left"), lambda _: begun.set())
    assert begun.wait(PATIENCE)
    long.cancel()
    assert pool.think(analysis("next", Limit(movetime=1))).result(PATIENCE).analysis
