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
from times import Times

ROOT = Path(__file__).parents[1]

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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--times`."""
    parser.addoption("--times", action="store_true", help="list the seconds that each file takes")


def pytest_configure(config: pytest.Config) -> None:
    """Turn the option on."""
    if config.getoption("times"):
        config.pluginmanager.register(Times())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument `game` runs once for every game, registered ones included,
    unless it names its own."""
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "game" in metafunc.fixturenames and not any("game" in names for names in own):
        known = games()
        metafunc.parametrize("game", known.values(), ids=known.keys())


@pytest.hookimpl(tryfirst=True)  # before the marks are looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases of a test as extended that `in_base` does not name."""
    for item in items:
        mark = item.get_closest_marker("in_base")
        if mark and isinstance(item, pytest.Function):
            case = item.callspec.id.split("-")
            if not set(case) & set(mark.args):
                item.add_marker(pytest.mark.extended)


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: nobody who looks for garbage need look among them."""
    gc.collect()
    gc.freeze()
