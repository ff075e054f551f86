"""Long timeouts for the browser app, so that tests do not fail on a slow machine: where it would
give up after a few seconds, it waits as long as the tests do. Tests of giving up set their own.

Run as a program, this is `tabuleiro` with these timeouts.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from tabuleiro.cli import main
from waiting import PATIENCE

TIMES = {
    "http.middleware": ("BODY_TIMEOUT",),
    "http.protocol": ("HEAD_TIMEOUT",),
    "server": ("SHUTDOWN_TIMEOUT",),
    "store.writers": ("COMMIT_TIMEOUT",),
    "workers.pool": ("START_TIMEOUT", "ANSWER_GRACE", "SILENCE_TIMEOUT"),
    "workers.renderer": ("RENDER_TIMEOUT",),
    "workers.sandbox": ("START_TIMEOUT",),
}
"""The names of the timeouts, in seconds, in each module."""


def be_patient(put: Callable[[object, str, float], None] = setattr) -> None:
    """Make all these timeouts long."""
    for name, times in TIMES.items():
        module = import_module(f"tabuleiro.web.{name}")
        for time in times:
            assert hasattr(module, time), f"{name} has no {time}"
            put(module, time, PATIENCE)


if __name__ == "__main__":  # not in child processes, which import it under another name
    be_patient()
    main()
