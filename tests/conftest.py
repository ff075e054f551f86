"""What all tests share: the list of games is the list of tests."""

from __future__ import annotations

import atexit
import gc
import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from tabuleiro.games import games

ROOT = Path(__file__).parents[1]
LONG = ("test_wheel", "test_uncompiled", "test_cli")

# The sixth game is installed for the programs that tests start as well.
os.environ["PYTHONPATH"] = str(ROOT / "tests" / "sixth_game")

# What tests save is not among the games of whoever runs them.
SAVED = TemporaryDirectory(prefix="tabuleiro-tests-")
os.environ["TABULEIRO_DATA"] = SAVED.name
atexit.register(SAVED.cleanup)

# Tests that run in the background may have to ignore interrupts, which the programs that they
# start would do as well: here they do not.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "tabuleiro",
    deadline=None,  # machines are shared and noisy
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
settings.load_profile("tabuleiro")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument `game` runs once for every game, registered ones included,
    unless it names its own."""
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "game" in metafunc.fixturenames and not any("game" in names for names in own):
        known = games()
        metafunc.parametrize("game", known.values(), ids=known.keys())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that all processes end together: some long files, of
    which two compile everything anew, then what starts browsers and servers."""
    items.sort(key=lambda item: (place_of(item.path.stem), item.path.parent.name != "web"))


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: nobody who looks for garbage need look among them."""
    gc.collect()
    gc.freeze()


def place_of(name: str) -> int:
    """Where a file comes: the long ones in their order, then all others."""
    return LONG.index(name) if name in LONG else len(LONG)
