"""Backing up a database while the server runs, and restoring it."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, inspect
from sqlalchemy.exc import DBAPIError

from tabuleiro.core.message import say
from tabuleiro.records.files import atomic_writer, file_errors
from tabuleiro.web.store.database import (
    OpenError,
    StoreError,
    file_of,
    is_sqlite,
    make_engine,
    postgres_address,
    read_url,
)
from tabuleiro.web.store.schema import SCHEMA, VERSION_KEY, meta
from tabuleiro.web.store.server_lock import hold_server_lock

SQLITE_MARK = b"SQLite format 3\0"
POSTGRES_MARK = b"PGDMP"


def back_up(address: str | URL, target: Path) -> None:
    """Writes a snapshot of the database of a URL to a new file, completely or not at all."""
    url = read_url(address)
    with new_file(target) as part:
        if is_sqlite(url):
            copy_file(file_of(url), part)
        else:
            run_postgres_tool(url, "pg_dump", "--format=custom", "--no-owner", f"--file={part}")


def restore(source: Path, address: str) -> None:
    """Creates the database of a URL from a backup; it must not exist yet."""
    url = read_url(address)
    with file_errors(source), source.open("rb") as file:
        mark = file.read(len(SQLITE_MARK))
    if is_sqlite(url) and mark == SQLITE_MARK:
        restore_file(source, file_of(url))
    elif not is_sqlite(url) and mark.startswith(POSTGRES_MARK):
        restore_server(source, url)
    else:
        raise StoreError(say("{path} is not a backup of such a database", path=source))


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A temporary file that gets its name at the end; no other file is touched. Only its owner can
    read it."""
    with file_errors(target):
        refuse_existing(target)
    with atomic_writer(target) as file:
        part = Path(file.name)
        part.chmod(0o600)
        yield part
        refuse_existing(target)


def refuse_existing(path: Path) -> None:
    """Refuses to overwrite a file."""
    if path.exists():
        raise StoreError(
            say("{path} exists already, and nothing is overwritten: name another", path=path)
        )


# --- SQLite ---------------------------------------------------------------------------------


def copy_file(source: Path, target: Path) -> None:
    """Copies a snapshot of a database to a single file, while others write."""
    if not source.is_file():
        raise StoreError(say("there is no database {path}", path=source))
    uri = f"{source.as_uri()}?mode=rw"  # it must exist
    try:
        with (
            closing(sqlite3.connect(uri, uri=True)) as whole,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            whole.backup(copy)  # all pages at once: a write in between would restart it
            copy.execute("PRAGMA journal_mode = DELETE")
            check_sound(copy, source)
    except sqlite3.DatabaseError as error:
        raise StoreError(say("{path}: {reason}", path=source, reason=error)) from error


def check_sound(copy: sqlite3.Connection, source: Path) -> None:
    """Refuses a database that is damaged, is not ours, or was made by a later version."""
    (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise StoreError(say("{path} is damaged: {reason}", path=source, reason=found))
    query = f"SELECT value FROM {meta.name} WHERE key = ?"  # noqa: S608 - a name of our own
    (version,) = copy.execute(query, (VERSION_KEY,)).fetchone() or ("",)
    if not version.isdecimal() or int(version) > SCHEMA:
        raise StoreError(say("{path} was made by a later version of Tabuleiro", path=source))


def restore_file(source: Path, target: Path) -> None:
    """A new database from a backup, which gets its name when it is complete. Files that an earlier
    database of that name left are refused, since SQLite would read them as parts of it."""
    for left in ("-wal", "-journal"):
        refuse_existing(target.with_name(f"{target.name}{left}"))
    with hold_server_lock(target), new_file(target) as part:
        copy_file(source.resolve(), part)


# --- PostgreSQL -----------------------------------------------------------------------------


def restore_server(source: Path, url: URL) -> None:
    """Fills an empty database from a backup, in one transaction."""
    engine = make_engine(url)
    try:
        tables = inspect(engine).get_table_names()
    except DBAPIError as error:
        raise OpenError(error) from error
    finally:
        engine.dispose()
    if tables:
        raise StoreError(say("the database is not empty, and nothing is overwritten: name another"))
    options = ("--no-owner", "--single-transaction", "--exit-on-error")
    run_postgres_tool(url, "pg_restore", *options, str(source.resolve()))


def run_postgres_tool(url: URL, name: str, *arguments: str) -> None:
    """Runs a PostgreSQL program on a database; no password is on the command line."""
    program = shutil.which(name)
    if program is None:
        raise StoreError(
            say(
                "{name} is missing; to fix it: {command}",
                name=name,
                command="apt-get install postgresql-client",
            )
        )
    environment = dict(os.environ)
    if url.password:
        environment["PGPASSWORD"] = url.password
    address = postgres_address(url.set(password=None))
    done = subprocess.run(
        [program, f"--dbname={address}", "--no-password", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        reason = " ".join(done.stderr.split())
        raise StoreError(say("{name} failed: {reason}", name=name, reason=reason))
