"""The store: short read and write transactions from any thread, committed in groups on SQLite."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock
from typing import Any

from sqlalchemy import Connection, Engine
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

log = logging.getLogger(__name__)
MOST = 32  # transactions that are committed together
COMMIT_TIMEOUT = 0.5  # seconds after which a waiting thread commits itself


class CommitGroup:
    """Transactions that are committed together; then `done` is set. `failure` is an error text."""

    def __init__(self) -> None:
        self.size = 0
        self.done = Event()
        self.failure = ""


class GroupCommitWriter:
    """One connection for all transactions: for SQLite, which has one writer at a time.

    Writing through to the disk takes longer than everything else. So a thread that finds others
    waiting for their turn leaves the commit to them: each transaction is a savepoint, and the last
    one commits for all. No thread continues before that.
    """

    def __init__(self, engine: Engine) -> None:
        self._connection = engine.connect()
        self._turn = Lock()
        self._counting = Lock()
        self._waiting = 0
        self._group: CommitGroup | None = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction, which is durable afterwards; an error rolls it back."""
        with self._next_turn():
            group = self._group or self._begin()
            run = self._connection.exec_driver_sql  # `begin_nested` would compile each of these
            try:
                run("SAVEPOINT turn")
                yield self._connection
                run("RELEASE turn")
            except BaseException:
                if self._is_open():  # on a full disk SQLite may have rolled back all
                    run("ROLLBACK TO turn")
                raise
            finally:
                self._end(group)
        self._wait(group)

    def close(self) -> None:
        """Commits what is left, and closes the connection."""
        with self._turn:
            if self._group:
                self._commit(self._group)
            self._connection.close()

    @contextmanager
    def _next_turn(self) -> Iterator[None]:
        """Waits for its turn; the waiting threads are counted."""
        self._count(1)
        try:
            self._turn.acquire()
        finally:
            self._count(-1)
        try:
            yield
        finally:
            self._turn.release()

    def _count(self, more: int) -> None:
        with self._counting:
            self._waiting += more

    def _begin(self) -> CommitGroup:
        """Begins with the write lock: after a read, another could write first."""
        transaction = self._connection.begin()
        try:
            self._connection.exec_driver_sql("BEGIN IMMEDIATE")
        except SQLAlchemyError:
            transaction.close()
            raise
        self._group = CommitGroup()
        return self._group

    def _end(self, group: CommitGroup) -> None:
        """Ends one transaction of the group."""
        group.size += 1
        if not self._waiting or group.size >= MOST or not self._is_open():
            self._commit(group)

    def _commit(self, group: CommitGroup) -> None:
        """Commits the group, or stores the error; the group is over either way."""
        transaction = self._connection.get_transaction()
        assert transaction
        try:
            if self._is_open():
                transaction.commit()
            else:
                group.failure = "the transaction was undone"
        except SQLAlchemyError as error:
            group.failure = reason_of(error)
        finally:
            transaction.close()
            self._group = None
            group.done.set()

    def _is_open(self) -> bool:
        """Whether SQLite is still in the transaction of the group."""
        driver = self._connection.connection.dbapi_connection
        return driver is not None and bool(driver.in_transaction)

    def _wait(self, group: CommitGroup) -> None:
        """Waits for the commit. The thread that should commit may have been interrupted."""
        if not group.done.wait(COMMIT_TIMEOUT):
            with self._turn:
                if self._group is group:
                    self._commit(group)
        if group.failure:
            raise UnavailableError(group.failure)


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
        for act in transaction.after_commit:
            act()
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
