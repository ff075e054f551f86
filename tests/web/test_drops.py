"""Streams that are dropped leave nothing behind: the short form of `benchmarks/web_drops.py`, which
drops thousands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tabuleiro
from waiting import PATIENCE

SOURCE = Path(tabuleiro.__file__).parents[1]
PROGRAM = Path(__file__).parents[2] / "benchmarks" / "web_drops.py"

pytestmark = pytest.mark.extended


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_streams_and_requests_that_are_dropped_leave_nothing_behind() -> None:
    done = subprocess.run(
        [sys.executable, PROGRAM, "--streams", "40", "--rounds", "1"],
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PROGRAM": "web.patient"},
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["streams dropped"] == 80
