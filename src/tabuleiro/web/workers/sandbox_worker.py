"""The program of the sandbox process: calls one function after another."""

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
from tabuleiro.play.priority import lower_process_priority
from tabuleiro.web.workers.worker import limit_memory


@dataclass(frozen=True, slots=True)
class SandboxFailure:
    """Why something could not be done."""

    reason: Message


def run_sandbox(pipe: Connection, megabytes: int) -> None:
    """Does what it is asked for until the pipe is closed; other processes come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_process_priority()
    games()  # loads all that may be asked for
    gc.freeze()
    limit_memory(megabytes)
    with suppress(EOFError, ConnectionError):
        pipe.send(True)
        while True:
            work, given = pipe.recv()
            pipe.send(call(work, given))


def call(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """The result of some work, or why there is none."""
    try:
        return work(*given)
    except TabuleiroError as error:
        return SandboxFailure(error.message)
