"""Wait until the app is idle, even on a busy machine."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

SOON = 0.02  # seconds: longer than the time between two updates of the screen
ROUNDS = 3


async def until_at_rest(*seconds: float) -> None:
    """Wait until the app has nothing to do now or soon. Textual's own function compares CPU time
    with wall time, and takes an app that gets no CPU time for an idle one. Its arguments, lengths
    of time, are ignored."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
        while loop._ready:
            await asyncio.sleep(0)
        now = loop.time()
        moments = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
        due = [moment for moment in moments if moment <= now + SOON]
        if not due:
            return
        await asyncio.sleep(max(0.0, max(due) - now))


@pytest.fixture(autouse=True)
def at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Textual wait in this way."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", until_at_rest)


@pytest.fixture(autouse=True)
def called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints name the program `tabuleiro`, however the tests were started."""
    monkeypatch.setattr("sys.argv", ["tabuleiro"])
