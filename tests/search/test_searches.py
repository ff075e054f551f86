"""Every search in every game finds wins, plays legal moves, stops, and leaks no memory."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builds import ROOT, run
from clocks import TICK, FakeClock, set_search_clock
from search.brute_force import forced, least_to_win
from search.legal_moves import try_positions
from search.memory import check_growth
from search.search_results import search_results
from search.searches import SEARCHES, Make
from tabuleiro.core.position import PythonPosition
from tabuleiro.core.primitives import COMPILED, StopFlag
from tabuleiro.games import GAMES, games, read, start
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

TACTICS = [
    (int(length), text)
    for line in (Path(__file__).parent / "tactics.txt").read_text().splitlines()
    for length, _, text in [line.partition(" ")]
]
CHECKED_AGAIN = 3  # moves up to which brute force is fast
UNTIL_STOP = 100  # readings of the clock
FEW = 10  # readings until all threads have seen the flag, and for the last report
NODES = 2_000_000  # more than any of the tactics needs

every_search = pytest.mark.parametrize("make", SEARCHES.values(), ids=SEARCHES)


def test_every_game_has_its_tactics_of_increasing_length() -> None:
    for game in GAMES:
        lengths = [length for length, text in TACTICS if text.split(" ")[0] == game.id]
        assert len(lengths) >= 5
        assert lengths[0] == 1 and lengths[-1] == 5


@every_search
def test_a_forced_win_is_found_and_proved(make: Make) -> None:
    for length, text in TACTICS:
        position = read(text)
        *_, found = make(megabytes=128).search(position, Limit(nodes=NODES))
        assert (found.value, found.nodes < NODES) == (1.0, True), text
        assert found.mate is not None and found.mate >= length, text
        assert found.mate == 1 or length > 1, text
        if found.mate <= CHECKED_AGAIN:
            assert least_to_win(position, CHECKED_AGAIN) == length, text
            assert forced(position.play(found.line[0]), position.player, found.mate - 1), text


@every_search
@pytest.mark.parametrize("game", games())
def test_whatever_a_search_answers_is_legal(make: Make, game: str) -> None:
    """`legal_moves.py` checks many more positions."""
    assert try_positions(make(), game, 20) > 14


@every_search
def test_a_game_in_plain_python_is_played_to_its_end(make: Make) -> None:
    position, search = read("noughts | x1o/1x1/2o x"), make()
    assert isinstance(position, PythonPosition)
    while not position.over:
        *_, found = search.search(position, Limit(nodes=1000))
        position = position.play(found.line[0])
    assert position.winners == 0b11  # a draw: neither makes a mistake


@pytest.mark.extended
@pytest.mark.skipif(sys.platform != "linux", reason="/proc says what a process holds")
@every_search
@pytest.mark.parametrize("game", games())
def test_searches_leave_no_memory_behind(make: Make, game: str) -> None:
    """`memory.py` makes many more searches."""
    check_growth(make, game, 30)


class StoppingClock(FakeClock):
    """Sets a stop flag when it is read for the hundredth time."""

    def __init__(self) -> None:
        super().__init__(TICK)
        self.stop = StopFlag()

    def __call__(self) -> float:
        if self.readings == UNTIL_STOP:
            self.stop.set()
        assert self.readings < 2 * UNTIL_STOP, "the stop flag was ignored"
        return super().__call__()


@pytest.mark.parametrize("make", [*SEARCHES.values(), Solver], ids=[*SEARCHES, "solver"])
@pytest.mark.parametrize("text", [*games(), "control_v size=14"])
def test_a_search_ends_when_it_first_sees_the_stop_flag(
    make: Callable[..., Any], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`benchmarks/stop_times.py` measures how many milliseconds that takes."""
    clock = StoppingClock()
    set_search_clock(monkeypatch, clock)
    *_, _ = make(megabytes=1).search(start(text), Limit(infinite=True), clock.stop)
    assert UNTIL_STOP < clock.readings <= UNTIL_STOP + FEW


@pytest.mark.extended
@pytest.mark.skipif(not COMPILED, reason="this compares with the compiled searches: make build")
def test_uncompiled_every_search_finds_the_same_with_the_same_nodes() -> None:
    path = f"{ROOT / 'src'}:{ROOT / 'tests'}"
    program = ROOT / "tests" / "search" / "search_results.py"
    found = json.loads(run(sys.executable, program, PYTHONPATH=path, TABULEIRO_UNCOMPILED="1"))
    assert not found["compiled"]
    assert found == json.loads(json.dumps(search_results())) | {"compiled": False}
