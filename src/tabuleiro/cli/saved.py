"""The commands `saved`: listing, showing, exporting and deleting saved games."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, Json, argument, flag, print_json, print_text
from tabuleiro.cli.record import At, Out, To, draw_here
from tabuleiro.cli.record_files import STANDARD, write_records
from tabuleiro.core.message import TabuleiroError, say

if TYPE_CHECKING:
    from tabuleiro.records.saved_games import SavedGames

commands = Commands()

Name = Annotated[str, argument("SAVED", "The name of a saved game.")]
Names = Annotated[list[str], argument("SAVED", "The names of saved games.")]


@commands.callback(invoke_without_command=True)
def list_saved(
    context: typer.Context, as_json: Json = False, lang: parameters.Language = None
) -> None:
    """List, show, export and delete saved games.

    Without a command they are listed: unfinished ones first, then the newest first.
    """
    from tabuleiro.terminal import json_output, tables

    if context.invoked_subcommand is not None:
        return
    found = saved_games().games()
    if as_json:
        print_json({"games": [json_output.saved_game_data(entry) for entry in found]})
    elif found:
        tables.print_saved_games(found)
    else:
        print_text(say("There are no saved games."))


@commands.command("show")
def show_saved(name: Name, at: At = None, as_json: Json = False) -> None:
    """Show the board of a saved game, and its moves."""
    from tabuleiro.terminal import records

    record = saved_games().load(name)
    if as_json:
        print_json(records.whole_record(1, record))
    else:
        print(*records.show_lines(record, at, draw_here()), sep="\n")


@commands.command("export")
def export_saved(names: Names, out: Out = STANDARD, to: To = None) -> None:
    """Write saved games to a file of records."""
    found = saved_games()
    write_records([found.load(name) for name in names], out, to)


@commands.command("delete")
def delete_saved(
    names: Names, yes: Annotated[bool, flag("--yes", "Delete without asking.")] = False
) -> None:
    """Delete saved games."""
    found = saved_games()
    for name in names:
        found.check_exists(name)
    if not (yes or confirm_deletion(tuple(names))):
        print_text(say("Nothing was deleted."))
        return
    for name in names:
        found.delete(name)
        print_text(say("Deleted {name}.", name=name))


def saved_games() -> SavedGames:
    """The saved games; files that cannot be read are reported on standard error."""
    from tabuleiro.records.saved_games import SavedGames

    return SavedGames(on_warning=parameters.print_error)


def confirm_deletion(names: tuple[str, ...]) -> bool:
    """Whether the user wants to delete these games; an error if nobody can be asked."""
    from tabuleiro.cli.playing import ask_line
    from tabuleiro.language import localised
    from tabuleiro.terminal.classic.console import YES

    if not sys.stdin.isatty():
        raise TabuleiroError(say("there is no terminal to ask in: add --yes"))
    question = localised(say("Delete {names}? [y/N] ", names=names))
    return ask_line(question).strip().lower() in YES
