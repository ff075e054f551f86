"""Child processes connected by a pipe."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from typing import Any

SPAWN = get_context("spawn")  # a forked process that has threads may deadlock


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
    """Processes started inside this context ignore Ctrl-C: the parent process ends them. They
    inherit the signals that the main thread ignores, or that another thread blocks."""
    if threading.current_thread() is threading.main_thread():
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
