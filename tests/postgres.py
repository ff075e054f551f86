"""A private PostgreSQL server for tests: an unprivileged user's, in a folder of its own, reached
by a socket in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import psycopg

USER = "nobody"  # who runs it when we are root, which PostgreSQL refuses
SETTINGS = {"listen_addresses": "", "fsync": "on", "max_connections": "200"}
END_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
STARTING = 60  # seconds at most


class PostgresServer:
    """A server that runs until it is removed."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tabuleiro-postgres-", dir="/tmp"))
        self.prefix = unprivileged(self.folder)
        self.data = self.folder / "data"
        self._free: list[str] = []
        options = ["--auth=trust", "--username=tabuleiro", "--encoding=UTF8", "--no-locale"]
        self._run("initdb", "--no-sync", "--pgdata", str(self.data), *options)
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers. It refuses to run beside processes of a killed
        one, so it is tried again while these are dying."""
        until = time.monotonic() + STARTING
        self.process = self._launch()
        while not self.answers():
            assert time.monotonic() < until, self.log()
            time.sleep(0.05)
            if self.process.poll() is not None:
                self.process = self._launch()

    def answers(self) -> bool:
        """Whether it takes connections."""
        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    @contextmanager
    def killed(self) -> Iterator[None]:
        """It and all its processes are dead meanwhile, without having been warned."""
        for process in [self.process.pid, *self._children()]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait(STARTING)
        try:
            yield
        finally:
            self.start()

    def remove(self) -> None:
        """Ends it and takes its folder away."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(STARTING)
        shutil.rmtree(self.folder)

    @contextmanager
    def empty_database(self) -> Iterator[str]:
        """The URL of a database in which there is nothing; whatever is put there goes again."""
        name = self._free.pop() if self._free else self._new_database()
        yield self.address(name)
        self._clear(name)
        self._free.append(name)

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Executes statements outside of any transaction."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def address(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://tabuleiro@/{database}?host={self.folder}"

    def log(self) -> str:
        """What it has said."""
        return (self.folder / "log").read_text()

    def _launch(self) -> subprocess.Popen[bytes]:
        settings = {**SETTINGS, "unix_socket_directories": str(self.folder)}
        options = [part for name, text in settings.items() for part in ("-c", f"{name}={text}")]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*self.prefix, program("postgres"), "-D", str(self.data), *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )

    def _new_database(self) -> str:
        name = f"test_{uuid4().hex}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def _clear(self, name: str) -> None:
        """Empties a database, which is quicker than to drop it and make another."""
        self.execute(END_OTHERS, name)
        self.execute(f"ALTER DATABASE {name} RESET ALL")
        self.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)

    def _children(self) -> list[int]:
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(each) for each in path.read_text().split()]

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self.prefix, program(name), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def unprivileged(folder: Path) -> list[str]:
    """What to write before a command so that root does not run it; the folder is that user's."""
    if os.geteuid():
        return []
    shutil.chown(folder, USER)
    return ["setpriv", f"--reuid={USER}", "--clear-groups", "--"]


def program(name: str) -> str:
    """A program of PostgreSQL's, on the path or where Debian has it."""
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or (str(beside[-1]) if beside else None)
    assert found, f"{name} is missing; to mend it: apt-get install postgresql"
    return found
