"""Parameters that commands share, and helpers for terminals and output."""

from __future__ import annotations

import inspect
import os
import shutil
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO, TypeVar, cast

import typer

from tabuleiro.cli.completion import WORDS
from tabuleiro.cli.usage_errors import CheckedCommand, CheckedGroup
from tabuleiro.core.message import DisplayText
from tabuleiro.language import choose_language, localised, output_translator

if TYPE_CHECKING:
    from tabuleiro.core.position import Position
    from tabuleiro.core.scene import Scene

INTERRUPTED = 130
LONGEST = {"min": 0.001, "max": 1_000_000}  # seconds or minutes that a command may take
WIDEST_PAGE = 100  # columns of text that are easy to read
F = TypeVar("F", bound=Callable[..., Any])


def argument(metavar: str, text: str, **more: Any) -> Any:
    """An argument with its name in the help and its help text."""
    more["autocompletion"] = WORDS.get(metavar)
    return typer.Argument(metavar=metavar, help=text, **more)


def option(metavar: str, text: str, *names: str, **more: Any) -> Any:
    """An option with its help text; without `names` it has the name of the parameter."""
    more["autocompletion"] = WORDS.get(metavar)
    return typer.Option(*names, metavar=metavar, help=text, **more)


def flag(name: str, text: str) -> Any:
    """An option without a value, with its help text."""
    return typer.Option(name, help=text)


def read_language(context: typer.Context, given: str | None) -> str | None:
    """Chooses the language of the output, if it is given."""
    if given is not None and not context.resilient_parsing:
        choose_language(given)
    return given


def read_game_id(context: typer.Context, given: str | None) -> str | None:
    """The id of the game that the user names."""
    if given is None or context.resilient_parsing:
        return given
    from tabuleiro.games import find_game_by_name

    return find_game_by_name(given).id


Text = str | None
GameId = Annotated[str, argument("GAME", "A game: squex, ...", callback=read_game_id)]
MaybeGameId = Annotated[Text, argument("GAME", "A game.", callback=read_game_id)]
OptionWords = Annotated[list[str] | None, argument("NAME=VALUE", "Its options: rows=5 columns=6")]
Data = Annotated[Path | None, typer.Option(help="The folder of the server's data.")]
Database = Annotated[Text, option("URL", "A database instead of a file in it.")]
PositionText = Annotated[Text, option("TEXT", "A position instead of the start.")]
MovesText = Annotated[str, option('"..."', "Moves to play from there.")]
Json = Annotated[bool, flag("--json", "Print one JSON object and nothing else.")]
LANGUAGE = "The language, en or pt; by default that of the system."
Language = Annotated[Text, option("LANG", LANGUAGE, callback=read_language, is_eager=True)]


class Commands(typer.Typer):
    """A group of commands. Every command has the option `--lang`."""

    def __init__(self, **settings: Any) -> None:
        settings |= {"rich_markup_mode": None, "pretty_exceptions_enable": False}
        super().__init__(cls=CheckedGroup, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Adds a command, as in Typer."""
        register = super().command(name, cls=CheckedCommand, **settings)
        return lambda function: register(with_language(function))


def with_language(function: F) -> F:
    """The function of a command, with a parameter for the language, which its callback chooses."""

    @wraps(function)
    def run_command(*given: Any, lang: str | None = None, **named: Any) -> Any:
        return function(*given, **named)

    found = inspect.signature(function, eval_str=True)
    lang = inspect.Parameter("lang", inspect.Parameter.KEYWORD_ONLY, default=None)
    parameters = [*found.parameters.values(), lang.replace(annotation=Language)]
    run_command.__annotations__ = {**function.__annotations__, "lang": Language}
    run_command.__dict__["__signature__"] = found.replace(parameters=parameters)
    return cast("F", run_command)


def find_position(
    game_id: str, words: list[str] | None, text: str | None, moves: str = ""
) -> Position:
    """The position of a command: the given one, or the start, and the moves from there."""
    from tabuleiro.core.options import split_words
    from tabuleiro.core.wording import positions_after
    from tabuleiro.games import find_game

    game, given = find_game(game_id), split_words(words or ())
    position: Position = game.start(**given) if text is None else game.read(text, dict(given))
    return positions_after(position, moves.split())[-1]


def page_width() -> int:
    """The number of characters in a line of text."""
    return min(shutil.get_terminal_size().columns, WIDEST_PAGE)


def is_colourful(stream: TextIO) -> bool:
    """Whether to use colours: on a terminal that has them, unless the environment forbids it."""
    from tabuleiro.core.drawing.terminal_colours import colour_depth

    return stream.isatty() and colour_depth(os.environ) > 0


def fit_colours(text: str) -> str:
    """A text with as many colours as the terminal has; with sixteen if it seems to have none."""
    from tabuleiro.core.drawing.terminal_colours import ColourDepth, colour_depth, reduce_codes

    return reduce_codes(text, colour_depth(os.environ) or ColourDepth.few)


def draw_lines(scene: Scene, *, unicode: bool, colour: bool) -> str:
    """A scene as lines of text, with as many colours as the terminal has."""
    from tabuleiro.core.drawing.text import draw_text

    text = draw_text(scene, unicode=unicode, colour=colour, translate=output_translator())
    return fit_colours(text).rstrip("\n")


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


def print_text(text: DisplayText) -> None:
    """Prints a text in the language of the output."""
    print(localised(text))


def print_error(*lines: DisplayText) -> None:
    """Prints one line on standard error."""
    print("tabuleiro:", *map(localised, lines), file=sys.stderr)
