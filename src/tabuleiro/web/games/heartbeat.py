"""The time of the server, and its heartbeat: clocks are paused while no server runs.

A downtime is stored once, and the clocks of a game are resumed when a server can answer: before the
first command in it, or by a background job. So no player is charged for a start that takes long.
"""

import logging
from math import inf
from threading import Lock
from time import monotonic, time

from tabuleiro.core.message import TabuleiroError
from tabuleiro.web.games.errors import NoSuchGameError
from tabuleiro.web.games.repository import GameRepository
from tabuleiro.web.store.schema import NO_DOWNTIME
from tabuleiro.web.store.transaction import Transaction

BEAT_SECONDS = 0.4  # between two heartbeats of a server
LATE = 0.5  # seconds after which a heartbeat is late: a shorter downtime is charged to players
DOWN_AFTER = 3.0  # seconds without a heartbeat of any server after which none was running
BATCH = 20  # games whose clocks are resumed in one transaction

STARTED = time() - monotonic()

log = logging.getLogger(__name__)


def steady_time() -> float:
    """Seconds since 1970, as the system's clock had them when the process was started. If that
    clock is set back or forward, no player loses time."""
    return STARTED + monotonic()


class Heartbeat:
    """The heartbeats of the server in this process, after the first one.

    How downtime is detected: a server that is alone on its database knows at its start that none
    was running. For a server that could not reach its database, or is started beside others, a late
    heartbeat means downtime. Otherwise a heartbeat may be late because there is much to do.
    """

    def __init__(self, repository: GameRepository) -> None:
        self.repository = repository
        self.stored = -inf
        """When the last heartbeat was stored, on the monotonic clock."""
        self._deadline = inf  # when the next heartbeat is overdue
        self._failures = 0  # how often the database had not answered before the last heartbeat
        self._downtime = NO_DOWNTIME
        self._resumed = NO_DOWNTIME  # the last downtime after which all clocks were resumed
        self._unreadable: set[str] = set()
        self._lock = Lock()

    def start(self) -> None:
        """The first heartbeat of a server that is being started."""
        self._write(0.0 if self.repository.store.is_exclusive else LATE)

    def beat(self) -> None:
        """A heartbeat of a server that runs."""
        self._write(LATE if self._was_cut_off() else DOWN_AFTER)

    def beat_if_overdue(self) -> None:
        """Makes up for a heartbeat that is overdue, before clocks are looked at: no flag may fall
        because the database was away or the machine asleep."""
        if self._is_overdue():
            with self._lock:
                if self._is_overdue():
                    self.beat()

    def _is_overdue(self) -> bool:
        started = self._deadline < inf
        return started and (self.repository.now() > self._deadline or self._was_cut_off())

    def _was_cut_off(self) -> bool:
        """Whether the database did not answer since the last heartbeat."""
        return self.repository.store.failures != self._failures

    def _write(self, allowed_gap: float) -> None:
        failures, now = self.repository.store.failures, self.repository.now()
        with self.repository.store.transaction() as transaction:
            self._downtime = transaction.heartbeat(now, allowed_gap)
        self._deadline, self._failures = now + DOWN_AFTER, failures
        self.stored = monotonic()

    # --- clocks after a downtime

    def resume_game(self, game_id: str) -> None:
        """Resumes the clocks of a game, if they are paused since the last downtime."""
        if self._downtime != self._resumed:
            self._resume_all([game_id])

    def resume_games(self) -> bool:
        """Resumes the clocks of some games; whether there may be more."""
        downtime = self._downtime
        if downtime == self._resumed:
            return False
        with self.repository.store.reading() as reading:
            paused = reading.games_to_resume(downtime, BATCH + len(self._unreadable))
        games = [each for each in paused if each not in self._unreadable]
        self._resume_all(games[:BATCH])
        if not games:
            self._resumed = downtime
        return bool(games)

    def _resume_all(self, game_ids: list[str]) -> None:
        with self.repository.store.transaction() as transaction:
            for game_id in game_ids:
                self._resume(transaction, game_id)

    def _resume(self, transaction: Transaction, game_id: str) -> None:
        begin, end = self._downtime
        try:
            locked = self.repository.lock(transaction, game_id)
            if locked.row.flag_at is None or locked.row.updated >= end:
                return
            table = locked.table
        except NoSuchGameError:
            return
        except TabuleiroError as trouble:  # it is damaged, or its rules are not installed
            log.warning("the clocks of game %s were not resumed: %s", game_id, trouble)
            self._unreadable.add(game_id)
            return
        table.pause_clocks(max(begin, table.events[-1].at))
        table.resume_clocks(max(end, self.repository.now()))
        locked.save()
