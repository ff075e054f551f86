"""Runs a search in its own thread, and reads its reports as an iterator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Semaphore, Thread

from tabuleiro.search.progress import Progress

ProgressCallback = Callable[[Progress], None]
"""Receives a report."""


class BackgroundSearch:
    """A search in its own thread, because recursive compiled code cannot yield.

    Like a generator, it pauses after each report until the next one is requested.
    """

    def __init__(self, work: Callable[[ProgressCallback], None]) -> None:
        self._work = work
        self._reports: SimpleQueue[Progress | BaseException | None] = SimpleQueue()
        self._requests = Semaphore(0)
        self._closed = False

    def reports(self, abort: Callable[[], None]) -> Iterator[Progress]:
        """The reports of the search. If the caller stops reading, `abort` ends the search."""
        thread = Thread(target=self._run, daemon=True)
        thread.start()
        try:
            while isinstance(report := self._reports.get(), Progress):
                yield report
                self._requests.release()
            if report is not None:
                raise report
        finally:
            self._closed = True
            abort()
            self._requests.release()
            thread.join()

    def _run(self) -> None:
        try:
            self._work(self._report)
            self._reports.put(None)
        except BaseException as error:  # noqa: BLE001 - raised again where reports are read
            self._reports.put(error)

    def _report(self, report: Progress) -> None:
        self._reports.put(report)
        if not self._closed:
            self._requests.acquire()
