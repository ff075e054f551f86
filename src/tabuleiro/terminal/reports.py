"""The progress of a report in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from tabuleiro.core.message import say
from tabuleiro.report.builder import OnProgress

PARTS = 10  # lines about progress where there is no terminal to draw a bar on
PATIENCE = 30.0  # seconds before the first of them


@contextmanager
def report_progress() -> Iterator[OnProgress]:
    """A bar on a terminal, else a line for every tenth, unless it is soon over."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield ReportProgressLines()
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def watch(games: int, part: float) -> None:
            bar.update(task, completed=part, description=str(say("{games} games", games=games)))

        yield watch


class ReportProgressLines:
    """Progress as lines on standard error."""

    def __init__(self) -> None:
        self._begun = monotonic()
        self._told = 0

    def __call__(self, games: int, part: float) -> None:
        tenths = int(PARTS * part)
        if tenths > self._told and monotonic() - self._begun >= PATIENCE:
            self._told = tenths
            line = say("{part} %: {games} games", part=100 * tenths // PARTS, games=games)
            print(line, file=sys.stderr, flush=True)  # noqa: T201 - for people who wait
