"""Processes that play the games of a match. One that dies or hangs is replaced."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from time import monotonic

from tabuleiro.arena.game import MARGIN, End, Result, Sheet, play_game
from tabuleiro.arena.match import Match, MatchError
from tabuleiro.core.message import say
from tabuleiro.core.position import Position
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


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_games(
    match: Match, openings: Sequence[Position], numbers: Sequence[int], processes: int
) -> Generator[Result]:
    """Plays these games of a match; gives each as it ends."""
    tasks = ((number, openings[number // match.seats]) for number in numbers)
    crew = [Worker(match) for _ in range(min(processes, len(numbers)))]
    try:
        for worker in crew:
            worker.begin(*next(tasks))
        while busy := [worker for worker in crew if worker.busy]:
            wait([worker.pipe for worker in busy], min(worker.time_left() for worker in busy))
            for worker in busy:
                if result := worker.look():
                    if task := next(tasks, None):
                        worker.begin(*task)
                    yield result
    finally:
        for worker in crew:
            worker.end()


class Worker:
    """A process that plays one game after another, and what is known of the game it plays.

    Before the first word about a game nobody can be blamed: a process that has played before is
    replaced and its game begun again, a new one that cannot even begin ends the match.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._sheet: Sheet | None = None
        self.busy = False
        self._start()

    @property
    def pipe(self) -> Connection:
        """Through which the process speaks."""
        return self._child.pipe

    def begin(self, number: int, opening: Position) -> None:
        """Hands it the next game."""
        self._task = number, opening
        self._sheet = None
        self._heard = monotonic()
        self.busy = True
        with suppress(ConnectionError):  # `look` will find that the process has ended
            self.pipe.send(self._task)

    def look(self) -> Result | None:
        """Takes in what the process has said; the result once the game has ended."""
        try:
            while self.pipe.poll():
                said = self.pipe.recv()
                self._heard = monotonic()
                self._proved = True
                if isinstance(said, Result):
                    self.busy = False
                    return said
                self._sheet = said
        except (EOFError, ConnectionError):
            self._child.process.join(GRACE)
            return self._replace(End.died, str(self._child.process.exitcode))
        return self._replace(End.hung, f"{self._patience():.1f}") if self.time_left() == 0 else None

    def time_left(self) -> float:
        """Seconds until the process counts as hung."""
        return max(0.0, self._heard + self._patience() - monotonic())

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self._child.end()

    def _patience(self) -> float:
        if self._sheet and self._sheet.begun:
            return patience_for(self._match, self._sheet)
        return PATIENCE

    def _replace(self, end: End, detail: str) -> Result | None:
        """Starts a new process; whoever's turn it was loses the game."""
        self.end()
        if not self._proved:
            raise MatchError(
                say(
                    "a process of the match ended before its game could begin; a program that "
                    "plays a match does so under {guard}, since the processes import it",
                    guard='if __name__ == "__main__"',
                )
            )
        self._start()
        if self._sheet is None:
            self.begin(*self._task)
            return None
        self.busy = False
        return self._sheet.forfeited(end, detail)

    def _start(self) -> None:
        self._proved = False
        self._child = Child(work, self._match)


def patience_for(match: Match, sheet: Sheet) -> float:
    """Seconds for the turn that is on: its time, else what the player's name allows it and more."""
    if match.turn_time is not None:
        return match.turn_time + MARGIN + GRACE
    name = match.name_at(sheet.number, sheet.player)
    return min(WEEK, PATIENCE + allowed_seconds(name, match.rules.moves_a_turn))


def allowed_seconds(name: str, moves: int) -> float:
    """What a turn of so many moves may take by the settings of a name, of which the first to be
    reached ends a search. Who has none is quick."""
    try:
        given = [(one, text) for one, text in split_name(name).settings.items() if one in SPENT]
        seconds = [SPENT[one](SETTINGS[one].read(text), moves) for one, text in given]
    except PlayerError:  # a name of somebody's own kind
        return 0.0
    return min(seconds, default=0.0)


# --- in the process ------------------------------------------------------------------------


def work(pipe: Connection, match: Match) -> None:
    """Plays the games that come through the pipe until it is closed."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # what players print is no result
    while True:
        try:
            number, opening = pipe.recv()
        except EOFError:
            return
        pipe.send(play_game(match, number, opening, pipe.send))


def end_with_parent() -> None:
    """Ends this process, even in the middle of a thought, as soon as its parent is gone."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
