"""How write transactions of SQLite take turns and are committed in groups."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from tabuleiro.web.store.database import UnavailableError, reason_of

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
