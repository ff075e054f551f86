"""Child processes connected by a pipe, and the priority of processes and threads that think."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from threading import current_thread, get_native_id, main_thread
from typing import Any

from tabuleiro.games import games

SPAWN = get_context("spawn")  # a forked process that has threads may deadlock
RARE_COLLECTIONS = (50_000, 20, 50)
"""Thresholds of the garbage collector: most objects of a request are gone after it, without it."""
PLAYER_NICENESS = 10
"""The niceness of computer players."""

BACKGROUND_NICENESS = 15
"""The niceness of work that nobody is waiting for."""


class ChildProcess:
    """A process that runs `target`, whose first argument is its end of the pipe. The pipe is closed
    when the process ends."""

    def __init__(self, target: Callable[..., None], *args: Any) -> None:
        self.pipe, child_end = SPAWN.Pipe()
        self.process = SPAWN.Process(target=target, args=(child_end, *args), daemon=True)
        try:
            with interrupts_ignored():
                self.process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            child_end.close()

    def ask(self, request: Any, seconds: float) -> Any:
        """The answer of a process that serves requests. OSError or EOFError if it died or does not
        answer in time."""
        self.pipe.send(request)
        return self.receive(seconds)

    def receive(self, seconds: float) -> Any:
        """The next message of the process."""
        if not self.pipe.poll(seconds):
            raise TimeoutError("no answer")
        return self.pipe.recv()

    def end(self) -> None:
        """Kills the process and frees its resources."""
        if self.pipe.closed:
            return
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Processes started inside this context do not get Ctrl-C: the parent process ends them. They
    inherit the signals that the main thread ignores, or that another thread blocks."""
    if current_thread() is main_thread():  # it is interrupted even if another thread gets Ctrl-C
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
    elif hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # starting it would unblock Ctrl-C in this thread
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    else:
        yield


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


def lower_process_priority() -> None:
    """Lowers the priority of this process, if possible. Call it before other threads start."""
    if hasattr(os, "nice"):
        os.nice(PLAYER_NICENESS)


def lower_thread_priority(niceness: int) -> None:
    """Lowers the priority of this thread and of threads it starts, if the system allows that."""
    if sys.platform == "linux":
        thread = get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, max(now, niceness))  # raising it is not allowed
