"""The common base of services whose work is done in a child process, one request after another."""

import gc
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from tabuleiro.games import games
from tabuleiro.play.processes import ChildProcess

RARE_COLLECTIONS = (50_000, 20, 50)
"""Thresholds of the garbage collector: most objects of a request are gone after it, without it."""


class ChildService:
    """A child process, and the only thread that talks to it. Without `own_process` there is no
    child: the thread does the work itself."""

    def __init__(self, name: str, *, own_process: bool) -> None:
        self._own_process = own_process
        self._thread = ThreadPoolExecutor(1, name)
        self._child: ChildProcess | None = None

    def _ask(self, child: ChildProcess, request: Any, seconds: float) -> Any:
        """The answer of the process. OSError or EOFError if it died or did not answer in time."""
        child.pipe.send(request)
        return self._receive(child, seconds)

    def _receive(self, child: ChildProcess, seconds: float) -> Any:
        if not child.pipe.poll(seconds):
            raise TimeoutError("no answer")
        return child.pipe.recv()

    def _end(self) -> None:
        """Kills the process. Another one may be started."""
        child, self._child = self._child, None
        if child:
            child.end()


def serve_requests(
    pipe: Connection, answer: Callable[[Any], Any], limit: Callable[[], None] = lambda: None
) -> None:
    """The program of a child: loads the games, sends True, then answers requests until the pipe is
    closed. `limit` is called when everything is loaded."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    games()
    gc.freeze()
    gc.set_threshold(*RARE_COLLECTIONS)
    limit()
    with suppress(EOFError, ConnectionError):
        pipe.send(True)
        while True:
            pipe.send(answer(pipe.recv()))
