"""Wait in tests for a condition, never for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds until a test gives up. This only prevents tests from hanging: it is far longer than
anything takes, even on a busy machine."""


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until the condition is true."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "the condition never became true"
        time.sleep(0.01)
