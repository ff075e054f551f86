"""Database URLs, engines and durable connections for SQLite and PostgreSQL."""

import json
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from tabuleiro.core.extras import import_extra
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.records.files import file_errors
from tabuleiro.web.store.schema import meta

DRIVERS = {
    "sqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
CONNECTIONS = 16  # kept open by a server
MORE_CONNECTIONS = 48  # opened for a while if all those are in use: one per waiting thread
WAITING = 10  # seconds that a thread waits for a connection or for the lock of SQLite

# The numbers in braces are filled in when a connection is made.
SQLITE_SETTINGS = (
    "PRAGMA busy_timeout = {seconds}000",
    "PRAGMA synchronous = FULL",  # a commit survives a power cut
    "PRAGMA foreign_keys = ON",
)
POSTGRES_SETTINGS = (
    "SET synchronous_commit = on",  # also if the server has another default
    "SET lock_timeout = '{seconds}s'",
    "SET idle_in_transaction_session_timeout = '{six_times}s'",
)
POSTGRES_ARGUMENTS = {
    "keepalives_idle": 5,  # a server that has vanished is noticed within seconds
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


class StoreError(TabuleiroError):
    """An error of the store."""


class OpenError(StoreError):
    """A database that cannot be opened."""

    def __init__(self, error: Exception) -> None:
        super().__init__(say("the database cannot be opened: {reason}", reason=reason_of(error)))


class ForeignDatabaseError(StoreError):
    """A database of another program."""

    def __init__(self) -> None:
        super().__init__(say("this database belongs to another program: name another one"))


class UnavailableError(StoreError):
    """The database does not answer now. As text, it is the `reason`, which is for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(say("the database cannot be reached now: try again in a moment"))
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


def read_url(given: str | URL) -> URL:
    """The URL of a database, with the driver that we use."""
    try:
        url = make_url(given)
    except (ArgumentError, ValueError) as error:
        raise StoreError(unknown_url()) from error
    if url.drivername not in DRIVERS:
        raise StoreError(unknown_url())
    url = url.set(drivername=DRIVERS[url.drivername])
    if is_sqlite(url):
        return url.set(database=str(file_of(url)))
    return url


def unknown_url() -> Message:
    """The error for a wrong database URL, without the URL, which may hold a password."""
    return say(
        "this is not the URL of a database: write sqlite:////folder/file.db, or "
        "postgresql://user@host/database"
    )


def is_sqlite(url: URL) -> bool:
    """Whether the database is an SQLite file."""
    return url.drivername == "sqlite"


def file_of(url: URL) -> Path:
    """The file of an SQLite database."""
    if not url.database or url.database == ":memory:":
        raise StoreError(unknown_url())
    return Path(url.database).resolve()


def database_file(address: str) -> Path | None:
    """The SQLite file of a URL, on which one server runs at a time; None for PostgreSQL."""
    url = read_url(address)
    return file_of(url) if is_sqlite(url) else None


def make_engine(url: URL) -> Engine:
    """The database behind a URL, with every connection set up for durable commits. The folder of an
    SQLite database is created if necessary."""
    options: dict[str, Any] = {
        "pool_size": CONNECTIONS,
        "max_overflow": MORE_CONNECTIONS,
        "pool_timeout": WAITING,
        "json_serializer": partial(json.dumps, allow_nan=False, separators=(",", ":")),
        "hide_parameters": True,  # so that no digest gets into a log
    }
    if is_sqlite(url):
        path = file_of(url)
        with file_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
    else:
        import_extra("psycopg")
        options |= {"connect_args": postgres_arguments(url), "pool_pre_ping": True}
    engine = create_engine(url, **options)
    event.listen(engine, "connect", set_up_sqlite if is_sqlite(url) else set_up_postgres)
    return engine


def refuse_foreign(path: Path) -> None:
    """Refuses an empty file and one of another program, which is not changed. A database without
    tables was left by a server that was killed when it created it."""
    if not path.exists():
        return
    if not path.stat().st_size:
        raise StoreError(say("{path} is empty: delete it, or name another file", path=path))
    query = "SELECT name FROM sqlite_master WHERE type = 'table'"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as found:
            tables = [name for (name,) in found.execute(query)]
    except sqlite3.Error as error:
        raise OpenError(error) from error
    if tables and meta.name not in tables:
        raise ForeignDatabaseError


def set_up_sqlite(connection: Any, record: object) -> None:
    """Sets up a new connection, on which only our own BEGIN begins a transaction."""
    connection.isolation_level = None
    for setting in SQLITE_SETTINGS:
        connection.execute(setting.format(seconds=WAITING))
    enable_wal(connection)


def enable_wal(connection: sqlite3.Connection) -> None:
    """Turns on the write-ahead log, so that readers never wait. The setting is stored in the file.
    If several connections create a file at once, SQLite refuses some of them instead of letting
    them wait, so this tries again."""
    end = monotonic() + WAITING
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(0.01)
        else:
            return


def postgres_arguments(url: URL) -> dict[str, Any]:
    """The connection arguments that the URL does not set."""
    arguments = POSTGRES_ARGUMENTS | {"connect_timeout": WAITING}
    return {name: value for name, value in arguments.items() if name not in url.query}


def postgres_address(url: URL) -> str:
    """The URL as PostgreSQL's own library reads it, password included."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def set_up_postgres(connection: Any, record: object) -> None:
    """Sets up a new connection, outside of any transaction."""
    connection.autocommit = True
    for setting in POSTGRES_SETTINGS:
        connection.execute(setting.format(seconds=WAITING, six_times=6 * WAITING))
    connection.autocommit = False


def is_unavailable(error: SQLAlchemyError) -> bool:
    """Whether the database failed, rather than our statement."""
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return lost or isinstance(error, OperationalError | InterfaceError | PoolTimeoutError)


def reason_of(error: Exception) -> str:
    """The message of the database, in one line."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(cause).split())
