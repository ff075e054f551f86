"""The program of the process beside the server that draws and reads: one thing after another."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from tabuleiro.core.message import Message, TabuleiroError
from tabuleiro.games import games
from tabuleiro.play.priority import process_stands_back
from tabuleiro.web.worker import limit_memory


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something could not be done."""

    reason: Message


def serve(pipe: Connection, megabytes: int) -> None:
    """Does what it is asked for until the pipe is closed; other processes come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    process_stands_back()
    games()  # loads all that may be asked for
    gc.freeze()
    limit_memory(megabytes)
    with suppress(EOFError, ConnectionError):
        pipe.send(True)
        while True:
            work, given = pipe.recv()
            pipe.send(done(work, given))


def done(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """The result of some work, or why there is none."""
    try:
        return work(*given)
    except TabuleiroError as error:
        return Failure(error.message)
