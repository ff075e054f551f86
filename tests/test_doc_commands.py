"""The commands in the documentation work, and their outputs are as shown."""

from __future__ import annotations

import json
import re
from functools import cache
from math import isclose
from pathlib import Path
from typing import Any

import pytest
import typer

from builds import ROOT
from doc_commands import (
    BLOCK,
    LANGUAGES,
    PAGES,
    ShownCommand,
    commands_of,
    execute,
    execute_one,
    shown_commands,
    without_times,
    write_samples,
)
from engine.session import answers
from rulebook_checks import check_example
from tabuleiro.cli import app
from tabuleiro.core.rulebook import read_example
from tabuleiro.games import start
from terminal.keyboard import play

COMMANDS = [command for page in PAGES for command in shown_commands(page)]
OURS = [command for command in COMMANDS if command.is_ours]
ARENA = ROOT / "docs" / "arena.md"
LISTED = ROOT / "docs" / "commands.md"  # tests/test_cli.py runs its commands
SLOW = {"match", "arena", "analyse", "puzzles", "solve", "gif", "check"}
MEASURED = ("seconds", "seconds_per_turn", "per_second", "ratio")
CHECKED = {
    "docs/architecture.md": "test_layers.py",
    "docs/arena.md": "arena/test_tournament_file.py",
    "docs/learning.md": "players/test_networks.py",
    "docs/new-game.md": "test_doc_commands.py",
    "docs/server.md": "web/test_monitoring.py",
    "docs/terminal.md": "test_doc_commands.py",
    "docs/http-api.md": "web/test_web_page.py",
    "docs/web.md": "web/test_web_page.py",
}
"""The tests of blocks that are neither commands nor sessions, by page."""
BLOCK_LANGUAGES = {
    "", "sh", "text", "console",  # commands, sessions and diagrams
    "pycon", "python", "position", "record", "json", "toml",  # run or read by tests
    "cython", "html",  # excerpts
}  # fmt: skip


def marks(command: ShownCommand) -> Any:
    """The command as a parameter of a test; commands that take seconds are for `make test-all`."""
    slow = bool(SLOW & {*command.words}) and "--nodes" not in command.words
    return pytest.param(command, id=str(command), marks=pytest.mark.extended if slow else ())


command_line = cache(lambda: typer.main.get_command(app))


def parse(words: list[str]) -> dict[str, Any]:
    """The parameters of a command, without running it; an error if it does not accept them."""
    command: Any = command_line()
    context = command.make_context("tabuleiro", words)
    while rest := [*context._protected_args, *context.args]:
        if not hasattr(command, "resolve_command"):
            break
        name, command, left = command.resolve_command(context, rest)
        context = command.make_context(name, left, parent=context)
    return dict(context.params)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_samples(tmp_path)
    return tmp_path


def test_commands_are_found() -> None:
    assert len(OURS) > 90
    assert len([command for command in OURS if command.output]) > 4


def test_the_languages_of_blocks_are_those_that_tests_know() -> None:
    for page in PAGES:
        languages = {block["language"] for block in BLOCK.finditer(page.read_text())}
        assert languages <= BLOCK_LANGUAGES, page


def test_every_block_is_run_or_checked_elsewhere() -> None:
    """A block without a command is a session, or one of those that a test knows."""
    unknown = [
        f"{page.relative_to(ROOT)}: {block['text'].splitlines()[0]}"
        for page in PAGES
        for block in BLOCK.finditer(page.read_text())
        if block["language"] in LANGUAGES
        and not block["text"].startswith("> ")
        and not list(commands_of(block["text"]))
        and str(page.relative_to(ROOT)) not in CHECKED
    ]
    assert unknown == []
    for test in CHECKED.values():
        assert (ROOT / "tests" / test).is_file()


def test_commands_in_sentences_exist() -> None:
    """Commands inside a line; those with a placeholder are not complete."""
    pages = "\n".join(page.read_text() for page in PAGES)
    for text in set(re.findall(r"(?<!`)`(tabuleiro [^`]+)`(?!`)", pages)):
        if not re.search(r"--help|[A-Z]{3}|…|\.\.\.|\b[N]\b", text):
            try:
                parse(ShownCommand(ROOT, " ".join(text.split()), "", None).words[1:])
            except typer.BadParameter as error:  # a command may be named without its arguments
                assert type(error).__name__ == "MissingParameter", text


def test_the_options_of_a_command_exist() -> None:
    for command in (one for one in OURS if "--help" not in one.words):
        found = parse(command.words[1:])
        if isinstance(found.get("game"), str):
            start(" ".join([found["game"], *(found.get("words") or ())]))


def test_the_programs_that_are_named_exist_and_know_their_options() -> None:
    for command in (one for one in COMMANDS if one.words[0].endswith("python")):
        program, *words = command.words[1:]
        if program != "-m":
            text = (ROOT / program).read_text()
            for option in (word for word in words if word.startswith("--")):
                assert f'"{option}"' in text, f"{program} has no {option}"


def test_the_targets_of_make_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for command in (one for one in COMMANDS if one.words[0] == "make"):
        targets = [word for word in command.words[1:] if "=" not in word]
        assert targets, command
        for target in targets:
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), command


@pytest.mark.parametrize(
    "command", [marks(one) for one in OURS if one.can_run and one.page != LISTED and not one.output]
)
def test_commands_succeed(command: ShownCommand, folder: Path) -> None:
    for earlier in shown_commands(command.page):
        if earlier == command:
            break
        if earlier.can_run and "--out" in earlier.words and earlier.words[-1] in command.words:
            execute(earlier.text, folder)  # it writes the file that the command reads
    if "--resume" in command.words:
        execute_one(["play", "squex", "--plain"], b"d4\nexit\n", folder)
    assert execute(command.text, folder)[0] == 0


@pytest.mark.parametrize("command", [marks(one) for one in OURS if one.can_run and one.output])
def test_outputs_are_as_shown(command: ShownCommand, folder: Path) -> None:
    code, output = execute(command.text, folder)
    assert code == 0
    assert without_times(command.output) == without_times(output), "run tools/doc_commands.py"


# --- JSON ------------------------------------------------------------------------------------


def json_outputs() -> list[tuple[str, str]]:
    """The commands with `--json`, and the excerpts of their outputs that follow."""
    found = []
    for page in PAGES:
        command = ""
        for block in BLOCK.finditer(page.read_text()):
            if block["language"] == "json" and command:
                found.append((command, block["text"]))
            lines = re.findall(r"^\$ (tabuleiro .*--json)$", block["text"], re.MULTILINE)
            command = lines[-1] if lines else ""
    return found


def test_every_excerpt_of_json_has_a_test() -> None:
    blocks = [block for page in PAGES for block in BLOCK.finditer(page.read_text())]
    excerpts = [block for block in blocks if block["language"] == "json"]
    assert len(excerpts) == len(json_outputs()) + 2  # a file of the arena, settings of a manager


def is_part(shown: Any, printed: Any) -> bool:
    """Whether an excerpt agrees with an output: all its keys are there, all its items among those
    of a list. Measured numbers may differ."""
    if isinstance(shown, dict):
        return isinstance(printed, dict) and all(
            key in printed and (is_measured(key) or is_part(value, printed[key]))
            for key, value in shown.items()
        )
    if isinstance(shown, list):
        return isinstance(printed, list) and all(
            any(is_part(item, one) for one in printed) for item in shown
        )
    if isinstance(shown, float) and isinstance(printed, float):
        return isclose(shown, printed, rel_tol=0.001)  # rounded on the page
    return bool(shown == printed)


def is_measured(key: str) -> bool:
    return key in MEASURED or key.endswith("_per_second")


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(
            command, shown, id=command, marks=pytest.mark.extended if " bench " in command else ()
        )
        for command, shown in json_outputs()
    ],
)
def test_json_is_as_shown(command: str, shown: str, folder: Path) -> None:
    quick = " --rounds 1 --seconds 0.01" if " bench " in command else ""
    code, output = execute(command + quick, folder)
    assert code == 0
    assert is_part(json.loads(shown), json.loads(output))


def test_the_file_of_a_tournament_is_as_shown(folder: Path) -> None:
    shown = block_of("docs/arena.md", '{"tournament"').replace("\n{", "\0{").split("\0")
    (command,) = re.findall(r"`(tabuleiro match [^`]+ --record games.jsonl)`", ARENA.read_text())
    assert execute(f"{command} --processes 1", folder)[0] == 0
    lines = (folder / "games.jsonl").read_text().splitlines()
    for text, line in zip(shown, lines, strict=False):
        assert is_part(json.loads(text), json.loads(line))


def test_the_settings_for_a_tournament_manager_start_our_engine() -> None:
    settings = json.loads(block_of("docs/engine.md", "{\n"))
    assert parse(settings["parameters"].split())["game"] == "squex"
    assert answers(*(f"setoption name {n} value {v}" for n, v in settings["options"].items())) == []


def test_an_excerpt_that_is_wrong_is_noticed() -> None:
    assert is_part({"a": [{"b": 1}], "seconds": 3}, {"a": [{"b": 2}, {"b": 1}], "seconds": 4})
    assert not is_part({"a": [{"b": 1}]}, {"a": [{"b": 2}]})
    assert not is_part({"old": 1}, {"new": 1})


# --- blocks that are not commands ------------------------------------------------------------


def block_of(page: str, beginning: str) -> str:
    """The block of a page that begins like this."""
    blocks = (block["text"] for block in BLOCK.finditer((ROOT / page).read_text()))
    (found,) = (text for text in blocks if text.startswith(beginning))
    return str(found)


def test_the_example_of_a_rules_page_is_correct() -> None:
    check_example(read_example(block_of("docs/new-game.md", "fuse | "), "docs/new-game.md"))


def test_the_plain_interface_speaks_as_shown(tmp_path: Path) -> None:
    shown = block_of("docs/terminal.md", "Player 1: c4").splitlines()
    answer = shown[2].split()[-1]
    said = play(tmp_path, start("squex"), "c4", answer, "board", "exit", plain=True)
    for line in shown:
        assert line.split(": ")[0] + ": " in said if ": " in line else line in said
