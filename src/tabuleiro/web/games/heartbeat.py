"""The heartbeat of servers: clocks are paused for the time in which no server was running."""

from __future__ import annotations

import logging
from threading import Lock

from tabuleiro.core.message import TabuleiroError
from tabuleiro.web.games.repository import GameRepository
from tabuleiro.web.games.state import GameSnapshot
from tabuleiro.web.store.transaction import Transaction

BEAT_SECONDS = 1.0  # seconds between two signs of a server
LATE = 1.5  # seconds without a sign of any, which should have come
SILENCE = 3.0  # seconds without a sign of any server after which none was running

log = logging.getLogger(__name__)


class Heartbeat:
    """The signs of the server that this process is, once it has given one.

    How downtime is detected: a server that is alone on its database knows at its start that none
    was running. A server that could not reach its database, or is started beside others, takes a
    late sign for downtime. Otherwise a sign may be late because there is much to do.
    """

    def __init__(self, repository: GameRepository) -> None:
        self.repository = repository
        self.deadline = 0.0
        """When the next sign is overdue."""
        self.failures = 0
        """How often the database had not answered before the last sign."""
        self._server = ""
        self._giving = Lock()

    def start(self, server: str) -> None:
        """The first sign of a server that is being started."""
        self._give(server, 0.0 if self.repository.store.is_exclusive else LATE)

    def beat(self, server: str) -> None:
        """A sign of a server that runs."""
        self._give(server, LATE if self._was_cut_off() else SILENCE)

    def beat_if_overdue(self) -> None:
        """Gives a sign that is overdue, before anything is done by a clock. No flag may have fallen
        in the time without a database, or while the machine was asleep."""
        if self._is_overdue():
            with self._giving:
                if self._is_overdue():
                    self.beat(self._server)

    def _is_overdue(self) -> bool:
        late = self.repository.now() > self.deadline
        return bool(self._server) and (late or self._was_cut_off())

    def _was_cut_off(self) -> bool:
        """Whether the database did not answer since the last sign."""
        return self.repository.store.failures != self.failures

    def _give(self, server: str, patience: float) -> None:
        failures, now = self.repository.store.failures, self.repository.now()
        with self.repository.store.transaction() as transaction:
            alive = transaction.heartbeat(server, now)
            games: list[GameSnapshot | None] = []
            if alive is not None and now - alive > patience:
                running = transaction.games_with_clocks()
                games = [self._skip_downtime(transaction, each, alive, now) for each in running]
        self._server, self.deadline, self.failures = server, now + SILENCE, failures
        for game in games:
            if game:
                self.repository.put(game)

    def _skip_downtime(
        self, transaction: Transaction, game_id: str, alive: float, now: float
    ) -> GameSnapshot | None:
        """Pauses the clocks of a game for the time in which no server was running."""
        try:
            locked = self.repository.lock(transaction, game_id)
            table = locked.table().copy()
        except TabuleiroError as trouble:  # it is gone, or of rules that are not installed
            log.warning("the clocks of a game were not paused: %s", trouble)
            return None
        if table.over or table.clock is None or table.clock.running is None:
            return None
        table.pause_clocks(max(alive, table.events[-1].at))
        table.resume_clocks(now)
        return locked.append(table)
