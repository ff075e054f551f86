"""The lock file that prevents a second server on an SQLite database.

The server that runs on a database holds a lock on a file beside it. The lock ends with the process,
also if that is killed. A second file has the address of the server.
"""

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
    path, address_file = (
        database.with_name(f"{database.name}.{end}") for end in ("lock", "address")
    )
    lock = FileLock(path, timeout=LOCK_TIMEOUT, thread_local=False)
    with file_errors(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout as error:
            raise AlreadyRunningError(database, read_address(address_file)) from error
    try:
        refuse_foreign(database)
        remove(address_file)  # left by a server that was killed
        yield lambda address: write_file(address_file, address)
    finally:
        remove(address_file)
        lock.release()


def read_address(file: Path) -> str:
    """The address in a file; empty if there is none yet."""
    with suppress(OSError):
        return file.read_text("utf-8", "replace")[:LONGEST_ADDRESS].strip()
    return ""


def remove(file: Path) -> None:
    """Deletes a file, if possible."""
    with suppress(OSError):
        file.unlink(missing_ok=True)
