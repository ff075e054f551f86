"""A small form of the memory benchmark: a longer file does not need more memory."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "record_memory.py"
ROOM = 3  # megabytes by which two runs may differ


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("record_memory", BENCHMARK)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peaks are read from /proc")
def test_twenty_times_as_many_games_take_no_more_memory(
    benchmark: ModuleType, tmp_path: Path
) -> None:
    peaks = []
    for count in (100, 2000):
        path = benchmark.write_files(tmp_path, count)[0]
        found = benchmark.measure("recover", path)
        assert found["games"] == count
        peaks.append(found["megabytes"])
    assert peaks[1] <= peaks[0] + ROOM
