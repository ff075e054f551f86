"""Servers and databases are killed during games, and nothing is lost: the short form of
`benchmarks/web_kills.py`, which kills a hundred times."""

from __future__ import annotations

import pytest

from processes import run_benchmark

pytestmark = pytest.mark.extended


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
    found = run_benchmark("web_kills", "--json", *options)
    assert found["problems"] == []
    assert found["moves stored"]["people's"] > 0
    assert found["flags fallen"] > 0
