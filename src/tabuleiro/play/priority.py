"""Lowering the priority of processes and threads that think."""

from __future__ import annotations

import os
import sys
from threading import get_native_id

PLAYER_NICENESS = 10
"""How much a computer player stands back, as `nice` counts it."""

BACKGROUND_NICENESS = 15
"""How much those do for whom nobody waits."""


def lower_process_priority() -> None:
    """Lets other processes go before this one, where the system can do so: called before it has
    other threads."""
    if hasattr(os, "nice"):
        os.nice(PLAYER_NICENESS)


def lower_thread_priority(niceness: int) -> None:
    """Lets others go before this thread and those that it starts, where threads have priorities of
    their own."""
    if sys.platform == "linux":
        thread = get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, max(now, niceness))  # to go up is not allowed
