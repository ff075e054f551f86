"""Child processes connected by a pipe."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from typing import Any

SPAWN = get_context("spawn")  # the copy of a process that has threads may be stuck for ever


class ChildProcess:
    """A process that runs `target`, whose first argument is its end of the pipe. The pipe ends
    with the process."""

    def __init__(self, target: Callable[..., None], *args: Any) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=target, args=(theirs, *args), daemon=True)
        try:
            with interrupts_ignored():
                self.process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            theirs.close()

    def end(self) -> None:
        """Ends the process, whatever it does, and lets go of all that the system kept for it."""
        if self.pipe.closed:
            return
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C: it is for this one to end them. They inherit
    what the main thread ignores, or what another thread blocks for itself."""
    if threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
    elif hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # to start it unblocks Ctrl-C in the thread that does
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    else:
        yield
