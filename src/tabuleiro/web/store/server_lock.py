"""The lock file that prevents a second server on an SQLite database.

The server that runs on a database holds a lock on a file beside it. The lock ends with the process,
also if that is killed. A second file has the address of the server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tabuleiro.core.message import say
from tabuleiro.records.files import file_errors, write_file
from tabuleiro.web.store.database import StoreError, refuse_foreign

LONGEST_ADDRESS = 1000  # characters of an address
LOCK_TIMEOUT = 0.3  # seconds to wait: a server that is stopping may still hold the lock


class AlreadyRunningError(StoreError):
    """Another server runs on the same data, at `address`; that is empty while it starts."""

    def __init__(self, database: Path, address: str) -> None:
        super().__init__(
            say(
                "another server is using {path}, at {address}: open that, stop it, or name other "
                "data",
                path=database,
                address=address,
            )
            if address
            else say("another server is using {path}: stop it, or name other data", path=database)
        )
        self.address = address


@contextmanager
def hold_server_lock(database: Path) -> Iterator[Callable[[str], None]]:
    """Prevents other servers on a database; call the result with the address of this one."""
    database = database.resolve()
    path = database.with_name(f"{database.name}.lock")
    lock = FileLock(path, timeout=LOCK_TIMEOUT, thread_local=False)
    with file_errors(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout as error:
            raise AlreadyRunningError(database, read_address(database)) from error
    try:
        refuse_foreign(database)
        remove_address(database)  # left by a server that was killed
        yield lambda address: write_file(address_file(database), address)
    finally:
        remove_address(database)
        lock.release()


def address_file(database: Path) -> Path:
    """The file with the address of the server."""
    return database.with_name(f"{database.name}.address")


def read_address(database: Path) -> str:
    """The address in the file; empty if there is none yet."""
    with suppress(OSError):
        return address_file(database).read_text("utf-8", "replace")[:LONGEST_ADDRESS].strip()
    return ""


def remove_address(database: Path) -> None:
    """Deletes the file."""
    with suppress(OSError):
        address_file(database).unlink(missing_ok=True)
