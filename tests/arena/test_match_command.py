"""`tabuleiro match`: its table, its JSON output, interrupting and resuming."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.progress import TextColumn

from processes import children_of, is_running
from tabuleiro.arena import Result, iterate_match, new_match
from tabuleiro.arena.game import End
from tabuleiro.arena.wording import duration
from tabuleiro.cli import run
from tabuleiro.core.message import say
from tabuleiro.core.uncompiled import VARIABLE
from tabuleiro.language import translator
from tabuleiro.terminal import json_output
from tabuleiro.terminal.progress import progress_columns
from tabuleiro.terminal.tournaments import (
    PlayedTournament,
    headline,
    print_tournament,
)
from waiting import PATIENCE, wait_for

PROGRAM = [sys.executable, "-m", "tabuleiro", "match"]
SMALL = ["mcts:nodes=20", "random", "squex", "rows=4", "columns=4", "--games", "4"]
LONG = ["mcts:nodes=200", "random", "squex", "--processes", "2", "--json", "--games"]
KEYS = ["games", "wins", "draws", "losses", "score", "low", "high", "elo", "seconds_per_turn"]

Capture = pytest.CaptureFixture[str]


def without_progress(err: str) -> str:
    """What is printed on standard error, without the lines about progress of a slow machine."""
    return re.sub(r"\d+ of \d+ games after .*\n", "", err)


def json_of(*arguments: str, **environment: str) -> dict[str, Any]:
    """The JSON that the command prints as a process, without times."""
    done = subprocess.run(
        [*PROGRAM, *arguments, "--json"],
        env=os.environ | environment,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert without_progress(done.stderr.decode()) == ""
    value = json.loads(done.stdout)
    assert isinstance(value, dict)
    value.pop("seconds_per_turn")
    return value


def test_json_begins_with_what_the_notation_says(capsys: Capture) -> None:
    assert run(["match", *SMALL, "--processes", "1", "--json"]) == 0
    printed = capsys.readouterr()
    assert without_progress(printed.err) == ""
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
    assert "match of 2 players: squex rows=4 columns=4, 4 games" in printed
    assert re.search(r"mcts:nodes=20 0 \S+ to \S+ 50\.0 % 2 4 [\d.]+ ms 0", printed)
    assert "mcts:nodes=20: 50.0 % (" in printed
    assert "wins 0, draws 4, losses 0." in printed
    assert "4 games: a draw after 1 move" in printed


def test_with_three_players_the_text_says_what_is_even(capsys: Capture) -> None:
    words = ["match", "random", "random", "control_v", "players=3", "size=5", "--games", "3"]
    assert run([*words, "--processes", "1"]) == 0
    assert "An even score is 33.3 %" in capsys.readouterr().out


def game_of(number: int, **changes: Any) -> Result:
    """A game that the first player won."""
    won = Result(
        number=number,
        pair=number // 2,
        players=("random", "random (2)"),
        scores=(1.0, 0.0),
        opening=str(number // 2),
        moves=(str(number),),
        turns=(1, 1),
        seconds=(0.00025, 2.0),
        end=End.rules,
        fault=-1,
        detail="",
    )
    return replace(won, **changes)


def words_of(capsys: Capture, played: PlayedTournament) -> str:
    """What is printed about a match, in one line."""
    print_tournament(played)
    return " ".join(capsys.readouterr().out.split())


def test_many_notes_are_cut_short(capsys: Capture) -> None:
    match = new_match("random", "random", "noughts", 24)
    slow = [game_of(n, end=End.slow, fault=0, scores=(0.0, 1.0), detail=str(n)) for n in range(24)]
    played = PlayedTournament(match, slow)
    printed = words_of(capsys, played)
    assert printed.count("s for a turn and loses") == 10
    assert "and 14 more notes" in printed
    assert played.summary
    assert len(json_output.match_data(played.summary)["notes"]) == 24


def test_notes_that_say_the_same_are_one_with_a_count(capsys: Capture) -> None:
    match = new_match("random", "random", "noughts", 24)
    capped = [game_of(n, end=End.cap, scores=(0.5, 0.5)) for n in range(20)]
    died = game_of(20, end=End.died, fault=0, scores=(0.0, 1.0), detail="7")
    played = PlayedTournament(match, [*capped, died, game_of(21)])
    printed = words_of(capsys, played)
    assert printed.count("a draw after") == 1
    assert "20 games: a draw after" in printed
    assert "game 21: the process of random ended" in printed
    assert played.summary
    assert len(played.summary.notes) == 21


def test_the_time_of_a_turn_has_digits_that_say_something(capsys: Capture) -> None:
    match = new_match("random", "random", "noughts", 2)
    printed = words_of(capsys, PlayedTournament(match, [game_of(0), game_of(1)]))
    assert "100.0 % 2 2 0.25 ms 0" in printed
    assert "0.0 % 0 2 2 s 0" in printed
    texts = [str(duration(seconds)) for seconds in (0.0, 0.12345, 0.9999, 61.25, 3600.4)]
    assert texts == ["0 ms", "123 ms", "1 s", "61.2 s", "3600 s"]


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (False, "Interrupted after 3 of 24 games."),
        (True, "Interrupted after 3 of 24 games. The same command resumes it."),
    ],
)
def test_a_match_that_was_broken_off_says_so(capsys: Capture, kept: bool, words: str) -> None:
    match = new_match("random", "random", "noughts", 24)
    record = Path("games.jsonl") if kept else None
    games = [game_of(number) for number in range(3)]
    printed = words_of(capsys, PlayedTournament(match, games, interrupted=True, record=record))
    assert printed.endswith(f"Further games that do not count: 1. {words}")
    printed = words_of(capsys, PlayedTournament(match, [], interrupted=True, record=record))
    assert printed.endswith(f"No round of games was finished. {words.replace('3', '0', 1)}")


@pytest.mark.parametrize(
    ("kept", "words"),
    [(False, "who is stronger."), (True, "Without --stop-early the same command plays the rest.")],
)
def test_a_match_that_ended_early_says_so(capsys: Capture, kept: bool, words: str) -> None:
    match = new_match("random", "random", "noughts", 24, stop_early=True)
    record = Path("games.jsonl") if kept else None
    games = [game_of(number) for number in range(21)]
    printed = words_of(capsys, PlayedTournament(match, games, record=record))
    assert "Stopped early after 20 of 24 games: it is clear who is stronger." in printed
    assert printed.endswith(words)


def test_a_whole_match_says_nothing_of_its_end(capsys: Capture) -> None:
    match = new_match("random", "random", "noughts", 2)
    played = PlayedTournament(match, [game_of(0), game_of(1)], record=Path("games.jsonl"))
    assert played.closing_notes() == []


def test_what_is_piped_has_neither_broken_lines_nor_blanks_at_their_end(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    match = new_match("random", "random", "noughts", 2)
    print_tournament(PlayedTournament(match, [game_of(0), game_of(1)]))
    printed = capsys.readouterr().out
    assert printed.startswith("match of 2 players: noughts, 2 games\n")
    line = "\nrandom: 100.0 % (12.0 % to 100.0 %); wins 2, draws 0, losses 0.\n"
    assert line in printed
    assert not any(line.endswith(" ") for line in printed.split("\n"))


def test_what_is_odd_about_a_match_is_said(capsys: Capture) -> None:
    match = new_match("classic:greedy", "classic:greedy", "squex rows=3 columns=3", 4, opening=0)
    printed = words_of(capsys, PlayedTournament(match, list(iterate_match(match, 1))))
    assert "squex rows=3 columns=3, 4 games" in printed
    assert "Repeated openings, because there are too few different ones: 1 of 2." in printed


def test_the_bar_says_what_its_figures_are() -> None:
    before, _, _, after, _ = progress_columns(10, say("games, time left"))
    assert isinstance(before, TextColumn)
    assert isinstance(after, TextColumn)
    assert after.text_format == "games, time left"


@pytest.mark.extended
def test_uncompiled_the_match_is_the_same() -> None:
    assert json_of(*SMALL) == json_of(*SMALL, **{VARIABLE: "1"})


# --- interrupted matches -------------------------------------------------------------------


@contextmanager
def running(record: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The long match as a process in a new session, once a few of its games are in the record."""
    with subprocess.Popen(
        [*PROGRAM, *LONG, "20000", "--record", str(record)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        wait_for(lambda: record.exists() and record.read_bytes().count(b"\n") >= 5)
        assert process.poll() is None
        yield process


@pytest.mark.skipif(sys.platform != "linux", reason="/proc lists the processes")
@pytest.mark.extended
def test_a_match_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    with running(record) as process:
        children = children_of(process.pid)
        process.kill()
    assert len(children) >= 2
    wait_for(lambda: not any(map(is_running, children)))
    before = record.read_bytes()
    games = 2 * before.count(b"\n")  # about half of them were played
    whole = json_of(*LONG, str(games))
    assert json_of(*LONG, str(games), "--record", str(record)) == whole
    after = record.read_bytes()
    assert after.startswith(before[: before.rfind(b"\n") + 1])
    assert after.count(b"\n") == 1 + games
    assert json_of(*LONG, str(games), "--record", str(record)) == whole
    assert record.read_bytes() == after


def test_an_interrupt_gives_what_is_finished(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    with running(record) as process:
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert re.fullmatch(
        r"tabuleiro: Interrupted after \d+ of 20000 games. The same command resumes it.\n",
        without_progress(err.decode()),
    )
    value = json.loads(out)
    assert 2 <= value["games"] < 20000
    assert value["games"] + value["unfinished"] <= record.read_bytes().count(b"\n") - 1


def test_the_kind_of_tournament_is_translated() -> None:
    match = new_match("random", "random", "noughts", 2)
    played = PlayedTournament(match, [game_of(0), game_of(1)])
    assert headline(played).text(translator("pt")).startswith("encontro com 2 jogadores: ")
