"""Servers and databases are killed under play, and nothing is lost: the short form of
`benchmarks/web_kills.py`, which kills a hundred times."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tabuleiro
from waiting import PATIENCE

SOURCE = Path(tabuleiro.__file__).parents[1]
PROGRAM = Path(__file__).parents[2] / "benchmarks" / "web_kills.py"

pytestmark = pytest.mark.extended


def kill(*options: str) -> dict[str, Any]:
    """What came out."""
    done = subprocess.run(
        [sys.executable, PROGRAM, "--json", *options],
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PROGRAM": "web.patient"},
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(("--kills", "3", "--accidents", "0"), id="sqlite"),
        pytest.param(
            ("--kills", "4", "--accidents", "0", "--servers", "2", "--postgres", "--kill-database"),
            id="postgresql",
            marks=pytest.mark.postgres,
        ),
    ],
)
def test_whatever_is_killed_no_move_is_lost_or_doubled(options: tuple[str, ...]) -> None:
    found = kill(*options)
    assert found["problems"] == []
    assert found["moves stored"]["people's"] > 0
    assert found["flags fallen"] > 0
