"""A search in a thread of its own, read as an iterator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Semaphore, Thread

from tabuleiro.search.progress import Progress

ProgressCallback = Callable[[Progress], None]
"""Takes a report."""


class BackgroundSearch:
    """A search in a thread of its own, as a recursion of compiled code cannot yield.

    Like a generator it rests from each report until the next is asked for.
    """

    def __init__(self, work: Callable[[ProgressCallback], None]) -> None:
        self._work = work
        self._told: SimpleQueue[Progress | BaseException | None] = SimpleQueue()
        self._asked = Semaphore(0)
        self._closed = False

    def reports(self, give_up: Callable[[], None]) -> Iterator[Progress]:
        """What the search tells, until it ends or nobody asks for more: then `give_up` makes it
        end."""
        thread = Thread(target=self._run, daemon=True)
        thread.start()
        try:
            while isinstance(report := self._told.get(), Progress):
                yield report
                self._asked.release()
            if report is not None:
                raise report
        finally:
            self._closed = True
            give_up()
            self._asked.release()
            thread.join()

    def _run(self) -> None:
        try:
            self._work(self._tell)
            self._told.put(None)
        except BaseException as error:  # noqa: BLE001 - raised again where reports are read
            self._told.put(error)

    def _tell(self, report: Progress) -> None:
        self._told.put(report)
        if not self._closed:
            self._asked.acquire()
