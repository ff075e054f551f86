"""The commands `bench`: measuring speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.parameters import Commands, Json, MaybeGameId, OptionWords, print_json

if TYPE_CHECKING:
    from tabuleiro.bench import SpeedReport

commands = Commands(help="Measure the speed of rules and searches.")

Rounds = Annotated[int, typer.Option(min=1, help="Rounds whose median is taken.")]
Seconds = Annotated[float, typer.Option(min=0.001, max=3600, help="CPU seconds a round and row.")]


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
    """
    from tabuleiro import bench

    texts = bench.game_texts(game, words or ())
    print_report(bench.bench_search(texts, rounds, seconds), as_json)


@commands.command("loop")
def bench_loop(rounds: Rounds = 5, seconds: Seconds = 0.2, as_json: Json = False) -> None:
    """A Python loop over moves, next to OpenSpiel's."""
    from tabuleiro import bench

    print_report(bench.bench_loop(rounds, seconds), as_json)


@commands.command("environments")
def bench_environments(rounds: Rounds = 5, seconds: Seconds = 0.5, as_json: Json = False) -> None:
    """Steps of the vector environment, next to OpenSpiel and Pgx.

    Steps per CPU second on one core with random actions, with masks of the legal actions alone and
    with observations. Packages that are not installed are left out.
    """
    from tabuleiro import bench
    from tabuleiro.terminal import tables

    rows = bench.bench_environments(rounds, seconds)
    if as_json:
        print_json({"rows": [vars(row) for row in rows]})
    else:
        tables.print_environments(rows)


def print_report(report: SpeedReport, as_json: bool) -> None:
    """Prints a table of measurements."""
    from tabuleiro.terminal import json_output, tables

    if as_json:
        print_json(json_output.bench_report_data(report))
    else:
        tables.print_report(report)
