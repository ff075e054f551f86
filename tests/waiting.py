"""Waiting in tests: for a condition, never for a length of time."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds after which a test gives up. It only keeps a test from hanging: however busy the machine
is, what is waited for comes sooner."""


def wait_for(condition: Callable[[], object]) -> None:
    """Waits until something is true."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
