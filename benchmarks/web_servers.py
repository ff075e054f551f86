"""Servers that benchmarks start, kill and restart, and a PostgreSQL server for them, each in its
own process."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

TESTS = Path(__file__).parents[1] / "tests"
sys.path.append(str(TESTS))  # for the private PostgreSQL server

if TYPE_CHECKING:
    from postgres import PostgresServer

SOURCE = Path(__file__).parents[1] / "src"
# Tests set this to a program with long timeouts.
PROGRAM = os.environ.get("TABULEIRO_BENCHMARK_PROGRAM", "tabuleiro")
STARTING = 180.0  # seconds at most
STOPPING = 15.0
UNLIMITED = {
    f"TABULEIRO_{name}": "1000000"
    for name in (
        "COMMANDS_PER_MINUTE",
        "CONNECTIONS_PER_ADDRESS",
        "GAMES_PER_HOUR",
        "REQUESTS_PER_MINUTE",
        "STREAMS_PER_ADDRESS",
    )
}


class ServerProcess:
    """A server with a data folder, or a database; its port stays the same when it is restarted. Its
    output goes to `log`."""

    def __init__(
        self,
        data: Path,
        port: int,
        database: str = "",
        environment: dict[str, str] | None = None,
        program: Sequence[str] = ("-m", PROGRAM),
    ) -> None:
        self.data = data
        self.program = program
        self.database = database
        self.port = port
        self.log = data / f"server-{port}.log"
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(SOURCE), str(TESTS)]),
            **UNLIMITED,
            **(environment or {}),
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Its URL."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it without waiting until it answers."""
        command = [sys.executable, *self.program, "web", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        if self.database:
            command += ["--database", self.database]
        with self.log.open("ab") as log:
            self.begun = log.tell()
            self.process = subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def answers(self) -> bool:
        """Whether it has reported that it is running since it was last started."""
        with self.log.open("rb") as log:
            log.seek(self.begun)
            return f"runs at {self.address}/".encode() in log.read()

    def wait(self) -> None:
        """Waits until it answers."""
        until = monotonic() + STARTING
        while not self.answers:
            if monotonic() > until or self.ended:
                raise RuntimeError(f"the server does not start: {self.log.read_text()[-2000:]}")
            sleep(0.02)

    @property
    def ended(self) -> bool:
        """Whether its process has ended."""
        return self.process is None or self.process.poll() is not None

    def kill(self) -> None:
        """Kills it without warning."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Stops it as Ctrl-C does."""
        if self.process and not self.ended:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(STOPPING)
            except subprocess.TimeoutExpired:
                self.kill()

    def workers(self) -> list[int]:
        """The worker processes of its computer players."""
        assert self.process
        children = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        found: list[int] = []
        for file in children:
            with suppress(OSError):
                found += map(int, file.read_text().split())
        return [child for child in found if is_worker(child)]


def is_worker(process: int) -> bool:
    """Whether a process is a worker and not a helper process of multiprocessing."""
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def free_ports(count: int) -> list[int]:
    """Ports that are not in use."""
    with closing(socket.socket()) as first:
        first.bind(("127.0.0.1", 0))
        base = int(first.getsockname()[1])
    return [base + 200 * i if base < 60_000 else base - 200 * (i + 1) for i in range(count)]


@contextmanager
def private_postgres() -> Iterator[tuple[str, PostgresServer]]:
    """The URL of an empty database, and the private PostgreSQL server that has it."""
    from postgres import PostgresServer  # only few runs need it and its driver

    server = PostgresServer()
    try:
        with server.empty_database() as address:
            yield address, server
    finally:
        server.remove()
