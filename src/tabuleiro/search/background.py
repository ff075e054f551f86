"""Runs a search in its own thread, and reads its reports as an iterator."""

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Event, Semaphore, Thread

from tabuleiro.search.progress import Progress

ProgressCallback = Callable[[Progress], None]
"""Receives a report."""


def background_reports(
    work: Callable[[ProgressCallback], None], abort: Callable[[], None]
) -> Iterator[Progress]:
    """The reports of `work`, a search in its own thread, because recursive compiled code cannot
    yield. Like a generator, it pauses after each report until the next one is requested. If the
    caller stops reading, `abort` ends the search."""
    reports: SimpleQueue[Progress | BaseException | None] = SimpleQueue()
    requests, closed = Semaphore(0), Event()

    def send(report: Progress) -> None:
        reports.put(report)
        if not closed.is_set():
            requests.acquire()

    def run() -> None:
        try:
            work(send)
            reports.put(None)
        except BaseException as error:  # noqa: BLE001 - raised again where reports are read
            reports.put(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while isinstance(report := reports.get(), Progress):
            yield report
            requests.release()
        if report is not None:
            raise report
    finally:
        closed.set()
        abort()
        requests.release()
        thread.join()
