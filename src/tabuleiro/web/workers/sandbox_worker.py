"""The program of the sandbox process: calls one function after another."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from tabuleiro.core.message import Message, TabuleiroError
from tabuleiro.play.priority import lower_process_priority
from tabuleiro.play.processes import serve_requests
from tabuleiro.web.workers.worker import limit_memory


@dataclass(frozen=True, slots=True)
class SandboxFailure:
    """Why a function could not be called."""

    reason: Message


def run_sandbox(pipe: Connection, megabytes: int) -> None:
    """The program of the process; `megabytes` limits its memory after loading."""
    lower_process_priority()
    serve_requests(pipe, call, partial(limit_memory, megabytes))


def call(request: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    """The result of a function with its arguments, or why there is none."""
    work, given = request
    try:
        return work(*given)
    except TabuleiroError as error:
        return SandboxFailure(error.message)
