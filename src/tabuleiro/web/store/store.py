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
from tabuleiro.web.store.writers import GroupCommitWriter, PooledWriter, Writer

log = logging.getLogger(__name__)


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
        self._read_options: dict[str, Any] = (
            {}
            if self.is_exclusive
            else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )

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
        """A read transaction: everything as it is at one moment; writers do not wait for it."""
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
        """Raises and counts UnavailableError if the database fails; our own mistakes stay."""
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
        self._writer.close()
        self._engine.dispose()
