"""The repository of games: loads them from the store, caches them, appends their events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy.exc import SQLAlchemyError

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.play import Table
from tabuleiro.web.games.errors import DamagedGameError, ForeignSeatError, NoSuchGameError
from tabuleiro.web.games.state import GameSnapshot
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.secrets import digest
from tabuleiro.web.store.schema import PROTECTED, GameRow, GameStatus
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import ReadTransaction, Transaction

MOST_CACHED = 5_000


class GameRepository:
    """The games of a store. `now` returns the time in seconds since 1970. All threads may use it.
    Never change a table that it returns, only a copy."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.wake_jobs: Callable[[], None] = lambda: None
        """Called when there may be something to do for a computer player."""
        self._cache: LruCache[str, GameSnapshot] = LruCache(MOST_CACHED)

    def cached(self, game_id: str, version: int = 0) -> GameSnapshot | None:
        """A game from the cache, if it is there and has at least that version."""
        known = self._cache.get(game_id)
        return known if known and known.table.version >= version else None

    def load(self, reading: ReadTransaction, game_id: str) -> GameSnapshot:
        """A game as the store has it now."""
        row = reading.game(game_id)
        if row is None:
            self.evict(game_id)
            raise NoSuchGameError
        game = snapshot_of(row, self.load_table(reading, row))
        self._put(game)
        return game

    def load_table(self, reading: ReadTransaction, row: GameRow) -> Table:
        """The table of a game as the store has it now."""
        known = self._cache.get(row.id)
        if known and known.table.version >= row.version:
            return known.table
        try:
            if known is None:
                table = Table(reading.events(row.id))
            else:
                table = known.table.copy()
                table.apply_events(reading.events(row.id, after=table.version))
        except (TabuleiroError, SQLAlchemyError):  # such as rules that are not installed
            raise
        except Exception as error:
            raise DamagedGameError(row.id) from error
        if table.version != row.version:
            raise DamagedGameError(row.id)
        return table

    @contextmanager
    def locked(self, game_id: str) -> Iterator[LockedGame]:
        """A transaction in which no one else changes the game. What happens at its table in the
        meantime is stored."""
        with self.store.transaction() as transaction:
            locked = self.lock(transaction, game_id)
            yield locked
            locked.save()

    def lock(self, transaction: Transaction, game_id: str) -> LockedGame:
        """A game that no one else changes before the transaction ends."""
        row = transaction.lock_game(game_id)
        if row is None:
            raise NoSuchGameError
        return LockedGame(self, transaction, row)

    def put(self, game: GameSnapshot) -> None:
        """Caches a game that was changed, and wakes the background jobs if a computer plays."""
        self._put(game)
        if any(seat.computer for seat in game.table.setup.seats):
            self.wake_jobs()

    def evict(self, game_id: str) -> None:
        """Removes a game from the cache."""
        self._cache.remove(game_id)

    def _put(self, game: GameSnapshot) -> None:
        """Caches a game, unless a later version is there."""
        self._cache.update(
            game.id,
            lambda known: known if known and known.table.version >= game.table.version else game,
        )


@dataclass(frozen=True)
class LockedGame:
    """A game that no one else changes before its transaction ends."""

    repository: GameRepository
    transaction: Transaction
    row: GameRow

    @cached_property
    def table(self) -> Table:
        """A copy of the table, which may be changed."""
        return self.repository.load_table(self.transaction, self.row).copy()

    def own_seats(self, secret: str) -> tuple[int, ...]:
        """The seats that a secret holds, at least one."""
        seats = held_seats(self.transaction, self.row.id, secret)
        if not seats:
            raise ForeignSeatError(say("you have no seat in this game"))
        return seats

    def save(self) -> None:
        """Stores the events at the table since the game was locked, if there are any."""
        if "table" not in vars(self) or self.table.version == self.row.version:
            return
        game = snapshot_of(self.row, self.table)
        status = status_of(self.table, self.row)
        self.transaction.append(game.id, self.table.events[self.row.version :], status)
        self.transaction.after_commit.append(lambda: self.repository.put(game))


def held_seats(reading: ReadTransaction, game_id: str, secret: str) -> tuple[int, ...]:
    """The seats that a secret holds in a game, in order."""
    return reading.seats_held(game_id, digest(secret)) if secret else ()


def snapshot_of(row: GameRow, table: Table) -> GameSnapshot:
    """A game with its table."""
    return GameSnapshot(row.id, table, hints_allowed(row))


def hints_allowed(row: GameRow) -> bool:
    """Whether hints are allowed during a game: among people, if all agreed at set-up."""
    return row.people < 2 or bool(row.settings.get("hints"))


def status_of(table: Table, row: GameRow) -> GameStatus:
    """The columns by which the store finds a game."""
    finish, player, clock = table.finish, table.player, table.clock
    return GameStatus(
        over=finish is not None,
        result=finish.result if finish else "none",
        player=player,
        computer="" if player is None else table.computer_at(player),
        flag_at=None if finish or clock is None else clock.runs_out_at(),
        listed=bool(row.settings.get("listed")) and bool(table.free_seats),
        board=PROTECTED if table.begun and not table.over and not hints_allowed(row) else "",
    )
