"""Processes that play the games of a tournament. One that dies or hangs is replaced."""

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

from tabuleiro.arena.game import End, Result, Sheet
from tabuleiro.arena.playing import Task, play_game
from tabuleiro.arena.tournament import ArenaError, Entry, Limits, Tournament
from tabuleiro.core.message import say
from tabuleiro.play.processes import Child
from tabuleiro.players import PlayerError
from tabuleiro.players.names import SETTINGS, split_name

PATIENCE = 60.0  # seconds for a start, for making a player, and for a turn beyond its own time
GRACE = 2.0  # seconds more, within which a late player is still heard
SLOWEST = 10  # nodes a second: the slowest uncompiled search makes ten times as many
WEEK = 7 * 24 * 3600.0  # seconds; nobody is waited for longer

# The seconds of a turn that a setting with this number allows; no depth says how many.
SPENT: Mapping[str, Callable[[float, int], float]] = {
    "time": lambda seconds, moves: 2 * seconds,
    "nodes": lambda nodes, moves: nodes * moves / SLOWEST,
    "depth": lambda depth, moves: WEEK,
}


class Tasks(Protocol):
    """Hands out games to be played: a schedule, or whoever else knows what comes next."""

    def prepare(self) -> None:
        """Finds the next game, so that nobody waits for it later."""

    def take(self) -> Task | None:
        """The next game; None when there is none for the moment."""


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def most_games_at_once(tournament: Tournament) -> int:
    """How many games the cores of this machine can play at once without sharing one."""
    return max(1, available_cores() // tournament.cores)


def play_games(tournament: Tournament, schedule: Tasks, processes: int) -> Generator[Result]:
    """Plays what a schedule hands out, in so many processes; gives each game as it ends."""
    crew: list[Worker] = []
    try:
        while True:
            employ(tournament, crew, schedule, processes)
            busy = [worker for worker in crew if worker.busy]
            if not busy:
                return
            schedule.prepare()
            for worker in heard_of(busy):
                if result := worker.look():
                    yield result
                    employ(tournament, crew, schedule, processes)
    finally:
        for worker in crew:
            worker.end()


def employ(tournament: Tournament, crew: list[Worker], schedule: Tasks, processes: int) -> None:
    """Gives everybody in the crew a game, and takes on new ones, as long as there are games."""
    while True:
        idle = next((worker for worker in crew if not worker.busy), None)
        if idle is None and len(crew) == processes:
            return
        task = schedule.take()
        if task is None:
            return
        if idle is None:
            idle = Worker(tournament)
            crew.append(idle)
        idle.begin(task)


def heard_of(busy: list[Worker]) -> list[Worker]:
    """Waits for the first of these to speak, to die or to run out of time; gives all that did."""
    ready = wait([worker.pipe for worker in busy], min(worker.time_left() for worker in busy))
    return [worker for worker in busy if worker.pipe in ready or worker.time_left() == 0]


def finish(worker: Worker, task: Task) -> Result:
    """Has one game played, and waits for it."""
    worker.begin(task)
    while True:
        for one in heard_of([worker]):
            if result := one.look():
                return result


class Worker:
    """A process that plays one game after another, and what is known of the game it plays.

    Before the first word about a game nobody can be blamed: a process that has played before is
    replaced and its game begun again, a new one that cannot even begin ends the tournament.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._sheet: Sheet | None = None
        self.busy = False
        self._start()

    @property
    def pipe(self) -> Connection:
        """Through which the process speaks."""
        return self._child.pipe

    def begin(self, task: Task) -> None:
        """Hands it the next game."""
        self._task = task
        self._sheet = None
        self._wait_for(PATIENCE)
        self.busy = True
        with suppress(ConnectionError):  # `look` will find that the process has ended
            self.pipe.send(task)

    def look(self) -> Result | None:
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

    def _hear(self, said: Sheet | Result) -> Result | None:
        self._proved = True
        if isinstance(said, Result):
            self.busy = False
            return said
        self._sheet = said
        begun = said.begun
        self._wait_for(patience_for(self._tournament, self._task, said) if begun else PATIENCE)
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
            self.begin(self._task)
            return None
        self.busy = False
        return self._sheet.forfeited(end, detail)

    def _start(self) -> None:
        self._proved = False
        self._child = Child(work, self._tournament)


def patience_for(tournament: Tournament, task: Task, sheet: Sheet) -> float:
    """Seconds for the turn that is on: its time, else what the player's limits allow and more."""
    if sheet.allowed is not None:
        return sheet.allowed + tournament.limits.margin + GRACE
    entry = tournament.entries[task.seating[sheet.player]]
    moves = tournament.rules.moves_a_turn
    if entry.engine:
        return PATIENCE + moves * entry.patience
    allowed = [
        allowed_by_limits(tournament.limits, moves),
        allowed_by_limits(entry, moves),
        allowed_by_name(entry.player, moves),
    ]
    return min(WEEK, PATIENCE + min((one for one in allowed if one is not None), default=0.0))


def allowed_by_limits(limits: Limits | Entry, moves: int) -> float | None:
    """What a turn of so many moves may take by the nodes and the depth of its moves."""
    given = [(one, getattr(limits, one)) for one in ("nodes", "depth")]
    return min((SPENT[one](value, moves) for one, value in given if value), default=None)


@cache
def allowed_by_name(name: str, moves: int) -> float | None:
    """What a turn of so many moves may take by the settings of a name, of which the first to be
    reached ends a search. Who has none is quick."""
    try:
        given = [(one, text) for one, text in split_name(name).settings.items() if one in SPENT]
        seconds = [SPENT[one](SETTINGS[one].read(text), moves) for one, text in given]
    except PlayerError:  # a name of somebody's own kind
        return None
    return min(seconds, default=None)


# --- in the process ------------------------------------------------------------------------


def work(pipe: Connection, tournament: Tournament) -> None:
    """Plays the games that come through the pipe until it is closed."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # what players print is no result
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send(play_game(tournament, task, pipe.send))


def end_with_parent() -> None:
    """Ends this process, even in the middle of a thought, as soon as its parent is gone."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
