"""Reading command lines and writing replies, each in a thread of its own."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Queue, SimpleQueue
from threading import RLock, Thread
from time import monotonic, sleep
from typing import BinaryIO, Protocol

from tabuleiro.core.message import Message, one_line, say
from tabuleiro.core.primitives import StopFlag

LONGEST_LINE = 2**22  # bytes; the longest games take about ten thousand
MOST_WAITING = 2**24  # bytes of commands that were read but not executed yet
COMMAND_OVERHEAD = 500  # bytes of memory that a command takes besides its text
PERFT_TIMEOUT = 3.0  # seconds before a perft is stopped
LONGEST_ERROR = 400  # characters


@dataclass(frozen=True)
class UgiCommand:
    """A line of input: its first word, the rest, and the flag that a later `stop` sets to end it.
    `fault` says why the line is not a command."""

    word: str
    rest: str
    stop: StopFlag
    fault: Message | None = None


class CommandQueue(Queue[UgiCommand | None]):
    """Commands that wait to be executed. Its size is their memory, not their number. So long lines
    stay in the pipe, but a `stop` after many short ones is read."""

    _memory = 0

    def _qsize(self) -> int:
        return self._memory

    def _put(self, item: UgiCommand | None) -> None:
        super()._put(item)
        self._memory += memory_of(item)

    def _get(self) -> UgiCommand | None:
        item: UgiCommand | None = super()._get()
        self._memory -= memory_of(item)
        return item


def memory_of(command: UgiCommand | None) -> int:
    """The most bytes that a waiting command takes: a character takes up to four."""
    return COMMAND_OVERHEAD + (4 * (len(command.word) + len(command.rest)) if command else 0)


class CommandReader:
    """Reads commands in a thread. Bytes that are not UTF-8 are replaced.

    `stop` and `quit` take effect as soon as they are read, since the main thread may be busy with a
    `query perft`. A `stop` is for the search if there was a `go`, else for the perft. If the `stop`
    was for a search, or if the engine quits, a perft gets some more time, so that a script that is
    sent all at once gets its answers.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._queue = CommandQueue(MOST_WAITING)
        self._stopper = DelayedStopper()
        self._renew_stops()
        Thread(target=self._read, args=(lines,), daemon=True).start()

    def next(self) -> UgiCommand | None:
        """Waits for the next command; None at the end of input."""
        return self._queue.get()

    def _renew_stops(self) -> None:
        self._search_stop, self._count_stop = StopFlag(), StopFlag()
        self._go_was_read = self._query_was_read = False

    def _read(self, lines: Iterable[bytes]) -> None:
        try:
            with suppress(OSError):  # an error counts as the end of input
                self._read_commands(lines)
        finally:
            self._queue.put(None)
            self._stopper.end()

    def _read_commands(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            if len(line) > LONGEST_LINE:
                fault = say("a line has at most {most} bytes", most=LONGEST_LINE)
                self._queue.put(UgiCommand("", "", StopFlag(), fault))
                continue
            word, *rest = line.decode("utf-8", "replace").strip().split(maxsplit=1) or [""]
            stop = self._search_stop if word == "go" else self._count_stop
            self._note_word(word)
            if word:
                self._queue.put(UgiCommand(word, "".join(rest), stop))
            if word == "quit":
                break

    def _note_word(self, word: str) -> None:
        if word == "go":
            self._go_was_read = True
        elif word == "query":
            self._query_was_read = True
        elif word == "stop":
            self._search_stop.set()
        if word not in ("stop", "quit"):
            return
        if self._query_was_read and (self._go_was_read or word == "quit"):
            self._stopper.set_later(self._count_stop)
        else:
            self._count_stop.set()
        if word == "stop":
            self._renew_stops()


class DelayedStopper:
    """Sets stop flags after a delay, all in one thread."""

    def __init__(self) -> None:
        self._flags: SimpleQueue[tuple[float, StopFlag] | None] = SimpleQueue()
        Thread(target=self._run, daemon=True).start()

    def set_later(self, flag: StopFlag) -> None:
        """Sets the flag after the delay."""
        self._flags.put((monotonic() + PERFT_TIMEOUT, flag))

    def end(self) -> None:
        """Ends the thread after the flags that are due."""
        self._flags.put(None)

    def _run(self) -> None:
        while entry := self._flags.get():
            due, flag = entry
            sleep(max(0.0, due - monotonic()))
            flag.set()


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream. A line that is too long is cut off one byte above the limit."""
    while line := stream.readline(LONGEST_LINE + 1):
        end = line
        while end and not end.endswith(b"\n"):
            end = stream.readline(LONGEST_LINE + 1)
        yield line


class OutputStream(Protocol):
    """A binary stream without a buffer."""

    def write(self, data: bytes, /) -> int:
        """Writes bytes; returns how many."""


class ReplyWriter:
    """Writes whole lines from any thread; it is `closed` once nobody reads them.

    A thread that holds the `lock` writes the next line.
    """

    def __init__(self, stream: OutputStream) -> None:
        self.closed = False
        self.lock = RLock()
        self._stream = stream

    def send(self, line: str) -> None:
        """Writes one line."""
        data = line.encode("utf-8", "backslashreplace") + b"\n"
        with self.lock:
            try:
                while data and not self.closed:
                    data = data[self._stream.write(data) :]
            except OSError:
                self.closed = True

    def send_error(self, message: Message) -> None:
        """Reports a command that cannot be executed."""
        self.send(f"info error {one_line(str(message), LONGEST_ERROR)}")

    def send_internal_error(self, error: Exception) -> None:
        """Reports an error of the program, not of the input."""
        self.send_error(say("internal error: {error}", error=repr(error)))
