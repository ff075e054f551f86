"""The store: short read and write transactions from any thread."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from tabuleiro.web.store.bus import EventBus, PostgresEventBus
from tabuleiro.web.store.database import (
    UnavailableError,
    is_sqlite,
    is_unavailable,
    make_engine,
    read_url,
    reason_of,
)
from tabuleiro.web.store.migrations import migrate
from tabuleiro.web.store.transaction import ReadTransaction, Transaction
from tabuleiro.web.store.writers import GroupCommitWriter

log = logging.getLogger(__name__)


class Store:
    """Games in a database. All threads may use it. Keep transactions short.

    Committed changes survive a power cut. They are published on the bus, also to other processes.
    """

    def __init__(self, engine: Engine, bus: EventBus) -> None:
        self.bus = bus
        self.is_exclusive = is_sqlite(engine.url)
        """Whether no other server uses the database."""
        self.failures = 0
        """How often the database did not answer."""
        self._engine = engine
        self._writer = GroupCommitWriter(engine) if self.is_exclusive else None
        self._read_options: dict[str, Any] = (
            {}
            if self.is_exclusive
            else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )

    @classmethod
    def open(cls, address: str, now: float, backups: Path) -> Store:
        """The store of a database URL. A new database is created; an old one is migrated, after a
        backup in that folder."""
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
        """A write transaction: all or nothing. Subscribers are notified after it."""
        writing = self._writer.writing if self._writer else self._engine.begin
        with self._reaching(), writing() as connection:
            transaction = Transaction(connection, self.bus)
            yield transaction
        for update in transaction.updates.values():
            self.bus.notify(update)

    @contextmanager
    def reading(self) -> Iterator[ReadTransaction]:
        """A read transaction: a snapshot. Writers do not wait for it."""
        with (
            self._reaching(),
            self._engine.connect() as connection,
            connection.execution_options(**self._read_options).begin(),
        ):
            if self.is_exclusive:
                connection.exec_driver_sql("BEGIN")
            yield ReadTransaction(connection)

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        """Turns errors of the database into UnavailableError and counts them; others are raised."""
        try:
            yield
        except UnavailableError:
            self.failures += 1
            raise
        except SQLAlchemyError as error:
            if not is_unavailable(error):
                raise
            self.failures += 1
            log.warning("the database does not answer: %s", reason_of(error))
            raise UnavailableError(reason_of(error)) from error

    def close(self) -> None:
        """Closes all connections."""
        self.bus.close()
        if self._writer:
            self._writer.close()
        self._engine.dispose()
