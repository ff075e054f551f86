"""A private PostgreSQL server for tests: an unprivileged user's, in a folder of its own, reached
by a socket in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from uuid import uuid4

import psycopg

USER = "nobody"  # who runs it when we are root, which PostgreSQL refuses
SETTINGS = {"listen_addresses": "", "fsync": "on", "max_connections": "200"}
STARTING = 60  # seconds at most


class PostgresServer:
    """A server that runs until it is stopped, or killed."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tabuleiro-postgres-", dir="/tmp"))
        self.prefix = unprivileged(self.folder)
        self.data = self.folder / "data"
        options = ["--auth=trust", "--username=tabuleiro", "--encoding=UTF8", "--no-locale"]
        self._run("initdb", "--no-sync", "--pgdata", str(self.data), *options)
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        settings = {**SETTINGS, "unix_socket_directories": str(self.folder)}
        options = [part for name, text in settings.items() for part in ("-c", f"{name}={text}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, program("postgres"), "-D", str(self.data), *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        until = time.monotonic() + STARTING
        while not self.answers():
            assert self.process.poll() is None and time.monotonic() < until, self.log()
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it takes connections."""
        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, sign: signal.Signals = signal.SIGINT) -> None:
        """Ends it: at once with SIGINT, without warning with SIGKILL."""
        for process in self._children() if sign == signal.SIGKILL else []:
            os.kill(process, sign)
        self.process.send_signal(sign)
        self.process.wait(STARTING)

    def remove(self) -> None:
        """Ends it and takes its folder away."""
        self.stop()
        shutil.rmtree(self.folder)

    def new_database(self) -> str:
        """The name of a new, empty database."""
        name = f"test_{uuid4().hex}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def drop_database(self, name: str) -> None:
        """Deletes a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Executes a statement outside of any transaction."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def address(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://tabuleiro@/{database}?host={self.folder}"

    def log(self) -> str:
        """What it has said."""
        return (self.folder / "log").read_text()

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
