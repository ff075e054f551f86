"""The `record` commands: their input and output files, and errors for bad input."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from records.files_of_games import as_bytes, sample_records
from records.test_record import WON
from tabuleiro.cli import run
from tabuleiro.records import read_records, write_record
from tabuleiro.records.json import as_object
from tabuleiro.records.stream import RecordFormat
from waiting import PATIENCE

Capture = pytest.CaptureFixture[str]

RECORDS = sample_records()
TEXT = as_bytes(RECORDS, RecordFormat.text)
DAMAGED = TEXT.replace(b" draw\n", b" p2win\n", 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good file, a damaged one and one with a single game."""
    (tmp_path / "games.txt").write_bytes(TEXT)
    (tmp_path / "damaged.txt").write_bytes(DAMAGED)
    (tmp_path / "won.txt").write_text(write_record(WON))
    return tmp_path


def record(*arguments: object, code: int = 0) -> None:
    assert run(["record", *map(str, arguments)]) == code


def printed(capsys: Capture, *arguments: object, code: int = 0) -> str:
    record(*arguments, code=code)
    return capsys.readouterr().out


def told(capsys: Capture, *arguments: object) -> str:
    """The error message, which is one line."""
    record(*arguments, code=2)
    line = capsys.readouterr().err
    assert line.startswith("tabuleiro: ") and line.count("\n") == 1
    return line


def written(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in tmp_path.iterdir())


def test_show_lists_the_games_of_a_file(folder: Path, capsys: Capture) -> None:
    lines = printed(capsys, "show", folder / "games.txt").splitlines()
    assert len(lines) == len(RECORDS)
    assert lines[0].split()[:5] == ["1", "-", "draw", "12", "squex"]


def test_show_lists_as_json(folder: Path, capsys: Capture) -> None:
    value = json.loads(printed(capsys, "show", folder / "games.txt", "--json"))
    assert [one["number"] for one in value["games"]] == list(range(1, len(RECORDS) + 1))
    assert value["games"][0]["headers"] == dict(RECORDS[0].headers)


def test_show_draws_one_game(folder: Path, capsys: Capture) -> None:
    shown = printed(capsys, "show", folder / "won.txt", "--game", 1)
    assert "Player 1 has won" in shown
    assert shown.endswith(write_record(WON))
    assert "Player 2 to move" in printed(capsys, "show", folder / "won.txt", "--game", 1, "--at", 1)
    value = json.loads(printed(capsys, "show", folder / "won.txt", "--game", 1, "--json"))
    assert value == {"number": 1, "record": as_object(WON), "final": WON.final.text}


def test_a_game_that_is_not_there_is_told(folder: Path, capsys: Capture) -> None:
    line = told(capsys, "show", folder / "games.txt", "--game", 9)
    assert "there is no game 9: there are 6" in line


def test_replay_prints_every_position_without_a_terminal(folder: Path, capsys: Capture) -> None:
    shown = printed(capsys, "replay", folder / "won.txt")
    assert "The start of a game of 5 moves" in shown
    assert all(f"Move {n} of 5: {ply.move}" in shown for n, ply in enumerate(WON.plies, start=1))
    assert shown.endswith("Result: p1win\n")


def test_replay_steps_through_a_game_in_a_terminal(folder: Path) -> None:
    environment: Any = os.environ | {"TERM": "dumb"}
    command = ["-m", "tabuleiro", "record", "replay", str(folder / "won.txt")]
    child = pexpect.spawn(
        sys.executable, command, env=environment, encoding="utf-8", timeout=PATIENCE
    )
    steps = [
        ("", "The start of a game of 5 moves"), ("\r", "Move 1 of 5: b1"), ("\r", "Move 2 of 5"),
        ("b\r", "Move 1 of 5"), ("9\r", "from 0 to 5, b or q"), ("5\r", "Result: p1win"),
    ]  # fmt: skip
    for keys, answer in steps:
        child.send(keys)
        child.expect_exact(answer)
        child.expect_exact("leave > ")
    child.send("q\r")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_record_goes_from_form_to_form_and_back(folder: Path, capsys: Capture) -> None:
    record("convert", folder / "games.txt", "--out", folder / "games.jsonl")
    record("convert", folder / "games.jsonl", "--out", folder / "games.parquet")
    record("convert", folder / "games.parquet", "--out", folder / "again.txt")
    assert (folder / "again.txt").read_bytes() == TEXT
    assert (folder / "games.jsonl").read_bytes() == as_bytes(RECORDS, RecordFormat.json)
    record("convert", folder / "games.txt", "--moves", "--out", folder / "moves.parquet")
    assert "no column record" in told(capsys, "convert", folder / "moves.parquet")
    assert "--moves makes a table" in told(
        capsys, "convert", folder / "games.txt", "--moves", "--to", "json"
    )
    assert "not a record format" in told(capsys, "convert", folder / "games.txt", "--to", "xml")


def test_the_games_of_a_tournament_are_records(folder: Path, capsys: Capture) -> None:
    cup = folder / "cup.jsonl"
    words = ["random", "classic:greedy", "squex", "rows=3", "columns=3", "--pairs", "2"]
    assert run(["arena", *words, "--record", str(cup), "--json"]) == 0
    capsys.readouterr()
    games = read_records(printed(capsys, "convert", cup))
    assert [len(set(record.players)) for record in games] == [2] * 4
    assert sorted(record.headers["Round"] for record in games) == ["1", "1", "2", "2"]
    lines = cup.read_bytes().splitlines(keepends=True)
    empty = dict.fromkeys(("players", "scores", "turns", "seconds"), ())
    bad = json.dumps(json.loads(lines[2]) | empty).encode()
    cup.write_bytes(b"".join([*lines[:2], bad, b"\n", *lines[3:], b'{"number": 4, "pa']))
    assert "line 3, column 1: this is not a game of a tournament" in told(capsys, "convert", cup)
    assert read_records(printed(capsys, "convert", cup, "--recover")) == [games[0], *games[2:]]


def test_commands_read_standard_input_and_write_standard_output() -> None:
    command = [sys.executable, "-m", "tabuleiro", "record"]
    done = subprocess.run(
        [*command, "convert", "-", "--to", "json"], input=TEXT, capture_output=True, check=True
    )
    assert done.stdout == as_bytes(RECORDS, RecordFormat.json)
    back = subprocess.run(
        [*command, "merge", "-", "--unique"], input=done.stdout, capture_output=True, check=True
    )
    assert back.stdout == as_bytes(
        RECORDS[:-1], RecordFormat.text
    )  # the last game has the moves of the first


def test_a_table_is_not_read_from_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    given = io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"PAR1....PAR1")))
    monkeypatch.setattr(sys, "stdin", given)
    assert "a table in Parquet is read from a file" in told(capsys, "show", "-")


def test_filter_keeps_what_is_asked_for(folder: Path) -> None:
    out = folder / "some.txt"
    record("filter", folder / "games.txt", "--game", "squex", "--header", "Event=*0", "--out", out)
    assert read_records(out.read_text()) == RECORDS[:1]
    record(
        "filter", folder / "games.txt", folder / "won.txt", "--player", "ana", "--least", 5,
        "--result", "p1win", "--opening", "b1 a1", "--option", "rows=3", "--ending", "rules",
        "--position", WON.final.full_text, "--out", out,
    )  # fmt: skip
    assert read_records(out.read_text()) == [WON]
    record("filter", folder / "games.txt", "--game", "squex", "--invert", "--out", out)
    assert read_records(out.read_text()) == RECORDS[1:-1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (["--header", "Event"], "'Event' is not NAME=TEXT"),
        (["--least", "3", "--most", "2"], "no game has at least 3"),
        (["--position", "squex | x"], "position: it must have 4 fields"),
        (["--position", "zzz"], "'zzz' is not a position: a position has several fields"),
    ],
)
def test_filter_refuses_what_makes_no_sense(
    folder: Path, capsys: Capture, arguments: list[str], said: str
) -> None:
    assert said in told(capsys, "filter", folder / "games.txt", *arguments)


def test_filter_says_when_nothing_matches(folder: Path, capsys: Capture) -> None:
    record("filter", folder / "games.txt", "--opening", "zzz")
    assert "no game matches" in capsys.readouterr().err
    record("filter", folder / "games.txt", "--game", "squex")
    assert capsys.readouterr().err == ""


def test_merge_drops_twins_on_demand(folder: Path) -> None:
    files = (folder / "games.txt", folder / "won.txt", folder / "games.txt")
    record("merge", *files, "--out", folder / "all.txt")
    assert read_records((folder / "all.txt").read_text()) == [*RECORDS, WON, *RECORDS]
    record("merge", *files, "--unique", "--out", folder / "all.txt")
    assert read_records((folder / "all.txt").read_text()) == [*RECORDS[:-1], WON]


def test_a_file_may_take_its_own_place(folder: Path) -> None:
    file = folder / "games.txt"
    record("filter", file, "--game", "fuse", "--out", file)
    assert [one.start.game.id for one in read_records(file.read_text())] == ["fuse"]


def test_a_damaged_file_is_refused_with_its_place_and_nothing_is_written(
    folder: Path, capsys: Capture
) -> None:
    before = written(folder)
    line = told(capsys, "convert", folder / "damaged.txt", "--out", folder / "out.jsonl")
    assert "damaged.txt: line 1" in line and "the result here is p2win" in line
    assert written(folder) == before


def test_the_good_games_of_a_damaged_file_are_kept_on_demand(folder: Path, capsys: Capture) -> None:
    record("convert", folder / "damaged.txt", "--recover", "--out", folder / "out.txt")
    assert read_records((folder / "out.txt").read_text()) == RECORDS[1:]
    assert "damaged.txt: line 1" in capsys.readouterr().err


def test_check_counts_games_and_faults(folder: Path, capsys: Capture) -> None:
    moves = sum(len(one.plies) for one in RECORDS)
    said = printed(capsys, "check", folder / "games.txt")
    assert said == f"{len(RECORDS)} good games with {moves} moves\n"
    said = printed(capsys, "check", folder / "games.txt", folder / "damaged.txt", code=1)
    assert said.count("damaged.txt: line") == 1
    value = json.loads(printed(capsys, "check", folder / "damaged.txt", "--json", code=1))
    assert value["games"] == len(RECORDS) - 1
    assert value["moves"] == moves - 12
    (fault,) = value["faults"]
    assert list(fault) == ["file", "line", "column", "reason"]


def test_pictures_are_written(folder: Path) -> None:
    beginnings = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype html>"}
    for form, beginning in beginnings.items():
        record("picture", folder / "won.txt", "--out", folder / f"won.{form}", "--lang", "pt")
        assert (folder / f"won.{form}").read_bytes().startswith(beginning)
    assert 'lang="pt"' in (folder / "won.html").read_text()
    record("gif", folder / "won.txt", "--width", 120, "--out", folder / "won.gif")
    assert (folder / "won.gif").read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["picture", "won.txt", "--at", "6"], "the game has 5 moves: there is no move 6"),
        (["picture", "won.txt", "--theme", "pink"], "pink"),
        (["picture", "won.txt", "--out", "won.jpg"], "'won.jpg' is none of svg, png, html: choose"),
        (["gif", "won.txt", "--width", "0"], "pixels wide"),
        (["replay", "won.txt", "--at", "-9"], "there is no move -9"),
        (["show", "nothing.txt"], "nothing.txt: No such file"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    folder: Path, capsys: Capture, arguments: list[str], said: str
) -> None:
    arguments = [str(folder / one) if one.endswith(".txt") else one for one in arguments]
    assert said in told(capsys, *arguments)
