"""The command line: every command, its JSON output, and its errors for bad input."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabuleiro import bench
from tabuleiro.cli import run
from tabuleiro.core.playouts import perft
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import COMPILED
from tabuleiro.core.uncompiled import VARIABLE
from tabuleiro.games import fresh_start, games, start
from tabuleiro.players import player_names
from tabuleiro.records import Ply, Record, write_records
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solution
from waiting import PATIENCE, wait_for

GAMES = list(games())
PROGRAM = [sys.executable, "-m", "tabuleiro"]
ENVIRONMENT = dict(os.environ)
MATCH = "match random random squex rows=3 columns=3 --games 2 --processes 1"
TERMINAL = {"FORCE_COLOR": "1", "TERM": "xterm"}  # makes Rich treat any stream as a terminal
QUICK = ["--rounds", "1", "--seconds", "0.01"]

Capture = pytest.CaptureFixture[str]


def output(capsys: Capture, *arguments: str) -> str:
    """The output of a command that must succeed."""
    assert run(list(arguments)) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def json_of(capsys: Capture, *arguments: str) -> dict[str, Any]:
    """The one JSON object that a command prints."""
    value = json.loads(output(capsys, *arguments, "--json"))
    assert isinstance(value, dict)
    return value


def program(
    *arguments: str, typed: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The command as a process."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        env=ENVIRONMENT | environment,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


# --- games ---------------------------------------------------------------------------------


def test_games_lists_every_game(capsys: Capture) -> None:
    printed = output(capsys, "games")
    for game in games().values():
        assert game.id in printed
        assert game.name in printed


@pytest.mark.parametrize("game", GAMES)
def test_games_explains_one_game(capsys: Capture, game: str) -> None:
    printed = " ".join(output(capsys, "games", game).split())
    for text in (games()[game].summary, *games()[game].rules):
        assert str(text) in printed
    for option in games()[game].options:
        assert option.name in printed


def test_games_as_json(capsys: Capture) -> None:
    listed = json_of(capsys, "games")
    assert list(listed) == ["games"]
    assert [game["id"] for game in listed["games"]] == GAMES
    for game in listed["games"]:
        assert list(game) == ["id", "name", "players", "options"]
        for option in game["options"]:
            check_option(option)


def check_option(option: dict[str, Any]) -> None:
    """Check that the default of an option is one of its values."""
    if option["type"] == "spin":
        assert list(option) == ["name", "type", "default", "min", "max"]
        assert option["min"] <= option["default"] <= option["max"]
    else:
        assert list(option) == ["name", "type", "default", "values"]
        assert option["default"] in option["values"]


def test_one_game_as_json(capsys: Capture) -> None:
    (squex,) = json_of(capsys, "games", "squex")["games"]
    assert squex["players"] == [2]
    rows = {"name": "rows", "type": "spin", "default": 8, "min": 3, "max": 15}
    swap = {"name": "swap", "type": "check", "default": "off", "values": ["off", "on"]}
    assert squex["options"][0] == rows
    assert squex["options"][2] == swap


# --- rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_rules_prints_the_rules_of_every_game(capsys: Capture, game: str) -> None:
    assert output(capsys, "rules", game).startswith(f"{games()[game].name}\n═")


def test_rules_come_in_portuguese(capsys: Capture) -> None:
    printed = output(capsys, "rules", "squex", "--lang", "pt", "--no-pictures")
    assert "O tabuleiro" in printed
    assert "━" not in printed


def test_a_language_that_we_do_not_speak_is_answered_by_those_we_do(capsys: Capture) -> None:
    assert run(["rules", "squex", "--lang", "eo"]) == 2
    printed = capsys.readouterr()
    assert "no language 'eo': the languages are en (English), pt (Português)" in printed.err


# --- show ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["text", "ascii", "svg", "png"])
def test_show_draws_every_game_in_every_format(tmp_path: Path, game: str, form: str) -> None:
    file = tmp_path / "picture"
    assert run(["show", game, "--format", form, "--out", str(file)]) == 0
    picture = file.read_bytes()
    assert picture.isascii() or form != "ascii"
    assert picture.startswith({"svg": b"<svg", "png": b"\x89PNG"}.get(form, b""))
    assert picture.endswith(b"\n") or form == "png"
    assert b"\x1b" not in picture or form == "png"


def test_show_explains_the_letters_of_its_pieces(capsys: Capture) -> None:
    legend = "Letters: w joker, d black, b blue, g green, i ivory, r red"
    assert output(capsys, "show", "lyngk").splitlines()[-1] == legend
    assert "Letters" not in output(capsys, "show", "squex")
    assert "Letters" not in output(capsys, "show", "lyngk", "--format", "svg")


def test_show_plays_the_moves_and_marks_the_last(capsys: Capture) -> None:
    position = start("squex rows=5 columns=6")
    before = output(capsys, "show", "squex", "rows=5", "columns=6")
    text = position.play("a1").text
    given = output(capsys, "show", "squex", "rows=5", "columns=6", "--position", text)
    played = output(capsys, "show", "squex", "rows=5", "columns=6", "--moves", "a1")
    assert len({before, given, played}) >= 2
    assert "Player 2 to move" in given
    assert "Player 2 to move" in played


def test_show_is_without_colour_when_it_is_not_a_terminal() -> None:
    done = program("show", "squex", "rows=3", "columns=3", "--moves", "a1")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout


def test_show_writes_png_to_a_pipe() -> None:
    assert program("show", "squex", "--format", "png").stdout.startswith(b"\x89PNG")


def test_show_as_text_needs_no_unicode_terminal() -> None:
    done = program("show", "squex", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode()


# --- perft ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_perft_counts_in_every_game(capsys: Capture, game: str) -> None:
    found = json_of(capsys, "perft", game, "--depth", "2")
    assert list(found) == ["game", "options", "position", "depth", "count", "seconds"]
    position = start(game)
    assert (found["game"], found["options"], found["position"]) == (game, {}, position.text)
    assert (found["depth"], found["count"]) == (2, perft(position, 2))
    assert found["seconds"] >= 0


def test_perft_takes_options_and_a_position(capsys: Capture) -> None:
    position = start("squex rows=4 columns=4 swap=on").play("b2")
    words = ["rows=4", "columns=4", "swap=on", "--position", position.text]
    found = json_of(capsys, "perft", "squex", *words, "--depth", "1")
    assert found["options"] == {"rows": 4, "columns": 4, "swap": "on"}
    assert (found["position"], found["count"]) == (position.text, 16)


def test_perft_in_words(capsys: Capture) -> None:
    assert "24,360" in output(capsys, "perft", "squex", "rows=5", "columns=6", "--depth", "3")


# --- bench ---------------------------------------------------------------------------------


def check_report(report: dict[str, Any], figures: list[str]) -> None:
    """Check the shape of a table of measurements."""
    assert list(report) == ["yardstick", "rows"]
    assert list(report["yardstick"]) == ["name", "per_second"]
    for row in report["rows"]:
        assert list(row) == ["game", "options", "compiled", *figures, "ratio"]
        assert all(row[figure] > 0 for figure in figures)
        rate = report["yardstick"]["per_second"]
        assert row["ratio"] == (pytest.approx(row[figures[0]] / rate) if rate else None)


def test_bench_playouts_measures_compiled_and_uncompiled(capsys: Capture) -> None:
    report = json_of(capsys, "bench", "playouts", "squex", "rows=3", "columns=4", *QUICK)
    check_report(report, ["games_per_second", "moves_per_second"])
    assert all(row["options"] == {"rows": 3, "columns": 4} for row in report["rows"])
    compiled = [True, False] if COMPILED else [False]
    assert [row["compiled"] for row in report["rows"]] == compiled


def test_bench_measures_the_uncompiled_program_in_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environments: list[dict[str, str]] = []

    def answer(command: list[str], *, env: dict[str, str], **_: Any) -> Any:
        environments.append(env)
        return subprocess.CompletedProcess(command, 0, b'[{"games": 2.0}]')

    monkeypatch.setattr(subprocess, "run", answer)
    assert bench.in_uncompiled_process(["squex"], 0.01)() == [{"games": 2.0}]
    assert [environment[VARIABLE] for environment in environments] == ["1"]


def test_bench_playouts_without_the_yardstick_says_so(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda name: None)
    monkeypatch.setattr(bench, "COMPILED", False)
    report = json_of(capsys, "bench", "playouts", "squex", *QUICK)
    assert report["yardstick"]["per_second"] is None
    assert [row["ratio"] for row in report["rows"]] == [None]
    assert "not installed" in output(capsys, "bench", "playouts", "squex", *QUICK)


def test_bench_measures_every_game_and_some_larger_ones() -> None:
    texts = bench.game_texts()
    assert texts[: len(GAMES)] == GAMES
    assert "squex rows=15 columns=15" in texts
    assert ("control_v players=4" in texts) == ("control_v" in GAMES)
    assert all(start(text) for text in texts)


def test_bench_search_counts_iterations(capsys: Capture) -> None:
    report = json_of(capsys, "bench", "search", "squex", "rows=4", "columns=4", *QUICK)
    check_report(report, ["iterations_per_second"])
    assert [row["options"] for row in report["rows"]] == [{"rows": 4, "columns": 4}]
    assert "iterations a second" in output(capsys, "bench", "search", "fuse", *QUICK)


def test_bench_loop_compares_python_loops(capsys: Capture) -> None:
    report = json_of(capsys, "bench", "loop", *QUICK)
    check_report(report, ["moves_per_second"])
    assert [row["game"] for row in report["rows"]] == ["squex"]
    assert "moves a second" in output(capsys, "bench", "loop", *QUICK)


def test_bench_environments_compares_steps(capsys: Capture) -> None:
    report = json_of(capsys, "bench", "environments", *QUICK)
    ours, *others = report["rows"]
    assert ours["masks"] > ours["observations"] > 0
    for row in others:
        assert (row["masks"] is None) == (find_spec(row["package"]) is None)
    text = output(capsys, "bench", "environments", *QUICK)
    assert "Tabuleiro on squex" in text
    assert ("Not installed" in text) == any(row["masks"] is None for row in others)


def test_a_figure_is_the_median_of_rounds_that_take_turns() -> None:
    order: list[str] = []

    def contest(name: str, figures: list[float]) -> bench.Measurement:
        def measure() -> list[bench.Rates]:
            order.append(name)
            return [{"games": figures.pop()}]

        return measure

    contests = {"a": contest("a", [1.0, 9.0, 2.0]), "b": contest("b", [5.0, 5.0, 5.0])}
    assert bench.medians(contests, 3) == {"a": [{"games": 2.0}], "b": [{"games": 5.0}]}
    assert order == ["a", "b"] * 3


# --- solve ---------------------------------------------------------------------------------


def test_solve_says_who_wins_and_how(capsys: Capture) -> None:
    printed = output(capsys, "solve", "squex", "rows=3", "columns=3")
    assert "With best play Player 1 wins" in printed
    assert "nodes" in printed
    assert "it is a draw" in output(capsys, "solve", "fuse", "rows=2", "columns=2")


def test_solve_as_json(capsys: Capture) -> None:
    position = "x2/1o1/3 2/2 x 1"
    found = json_of(capsys, "solve", "squex", "rows=3", "columns=3", "--position", position)
    assert list(found) == ["value", "line", "nodes", "seconds"]
    at = games()["squex"].read(position, {"rows": 3, "columns": 3})
    for move in found["line"]:
        at = at.play(move)
    outcome = at.outcome()
    assert outcome
    assert outcome.values[0] == found["value"]


def test_solve_gives_up_when_the_time_is_over(capsys: Capture) -> None:
    assert run(["solve", "squex", "--minutes", "0.002"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "tabuleiro: not solved: " in printed.err


def test_solve_plays_the_moves_first(capsys: Capture) -> None:
    words = ["solve", "squex", "rows=3", "columns=3"]
    position = start("squex rows=3 columns=3").play("a1").play("b2")
    played, given = (
        json_of(capsys, *words, *more)
        for more in (["--moves", "a1 b2"], ["--position", position.text])
    )
    assert (played["value"], played["line"]) == (given["value"], given["line"])
    assert run([*words, "--moves", "a1 a1"]) == 2


def test_solve_says_how_long_it_goes_on(capsys: Capture) -> None:
    printed = " ".join(output(capsys, "solve", "--help").split())
    assert "Without --minutes it runs until the position is solved." in printed


@pytest.mark.parametrize("effort", [[], [Solution(None, (), (), 1200, 2.0)]])
def test_an_interrupted_solver_says_so_in_one_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, effort: list[Solution]
) -> None:
    class Interrupted:
        def __init__(self, megabytes: int) -> None: ...

        def search(self, position: Position, limit: Limit) -> Iterator[Solution]:
            yield from effort
            raise KeyboardInterrupt

    monkeypatch.setattr("tabuleiro.search.solver.Solver", Interrupted)
    assert run(["solve", "squex"]) == 130
    printed = capsys.readouterr()
    done = " after 1,200 nodes in 2.0 s (600 a second)" if effort else ""
    assert (printed.out, printed.err) == ("", f"tabuleiro: Interrupted: not solved{done}.\n")


# --- play ----------------------------------------------------------------------------------


def played(capsys: Capture, monkeypatch: pytest.MonkeyPatch, *words: str, typed: str = "") -> str:
    """The output of a game if the user types this and nothing more."""
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    return output(capsys, "play", *words)


def test_a_new_game_draws_a_fresh_start_unless_its_seed_is_given() -> None:
    class Highest(Random):
        def randint(self, a: int, b: int) -> int:
            return b

    for game in games().values():
        drawn = [option for option in game.options if option.drawn]
        highest = {option.name: option.domain()["max"] for option in drawn}
        given = {option.name: "2" for option in drawn}
        assert fresh_start(game, {}, Highest()) == game.start(**highest)
        assert fresh_start(game, given, Highest()) == game.start(**given)


@pytest.mark.parametrize(
    ("game", "against", "words"),
    [
        ("squex", "level:3", "Player 1: a person\nPlayer 2: Level 3 (Easy)\n"),
        ("fuse", "mcts:nodes=5", "Player 2: mcts:nodes=5\n"),
        ("control_v players=3", "random", "Player 2: random\nPlayer 3: random\n"),
    ],
)
def test_play_seats_a_person_and_the_opponents_named(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, game: str, against: str, words: str
) -> None:
    assert words in played(capsys, monkeypatch, *game.split(), "--against", against)


def test_play_is_lines_of_text_where_there_is_no_full_terminal(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_itself, asked = (
        played(capsys, monkeypatch, "squex", "rows=3", *more, "--no-wait", typed="b2\n")
        for more in ([], ["--classic"])
    )
    assert "PLAYER 1's TURN" in by_itself
    assert by_itself.splitlines()[:20] == asked.splitlines()[:20]


def test_play_opens_the_app_in_a_full_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Any, ...]] = []
    monkeypatch.setattr("tabuleiro.cli.parameters.is_full_terminal", lambda: True)
    monkeypatch.setattr(
        "tabuleiro.terminal.app.application.run_app", lambda *asked: opened.append(asked)
    )
    assert run(["play", "--lang", "pt"]) == 0
    assert run(["play", "fuse", "--theme", "classic"]) == 0
    (_, _, nothing, _), (_, theme, local_game, _) = opened
    assert (nothing, theme) == (None, "classic")
    assert local_game
    assert local_game.table.position.game.id == "fuse"
    local_game.close()


def test_play_takes_language_theme_clock_and_ascii(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    words = ["squex", "--lang", "pt", "--theme", "classic", "--clock", "5+3", "--ascii", "--colour"]
    printed = played(capsys, monkeypatch, *words)
    assert "VEZ DO JOGADOR 1" in printed
    assert "Relogio: Jogador 1 " in printed
    assert "\x1b[38;2;27;79;208m" in printed
    assert printed.isascii()


def test_resume_goes_on_with_the_last_unfinished_game(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path))
    assert run(["play", "--resume"]) == 2
    assert "there is no unfinished game to resume" in capsys.readouterr().err
    printed = played(capsys, monkeypatch, "squex", "rows=3", "--no-wait", typed="b2\n")
    (name,) = re.findall(r"tabuleiro play --resume (\S+)", printed)
    for words in (["--resume"], ["--resume", name]):
        assert "octagon on" in played(capsys, monkeypatch, *words)
    assert run(["play", "--resume", "nothing"]) == 2


@pytest.mark.parametrize("game", ["fuse", "lyngk"])
def test_a_start_that_was_drawn_can_be_played_again(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("sys.argv", ["tabuleiro"])  # the name of the program in hints
    printed = played(capsys, monkeypatch, game, "--as", "1", typed="yes\n")  # Fuse asks
    (seed,) = re.findall(rf"To play this start again: tabuleiro play {game} (seed=\d+)\n", printed)
    again = played(capsys, monkeypatch, game, seed, "--as", "1", typed="yes\n")
    assert "To play this start again" not in again
    own = "To play this start again.*\n|--resume .*"
    assert re.sub(own, "", again) == re.sub(own, "", printed)


# --- levels and players --------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_levels_lists_ten_levels(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setenv("COLUMNS", "200")  # so that no sentence is wrapped
    found = json_of(capsys, "levels", game)
    assert found["game"] == game
    assert [level["level"] for level in found["levels"]] == list(range(1, 11))
    printed = output(capsys, "levels", game)
    assert all(level["name"] in printed for level in found["levels"])
    assert all(level["description"] in printed for level in found["levels"])


@pytest.mark.parametrize("game", GAMES)
def test_players_lists_every_name(capsys: Capture, game: str) -> None:
    found = json_of(capsys, "players", game)
    names = [name for kind in found["kinds"] for name in kind["names"]]
    assert names == player_names(games()[game])
    assert set(names) <= set(output(capsys, "players", game).split())


# --- bad input -----------------------------------------------------------------------------


BAD_INPUT = (
    "nonsense",
    "--nonsense",
    "bench",
    "bench nonsense",
    "bench playouts chess",
    "bench playouts squex rows=0",
    "bench playouts --rounds 0",
    "bench playouts --seconds inf",
    "bench playouts ''",
    "games chess",
    "games ''",
    "games squex fuse lyngk",
    "perft",
    "perft chess",
    "perft squex rows",
    "perft squex rows=",
    "perft squex rows=5 rows=5",
    "perft squex rows=99",
    "perft control_v quarter-turns=on quarter_turns=off",
    "perft squex self=1",
    "perft squex rows=5 swap=on",
    "perft squex --depth x",
    "perft squex --depth -1",
    "perft squex --depth 501",
    "perft squex --depth",
    "perft squex --position nonsense",
    "perft squex --position ''",
    "rules",
    "rules chess",
    "show squex --moves 'a1 a1'",
    "show squex --format gif",
    "show squex --out /dev/null/all",
    "solve",
    "solve squex --minutes 0",
    "solve squex --minutes nan",
    "solve squex --minutes inf",
    "solve squex --megabytes 0",
    "solve squex --megabytes 1000000000000",
    "solve control_v players=3",
    "solve squex rows=3 columns=3 --position 'xo1/xo1/x2 2/2 - -'",
    "play chess",
    "play squex rows=x",
    "play squex --against nobody",
    "play squex --against mcts:nodes=0",
    "levels",
    "levels chess",
    "players chess",
    "engine nonsense",
    "engine fuse rows=40",
    "engine fuse rows",
    "match",
    "match random random",
    "match random random chess",
    "match random nobody squex",
    "match random random squex rows=99",
    "match random random squex --games 7",
    "match random random control_v players=3 --games 100",
    "match random random squex --processes 0",
    "match random random squex --opening 100",
    "match random random squex --turn-time 0",
    "match random random squex --cap 0",
    "match random random squex --record /nowhere/at/all",
    "match random random squex --record /",
)


def test_bad_input_is_one_line_and_exit_code_2(capsys: Capture) -> None:
    for command in BAD_INPUT:
        assert run(shlex.split(command)) == 2, command
        printed = capsys.readouterr()
        assert printed.out == "", command
        assert re.fullmatch("tabuleiro: .+\n", printed.err), command


def test_an_error_names_what_is_wrong(capsys: Capture) -> None:
    run(["perft", "squex", "rows=99"])
    assert "option rows cannot be '99'" in capsys.readouterr().err
    run(["perft"])
    assert "tabuleiro perft --help" in capsys.readouterr().err


# --- as a process --------------------------------------------------------------------------


def test_python_m_tabuleiro_exits_with_the_code_of_the_command() -> None:
    done = program("perft", "chess")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_help_lists_the_commands(arguments: list[str]) -> None:
    done = program(*arguments)
    assert done.returncode == 0
    for command in (b"games", b"show", b"perft", b"solve", b"play", b"engine", b"match", b"bench"):
        assert command in done.stdout


def test_help_comes_fast_since_it_loads_only_the_command_line() -> None:
    code = "import sys; from tabuleiro.cli import run; run(['--help']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=ENVIRONMENT
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    own = {name.split(".")[1] for name in loaded if name.startswith("tabuleiro.")}
    assert own == {"cli", "core", "language"}
    assert not loaded & {"numpy", "rich", "textual", "asyncio"}


@pytest.mark.parametrize(
    "command",
    [
        ["games"],
        ["show"],
        ["perft"],
        ["solve"],
        ["play"],
        ["levels"],
        ["players"],
        ["web"],
        ["backup"],
        ["restore"],
        ["engine"],
        ["match"],
        ["analyse"],
        ["review"],
        ["puzzles"],
        ["bench", "playouts"],
        ["bench", "search"],
        ["bench", "loop"],
        ["bench", "environments"],
        ["self-play"],
    ],
)
def test_every_command_explains_itself_with_an_example(capsys: Capture, command: list[str]) -> None:
    _, examples = output(capsys, *command, "--help").split("Example")
    assert f"tabuleiro {' '.join(command)}" in examples


def test_an_interrupt_ends_a_solution() -> None:
    with subprocess.Popen(
        [*PROGRAM, "solve", "squex", "--megabytes", "8"], env=ENVIRONMENT | TERMINAL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stderr
        assert process.stderr.read(1)  # it has started
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert b"Traceback" not in process.stderr.read()
        assert process.stdout.read() == b""


NEED_PYTORCH = ("train ", "curves ", "export ")


def documented_commands() -> list[str]:
    """The command lines in the documentation, except those that take long or need PyTorch."""
    page = Path(__file__).parents[1] / "docs" / "commands.md"
    lines = re.findall(r"^\$ tabuleiro (.*)", page.read_text(), re.MULTILINE)
    return [line for line in lines if not line.startswith(("bench", *NEED_PYTORCH))]


def command_of(line: str) -> str:
    """The name of the command in a line; `record` and `saved` have subcommands."""
    return " ".join(line.split()[: 2 if line.startswith(("record ", "saved ")) else 1])


DOCUMENTED = documented_commands()
FIRST = list({command_of(line): line for line in reversed(DOCUMENTED)}.values())
AS_PROCESS = [line for line in FIRST if command_of(line) in ("engine", "show")]
AS_PROCESS_TOO = [line for line in FIRST if line not in AS_PROCESS]


@pytest.fixture
def three_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new folder with the file of games and the saved game that the documentation mentions."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path / "data"))
    record = Record(start("squex rows=3 columns=3"), ("Ana", "Rui"), (Ply("b2"),))
    Path("games.txt").write_text(write_records([record] * 3))
    SavedGames().save("2026-11-15-120000-squex-1f2e", record)


SLOW = ("arena", "check", "report")
"""Commands that take seconds. `make test-all` runs their first lines as processes."""


@pytest.mark.usefixtures("three_games")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=pytest.mark.extended if line.startswith(SLOW) else ())
        for line in DOCUMENTED
        if line not in AS_PROCESS and not (line in FIRST and line.startswith(SLOW))
    ],
)
def test_the_commands_of_the_documentation_work(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    assert run(shlex.split(shortened(line))) == 0
    assert capsys.readouterr().err in ("", "tabuleiro: no game matches\n")


def shortened(line: str) -> str:
    """The command line with less time for a report."""
    return line.replace("--minutes 0.05", "--minutes 0.01")


@pytest.mark.usefixtures("three_games")
@pytest.mark.parametrize(
    "line",
    [*AS_PROCESS, *(pytest.param(one, marks=pytest.mark.extended) for one in AS_PROCESS_TOO)],
)
def test_the_first_line_of_every_command_works_as_a_process(line: str) -> None:
    """Run in a new process, without modules that tests have imported."""
    data = os.environ["TABULEIRO_DATA"]
    done = program(*shlex.split(shortened(line)), TABULEIRO_DATA=data)
    # Progress appears on a slow machine; the games of the test do not match every filter.
    expected = rb"\d+ of \d+ games after .*\n|tabuleiro: no game matches\n"
    assert (done.returncode, re.sub(expected, b"", done.stderr)) == (0, b"")


def test_a_broken_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [*PROGRAM, "games", "--json"], env=ENVIRONMENT, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""


def test_an_output_that_cannot_be_written_is_one_line_and_exit_code_2() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "games"], env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"tabuleiro: ")
    assert done.stderr.count(b"\n") == 1


EVERY_STREAM = "<&- >&- 2>&-"
COMMANDS = ("games", "show squex", "play squex", "engine", MATCH)


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        ("play squex", EVERY_STREAM),
        *(("games chess", closed) for closed in ("<&-", ">&-", "2>&-")),
        *(
            pytest.param(command, closed, marks=pytest.mark.extended)
            for command in COMMANDS
            for closed in ("<&-", ">&-", "2>&-", EVERY_STREAM)
        ),
    ],
)
def test_a_closed_stream_is_an_empty_one(command: str, closed: str) -> None:
    line = f"exec {shlex.join(PROGRAM)} {command} {closed}"
    done = subprocess.run(
        ["sh", "-c", line],
        env=ENVIRONMENT,
        input=b"",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == (2 if "chess" in command else 0)
    assert b"Traceback" not in done.stderr
    assert b"tabuleiro: " not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [(["engine"], b"query perft 12\nisready\n"), (["play", "squex"], b""), (["engine"], b"")],
)
def test_an_interrupt_exits_with_130(arguments: list[str], typed: bytes) -> None:
    with subprocess.Popen(
        [*PROGRAM, *arguments], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"isready\n" + typed)
        process.stdin.flush()
        assert process.stdout.readline()  # it has started
        if not typed and sys.platform == "linux":
            # Python misses a signal that arrives just before it waits for input.
            wait_for(lambda: is_asleep(process.pid))
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert b"Traceback" not in process.stderr.read()


def is_asleep(process: int) -> bool:
    """Whether the main thread of a process is sleeping."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S"
