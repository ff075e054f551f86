"""`tabuleiro arena`: files and arguments, tables and JSON, interrupting and resuming."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.results import result_of
from builds import ROOT
from builds import run as run_program
from clocks import FakeClock
from tabuleiro.arena import (
    Entry,
    GameTask,
    OpeningPlan,
    Result,
    Tournament,
    TournamentKind,
    tournament_runner,
)
from tabuleiro.arena.workers import TaskSource
from tabuleiro.cli import run
from tabuleiro.terminal import progress, tournaments
from tabuleiro.terminal.tournaments import PlayedTournament

Capture = pytest.CaptureFixture[str]

CUP = """\
title = "Small cup"
kind = "ladder"
game = "squex rows=3 columns=3"
players = ["random", "classic:greedy", "mcts:nodes=20"]
pairs = 1
[openings]
moves = 2
balance = false
"""
WORDS = ["arena", "random", "classic:greedy", "squex", "rows=3", "columns=3", "--pairs", "2"]


ENTRIES = (Entry("a", "random"), Entry("b", "random"))


def json_of(capsys: Capture, *arguments: str) -> dict[str, Any]:
    assert run([*arguments, "--json", "--processes", "1"]) == 0
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    return value


def test_a_file_is_played_and_its_games_are_kept_beside_it(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(CUP)
    first = json_of(capsys, "arena", str(path))
    record = tmp_path / "cup.jsonl"
    assert len(record.read_text().splitlines()) == 1 + first["games"]
    before = record.read_bytes()
    assert json_of(capsys, "arena", str(path)) == first
    assert record.read_bytes() == before


def test_json_has_players_and_meetings(capsys: Capture) -> None:
    value = json_of(capsys, *WORDS)
    assert (value["kind"], value["game"], value["games"]) == ("match", "squex rows=3 columns=3", 4)
    names = {player["name"] for player in value["players"]}
    assert names == {"random", "classic:greedy"}
    assert sum(player["points"] for player in value["players"]) == 4
    (meeting,) = value["meetings"]
    assert (meeting["games"], set(meeting["players"])) == (4, names)
    assert 0 <= meeting["low"] <= meeting["score"] <= meeting["high"] <= 1
    assert (value["unfinished"], value["repeated_openings"], value["sprt"]) == (0, 0, None)


def test_a_tournament_in_words(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(progress, "monotonic", FakeClock())  # no progress lines
    path = tmp_path / "cup.toml"
    path.write_text(CUP)
    assert run(["arena", str(path), "--processes", "1"]) == 0
    printed = capsys.readouterr()
    out = " ".join(printed.out.split())
    assert "Small cup: ladder of 3 players: squex rows=3 columns=3, 6 games" in out
    assert "Player Elo 95 % interval Score Points Games Per turn Forfeits" in out
    assert "Points against 1 2 3" in out
    assert "The ladder from the top: " in out
    assert printed.err == ""


def test_several_players_on_the_command_line_are_a_round_robin(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = built(monkeypatch, "level:1", "x", "random", "fuse", "--engine", "x=prog a", "--nodes=9")
    assert made.kind is TournamentKind.round_robin
    assert [entry.name for entry in made.entries] == ["level:1", "x", "random"]
    assert made.entries[1].engine == ("prog", "a")
    assert (made.game_text, made.limits.nodes, made.pairs) == ("fuse", 9, 10)


def test_the_words_of_the_command_are_the_keys_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("random", "level:1", "squex", "--pairs", "3", "--seed", "5", "--opening", "1")
    options = ("--balance", "0", "--clock", "1+1", "--depth", "2", "--cap", "9", "--proof", "7")
    made = built(monkeypatch, *words, *options, "--sprt", "0,10")
    assert (made.kind, made.pairs, made.seed, made.cap) == (TournamentKind.match, 3, 5, 9)
    assert (made.openings.moves, made.openings.balance) == (1, None)
    assert (str(made.limits.clock), made.limits.depth) == ("1+1", 2)
    assert made.adjudication.proof == 7
    assert made.sprt
    assert (made.sprt.elo0, made.sprt.elo1) == (0, 10)


def built(monkeypatch: pytest.MonkeyPatch, *words: str) -> Tournament:
    """The tournament that the command would play."""
    seen: list[Tournament] = []

    def play(tournament: Tournament, backend: object, record: Path | None) -> PlayedTournament:
        seen.append(tournament)
        return PlayedTournament(tournament, [])

    monkeypatch.setattr(tournaments, "play", play)
    assert run(["arena", *words]) == 0
    return seen[0]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nothing.toml"], "nothing.toml: No such file"),
        (["random", "level:1"], "there is no game among these words: name a tournament file"),
        (["random", "squex"], "a round-robin has at least 2 players, not 1"),
        ([*WORDS[1:], "--kind", "cup"], "kind takes one of match, gauntlet"),
        ([*WORDS[1:], "--pairs", "0"], "pairs takes a whole number from 1, not '0'"),
        ([*WORDS[1:], "--engine", "prog"], "an engine is written NAME=COMMAND, not 'prog'"),
        ([*WORDS[1:], "--engine", "x=/no/x", "--nodes", "5"], "/no/x cannot be started: No such"),
        ([*WORDS[1:], "--sprt", "10"], "a sequential test is written ELO0,ELO1 (0,10), not '10'"),
        ([*WORDS[1:], "--sprt", "10,0"], "the first below the second"),
        ([*WORDS[1:], "--on", "mars"], "games are played on ray or on this machine, not on 'mars'"),
        ([*WORDS[1:], "--processes", "0"], "--processes must be a whole number of at least 1"),
        (["{cup}", "--pairs", "4"], "pairs goes with players on the command line: for "),
        (["{cup}", "--engine", "a=b"], "engine goes with players on the command line: for "),
    ],
)
def test_bad_words_are_refused(
    capsys: Capture, tmp_path: Path, words: list[str], reason: str
) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(CUP)
    assert run(["arena", *(word.format(cup=path) for word in words)]) == 2
    assert reason in capsys.readouterr().err


def played_match(
    kind: TournamentKind, *scores: tuple[float, float], **facts: Any
) -> PlayedTournament:
    names = (("a", "b"), ("b", "a"))
    results = [result_of(n, names[n % 2], score) for n, score in enumerate(scores)]
    return PlayedTournament(Tournament(kind, ENTRIES, "noughts", 2), results, **facts)


def names_of(tournament: Tournament, task: GameTask) -> tuple[str, ...]:
    return tuple(tournament.entries[place].name for place in task.seating)


def test_what_was_broken_off_says_so(capsys: Capture) -> None:
    played = played_match(
        TournamentKind.match, (1, 0), (0, 1), (1, 0), interrupted=True, record=Path("x")
    )
    tournaments.print_tournament(played)
    printed = " ".join(capsys.readouterr().out.split())
    assert "Further games that do not count: 1." in printed
    assert printed.endswith("Interrupted after 3 of 4 games. The same command resumes it.")
    tournaments.print_tournament(played_match(TournamentKind.match, (1, 0), interrupted=True))
    printed = " ".join(capsys.readouterr().out.split())
    assert "No round of games was finished." in printed
    assert printed.endswith("Interrupted after 1 of 4 games.")


def test_ctrl_c_gives_what_is_finished_and_exit_code_130(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(tournament: Tournament, schedule: Any, processes: int) -> Any:
        task = schedule.next_task()
        yield result_of(task.number, ("random", "classic:greedy"), (1.0, 0.0))
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament_runner, "play_games", interrupted)
    assert run([*WORDS, "--json", "--processes", "1"]) == 130
    printed = capsys.readouterr()
    assert json.loads(printed.out)["unfinished"] == 1
    assert "tabuleiro: Interrupted after 1 of 4 games." in printed.err


def test_without_a_terminal_progress_is_a_line_for_every_tenth_unless_it_is_soon_over(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    monkeypatch.setattr(progress, "monotonic", clock)
    seconds_of = {"quick": 0.9 * progress.QUIET_SECONDS, "slow": progress.QUIET_SECONDS}

    def backend(tournament: Tournament, schedule: TaskSource) -> Generator[Result]:
        clock.sleep(seconds_of[tournament.title])
        while task := schedule.next_task():
            yield result_of(task.number, names_of(tournament, task), (1.0, 0.0))

    openings = OpeningPlan(moves=0, balance=None, repeat=True)
    played = Tournament(
        TournamentKind.match, ENTRIES, "noughts", 50, openings=openings, title="quick"
    )
    tournaments.play(played, backend, None)
    assert capsys.readouterr().err == ""
    tournaments.play(replace(played, title="slow"), backend, None)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10
    assert lines[0] == "10 of 100 games after 30 s"


def test_the_program_of_the_manual_runs(tmp_path: Path) -> None:
    manual = (ROOT / "docs" / "arena.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```$", manual, re.MULTILINE | re.DOTALL)
    (tmp_path / "cup.py").write_text(program)
    printed = run_program(sys.executable, tmp_path / "cup.py")
    assert len(re.findall(r"^[a-z:=0-9]+ [0-9.]+ of 8$", printed, re.MULTILINE)) == 3


def test_the_report_is_written_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from tabuleiro.arena import report

    written: list[tuple[Tournament, list[Result], Path]] = []
    monkeypatch.setattr(report, "write_tournament_report", lambda *facts: written.append(facts))
    assert run([*WORDS, "--processes", "1", "--report", str(tmp_path)]) == 0
    ((tournament, results, folder),) = written
    assert (tournament.kind, len(results), folder) == (TournamentKind.match, 4, tmp_path)
