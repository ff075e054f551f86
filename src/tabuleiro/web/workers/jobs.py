"""Background jobs: computer players move, time runs out, unstarted games are deleted.

Every server looks for jobs that are due, and takes a lease on each that it does. When it dies the
lease ends, and another server, or the same one after a restart, does the job. A lease can be lost
and the work done twice; because of the versions of the games only one result counts.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread

from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.position import Position
from tabuleiro.play.computer_players import limit_of
from tabuleiro.web.games.fair_play import is_shown, moves_to_show
from tabuleiro.web.games.heartbeat import BEAT_SECONDS
from tabuleiro.web.games.service import GameService
from tabuleiro.web.games.state import Data, GameSnapshot
from tabuleiro.web.http.addresses import BlockList, networks
from tabuleiro.web.secrets import new_id
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store.database import UnavailableError
from tabuleiro.web.store.schema import Lease
from tabuleiro.web.workers.pool import BusyError, WorkerPool
from tabuleiro.web.workers.tasks import WorkerResult, WorkerTask

log = logging.getLogger(__name__)

LEASE_SECONDS = 4.0  # seconds that a lease lasts
RENEWAL = 1.0  # seconds after which a lease is prolonged
CLEARING = 600.0  # seconds between two clean-ups
DAY = 86_400.0
MOST_FLAGS = 100  # games whose time runs out in one step


@dataclass(eq=False)
class PendingMove:
    """A computer player that thinks about a game, and the lease under which it does."""

    lease: Lease
    future: Future[WorkerResult]
    renewed: float


class BackgroundJobs:
    """The jobs of one server, in a thread of its own."""

    def __init__(self, games: GameService, pool: WorkerPool, settings: ServerSettings) -> None:
        self.games = games
        self.pool = pool
        self.settings = settings
        self.server = new_id()
        self.blocked = BlockList()
        self._thinking: dict[str, PendingMove] = {}
        self._finished: SimpleQueue[PendingMove] = SimpleQueue()
        self._wake = Event()
        self._stopping = False
        self._cleared = 0.0
        self._beaten = 0.0
        self._thread = Thread(target=self._run, name="jobs", daemon=True)
        games.repository.wake_jobs = self._wake.set

    def prepare(self) -> None:
        """Writes the first heartbeat of this server, before it answers requests. A server that is
        alone on its database takes over the jobs during which the last one was killed."""
        self.games.heartbeat.start()
        if self.games.store.is_exclusive:
            with self.games.store.transaction() as transaction:
                transaction.end_leases()

    def start(self) -> None:
        """Runs pending jobs from now on: the server answers requests."""
        self._thread.start()

    def close(self) -> None:
        """Stops. Others may do its jobs at once or, if the database is away, after the leases."""
        self._stopping = True
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join()
        for thinking in list(self._thinking.values()):
            thinking.future.cancel()
        with suppress(UnavailableError), self.games.store.transaction() as transaction:
            transaction.end_leases(self.server)

    # --- in its own thread

    def _run(self) -> None:
        while not self._stopping:
            try:
                wait = self.step()
            except TabuleiroError as error:  # the database is away
                log.warning("jobs wait: %s", error)
                wait = BEAT_SECONDS
            except Exception:
                log.exception("a job failed")
                wait = BEAT_SECONDS
            self._wake.wait(wait)
            self._wake.clear()

    def step(self) -> float:
        """Runs the pending jobs; returns the seconds until there may be more."""
        now = self.games.now()
        if now - self._beaten >= BEAT_SECONDS:
            self.games.heartbeat.beat()
            self._beaten = now
            with self.games.store.reading() as reading:
                self.blocked.networks = networks(reading.blocked_addresses())
        more = self.games.heartbeat.resume_games()
        self._make_moves()
        self._cancel_outdated()
        self._renew(now)
        self._time_out_games(now)
        self._start_thinking(now)
        self._clean_up(now)
        return 0.0 if more else self._seconds_to_next_step()

    def _start_thinking(self, now: float) -> None:
        """Starts the computer players that are to move."""
        workers, queue = self.settings.workers, self.settings.queue
        room = max(0, workers + queue // 2 - len(self._thinking))
        with self.games.store.transaction() as transaction:
            leases = transaction.claim(
                "computer",
                self.server,
                now,
                now + LEASE_SECONDS,
                room,
                most_each=2 * workers,
                busy=Counter(each.lease.source for each in self._thinking.values()),
            )
        for lease in leases:
            with logged_failures(lease.game):
                self._think(lease, now)

    def _think(self, lease: Lease, now: float) -> None:
        self.games.heartbeat.resume_game(lease.game)
        game = self.games.game_at_version(lease.game, lease.version)
        table = game.table
        if table.version != lease.version or table.player is None:
            return
        seed = self.games.chance.randrange(2**32)
        name = table.computer_at(table.player)
        limit = limit_of(table, now)
        task = WorkerTask(table.position, name, lease.game, seed, limit, source=lease.source)
        show = None
        if game.may_advise:
            boards = self.games.fair_play.boards(table.position.game.id)
            if is_shown([table.position], boards):
                show = partial(self._show, game, boards)
        try:
            future = self.pool.think(task, show)
        except BusyError:
            self._release([lease])  # another server may have room
            return
        thinking = PendingMove(lease, future, now)
        self._thinking[lease.game] = thinking
        future.add_done_callback(lambda _: self._finish(thinking))

    def _show(self, game: GameSnapshot, boards: frozenset[str], result: WorkerResult) -> None:
        """Shows what a player thinks, in a thread of the pool."""
        table = game.table
        shown = {"version": table.version, **result_data(result, table.position, boards)}
        self.games.store.bus.send_transient(game.id, "thinking", shown)

    def _finish(self, thinking: PendingMove) -> None:
        self._finished.put(thinking)
        self._wake.set()

    def _make_moves(self) -> None:
        """Makes the moves that have been chosen."""
        while not self._finished.empty():  # only this thread removes items
            thinking = self._finished.get()
            if self._thinking.get(thinking.lease.game) is thinking:
                del self._thinking[thinking.lease.game]
            self._make_move(thinking)

    def _make_move(self, thinking: PendingMove) -> None:
        lease = thinking.lease
        try:
            result = thinking.future.result()
            value = result.progress.value if result.progress else None
            if result.note:
                log.warning("%s", result.note)
            self.games.move_for_computer(lease.game, lease.version, result.move, value)
        except CancelledError:
            pass
        except TabuleiroError as error:
            log.warning("no move was made: %s", error)
        self._release([lease])

    def _cancel_outdated(self) -> None:
        """Stops players that think about a position that is not on the board any more."""
        for thinking in list(self._thinking.values()):
            lease = thinking.lease
            if self.games.repository.cached(lease.game, lease.version + 1):
                thinking.future.cancel()

    def _renew(self, now: float) -> None:
        old = [each for each in self._thinking.values() if now - each.renewed >= RENEWAL]
        if not old:
            return
        with self.games.store.transaction() as transaction:
            for thinking in old:
                thinking.renewed = now
                if not transaction.renew(thinking.lease, now + LEASE_SECONDS):
                    thinking.future.cancel()

    def _release(self, leases: list[Lease]) -> None:
        if leases:
            with self.games.store.transaction() as transaction:
                for lease in leases:
                    transaction.release(lease)

    def _time_out_games(self, now: float) -> None:
        with self.games.store.transaction() as transaction:
            leases = transaction.claim("flag", self.server, now, now + LEASE_SECONDS, MOST_FLAGS)
        for lease in leases:
            with logged_failures(lease.game):
                self.games.time_out(lease.game)
        self._release(leases)

    def _clean_up(self, now: float) -> None:
        """Deletes games without a move, old answers, and leases of servers that are gone."""
        if now - self._cleared < CLEARING:
            return
        self._cleared = now
        with self.games.store.transaction() as transaction:
            transaction.delete_unstarted(now - self.settings.expiry_days * DAY)
            transaction.forget_answers(now - DAY)
            transaction.end_leases(before=now - DAY)

    def _seconds_to_next_step(self) -> float:
        """The seconds to the next heartbeat or flag."""
        with self.games.store.reading() as reading:
            falls = reading.next_flag()
        beat = self._beaten + BEAT_SECONDS
        due = beat if falls is None else min(beat, falls)
        return min(BEAT_SECONDS, max(0.01, due - self.games.now()))


@contextmanager
def logged_failures(game_id: str) -> Iterator[None]:
    """Logs what goes wrong in one game, such as rules that are not installed, so that others need
    not wait. A database that is away is raised."""
    try:
        yield
    except UnavailableError:
        raise
    except TabuleiroError as error:
        log.warning("a job of game %s failed: %s", game_id, error)
    except Exception:
        log.exception("a job of game %s failed", game_id)


def result_data(result: WorkerResult, position: Position, boards: frozenset[str]) -> Data:
    """What a player thinks, as data: the expected score of the player to move, and the line until
    it leads to one of these boards. If its first move does, the value would be that of the board,
    so there is only the move."""
    shown = moves_to_show(position, result.line, boards)
    progress = result.progress if shown else None
    return {
        "move": result.move,
        "line": list(result.line[:shown]),
        "value": round(progress.value, 3) if progress else None,
        "mate": progress.mate if progress else None,
        "depth": progress.depth if progress else None,
        "nodes": progress.nodes if progress else None,
    }
