"""Log every call from one module of the package into another; see structure.py.

Calls while a module is being imported are left out, and those of the thread of a server that does
something every second, whatever its visitors do.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from types import FrameType

OURS = "/tabuleiro/"
EVERY_SECOND = "jobs"  # the name of that thread
IS_FUNCTION = 1  # the flag of code that is neither a module nor the body of a class
LOG = os.open(f"{os.environ['WALK_LOG']}/{os.getpid()}", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
latest = threading.local()


def note(frame: FrameType, event: str, _argument: object) -> None:
    """Log the time and the file of a call."""
    code = frame.f_code
    if event != "call" or OURS not in code.co_filename or not code.co_flags & IS_FUNCTION:
        return
    if threading.current_thread().name == EVERY_SECOND:
        return
    if code.co_filename != getattr(latest, "file", "") and not is_importing(frame):
        latest.file = code.co_filename
        os.write(LOG, f"{time.time()} {code.co_filename}\n".encode())


def is_importing(frame: FrameType | None) -> bool:
    """Whether a module of ours is being imported."""
    while frame := frame and frame.f_back:
        code = frame.f_code
        if code.co_name == "<module>" and OURS in code.co_filename:
            return not code.co_filename.endswith("__main__.py")
    return False


threading.setprofile(note)
sys.setprofile(note)
