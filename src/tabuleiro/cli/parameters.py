"""Parameters that commands share, and helpers for terminals and output."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from tabuleiro.core.message import Message

if TYPE_CHECKING:
    from tabuleiro.core.position import Position

INTERRUPTED = 130
WIDEST_PAGE = 100  # columns of text that are easy to read
TYPER_OPTIONS: dict[str, Any] = {"rich_markup_mode": None, "pretty_exceptions_enable": False}


def argument(metavar: str, text: str) -> Any:
    """An argument with its name in the help and its help text."""
    return typer.Argument(metavar=metavar, help=text)


def option(metavar: str, text: str, *names: str, **bounds: Any) -> Any:
    """An option with its help text; without `names` it has the name of the parameter."""
    return typer.Option(*names, metavar=metavar, help=text, **bounds)


def flag(name: str, text: str) -> Any:
    """An option without a value, with its help text."""
    return typer.Option(name, help=text)


GameId = Annotated[str, argument("GAME", "The id of a game: squex, ...")]
MaybeGameId = Annotated[str | None, argument("GAME", "The id of a game.")]
OptionWords = Annotated[
    list[str] | None, argument("NAME=VALUE", "Options of the game: rows=5 columns=6")
]
Data = Annotated[Path | None, typer.Option(help="The folder of the server's data.")]
Database = Annotated[str | None, option("URL", "A database instead of a file in it.")]
PositionText = Annotated[str | None, option("TEXT", "A position instead of the start.")]
MovesText = Annotated[str, option('"..."', "Moves to play from there.")]
Json = Annotated[bool, flag("--json", "Print one JSON object and nothing else.")]
Language = Annotated[str | None, option("LANG", "en or pt; else that of the system.")]


def find_position(game_id: str, words: list[str] | None, text: str | None) -> Position:
    """The position of a command: the given one, or the start."""
    from tabuleiro.core.options import split_words
    from tabuleiro.games import find_game

    game, given = find_game(game_id), split_words(words or ())
    position: Position = game.start(**given) if text is None else game.read(text, dict(given))
    return position


def position_after(position: Position, moves: list[str]) -> Position:
    """The position after the moves."""
    for move in moves:
        position = position.play(move)
    return position


def language_of(lang: str | None) -> tuple[str, Callable[[str], str]]:
    """The language of a command with its translator."""
    from tabuleiro.language import find_language, translator

    language = find_language(lang, os.environ)
    return language, translator(language)


def page_width() -> int:
    """The number of characters in a line of text."""
    return min(shutil.get_terminal_size().columns, WIDEST_PAGE)


def is_colourful(stream: TextIO) -> bool:
    """Whether to use colours: on a terminal, unless the environment forbids it."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_full_terminal() -> bool:
    """Whether input and output are a terminal that can show the full-screen app."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def can_write(text: str, stream: TextIO) -> bool:
    """Whether the stream's encoding has these characters."""
    try:
        text.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True


def print_json(value: dict[str, Any]) -> None:
    """Prints one JSON object."""
    import json

    print(json.dumps(value))


def print_error(*lines: Message) -> None:
    """Prints one line on standard error."""
    print("tabuleiro:", *lines, file=sys.stderr)
