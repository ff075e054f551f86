"""Worker processes that play games; one that dies or hangs is replaced."""

from __future__ import annotations

import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from functools import cache
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from time import monotonic

from tabuleiro.arena.game import End, Result, ScoreSheet
from tabuleiro.arena.game_runner import GameTask, play_game
from tabuleiro.arena.tournament import ArenaError, Entry, Limits, Tournament
from tabuleiro.core.message import say
from tabuleiro.play.processes import ChildProcess
from tabuleiro.players import PlayerError
from tabuleiro.players.names import SETTINGS, split_name

WORKER_TIMEOUT = 60.0  # seconds to start, to make a player, and for a turn beyond its own time
GRACE = 2.0  # more seconds in which the answer of a late player still counts
SLOWEST = 10  # nodes per second: the slowest uncompiled search is ten times as fast
WEEK = 7 * 24 * 3600.0  # seconds: the longest timeout

# How many seconds per turn a setting allows. A depth says nothing about time.
TURN_SECONDS: Mapping[str, Callable[[float, int], float]] = {
    "time": lambda seconds, moves: 2 * seconds,
    "nodes": lambda nodes, moves: nodes * moves / SLOWEST,
    "depth": lambda depth, moves: WEEK,
}


class TaskSource(ABC):
    """Hands out the games to be played."""

    _prepared: GameTask | None = None

    @abstractmethod
    def find_task(self) -> GameTask | None:
        """The next game, with its opening, or None if there is none at the moment."""

    def prepare_next(self) -> None:
        """Prepares the next game, so that no worker waits for it later."""
        self._prepared = self._prepared or self.find_task()

    def next_task(self) -> GameTask | None:
        """The next game, or None if there is none at the moment."""
        self.prepare_next()
        task, self._prepared = self._prepared, None
        return task


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def max_parallel_games(tournament: Tournament) -> int:
    """How many games this machine can play at once without two of them sharing a core."""
    return max(1, available_cores() // tournament.cores)


def play_games(tournament: Tournament, schedule: TaskSource, processes: int) -> Generator[Result]:
    """Plays the games of a schedule in this many processes, and yields each when it has ended."""
    workers: list[Worker] = []
    try:
        while True:
            assign_tasks(tournament, workers, schedule, processes)
            busy = [worker for worker in workers if worker.busy]
            if not busy:
                return
            schedule.prepare_next()
            for worker in wait_for_workers(busy):
                if result := worker.poll():
                    yield result
                    assign_tasks(tournament, workers, schedule, processes)
    finally:
        for worker in workers:
            worker.end()


def play_games_here(tournament: Tournament, schedule: TaskSource) -> Generator[Result]:
    """Plays the games of a schedule in this process, one after another. A player that hangs is
    waited for, and one that ends its process ends this one."""
    while task := schedule.next_task():
        yield play_game(tournament, task)


def assign_tasks(
    tournament: Tournament, workers: list[Worker], schedule: TaskSource, processes: int
) -> None:
    """Gives a game to every idle worker, and starts new workers while there are games."""
    while True:
        idle = next((worker for worker in workers if not worker.busy), None)
        if idle is None and len(workers) == processes:
            return
        task = schedule.next_task()
        if task is None:
            return
        if idle is None:
            idle = Worker(tournament)
            workers.append(idle)
        idle.start_game(task)


def wait_for_workers(busy: list[Worker]) -> list[Worker]:
    """Waits until one of these sends a message, dies or times out, and returns all that did."""
    ready = wait([worker.pipe for worker in busy], min(worker.time_left() for worker in busy))
    return [worker for worker in busy if worker.pipe in ready or worker.time_left() == 0]


def play_to_end(worker: Worker, task: GameTask) -> Result:
    """Plays one game in a worker and waits for its end."""
    worker.start_game(task)
    while True:
        for one in wait_for_workers([worker]):
            if result := one.poll():
                return result


class Worker:
    """A process that plays one game after another, and the state of its current game.

    If the process dies before its first message about a game, no player is at fault: a process that
    has played before is replaced and the game starts again; a new process that cannot even start
    ends the tournament.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._sheet: ScoreSheet | None = None
        self.busy = False
        self._start()

    @property
    def pipe(self) -> Connection:
        """The connection to the process."""
        return self._child.pipe

    def start_game(self, task: GameTask) -> None:
        """Sends the next game to the process."""
        self._task = task
        self._sheet = None
        self._set_timeout(WORKER_TIMEOUT)
        self.busy = True
        with suppress(ConnectionError):  # `poll` will find that the process has ended
            self.pipe.send(task)

    def poll(self) -> Result | None:
        """Reads the next message of the process, if any; returns the result if a game has ended."""
        try:
            if self.pipe.poll():
                return self._receive(self.pipe.recv())
        except (EOFError, ConnectionError):
            self._child.process.join(GRACE)
            return self._replace(End.died, str(self._child.process.exitcode))
        return self._replace(End.hung, f"{self._timeout:.1f}") if self.time_left() == 0 else None

    def time_left(self) -> float:
        """Seconds until the process counts as hung."""
        return max(0.0, self._until - monotonic())

    def end(self) -> None:
        """Kills the process."""
        self._child.end()

    def _receive(self, message: ScoreSheet | Result) -> Result | None:
        self._has_answered = True
        if isinstance(message, Result):
            self.busy = False
            return message
        self._sheet = message
        tournament, task = self._tournament, self._task
        timeout = turn_timeout(tournament, task, message) if message.begun else WORKER_TIMEOUT
        self._set_timeout(timeout)
        return None

    def _set_timeout(self, seconds: float) -> None:
        self._timeout = seconds
        self._until = monotonic() + seconds

    def _replace(self, end: End, detail: str) -> Result | None:
        """Starts a new process. The player whose turn it was loses the game."""
        self.end()
        if not self._has_answered:
            reason = say(
                "a worker process ended before its game began; put the code that starts games "
                "under {guard}, because worker processes import your program",
                guard='if __name__ == "__main__"',
            )
            raise ArenaError(reason)
        self._start()
        if self._sheet is None:
            self.start_game(self._task)
            return None
        self.busy = False
        return self._sheet.forfeited(end, detail)

    def _start(self) -> None:
        self._has_answered = False
        self._child = ChildProcess(worker_main, self._tournament)


def turn_timeout(tournament: Tournament, task: GameTask, sheet: ScoreSheet) -> float:
    """The timeout of a turn: its time limit, or what the player's other limits allow, and more."""
    if sheet.allowed is not None:
        return sheet.allowed + tournament.limits.margin + GRACE
    entry = tournament.entries[task.seating[sheet.player]]
    moves = tournament.rules.moves_a_turn
    if entry.engine:
        return WORKER_TIMEOUT + moves * entry.move_timeout
    allowed = [
        seconds_by_limits(tournament.limits, moves),
        seconds_by_limits(entry, moves),
        seconds_by_name(entry.player, moves),
    ]
    return min(WEEK, WORKER_TIMEOUT + min((one for one in allowed if one is not None), default=0.0))


def seconds_by_limits(limits: Limits | Entry, moves: int) -> float | None:
    """How long a turn of this many moves may take, by the nodes and the depth per move."""
    given = [(one, getattr(limits, one)) for one in ("nodes", "depth")]
    return min((TURN_SECONDS[one](value, moves) for one, value in given if value), default=None)


@cache
def seconds_by_name(name: str, moves: int) -> float | None:
    """How long a turn of this many moves may take, by the settings in a player's name: the first
    limit that is reached ends a search. Players without settings are fast."""
    try:
        given = split_name(name).settings
        limits = [one for one in TURN_SECONDS if one in given]
        seconds = [TURN_SECONDS[one](SETTINGS[one].read(given[one]), moves) for one in limits]
    except PlayerError:  # a kind of player that a program has added
        return None
    return min(seconds, default=None)


# --- in the process ------------------------------------------------------------------------


def worker_main(pipe: Connection, tournament: Tournament) -> None:
    """Plays the games that arrive through the pipe until it is closed."""
    threading.Thread(target=exit_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # the output of players must not mix with results
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send(play_game(tournament, task, pipe.send))


def exit_with_parent() -> None:
    """Exits, even during a search, as soon as the parent process is gone."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
