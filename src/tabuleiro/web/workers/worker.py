"""The programs of worker processes, in which computer players think, and of the sandbox.

A worker does one task after another. The main thread thinks; a thread of lower priority analyses.
Another thread reads the pipe, so that a task can be stopped, sends heartbeats, and ends the process
when the pipe is closed because the server is gone.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from logging import getLogger
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from tabuleiro.analysis import Analysis, iterate_analysis, make_search
from tabuleiro.analysis.reasons import reasons_for
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games
from tabuleiro.play.processes import (
    BACKGROUND_NICENESS,
    lower_process_priority,
    lower_thread_priority,
    serve_requests,
)
from tabuleiro.players import MoveChoice, Player
from tabuleiro.players.kinds import KINDS
from tabuleiro.players.names import SETTINGS, PlayerName, name_text, split_name
from tabuleiro.players.searches import MEGABYTES
from tabuleiro.search.limit import Limit
from tabuleiro.search.memory import MEGABYTE, NoMemoryError
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.workers.tasks import Sign, WorkerMessage, WorkerResult, WorkerTask

MOST_PLAYERS = 16  # players and analysts that are kept; they share the memory of a worker
SPARE = 512 * MEGABYTE  # addresses, hardly used: stacks, heaps, ONNX Runtime with 180 MB
REASON_WORK = 200_000  # for each question to the solver, about 0.1 seconds
REPORT_INTERVAL = 0.2  # seconds between two partial results
ALIVE_INTERVAL = 0.5  # seconds between two heartbeats
USUAL = {"megabytes": MEGABYTES, "threads": 1}  # of a player whose name does not set them
ORPHANED, EXHAUSTED = 1, 3  # exit codes: the server is gone, no memory is left

LOG = getLogger(__name__)

MakePlayer = Callable[[str, Game[Any], int], Player]
"""Creates the player of that name for a game, with a seed."""
Found = MoveChoice | Analysis
ENDLESS = Limit(infinite=True)


def run_worker(pipe: Connection, megabytes: int, make: MakePlayer) -> None:
    """Works on the tasks that come through the pipe until it is closed."""
    sys.stdout = sys.stderr  # nobody reads what players print
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_process_priority()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each thread of NumPy takes 40 MB
    games()  # loads everything that tasks may need
    gc.freeze()  # it is never freed, and collecting players gets faster
    limit_memory(megabytes)
    channel = WorkerPipe(pipe)
    Thread(target=channel.listen, daemon=True).start()
    players = PlayerCache(make, megabytes // MOST_PLAYERS)
    with suppress(ConnectionError):  # `listen` ends the process
        channel.send(Sign.ready)
        while True:
            channel.send_answer(answer_task(players, *channel.tasks.get(), send=channel.send))


class Analyst:
    """Analyses positions of one game, one at a time, in memory of its own.

    A search is paused between two of its reports. So an analysis that is interrupted, by a move
    that a person is waiting for or by another analysis, loses nothing: it is resumed when the same
    position is asked for again.
    """

    def __init__(self, position: Position, megabytes: int, seed: int = 1) -> None:
        self._search = make_search(position, megabytes=megabytes, seed=seed)
        self._about: tuple[Position, int] | None = None
        self._found: Iterator[Analysis] = iter(())
        self._last: Analysis | None = None
        self._seconds = 0.0

    def analyses(
        self, position: Position, lines: int, limit: Limit, stop: StopFlag
    ) -> Iterator[Analysis]:
        """Yields analyses, at least one, until the limit or `stop`; the game is not over. If
        nothing is left to find, it yields what is known."""
        if self._about != (position, lines):
            self._found = iter(())  # the earlier search ends before the next begins
            self._found = iterate_analysis(position, ENDLESS, lines=lines, search=self._search)
            self._about, self._last, self._seconds = (position, lines), None, 0.0
        spent, nodes = self._seconds, self._last.nodes if self._last else 0
        until = inf if limit.movetime is None else spent + limit.movetime / 1000
        enough = inf if limit.nodes is None else nodes + limit.nodes
        while True:
            analysis = self._next()
            yield analysis
            if analysis.done or stop.is_set:
                return
            if analysis.seconds >= until or analysis.nodes >= enough:
                return

    def _next(self) -> Analysis:
        begun = monotonic()
        analysis = next(self._found, None)
        self._seconds += monotonic() - begun
        if analysis:
            self._last = replace(analysis, seconds=self._seconds)  # pauses do not count
            return self._last
        assert self._last, "there is always an analysis"
        return replace(self._last, done=True)


class WorkerPipe:
    """The pipe of a worker. Two threads write to it."""

    def __init__(self, pipe: Connection) -> None:
        self.tasks: SimpleQueue[tuple[WorkerTask, StopFlag]] = SimpleQueue()
        self._pipe = pipe
        self._speaking = Lock()
        self._busy = Event()

    def send(self, message: WorkerMessage) -> None:
        """Sends a message to the server."""
        with self._speaking:
            self._pipe.send(message)

    def send_answer(self, message: WorkerMessage) -> None:
        """Sends the last message about a task."""
        self._busy.clear()
        self.send(message)

    def listen(self) -> None:
        """Queues the tasks; any other message stops the last one."""
        stop = StopFlag()
        try:
            while True:
                if not self._pipe.poll(ALIVE_INTERVAL if self._busy.is_set() else None):
                    self.send(Sign.alive)
                elif isinstance(message := self._pipe.recv(), WorkerTask):
                    stop = StopFlag()
                    self._busy.set()
                    self.tasks.put((message, stop))
                else:
                    stop.set()
        finally:  # the pipe is closed or broken
            os._exit(ORPHANED)


def answer_task(
    players: PlayerCache, task: WorkerTask, stop: StopFlag, send: Callable[[WorkerMessage], None]
) -> WorkerMessage:
    """The last message about a task. Without memory the state is unreliable: the process ends."""
    try:
        if task.turn:
            return players.analysis_thread.submit(explain, task, stop).result()
        thinker = players.find(task)
        if isinstance(thinker, Analyst):
            return players.analysis_thread.submit(think, thinker, task, stop, send).result()
        return think(thinker, task, stop, send)
    except MemoryError:
        os._exit(EXHAUSTED)
    except ConnectionError:
        raise
    except TabuleiroError as error:
        reason = error.message
    except Exception as error:
        LOG.exception("%s failed", task.player)
        reason = say("internal error: {error}", error=repr(error))
    players.clear()  # whatever the cause, the next task starts with new players
    return reason


def think(
    thinker: Player | Analyst,
    task: WorkerTask,
    stop: StopFlag,
    send: Callable[[WorkerMessage], None],
    clock: Callable[[], float] = monotonic,
) -> WorkerResult:
    """The choice of a player or the last analysis; partial results are sent now and then."""
    if isinstance(thinker, Analyst):
        found: Iterator[Found] = thinker.analyses(task.position, task.lines, task.limit, stop)
    else:
        found = thinker.think(task.position, task.limit, stop)
    sent = -inf
    for last in found:
        has_news = isinstance(last, Analysis) or last.progress
        if has_news and clock() - sent >= REPORT_INTERVAL:
            sent = clock()
            send(replace(WorkerResult.of(task.position, last), partial=True))
    return WorkerResult.of(task.position, last)


def explain(task: WorkerTask, stop: StopFlag) -> WorkerResult:
    """The reasons for the turn of a task."""
    about = task.position, task.turn
    return WorkerResult.of_reasons(
        reasons_for(*about, fault=task.fault, work=REASON_WORK, stop=stop)
    )


class PlayerCache:
    """The players and analysts that were used last, each with `megabytes`. If there is no
    memory for another, all are dropped. Analysts run in `analysis_thread`, with lower priority."""

    def __init__(self, make: MakePlayer, megabytes: int) -> None:
        self._make = make
        self._megabytes = megabytes
        self._kept: LruCache[tuple[str, int, str], Player | Analyst] = LruCache(MOST_PLAYERS)
        self.analysis_thread = ThreadPoolExecutor(
            1, "analysing", lower_thread_priority, (BACKGROUND_NICENESS,)
        )

    def find(self, task: WorkerTask) -> Player | Analyst:
        """The player or analyst for a task: the one that knows the game, else a new one."""
        found = self._kept.get(task.memory)
        if found is None:
            if self._kept.make_room():
                gc.collect()
            try:
                found = self._new(task)
            except NoMemoryError:
                self.clear()
                found = self._new(task)
            self._kept.put(task.memory, found)
        return found

    def clear(self) -> None:
        """Drops all players and analysts."""
        self._kept.clear()
        gc.collect()  # searches have reference cycles

    def _new(self, task: WorkerTask) -> Player | Analyst:
        if task.lines:
            return Analyst(task.position, min(MEGABYTES, max(1, self._megabytes)), task.seed)
        return self._make(capped_name(task.player, self._megabytes), task.position.game, task.seed)


def capped_name(name: str, megabytes: int) -> str:
    """The name of the same player with at most that much memory and one thread."""
    parts = split_name(name)
    kind = KINDS.get(parts.kind)
    most = {"megabytes": max(1, megabytes), "threads": 1}
    lowered = {
        setting: str(min(number, number_of(parts, setting)))
        for setting, number in most.items()
        if kind and setting in kind.settings
    }
    return name_text(parts.kind, parts.value, {**parts.settings, **lowered}) if lowered else name


def number_of(name: PlayerName, setting: str) -> float:
    """The setting in a name, else the default."""
    given = name.settings.get(setting)
    return USUAL[setting] if given is None else SETTINGS[setting].read(given)


# --- the process among others --------------------------------------------------------------


def limit_memory(megabytes: int) -> None:
    """Limits the further memory of this process, if the system can."""
    try:
        import resource
    except ImportError:
        return
    most = addresses_used() + megabytes * MEGABYTE + SPARE
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def addresses_used() -> int:
    """The size of the address space of this process; 0 if it is not known."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


# --- the sandbox ---------------------------------------------------------------------------


def run_sandbox(pipe: Connection, megabytes: int) -> None:
    """The program of the sandbox; `megabytes` limits its memory after loading."""
    lower_process_priority()
    serve_requests(pipe, call, partial(limit_memory, megabytes))


def call(request: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    """The result of a function with its arguments, or why there is none."""
    work, given = request
    try:
        return work(*given)
    except TabuleiroError as error:
        return TabuleiroError(error.message)  # any of its classes, which may not be pickled
