"""Functions for the sandbox process; some of them misbehave."""

from __future__ import annotations

import os
import time

from tabuleiro.core.message import TabuleiroError, say
from waiting import PATIENCE


def double(number: int) -> tuple[int, int]:
    """A result, and the id of the process that computed it."""
    return 2 * number, os.getpid()


def refuse() -> None:
    raise TabuleiroError(say("not {what}", what="this"))


def hang() -> None:
    time.sleep(PATIENCE)


def die() -> None:
    os._exit(1)


def grow() -> int:
    return len(bytearray(2**32))
