"""Who goes first: those who think stand back behind those who serve people."""

from __future__ import annotations

import os
import sys
from threading import get_native_id

BEHIND = 10
"""How much a computer player stands back, as `nice` counts it."""

LAST = 15
"""How much those do for whom nobody waits."""


def process_stands_back() -> None:
    """Lets other processes go before this one, where the system can do so: called before it has
    other threads."""
    if hasattr(os, "nice"):
        os.nice(BEHIND)


def thread_stands_back(niceness: int) -> None:
    """Lets others go before this thread and those that it starts, where threads have priorities of
    their own."""
    if sys.platform == "linux":
        thread = get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, max(now, niceness))  # to go up is not allowed
