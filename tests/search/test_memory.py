"""The memory of searches: no more than the machine has."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from tabuleiro.core.message import TabuleiroError
from tabuleiro.search import memory
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.memory import check_megabytes, machine_megabytes
from tabuleiro.search.solver import Solver


def test_more_than_the_machine_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "machine_megabytes", lambda: 100.0)
    check_megabytes(100)
    with pytest.raises(TabuleiroError, match=r"^101 megabytes of memory are not available$"):
        check_megabytes(101)


@pytest.mark.parametrize("make", [AlphaBeta, Solver])
def test_searches_take_no_more_than_the_machine_has(
    make: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "machine_megabytes", lambda: 2.0)
    assert make(megabytes=2)
    with pytest.raises(TabuleiroError, match=r"^3 megabytes of memory are not available$"):
        make(megabytes=3)


def test_a_machine_that_does_not_tell_its_memory_has_no_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert machine_megabytes() > 100
    monkeypatch.delattr("os.sysconf", raising=False)
    assert machine_megabytes() == inf
