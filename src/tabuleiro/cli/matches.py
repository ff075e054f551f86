"""The command `match`: two computer players against each other."""

from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, GameId, Json, OptionWords, argument, flag, option

commands = Commands()


@commands.command("match")
def play_match(
    first: Annotated[str, argument("PLAYER", "A player by name: level:5, ...")],
    second: Annotated[str, argument("OPPONENT", "Its opponent.")],
    game: GameId,
    words: OptionWords = None,
    games: Annotated[int, option("N", "How many games, in pairs.")] = 100,
    seed: Annotated[int, option("N", "The random seed.")] = 1,
    opening: Annotated[int | None, option("N", "Random moves before each pair.")] = None,
    cap: Annotated[int, option("N", "After N moves a game is a draw.")] = 1000,
    turn_time: Annotated[float | None, option("SECONDS", "The time per turn, for both.")] = None,
    processes: Annotated[int | None, option("N", "Games at once; else by cores.", min=1)] = None,
    record: Annotated[Path | None, option("FILE", "Save all games there, to resume.")] = None,
    stop_early: Annotated[bool, flag("--stop-early", "Stop once the result is clear.")] = False,
    as_json: Json = False,
) -> None:
    """Play a match between two computer players.

    Every opening is played from all sides. The score of PLAYER is given with its 95 % interval.
    """
    from tabuleiro.arena import new_match
    from tabuleiro.terminal import json_output, matches

    text = " ".join([game, *(words or ())])
    match = new_match(
        first, second, text, games, seed, opening, cap, turn_time, stop_early=stop_early
    )
    played = matches.play(match, processes, record)
    if not as_json:
        matches.print_match(played)
    elif played.summary:
        parameters.print_json(json_output.match_data(played.summary))
    if played.interrupted:
        if as_json:
            parameters.print_error(*played.closing_notes())
        raise typer.Exit(parameters.INTERRUPTED)
