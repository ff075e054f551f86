"""Sessions with an engine in this process."""

from __future__ import annotations

import os
import re
from queue import Empty, SimpleQueue
from threading import Thread

from tabuleiro.engine.ugi import run_engine
from tabuleiro.games import games
from waiting import PATIENCE

GAMES = list(games())
INFO = re.compile(
    r"info depth \d+ score (?:cp -?\d+|mate -?\d+) nodes \d+ nps \d+ time \d+ pv \S+( \S+)*"
)
SMALL = ("setoption name rows value 3", "setoption name columns value 3")
WON = "position fen xoo/x2/x2 2/2 - -"  # player 1 has connected their sides
ONE_TO_WIN = "position fen xo1/xo1/3 2/2 x 1"
START = "8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1"


class Lines:
    """The engine's output: whole lines, each written in one piece."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[str] = SimpleQueue()

    def write(self, data: bytes) -> int:
        assert data.endswith(b"\n")
        assert data.count(b"\n") == 1
        self.queue.put(data.decode().removesuffix("\n"))
        return len(data)

    def taken(self) -> list[str]:
        """The output since the last call."""
        return [self.queue.get() for _ in range(self.queue.qsize())]


def answers(*lines: str | bytes) -> list[str]:
    """The output of the engine for these lines of input."""
    output = Lines()
    run_engine([line if isinstance(line, bytes) else line.encode() for line in lines], output)
    return output.taken()


class Session:
    """A session with an engine in this process, line by line."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self.input = os.fdopen(writing, "wb", buffering=0)
        self.output = Lines()
        self.served = os.fdopen(reading, "rb")
        self.thread = Thread(target=run_engine, args=(self.served, self.output))
        self.thread.start()

    def send(self, *lines: str) -> None:
        self.input.write("".join(f"{line}\n" for line in lines).encode())

    def next(self) -> str:
        try:
            return self.output.queue.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError("no answer") from None

    def ask(self, *lines: str) -> str:
        """Sends lines; returns the next line of output."""
        self.send(*lines)
        return self.next()

    def until(self, start: str) -> list[str]:
        """The lines up to the first one with this start."""
        lines = [self.next()]
        while not lines[-1].startswith(start):
            lines.append(self.next())
        return lines

    def end(self) -> list[str]:
        """Ends the input; returns the remaining output."""
        self.input.close()
        self.await_end()
        self.served.close()
        return self.output.taken()

    def await_end(self) -> None:
        """Waits until the engine has ended."""
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def error(lines: list[str]) -> bool:
    """Whether the answer is one error."""
    return len(lines) == 1 and lines[0].startswith("info error ") and len(lines[0]) > 20


def best(lines: list[str]) -> str:
    """The move of the one `bestmove` line, which is the last."""
    found = [line for line in lines if line.startswith("bestmove")]
    assert len(found) == 1
    assert lines[-1] == found[0]
    return found[0].removeprefix("bestmove ")


def figure(line: str, name: str) -> int:
    """One of the numbers in an `info` line."""
    return int(line.split(f" {name} ")[1].split(maxsplit=1)[0])
