"""The commands `bench`: measuring speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.parameters import TYPER_OPTIONS, Json, MaybeGameId, OptionWords, print_json

if TYPE_CHECKING:
    from tabuleiro.bench import SpeedReport

commands = typer.Typer(help="Measure the speed of rules and searches.", **TYPER_OPTIONS)

Rounds = Annotated[int, typer.Option(min=1, help="Rounds whose median is taken.")]
Seconds = Annotated[float, typer.Option(min=0.001, max=3600, help="CPU seconds a round and row.")]
AT_ONCE = [64, 256, 1024]
AtOnce = Annotated[
    list[int], typer.Option("--games", min=1, help="Games at once; may be given again.")
]
WallSeconds = Annotated[float, typer.Option(min=0.001, max=3600, help="Seconds a search takes.")]


@commands.command("playouts")
def bench_playouts(
    game: MaybeGameId = None,
    words: OptionWords = None,
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


@commands.command("search")
def bench_search(
    game: MaybeGameId = None,
    words: OptionWords = None,
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


@commands.command("loop")
def bench_loop(rounds: Rounds = 5, seconds: Seconds = 0.2, as_json: Json = False) -> None:
    """A Python loop over moves, next to OpenSpiel's.

    \b
    Example:
      tabuleiro bench loop --json
    """
    from tabuleiro import bench

    print_report(bench.bench_loop(rounds, seconds), as_json)


@commands.command("threads")
def bench_threads(
    game: MaybeGameId = None,
    words: OptionWords = None,
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
    from tabuleiro.terminal import json_output, tables

    rows = bench.bench_threads(bench.game_texts(game, words or ()), rounds, seconds)
    if as_json:
        print_json({"rows": [json_output.threads_data(row) for row in rows]})
    else:
        tables.print_threads(rows)


@commands.command("stop")
def bench_stop(
    game: MaybeGameId = None,
    words: OptionWords = None,
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
    from tabuleiro.terminal import json_output, tables

    rows = list(bench.bench_stop(bench.game_texts(game, words or ()), tries))
    if as_json:
        print_json({"rows": [json_output.stop_data(row) for row in rows]})
    else:
        tables.print_stops(rows)


@commands.command("records")
def bench_records(
    game: MaybeGameId = None,
    words: OptionWords = None,
    rounds: Rounds = 5,
    seconds: Seconds = 0.2,
    as_json: Json = False,
) -> None:
    """Reading records, every move followed by the rules, and writing them.

    Moves per CPU second of one core: bare ones, and such as a match between searches has, each with
    a value and two times; as text and as JSON lines.

    \b
    Examples:
      tabuleiro bench records
      tabuleiro bench records lyngk --rounds 3 --json
    """
    from tabuleiro import bench, bench_records
    from tabuleiro.terminal import json_output, tables

    texts = bench.game_texts(game, words or ())
    rows = bench_records.bench_records(texts, rounds, seconds)
    if as_json:
        print_json({"rows": [json_output.records_data(row) for row in rows]})
    else:
        tables.print_records(rows)


@commands.command("self-play")
def bench_self_play(
    game: MaybeGameId = None,
    words: OptionWords = None,
    at_once: AtOnce = AT_ONCE,
    rounds: Rounds = 5,
    seconds: Seconds = 0.2,
    as_json: Json = False,
) -> None:
    """Games of self-play, with a network that answers by chance and takes no time.

    Evaluations per CPU second of one core, searching with 128 or 32 evaluations a move.

    \b
    Examples:
      tabuleiro bench self-play
      tabuleiro bench self-play squex --games 256 --json
    """
    from tabuleiro import bench, bench_self_play
    from tabuleiro.terminal import json_output, tables

    texts = bench.game_texts(game, words or ())
    rows = bench_self_play.bench_self_play(texts, at_once, rounds, seconds)
    if as_json:
        print_json({"rows": [json_output.self_play_data(row) for row in rows]})
    else:
        tables.print_self_play(rows)


def print_report(report: SpeedReport, as_json: bool) -> None:
    """A table of measurements."""
    from tabuleiro.terminal import json_output, tables

    if as_json:
        print_json(json_output.bench_report_data(report))
    else:
        tables.print_report(report)
