"""The app at rest, on however busy a machine."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

SOON = 0.02  # seconds: longer than from one look of the app at its screen to the next
ROUNDS = 3


async def until_at_rest(*seconds: float) -> None:
    """Waits until nothing in the app has anything to do and nothing will soon. Textual's own wait
    compares the time of the processor with that on the wall, and takes an app that was given no
    processor for one at rest."""
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
    """Whoever drives the app waits so."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", until_at_rest)
