"""A pool of supervised worker processes in which computer players think.

Every process has a thread of this one, its supervisor, which gives it one task after another and
replaces it when it dies or does not answer. The task is then done by another process; if all fail,
a simple player makes the move, so that no game waits forever.

An analysis that has the last process is interrupted when another task waits: its answer is the
result so far, and it can be continued by another task.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from logging import getLogger
from math import inf
from operator import attrgetter
from pathlib import Path
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Self

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.play.processes import ChildProcess
from tabuleiro.players import MoveChoice, make_player
from tabuleiro.search.limit import Limit
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.workers.tasks import Priority, Sign, WorkerMessage, WorkerResult, WorkerTask
from tabuleiro.web.workers.worker import MOST_PLAYERS, MakePlayer, run_worker

TRIES = 3  # processes that a task may fail in
START_TIMEOUT = 120.0  # seconds for a process to load everything, also on a busy machine
ANSWER_GRACE = 3.0  # seconds for an answer after the time of its task is over
SILENCE_TIMEOUT = 4.0  # seconds without a heartbeat after which a process counts as hanging
MOST_SOURCES = 10_000  # that are remembered
POLL_SECONDS = 0.5  # seconds between two checks whether a silent process was stopped

LOG = getLogger(__name__)
NUMBERS = count()  # numbers of jobs, in the order of their arrival

OnProgress = Callable[[WorkerResult], None]
"""Called with results before the last, at most five a second, in a thread of the pool."""


class PoolError(TabuleiroError):
    """A task that could not be done."""


class BusyError(PoolError):
    """A task for which there is no room now."""

    def __init__(self) -> None:
        super().__init__(say("the computer players are busy: try again in a moment"))


class ClosedError(PoolError):
    """A task of a pool that is closed."""

    def __init__(self) -> None:
        super().__init__(say("the computer players have gone: the server is being stopped"))


class WorkerError(TabuleiroError):
    """A process that died or did not answer."""


def check_task(task: WorkerTask) -> None:
    """PoolError if there is nothing to think about."""
    if task.position.over:
        raise PoolError(say("the game is over: there is no move to choose"))


class WorkerPool:
    """A number of worker processes; `megabytes` and `seconds` limit the memory of each process and
    the time of a task. At most `queue` tasks wait. The `clock` is for timeouts.

    `think` may be called from any thread, and from asyncio with `asyncio.wrap_future`.
    """

    def __init__(
        self,
        workers: int = 1,
        megabytes: int = 256,
        seconds: float = 10.0,
        queue: int = 64,
        *,
        make: MakePlayer = make_player,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._movetime = round(1000 * seconds)
        self._waiting = JobQueue(queue, workers)
        start_child = partial(ChildProcess, run_worker, megabytes, make)
        self._supervisors = [
            WorkerSupervisor(self._waiting, start_child, clock) for _ in range(workers)
        ]
        for supervisor in self._supervisors:
            supervisor.start()

    def think(
        self, task: WorkerTask, on_progress: OnProgress | None = None
    ) -> Future[WorkerResult]:
        """Has a player think. The future can be cancelled at any time, which stops the player.

        Its error is a PoolError. A task for a move fails only if the pool is closed or full of
        moves.
        """
        check_task(task)
        own, most = task.limit.for_player(task.position.player), Limit(movetime=self._movetime)
        task = replace(task, limit=most if own.infinite else own.within(most))
        job = PoolJob(task, on_progress or (lambda result: None))
        if displaced := self._waiting.add(job):
            displaced.fail(BusyError())
        job.future.add_done_callback(lambda _: self._stop_if_cancelled(job))
        if self._waiting.has_urgent_job():
            for supervisor in self._supervisors:
                if supervisor.interrupt():
                    break  # one free process is enough
        return job.future

    def sizes(self) -> dict[str, int]:
        """The number of waiting tasks, of processes that work, and of all that run."""
        supervisors = self._supervisors
        return {
            "queue": len(self._waiting),
            "workers_busy": sum(each.is_busy for each in supervisors),
            "workers": sum(each.is_running for each in supervisors),
        }

    def close(self) -> None:
        """Kills all processes. Unfinished tasks fail."""
        for job in self._waiting.close():
            job.fail(ClosedError())
        for supervisor in self._supervisors:
            supervisor.close()
        for supervisor in self._supervisors:
            supervisor.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _stop_if_cancelled(self, job: PoolJob) -> None:
        if not job.future.cancelled():
            return
        job.future.set_running_or_notify_cancel()  # needed by `concurrent.futures.wait`
        if not self._waiting.remove(job):
            for supervisor in self._supervisors:
                supervisor.stop(job)


# --- jobs ----------------------------------------------------------------------------------


@dataclass(eq=False)
class PoolJob:
    """A task and the future that waits for it. The future stays pending until it is answered, so
    that it can be cancelled meanwhile."""

    task: WorkerTask
    on_progress: OnProgress
    future: Future[WorkerResult] = field(default_factory=Future)
    number: int = field(default_factory=lambda: next(NUMBERS))
    failures: int = 0

    def report(self, result: WorkerResult) -> None:
        """Reports a result before the last."""
        if self.future.cancelled():
            return
        try:
            self.on_progress(result)
        except Exception:
            LOG.exception("progress was reported to somebody who failed")

    def answer(self, result: WorkerResult) -> None:
        """Sets the last result, unless the task was cancelled."""
        with suppress(InvalidStateError):
            self.future.set_result(result)

    def fail(self, error: PoolError) -> None:
        """Sets the reason why there is no result."""
        with suppress(InvalidStateError):
            self.future.set_exception(error)

    def give_up(self, reason: Message) -> None:
        """Ends a job that failed every time: with a simple move, if a game waits for it."""
        values = {"player": self.task.player, "reason": reason}
        if self.task.priority is Priority.move:
            note = say("{player} could not think ({reason}), so it played a quick move", **values)
            self.answer(replace(quick_move(self.task.position), note=note))
        else:
            self.fail(PoolError(say("{player} could not think: {reason}", **values)))


def is_analysis(job: PoolJob) -> bool:
    """Whether it is an analysis; all other tasks come first."""
    return job.task.priority is Priority.analysis


def quick_move(position: Position) -> WorkerResult:
    """The move with the best evaluation right after it."""
    player = position.player
    best = max(position.legal_moves(), key=lambda move: quick_value(position.play(move), player))
    return WorkerResult.of(position, MoveChoice(best))


def quick_value(position: Position, player: int) -> float:
    """The evaluation of a position for a player."""
    if position.over:
        return inf if position.winners == 1 << player else -inf
    return position.evaluate(player)


class JobQueue:
    """Waiting jobs, and the supervisors that wait for one.

    Of the jobs with the same priority, one of the source that was served least recently comes
    first: nobody waits for all the games that somebody else has opened. A job goes to a supervisor
    whose process remembers its game, if one waits. Analyses leave one of several workers free, as
    they take long.
    """

    def __init__(self, most: int, workers: int) -> None:
        self._most = most
        self._spare = min(1, workers - 1)
        self._jobs: list[PoolJob] = []
        self._idle: list[WorkerSupervisor] = []
        self._served: LruCache[str, int] = LruCache(MOST_SOURCES)  # when each source was served
        self._changed = Condition()
        self.closed = False

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, job: PoolJob) -> PoolJob | None:
        """Adds a job, or refuses it; returns the job that had to make room for it."""
        with self._changed:
            if self.closed:
                raise ClosedError
            displaced = None
            if len(self._jobs) >= self._most:
                order = attrgetter("task.priority", "number")
                displaced = max(self._jobs, key=order, default=None)
                if displaced is None or displaced.task.priority <= job.task.priority:
                    raise BusyError
                self._jobs.remove(displaced)
            self._put(job)
            return displaced

    def put_back(self, job: PoolJob) -> bool:
        """Puts a job back; False if the queue is closed."""
        with self._changed:
            if not self.closed and not job.future.cancelled():
                self._put(job)
            return not self.closed

    def remove(self, job: PoolJob) -> bool:
        """Removes a job, if it waits."""
        with self._changed:
            if job in self._jobs:
                self._jobs.remove(job)
                return True
            return False

    def next_job(self, supervisor: WorkerSupervisor) -> PoolJob | None:
        """The next job of a supervisor, once there is one; None if the queue is closed."""
        with self._changed:
            self._idle.append(supervisor)
            self._changed.notify_all()  # another supervisor may take an analysis now
            self._changed.wait_for(lambda: self.closed or self._job_for(supervisor))
            job = None if self.closed else self._job_for(supervisor)
            self._idle.remove(supervisor)
            if job:
                self._jobs.remove(job)
                self._served.put(job.task.source, next(NUMBERS))
            self._changed.notify_all()  # others may take a job that was left to this one
            return job

    def has_urgent_job(self) -> bool:
        """Whether a task other than an analysis waits, and no process is idle."""
        with self._changed:
            return not self._idle and not all(map(is_analysis, self._jobs))

    def close(self) -> list[PoolJob]:
        """Closes the queue; returns the jobs that waited."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()
            jobs, self._jobs = self._jobs, []
            return jobs

    def _put(self, job: PoolJob) -> None:
        self._jobs.append(job)
        self._changed.notify_all()

    def _job_for(self, supervisor: WorkerSupervisor) -> PoolJob | None:
        suited = (job for job in self._jobs if self._suits(job, supervisor))
        return min(suited, key=self._turn, default=None)

    def _turn(self, job: PoolJob) -> tuple[int, int, int]:
        """When it is the turn of a job: jobs with lower numbers come first."""
        return job.task.priority, self._served.get(job.task.source) or 0, job.number

    def _suits(self, job: PoolJob, supervisor: WorkerSupervisor) -> bool:
        if is_analysis(job) and len(self._idle) <= self._spare:
            return False
        knowing = [each for each in self._idle if each.remembers_game(job.task)]
        return supervisor in knowing or not knowing


# --- supervisors -------------------------------------------------------------------------------


class WorkerSupervisor(Thread):
    """Gives one worker process one job after another, and replaces it when it fails."""

    def __init__(
        self, waiting: JobQueue, start_child: Callable[[], ChildProcess], clock: Callable[[], float]
    ) -> None:
        super().__init__(name="supervisor", daemon=True)
        self._waiting = waiting
        self._start_child = start_child
        self._clock = clock
        self._lock = Lock()  # for the fields below, which other threads use too
        self._child: ChildProcess | None = None
        self._job: PoolJob | None = None
        self._interrupted = False
        self._known: LruCache[tuple[str, int, str], None] = LruCache(MOST_PLAYERS)

    def run(self) -> None:
        self._prepare()
        while job := self._waiting.next_job(self):
            try:
                self._do(job)
            except Exception as error:
                LOG.exception("a task cannot be done")
                self._end_process()
                job.fail(PoolError(say("internal error: {error}", error=repr(error))))
        self._end_process()

    @property
    def is_busy(self) -> bool:
        """Whether its process has a job."""
        return self._job is not None

    @property
    def is_running(self) -> bool:
        """Whether it has a process."""
        return self._child is not None

    def remembers_game(self, task: WorkerTask) -> bool:
        """Whether its process may remember the game of a task."""
        return task.memory in self._known

    def stop(self, job: PoolJob) -> None:
        """Stops a job, if the process is doing it."""
        with self._lock:
            if self._job is job:
                self._send(None)

    def interrupt(self) -> bool:
        """Ends an analysis with what is known by now, if the process is doing one."""
        with self._lock:
            if self._job is None or not is_analysis(self._job) or self._interrupted:
                return False
            self._interrupted = True
            self._send(None)
            return True

    def close(self) -> None:
        """Kills the process, so that the supervisor does not wait for it any more. The queue is
        closed before, so no other process is started."""
        with self._lock:
            if self._child:
                self._child.process.kill()

    # --- in its own thread

    def _do(self, job: PoolJob) -> None:
        try:
            answer = self._ask(job)
        except WorkerError as error:
            self._end_process()
            self._try_elsewhere(job, error.message)  # before the start, which takes a while
            self._prepare()
        else:
            if isinstance(answer, WorkerResult):
                job.answer(answer)
            else:
                self._try_elsewhere(job, answer)

    def _try_elsewhere(self, job: PoolJob, reason: Message) -> None:
        if not self._waiting.closed:
            LOG.warning("%s could not think: %s", job.task.player, reason)
        job.failures += 1
        if job.failures >= TRIES:
            job.give_up(reason)
        elif not self._waiting.put_back(job):
            job.fail(ClosedError())

    def _ask(self, job: PoolJob) -> WorkerResult | Message:
        """The last result of the process, or why there is none."""
        self._start_process()
        self._hand_over(job)
        try:
            return self._listen(job)
        finally:
            with self._lock:
                self._job = None

    def _hand_over(self, job: PoolJob) -> None:
        self._known.put(job.task.memory, None)
        with self._lock:
            self._job = job
            self._interrupted = False
            self._send(job.task)
            if job.future.cancelled():  # before this supervisor had the job
                self._send(None)
        if self._waiting.has_urgent_job():  # which came meanwhile
            self.interrupt()

    def _listen(self, job: PoolJob) -> WorkerResult | Message:
        movetime = job.task.limit.movetime
        assert movetime is not None, "every task has an end"
        now = self._clock
        deadline, silent = now() + movetime / 1000 + ANSWER_GRACE, now() + SILENCE_TIMEOUT
        while True:
            if job.future.cancelled():
                deadline = min(deadline, now() + ANSWER_GRACE)
            message = self._receive(min(deadline, silent))
            if message:
                silent = now() + SILENCE_TIMEOUT
            match message:
                case WorkerResult(partial=True):
                    job.report(message)
                case WorkerResult() | Message():
                    return message

    def _receive(self, deadline: float) -> WorkerMessage | None:
        """The next message of the process; None if there is none for a while."""
        assert self._child
        left = deadline - self._clock()
        try:
            if self._child.pipe.poll(max(0.0, min(left, POLL_SECONDS))):
                message: WorkerMessage = self._child.pipe.recv()
                return message
        except (EOFError, OSError) as error:
            raise WorkerError(say("its process ended")) from error
        if left <= 0:
            raise WorkerError(say("it did not answer in time"))
        return None

    # --- its process

    def _prepare(self) -> None:
        """Starts a process before it is needed. If that fails, the next job reports why."""
        with suppress(WorkerError):
            self._start_process()

    def _start_process(self) -> None:
        """Makes sure that there is a process that has loaded everything."""
        if self._child and self._child.process.is_alive():
            return
        self._end_process()
        with self._lock:
            if self._waiting.closed:
                raise WorkerError(ClosedError().message)
            try:
                self._child = self._start_child()
            except OSError as error:
                raise WorkerError(say("no process could be started")) from error
            process = self._child.process.pid
        assert process
        self._wait_until_ready(process)

    def _wait_until_ready(self, process: int) -> None:
        """Waits for a process that loads: it sends nothing, but it uses CPU time."""
        now = self._clock
        deadline, silent, worked = now() + START_TIMEOUT, now() + SILENCE_TIMEOUT, 0
        while self._receive(min(deadline, silent)) is not Sign.ready:
            done = cpu_ticks(process)
            if done is None or done > worked:
                silent, worked = now() + SILENCE_TIMEOUT, done or 0

    def _end_process(self) -> None:
        with self._lock:
            child, self._child = self._child, None
        if child:
            child.end()
        self._known.clear()

    def _send(self, task: WorkerTask | None) -> None:
        """Sends the process a task, or None to stop the last one. If the process has ended, that is
        noticed when its answer is read."""
        if self._child:
            with suppress(OSError):
                self._child.pipe.send(task)


def cpu_ticks(process: int) -> int | None:
    """The CPU time of a process so far, in ticks; None if the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return sum(map(int, fields[11:13]))
