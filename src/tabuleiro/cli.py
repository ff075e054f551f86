"""The command line. What a command needs is imported when it runs: help comes at once."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from tabuleiro.core.message import Message, TabuleiroError, say

if TYPE_CHECKING:
    from tabuleiro.bench import Report
    from tabuleiro.core.position import Position
    from tabuleiro.core.scene import Scene
    from tabuleiro.search.limit import Limit
    from tabuleiro.search.solve import Solution
    from tabuleiro.terminal.classic import House

BAD_INPUT = 2
INTERRUPTED = 130
WIDEST_PAGE = 100  # columns of text that are read with ease
LONGEST = 100_000  # minutes that a command may be told to take

# The base class of what Typer raises about the words of a command, wherever it keeps it.
ClickException: type[Any] = typer.BadParameter.__mro__[2]

PLAIN: dict[str, Any] = {"rich_markup_mode": None, "pretty_exceptions_enable": False}
app = typer.Typer(name="tabuleiro", add_completion=False, **PLAIN)
bench_app = typer.Typer(help="Measure the speed of rules and searches.", **PLAIN)
app.add_typer(bench_app, name="bench")


class Format(StrEnum):
    """What `show` draws."""

    text = "text"
    ascii = "ascii"
    svg = "svg"
    png = "png"


GameId = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game: squex, ...")]
MaybeGameId = Annotated[str | None, typer.Argument(metavar="GAME", help="The id of a game.")]
Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME=VALUE", help="Options of the game: rows=5 columns=6"),
]
Data = Annotated[Path | None, typer.Option(help="The folder of the server's data.")]
Database = Annotated[
    str | None, typer.Option(metavar="URL", help="A database instead of a file in it.")
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="A position instead of the start.")
]
MovesText = Annotated[str, typer.Option(metavar='"..."', help="Moves to play from there.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="LANG", help="en or pt; else that of the system."),
]
PlayedGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="The id of a game; with --resume a saved game."),
]
Against = Annotated[
    str, typer.Option(metavar="NAME", help="Who plays against you; see tabuleiro players.")
]
Clock = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Minutes and seconds a turn, 5+3, or days a turn, 2d."),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with a saved game, the last if none is named.")
]
Classic = Annotated[bool, typer.Option("--classic", help="Menus and boards as lines of text.")]
Plain = Annotated[bool, typer.Option("--plain", help="Sentences only, for ears and pipes.")]
ThemeName = Annotated[
    str | None, typer.Option(metavar="NAME", help="The colours of boards: light, classic, ...")
]
Wait = Annotated[bool, typer.Option(help="Wait for enter after each move of a computer player.")]
Colour = Annotated[
    bool | None, typer.Option("--colour/--no-colour", help="Paint boards; else as fits.")
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw boards with ASCII characters only.")]
Rounds = Annotated[int, typer.Option(min=1, help="Rounds whose median is taken.")]
Seconds = Annotated[float, typer.Option(min=0.001, max=3600, help="CPU seconds a round and row.")]
WallSeconds = Annotated[float, typer.Option(min=0.001, max=3600, help="Seconds a search takes.")]


# --- commands ------------------------------------------------------------------------------


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Five abstract board games to play, study and research.

    Without a command, a terminal shows the games to play.
    """
    if version:
        from importlib import metadata

        print(f"tabuleiro {metadata.version('tabuleiro')}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if is_full_terminal():
        from tabuleiro.terminal.app import run_app

        run_app()
    else:
        print(context.get_help())


@app.command("games")
def list_games(game: MaybeGameId = None, as_json: Json = False) -> None:
    """List the games, or explain one of them.

    \b
    Examples:
      tabuleiro games
      tabuleiro games squex
      tabuleiro games --json
    """
    from tabuleiro.games import find_game, games
    from tabuleiro.terminal import facts, tables

    chosen = list(games().values()) if game is None else [find_game(game)]
    if as_json:
        print_json({"games": [facts.of_game(one) for one in chosen]})
    elif game:
        tables.print_game(chosen[0])
    else:
        tables.print_games(chosen)


@app.command("rules")
def show_rules(
    game: GameId,
    lang: Language = None,
    pictures: Annotated[bool, typer.Option(help="Draw the examples.")] = True,
) -> None:
    """Print the rules of a game, with examples.

    \b
    Examples:
      tabuleiro rules squex
      tabuleiro rules lyngk --lang pt | less
    """
    from tabuleiro.games import find_game, rulebook
    from tabuleiro.language import find_language, translator
    from tabuleiro.terminal.rules import rules_lines

    language = find_language(lang, os.environ)
    translate = translator(language)
    book = rulebook(find_game(game), language, translate)
    lines = rules_lines(
        book,
        page_width(),
        unicode=can_write("═•×▲", sys.stdout),
        colour=is_colourful(sys.stdout),
        translate=translate,
        pictures=pictures,
    )
    print("\n".join(lines))


@app.command()
def show(
    game: GameId,
    words: Words = None,
    position: PositionText = None,
    moves: MovesText = "",
    form: Annotated[Format, typer.Option("--format", help="What to draw.")] = Format.text,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write it.")] = None,
) -> None:
    """Draw a position.

    \b
    Examples:
      tabuleiro show squex rows=5 columns=6 --moves "a1 c4 a2"
      tabuleiro show fuse --format svg --out fuse.svg
    """
    scene = scene_after(find_position(game, words, position), moves.split())
    picture = draw(scene, form, colour=out is None and is_colourful(sys.stdout))
    if out is not None:
        out.write_bytes(picture)
    elif form is Format.png and sys.stdout.isatty():
        raise TabuleiroError(say("a terminal cannot show PNG: write it with --out FILE"))
    else:
        sys.stdout.buffer.write(picture)


@app.command()
def perft(
    game: GameId,
    words: Words = None,
    depth: Annotated[int, typer.Option(metavar="N", help="How many moves a sequence has.")] = 1,
    position: PositionText = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of exactly so many legal moves.

    \b
    Examples:
      tabuleiro perft squex --depth 3
      tabuleiro perft squex rows=5 columns=6 --depth 3 --json
    """
    from time import perf_counter

    from tabuleiro.core.playouts import perft as count_sequences
    from tabuleiro.terminal import facts

    root = find_position(game, words, position)
    begun = perf_counter()
    count = count_sequences(root, depth)
    seconds = perf_counter() - begun
    if as_json:
        found = {"position": root.text, "depth": depth, "count": count, "seconds": seconds}
        print_json(facts.of_options(root) | found)
    else:
        print(perft_line(root, depth, count, seconds))


@app.command("levels")
def list_levels(game: GameId, as_json: Json = False) -> None:
    """List the ten levels of a game: names, measured strength, what each does.

    \b
    Examples:
      tabuleiro levels squex
      tabuleiro levels fuse --json
    """
    from tabuleiro.games import find_game
    from tabuleiro.terminal import facts, tables

    if as_json:
        print_json(facts.of_levels(find_game(game)))
    else:
        tables.print_levels(find_game(game))


@app.command("players")
def list_players(game: GameId, as_json: Json = False) -> None:
    """List the computer players of a game, and what can be set in their names.

    \b
    Examples:
      tabuleiro players lyngk
      tabuleiro players lyngk --json
    """
    from tabuleiro.games import find_game
    from tabuleiro.terminal import facts, tables

    if as_json:
        print_json(facts.of_players(find_game(game)))
    else:
        tables.print_players(find_game(game))


@app.command()
def solve(
    game: GameId,
    words: Words = None,
    position: PositionText = None,
    moves: MovesText = "",
    megabytes: Annotated[int, typer.Option(metavar="N", min=1, help="Memory for its table.")] = 256,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="N", help="When to give up; without it, never."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Find out who wins with best play, and how.

    Small boards and positions near the end can be solved; for others no time is enough. Without
    --minutes it goes on until the position is solved. Ctrl-C gives up.

    \b
    Examples:
      tabuleiro solve squex rows=4 columns=4
      tabuleiro solve squex rows=4 columns=4 --moves "a1 d4"
      tabuleiro solve fuse rows=3 columns=3 seed=5 --minutes 1 --json
    """
    from tabuleiro.search.limit import Limit

    root = position_after(find_position(game, words, position), moves.split())
    if minutes is not None and not 0 < minutes <= LONGEST:
        raise TabuleiroError(
            say("--minutes must be above 0 and at most {longest}", longest=LONGEST)
        )
    limit = Limit(movetime=None if minutes is None else round(60_000 * minutes))
    print_solution(root, find_solution(root, megabytes, limit), as_json)


@app.command()
def play(
    game: PlayedGame = None,
    words: Words = None,
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
    from tabuleiro.terminal.wish import Wish

    wish = Wish(game, tuple(words or ()), against, clock, resume=resume)
    if not plain and not classic and is_full_terminal():
        from tabuleiro.terminal.app import run_app

        run_app(lang, theme, wish.sitting())
    else:
        look = {"plain": plain, "wait": wait, "ascii_only": ascii_only}
        wish.open(open_house(lang, theme, colour, **look))


@app.command("web")
def serve_web(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port, or the next that is free.")] = None,
    data: Data = None,
    database: Database = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Processes for computer players.")
    ] = None,
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


@app.command("backup")
def back_up_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file of the backup.")],
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
    from tabuleiro.web.store import back_up

    back_up(read_settings(data=data, database=database).database_url, file)
    print(say("backed up in {path}", path=file))


@app.command("restore")
def restore_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
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
    from tabuleiro.web.store import restore

    restore(file, read_settings(data=data, database=database).database_url)
    print(say("restored from {path}", path=file))


@app.command()
def engine() -> None:
    """Speak UGI, the Universal Game Interface.

    \b
    Example:
      printf 'position startpos moves d4\\ngo nodes 1000\\n' | tabuleiro engine
    """
    from tabuleiro.engine.ugi import serve

    # Not closed: at the end a thread may still be waiting for the next line.
    lines = open(0, "rb", closefd=False)  # noqa: SIM115 - as said above
    serve(lines, open(1, "wb", buffering=0, closefd=False))  # noqa: SIM115 - for the last words


@app.command("match")
def play_match(
    first: Annotated[str, typer.Argument(metavar="A", help="A player by name: level:5, ...")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    game: GameId,
    words: Words = None,
    games: Annotated[int, typer.Option(metavar="N", help="How many games, in pairs.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="What all chance follows from.")] = 1,
    opening: Annotated[
        int | None, typer.Option(metavar="N", help="Random moves before each pair.")
    ] = None,
    cap: Annotated[int, typer.Option(metavar="N", help="Moves until a game is a draw.")] = 1000,
    turn_time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="The time of a turn, for both.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="N", help="Games at once; one on every core.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep every game there; go on with what is missing."),
    ] = None,
    stop_early: Annotated[
        bool, typer.Option("--stop-early", help="End once it is clear who is stronger.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play a match between two computer players.

    Every opening is played from all sides. The score of A is given with its 95 % interval.

    \b
    Examples:
      tabuleiro match mcts:nodes=500 classic:greedy squex --games 20
      tabuleiro match mcts:nodes=100 random fuse rows=4 columns=4 --games 100 --json
      tabuleiro match mcts:nodes=2000 mcts:nodes=500 lyngk --record lyngk.jsonl
    """
    from tabuleiro.arena import Match
    from tabuleiro.terminal import facts, matches

    text = " ".join([game, *(words or ())])
    match = Match(first, second, text, games, seed, opening, cap, turn_time)
    course = matches.play(match, processes, record, stop_early=stop_early)
    if not as_json:
        matches.print_course(course)
    elif course.summary:
        print_json(facts.of_match(course.summary))
    if course.broken_off:
        if as_json:
            tell(*course.last_words())
        raise typer.Exit(INTERRUPTED)


@bench_app.command("playouts")
def bench_playouts(
    game: MaybeGameId = None,
    words: Words = None,
    rounds: Rounds = 5,
    seconds: Seconds = 0.2,
    as_json: Json = False,
) -> None:
    """Random games, next to OpenSpiel's search.

    Games and moves per CPU second of one core, compiled and uncompiled. Where the package
    open_spiel is installed, a ratio compares them with its search on Hex.

    \b
    Examples:
      tabuleiro bench playouts
      tabuleiro bench playouts squex rows=15 columns=15 --json
    """
    from tabuleiro import bench

    texts = bench.game_texts(game, words or ())
    print_report(bench.bench_playouts(texts, rounds, seconds), as_json)


@bench_app.command("search")
def bench_search(
    game: MaybeGameId = None,
    words: Words = None,
    rounds: Rounds = 5,
    seconds: Seconds = 0.2,
    as_json: Json = False,
) -> None:
    """Tree searches, next to OpenSpiel's.

    Iterations per CPU second of one core, from the start.

    \b
    Examples:
      tabuleiro bench search
      tabuleiro bench search squex rows=15 columns=15 --json
    """
    from tabuleiro import bench

    texts = bench.game_texts(game, words or ())
    print_report(bench.bench_search(texts, rounds, seconds), as_json)


@bench_app.command("loop")
def bench_loop(rounds: Rounds = 5, seconds: Seconds = 0.2, as_json: Json = False) -> None:
    """A Python loop over moves, next to OpenSpiel's.

    \b
    Example:
      tabuleiro bench loop --json
    """
    from tabuleiro import bench

    print_report(bench.bench_loop(rounds, seconds), as_json)


@bench_app.command("threads")
def bench_threads(
    game: MaybeGameId = None,
    words: Words = None,
    rounds: Rounds = 5,
    seconds: WallSeconds = 1.0,
    as_json: Json = False,
) -> None:
    """Tree searches by two threads, next to two processes.

    Iterations per second that passes, from the start: of one process with two threads, and of
    two processes with one thread each together.

    \b
    Examples:
      tabuleiro bench threads
      tabuleiro bench threads squex --seconds 2 --json
    """
    from tabuleiro import bench
    from tabuleiro.terminal import facts, tables

    rows = bench.bench_threads(bench.game_texts(game, words or ()), rounds, seconds)
    if as_json:
        print_json({"rows": [facts.of_threads(row) for row in rows]})
    else:
        tables.print_threads(rows)


@bench_app.command("stop")
def bench_stop(
    game: MaybeGameId = None,
    words: Words = None,
    tries: Annotated[int, typer.Option(min=1, help="Searches stopped a row.")] = 100,
    as_json: Json = False,
) -> None:
    """How soon searches end when they are told to stop.

    \b
    Examples:
      tabuleiro bench stop
      tabuleiro bench stop lyngk --tries 20 --json
    """
    from tabuleiro import bench
    from tabuleiro.terminal import facts, tables

    rows = list(bench.bench_stop(bench.game_texts(game, words or ()), tries))
    if as_json:
        print_json({"rows": [facts.of_stop(row) for row in rows]})
    else:
        tables.print_stops(rows)


# --- what commands share -------------------------------------------------------------------


def find_position(game_id: str, words: list[str] | None, text: str | None) -> Position:
    """The position of a command: the one given as text, else the start."""
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


def scene_after(position: Position, moves: list[str]) -> Scene:
    """The picture after the moves, with what the last of them did."""
    if not moves:
        return position.scene()
    previous = position_after(position, moves[:-1])
    last = previous.move(moves[-1])
    return previous.play(last).scene(previous, last)


def draw(scene: Scene, form: Format, colour: bool) -> bytes:
    """The picture in one of the formats."""
    if form is Format.png:
        from tabuleiro.core.drawing.png import draw_png

        return draw_png(scene)
    if form is Format.svg:
        from tabuleiro.core.drawing.svg import draw_svg

        text = draw_svg(scene)
    else:
        from tabuleiro.core.drawing.text import draw_text

        text = draw_text(scene, unicode=form is Format.text, colour=colour)
    return (text.rstrip("\n") + "\n").encode()


def open_house(
    lang: str | None,
    theme: str | None,
    colour: bool | None,
    *,
    plain: bool,
    wait: bool,
    ascii_only: bool,
) -> House:
    """The line interface that suits the streams, as far as the command does not say how it is."""
    from random import Random

    from tabuleiro.core.drawing.theme import COLOUR_BLIND, find_theme
    from tabuleiro.language import find_language
    from tabuleiro.records.shelf import Shelf
    from tabuleiro.terminal.classic import House, Manner, Screen

    manner = Manner(
        plain=plain,
        waits=wait and not plain,
        clears=is_full_terminal() and not plain,
        unicode=not ascii_only and can_write("●", sys.stdout),
        colour=not plain and (is_colourful(sys.stdout) if colour is None else colour),
        theme=find_theme(theme) if theme else COLOUR_BLIND,
        width=page_width(),
    )
    screen = Screen(ask_line, print, manner, find_language(lang, os.environ))
    return House(screen, Shelf(tell=screen.complain), Random())


def ask_line(question: str) -> str:
    """A line of the input; in a terminal it can be edited."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - its import is what lets lines be edited
    return input(question)


def page_width() -> int:
    """How many characters a line of text has, for reading."""
    return min(shutil.get_terminal_size().columns, WIDEST_PAGE)


def is_colourful(stream: TextIO) -> bool:
    """Whether colours are wanted there: in a terminal, unless the environment says no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_full_terminal() -> bool:
    """Whether somebody sits at a terminal that a whole screen can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def can_write(text: str, stream: TextIO) -> bool:
    """Whether the stream's encoding has these characters."""
    try:
        text.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True


def perft_line(position: Position, depth: int, count: int, seconds: float) -> Message:
    """What `perft` has counted."""
    return say(
        "perft {depth} of {game} is {count}, counted in {seconds} s",
        game=position.game.text_with(position.options()),
        count=f"{count:,}",
        depth=depth,
        seconds=f"{seconds:.3f}",
    )


def find_solution(position: Position, megabytes: int, limit: Limit) -> Solution:
    """The solution of a position, with a word now and then on standard error in a terminal."""
    from rich.console import Console

    from tabuleiro.search.solve import Solver

    if position.over:
        raise TabuleiroError(say("the game is over: there is nothing to solve"))
    solver = Solver(megabytes=megabytes)
    known = None
    try:
        with Console(stderr=True).status(str(say("solving"))) as status:
            for known in solver.search(position, limit):
                status.update(str(effort_line(known)))
    except KeyboardInterrupt:
        tell(broken_off_line(known))
        raise
    assert known, "every search ends with progress"
    if not known.proved:
        raise TabuleiroError(say("not solved: {effort} were not enough", effort=effort_line(known)))
    return known


def broken_off_line(known: Solution | None) -> Message:
    """That Ctrl-C ended a solver, and what it had done."""
    if known is None:
        return say("Broken off: not solved.")
    return say("Broken off: not solved after {effort}.", effort=effort_line(known))


def effort_line(known: Solution) -> Message:
    """What a solver has done so far."""
    return say(
        "{nodes} nodes in {seconds} s ({rate} a second)",
        nodes=f"{known.nodes:,}",
        seconds=f"{known.seconds:.1f}",
        rate=f"{known.nodes / known.seconds:,.0f}",
    )


def print_solution(position: Position, solution: Solution, as_json: bool) -> None:
    """Who wins, and a line of best play."""
    from tabuleiro.core.telling import line_texts

    line = line_texts(position, solution.line)
    if as_json:
        found = {"value": solution.value, "line": line}
        print_json(found | {"nodes": solution.nodes, "seconds": solution.seconds})
        return
    print(value_line(solution))
    print(say("Best play, {count} moves: {line}", count=len(line), line=" ".join(line)))
    print(effort_line(solution))


def value_line(solution: Solution) -> Message:
    """What best play leads to."""
    from tabuleiro.core.scene import player_name

    if len(solution.winners) > 1:
        return say("With best play it is a draw")
    return say("With best play {player} wins", player=player_name(solution.winners[0]))


def print_report(report: Report, as_json: bool) -> None:
    """A table of measurements."""
    from tabuleiro.terminal import facts, tables

    if as_json:
        print_json(facts.of_report(report))
    else:
        tables.print_report(report)


def print_json(value: dict[str, Any]) -> None:
    """One JSON object."""
    import json

    print(json.dumps(value))


# --- running -------------------------------------------------------------------------------


def main() -> None:
    """Runs the command line and ends the process with its exit code."""
    replace_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that cannot be shown is no error
    sys.exit(run(sys.argv[1:]))


def replace_closed_streams() -> None:
    """A standard stream that the process was started without is empty, or takes all and keeps
    nothing; its number is not left for the next file that is opened."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - as long as we run


def run(arguments: list[str]) -> int:
    """Runs one command; bad input is one line on standard error and exit code 2."""
    try:
        code: int | None = app(arguments, prog_name="tabuleiro", standalone_mode=False)
        print(end="", flush=True)
    except ClickException as error:
        return refuse(error.format_message(), error)
    except TabuleiroError as error:
        return refuse(str(error))
    except BrokenPipeError:
        return be_quiet()
    except OSError as error:
        return refuse(": ".join(str(part) for part in (error.filename, error.strerror) if part))
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return code or 0


def tell(*lines: Message) -> None:
    """One line on standard error."""
    print("tabuleiro:", *lines, file=sys.stderr)


def refuse(reason: str, error: Any = None) -> int:
    """Says in one line what is wrong, and where help is."""
    line = " ".join(reason.replace("Value error, ", "").split())  # a word of the library's own
    if context := getattr(error, "ctx", None):
        hint = say("try {command} --help", command=context.command_path)
        line = f"{line.rstrip('.')}; {hint}"
    print(f"tabuleiro: {line}", file=sys.stderr)
    return BAD_INPUT


def be_quiet() -> int:
    """Whoever read the output has gone: no word about it, not even when Python flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
