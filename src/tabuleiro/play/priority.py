"""Lowering the priority of processes and threads that think."""

import os
import sys
from threading import get_native_id

PLAYER_NICENESS = 10
"""The niceness of computer players."""

BACKGROUND_NICENESS = 15
"""The niceness of work that nobody is waiting for."""


def lower_process_priority() -> None:
    """Lowers the priority of this process, if possible. Call it before other threads start."""
    if hasattr(os, "nice"):
        os.nice(PLAYER_NICENESS)


def lower_thread_priority(niceness: int) -> None:
    """Lowers the priority of this thread and of threads it starts, if the system allows that."""
    if sys.platform == "linux":
        thread = get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, max(now, niceness))  # raising it is not allowed
