"""Threads that each do their part of every task they are given."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

Work = Callable[[int], None]


class WorkerThreads:
    """Threads; a task is called in each of them, with the number of the thread.

    Queues of C code are used because tasks are handed over thousands of times a second.
    """

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
        while (task := inbox.get()) is not None:
            work, outbox = task
            try:
                work(number)
            except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
                outbox.put(error)
            else:
                outbox.put(None)

    def submit(self, work: Work) -> Callable[[], None]:
        """Gives a task to all threads. Returns a function that waits until all are done and raises
        an error of one of them; it may be called once."""
        outbox: SimpleQueue[BaseException | None] = SimpleQueue()
        for inbox in self.inboxes:
            inbox.put((work, outbox))

        def wait() -> None:
            for error in [outbox.get() for _ in self.inboxes]:
                if error is not None:
                    raise error

        return wait

    def shutdown(self) -> None:
        """Lets the threads finish their tasks, and ends them."""
        for inbox in self.inboxes:
            inbox.put(None)
        for thread in self.threads:
            thread.join()
