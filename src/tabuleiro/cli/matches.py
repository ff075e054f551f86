"""The command `match`: two computer players against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.parameters import (
    INTERRUPTED,
    TYPER_OPTIONS,
    GameId,
    Json,
    OptionWords,
    argument,
    flag,
    option,
    print_error,
    print_json,
)

commands = typer.Typer(**TYPER_OPTIONS)


@commands.command("match")
def play_match(
    first: Annotated[str, argument("A", "A player by name: level:5, ...")],
    second: Annotated[str, argument("B", "Its opponent.")],
    game: GameId,
    words: OptionWords = None,
    games: Annotated[int, option("N", "How many games, in pairs.")] = 100,
    seed: Annotated[int, option("N", "What all chance follows from.")] = 1,
    opening: Annotated[int | None, option("N", "Random moves before each pair.")] = None,
    cap: Annotated[int, option("N", "Moves until a game is a draw.")] = 1000,
    turn_time: Annotated[float | None, option("SECONDS", "The time of a turn, for both.")] = None,
    processes: Annotated[int | None, option("N", "Games at once; one on every core.")] = None,
    record: Annotated[
        Path | None, option("FILE", "Keep every game there; go on with what is missing.")
    ] = None,
    stop_early: Annotated[
        bool, flag("--stop-early", "End once it is clear who is stronger.")
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
    from tabuleiro.terminal import json_output, matches

    text = " ".join([game, *(words or ())])
    match = Match(first, second, text, games, seed, opening, cap, turn_time, stop_early=stop_early)
    played = matches.play(match, processes, record)
    if not as_json:
        matches.print_match(played)
    elif played.summary:
        print_json(json_output.match_data(played.summary))
    if played.interrupted:
        if as_json:
            print_error(*played.closing_notes())
        raise typer.Exit(INTERRUPTED)
