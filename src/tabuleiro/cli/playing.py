"""The commands `play`, `web`, `backup`, `restore` and `engine`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.parameters import (
    TYPER_OPTIONS,
    Data,
    Database,
    Language,
    MaybeGameId,
    OptionWords,
    argument,
    can_write,
    flag,
    is_colourful,
    is_full_terminal,
    option,
    page_width,
)
from tabuleiro.core.message import say

if TYPE_CHECKING:
    from tabuleiro.terminal.classic.console import LineConsole

commands = typer.Typer(**TYPER_OPTIONS)

PlayedGame = Annotated[
    str | None, argument("GAME", "The id of a game; with --resume a saved game.")
]
Against = Annotated[str, option("NAME", "Who plays against you; see tabuleiro players.")]
Clock = Annotated[
    str | None, option("TIME", "Minutes, and seconds added a turn: 5+3; or days a turn: 2d.")
]
Resume = Annotated[bool, flag("--resume", "Go on with a saved game, the last if none is named.")]
Classic = Annotated[bool, flag("--classic", "Menus and boards as lines of text.")]
Plain = Annotated[bool, flag("--plain", "Sentences only, for ears and pipes.")]
ThemeName = Annotated[str | None, option("NAME", "The colours of boards: light, classic, ...")]
Wait = Annotated[bool, typer.Option(help="Wait for enter after each move of a computer player.")]
Colour = Annotated[bool | None, flag("--colour/--no-colour", "Paint boards; else as fits.")]
Ascii = Annotated[bool, flag("--ascii", "Draw boards with ASCII characters only.")]


@commands.command()
def play(
    game: PlayedGame = None,
    words: OptionWords = None,
    against: Against = "level:3",
    clock: Clock = None,
    resume: Resume = False,
    classic: Classic = False,
    plain: Plain = False,
    lang: Language = None,
    theme: ThemeName = None,
    wait: Wait = True,
    colour: Colour = None,
    ascii_only: Ascii = False,
) -> None:
    """Play, alone or with others.

    Without a game a menu asks for everything; with one you are player 1 against a computer player.
    In a full terminal the app opens; --classic keeps to lines of text, --plain to sentences.

    \b
    Examples:
      tabuleiro play
      tabuleiro play squex rows=5 columns=5
      tabuleiro play fuse --against adaptive --clock 5+3
      tabuleiro play lyngk --classic --theme classic --lang pt
      tabuleiro play --resume
    """
    from random import Random

    from tabuleiro.records.saved_games import SavedGames
    from tabuleiro.terminal.classic.line_app import LineApp, new_local_game, resume_local_game
    from tabuleiro.terminal.classic.setup_questions import command_answers

    answers = None
    if game is not None and not resume:
        answers = command_answers(game, words or (), against, clock)
    if plain or classic or not is_full_terminal():
        console = open_console(lang, theme, colour, plain=plain, wait=wait, ascii_only=ascii_only)
        line_app = LineApp(console, SavedGames(on_warning=console.write_error), Random())
        if answers:
            line_app.run(lambda: line_app.start_game(answers))
        else:
            line_app.run((lambda: line_app.resume_game(game)) if resume else None)
        return
    from tabuleiro.terminal.app.application import run_app

    opening = None
    if answers:
        opening = new_local_game(answers, SavedGames(), Random())
    elif resume:
        opening = resume_local_game(game, SavedGames(), Random())
    run_app(lang, theme, opening)


@commands.command("web")
def serve_web(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port, or the next that is free.")] = None,
    data: Data = None,
    database: Database = None,
    workers: Annotated[int | None, option("N", "Processes for computer players.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Serve the browser app until Ctrl-C.

    Where it already runs on the same data, its page is opened. Every setting, as TABULEIRO_HOSTS
    or TABULEIRO_PROXIES, can be given in the environment.

    \b
    Examples:
      tabuleiro web
      tabuleiro web --port 8000 --no-browser
      tabuleiro web --host 0.0.0.0 --database postgresql://tabuleiro@localhost/tabuleiro
    """
    from tabuleiro.web.server import run as run_server
    from tabuleiro.web.settings import read_settings

    settings = read_settings(
        os.environ, host=host, port=port, data=data, database=database, workers=workers
    )
    run_server(settings, lambda message: print(message, flush=True), browser)


@commands.command("backup")
def back_up_games(
    file: Annotated[Path, argument("FILE", "The new file of the backup.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Back up every game of the browser app, also while it runs.

    The file is written by the database's own means, as everything was at one moment.

    \b
    Examples:
      tabuleiro backup games.backup
      tabuleiro backup games.backup --database postgresql://tabuleiro@localhost/tabuleiro
    """
    from tabuleiro.web.settings import read_settings
    from tabuleiro.web.store.backup import back_up

    back_up(read_settings(data=data, database=database).database_url, file)
    print(say("backed up in {path}", path=file))


@commands.command("restore")
def restore_games(
    file: Annotated[Path, argument("FILE", "A backup.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Make the games of the browser app from a backup, where there are none yet.

    \b
    Examples:
      tabuleiro restore games.backup --data another-folder
      tabuleiro restore games.backup --database postgresql://tabuleiro@localhost/another
    """
    from tabuleiro.web.settings import read_settings
    from tabuleiro.web.store.backup import restore

    restore(file, read_settings(data=data, database=database).database_url)
    print(say("restored from {path}", path=file))


@commands.command()
def engine(game: MaybeGameId = None, words: OptionWords = None) -> None:
    """Speak UGI, the Universal Game Interface.

    It begins with the game named, else with Squex; whoever speaks to it may set another.

    \b
    Examples:
      printf 'position startpos moves d4\\ngo nodes 1000\\n' | tabuleiro engine
      tabuleiro engine fuse rows=4 columns=4
    """
    from tabuleiro.core.options import split_words
    from tabuleiro.engine.streams import read_lines
    from tabuleiro.engine.ugi import FIRST_GAME, run_engine

    # Not closed, because a thread may still be waiting for the next line at the end.
    stream = open(0, "rb", closefd=False)  # noqa: SIM115 - see above
    answers = open(1, "wb", buffering=0, closefd=False)  # noqa: SIM115 - for the last output
    run_engine(read_lines(stream), answers, game or FIRST_GAME, split_words(words or ()))


def open_console(
    lang: str | None,
    theme: str | None,
    colour: bool | None,
    *,
    plain: bool,
    wait: bool,
    ascii_only: bool,
) -> LineConsole:
    """The console that fits the streams and the options of the command."""
    from tabuleiro.core.drawing.theme import COLOUR_BLIND, find_theme
    from tabuleiro.language import find_language
    from tabuleiro.terminal.classic.console import ConsoleSettings, LineConsole

    settings = ConsoleSettings(
        plain=plain,
        waits=wait and not plain,
        clears=is_full_terminal() and not plain,
        unicode=not ascii_only and can_write("●", sys.stdout),
        colour=not plain and (is_colourful(sys.stdout) if colour is None else colour),
        theme=find_theme(theme) if theme else COLOUR_BLIND,
        width=page_width(),
    )
    return LineConsole(ask_line, print, settings, find_language(lang, os.environ))


def ask_line(question: str) -> str:
    """Reads a line of input; on a terminal it can be edited."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it makes lines editable
    return input(question)
