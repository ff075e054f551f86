"""`tabuleiro report`: its files, its errors, and Ctrl-C."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path

import pytest

from tabuleiro.arena import Result, Tournament, tournament_runner, workers
from tabuleiro.arena.workers import TaskSource
from tabuleiro.cli import run
from tabuleiro.core.message import say
from tabuleiro.terminal import progress

Capture = pytest.CaptureFixture[str]

SMALL = ["report", "squex", "rows=3", "columns=3", "--strongest", "1", "--processes", "1"]


def test_it_writes_a_report_and_says_where(tmp_path: Path, capsys: Capture) -> None:
    assert run([*SMALL, "--games", "2", "--out", str(tmp_path / "r"), "--lang", "pt"]) == 0
    assert capsys.readouterr().out == f"O relatório é {tmp_path / 'r' / 'report.html'}.\n"
    text = (tmp_path / "r" / "report.md").read_text("utf-8")
    command = "tabuleiro report squex rows=3 columns=3 --games 2 --seed 1 --strongest 1"
    assert "# Relatório sobre Squex" in text
    assert f"$ {command}\n" in text


def test_minutes_limit_it(tmp_path: Path) -> None:
    assert run([*SMALL, "--minutes", "0.005", "--seed", "7", "--out", str(tmp_path)]) == 0
    assert "--minutes 0.005 --seed 7" in (tmp_path / "report.md").read_text("utf-8")


def test_ctrl_c_ends_it_with_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(tournament: Tournament, tasks: TaskSource, processes: int) -> Generator[Result]:
        games = workers.play_games(tournament, tasks, processes)
        for _ in range(4):
            yield next(games)
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament_runner, "play_games", interrupted)
    assert run([*SMALL, "--games", "4", "--out", str(tmp_path)]) == 130
    assert "was interrupted" in (tmp_path / "report.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["report", "squax"], "squax"),
        (["report", "squex", "rows=99"], "rows cannot be '99'"),
        (["report", "squex", "--minutes", "0"], "a number from 0.001"),
        (["report", "squex", "--minutes", "nan"], "a number from 0.001"),
        (["report", "squex", "--minutes", "1", "--games", "2"], "not both"),
        (["report", "squex", "--games", "0"], "--games"),
        (["report", "squex", "--strongest", "10"], "from 1 to 9"),
        (["report", "squex", "--processes", "0"], "--processes"),
        (["report", "squex", "--lang", "xx"], "no language 'xx'"),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_in_words(words: list[str], reason: str, capsys: Capture) -> None:
    assert run(words) == 2
    assert reason in capsys.readouterr().err


def test_a_folder_that_cannot_be_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "file").write_text("")
    assert run(["report", "squex", "--minutes", "1000", "--out", str(tmp_path / "file")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_lines_tell_of_every_tenth_after_half_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    with progress.progress_bar(1.0, line=lambda part, _: say("{p} %", p=100 * part)) as show:
        show(0.25)
        now = 30.0
        for part in (0.28125, 0.3125, 0.875):
            show(part)
    assert capsys.readouterr().err == "28.125 %\n31.25 %\n87.5 %\n"


def test_a_line_has_whole_tenths_and_the_number_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.0)
    assert run([*SMALL, "--games", "2", "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\d0 %: \d+ games", lines[0])
    assert re.fullmatch(r"100 %: \d+ games", lines[-1])
