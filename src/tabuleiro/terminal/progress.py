"""Progress of long commands on standard error, and Ctrl-C while they run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TypeVar

from tabuleiro.core.extras import has_package
from tabuleiro.core.message import DisplayText, Message
from tabuleiro.language import localised

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

HAS_RICH = has_package("rich")  # of the extra `cli`

PARTS = 10  # lines about progress if there is no terminal
QUIET_SECONDS = 30.0  # seconds before the first of them

Item = TypeVar("Item")
DescribeProgress = Callable[[float, float], Message]
"""A line about progress: how much is done, after how many seconds."""


class ShowProgress(Protocol):
    """Shows how much is done, and the description if it has changed."""

    def __call__(self, done: float, description: str | None = None) -> None: ...


def collect(
    items: Generator[Item], on_item: Callable[[int, Item], None]
) -> tuple[list[Item], bool]:
    """All items up to the end or to Ctrl-C, and whether it was Ctrl-C. `on_item` gets each of them
    at once, with the number of items so far."""
    found: list[Item] = []
    with closing(items):
        try:
            for item in items:
                found.append(item)
                on_item(len(found), item)
        except KeyboardInterrupt:
            return found, True
    return found, False


@contextmanager
def progress_bar(
    total: float | None,
    before: DisplayText = "",
    after: DisplayText = "",
    line: DescribeProgress | None = None,
) -> Iterator[ShowProgress]:
    """A bar between two texts on a terminal, otherwise lines if `line` is given. The second text is
    about the figures after the bar."""
    if not HAS_RICH:
        yield progress_lines(total, line) if line and total else lambda done, description=None: None
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if line and total and not console.is_terminal:
        yield progress_lines(total, line)
        return
    columns, hidden = progress_columns(total, after), not console.is_terminal
    with Progress(*columns, console=console, disable=hidden, transient=True) as bar:
        task = bar.add_task(localised(before), total=total)

        def show(done: float, description: str | None = None) -> None:
            bar.update(task, completed=done, description=description)

        yield show


def progress_columns(total: float | None, after: DisplayText) -> list[ProgressColumn]:
    """A bar with a percentage if the total is 1.0, otherwise with numbers. The time left is shown
    if the total is 1.0, or if there is a text after the bar."""
    from rich import progress

    count = progress.TaskProgressColumn() if total == 1.0 else progress.MofNCompleteColumn()
    text = progress.TextColumn("{task.description}", markup=False)
    words = [progress.TextColumn(localised(after))] if after else []
    left = [progress.TimeRemainingColumn()] if after or total == 1.0 else []
    return [text, progress.BarColumn(), count, *words, *left]


def progress_lines(total: float, line: DescribeProgress) -> ShowProgress:
    """Shows progress as lines: one for every tenth, but none in the first seconds."""
    started, shown = monotonic(), 0

    def show(done: float, description: str | None = None) -> None:
        nonlocal shown
        part, seconds = int(PARTS * done / total), monotonic() - started
        if part > shown and seconds >= QUIET_SECONDS:
            shown = part
            text = localised(line(done, seconds))
            print(text, file=sys.stderr, flush=True)  # noqa: T201 - progress

    return show
