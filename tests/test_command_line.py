"""Conventions of the command line: modes of play, saved games, languages, completion, messages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer.main
from typer.completion import get_completion_inspect_parameters

from tabuleiro.cli import app, run
from tabuleiro.core import program
from tabuleiro.core.playouts import perft
from tabuleiro.games import find_game_by_name, games, start
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.setup import Setup, new_record, seats_of
from tabuleiro.records import Ply, Record, read_records, write_records
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.terminal.classic.console import CLEAR
from tabuleiro.terminal.classic.setup_questions import command_answers
from test_cli import NEED_PYTORCH, Capture, json_of, output, played

Patch = pytest.MonkeyPatch

PLAY_GAME = "tabuleiro.terminal.classic.line_app.LineApp.play_game"
RUN_APP = "tabuleiro.terminal.app.application.run_app"
INTERFACES = ["classic", "plain", "app"]


def refused(capsys: Capture, *arguments: str) -> str:
    """The one line that a command prints about bad input."""
    assert run(list(arguments)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.removeprefix("tabuleiro: ").rstrip("\n")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A data folder of its own."""
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def saved(data: Path) -> list[str]:
    """The names of two saved games: one of Squex, then a later one of Fuse."""
    saved_games, names = SavedGames(), []
    for number, game in enumerate(("squex rows=3 columns=3", "fuse rows=2 columns=2 seed=1")):
        position = start(game)
        ply = Ply(position.move_text(position.legal_moves()[0]))
        setup = Setup(seats_of(("", "random")), free_takebacks=True)
        record = replace(new_record(position, setup, drawn=False), plies=(ply,))
        name = saved_games.new(record, datetime(2026, 11, 15, 12, number, tzinfo=UTC))
        os.utime(saved_games.path_of(name), (0, 1_700_000_000 + number))
        names.append(name)
    return names


# --- modes of play -------------------------------------------------------------------------


def seats_played(
    capsys: Capture, monkeypatch: Patch, interface: str, *words: str
) -> tuple[str, ...]:
    """The computer players of a game that a command starts, in order; a person is empty."""
    opened: list[LocalGame] = []
    monkeypatch.setattr(PLAY_GAME, lambda _, game: opened.append(game))
    if interface == "app":
        monkeypatch.setattr("tabuleiro.cli.parameters.is_full_terminal", lambda: True)
        monkeypatch.setattr(RUN_APP, lambda *asked: opened.append(asked[2]))
    more = [] if interface == "app" else [f"--{interface}"]
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert run(["play", *words, *more]) in (0, None)
    capsys.readouterr()
    (local_game,) = opened
    local_game.close()
    return tuple(seat.computer for seat in local_game.table.setup.seats)


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize(
    ("words", "seats"),
    [
        ("squex", ("", "level:3")),
        ("squex --as 2 --against random", ("random", "")),
        ("squex --players person,person", ("", "")),
        ("squex --players random,classic:greedy", ("random", "classic:greedy")),
        ("squex --players mcts:nodes=5,time=1,person", ("mcts:nodes=5,time=1", "")),
        ("control_v players=3 --as 3 --against random", ("random", "random", "")),
        ("lyngk --as 1 --against random", ("", "random")),
        ("lyngk --players random,person", ("random", "")),
    ],
)
def test_one_command_starts_every_mode_in_every_interface(
    capsys: Capture, monkeypatch: Patch, interface: str, words: str, seats: tuple[str, ...]
) -> None:
    assert seats_played(capsys, monkeypatch, interface, *words.split()) == seats


@pytest.mark.parametrize(
    ("text", "side"), [("squex", "random"), ("lyngk", None), ("control_v players=3", "random")]
)
def test_a_random_side_is_drawn(text: str, side: str | None) -> None:
    """Lyngk draws who begins unless a side is chosen."""
    game, *words = text.split()
    answers = command_answers(games()[game], words, side=side, against="random")
    found = {answers.setup(Random(seed)).seats for seed in range(30)}
    people = {tuple(seat.is_person for seat in seats) for seats in found}
    count = 3 if words else 2
    assert people == {tuple(seat == one for seat in range(count)) for one in range(count)}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("squex --as 3", "--as must be a number from 1 to 2, or random"),
        ("squex --as x", "--as must be a number from 1 to 2, or random"),
        ("squex --players level:3", "--players must name 2 players: person,level:3"),
        ("squex --players person,nobody", "no player of Squex is called 'nobody'"),
        ("squex --players person,person --as 2", "--players says who plays"),
        ("squex --players person,person --against random", "--players says who plays"),
        ("--as 2", "need a game before them"),
        ("squex --resume --as 2", "--resume takes a game or a saved game"),
        ("squex rows=5 --resume", "--resume takes a game or a saved game"),
        ("squex --resume nosuch", "--resume takes a game or a saved game"),
        ("squex --classic --plain", "choose one"),
    ],
)
def test_a_combination_that_makes_no_sense_gets_one_sentence(
    capsys: Capture, words: str, reason: str
) -> None:
    assert reason in refused(capsys, "play", *words.split())


# --- saved games ---------------------------------------------------------------------------


@pytest.mark.usefixtures("data")
def test_without_saved_games_the_list_says_so(capsys: Capture) -> None:
    assert output(capsys, "saved") == "There are no saved games.\n"
    assert json_of(capsys, "saved") == {"games": []}


def test_saved_games_are_listed(capsys: Capture, monkeypatch: Patch, saved: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    printed = output(capsys, "saved")
    assert all(name in printed for name in saved)
    assert "unfinished, " in printed
    found = json_of(capsys, "saved")["games"]
    assert [entry["name"] for entry in found] == saved[::-1]
    assert list(found[0]) == ["name", "game", "players", "result", "moves", "saved"]
    assert found[1]["game"] == "squex rows=3 columns=3"
    assert found[1]["result"] == "none"


def test_a_saved_game_is_shown(capsys: Capture, saved: list[str]) -> None:
    assert "1. a1" in output(capsys, "saved", "show", saved[0])
    whole = json_of(capsys, "saved", "show", saved[0])
    assert whole["record"]["game"] == "squex rows=3 columns=3"


def test_saved_games_are_exported(capsys: Capture, tmp_path: Path, saved: list[str]) -> None:
    out = tmp_path / "games.txt"
    output(capsys, "saved", "export", *saved, "--out", str(out))
    found = list(read_records(out.read_text()))
    assert [record.start.game.id for record in found] == ["squex", "fuse"]


def test_saved_games_are_deleted_only_after_a_yes(
    capsys: Capture, monkeypatch: Patch, saved: list[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert "add --yes" in refused(capsys, "saved", "delete", saved[0])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for answer, left in (("", 2), ("n", 2), ("yes", 1)):
        monkeypatch.setattr("tabuleiro.cli.playing.ask_line", lambda _, answer=answer: answer)
        output(capsys, "saved", "delete", saved[0])
        assert len(SavedGames().games()) == left
    assert output(capsys, "saved", "delete", saved[1], "--yes") == f"Deleted {saved[1]}.\n"
    assert SavedGames().games() == []


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("words", ["play --resume", "saved show", "saved export", "saved delete"])
def test_an_unknown_name_gets_the_command_that_lists_them(capsys: Capture, words: str) -> None:
    expected = "there is no saved game 'x': list them with tabuleiro saved"
    assert refused(capsys, *words.split(), "x") == expected


def test_one_unknown_name_deletes_nothing(capsys: Capture, saved: list[str]) -> None:
    refused(capsys, "saved", "delete", *saved, "x", "--yes")
    assert len(SavedGames().games()) == 2


def test_resume_with_a_game_continues_its_last_one(
    capsys: Capture, monkeypatch: Patch, saved: list[str]
) -> None:
    resumed: list[LocalGame] = []
    monkeypatch.setattr(PLAY_GAME, lambda _, game: resumed.append(game))
    asked = {"Squex": "squex", "fuse": "fuse", "": "fuse", saved[0]: "squex"}
    for name, game in asked.items():
        played(capsys, monkeypatch, *filter(None, [name]), "--resume", "--plain")
        assert resumed[-1].table.position.game.id == game
        resumed[-1].close()
    assert refused(capsys, "play", "lyngk", "--resume") == (
        "there is no unfinished game of Lyngk to resume"
    )


def test_a_game_without_a_move_is_not_saved(
    capsys: Capture, monkeypatch: Patch, data: Path
) -> None:
    printed = played(capsys, monkeypatch, "squex", "--plain", typed="exit\n")
    assert "--resume" not in printed
    assert not list(data.rglob("*.record"))


# --- games by name -------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(games()))
def test_a_game_is_found_in_any_spelling(game: str) -> None:
    name = games()[game].name
    for text in (game, game.upper(), game.replace("_", "-"), name, name.lower(), game.title()):
        assert find_game_by_name(text).id == game


@pytest.mark.parametrize(
    "words",
    [
        "games SQUEX",
        "rules Squex",
        "perft SQUEX",
        "show Control-V",
        "levels Control_V",
        "players FUSE",
        pytest.param(
            "match random random SQUEX rows=3 columns=3 --games 2 --processes 1",
            marks=pytest.mark.extended,
        ),
        pytest.param(
            "arena random classic:greedy SQUEX rows=3 columns=3 --pairs 1 --processes 1",
            marks=pytest.mark.extended,
        ),
    ],
)
def test_commands_take_games_in_any_case(capsys: Capture, words: str) -> None:
    output(capsys, *words.split())


@pytest.mark.parametrize("command", ["perft", "puzzles", "play", "rules", "engine"])
def test_a_misspelt_game_is_guessed(capsys: Capture, command: str) -> None:
    reason = refused(capsys, command, "sqeux")
    assert reason.startswith("there is no game 'sqeux' (did you mean squex?): the games are squex,")


# --- messages ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("perft", "GAME is missing; try tabuleiro perft --help"),
        ("perft squex --depth abc", "--depth must be a whole number; try tabuleiro perft --help"),
        ("perft squex --depth", "--depth needs a value"),
        ("perft squex --json=1", "--json does not take a value"),
        ("perft squex --dept 3", "there is no option '--dept' (did you mean --depth?)"),
        ("perft squex --divide --depth 0", "--divide needs a --depth of at least 1"),
        ("bench playouts --rounds 0", "--rounds must be a whole number of at least 1"),
        ("bench playouts --seconds 5000", "--seconds must be a number from 0.001 to 3600"),
        ("puzzles --least-grade 9", "--least-grade must be a whole number from 1 to 5"),
        ("show squex --format gif", "--format must be one of text, ascii, svg, png"),
        (
            "bench",
            "name one of its commands: playouts, search, loop, environments; try tabuleiro bench",
        ),
        ("shw", "there is no command 'shw' (did you mean show?); try tabuleiro --help"),
        ("Squex", "there is no command 'Squex' (did you mean play squex?); try tabuleiro --help"),
        ("analyse squex --lines 0", "--lines must be a whole number from 1 to 1000"),
        ("games squex fuse", "unexpected words: 'fuse'; try tabuleiro games --help"),
        ("puzzles chess", "there is no game 'chess': the games are squex"),
        ("puzzles nothing.record", "nothing.record: No such file or directory"),
        ("analyse squex --seconds 0", "--seconds must be a number from 0.001 to 1000000"),
        ("perft squex --lang xx", "there is no language 'xx': the languages are en (English)"),
        ("solve squex --seconds 3", "there is no option '--seconds'; try tabuleiro solve"),
        ("solve squex --fast --lang pt", "não há a opção '--fast'"),
        ("solve squex --fast --lang=pt", "não há a opção '--fast'"),
        ("record show no.record --lang pt", "no.record: Ficheiro ou pasta inexistente"),
        ("completion tcsh", "SHELL must be one of bash, zsh, fish"),
    ],
)
def test_mistakes_get_our_own_messages(capsys: Capture, words: str, reason: str) -> None:
    assert refused(capsys, *words.split()).startswith(reason)


@pytest.mark.parametrize("command", ["show", "solve", "analyse", "perft"])
def test_a_wrong_move_is_named_with_its_number(capsys: Capture, command: str) -> None:
    reason = refused(capsys, command, "squex", "--moves", "d4 e4 d4")
    assert reason.startswith("move 3, 'd4': ")


def test_one_node_is_not_plural(capsys: Capture) -> None:
    words = ["analyse", "squex", "rows=3", "columns=3", "--nodes", "1", "--player", "mcts"]
    printed = output(capsys, *words)
    assert re.search(r"\b1 node in", printed)


@pytest.mark.usefixtures("data")
def test_a_number_with_thousands_of_digits_in_a_tournament_file_is_bad_input(
    capsys: Capture, tmp_path: Path
) -> None:
    path = tmp_path / "big.toml"
    path.write_text(f"seed = {'1' * 5000}\n")
    assert refused(capsys, "arena", str(path)) == f"{path}: a number has too many digits"


# --- perft ---------------------------------------------------------------------------------


def test_perft_divides_the_count_by_the_first_move(capsys: Capture) -> None:
    words = ["perft", "squex", "rows=3", "columns=3", "--depth", "2", "--divide"]
    found = json_of(capsys, *words)
    root = start("squex rows=3 columns=3")
    assert list(found["moves"]) == [root.move_text(move) for move in root.legal_moves()]
    assert sum(found["moves"].values()) == found["count"] == perft(root, 2)
    printed = output(capsys, *words).splitlines()
    assert printed[0] == "a1: 8"
    assert len(printed) == 10


# --- languages -----------------------------------------------------------------------------


def leaves(command: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The paths of all commands."""
    below = getattr(command, "commands", None)
    if below is None:
        return [path]
    return [leaf for name, one in below.items() for leaf in leaves(one, (*path, name))]


COMMANDS = leaves(typer.main.get_command(app))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_takes_a_language_and_explains_itself(
    capsys: Capture, path: tuple[str, ...]
) -> None:
    printed = output(capsys, *path, "-h")
    assert "--lang LANG" in printed
    assert f"tabuleiro {' '.join(path)}" in printed.split("Example", 1)[1]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("games", "Nome"),
        ("games squex", "Valor"),
        ("levels squex", "Principiante"),
        ("players squex", "qualquer jogada legal"),
        ("perft squex", "contado em 0,"),
        ("show squex", "É a vez do Jogador 1"),
        ("saved", "Não há partidas guardadas."),
        ("solve squex rows=3 columns=3", "ganha"),
        ("analyse squex rows=3 columns=3 --nodes 20", "Pontuação esperada"),
        ("puzzles", "Problemas"),
        ("match random random squex rows=3 columns=3 --games 2 --processes 1", "vitórias"),
        ("arena random classic:greedy squex rows=3 columns=3 --pairs 1 --processes 1", "Jogador"),
        ("bench loop --rounds 1 --seconds 0.01", "por segundo"),
    ],
)
@pytest.mark.usefixtures("data")
def test_commands_speak_portuguese(capsys: Capture, words: str, text: str) -> None:
    name, *rest = words.split()
    assert text in output(capsys, name, *rest, "--lang", "pt")
    if name == "saved":
        assert text in output(capsys, "--lang", "pt", name)
        assert text not in output(capsys, name)


SPOKEN = (
    "games squex", "rules squex --no-pictures", "show squex", "check squex --games 1",
    "perft squex", "levels squex", "players squex", "solve squex rows=3 columns=3",
    "play squex --plain",
    "backup no.backup", "restore no.backup",
    "match random random squex rows=3 columns=3 --games 2 --processes 1",
    "arena random classic:greedy squex rows=3 columns=3 --pairs 1 --processes 1",
    "analyse squex rows=3 columns=3 --nodes 20", "review {game} --nodes 20", "puzzles",
    "explore squex rows=3 columns=3",
    "report squex rows=3 columns=3 --minutes 1 --games 1",
    "self-play squex rows=3 columns=3 --games 1 --nodes 10 --out {folder}/moves.parquet",
    "saved show {saved}", "saved export none", "saved delete {saved}",
    "record show {game} --game 1", "record replay {game}", "record convert none.txt",
    "record filter none.txt", "record merge none.txt", "record check {game}",
    "record picture {game}", "record gif none.txt",
    "admin delete x", "admin close x 1", "admin block 192.0.2.7",
    "bench playouts squex rows=3 columns=3 --rounds 1 --seconds 0.001",
    "bench search squex rows=3 columns=3 --rounds 1 --seconds 0.001",
    "bench loop --rounds 1 --seconds 0.001", "bench environments --rounds 1 --seconds 0.001",
)  # fmt: skip
"""A command line of every command that prints sentences, at least about bad input."""

SILENT = ("completion", "web", "engine", "train", "curves", "export")
"""Commands that print none, or need a server or PyTorch."""


def test_every_command_is_tried_in_two_languages() -> None:
    paths = set(map(" ".join, COMMANDS))
    tried = {path for path in paths for words in SPOKEN if f"{words} ".startswith(f"{path} ")}
    assert tried | set(SILENT) == paths


@pytest.mark.extended
@pytest.mark.parametrize("words", SPOKEN)
def test_no_command_ignores_its_language(
    capsys: Capture, monkeypatch: Patch, saved: list[str], tmp_path: Path, words: str
) -> None:
    game = tmp_path / "game.txt"
    game.write_text(write_records([Record(start("squex"), ("a", "b"), (Ply("d4"),))]))
    monkeypatch.setattr("sys.stdin", StringIO())
    facts = {"game": game, "saved": saved[0], "folder": tmp_path}
    printed = []
    for language in ("en", "pt"):
        run([*words.format(**facts).split(), "--lang", language])
        printed.append("".join(capsys.readouterr()))
    assert printed[0].split() != printed[1].split()
    assert all(printed)


@pytest.mark.usefixtures("data")
def test_commands_speak_the_language_of_the_system(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setenv("LC_ALL", "pt_PT.UTF-8")
    assert output(capsys, "saved") == "Não há partidas guardadas.\n"
    assert refused(capsys, "perft", "chess").startswith("não há")
    assert output(capsys, "saved", "--lang", "en") == "There are no saved games.\n"
    assert json_of(capsys, "levels", "squex")["levels"][0]["name"] == "Beginner"


# --- completion ----------------------------------------------------------------------------


def completed(capsys: Capture, monkeypatch: Patch, line: str) -> list[str]:
    """The words that a shell offers after a line."""
    get_completion_inspect_parameters()  # as in `main`
    monkeypatch.setenv("_TABULEIRO_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"tabuleiro {line}")
    with pytest.raises(SystemExit):
        run([])
    return [item.partition("\t")[0] for item in capsys.readouterr().out.split("\n") if item]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pla", ["players", "play"]),
        ("play fu", ["fuse"]),
        ("play squex ", ["rows=", "columns=", "swap="]),
        ("play squex sw", ["swap="]),
        ("play squex swap=", ["swap=off", "swap=on"]),
        ("play control-v players=", ["players=2", "players=3", "players=4"]),
        ("play squex nothing=", []),
        ("play squex --against level:1", ["level:1", "level:10"]),
        ("play squex --players person,level:9", ["person,level:9"]),
        ("play squex --as r", ["random"]),
        ("play --lang ", ["en", "pt"]),
        ("play --theme colour", ["colour-blind"]),
        ("match rand", ["random"]),
        ("arena squ", ["squex"]),
        ("perft --di", ["--divide"]),
        ("completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_words_are_completed(
    capsys: Capture, monkeypatch: Patch, line: str, words: list[str]
) -> None:
    assert set(words) <= set(completed(capsys, monkeypatch, line))
    if words == [] or line.endswith("="):
        assert completed(capsys, monkeypatch, line) == words


def test_saved_games_are_completed(capsys: Capture, monkeypatch: Patch, saved: list[str]) -> None:
    assert completed(capsys, monkeypatch, "saved show ") == saved[::-1]
    assert set(saved) <= set(completed(capsys, monkeypatch, "play --resume "))
    assert not set(saved) & set(completed(capsys, monkeypatch, "play "))


BASH = """
tabuleiro() {{ "{python}" -m tabuleiro "$@"; }}
eval "$(tabuleiro completion bash)"
for COMP_LINE in "tabuleiro play squex --against level:1" "tabuleiro play squex swap="; do
    COMP_POINT=${{#COMP_LINE}}
    _tabuleiro_completion tabuleiro 2>/dev/null
    echo "${{COMPREPLY[@]}}"
done
"""


def test_bash_gets_what_follows_the_last_sign_of_a_word() -> None:
    """Bash itself splits words at : and =."""
    done = subprocess.run(
        ["bash", "-c", BASH.format(python=sys.executable)],
        capture_output=True, text=True, check=True, timeout=180,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["1 10", "off on"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_every_shell(capsys: Capture, shell: str) -> None:
    assert "_TABULEIRO_COMPLETE=complete_fish" in output(capsys, "completion", shell)


# --- training ------------------------------------------------------------------------------


def documented_training() -> list[str]:
    """The command lines in the documentation that need PyTorch."""
    page = Path(__file__).parents[1] / "docs" / "commands.md"
    lines = re.findall(r"^\$ tabuleiro (.*)", page.read_text(), re.MULTILINE)
    return [line for line in lines if line.startswith(NEED_PYTORCH)]


@pytest.mark.parametrize("line", documented_training())
def test_the_training_commands_of_the_documentation_exist(
    capsys: Capture, monkeypatch: Patch, line: str
) -> None:
    """They get as far as asking for PyTorch, so their arguments are right."""
    monkeypatch.setitem(sys.modules, "torch", None)
    reason = refused(capsys, *line.split())
    assert reason.startswith("torch is not installed; to fix it: pip install")


# --- ending and hints ----------------------------------------------------------------------


def test_a_dumb_terminal_opens_the_classic_interface(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin", StringIO("exit\n"))
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    assert "What would you like to play?" in output(capsys)


def test_ascii_opens_the_classic_interface_and_says_so(capsys: Capture, monkeypatch: Patch) -> None:
    """It says so on the screen with the menu, after the screen has been cleared."""
    monkeypatch.setattr("tabuleiro.cli.parameters.is_full_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin", StringIO("exit\n"))
    *_, screen = output(capsys, "play", "--ascii").split(CLEAR)
    assert "this is the classic interface" in screen


def test_an_interrupted_app_ends_with_130(monkeypatch: Patch, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write_records([Record(start("squex"), ("a", "b"), (Ply("d4"),))]))
    monkeypatch.setattr("tabuleiro.cli.parameters.is_full_terminal", lambda: True)
    for code in (130, 0):
        monkeypatch.setattr(RUN_APP, lambda *_, code=code: code)
        assert run(["play"]) == code
        assert run(["record", "replay", str(path)]) == code


@pytest.mark.parametrize(
    ("called", "on_path", "name"),
    [
        ("/opt/bin/tabuleiro", True, "tabuleiro"),
        ("/opt/bin/tabuleiro", False, "/opt/bin/tabuleiro"),
        ("bin/tabuleiro", False, "bin/tabuleiro"),
        ("/lib/tabuleiro/__main__.py", False, "/opt/python -m tabuleiro"),
        ("/usr/bin/pytest", False, "tabuleiro"),
    ],
)
def test_hints_name_a_command_that_works(
    monkeypatch: Patch, called: str, on_path: bool, name: str
) -> None:
    monkeypatch.setattr("sys.argv", [called])
    monkeypatch.setattr("sys.executable", "/opt/python")
    monkeypatch.setattr("shutil.which", lambda _: called if on_path else None)
    assert program.program_name() == name


def test_json_stays_english(capsys: Capture) -> None:
    words = ["players", "squex", "--json", "--lang"]
    english, portuguese = (json.loads(output(capsys, *words, lang)) for lang in ("en", "pt"))
    assert english == portuguese
