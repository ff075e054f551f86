"""Long timeouts for the browser app, so that tests do not fail on a slow machine. Tests of the
timeouts themselves set their own.

Run as a program, this is `tabuleiro` with these timeouts.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from tabuleiro.cli import main
from waiting import PATIENCE

TIMEOUTS = {
    "http.middleware": ("BODY_TIMEOUT",),
    "http.protocol": ("HEAD_TIMEOUT",),
    "server": ("SHUTDOWN_TIMEOUT",),
    "services": ("GIF_TIMEOUT",),
    "store.database": ("WAITING",),
    "store.store": ("COMMIT_TIMEOUT",),
    "workers.pool": ("START_TIMEOUT", "ANSWER_GRACE", "SILENCE_TIMEOUT"),
    "workers.renderer": ("RENDER_TIMEOUT",),
    "workers.sandbox": ("START_TIMEOUT", "WORK_TIMEOUT"),
}
"""The names of the timeouts, in seconds, in each module."""


def use_long_timeouts(set_value: Callable[[object, str, float], None] = setattr) -> None:
    """Make all these timeouts long."""
    for name, timeouts in TIMEOUTS.items():
        module = import_module(f"tabuleiro.web.{name}")
        for timeout in timeouts:
            assert hasattr(module, timeout), f"{name} has no {timeout}"
            set_value(module, timeout, int(PATIENCE))  # database settings are in whole seconds


if __name__ == "__main__":  # not in child processes, which import it under another name
    use_long_timeouts()
    main()
