"""Worker processes that play games; one that dies or hangs is replaced."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from functools import cache
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Protocol

from tabuleiro.arena.game import End, Result, ScoreSheet
from tabuleiro.arena.game_runner import GameTask, play_game
from tabuleiro.arena.tournament import ArenaError, Entry, Limits, Tournament
from tabuleiro.core.message import say
from tabuleiro.play.processes import ChildProcess
from tabuleiro.players import PlayerError
from tabuleiro.players.names import SETTINGS, split_name

PATIENCE = 60.0  # seconds for a start, for making a player, and for a turn beyond its own time
GRACE = 2.0  # seconds more, within which a late player is still heard
SLOWEST = 10  # nodes a second: the slowest uncompiled search makes ten times as many
WEEK = 7 * 24 * 3600.0  # seconds; nobody is waited for longer

# The seconds of a turn that a setting with this number allows; no depth says how many.
TURN_SECONDS: Mapping[str, Callable[[float, int], float]] = {
    "time": lambda seconds, moves: 2 * seconds,
    "nodes": lambda nodes, moves: nodes * moves / SLOWEST,
    "depth": lambda depth, moves: WEEK,
}


class TaskSource(Protocol):
    """Hands out games to be played: a schedule, or whoever else knows what comes next."""

    def prepare_next(self) -> None:
        """Finds the next game, so that nobody waits for it later."""

    def next_task(self) -> GameTask | None:
        """The next game; None when there is none for the moment."""


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def max_parallel_games(tournament: Tournament) -> int:
    """How many games the cores of this machine can play at once without sharing one."""
    return max(1, available_cores() // tournament.cores)


def play_games(tournament: Tournament, schedule: TaskSource, processes: int) -> Generator[Result]:
    """Plays what a schedule hands out, in so many processes; gives each game as it ends."""
    crew: list[Worker] = []
    try:
        while True:
            assign_tasks(tournament, crew, schedule, processes)
            busy = [worker for worker in crew if worker.busy]
            if not busy:
                return
            schedule.prepare_next()
            for worker in wait_for_workers(busy):
                if result := worker.poll():
                    yield result
                    assign_tasks(tournament, crew, schedule, processes)
    finally:
        for worker in crew:
            worker.end()


def assign_tasks(
    tournament: Tournament, crew: list[Worker], schedule: TaskSource, processes: int
) -> None:
    """Gives everybody in the crew a game, and takes on new ones, as long as there are games."""
    while True:
        idle = next((worker for worker in crew if not worker.busy), None)
        if idle is None and len(crew) == processes:
            return
        task = schedule.next_task()
        if task is None:
            return
        if idle is None:
            idle = Worker(tournament)
            crew.append(idle)
        idle.start_game(task)


def wait_for_workers(busy: list[Worker]) -> list[Worker]:
    """Waits for the first of these to speak, to die or to run out of time; gives all that did."""
    ready = wait([worker.pipe for worker in busy], min(worker.time_left() for worker in busy))
    return [worker for worker in busy if worker.pipe in ready or worker.time_left() == 0]


def play_to_end(worker: Worker, task: GameTask) -> Result:
    """Has one game played, and waits for it."""
    worker.start_game(task)
    while True:
        for one in wait_for_workers([worker]):
            if result := one.poll():
                return result


class Worker:
    """A process that plays one game after another, and what is known of the game it plays.

    Before the first word about a game nobody can be blamed: a process that has played before is
    replaced and its game begun again, a new one that cannot even begin ends the tournament.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._sheet: ScoreSheet | None = None
        self.busy = False
        self._start()

    @property
    def pipe(self) -> Connection:
        """Through which the process speaks."""
        return self._child.pipe

    def start_game(self, task: GameTask) -> None:
        """Hands it the next game."""
        self._task = task
        self._sheet = None
        self._wait_for(PATIENCE)
        self.busy = True
        with suppress(ConnectionError):  # `poll` will find that the process has ended
            self.pipe.send(task)

    def poll(self) -> Result | None:
        """Takes in the next thing that the process has said, if it has; the result once the game
        has ended."""
        try:
            if self.pipe.poll():
                return self._hear(self.pipe.recv())
        except (EOFError, ConnectionError):
            self._child.process.join(GRACE)
            return self._replace(End.died, str(self._child.process.exitcode))
        return self._replace(End.hung, f"{self._patience:.1f}") if self.time_left() == 0 else None

    def time_left(self) -> float:
        """Seconds until the process counts as hung."""
        return max(0.0, self._until - monotonic())

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self._child.end()

    def _hear(self, said: ScoreSheet | Result) -> Result | None:
        self._proved = True
        if isinstance(said, Result):
            self.busy = False
            return said
        self._sheet = said
        begun = said.begun
        self._wait_for(turn_timeout(self._tournament, self._task, said) if begun else PATIENCE)
        return None

    def _wait_for(self, seconds: float) -> None:
        self._patience = seconds
        self._until = monotonic() + seconds

    def _replace(self, end: End, detail: str) -> Result | None:
        """Starts a new process; whoever's turn it was loses the game."""
        self.end()
        if not self._proved:
            raise ArenaError(
                say(
                    "a process of the arena ended before its game could begin; a program that "
                    "plays games in it does so under {guard}, since the processes import it",
                    guard='if __name__ == "__main__"',
                )
            )
        self._start()
        if self._sheet is None:
            self.start_game(self._task)
            return None
        self.busy = False
        return self._sheet.forfeited(end, detail)

    def _start(self) -> None:
        self._proved = False
        self._child = ChildProcess(worker_main, self._tournament)


def turn_timeout(tournament: Tournament, task: GameTask, sheet: ScoreSheet) -> float:
    """Seconds for the turn that is on: its time, else what the player's limits allow and more."""
    if sheet.allowed is not None:
        return sheet.allowed + tournament.limits.margin + GRACE
    entry = tournament.entries[task.seating[sheet.player]]
    moves = tournament.rules.moves_a_turn
    if entry.engine:
        return PATIENCE + moves * entry.patience
    allowed = [
        seconds_by_limits(tournament.limits, moves),
        seconds_by_limits(entry, moves),
        seconds_by_name(entry.player, moves),
    ]
    return min(WEEK, PATIENCE + min((one for one in allowed if one is not None), default=0.0))


def seconds_by_limits(limits: Limits | Entry, moves: int) -> float | None:
    """What a turn of so many moves may take by the nodes and the depth of its moves."""
    given = [(one, getattr(limits, one)) for one in ("nodes", "depth")]
    return min((TURN_SECONDS[one](value, moves) for one, value in given if value), default=None)


@cache
def seconds_by_name(name: str, moves: int) -> float | None:
    """What a turn of so many moves may take by the settings of a name, of which the first to be
    reached ends a search. Who has none is quick."""
    try:
        given = [
            (one, text) for one, text in split_name(name).settings.items() if one in TURN_SECONDS
        ]
        seconds = [TURN_SECONDS[one](SETTINGS[one].read(text), moves) for one, text in given]
    except PlayerError:  # a name of somebody's own kind
        return None
    return min(seconds, default=None)


# --- in the process ------------------------------------------------------------------------


def worker_main(pipe: Connection, tournament: Tournament) -> None:
    """Plays the games that come through the pipe until it is closed."""
    threading.Thread(target=exit_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # what players print is no result
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send(play_game(tournament, task, pipe.send))


def exit_with_parent() -> None:
    """Ends this process, even in the middle of a thought, as soon as its parent is gone."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
