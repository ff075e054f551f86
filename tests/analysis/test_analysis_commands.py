"""The commands analyse, review and puzzles."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from analysis.conversations import PAGE
from tabuleiro.analysis import Puzzle, puzzle_files, read_puzzles, shipped_puzzles
from tabuleiro.cli import run
from tabuleiro.core.game import Game
from tabuleiro.games import read
from tabuleiro.records import Ply, Record, write_record, write_records
from tabuleiro.records.json import write_json

WON_IN_ONE = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")
LOST = Record(WON_IN_ONE, ("A", "B"), (Ply("b3"), Ply("a3")))
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(write_record(LOST))
    return path


def test_analyse_prints_a_table_with_its_point_of_view(capsys: Capture) -> None:
    words = ["squex", "rows=4", "columns=4", "--moves", "a1", "--nodes", "200"]
    assert run(["analyse", *words, "--player", "guided"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Values are for Player 2, who is to move."
    assert lines[1].split() == ["Move", "Expected", "score", "Of", "the", "search", "Line"]
    assert len(lines) == 6
    assert "200 nodes" in lines[-1]


def test_analyse_tells_proofs(capsys: Capture) -> None:
    position = ["--position", WON_IN_ONE.text]
    assert run(["analyse", "squex", "rows=3", "columns=3", *position]) == 0
    assert "wins within 1 move " in capsys.readouterr().out


def test_analyse_prints_json_and_streams_json_lines(capsys: Capture) -> None:
    words = ["analyse", "control_v", "size=5", "--depth", "2", "--lines", "2"]
    words += ["--player", "alphabeta"]
    assert run([*words, "--json"]) == 0
    last = json.loads(capsys.readouterr().out)
    assert last["player"] == "x"
    assert len(last["lines"]) == 2
    assert run([*words, "--json-lines"]) == 0
    streamed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(streamed) > 2
    assert streamed[-1]["lines"] == last["lines"]


def test_analyse_and_review_take_the_search_of_a_player(game_file: Path, capsys: Capture) -> None:
    words = ["squex", "rows=4", "columns=4", "--nodes", "100", "--json"]
    values = []
    for player in ("mcts", "guided:playouts=1"):
        assert run(["analyse", *words, "--player", player]) == 0
        values.append(json.loads(capsys.readouterr().out)["values"])
    assert values[0] != values[1]
    assert run(["review", str(game_file), "--nodes", "50", "--player", "mcts"]) == 0
    assert run(["review", str(game_file), "--player", "random"]) != 0
    assert "'random' cannot analyse" in capsys.readouterr().err


def test_analyse_of_a_game_that_is_over_tells_the_result(capsys: Capture) -> None:
    moves = ["--position", WON_IN_ONE.text, "--moves", "a3"]
    assert run(["analyse", "squex", "rows=3", "columns=3", *moves]) == 0
    assert "Player 1" in capsys.readouterr().out


def test_analyse_serves_requests(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO('{"id": "a", "game": "fuse", "nodes": 20}\n'))
    assert run(["analyse", "--serve", "--megabytes", "4"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "a"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["analyse"], "name a game, or read requests with --serve"),
        (["analyse", "squex", "--lines", "0"], "--lines must be a whole number from 1 to 1000"),
        (
            ["analyse", "squex", "--seconds", "0"],
            "--seconds must be a number from 0.001 to",
        ),
        (["review", "/nowhere/game.record"], "/nowhere/game.record"),
        (["puzzles", "/nowhere/game.record"], "/nowhere/game.record"),
        (["puzzles", "--self-play", "chess"], "there is no game 'chess'"),
    ],
)
def test_bad_words_are_refused_in_a_line(words: list[str], reason: str, capsys: Capture) -> None:
    assert run(words) == 2
    assert reason in capsys.readouterr().err


def test_review_gives_no_move_away_until_asked(game_file: Path, capsys: Capture) -> None:
    assert run(["review", str(game_file), "--nodes", "300"]) == 0
    said = capsys.readouterr().out
    assert "Turning point: move 1, Player 1." in said
    assert "Move 1, Player 1: Missed win (winning chance down 100 %)" in said
    assert "a3" not in said
    assert run(["review", str(game_file), "--nodes", "300", "--answers"]) == 0
    assert (
        "Move 1, Player 1: b3 (winning chance down 100 %). Better was a3."
        in capsys.readouterr().out
    )


def test_review_prints_json(game_file: Path, capsys: Capture) -> None:
    assert run(["review", str(game_file), "--nodes", "300", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["turning"] == 1
    assert found["accuracy"] == [0.0, 1.0]
    assert [each["kind"] for each in found["moves"]] == ["missed win", "best"]


def test_the_documented_review_is_what_is_printed(game_file: Path, capsys: Capture) -> None:
    assert run(["review", str(game_file), "--nodes", "300", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    _, _, page = PAGE.read_text().partition("## Games")
    shown, _, tables = page.partition("```json\n")[2].partition("```")
    assert json.loads(shown) == found
    assert all(f"`{name}`" in tables for each in (found, found["moves"][0]) for name in each)


def test_a_review_is_of_any_file_of_games(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(write_json(LOST))
    assert run(["review", str(path), "--nodes", "300", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turning"] == 1
    assert run(["puzzles", str(path), "--json"]) == 0


def test_a_file_of_several_games_needs_a_number(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "games.record"
    path.write_text(write_records([LOST, LOST]))
    assert run(["review", str(path)]) == 2
    assert "has 2 games: choose one with --game" in capsys.readouterr().err
    assert run(["review", str(path), "--game", "3"]) == 2
    assert "there is no game 3: there are 2" in capsys.readouterr().err
    assert run(["review", str(path), "--game", "2", "--nodes", "100"]) == 0
    path.write_text("")
    assert run(["review", str(path)]) == 2
    assert "has no game" in capsys.readouterr().err


def test_puzzles_without_counts_do_not_hide_how_often_others_are_solved(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert run(["puzzles"]) == 0
    before = capsys.readouterr().out

    def with_one_more(game: Game[Any]) -> tuple[Puzzle, ...]:
        puzzles = shipped_puzzles(game)
        return (*(replace(each, found=()) for each in puzzles[:1]), *puzzles)

    monkeypatch.setattr(puzzle_files, "shipped_puzzles", with_one_more)
    assert run(["puzzles"]) == 0
    rates = [line.split()[3:] for line in capsys.readouterr().out.splitlines()]
    assert rates == [line.split()[3:] for line in before.splitlines()]


def test_puzzles_are_made_from_records_and_from_self_play(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "small.puzzles"
    words = ["--self-play", "fuse rows=2 columns=3", "--player", "random", "--games", "12"]
    assert run(["puzzles", *words, "--most", "3", "--out", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("Game")
    found = read_puzzles(out.read_text())
    assert len(found) == 3
    assert run(["puzzles", str(out), "--json"]) == 0  # a puzzle is a record too
    again = json.loads(capsys.readouterr().out)["puzzles"]
    assert {each.position.text for each in found} & {each["position"] for each in again}
    assert run(["puzzles", *words, "--least-grade", "5", "--json"]) == 0
    assert all(each["grade"] == 5 for each in json.loads(capsys.readouterr().out)["puzzles"])


def test_the_puzzles_that_come_with_games_are_counted(capsys: Capture) -> None:
    assert run(["puzzles"]) == 0
    assert "control_v" in capsys.readouterr().out
    assert run(["puzzles", "--json"]) == 0
    grades = json.loads(capsys.readouterr().out)["grades"]
    assert grades[0]["game"] == "squex"
    assert all(each["puzzles"] > 0 and len(each["found"]) == 9 for each in grades)


def test_the_puzzles_of_a_game_are_written_instead_of_solved(
    tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "squex.puzzles"
    assert run(["puzzles", "squex", "--json", "--out", str(out)]) == 0
    printed = json.loads(capsys.readouterr().out)["puzzles"]
    written = read_puzzles(out.read_text())
    assert [each["position"] for each in printed] == [each.position.text for each in written]
    assert all(each["game"].startswith("squex") for each in printed)


def test_a_count_of_puzzles_is_not_written_to_a_file(capsys: Capture) -> None:
    assert run(["puzzles", "--out", "some.puzzles"]) == 2
    assert "--out needs a game, records or --self-play" in capsys.readouterr().err
