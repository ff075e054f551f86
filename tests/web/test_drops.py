"""Dropped streams leave nothing open: the short form of `benchmarks/web_drops.py`, which drops
thousands."""

from __future__ import annotations

import sys

import pytest

from processes import run_benchmark

pytestmark = pytest.mark.extended


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_streams_and_requests_that_are_dropped_leave_nothing_behind() -> None:
    found = run_benchmark("web_drops", "--streams", "40", "--rounds", "1")
    assert found["streams dropped"] == 80
