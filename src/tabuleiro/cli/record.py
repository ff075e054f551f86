"""The commands `record`: showing, converting, filtering, checking and drawing files of games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, Json, Text, argument, can_write, flag, option
from tabuleiro.cli.record_files import (
    STANDARD,
    fault_line,
    nth_record,
    parse_pairs,
    read_file,
    read_files,
    write_bytes,
    write_records,
)
from tabuleiro.core.message import Message, TabuleiroError, localised_number, quote, say
from tabuleiro.language import chosen_language, output_language, output_translator

if TYPE_CHECKING:
    from tabuleiro.records.record import Record
    from tabuleiro.records.stream import Fault
    from tabuleiro.terminal.records import Draw

commands = Commands(help="Show, replay, check and change files of records.")

FAULTS_FOUND = 1

Files = Annotated[list[str], argument("FILE", "Files of records; - is input.")]
File = Annotated[str, argument("FILE", "A file of records; - is input.")]
Number = Annotated[int, option("N", "Which game of the file.", min=1)]
MaybeNumber = Annotated[int | None, option("N", "One game of the file.", min=1)]
At = Annotated[int | None, option("N", "After N moves, or -1 for the end, -2 before it.")]
Recover = Annotated[bool, flag("--recover", "Keep the good games of a damaged file.")]
Out = Annotated[str, option("FILE", "Where to write; - is standard output.")]
From = Annotated[Text, option("FORM", "text, json or parquet; else detected.", "--from")]
To = Annotated[Text, option("FORM", "text, json or parquet; else by the name of FILE.")]
ThemeName = Annotated[str, option("NAME", "light, dark, ... colours.")]
Width = Annotated[int, option("PIXELS", "How wide it is.")]


class PictureFormat(StrEnum):
    """The formats of `picture`: a position, or a page that replays the game."""

    svg = "svg"
    png = "png"
    html = "html"


# --- commands -------------------------------------------------------------------------------


@commands.command("show")
def show_records(
    file: File,
    game: MaybeNumber = None,
    at: At = None,
    recover: Recover = False,
    as_json: Json = False,
) -> None:
    """List the games of a file, or show one of them."""
    from tabuleiro.terminal import records

    found = read_files([file], recover)
    if game is None:
        list_records(found, as_json)
    elif as_json:
        parameters.print_json(records.whole_record(game, nth_record(found, game)))
    else:
        print(*records.show_lines(nth_record(found, game), at, draw_here()), sep="\n")


@commands.command()
def replay(
    file: File,
    game: Number = 1,
    at: At = 0,
    plain: Annotated[bool, flag("--plain", "Line by line, in any terminal.")] = False,
) -> None:
    """Go through a game.

    In a terminal it fills the screen, and the arrow keys step through the moves; --plain shows it
    line by line. Without a terminal, every position is printed.
    """
    from tabuleiro.records.pictures import resolve_move_number
    from tabuleiro.terminal import records

    record = nth_record(read_files([file]), game)
    if parameters.is_full_terminal() and not plain:
        from tabuleiro.terminal.app.application import run_app

        raise typer.Exit(run_app(chosen_language(), None, record))
    begin = resolve_move_number(record, at)
    can_ask = sys.stdin.isatty() and file != STANDARD
    ask = input if can_ask else lambda question: ""  # enter alone goes on to the end
    for line in records.step_through(record, begin, draw_here(), ask):
        print(line)


@commands.command()
def convert(
    files: Files,
    out: Out = STANDARD,
    to: To = None,
    of: From = None,
    moves: Annotated[bool, flag("--moves", "A Parquet table of all moves.")] = False,
    recover: Recover = False,
) -> None:
    """Write records in another format: text, JSON lines, or a table in Parquet."""
    write_records(read_files(files, recover, of), out, to, moves)


@commands.command("filter")
def filter_records(
    files: Files,
    out: Out = STANDARD,
    to: To = None,
    game: Annotated[Text, option("GAME", "The game.", callback=parameters.read_game_id)] = None,
    options: Annotated[list[str] | None, option("NAME=VALUE", "An option.", "--option")] = None,
    player: Annotated[list[str] | None, option("NAME", "Who took part; * is anything.")] = None,
    result: Annotated[list[str] | None, option("RESULT", "p1win and so on, draw, none.")] = None,
    ending: Annotated[Text, option("WORD", "rules, resignation, time, none, ...")] = None,
    least: Annotated[int, option("N", "Moves at least.", min=0)] = 0,
    most: Annotated[int | None, option("N", "Moves at most.", min=0)] = None,
    header: Annotated[list[str] | None, option("NAME=TEXT", "A header; * is anything.")] = None,
    since: Annotated[Text, option("DATE", "Date not before: 2026-11-15 or 2026-11.")] = None,
    until: Annotated[Text, option("DATE", "Date not after.")] = None,
    opening: Annotated[str, option('"..."', "The first moves.")] = "",
    position: Annotated[Text, option("TEXT", "A position that the game went through.")] = None,
    invert: Annotated[bool, flag("--invert", "All other games instead.")] = False,
    recover: Recover = False,
) -> None:
    """Keep the games that match all conditions."""
    from tabuleiro.records.selection import Selection

    wanted = Selection(
        game, parse_pairs(options), tuple(player or ()), tuple(result or ()), ending, least, most,
        parse_pairs(header), since, until, tuple(opening.split()), position,
    )  # fmt: skip
    found = (one for one in read_files(files, recover) if wanted.matches(one) != invert)
    first = list(islice(found, 1))
    if not first:
        parameters.print_error(say("no game matches"))
    write_records(chain(first, found), out, to)


@commands.command()
def merge(
    files: Files,
    out: Out = STANDARD,
    to: To = None,
    unique: Annotated[bool, flag("--unique", "Leave out repeated games.")] = False,
    recover: Recover = False,
) -> None:
    """Write the games of several files into one."""
    from tabuleiro.records.selection import without_duplicates

    found = read_files(files, recover)
    write_records(without_duplicates(found) if unique else found, out, to)


@commands.command()
def check(files: Files, as_json: Json = False) -> None:
    """Replay every game by the rules, and list all errors.

    The exit code is 1 if there are any.
    """
    from tabuleiro.terminal.records import fault_facts

    faults: list[dict[str, object]] = []
    games = moves = 0

    def note(file: str, fault: Fault) -> None:
        faults.append(fault_facts(file, fault))
        if not as_json:
            parameters.print_text(fault_line(file, fault))

    for file in files:
        for record in read_file(file, None, partial(note, file)):
            games += 1
            moves += len(record.plies)
    if as_json:
        parameters.print_json({"faults": faults, "games": games, "moves": moves})
    else:
        parameters.print_text(good_games_line(games, moves))
    raise typer.Exit(FAULTS_FOUND if faults else 0)


@commands.command("picture")
def draw_record(
    file: File,
    game: Number = 1,
    at: At = None,
    form: Annotated[PictureFormat | None, typer.Option("--format", help="What to draw.")] = None,
    out: Out = STANDARD,
    theme: ThemeName = "light",
    width: Width = 1200,
) -> None:
    """Draw a position of a game, or write a page that replays the game."""
    from tabuleiro.core.drawing.theme import find_theme
    from tabuleiro.records.pictures import picture, replay_page

    language, translate = output_language(), output_translator()
    record = nth_record(read_files([file]), game)
    form = form or format_named(out)
    if form is PictureFormat.html:
        data = replay_page(record, translate, language).encode()
    else:
        data = picture(record, at, form, find_theme(theme), width, translate)
    write_bytes(data, out, binary=form is PictureFormat.png)


@commands.command("gif")
def draw_gif(
    file: File,
    game: Number = 1,
    out: Out = STANDARD,
    theme: ThemeName = "light",
    width: Width = 600,
    seconds: Annotated[float, option("N", "How long a move is shown.")] = 1.0,
) -> None:
    """Draw a whole game as an animated GIF."""
    from tabuleiro.core.drawing.theme import find_theme
    from tabuleiro.records.pictures import gif

    record = nth_record(read_files([file]), game)
    write_bytes(
        gif(record, find_theme(theme), width, seconds, output_translator()), out, binary=True
    )


# --- shared functions -------------------------------------------------------------------------


def list_records(records: Iterator[Record], as_json: bool) -> None:
    """Prints every record in a line, or all in one JSON object, without keeping them in memory."""
    import json

    from tabuleiro.terminal.records import record_facts, record_line

    if not as_json:
        for number, record in enumerate(records, start=1):
            print(record_line(number, record))
        return
    print('{"games": [', end="")
    for number, record in enumerate(records, start=1):
        print(", " if number > 1 else "", json.dumps(record_facts(number, record)), sep="", end="")
    print("]}")


def draw_here() -> Draw:
    """How boards are drawn on standard output."""
    unicode, colour = can_write("═•×▲", sys.stdout), parameters.is_colourful(sys.stdout)
    return partial(parameters.draw_lines, unicode=unicode, colour=colour)


def good_games_line(games: int, moves: int) -> Message:
    """How many games of a file are good."""
    count = localised_number(f"{moves:,}")
    in_words = say("1 move") if moves == 1 else say("{count} moves", count=count)
    if games == 1:
        return say("1 good game with {moves}", moves=in_words)
    count = localised_number(f"{games:,}")
    return say("{games} good games with {moves}", games=count, moves=in_words)


def format_named(out: str) -> PictureFormat:
    """The format of a file with this name; without a suffix, SVG."""
    suffix = Path(out).suffix.lower().removeprefix(".")
    if not suffix:
        return PictureFormat.svg
    if suffix not in PictureFormat.__members__:
        raise TabuleiroError(
            say(
                "{path} is none of {forms}: choose one with --format",
                path=quote(out),
                forms=tuple(PictureFormat),
            )
        )
    return PictureFormat(suffix)
