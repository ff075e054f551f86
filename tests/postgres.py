"""Private PostgreSQL servers for tests. A server belongs to an unprivileged user and has its own
folder, which contains the socket."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic, sleep
from uuid import uuid4

import psycopg
from filelock import FileLock

from processes import children_of, is_running
from waiting import PATIENCE, wait_for

USER = "nobody"  # runs the server if we are root, because PostgreSQL refuses to run as root
TIMEOUT = f"--timeout={PATIENCE:.0f}"
SETTINGS = {"listen_addresses": "", "fsync": "on", "max_connections": "200"}
END_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Databases:
    """The databases of a server in a folder, which may have been started by another process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._free: list[str] = []

    @contextmanager
    def empty_database(self) -> Iterator[str]:
        """The URL of an empty database, which is emptied again afterwards."""
        name = self._free.pop() if self._free else self._new_database()
        yield self.address(name)
        self._clear(name)
        self._free.append(name)

    def execute(self, statement: str, address: str = "") -> None:
        """Execute statements in the database with this URL, outside of a transaction."""
        address = address or self.address("postgres")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement.encode())

    def address(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://tabuleiro@/{database}?host={self.folder}"

    def answers(self) -> bool:
        """Whether it accepts connections."""
        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def _new_database(self) -> str:
        name = f"test_{uuid4().hex}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def _clear(self, name: str) -> None:
        """Empty a database. This is faster than dropping it and creating another."""
        address = self.address(name)
        self.execute(END_OTHERS, address)
        self.execute(f"ALTER DATABASE {name} RESET ALL")
        self.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", address)


class PostgresServer(Databases):
    """A server that runs until it is removed. It is not a child of this process, so that another
    process can stop it."""

    def __init__(self) -> None:
        super().__init__(Path(tempfile.mkdtemp(prefix="tabuleiro-postgres-", dir="/tmp")))
        options = ["--auth=trust", "--username=tabuleiro", "--encoding=UTF8", "--no-locale"]
        run(self.folder, "initdb", "--no-sync", "--pgdata=data", *options)
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers. It does not start while processes of a killed server
        still exist, so try again until they are gone."""
        settings = {**SETTINGS, "unix_socket_directories": str(self.folder)}
        options = " ".join(f"-c {name}='{text}'" for name, text in settings.items())
        start = ("start", "--pgdata=data", "--log=log", f"--options={options}", TIMEOUT)
        until = monotonic() + PATIENCE
        while result_of(self.folder, "pg_ctl", *start).returncode:
            assert monotonic() < until, (self.folder / "log").read_text()
            sleep(0.1)

    @contextmanager
    def killed(self) -> Iterator[None]:
        """Kill the server and all its processes without warning; start it again afterwards."""
        server = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        for process in [server, *children_of(server)]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        wait_for(lambda: not is_running(server))
        try:
            yield
        finally:
            self.start()

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        end(self.folder)


# --- one server for several processes ------------------------------------------------------


@contextmanager
def shared_server(folder: Path) -> Iterator[Databases]:
    """A server shared by all processes that pass the same folder: the first one starts it, the last
    one stops it."""
    lock, note = FileLock(folder / "postgres.lock"), folder / "postgres.json"
    with lock:
        users, place = users_of(note)
        if not users:
            place = str(PostgresServer().folder)
        note.write_text(json.dumps([[*users, os.getpid()], place]))
    try:
        yield Databases(Path(place))
    finally:
        with lock:
            users, _ = users_of(note)
            users.remove(os.getpid())
            note.write_text(json.dumps([users, place]))
            if not users:
                end(Path(place))


def users_of(note: Path) -> tuple[list[int], str]:
    """The running processes that use a server, and the folder of the server."""
    users, place = json.loads(note.read_text()) if note.exists() else ([], "")
    return [user for user in users if is_running(user)], place


def end(folder: Path) -> None:
    """Stop the server in a folder and delete the folder."""
    run(folder, "pg_ctl", "stop", "--pgdata=data", "--mode=immediate", TIMEOUT)
    shutil.rmtree(folder)


# --- programs ------------------------------------------------------------------------------


def run(folder: Path, name: str, *arguments: str) -> None:
    """Run a PostgreSQL program in a folder; it must succeed."""
    done = result_of(folder, name, *arguments)
    assert done.returncode == 0, done.stderr


def result_of(folder: Path, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The result of a PostgreSQL program. Its output goes to a file, because a server that it
    starts keeps the output open."""
    with TemporaryFile("w+") as said:
        command = [*unprivileged(folder), program(name), *arguments]
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False
        )
        said.seek(0)
        return subprocess.CompletedProcess(command, done.returncode, stderr=said.read())


def unprivileged(folder: Path) -> list[str]:
    """A command prefix that drops root privileges; the folder is given to that user."""
    if os.geteuid():
        return []
    shutil.chown(folder, USER)
    return ["setpriv", f"--reuid={USER}", "--clear-groups", "--"]


def program(name: str) -> str:
    """The path of a PostgreSQL program, on the PATH or where Debian installs it."""
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or (str(beside[-1]) if beside else None)
    assert found, f"{name} is missing; to fix it: apt-get install postgresql"
    return found
