"""The store: short read and write transactions from any thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from tabuleiro.web.store.bus import EventBus, PostgresEventBus
from tabuleiro.web.store.database import (
    READING,
    UnavailableError,
    is_sqlite,
    make_engine,
    reachable,
    read_url,
)
from tabuleiro.web.store.migrations import migrate
from tabuleiro.web.store.transaction import ReadTransaction, Transaction
from tabuleiro.web.store.writers import GroupCommitWriter, PooledWriter, Writer


class Store:
    """Games in a database. Every thread may use it; transactions are to be short.

    What is committed survives a power cut, and is published on the bus, to other processes too.
    """

    def __init__(self, engine: Engine, bus: EventBus) -> None:
        self.bus = bus
        self.is_exclusive = is_sqlite(engine.url)
        """Whether no other server uses the database."""
        self.failures = 0
        """How often the database did not answer."""
        self._engine = engine
        kind = GroupCommitWriter if self.is_exclusive else PooledWriter
        self._writer: Writer = kind(engine)

    @classmethod
    def open(cls, address: str, now: float, backups: Path) -> Store:
        """The store behind the URL of a database: made if there is none, migrated if it is an
        older one, after a backup into that folder."""
        url = read_url(address)
        engine = make_engine(url)
        try:
            migrate(engine, now, backups)
        except BaseException:
            engine.dispose()
            raise
        return cls(engine, EventBus() if is_sqlite(url) else PostgresEventBus(url))

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction: all of it is written, or nothing. Subscribers are notified after it."""
        with self._reaching(), self._writer.writing() as connection:
            transaction = Transaction(connection, self.bus)
            yield transaction
        for update in transaction.updates.values():
            self.bus.notify(update)

    @contextmanager
    def reading(self) -> Iterator[ReadTransaction]:
        """Everything as it is at one moment; writers do not wait for it."""
        with self._reaching(), self._engine.connect() as connection:
            options: dict[str, Any] = {READING: True}
            if not is_sqlite(self._engine.url):
                options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            with connection.execution_options(**options).begin():
                yield ReadTransaction(connection)

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        """Counts whenever the database does not answer."""
        try:
            with reachable():
                yield
        except UnavailableError:
            self.failures += 1
            raise

    def close(self) -> None:
        """Ends all connections."""
        self.bus.close()
        self._writer.close()
        self._engine.dispose()
