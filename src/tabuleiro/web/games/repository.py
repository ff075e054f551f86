"""The repository of games: loads them from the store, caches them, appends their events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from tabuleiro.play import Table
from tabuleiro.web.games.errors import no_such_game
from tabuleiro.web.games.state import GameSnapshot
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.store.position_keys import protected_key
from tabuleiro.web.store.rows import GameRow, GameStatus
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import ReadTransaction, Transaction

MOST_CACHED = 5_000


class GameRepository:
    """The games of a store. `now` is where the time comes from, in seconds since 1970. Every thread
    may use them; nothing may happen on a table that they give, but on a copy of it."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.wake_jobs: Callable[[], None] = lambda: None
        """Called when a computer player may be to move."""
        self._cache: LruCache[str, GameSnapshot] = LruCache(MOST_CACHED)

    def cached(self, game_id: str) -> GameSnapshot | None:
        """A game as it was last seen here, if it was."""
        return self._cache.get(game_id)

    def load(self, reading: ReadTransaction, game_id: str) -> GameSnapshot:
        """A game as the store has it now."""
        row = reading.game(game_id)
        if row is None:
            self.evict(game_id)
            raise no_such_game()
        game = snapshot_of(row, self.load_table(reading, row))
        self._cache.update(game.id, partial(later_game, game))
        return game

    def load_table(self, reading: ReadTransaction, row: GameRow) -> Table:
        """The table of a game as the store has it now."""
        known = self._cache.get(row.id)
        if known is None:
            return Table(reading.events(row.id))
        if known.table.version >= row.version:
            return known.table
        table = known.table.copy()
        table.apply_events(reading.events(row.id, after=table.version))
        return table

    @contextmanager
    def locked(self, game_id: str) -> Iterator[tuple[Transaction, GameRow]]:
        """A transaction in which nobody else changes the game."""
        with self.store.transaction() as transaction:
            yield transaction, lock_game(transaction, game_id)

    def put(self, game: GameSnapshot) -> None:
        """Keeps a game as the store has it now, and calls whoever has to do something."""
        self._cache.update(game.id, partial(later_game, game))
        player = game.table.player
        if game.table.next_game or (player is not None and game.table.computer_at(player)):
            self.wake_jobs()

    def evict(self, game_id: str) -> None:
        """Lets go of a game; the store has it."""
        self._cache.remove(game_id)


def later_game(game: GameSnapshot, known: GameSnapshot | None) -> GameSnapshot:
    """The later of two snapshots of a game."""
    return known if known and known.table.version >= game.table.version else game


def lock_game(transaction: Transaction, game_id: str) -> GameRow:
    """A game that nobody else changes before the transaction ends."""
    row = transaction.lock_game(game_id)
    if row is None:
        raise no_such_game()
    return row


def append_events(transaction: Transaction, row: GameRow, table: Table) -> GameSnapshot:
    """Stores what has happened at a table since the row was read."""
    happened = table.events[row.version :]
    transaction.append(row.id, happened, status_of(table, row.settings))
    return snapshot_of(row, table)


def snapshot_of(row: GameRow, table: Table) -> GameSnapshot:
    """A game as it is shown."""
    return GameSnapshot(row.id, table, bool(row.settings.get("hints")))


def status_of(table: Table, terms: Mapping[str, Any]) -> GameStatus:
    """How a game stands, for the store to find it by; `terms` are what was agreed at set-up."""
    finish, player, clock = table.finish, table.player, table.clock
    return GameStatus(
        over=finish is not None,
        result=finish.result if finish else "none",
        player=player,
        computer="" if player is None else table.computer_at(player),
        flag_at=None if finish or clock is None else clock.flag_falls(),
        listed=bool(terms.get("listed")) and bool(table.free_seats),
        board=protected_key(table, bool(terms.get("hints"))),
    )
