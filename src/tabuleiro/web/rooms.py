"""The rooms of the house: games as tables, read from the store, kept in memory, changed in
transactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tabuleiro.play import Table
from tabuleiro.web.refusals import no_such_game
from tabuleiro.web.state import Game
from tabuleiro.web.store.boards import guarded_board
from tabuleiro.web.store.rows import Changes, GameRow
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import Reading, Transaction
from tabuleiro.web.tables import Tables


class Rooms:
    """The games of a store. `now` is where the time comes from, in seconds since 1970. Every thread
    may use them; nothing may happen on a table that they give, but on a copy of it."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.on_duty: Callable[[], None] = lambda: None
        """Called when a computer player may be to move."""
        self._tables = Tables()

    def known(self, game_id: str) -> Game | None:
        """A game as it was last seen here, if it was."""
        return self._tables.get(game_id)

    def look(self, reading: Reading, game_id: str) -> Game:
        """A game as the store has it now."""
        row = reading.game(game_id)
        if row is None:
            self.forget(game_id)
            raise no_such_game()
        game = game_of(row, self.table(reading, row))
        self._tables.put(game)
        return game

    def table(self, reading: Reading, row: GameRow) -> Table:
        """The table of a game as the store has it now."""
        known = self._tables.get(row.id)
        if known is None:
            return Table(reading.events(row.id))
        if known.table.version >= row.version:
            return known.table
        table = known.table.copy()
        table.follow_events(reading.events(row.id, after=table.version))
        return table

    @contextmanager
    def changing(self, game_id: str) -> Iterator[tuple[Transaction, GameRow]]:
        """A transaction in which nobody else changes the game."""
        with self.store.transaction() as transaction:
            yield transaction, lock(transaction, game_id)

    def keep(self, game: Game) -> None:
        """Keeps a game as the store has it now, and calls whoever has to do something."""
        self._tables.put(game)
        player = game.table.player
        if game.table.next_game or (player is not None and game.table.computer_at(player)):
            self.on_duty()

    def forget(self, game_id: str) -> None:
        """Lets go of a game; the store has it."""
        self._tables.forget(game_id)


def lock(transaction: Transaction, game_id: str) -> GameRow:
    """A game that nobody else changes before the transaction ends."""
    row = transaction.lock(game_id)
    if row is None:
        raise no_such_game()
    return row


def append(transaction: Transaction, row: GameRow, table: Table) -> Game:
    """Stores what has happened at a table since the row was read."""
    happened = table.events[row.version :]
    transaction.append(row.id, happened, changes_of(table, row.settings))
    return game_of(row, table)


def game_of(row: GameRow, table: Table) -> Game:
    """A game as it is shown."""
    return Game(row.id, table, bool(row.settings.get("hints")))


def changes_of(table: Table, terms: Mapping[str, Any]) -> Changes:
    """How a game stands, for the store to find it by; `terms` are what was agreed at set-up."""
    finish, player, clock = table.finish, table.player, table.clock
    return Changes(
        over=finish is not None,
        result=finish.result if finish else "none",
        player=player,
        computer="" if player is None else table.computer_at(player),
        flag_at=None if finish or clock is None else clock.flag_falls(),
        listed=bool(terms.get("listed")) and bool(table.free_seats),
        board=guarded_board(table, bool(terms.get("hints"))),
    )
