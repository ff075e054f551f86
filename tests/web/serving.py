"""Servers for tests, in a thread or a process, and HTTP clients."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from threading import Thread
from typing import Any, TypeVar

import httpx

import tabuleiro
from tabuleiro.web.app import make_app
from tabuleiro.web.server import Server
from tabuleiro.web.services import MakePool, make_pool
from tabuleiro.web.settings import ServerSettings
from waiting import PATIENCE, wait_for

Data = dict[str, Any]
Client = TypeVar("Client", bound="Visitor")
UNLIMITED = (
    "commands_per_minute",
    "connections_per_address",
    "explorer_per_minute",
    "games_per_hour",
    "hints_per_minute",
    "imports_per_minute",
    "pictures_per_minute",
    "reasons_per_minute",
    "recovery_links_per_hour",
    "requests_per_minute",
    "streams_per_address",
    "studies_per_hour",
)
GENEROUS: Data = dict.fromkeys(UNLIMITED, 10**6) | {"drawing_apart": False}
REQUESTS = count()
SOURCE = Path(tabuleiro.__file__).parents[1]  # of the package under test
TESTS = Path(__file__).parents[1]
PROGRAM = (sys.executable, "-m", "web.long_timeouts")
"""`tabuleiro`, as tests start it."""


class Served:
    """A server that runs until it is closed."""

    def __init__(self, data: Path, make: MakePool = make_pool, **more: Any) -> None:
        self.settings = ServerSettings(data=data, **{**GENEROUS, **more})
        self.app = make_app(self.settings, make)
        self.server = Server(self.app, lambda: None)
        self.browsers: list[Visitor] = []
        self.thread = Thread(target=self.server.run, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started)

    @property
    def address(self) -> str:
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def browser(self, **headers: str) -> Browser:
        return self._remember(Browser(self.address, headers))

    def visitor(self, **headers: str) -> Visitor:
        return self._remember(Visitor(self.address, **headers))

    def _remember(self, client: Client) -> Client:
        self.browsers.append(client)
        return client

    def close_browsers(self) -> None:
        while self.browsers:
            self.browsers.pop().close()

    def close(self) -> None:
        self.close_browsers()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


class Process:
    """`tabuleiro web` in its own process; several can use the same data, one after another."""

    def __init__(self, data: Path, **settings: object) -> None:
        command = [*PROGRAM, "web", "--no-browser", "--workers", "1", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": python_path(), **in_environment(settings)},
        )
        assert self.process.stdout
        self.said = self.process.stdout.readline()
        assert self.said, self.process.communicate()[1]

    @property
    def address(self) -> str:
        return next(word for word in self.said.split() if word.startswith("http")).rstrip("/")

    def end(self, sign: signal.Signals) -> tuple[int, str]:
        """Send a signal; return the exit status and what was printed to standard error."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints


def python_path() -> str:
    """The PYTHONPATH of the package under test, the tests and the sixth game."""
    return os.pathsep.join([str(SOURCE), str(TESTS), os.environ.get("PYTHONPATH", "")])


def in_environment(settings: Data) -> dict[str, str]:
    """Settings as environment variables."""
    return {f"TABULEIRO_{name.upper()}": str(value) for name, value in settings.items()}


NO_CERTIFICATES = SSLContext(PROTOCOL_TLS_CLIENT)
"""For clients that use HTTP only: loading the usual certificates takes long."""


class Visitor(httpx.Client):
    """An HTTP client with its own cookies and a long timeout."""

    def __init__(self, address: str, **headers: str) -> None:
        super().__init__(
            base_url=address, headers=headers, timeout=PATIENCE, verify=NO_CERTIFICATES
        )


class Browser(Visitor):
    """A client of the API."""

    def __init__(self, address: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(f"{address}/api/v1/", **{"X-Tabuleiro": "1", **(headers or {})})

    def opens(self, game: str, *seats: str, **more: Any) -> str:
        """Open a game; a seat is `me`, `open` or the name of a computer player."""
        orders = [
            {"who": seat} if seat in ("me", "open") else {"who": "computer", "computer": seat}
            for seat in seats
        ]
        answer = self.post("games", json={"game": game, "seats": orders, **more})
        assert answer.status_code == 201, answer.text
        game_id: str = answer.json()["id"]
        return game_id

    def invites(self, game_id: str, guest: Browser) -> None:
        """Let another browser take the free seat of a game."""
        (invitation,) = self.get(f"games/{game_id}/invitations").json()["invitations"]
        joined = guest.post("join", json={"token": invitation["token"], "name": "Rui"})
        assert joined.status_code == 200, joined.text

    def sees(self, game_id: str) -> Data:
        answer = self.get(f"games/{game_id}")
        assert answer.status_code == 200, answer.text
        state: Data = answer.json()
        return state

    def does(self, game_id: str, do: str, **more: Any) -> httpx.Response:
        """Send a command, for the current version of the game unless a version is given."""
        if "version" not in more:
            more["version"] = self.sees(game_id)["version"]
        body = {"request": f"r{next(REQUESTS)}", "do": do, **more}
        return self.post(f"games/{game_id}/commands", json=body)

    def follows(self, game_id: str, **query: Any) -> Iterator[tuple[str, Any]]:
        """The events of a live stream: names and data."""
        with self.stream("GET", f"games/{game_id}/live", params=query) as answer:
            assert answer.status_code == 200, answer.read()
            name = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield name, json.loads(line.removeprefix("data: "))
