"""Games go on while viewers analyse: the short form of `benchmarks/web_analysis.py`, which measures
how soon moves are confirmed meanwhile."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import tabuleiro
from waiting import PATIENCE

SOURCE = Path(tabuleiro.__file__).parents[1]
PROGRAM = Path(__file__).parents[2] / "benchmarks" / "web_analysis.py"

pytestmark = pytest.mark.extended

FEW = "--viewers 3 --games 2 --rate 4 --seconds 3".split()


def free_port() -> str:
    with closing(socket.socket()) as first:
        first.bind(("127.0.0.1", 0))
        return str(first.getsockname()[1])


def test_moves_are_confirmed_while_viewers_analyse() -> None:
    done = subprocess.run(
        [sys.executable, PROGRAM, *FEW, "--port", free_port()],
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PROGRAM": "web.patient"},
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert done.stdout, done.stderr
    (found,) = json.loads(done.stdout)["games"]
    assert found["moves"] > 0 and found["confirmed ms"]
    assert found["positions analysed"] >= 3 and found["insights"] > 0
    assert found["troubles"] == 0
