"""Runs the command `tabuleiro` with a sampling profiler, which writes a report at the end.

python benchmarks/web_sampled.py REPORT web --port 8765
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread, get_ident
from types import FrameType

from tabuleiro.cli import main

INTERVAL = 0.004  # seconds between two samples
SHOWN = 60
WAITING = {"wait", "select", "_recv", "poll", "get", "notifies", "_worker", "acquire"}
"""Functions of the standard library in which a thread does nothing."""


class Sampler(Thread):
    """Records at regular intervals which functions all other threads are in."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.inside: Counter[str] = Counter()
        self.looks = self.busy = 0
        self.over = Event()

    def run(self) -> None:
        own = get_ident()
        while not self.over.wait(INTERVAL):
            self.looks += 1
            for thread, frame in sys._current_frames().items():
                if thread != own and not is_waiting(frame):
                    self.busy += 1
                    self.inside.update(set(names(frame)))

    def report(self) -> str:
        """The functions that threads were in most, callers included."""
        lines = [f"{self.looks} looks, {self.busy} times a thread was busy"]
        lines += [
            f"{100 * times / max(1, self.busy):5.1f} %  {name}"
            for name, times in self.inside.most_common(SHOWN)
        ]
        return "\n".join(lines)


def is_waiting(frame: FrameType) -> bool:
    """Whether a thread waits for something to happen."""
    code = frame.f_code
    return code.co_name in WAITING and "/site-packages/" not in code.co_filename


def names(frame: FrameType | None) -> Iterator[str]:
    """The functions of a thread, from the innermost."""
    while frame is not None:
        code = frame.f_code
        yield f"{'/'.join(Path(code.co_filename).parts[-2:])} {code.co_qualname}"
        frame = frame.f_back


if __name__ == "__main__":
    sampler = Sampler()
    report = Path(sys.argv.pop(1))
    sampler.start()
    try:
        main()
    finally:
        sampler.over.set()
        report.write_text(sampler.report())
