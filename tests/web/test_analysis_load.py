"""Games continue while viewers analyse: the short form of `benchmarks/web_analysis.py`, which
measures how quickly moves are confirmed meanwhile."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from processes import run_benchmark

pytestmark = pytest.mark.extended

FEW = "--viewers 3 --games 2 --rate 4 --seconds 3".split()


def free_port() -> str:
    with closing(socket.socket()) as first:
        first.bind(("127.0.0.1", 0))
        return str(first.getsockname()[1])


def test_moves_are_confirmed_while_viewers_analyse() -> None:
    told = run_benchmark("web_analysis", *FEW, "--port", free_port())
    (found,) = told["games"]
    assert found["moves"] > 0 and found["confirmed ms"]
    assert found["positions analysed"] >= 3 and found["insights"] > 0
    assert found["troubles"] == 0
