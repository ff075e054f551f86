"""The heartbeat of servers: clocks are paused for the time in which no server was running."""

import logging
from threading import Lock

from tabuleiro.core.message import TabuleiroError
from tabuleiro.web.games.repository import GameRepository
from tabuleiro.web.games.state import GameSnapshot
from tabuleiro.web.store.transaction import Transaction

BEAT_SECONDS = 1.0  # between two heartbeats of a server
LATE = 1.5  # seconds after which the next heartbeat is late
DOWN_AFTER = 3.0  # seconds without a heartbeat of any server after which none was running

log = logging.getLogger(__name__)


class Heartbeat:
    """The heartbeats of the server in this process, after the first one.

    How downtime is detected: a server that is alone on its database knows at its start that none
    was running. For a server that could not reach its database, or is started beside others, a late
    heartbeat means downtime. Otherwise a heartbeat may be late because there is much to do.
    """

    def __init__(self, repository: GameRepository) -> None:
        self.repository = repository
        self._server = ""
        self._deadline = 0.0  # when the next heartbeat is overdue
        self._failures = 0  # how often the database had not answered before the last heartbeat
        self._lock = Lock()

    def start(self, server: str) -> None:
        """The first heartbeat of a server that is being started."""
        self._write(server, 0.0 if self.repository.store.is_exclusive else LATE)

    def beat(self, server: str) -> None:
        """A heartbeat of a server that runs."""
        self._write(server, LATE if self._was_cut_off() else DOWN_AFTER)

    def beat_if_overdue(self) -> None:
        """Makes up for a heartbeat that is overdue, before clocks are looked at: no flag may fall
        because the database was away or the machine asleep."""
        if self._is_overdue():
            with self._lock:
                if self._is_overdue():
                    self.beat(self._server)

    def _is_overdue(self) -> bool:
        late = self.repository.now() > self._deadline
        return bool(self._server) and (late or self._was_cut_off())

    def _was_cut_off(self) -> bool:
        """Whether the database did not answer since the last heartbeat."""
        return self.repository.store.failures != self._failures

    def _write(self, server: str, allowed_gap: float) -> None:
        failures, now = self.repository.store.failures, self.repository.now()
        with self.repository.store.transaction() as transaction:
            last_beat = transaction.heartbeat(server, now)
            games: list[GameSnapshot | None] = []
            if last_beat is not None and now - last_beat > allowed_gap:
                running = transaction.games_with_clocks()
                games = [self._skip_downtime(transaction, each, last_beat, now) for each in running]
        self._server, self._deadline, self._failures = server, now + DOWN_AFTER, failures
        for game in games:
            if game:
                self.repository.put(game)

    def _skip_downtime(
        self, transaction: Transaction, game_id: str, last_beat: float, now: float
    ) -> GameSnapshot | None:
        """Pauses the clocks of a game for the time in which no server was running."""
        try:
            locked = self.repository.lock(transaction, game_id)
            table = locked.table().copy()
        except TabuleiroError as trouble:  # the game is gone, or its rules are not installed
            log.warning("the clocks of a game were not paused: %s", trouble)
            return None
        if table.over or table.clock is None or table.clock.running is None:
            return None
        table.pause_clocks(max(last_beat, table.events[-1].at))
        table.resume_clocks(now)
        return locked.append(table)
