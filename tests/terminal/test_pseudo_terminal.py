"""The line interfaces as programs in a terminal and in pipes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pexpect
import pytest

from tabuleiro.core.game import Game
from tabuleiro.records.saved_games import SavedGames
from terminal.keyboard import (
    ENTER,
    QUICK,
    TO_THE_MENU,
    YES_OR_NO,
    environment,
    legal_move,
    program,
    quick_words,
    record_so_far,
)
from waiting import PATIENCE

PROMPT = re.compile(
    r"[^\r\n]*(?:choice(?: \([^\r\n)]*\))?: |enter:\s+[^\r\n]*[\])]: |"
    r"Press enter[^\r\n]*\. |\(yes or no\) |"
    r"Player \d[^\r\n]* - [^\r\n]*(?:\r\n[^\r\n]+)?: )$"
)
"""A whole question, which may run over two lines and arrive in parts."""
WRONG = "@@"
MODES = ("1", "2", "3", "4")


class Terminal:
    """A program in a pseudo-terminal. The first answer to every question is a wrong one."""

    game: Game[Any]
    """The game that is played."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.saved_games = SavedGames(folder / "games")
        self.chance = Random(2)
        self.asked: set[str] = set()
        self.last = ""
        command, *arguments = program(*words)
        self.child = pexpect.spawn(
            command,
            arguments,
            env=environment(folder),
            encoding="utf-8",
            dimensions=(60, 200),
            timeout=PATIENCE,
            searchwindowsize=300,
        )
        self.child.delaybeforesend = None
        self.shown = self.child.logfile_read = StringIO()

    def question(self) -> str:
        """The next question, without terminal codes."""
        self.child.expect(PROMPT)
        match = self.child.match
        assert isinstance(match, re.Match)
        return re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", match[0]).strip()

    def answer(self, right: str) -> None:
        """Answers the current question; a new question first gets a wrong answer, if it checks
        answers."""
        kind = re.sub(r"\d+", "0", self.last)
        if kind not in self.asked and not ENTER.search(self.last):
            self.asked.add(kind)
            self.child.sendline(WRONG)
            assert re.sub(r"\d+", "0", self.question()) == kind, "it is asked again"
        self.child.sendline(right)

    def next(self) -> str:
        """Waits for a question."""
        self.last = self.question()
        return self.last

    def play(self) -> None:
        """Plays to the end of the game."""
        while not TO_THE_MENU.search(self.next()):
            self.answer(self.fitting())
        self.child.sendline("")

    def fitting(self) -> str:
        if ENTER.search(self.last):
            return ""
        return "yes" if YES_OR_NO.search(self.last) else self.move()

    def move(self) -> str:
        """A legal move of the game that is played."""
        return legal_move(record_so_far(self.saved_games, self.game).final, self.chance)


def menu_key(game: Game[Any]) -> str:
    from tabuleiro.games import games

    return str(1 + list(games()).index(game.id))


def set_up(terminal: Terminal, game: Game[Any], mode: str) -> None:
    """Answers all questions of the menu up to the first move, on a small board."""
    terminal.game = game
    terminal.next()
    terminal.answer(menu_key(game))
    if len(game.players) > 1:
        terminal.next()
        terminal.answer("2")
    terminal.next()
    terminal.answer(mode)
    for _ in range({"1": 0, "2": 1, "3": 1, "4": 2}[mode]):
        terminal.next()
        terminal.answer("1")
    asked = [o for o in game.options if o.name != "players" or len(game.players) == 1]
    for option in asked:
        terminal.next()
        terminal.answer(QUICK.get(option.name, ""))
    if mode == "2":
        terminal.next()
        terminal.answer("")
    terminal.next()
    terminal.answer("")


@pytest.mark.in_base("noughts")
def test_every_game_is_played_in_every_mode_from_the_menu_to_the_end(
    tmp_path: Path, game: Game[Any]
) -> None:
    terminal = Terminal(tmp_path, "play", "--classic")
    for mode in MODES:
        set_up(terminal, game, mode)
        terminal.play()
    terminal.next()
    terminal.child.sendline("0")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert terminal.child.exitstatus == 0
    saved = terminal.saved_games.games()
    assert [entry.finished for entry in saved] == [True] * len(MODES)


def test_the_screen_is_wiped_between_turns_in_a_terminal_only(tmp_path: Path) -> None:
    words = ("play", "squex", "rows=3", "columns=3", "--classic")
    terminal = Terminal(tmp_path, *words)
    terminal.next()
    assert "\x1b[2J" in terminal.shown.getvalue()
    terminal.child.sendline("exit")
    terminal.child.expect(pexpect.EOF)
    done = subprocess.run(
        program(*words), input=b"b2\n\n", env=environment(tmp_path), capture_output=True, check=True
    )
    assert b"\x1b" not in done.stdout


def plain_game(folder: Path, game: Game[Any]) -> str:
    """A whole game of a person against level 1 through pipes, as the program says it."""
    options = ["--plain", "--against", "level:1", "--as", "1"]
    words = program("play", game.id, *quick_words(game), *options)
    saved_games, chance = SavedGames(folder / "games"), Random(3)
    said, answered = "", -1
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(folder),
        text=True,
        bufsize=0,
    ) as child:
        assert child.stdin
        assert child.stdout
        while letter := child.stdout.read(1):
            said += letter
            if said.endswith("(yes or no) "):
                child.stdin.write("yes\n")
            asked = re.search(r"Player (\d): $", said)
            if not asked or (game.refusable_start and "(yes or no) " not in said):
                continue
            record, seat = record_so_far(saved_games, game), int(asked[1]) - 1
            is_person = record.players[seat] != "level:1"
            if is_person and record.final.player == seat and len(record.plies) != answered:
                child.stdin.write(legal_move(record.final, chance) + "\n")
                answered = len(record.plies)
    assert child.returncode == 0
    return said


@pytest.mark.in_base("fuse")
def test_a_whole_game_is_played_by_plain_alone_through_pipes(
    tmp_path: Path, game: Game[Any]
) -> None:
    said = plain_game(tmp_path, game)
    (entry,) = SavedGames(tmp_path / "games").games()
    assert entry.finished
    assert said.isascii()
    assert not re.search(r"[|+=-]{3}", said), "nothing is drawn"


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "squex", "rows=4", "columns=4", "--classic")
    terminal.next()
    terminal.answer("b2")
    terminal.next()
    assert terminal.child.pid
    os.kill(terminal.child.pid, signal.SIGKILL)
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    (entry,) = terminal.saved_games.games()
    moves = terminal.saved_games.load(entry.name).plies
    assert moves[0].move == "b2"
    again = Terminal(tmp_path, "play", "--resume", "--classic")
    again.next()
    assert "PLAYER 1's TURN" in again.shown.getvalue()
    again.child.sendline("exit")
    again.child.expect(pexpect.EOF)
    assert [ply.move for ply in again.saved_games.load(entry.name).plies] == [
        ply.move for ply in moves
    ]


def test_ctrl_c_leaves_the_game_saved_and_says_how_to_go_on(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "squex", "rows=3", "columns=3", "--classic")
    terminal.next()
    terminal.child.sendline("b2")
    terminal.next()
    terminal.child.sendintr()
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    (entry,) = terminal.saved_games.games()
    assert f"tabuleiro play --resume {entry.name}" in terminal.shown.getvalue()
    assert "Traceback" not in terminal.shown.getvalue()
    assert terminal.child.exitstatus == 130


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "\x1b[38;2;"),
        ({"TERM": "xterm-256color"}, "\x1b[38;5;"),
        ({"TERM": "xterm"}, "\x1b[3"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, ""),
    ],
    ids=["24-bit", "256", "16", "none"],
)
def test_boards_have_the_colours_of_the_terminal(
    tmp_path: Path, variables: dict[str, str], code: str
) -> None:
    known = {name: text for name, text in environment(tmp_path).items() if name != "COLORTERM"}
    command, *words = program("show", "squex", "--moves", "d4")
    child = pexpect.spawn(command, words, env=known | variables, encoding="utf-8", timeout=PATIENCE)
    child.expect(pexpect.EOF)
    shown = str(child.before)
    assert "●" in shown
    assert ("\x1b" in shown) == bool(code)
    assert code in shown
    assert ("8;2;" in shown) == (code == "\x1b[38;2;")


def test_ascii_characters_choose_the_classic_interface_and_say_so(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "squex", "rows=4", "columns=4", "--ascii")
    terminal.next()
    assert "this is the classic interface" in terminal.shown.getvalue()
    assert not re.search(r"[●○]", terminal.shown.getvalue())
    terminal.child.sendline("exit")
    terminal.child.expect(pexpect.EOF)


@pytest.mark.in_base("words2")
@pytest.mark.parametrize("words", [(), ("squex",), ("fuse", "--plain")])
def test_the_end_of_input_ends_the_program_politely(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        program("play", *words),
        input="",
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("Goodbye.\n")
    assert done.stderr == ""
