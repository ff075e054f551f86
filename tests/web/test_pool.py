"""The pool: moves found in worker processes, even if processes crash or hang."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakSet

import pytest

from processes import is_running
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games, read, start
from tabuleiro.play.processes import interrupts_ignored
from tabuleiro.players import MoveChoice, Player, make_player
from tabuleiro.search.limit import NO_LIMIT, Limit, RemainingTime
from tabuleiro.search.memory import no_memory
from tabuleiro.search.progress import Progress
from tabuleiro.web.workers import pool as pools
from tabuleiro.web.workers.pool import (
    BusyError,
    ClosedError,
    PoolError,
    WorkerPool,
    WorkerSupervisor,
    quick_move,
)
from tabuleiro.web.workers.tasks import Priority, WorkerResult, WorkerTask
from tabuleiro.web.workers.worker import (
    MOST_PLAYERS,
    REPORT_INTERVAL,
    PlayerCache,
    capped_name,
    think,
)
from waiting import PATIENCE, wait_for
from web.misbehaving_players import Counting, begun, make
from web.players_at_server import Time

SQUEX = start("squex rows=4 columns=4")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def new_pool(workers: int = 1, queue: int = 64, time: Time | None = None) -> WorkerPool:
    """A pool whose workers may think as long as a test lasts. They never time out while the clock
    stands still."""
    return WorkerPool(workers, 128, PATIENCE, queue, make=make, clock=time or Time())


@pytest.fixture(scope="module")
def pair() -> Iterator[WorkerPool]:
    """A pool with two workers."""
    with new_pool(workers=2) as pool:
        yield pool


@pytest.fixture(scope="module")
def time() -> Time:
    """The clock of the pool with one worker."""
    return Time()


@pytest.fixture(scope="module")
def lonely(time: Time) -> Iterator[WorkerPool]:
    with pytest.MonkeyPatch.context() as patch, new_pool(queue=2, time=time) as pool:
        patch.setattr(pools, "POLL_SECONDS", 0.02)  # so that it soon notices the passing of time
        yield pool


@pytest.fixture
def single(lonely: WorkerPool) -> Iterator[WorkerPool]:
    """A pool with one worker and a queue for two tasks; after each test the worker is idle."""
    yield lonely
    wait_for(lambda: lonely._waiting._idle)


def first_move(position: Position) -> str:
    return position.move_text(position.legal_moves()[0])


def waiting(gate: Path, priority: Priority = Priority.move, source: str = "") -> WorkerTask:
    return WorkerTask(SQUEX, f"waiting {gate}", "", priority=priority, source=source)


def keep_busy(pool: WorkerPool, gate: Path) -> Future[WorkerResult]:
    """Give a worker a task that lasts until the gate exists."""
    thought = pool.think(waiting(gate))
    wait_for(begun(gate).exists)
    return thought


def processes_of(pool: WorkerPool) -> list[int]:
    """The current processes of a pool."""
    found: list[int] = []
    for keeper in pool._supervisors:
        with keeper._lock:  # while it is held, no process is ended
            if keeper._child and keeper._child.process.pid:
                found.append(keeper._child.process.pid)
    return found


def process_of(pool: WorkerPool) -> int:
    """The process of the only worker, once there is one."""
    while not (found := processes_of(pool)):
        wait_for(lambda: processes_of(pool))
    return found[0]


def let_time_pass(time: Time, pool: WorkerPool, holds: Callable[[], bool]) -> None:
    """Let time pass until the pool gives up its only worker. Time passes only while the pool waits
    for that worker, so that its replacement does not time out."""
    (keeper,) = pool._supervisors

    def held() -> bool:
        if not holds() and keeper._job:
            time.seconds += pools.SILENCE_TIMEOUT / 4
        return holds()

    wait_for(held)


# --- tasks ---------------------------------------------------------------------------------


def test_a_player_makes_the_same_move_as_without_a_pool(pair: WorkerPool, game: Game[Any]) -> None:
    position = game.start()
    alone = make_player("mcts:nodes=200", game, 7).choose(position)
    assert alone.progress
    thought = pair.think(WorkerTask(position, "mcts:nodes=200", game.id, seed=7)).result(PATIENCE)
    assert thought.note is None and thought.progress
    assert thought.move == position.move_text(alone.move)
    assert thought.progress.line == alone.progress.line
    assert thought.line[0] == thought.move


def test_a_player_without_a_search_tells_its_move_alone(pair: WorkerPool) -> None:
    thought = pair.think(WorkerTask(SQUEX, "counting", "alone")).result(PATIENCE)
    assert thought == WorkerResult(first_move(SQUEX), (first_move(SQUEX),))


def test_thoughts_are_reported_while_they_go_on(single: WorkerPool) -> None:
    reports: list[WorkerResult] = []
    thought = single.think(WorkerTask(SQUEX, "mcts:time=3600", ""), reports.append)
    wait_for(lambda: len(reports) > 1)
    assert thought.cancel()
    for report in reports:
        assert report.progress and report.line[0] == report.move


class Reporting(Player):
    """Reports at certain moments of a clock, in quarters of an interval, and names each moment as
    the depth of its search."""

    def __init__(self, time: Time) -> None:
        self._time = time

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        move = position.legal_moves()[0]
        for moment in (0, 1, 4, 5, 6, 9, 31):
            self._time.seconds = REPORT_INTERVAL * moment / 4
            yield MoveChoice(move, Progress(moment, 0.5, None, 0, 0.0, (move,)))


def test_thoughts_are_reported_once_in_an_interval() -> None:
    time, sent = Time(0.0), list[Any]()
    think(Reporting(time), WorkerTask(SQUEX, "", ""), StopFlag(), sent.append, time)
    assert [each.progress.depth for each in sent] == [0, 4, 9, 31]
    assert all(each.partial for each in sent)


def test_reporting_to_somebody_who_fails_does_no_harm(
    pair: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(thought: WorkerResult) -> None:
        raise RuntimeError("not now")

    assert (
        pair.think(WorkerTask(SQUEX, "mcts:nodes=100", "deaf"), fail).result(PATIENCE).note is None
    )
    assert "not now" in caplog.text


def test_a_player_remembers_its_own_game_whoever_thinks_in_between(pair: WorkerPool) -> None:
    moves = [SQUEX.move_text(move) for move in SQUEX.legal_moves()]
    for number in range(3):
        for game in ("one", "two", "three"):
            thought = pair.think(WorkerTask(SQUEX, "counting", game)).result(PATIENCE)
            assert thought.move == moves[number]


@pytest.mark.parametrize(
    "limit",
    [
        Limit(clocks=(RemainingTime(1000), RemainingTime(900_000))),
        Limit(movetime=50),
        Limit(infinite=True),
    ],
    ids=["clocks", "movetime", "infinite"],
)
def test_the_name_the_task_and_the_pool_limit_a_thought(
    pair: WorkerPool, limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    if limit.infinite:
        monkeypatch.setattr(pair, "_movetime", 50)
    task = WorkerTask(SQUEX, "mcts:time=3600", "limited", limit=limit)
    thought = pair.think(task).result(PATIENCE)
    assert thought.note is None and thought.progress
    assert thought.progress.seconds < PATIENCE / 2, "of what the pool allows"


def test_asyncio_waits_for_thoughts(pair: WorkerPool) -> None:
    async def both() -> list[WorkerResult]:
        tasks = (WorkerTask(SQUEX, "random", name) for name in "ab")
        return await asyncio.gather(*(asyncio.wrap_future(pair.think(task)) for task in tasks))

    assert len(asyncio.run(both())) == 2


def test_nobody_thinks_about_a_game_that_is_over(pair: WorkerPool) -> None:
    position = start("noughts")
    while not position.over:
        position = position.play(position.legal_moves()[0])
    with pytest.raises(PoolError, match="the game is over"):
        pair.think(WorkerTask(position, "random", ""))


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
    assert capped_name(name, 32) == given


def test_who_has_not_thought_for_long_is_forgotten() -> None:
    bench = PlayerCache(make, 1)
    tasks = [WorkerTask(SQUEX, "counting", str(number)) for number in range(MOST_PLAYERS + 1)]
    players = [bench.find(task) for task in tasks]
    assert bench.find(tasks[1]) is players[1]
    assert bench.find(tasks[0]) is not players[0]
    assert bench.find(tasks[1]) is players[1], "it thought after the third"
    assert bench.find(tasks[2]) is not players[2]


def test_players_make_room_for_one_who_finds_none() -> None:
    sitting: WeakSet[Player] = WeakSet()

    def make_two(name: str, game: Game[Any], seed: int) -> Player:
        if len(sitting) == 2:
            raise no_memory(1)
        sitting.add(player := Counting())
        return player

    bench = PlayerCache(make_two, 1)
    for number in range(3):
        bench.find(WorkerTask(SQUEX, "counting", str(number)))
    assert len(sitting) == 1


def test_players_of_many_games_find_room_in_little_memory(
    caplog: pytest.LogCaptureFixture,
) -> None:
    names = ("level:10", "guided", "alphabeta:nodes=100")
    short = Limit(movetime=20)
    with WorkerPool(1, 16, PATIENCE, clock=Time()) as pool:
        for thought in [
            pool.think(WorkerTask(game.start(), name, f"{game.id} {number}", limit=short))
            for number in range(2)
            for game in games().values()
            for name in names
        ]:
            assert thought.result(PATIENCE).note is None
    assert not caplog.records, "each at its first try"


# --- failures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("die", "its process ended"),
        ("greedy", "its process ended"),
        ("fail", "internal error"),
        ("cheat", "2147483647 is not a legal move here"),
        ("nobody", "no player of Squex is called 'nobody'"),
    ],
)
def test_a_move_comes_whatever_its_player_does(pair: WorkerPool, player: str, reason: str) -> None:
    thought = pair.think(WorkerTask(SQUEX, player, "bad")).result(PATIENCE)
    check_glance(thought, player, reason)
    assert (
        pair.think(WorkerTask(SQUEX, "counting", f"after {player}")).result(PATIENCE).note is None
    )


def check_glance(thought: WorkerResult, player: str, reason: str) -> None:
    """The move was made without thinking, and the note says why."""
    assert thought.move == quick_move(SQUEX).move
    note = f"{player} could not think \\({reason}.*\\), so it played a quick move"
    assert re.fullmatch(note, str(thought.note))


def test_a_move_comes_from_a_player_who_does_not_answer(single: WorkerPool, time: Time) -> None:
    bad = single.think(WorkerTask(SQUEX, "hang", "bad", limit=Limit(movetime=100)))
    let_time_pass(time, single, bad.done)
    check_glance(bad.result(), "hang", "it did not answer in time")
    assert single.think(WorkerTask(SQUEX, "counting", "after hang")).result(PATIENCE).note is None


@pytest.mark.parametrize("priority", [Priority.hint, Priority.analysis])
def test_a_hint_that_nobody_can_give_is_no_move_at_a_glance(
    pair: WorkerPool, priority: Priority
) -> None:
    with pytest.raises(PoolError, match="fail could not think: internal error"):
        pair.think(WorkerTask(SQUEX, "fail", "bad", priority=priority)).result(PATIENCE)


def test_a_task_whose_process_dies_is_done_by_another(pair: WorkerPool, tmp_path: Path) -> None:
    thought = pair.think(WorkerTask(SQUEX, f"dying {tmp_path / 'died'}", "")).result(PATIENCE)
    assert thought == WorkerResult(first_move(SQUEX), (first_move(SQUEX),))


def test_a_process_that_ends_between_two_tasks_is_replaced(single: WorkerPool) -> None:
    single.think(WorkerTask(SQUEX, "counting", "ended")).result(PATIENCE)
    process = process_of(single)
    os.kill(process, signal.SIGKILL)
    thought = single.think(WorkerTask(SQUEX, "counting", "ended")).result(PATIENCE)
    assert thought.move == first_move(SQUEX) and thought.note is None
    assert process_of(single) != process


@pytest.mark.parametrize("moment", ["idle", "thinking"])
def test_a_process_that_is_stopped_is_replaced(
    moment: str, single: WorkerPool, time: Time, tmp_path: Path
) -> None:
    """Even if its players may think for a long time."""
    single.think(WorkerTask(SQUEX, "counting", "")).result(PATIENCE)
    process = process_of(single)
    gate = tmp_path / "gate"
    if moment == "idle":
        os.kill(process, signal.SIGSTOP)
        thought = single.think(waiting(gate))
    else:
        thought = keep_busy(single, gate)
        os.kill(process, signal.SIGSTOP)
    let_time_pass(time, single, lambda: process_of(single) != process)
    gate.touch()
    assert thought.result(PATIENCE).note is None
    assert process_of(single) != process


@LINUX
def test_a_process_that_is_stopped_while_it_starts_is_replaced() -> None:
    time = Time()
    with new_pool(time=time) as pool:
        process = process_of(pool)
        os.kill(process, signal.SIGSTOP)
        thought = pool.think(WorkerTask(SQUEX, "counting", ""))

        def is_gone() -> bool:
            if process in processes_of(pool):
                time.seconds += pools.SILENCE_TIMEOUT / 4
                return False
            return True

        wait_for(is_gone)
        assert thought.result(PATIENCE).note is None


def test_who_thinks_for_long_and_gives_signs_of_life_is_left_alone(
    single: WorkerPool, time: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs, hear = list[object](), WorkerSupervisor._receive

    def note(keeper: WorkerSupervisor, deadline: float) -> Any:
        if said := hear(keeper, deadline):
            signs.append(said)
        return said

    monkeypatch.setattr(WorkerSupervisor, "_receive", note)
    monkeypatch.setattr(pools, "SILENCE_TIMEOUT", 4.0)
    thought = keep_busy(single, tmp_path / "gate")
    process = process_of(single)
    for _ in range(3):
        time.seconds += 3  # one report that the worker is alive is enough in that time
        signs.clear()
        wait_for(lambda: signs)
    (tmp_path / "gate").touch()
    assert thought.result(PATIENCE).note is None
    assert process_of(single) == process


def test_a_task_that_cannot_be_handed_over_fails_alone(single: WorkerPool) -> None:
    seed: Any = lambda: 1  # noqa: E731 - it must be something that cannot be sent to a process
    with pytest.raises(PoolError, match="internal error"):
        single.think(WorkerTask(SQUEX, "random", "", seed=seed)).result(PATIENCE)
    assert single.think(WorkerTask(SQUEX, "random", "")).result(PATIENCE).note is None


def test_every_task_ends_while_processes_are_killed(pair: WorkerPool) -> None:
    chance = Random(1)
    names = ("random", "mcts:nodes=500", "fail", "counting")
    thoughts = []
    for number in range(60):
        game, priority = f"{number % 7}", chance.choice(list(Priority))
        thoughts.append(
            pair.think(WorkerTask(SQUEX, chance.choice(names), game, priority=priority))
        )
        if number % 10 == 0:
            chance.choice(thoughts).cancel()
            for process in processes_of(pair)[:1]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            wait(thoughts[: number // 2], PATIENCE)
    assert not wait(thoughts, PATIENCE).not_done


def test_one_who_glances_wins_when_it_can() -> None:
    position = read("noughts | xx1/oo1/3 x")
    assert position.play(quick_move(position).move).winners == 1


# --- stopping ------------------------------------------------------------------------------


def test_a_thought_that_is_cancelled_makes_way_at_once(single: WorkerPool, tmp_path: Path) -> None:
    thought = keep_busy(single, tmp_path / "never")
    assert thought.cancel()
    assert single.think(WorkerTask(SQUEX, "random", "")).result(PATIENCE).note is None
    with pytest.raises(CancelledError):
        thought.result()


def test_a_search_that_is_cancelled_makes_way_at_once(single: WorkerPool) -> None:
    told = threading.Event()
    thought = single.think(WorkerTask(SQUEX, "mcts:time=3600", ""), lambda thought: told.set())
    assert told.wait(PATIENCE)
    assert thought.cancel()
    assert single.think(WorkerTask(SQUEX, "random", "")).result(PATIENCE).note is None


def test_a_process_that_does_not_stop_is_replaced(single: WorkerPool, time: Time) -> None:
    process = process_of(single)
    thought = single.think(WorkerTask(SQUEX, "hang", ""))
    wait_for(lambda: single._supervisors[0]._job)
    assert thought.cancel()
    let_time_pass(time, single, lambda: process_of(single) != process)
    assert single.think(WorkerTask(SQUEX, "random", "")).result(PATIENCE).note is None


def test_a_task_that_is_cancelled_before_its_turn_is_never_begun(
    single: WorkerPool, tmp_path: Path
) -> None:
    busy = keep_busy(single, tmp_path / "gate")
    thought = single.think(WorkerTask(SQUEX, f"dying {tmp_path / 'died'}", ""))
    assert thought.cancel()
    (tmp_path / "gate").touch()
    busy.result(PATIENCE)
    single.think(WorkerTask(SQUEX, "random", "")).result(PATIENCE)
    assert not (tmp_path / "died").exists()


def test_cancelling_in_asyncio_stops_the_thought(single: WorkerPool, tmp_path: Path) -> None:
    async def give_up() -> None:
        thought = asyncio.wrap_future(single.think(waiting(tmp_path / "never")))
        await asyncio.to_thread(wait_for, begun(tmp_path / "never").exists)
        thought.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thought

    asyncio.run(give_up())
    assert single.think(WorkerTask(SQUEX, "random", "")).result(PATIENCE).note is None


# --- priorities ----------------------------------------------------------------------------


def test_moves_come_before_hints_and_these_before_analyses(tmp_path: Path) -> None:
    done: list[Future[WorkerResult]] = []
    with new_pool() as pool:
        keep_busy(pool, tmp_path / "gate")
        priorities = reversed(Priority)
        thoughts = [pool.think(waiting(tmp_path / "gate", priority)) for priority in priorities]
        for thought in thoughts:
            thought.add_done_callback(done.append)
        (tmp_path / "gate").touch()
        wait(thoughts, PATIENCE)
    assert done == thoughts[::-1]


def test_sources_take_turns_however_much_each_wants(tmp_path: Path) -> None:
    done: list[Future[WorkerResult]] = []
    with new_pool(queue=64) as pool:
        keep_busy(pool, tmp_path / "gate")
        sources = ["greedy"] * 20 + ["other"] * 2 + ["third"]
        thoughts = [pool.think(waiting(tmp_path / "gate", source=source)) for source in sources]
        for thought in thoughts:
            thought.add_done_callback(done.append)
        (tmp_path / "gate").touch()
        wait(thoughts, PATIENCE)
    served = [sources[thoughts.index(thought)] for thought in done]
    assert served[:5] == ["greedy", "other", "third", "greedy", "other"]
    assert set(served[5:]) == {"greedy"}


def test_a_full_queue_refuses_what_is_not_more_urgent(single: WorkerPool, tmp_path: Path) -> None:
    busy = keep_busy(single, tmp_path / "gate")
    hints = [single.think(waiting(tmp_path / "gate", Priority.hint)) for _ in range(2)]
    for priority in (Priority.hint, Priority.analysis):
        with pytest.raises(BusyError, match="the computer players are busy"):
            single.think(waiting(tmp_path / "gate", priority))
    move = single.think(waiting(tmp_path / "gate"))
    with pytest.raises(BusyError):
        hints[1].result(PATIENCE)
    (tmp_path / "gate").touch()
    for thought in (busy, move, hints[0]):
        assert thought.result(PATIENCE).note is None


def test_a_queue_full_of_moves_refuses_another(single: WorkerPool, tmp_path: Path) -> None:
    moves = [keep_busy(single, tmp_path / "gate")]
    moves += [single.think(waiting(tmp_path / "gate")) for _ in range(2)]
    with pytest.raises(BusyError):
        single.think(waiting(tmp_path / "gate"))
    (tmp_path / "gate").touch()
    assert not wait(moves, PATIENCE).not_done


def test_analyses_leave_a_worker_for_moves(pair: WorkerPool, tmp_path: Path) -> None:
    analyses = [pair.think(waiting(tmp_path / "gate", Priority.analysis)) for _ in range(2)]
    assert pair.think(WorkerTask(SQUEX, "random", "")).result(PATIENCE).note is None
    (tmp_path / "gate").touch()
    assert all(thought.result(PATIENCE).note is None for thought in analyses)


# --- closing -------------------------------------------------------------------------------


@LINUX
def test_closing_ends_everything(pair: WorkerPool, tmp_path: Path) -> None:
    def held() -> tuple[int, int, int]:
        files = len(list(Path("/proc/self/fd").iterdir()))
        return files, threading.active_count(), len(active_children())

    wait_for(lambda: len(pair._waiting._idle) == 2)  # nothing else is starting or ending
    before = held()
    pool = new_pool(workers=2)
    busy = [pool.think(WorkerTask(SQUEX, "hang", "")), keep_busy(pool, tmp_path / "never")]
    waits = pool.think(WorkerTask(SQUEX, "random", ""))
    processes = [Path(f"/proc/{process}") for process in processes_of(pool)]
    assert len(processes) == 2
    pool.close()
    for thought in (*busy, waits):
        with pytest.raises(ClosedError, match="the server is being stopped"):
            thought.result(0)
    with pytest.raises(ClosedError):
        pool.think(WorkerTask(SQUEX, "random", ""))
    assert held() == before
    assert not any(process.exists() for process in processes), "not even as zombies"


def test_a_pool_may_be_closed_before_it_has_begun_and_again() -> None:
    pool = new_pool()
    pool.close()
    pool.close()
    with pytest.raises(ClosedError):
        pool.think(WorkerTask(SQUEX, "random", ""))


PROGRAM = """
import time
from multiprocessing import active_children
from tabuleiro.games import start
from tabuleiro.web.workers.pool import WorkerPool
from tabuleiro.web.workers.tasks import WorkerTask

if __name__ == "__main__":
    pool = WorkerPool(2, 128, 3600.0, clock=lambda: 0.0)
    heard = []
    for number in range(2):
        task = WorkerTask(start("squex"), "mcts:time=3600", str(number))
        pool.think(task, lambda _: heard.append(1))
    while len(heard) < 4:
        time.sleep(0.01)
    print(*(child.pid for child in active_children()), flush=True)
    time.sleep(3600)
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
        processes = [int(process) for process in server.stdout.readline().split()]
        assert len(processes) == 2
        server.kill()
    wait_for(lambda: not any(map(is_running, processes)))


@LINUX
def test_workers_do_not_hear_ctrl_c_from_their_first_moment_on() -> None:
    with new_pool() as pool:
        process = process_of(pool)
        os.kill(process, signal.SIGINT)
        for _ in range(2):
            pool.think(WorkerTask(SQUEX, "random", "")).result(PATIENCE)
            os.kill(process, signal.SIGINT)
        assert process_of(pool) == process


@LINUX
def test_ctrl_c_does_not_stop_the_main_thread_while_it_starts_a_process() -> None:
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)  # the system may give it the signal
    thread.start()
    try:
        with interrupts_ignored():
            os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        pytest.fail("it was stopped")
    finally:
        ended.set()
        thread.join()
