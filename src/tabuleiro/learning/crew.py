"""Threads that each do the same part of every piece of work, in the order in which it is handed
out. Queues in C and nothing else stand between them: thousands of pieces a second."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

Work = Callable[[int], None]


class Crew:
    """So many threads; each is told its number with every piece of work."""

    def __init__(self, threads: int) -> None:
        self.inboxes: list[SimpleQueue[tuple[Work, SimpleQueue[BaseException | None]] | None]]
        self.inboxes = [SimpleQueue() for _ in range(threads)]
        self.threads = [
            Thread(target=self._serve, args=(number,), daemon=True) for number in range(threads)
        ]
        for thread in self.threads:
            thread.start()

    def _serve(self, number: int) -> None:
        inbox = self.inboxes[number]
        while (order := inbox.get()) is not None:
            work, outbox = order
            try:
                work(number)
            except BaseException as error:  # noqa: BLE001 - raised again by whoever waits
                outbox.put(error)
            else:
                outbox.put(None)

    def begin(self, work: Work) -> Piece:
        """Hands out a piece of work."""
        outbox: SimpleQueue[BaseException | None] = SimpleQueue()
        for inbox in self.inboxes:
            inbox.put((work, outbox))
        return Piece(outbox, len(self.inboxes))

    def end(self) -> None:
        """Lets the threads finish what was handed out, and ends them."""
        for inbox in self.inboxes:
            inbox.put(None)
        for thread in self.threads:
            thread.join()


class Piece:
    """A piece of work that a crew has begun."""

    def __init__(self, outbox: SimpleQueue[BaseException | None], parts: int) -> None:
        self.outbox = outbox
        self.parts = parts

    def wait(self) -> None:
        """Waits until all parts are done; an error of one is raised here."""
        errors = [self.outbox.get() for _ in range(self.parts)]
        self.parts = 0
        for error in errors:
            if error is not None:
                raise error
