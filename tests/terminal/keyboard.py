"""Answers typed into the line interfaces, and what these print."""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import tabuleiro
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.play import Seat, Setup, new_record
from tabuleiro.play.local_game import LocalGame
from tabuleiro.records import Record
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.terminal.classic.console import Back, ConsoleSettings, Leave, LineConsole
from tabuleiro.terminal.classic.game_loop import GameLoop
from tabuleiro.terminal.classic.line_app import LineApp

PLAY = "play on"
"""An answer that stands for legal moves, enter and yes until the game is over."""

LEVEL_ONE = "1"
QUICK = {"rows": "3", "columns": "3", "size": "5", "seed": "1"}
"""Options of small boards with a known start, by their names."""

ENTER = re.compile(r"[Pp]ress enter|[Pp]rima enter|[Cc]arregue em enter")
YES_OR_NO = re.compile(r"\((yes or no|sim ou n.o)\)")
TO_THE_MENU = re.compile(r"back to the menu|voltar ao menu")


def environment(folder: Path) -> dict[str, str]:
    """The environment of a program that runs this source and saves games in a folder."""
    source = str(Path(tabuleiro.__file__).parents[1])
    paths = [source, os.environ.get("PYTHONPATH", "")]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(paths),
        "TABULEIRO_DATA": str(folder),
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        "PYTHONIOENCODING": "utf-8",
    }


def program(*words: str) -> list[str]:
    """The command line of Tabuleiro."""
    return [sys.executable, "-m", "tabuleiro", *words]


def legal_move(position: Position, chance: Random) -> str:
    """A good move, so that the game ends soon."""

    def value(move: int) -> tuple[int, float]:
        after = position.play(move)
        return (2**30 if after.over else after.evaluate(position.player), chance.random())

    return position.move_text(max(position.legal_moves(), key=value))


def record_so_far(saved_games: SavedGames, game: Game[Any]) -> Record:
    """The record of the unfinished game; that of a new one before its first move is saved."""
    for entry in saved_games.games():
        if not entry.finished:
            return saved_games.load(entry.name)
    start = game.start(**{o.name: QUICK[o.name] for o in game.options if o.name in QUICK})
    return Record(start, ("",) * start.players)


def quick_words(game: Game[Any]) -> list[str]:
    """The options of a command that make the board of a game small."""
    return [f"{o.name}={QUICK[o.name]}" for o in game.options if o.name in QUICK]


class Keyboard:
    """Gives the answers one after another, then the end of input."""

    local_game: LocalGame
    """The game that is played."""

    def __init__(self, answers: Iterable[str]) -> None:
        self.answers = deque(answers)
        self.chance = Random(1)
        self.said: list[str] = []

    def ask(self, question: str) -> str:
        """The next answer."""
        self.said.append(question)
        if not self.answers:
            raise EOFError
        if self.answers[0] != PLAY:
            return self.answers.popleft()
        if TO_THE_MENU.search(question):
            self.answers.popleft()
        if ENTER.search(question):
            return ""
        if YES_OR_NO.search(question):
            return "yes"
        return legal_move(self.local_game.table.position, self.chance)

    @property
    def text(self) -> str:
        """All questions and lines that were printed."""
        return "\n".join(self.said) + "\n"


def console_of(keyboard: Keyboard, language: str = "en", **settings: Any) -> LineConsole:
    """A console that reads the answers of a keyboard."""
    return LineConsole(keyboard.ask, keyboard.said.append, ConsoleSettings(**settings), language)


def run_menu(folder: Path, *answers: str, language: str = "en", **settings: Any) -> str:
    """What the interface prints for these answers, from the main menu on."""
    saved_games = SavedGames(folder / "games")
    keyboard = Keyboard(answers)

    class WatchedApp(LineApp):
        def play_game(self, local_game: LocalGame) -> None:
            keyboard.local_game = local_game
            super().play_game(local_game)

    WatchedApp(console_of(keyboard, language, **settings), saved_games, Random(1)).run()
    return keyboard.text


def play(
    folder: Path,
    start: Position,
    *answers: str,
    seats: tuple[str, ...] = (),
    setup: Setup | None = None,
    language: str = "en",
    **settings: Any,
) -> str:
    """What the interface prints in a game from a position, until the input or the game ends. The
    default players are people."""
    setup = setup or Setup(
        tuple(Seat(name or "person", name) for name in seats or [""] * start.players),
        free_takebacks=True,
    )
    saved_games = SavedGames(folder / "games")
    keyboard = Keyboard(answers)
    local_game = keyboard.local_game = LocalGame(new_record(start, setup), saved_games, Random(1))
    try:
        GameLoop(console_of(keyboard, language, **settings), local_game).play()
    except (Leave, Back):
        keyboard.said.append("LEFT")
    finally:
        local_game.close()
    return keyboard.text
