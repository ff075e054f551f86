"""Fixtures and hooks for all tests; a test with an argument `game` runs for every game."""

from __future__ import annotations

import atexit
import gc
import os
import signal
from collections.abc import Generator
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import typer.main
from hypothesis import HealthCheck, settings

from tabuleiro.games import games
from times import Times

ROOT = Path(__file__).parents[1]

LONGEST = ("test_wheel.py", "test_kills.py", "test_uncompiled.py")
"""The files with the tests that take longest: builds, and servers that are killed."""

# Programs that tests start can use the sixth game too.
os.environ["PYTHONPATH"] = str(ROOT / "tests" / "sixth_game")

# Tests do not save games in the data folder of the person who runs them.
SAVED = TemporaryDirectory(prefix="tabuleiro-tests-")
os.environ["TABULEIRO_DATA"] = SAVED.name
atexit.register(SAVED.cleanup)

# Tests see the same terminal on every machine, also without one, such as in a cron job.
os.environ["TERM"] = "xterm-256color"
for name in ("COLORTERM", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(name, None)

# A shell may start background jobs with SIGINT ignored, and child processes inherit that. Undo it
# here, because some tests interrupt the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests use all cores already: NumPy takes several times the CPU time in more threads, and threads
# of OpenMP that wait for work should sleep.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# Typer parses the signatures of all commands whenever one of them runs.
typer.main.get_command = cache(typer.main.get_command)

# Packages that `make test` does not install, and the tests that import them.
collect_ignore = [
    tests
    for package, tests in {"ray": "cluster", "torch": "training"}.items()
    if not find_spec(package)
]

settings.register_profile(
    "tabuleiro",
    max_examples=int(os.environ.get("EXAMPLES", "25")),
    deadline=None,  # tests do not depend on the speed of the machine
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
settings.load_profile("tabuleiro")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--times`."""
    parser.addoption("--times", action="store_true", help="list the seconds that each file takes")


def pytest_configure(config: pytest.Config) -> None:
    """Measure times if the option is given. Do not collect garbage while tests are collected."""
    gc.disable()
    if config.getoption("times"):
        config.pluginmanager.register(Times())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with an argument `game` once for every game, including registered ones, unless it
    is already parametrized."""
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "game" in metafunc.fixturenames and not any("game" in names for names in own):
        known = games()
        metafunc.parametrize("game", known.values(), ids=known.keys())


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Mark as extended the cases of a test that its `in_base` marker does not list."""
    made = yield
    cases = made if isinstance(made, list) else []
    mark = cases[0].get_closest_marker("in_base") if cases else None
    if mark:
        ids = {case: set(case.callspec.id.split("-")) for case in cases}
        for name in mark.args:
            if not any(name in parts for parts in ids.values()):
                raise collector.CollectError(f"{cases[0].originalname}: no case is {name!r}")
        for case, parts in ids.items():
            if not parts & set(mark.args):
                case.add_marker(pytest.mark.extended)
    return made


@pytest.hookimpl(trylast=True)  # after tests are selected by marker
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start with the longest tests, so that all processes finish at about the same time. Each
    process begins with an equal part of the list, and each part with different files."""
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    rest = iter([item for item in items if item.path.name not in LONGEST])
    ordered: list[pytest.Item] = []
    for number in range(processes):
        size = (len(items) - len(ordered)) // (processes - number)
        files = LONGEST[number::processes]
        own = [item for item in items if item.path.name in files]
        ordered += [*own, *islice(rest, max(0, size - len(own)))]
    items[:] = [*ordered, *rest]


def pytest_collection_finish() -> None:
    """Exclude the tests themselves from garbage collection: they exist until the end anyway."""
    gc.collect()
    gc.freeze()
    gc.enable()
