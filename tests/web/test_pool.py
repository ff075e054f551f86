"""The pool: thoughts in processes, whatever happens to these."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakSet

import pytest

from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.games import games, read, start
from tabuleiro.play.processes import Child
from tabuleiro.players import Player, make_player
from tabuleiro.search.limit import Clock, Limit
from tabuleiro.search.memory import no_memory
from tabuleiro.web.pool import STARTING, BusyError, ClosedError, Pool, PoolError, glance
from tabuleiro.web.task import Priority, Task, Thought
from tabuleiro.web.worker import KEPT, Bench, modest
from web.unruly import Counting, make

SOON = 20.0  # seconds; machines are shared and noisy
SQUEX = start("squex rows=4 columns=4")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def new_pool(workers: int = 1, queue: int = 64, seconds: float = 60.0) -> Pool:
    return Pool(workers, 128, seconds, queue, make=make, grace=0.3)


@pytest.fixture(scope="module")
def pair() -> Iterator[Pool]:
    """Two workers who may take half a second."""
    with new_pool(workers=2, seconds=0.5) as pool:
        yield pool


@pytest.fixture
def single() -> Iterator[Pool]:
    """One worker, who may take a minute and before whom two may wait."""
    with new_pool(queue=2) as pool:
        yield pool


def first_move(position: Position) -> str:
    return position.move_text(position.legal_moves()[0])


def until(holds: Callable[[], bool]) -> None:
    """Waits for what is to come soon."""
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def waiting(gate: Path, priority: Priority = Priority.move) -> Task:
    return Task(SQUEX, f"waiting {gate}", "", priority=priority)


def keep_busy(pool: Pool, gate: Path) -> Future[Thought]:
    """A task that is thought about until the gate is there."""
    thought = pool.think(waiting(gate))
    until(lambda: not pool._waiting._jobs)
    return thought


def children_of(pool: Pool) -> list[Child]:
    """The processes of a pool at this moment."""
    return [keeper._child for keeper in pool._keepers if keeper._child]


def process_of(pool: Pool) -> int:
    """The process of the only worker, once there is one."""
    until(lambda: bool(children_of(pool)))
    (child,) = children_of(pool)
    assert child.process.pid
    return child.process.pid


# --- thoughts ------------------------------------------------------------------------------


def test_a_player_makes_the_same_move_as_without_a_pool(pair: Pool, game: Game[Any]) -> None:
    position = game.start()
    alone = make_player("mcts:nodes=200", game, 7).choose(position)
    assert alone.progress
    thought = pair.think(Task(position, "mcts:nodes=200", game.id, seed=7)).result(SOON)
    assert thought.note is None and thought.progress
    assert thought.move == position.move_text(alone.move)
    assert thought.progress.line == alone.progress.line
    assert thought.line[0] == thought.move


def test_a_player_without_a_search_tells_its_move_alone(pair: Pool) -> None:
    thought = pair.think(Task(SQUEX, "counting", "alone")).result(SOON)
    assert thought == Thought(first_move(SQUEX), (first_move(SQUEX),))


def test_thoughts_are_reported_a_few_times_a_second() -> None:
    reports: list[Thought] = []
    with new_pool() as pool:
        pool.think(Task(SQUEX, "mcts:time=1", ""), reports.append).result(SOON)
    assert 2 <= len(reports) <= 6
    for report in reports:
        assert report.progress and report.line[0] == report.move


def test_reporting_to_somebody_who_fails_does_no_harm(
    pair: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(thought: Thought) -> None:
        raise RuntimeError("not now")

    assert pair.think(Task(SQUEX, "mcts:nodes=100", "deaf"), fail).result(SOON).note is None
    assert "not now" in caplog.text


def test_a_player_remembers_its_own_game_whoever_thinks_in_between(pair: Pool) -> None:
    moves = [SQUEX.move_text(move) for move in SQUEX.legal_moves()]
    for number in range(3):
        for game in ("one", "two", "three"):
            thought = pair.think(Task(SQUEX, "counting", game)).result(SOON)
            assert thought.move == moves[number]


@pytest.mark.parametrize(
    "limit",
    [Limit(clocks=(Clock(1000), Clock(900_000))), Limit(movetime=50), Limit(infinite=True)],
    ids=["clocks", "movetime", "infinite"],
)
def test_the_name_the_task_and_the_pool_limit_a_thought(pair: Pool, limit: Limit) -> None:
    task = Task(SQUEX, "mcts:time=3600", "limited", limit=limit)
    thought = pair.think(task).result(SOON)
    assert thought.note is None and thought.progress
    assert thought.progress.seconds < SOON


def test_asyncio_waits_for_thoughts(pair: Pool) -> None:
    async def both() -> list[Thought]:
        tasks = (Task(SQUEX, "random", name) for name in "ab")
        return await asyncio.gather(*(asyncio.wrap_future(pair.think(task)) for task in tasks))

    assert len(asyncio.run(both())) == 2


def test_nobody_thinks_about_a_game_that_is_over(pair: Pool) -> None:
    position = start("noughts")
    while not position.over:
        position = position.play(position.legal_moves()[0])
    with pytest.raises(PoolError, match="the game is over"):
        pair.think(Task(position, "random", ""))


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("level:10", "level:10,megabytes=32,threads=1"),
        ("level:3,threads=8,time=2", "level:3,threads=1,time=2,megabytes=32"),
        ("mcts", "mcts:megabytes=32,threads=1"),
        ("mcts:megabytes=5", "mcts:megabytes=5,threads=1"),
        ("alphabeta:megabytes=500", "alphabeta:megabytes=32"),
        ("classic:greedy", "classic:greedy"),
        ("random", "random"),
        ("no:such", "no:such"),
    ],
)
def test_players_get_no_more_memory_and_threads_than_a_worker_has(name: str, given: str) -> None:
    assert modest(name, 32) == given


def test_who_has_not_thought_for_long_is_forgotten() -> None:
    bench = Bench(make, 1)
    tasks = [Task(SQUEX, "counting", str(number)) for number in range(KEPT + 1)]
    players = [bench.player(task) for task in tasks]
    assert bench.player(tasks[1]) is players[1]
    assert bench.player(tasks[0]) is not players[0]
    assert bench.player(tasks[1]) is players[1], "it thought after the third"
    assert bench.player(tasks[2]) is not players[2]


def test_players_make_room_for_one_who_finds_none() -> None:
    sitting: WeakSet[Player] = WeakSet()

    def make_two(name: str, game: Game[Any], seed: int) -> Player:
        if len(sitting) == 2:
            raise no_memory(1)
        sitting.add(player := Counting())
        return player

    bench = Bench(make_two, 1)
    for number in range(3):
        bench.player(Task(SQUEX, "counting", str(number)))
    assert len(sitting) == 1


def test_players_of_many_games_find_room_in_little_memory(
    caplog: pytest.LogCaptureFixture,
) -> None:
    names = ("level:10", "adaptive", "alphabeta:nodes=100")
    short = Limit(movetime=20)
    with Pool(1, 16, seconds=5.0) as pool:
        for thought in [
            pool.think(Task(game.start(), name, f"{game.id} {number}", limit=short))
            for number in range(2)
            for game in games().values()
            for name in names
        ]:
            assert thought.result(SOON).note is None
    assert not caplog.records, "each at its first try"


# --- trouble -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("die", "its process ended"),
        ("hang", "it did not answer in time"),
        ("greedy", "its process ended"),
        ("fail", "internal error"),
        ("cheat", "2147483647 is no legal move here"),
        ("nobody", "no player of Squex is called 'nobody'"),
    ],
)
def test_a_move_comes_whatever_its_player_does(pair: Pool, player: str, reason: str) -> None:
    bad = pair.think(Task(SQUEX, player, "bad", limit=Limit(movetime=100)))
    thought = bad.result(3 * SOON)
    assert thought.move == glance(SQUEX).move
    note = f"{player} could not think \\({reason}.*\\): it moved at a glance"
    assert re.fullmatch(note, str(thought.note))
    assert pair.think(Task(SQUEX, "counting", f"after {player}")).result(SOON).note is None


@pytest.mark.parametrize("priority", [Priority.hint, Priority.analysis])
def test_a_hint_that_nobody_can_give_is_no_move_at_a_glance(pair: Pool, priority: Priority) -> None:
    with pytest.raises(PoolError, match="fail could not think: internal error"):
        pair.think(Task(SQUEX, "fail", "bad", priority=priority)).result(SOON)


def test_a_task_whose_process_dies_is_done_by_another(pair: Pool, tmp_path: Path) -> None:
    thought = pair.think(Task(SQUEX, f"dying {tmp_path / 'died'}", "")).result(SOON)
    assert thought == Thought(first_move(SQUEX), (first_move(SQUEX),))


def test_a_process_that_ends_between_two_tasks_is_replaced() -> None:
    with new_pool() as pool:
        pool.think(Task(SQUEX, "counting", "")).result(SOON)
        process = process_of(pool)
        os.kill(process, signal.SIGKILL)
        thought = pool.think(Task(SQUEX, "counting", "")).result(SOON)
        assert thought.move == first_move(SQUEX) and thought.note is None
        assert process_of(pool) != process


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process hangs that has given no sign of life for a time in which it gives three."""
    monkeypatch.setattr("tabuleiro.web.pool.SILENCE", 1.5)


@pytest.mark.usefixtures("silence")
@pytest.mark.parametrize("moment", ["idle", "thinking"])
def test_a_process_that_is_stopped_is_soon_replaced(moment: str, tmp_path: Path) -> None:
    """However long its players may think."""
    with new_pool(seconds=600.0) as pool:
        pool.think(Task(SQUEX, "counting", "")).result(SOON)
        process = process_of(pool)
        if moment == "idle":
            os.kill(process, signal.SIGSTOP)
        thought = keep_busy(pool, tmp_path / "gate")
        if moment == "thinking":
            time.sleep(0.1)
            os.kill(process, signal.SIGSTOP)
        until(lambda: process_of(pool) != process)
        (tmp_path / "gate").touch()
        assert thought.result(SOON).note is None
        assert process_of(pool) != process


@LINUX
@pytest.mark.usefixtures("silence")
def test_a_process_that_is_stopped_while_it_starts_is_soon_replaced() -> None:
    with new_pool() as pool:
        process = process_of(pool)
        os.kill(process, signal.SIGSTOP)
        begun = time.monotonic()
        assert pool.think(Task(SQUEX, "counting", "")).result(STARTING)
        assert time.monotonic() - begun < STARTING
        assert process_of(pool) != process


@pytest.mark.usefixtures("silence")
def test_who_thinks_for_long_is_left_alone(tmp_path: Path) -> None:
    with new_pool() as pool:
        thought = keep_busy(pool, tmp_path / "gate")
        process = process_of(pool)
        time.sleep(2.5)
        (tmp_path / "gate").touch()
        assert thought.result(SOON).note is None
        assert process_of(pool) == process


def test_a_task_that_cannot_be_handed_over_fails_alone(single: Pool) -> None:
    seed: Any = lambda: 1  # noqa: E731 - what matters is that no process can be sent it
    with pytest.raises(PoolError, match="internal error"):
        single.think(Task(SQUEX, "random", "", seed=seed)).result(SOON)
    assert single.think(Task(SQUEX, "random", "")).result(SOON).note is None


def test_every_task_ends_while_processes_are_killed() -> None:
    chance = Random(1)
    names = ("random", "mcts:nodes=500", "fail", "counting")
    with new_pool(workers=2, queue=100) as pool:
        thoughts = []
        for number in range(60):
            game, priority = f"{number % 7}", chance.choice(list(Priority))
            thoughts.append(pool.think(Task(SQUEX, chance.choice(names), game, priority=priority)))
            if number % 10 == 0:
                chance.choice(thoughts).cancel()
                for child in children_of(pool)[:1]:
                    child.process.kill()
                time.sleep(0.05)
        assert not wait(thoughts, 3 * SOON).not_done


def test_one_who_glances_wins_when_it_can() -> None:
    position = read("noughts | xx1/oo1/3 x")
    assert position.play(glance(position).move).winners == 1


# --- stopping ------------------------------------------------------------------------------


def test_a_thought_that_is_cancelled_makes_way_at_once(single: Pool, tmp_path: Path) -> None:
    thought = keep_busy(single, tmp_path / "never")
    begun = time.monotonic()
    assert thought.cancel()
    assert single.think(Task(SQUEX, "random", "")).result(SOON).note is None
    assert time.monotonic() - begun < SOON
    with pytest.raises(CancelledError):
        thought.result()


def test_a_search_that_is_cancelled_makes_way_at_once(single: Pool) -> None:
    told = threading.Event()
    thought = single.think(Task(SQUEX, "mcts:time=60", ""), lambda thought: told.set())
    assert told.wait(SOON)
    begun = time.monotonic()
    assert thought.cancel()
    single.think(Task(SQUEX, "random", "")).result(SOON)
    assert time.monotonic() - begun < SOON


def test_a_process_that_does_not_stop_is_replaced(single: Pool) -> None:
    thought = single.think(Task(SQUEX, "hang", ""))
    until(lambda: not single._waiting._jobs)
    assert thought.cancel()
    single.think(Task(SQUEX, "random", "")).result(SOON)


def test_a_task_that_is_cancelled_before_its_turn_is_never_begun(
    single: Pool, tmp_path: Path
) -> None:
    busy = keep_busy(single, tmp_path / "gate")
    thought = single.think(Task(SQUEX, f"dying {tmp_path / 'died'}", ""))
    assert thought.cancel()
    (tmp_path / "gate").touch()
    busy.result(SOON)
    single.think(Task(SQUEX, "random", "")).result(SOON)
    assert not (tmp_path / "died").exists()


def test_cancelling_in_asyncio_stops_the_thought(single: Pool, tmp_path: Path) -> None:
    async def give_up() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await asyncio.wrap_future(single.think(waiting(tmp_path / "never")))

    asyncio.run(give_up())
    single.think(Task(SQUEX, "random", "")).result(SOON)


# --- what comes first ----------------------------------------------------------------------


def test_moves_come_before_hints_and_these_before_analyses(tmp_path: Path) -> None:
    done: list[Future[Thought]] = []
    with new_pool() as pool:
        keep_busy(pool, tmp_path / "gate")
        priorities = reversed(Priority)
        thoughts = [pool.think(waiting(tmp_path / "gate", priority)) for priority in priorities]
        for thought in thoughts:
            thought.add_done_callback(done.append)
        (tmp_path / "gate").touch()
        wait(thoughts, SOON)
    assert done == thoughts[::-1]


def test_a_full_queue_refuses_what_is_not_more_urgent(single: Pool, tmp_path: Path) -> None:
    busy = keep_busy(single, tmp_path / "gate")
    hints = [single.think(waiting(tmp_path / "gate", Priority.hint)) for _ in range(2)]
    for priority in (Priority.hint, Priority.analysis):
        with pytest.raises(BusyError, match="the computer players are busy"):
            single.think(waiting(tmp_path / "gate", priority))
    move = single.think(waiting(tmp_path / "gate"))
    with pytest.raises(BusyError):
        hints[1].result(SOON)
    (tmp_path / "gate").touch()
    for thought in (busy, move, hints[0]):
        assert thought.result(SOON).note is None


def test_a_queue_full_of_moves_refuses_another(single: Pool, tmp_path: Path) -> None:
    keep_busy(single, tmp_path / "gate")
    for _ in range(2):
        single.think(waiting(tmp_path / "gate"))
    with pytest.raises(BusyError):
        single.think(waiting(tmp_path / "gate"))


def test_analyses_leave_a_worker_for_moves(tmp_path: Path) -> None:
    with new_pool(workers=2) as pool:
        analyses = [pool.think(waiting(tmp_path / "gate", Priority.analysis)) for _ in range(2)]
        assert pool.think(Task(SQUEX, "random", "")).result(SOON).note is None
        (tmp_path / "gate").touch()
        assert all(thought.result(SOON).note is None for thought in analyses)


# --- the end -------------------------------------------------------------------------------


@LINUX
def test_closing_ends_everything_within_a_second(pair: Pool, tmp_path: Path) -> None:
    def held() -> tuple[int, int, int]:
        files = len(list(Path("/proc/self/fd").iterdir()))
        return files, threading.active_count(), len(active_children())

    until(lambda: len(pair._waiting._idle) == 2)  # nothing else is being started or ended
    before = held()
    pool = new_pool(workers=2)
    busy = [pool.think(Task(SQUEX, "hang", "")), keep_busy(pool, tmp_path / "never")]
    waits = pool.think(Task(SQUEX, "random", ""))
    processes = [Path(f"/proc/{child.process.pid}") for child in children_of(pool)]
    assert len(processes) == 2
    begun = time.monotonic()
    pool.close()
    assert time.monotonic() - begun < SOON
    for thought in (*busy, waits):
        with pytest.raises(ClosedError, match="the server is being stopped"):
            thought.result(0)
    with pytest.raises(ClosedError):
        pool.think(Task(SQUEX, "random", ""))
    assert held() == before
    assert not any(process.exists() for process in processes), "not even as zombies"


def test_a_pool_may_be_closed_before_it_has_begun_and_again() -> None:
    pool = new_pool()
    begun = time.monotonic()
    pool.close()
    pool.close()
    assert time.monotonic() - begun < SOON


PROGRAM = """
import sys, time
from multiprocessing import active_children
from tabuleiro.games import games, read, start
from tabuleiro.play.processes import Child
from tabuleiro.web.pool import Pool
from tabuleiro.web.task import Task

if __name__ == "__main__":
    pool = Pool(2, 128, 60.0)
    heard = []
    for number in range(2):
        pool.think(Task(start("squex"), "mcts:time=60", str(number)), lambda _: heard.append(1))
    while len(heard) < 4:
        time.sleep(0.01)
    print(*(child.pid for child in active_children()), flush=True)
    time.sleep(60)
"""


@LINUX
def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, program], env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        processes = [Path("/proc") / pid for pid in server.stdout.readline().split()]
        assert len(processes) == 2
        server.kill()
    until(lambda: not any(is_running(process) for process in processes))


def is_running(process: Path) -> bool:
    """Whether a process is there and not just waiting to be buried by the system's first one."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@LINUX
def test_workers_do_not_hear_ctrl_c_from_their_first_moment_on() -> None:
    with new_pool() as pool:
        process = process_of(pool)
        os.kill(process, signal.SIGINT)
        for _ in range(2):
            pool.think(Task(SQUEX, "random", "")).result(SOON)
            os.kill(process, signal.SIGINT)
        assert process_of(pool) == process
