"""The commands `play`, `web`, `backup`, `restore` and `engine`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, MaybeGameId, Text, argument, flag, option
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.language import chosen_language, localised, output_language

if TYPE_CHECKING:
    from tabuleiro.terminal.classic.console import LineConsole

commands = Commands()

PlayedGame = Annotated[Text, argument("GAME", "A game; with --resume also a saved game.")]
Against = Annotated[Text, option("PLAYER", "Your opponent: level:3, ...; see tabuleiro players.")]
Side = Annotated[Text, option("SEAT", "The player that you are: 1, 2, ... or random.", "--as")]
Players = Annotated[Text, option("PLAYERS", "All players: person,person or level:3,level:5.")]
Clock = Annotated[Text, option("TIME", "Minutes and seconds per turn, 5+3; or days per turn, 2d.")]
Resume = Annotated[bool, flag("--resume", "Resume a saved game: the last one if none is named.")]
Classic = Annotated[bool, flag("--classic", "Menus and boards as lines of text.")]
Plain = Annotated[bool, flag("--plain", "Sentences only, for screen readers and pipes.")]
ThemeName = Annotated[Text, option("THEME", "The colours of boards: light, classic ...")]
Wait = Annotated[bool, typer.Option(help="Wait for enter after each move of a computer player.")]
Colour = Annotated[
    bool | None, flag("--colour/--no-colour", "Draw in colour (default: if it can).")
]
Ascii = Annotated[bool, flag("--ascii", "Draw boards with ASCII characters only.")]


@commands.command()
def play(
    game: PlayedGame = None,
    words: parameters.OptionWords = None,
    against: Against = None,
    side: Side = None,
    players: Players = None,
    clock: Clock = None,
    resume: Resume = False,
    classic: Classic = False,
    plain: Plain = False,
    theme: ThemeName = None,
    wait: Wait = True,
    colour: Colour = None,
    ascii_only: Ascii = False,
) -> None:
    """Play, alone or with others.

    Without a game, a menu asks for everything. With one, you play against a computer player, as
    player 1 unless --as says otherwise. --players says who plays in every seat.
    In a terminal that can show it, the app opens; --classic writes lines, --plain sentences.
    """
    from random import Random

    from tabuleiro.games import find_game_by_name
    from tabuleiro.records.saved_games import SavedGames
    from tabuleiro.terminal.classic.line_app import LineApp, new_local_game, resume_local_game
    from tabuleiro.terminal.classic.setup_questions import command_answers

    seats = {"players": players, "side": side, "against": against}
    if classic and plain:
        raise TabuleiroError(say("--classic and --plain are two interfaces: choose one"))
    if players is not None and (side or against):
        raise TabuleiroError(say("--players says who plays: leave out --as and --against"))
    if words or clock or any(seats.values()):
        check_new_game(game, resume)
    answers = None
    if game is not None and not resume:
        answers = command_answers(find_game_by_name(game), words or (), clock, **seats)
    if plain or classic or not can_show_app(ascii_only):
        console = open_console(theme, colour, plain=plain, wait=wait, ascii_only=ascii_only)
        explain_classic(console, chosen=plain or classic)
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
    if code := run_app(chosen_language(), theme, opening, colour):
        raise typer.Exit(code)


def check_new_game(game: str | None, resume: bool) -> None:
    """An error if what sets up a new game is given without its id, or for a saved game."""
    if resume:
        raise TabuleiroError(say("--resume takes a game or a saved game, and no other words"))
    if game is None:
        raise TabuleiroError(say("--as, --players, --against and --clock need a game before them"))


@commands.command("web")
def serve_web(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port, or the next that is free.")] = None,
    data: parameters.Data = None,
    database: parameters.Database = None,
    workers: Annotated[int | None, option("N", "Processes for computer players.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Serve the browser app until Ctrl-C.

    If it already runs on the same data, its page is opened. Every setting, such as TABULEIRO_HOSTS
    or TABULEIRO_PROXIES, can also be set in the environment.
    """
    from tabuleiro.web.server import run as run_server
    from tabuleiro.web.settings import read_settings

    settings = read_settings(
        os.environ, host=host, port=port, data=data, database=database, workers=workers
    )
    run_server(settings, lambda message: print(localised(message), flush=True), browser)


@commands.command("backup")
def back_up_games(
    file: Annotated[Path, argument("FILE", "The new file of the backup.")],
    data: parameters.Data = None,
    database: parameters.Database = None,
) -> None:
    """Back up every game of the browser app, also while it runs.

    The file is a snapshot: it has every game as it was at one moment.
    """
    from tabuleiro.web.settings import read_settings
    from tabuleiro.web.store.backup import back_up

    back_up(read_settings(data=data, database=database).database_url, file)
    parameters.print_text(say("backed up in {path}", path=file))


@commands.command("restore")
def restore_games(
    file: Annotated[Path, argument("FILE", "A backup.")],
    data: parameters.Data = None,
    database: parameters.Database = None,
) -> None:
    """Restore the games of the browser app from a backup.

    The folder or database must not have games yet.
    """
    from tabuleiro.web.settings import read_settings
    from tabuleiro.web.store.backup import restore

    restore(file, read_settings(data=data, database=database).database_url)
    parameters.print_text(say("restored from {path}", path=file))


@commands.command()
def engine(game: MaybeGameId = None, words: parameters.OptionWords = None) -> None:
    """Speak UGI, the Universal Game Interface.

    It starts with the game named, by default Squex; the other program can choose another one.
    """
    from tabuleiro.core.options import split_words
    from tabuleiro.engine.ugi import FIRST_GAME, serve_engine

    serve_engine(game or FIRST_GAME, split_words(words or ()))


def can_show_app(ascii_only: bool) -> bool:
    """Whether the terminal can show the app, which needs more than ASCII."""
    unicode = not ascii_only and parameters.can_write("●", sys.stdout)
    return unicode and parameters.is_full_terminal()


def explain_classic(console: LineConsole, *, chosen: bool) -> None:
    """Says why there is no app, if it was not `chosen` and the terminal could show one."""
    if not chosen and parameters.is_full_terminal():
        console.write(say("The app needs more than ASCII: this is the classic interface."))


def open_console(
    theme: str | None, colour: bool | None, *, plain: bool, wait: bool, ascii_only: bool
) -> LineConsole:
    """The console that fits the streams and the options of the command."""
    from tabuleiro.core.drawing.theme import COLOUR_BLIND, find_theme
    from tabuleiro.terminal.classic.console import ConsoleSettings, LineConsole

    settings = ConsoleSettings(
        plain=plain,
        waits=wait and not plain,
        clears=parameters.is_full_terminal() and not plain,
        fits=sys.stdout.isatty(),
        unicode=not ascii_only and parameters.can_write("●", sys.stdout),
        colour=not plain and (parameters.is_colourful(sys.stdout) if colour is None else colour),
        theme=find_theme(theme) if theme else COLOUR_BLIND,
        width=parameters.page_width(),
    )
    return LineConsole(
        lambda question: ask_line(parameters.fit_colours(question)),
        lambda line: print(parameters.fit_colours(line)),
        settings,
        output_language(),
    )


def ask_line(question: str) -> str:
    """Reads a line of input; on a terminal it can be edited."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it makes lines editable
    return input(question)
