"""The log of a run: one line of JSON every few seconds."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LogEntry = dict[str, Any]
DIGITS = 4


class TrainingLog:
    """The log in a file. Lines after `size` bytes were written after the last saved state, and are
    removed."""

    def __init__(self, path: Path, size: int) -> None:
        self.path = path
        path.touch()
        with path.open("r+b") as file:
            file.truncate(size)

    @property
    def size(self) -> int:
        """The bytes so far."""
        return self.path.stat().st_size

    def write(self, report: LogEntry) -> None:
        """Adds a line."""
        with self.path.open("a") as file:
            file.write(json.dumps(report) + "\n")


def read_log(path: Path) -> list[LogEntry]:
    """The lines of a log; an incomplete last line is left out."""
    lines = path.read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def rounded(report: Mapping[str, Any]) -> LogEntry:
    """Numbers rounded to a few digits."""
    return {
        name: float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
        for name, value in report.items()
    }
