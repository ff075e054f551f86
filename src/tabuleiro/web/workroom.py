"""A process beside the server for what takes long or comes from strangers: pictures drawn,
records read.

It does one thing after another, within bounds of time and memory, and lets the processes of live
games come first. One that dies, hangs or grows too large is replaced; only what it was doing is
refused.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from logging import getLogger
from threading import BoundedSemaphore, Lock
from typing import Any, TypeVar

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.play.processes import Child
from tabuleiro.web.errors import Kind, RefusalError
from tabuleiro.web.workbench import Failure, done, serve

PATIENCE = 30.0  # seconds that one piece of work may take
MOVING_PATIENCE = 90.0  # seconds that a moving picture may take
START = 30.0  # seconds that a new process may take to be there
MOST_WAITING = 8  # pieces of work, the one that is being done among them
MEGABYTES = 512  # that the process may grow by
MOST_KEPT = 32 * 2**20  # bytes of answers that are kept

LOG = getLogger(__name__)
Result = TypeVar("Result")


class Workroom:
    """Does work elsewhere. Every thread may ask for it, and waits."""

    def __init__(self, *, apart: bool = True, patience: float = PATIENCE) -> None:
        """With `apart` in a process of its own, which is started when it is first needed."""
        self._apart = apart
        self._patience = patience
        self._places = BoundedSemaphore(MOST_WAITING)
        self._thread = ThreadPoolExecutor(1, "workroom")
        self._child: Child | None = None

    def do(self, work: Callable[..., Result], *given: Any) -> Result:
        """What `work` makes of what is given. It must be a function that a process can import."""
        if not self._places.acquire(blocking=False):
            raise busy()
        try:
            found = self._thread.submit(self._do, work, given).result()
        finally:
            self._places.release()
        if isinstance(found, Failure):
            raise TabuleiroError(found.reason)
        result: Result = found
        return result

    def close(self) -> None:
        """Ends the process."""
        self._end()  # whatever it does
        self._thread.shutdown(cancel_futures=True)

    # --- in its thread

    def _do(self, work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        if not self._apart:
            return done(work, given)
        try:
            return self._ask(work, given)
        except (OSError, EOFError) as error:
            LOG.warning("the process that draws and reads failed: %s", error)
            self._end()
            raise too_long() from error

    def _ask(self, work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        child = self._child or self._begin()
        child.pipe.send((work, given))
        return answer_of(child, self._patience)

    def _begin(self) -> Child:
        self._child = child = Child(serve, MEGABYTES)
        answer_of(child, START)
        return child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child:
            child.end()


def answer_of(child: Child, seconds: float) -> Any:
    """What a process answers in time."""
    if not child.pipe.poll(seconds):
        raise TimeoutError("no answer")
    return child.pipe.recv()


def busy() -> RefusalError:
    """More is asked for than can wait."""
    return RefusalError(Kind(503, "busy"), say("there is too much to do: try again in a moment"), 5)


def too_long() -> RefusalError:
    """Work that did not come to an end."""
    return RefusalError(
        Kind(422, "too_much"), say("this takes too long, or too much memory: try something shorter")
    )


# --- answers that are kept ------------------------------------------------------------------


class Kept:
    """Answers by what was asked for, up to so many bytes; those used longest ago go first."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> bytes | None:
        """What is kept under a key."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
            return self._answers.get(key)

    def keep(self, key: Hashable, answer: bytes) -> None:
        """Keeps an answer, unless it is larger than all that may be kept."""
        with self._lock:
            if len(answer) > self._most or key in self._answers:
                return
            self._answers[key] = answer
            self._size += len(answer)
            while self._size > self._most:
                _, dropped = self._answers.popitem(last=False)
                self._size -= len(dropped)
