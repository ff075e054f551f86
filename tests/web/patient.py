"""A browser app that takes nothing slow for something that hangs: where it would give up after some
seconds, it waits as long as a test does. Whoever tests that it gives up sets a short time himself.

Run as a program, it is `tabuleiro` with this patience.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from tabuleiro.cli import main
from waiting import PATIENCE

TIMES = {
    "guard": ("PATIENCE",),
    "heads": ("PATIENCE",),
    "pool": ("STARTING", "GRACE", "SILENCE"),
    "server": ("PATIENCE",),
    "store.writers": ("PATIENCE",),
    "studio": ("PATIENCE",),
    "workroom": ("START",),
}
"""What modules call the seconds after which they give up."""


def be_patient(put: Callable[[object, str, float], None] = setattr) -> None:
    """Makes all these times long."""
    for name, times in TIMES.items():
        module = import_module(f"tabuleiro.web.{name}")
        for time in times:
            assert hasattr(module, time), f"{name} has no {time}"
            put(module, time, PATIENCE)


if __name__ == "__main__":  # processes that it starts load it under another name, and no app
    be_patient()
    main()
