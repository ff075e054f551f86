"""Processes in tests: whether they run, their children, and benchmarks run as programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import tabuleiro
from waiting import PATIENCE

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
SOURCE = Path(tabuleiro.__file__).parents[1]  # of the package under test


def is_running(process: int) -> bool:
    """Whether a process exists and has not ended. A process that has ended exists until its parent
    has asked for its exit status."""
    try:
        os.kill(process, 0)
        status = Path(f"/proc/{process}/stat")
        return not status.exists() or state_and_group(status)[0] not in "ZX"
    except (ProcessLookupError, FileNotFoundError):  # it has ended in the meantime
        return False


def children_of(process: int) -> list[int]:
    """The child processes that any thread of a process has started. Linux only."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return [int(each) for thread in threads for each in (thread / "children").read_text().split()]


def members_of(group: int) -> list[int]:
    """The running processes of a process group. Linux only."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, of = state_and_group(status)
        except OSError:  # it has just ended
            continue
        if of == group and state not in "ZX":
            found.append(int(status.parent.name))
    return found


def state_and_group(status: Path) -> tuple[str, int]:
    """The state of a process and its process group, from its file in /proc."""
    state, _, group, *_ = status.read_text().rpartition(")")[2].split()
    return state, int(group)


def run_benchmark(name: str, *options: str) -> dict[str, Any]:
    """What a program in `benchmarks` prints as JSON. Its servers have long timeouts."""
    done = subprocess.run(
        [sys.executable, BENCHMARKS / f"{name}.py", *options],
        env={
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "TABULEIRO_BENCHMARK_PROGRAM": "web.long_timeouts",
        },
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
