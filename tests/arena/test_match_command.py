"""`tabuleiro match`: its table, its JSON, and how it is broken off and goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.arena import Match, play_match
from tabuleiro.cli import run
from tabuleiro.core.uncompiled import VARIABLE
from tabuleiro.terminal import facts, matches

PROGRAM = [sys.executable, "-m", "tabuleiro", "match"]
SMALL = ["mcts:nodes=20", "random", "squex", "rows=4", "columns=4", "--games", "4"]
LONG = ["mcts:nodes=200", "random", "squex", "--processes", "2", "--json", "--games"]
KEYS = ["games", "wins", "draws", "losses", "score", "low", "high", "elo", "seconds_per_turn"]

Capture = pytest.CaptureFixture[str]


def json_of(*arguments: str, **environment: str) -> dict[str, Any]:
    """What the command prints as JSON, run as a process, times left out."""
    done = subprocess.run(
        [*PROGRAM, *arguments, "--json"],
        env=os.environ | environment,
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert done.stderr == b""
    value = json.loads(done.stdout)
    assert isinstance(value, dict)
    value.pop("seconds_per_turn")
    return value


def test_json_begins_with_what_the_notation_says(capsys: Capture) -> None:
    assert run(["match", *SMALL, "--processes", "1", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    value = json.loads(printed.out)
    assert list(value)[: len(KEYS)] == KEYS
    assert value["games"] == 4 == value["wins"] + value["draws"] + value["losses"]
    assert 0 <= value["low"] <= value["score"] <= value["high"] <= 1
    assert all(seconds > 0 for seconds in value["seconds_per_turn"])


def test_elo_is_null_when_all_is_won() -> None:
    value = json_of("mcts:nodes=200", "random", "squex", "--games", "2")
    assert (value["score"], value["elo"], value["elo_high"]) == (1.0, None, None)
    assert value["elo_low"] < 0


def test_a_match_in_words(capsys: Capture) -> None:
    assert run(["match", *SMALL, "--processes", "1", "--cap", "1"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "mcts:nodes=20 against random: squex rows=4 columns=4, 2 openings" in printed
    assert "50.0 %" in printed
    assert "+0" in printed
    assert "A turn took mcts:nodes=20" in printed
    assert "game 4: a draw, since 1 moves were made" in printed


def test_with_three_players_the_text_says_what_is_even(capsys: Capture) -> None:
    words = ["match", "random", "random", "control_v", "players=3", "size=5", "--games", "3"]
    assert run([*words, "--processes", "1"]) == 0
    assert "An even score is 33.3 %" in capsys.readouterr().out


def test_many_notes_are_cut_short(capsys: Capture) -> None:
    match = Match("random", "random", "noughts", 24, cap=1)
    summary = play_match(match, 1)
    matches.print_summary(match, summary)
    printed = capsys.readouterr().out
    assert printed.count("a draw, since") == 10
    assert "and 14 more notes" in printed
    assert len(facts.of_match(summary)["notes"]) == 24


def test_what_is_odd_about_a_match_is_said(capsys: Capture) -> None:
    match = Match("classic:greedy", "classic:greedy", "squex rows=3 columns=3", 4, opening=0)
    matches.print_summary(match, play_match(match, 1))
    printed = " ".join(capsys.readouterr().out.split())
    assert "1 openings were played before" in printed


def test_uncompiled_the_match_is_the_same() -> None:
    assert json_of(*SMALL) == json_of(*SMALL, **{VARIABLE: "1"})


# --- broken off ----------------------------------------------------------------------------


@contextmanager
def running(record: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The long match, a few of whose many games are in the record, in a session of its own."""
    with subprocess.Popen(
        [*PROGRAM, *LONG, "200", "--record", str(record)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        soon(lambda: record.exists() and record.read_bytes().count(b"\n") >= 5)
        assert process.poll() is None
        yield process


def soon(true: Callable[[], bool]) -> None:
    """Waits until something is so."""
    for _ in range(600):
        if true():
            return
        time.sleep(0.05)
    pytest.fail("it never came to be")


def is_running(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"  # nobody may be there to bury it


@pytest.mark.skipif(sys.platform != "linux", reason="/proc lists the processes")
def test_a_match_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    with running(record) as process:
        tasks = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        children = [int(child) for child in tasks.read_text().split()]
        process.kill()
    assert len(children) >= 2
    soon(lambda: not any(map(is_running, children)))
    before = record.read_bytes()
    whole = json_of(*LONG, "30")
    assert json_of(*LONG, "30", "--record", str(record)) == whole
    after = record.read_bytes()
    assert after.startswith(before[: before.rfind(b"\n") + 1])
    assert after.count(b"\n") == 1 + 30
    assert json_of(*LONG, "30", "--record", str(record)) == whole
    assert record.read_bytes() == after


def test_an_interrupt_gives_what_is_finished(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    with running(record) as process:
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == b""
    value = json.loads(out)
    assert 2 <= value["games"] < 200
    assert value["games"] + value["unfinished"] <= record.read_bytes().count(b"\n") - 1
