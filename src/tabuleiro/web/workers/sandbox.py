"""The sandbox: a process with limits on time and memory for untrusted input and slow pictures.

It does one thing after another, with a lower priority than the processes of live games. A process
that dies, hangs or grows too large is replaced; only the call that it was doing is refused.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from logging import getLogger
from threading import Lock
from typing import Any, TypeVar

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.play.processes import ChildProcess
from tabuleiro.web.http.errors import RefusalError, TooManyError
from tabuleiro.web.workers.worker import call, run_sandbox

WORK_TIMEOUT = 30.0  # seconds that one piece of work may take
GIF_TIMEOUT = 90.0  # seconds that an animated GIF may take
START_TIMEOUT = 30.0  # seconds that a new process may take to start
MOST_WAITING = 8  # pieces of work, including the current one
MOST_EACH = 2  # of these for an address
MEGABYTES = 512  # of memory that the process may use after loading

LOG = getLogger(__name__)
Result = TypeVar("Result")


class Sandbox:
    """Calls functions in a process of its own. All threads may use it, and wait; only one talks to
    the process."""

    def __init__(
        self, *, own_process: bool = True, timeout: float | None = None, most_each: int = MOST_EACH
    ) -> None:
        """With `own_process` in a process that is started when needed; `timeout` holds for each
        piece of work; an address has at most `most_each` of them at a time."""
        self._own_process = own_process
        self._thread = ThreadPoolExecutor(1, "sandbox")
        self._child: ChildProcess | None = None
        self._timeout = WORK_TIMEOUT if timeout is None else timeout
        self._most_each = most_each
        self._waiting: Counter[str] = Counter()
        self._lock = Lock()

    def run(self, work: Callable[..., Result], *given: Any, source: str = "") -> Result:
        """The result of `work(*given)`. It must be a function that a process can import. `source`
        is the address that asks for it, if one does."""
        with self._place(source):
            found = self._thread.submit(self._run, work, given).result()
        if isinstance(found, TabuleiroError):
            raise found
        result: Result = found
        return result

    @contextmanager
    def _place(self, source: str) -> Iterator[None]:
        """A place among the waiting; there are few, of which an address gets a part."""
        with self._lock:
            if source and self._waiting[source] >= self._most_each:
                message = say("you are waiting for other files: try again in a moment")
                raise TooManyError(message, wait=5)
            if self._waiting.total() >= MOST_WAITING:
                message = say("the server is busy: try again in a moment")
                raise RefusalError(503, "busy", message, wait=5)
            self._waiting[source] += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting -= Counter([source])  # this drops counts of 0

    def close(self) -> None:
        """Ends the process."""
        self._end()  # even if it is busy
        self._thread.shutdown(cancel_futures=True)

    # --- in its thread

    def _run(self, work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        if not self._own_process:
            return call((work, given))
        try:
            return (self._child or self._start()).ask((work, given), self._timeout)
        except (OSError, EOFError) as error:
            LOG.warning("the process that draws and reads failed: %s", error)
            self._end()
            message = say("this takes too long, or too much memory: try something shorter")
            raise RefusalError(422, "too_much", message) from error

    def _start(self) -> ChildProcess:
        self._child = child = ChildProcess(run_sandbox, MEGABYTES)
        child.receive(START_TIMEOUT)
        return child

    def _end(self) -> None:
        """Kills the process. Another one may be started."""
        child, self._child = self._child, None
        if child:
            child.end()
