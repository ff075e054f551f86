"""What all tests share: the list of games is the list of tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tabuleiro.games import games

ROOT = Path(__file__).parents[1]
SIXTH = ROOT / "tests" / "sixth_game"

settings.register_profile(
    "tabuleiro",
    deadline=None,  # machines are shared and noisy
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
settings.load_profile("tabuleiro")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument `game` runs once for every game, registered ones included."""
    if "game" in metafunc.fixturenames:
        known = games()
        metafunc.parametrize("game", known.values(), ids=known.keys())
