"""The commands `match` and `arena`: matches and tournaments between computer players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import (
    Commands,
    GameId,
    Json,
    OptionWords,
    Text,
    argument,
    flag,
    option,
)
from tabuleiro.core.message import say

if TYPE_CHECKING:
    from tabuleiro.terminal.tournaments import PlayedTournament

commands = Commands()


@commands.command("arena")
def play_arena(
    words: Annotated[
        list[str],
        argument(
            "FILE | PLAYERS GAME [NAME=VALUE]",
            "A tournament file; or players by name, a game and its options.",
        ),
    ],
    kind: Annotated[Text, option("KIND", "match, gauntlet, round-robin, swiss or ladder.")] = None,
    engine: Annotated[list[str] | None, option("NAME=COMMAND", "A UGI engine as a player.")] = None,
    pairs: Annotated[int | None, option("N", "Pairs of games per pairing (10).")] = None,
    rounds: Annotated[int | None, option("N", "Rounds of swiss and ladder.")] = None,
    seed: Annotated[int | None, option("N", "The random seed (1).")] = None,
    opening: Annotated[int | None, option("N", "Random moves before each pair.")] = None,
    openings: Annotated[Path | None, option("FILE", "Start positions, one per line.")] = None,
    balance: Annotated[float | None, option("X", "How uneven openings may be (0.1).")] = None,
    turn_time: Annotated[float | None, option("SECONDS", "The time per turn.")] = None,
    clock: Annotated[Text, option("M+S", "Minutes for a game and an increment: 1+1.")] = None,
    nodes: Annotated[int | None, option("N", "Nodes per move.")] = None,
    depth: Annotated[int | None, option("N", "Depth per move.")] = None,
    cap: Annotated[int | None, option("N", "Moves until a game is a draw (1000).")] = None,
    sprt: Annotated[Text, option("ELO0,ELO1", "Stop when this SPRT is decided.")] = None,
    proof: Annotated[int | None, option("NODES", "Nodes to prove a result and end a game.")] = None,
    processes: Annotated[int | None, option("N", "Games at once; else by cores.", min=1)] = None,
    on: Annotated[Text, option("ray", "Play on a Ray cluster instead.")] = None,
    record: Annotated[Path | None, option("FILE", "Save all games there, to resume.")] = None,
    report: Annotated[Path | None, option("FOLDER", "Write a report there.")] = None,
    as_json: Json = False,
) -> None:
    """Play a tournament between computer players.

    With a FILE, every game is saved next to it, in a file of the same name that ends in .jsonl, and
    the same command continues an interrupted tournament. Without one, use --record.
    """
    from tabuleiro.arena.tournament_file import Tables, find_backend, find_tournament, split_claims
    from tabuleiro.arena.tournament_runner import local_backend
    from tabuleiro.terminal import json_output, tournaments

    tables: Tables = {
        "": {"kind": kind, "pairs": pairs, "rounds": rounds, "seed": seed, "cap": cap},
        "openings": {"moves": opening, "file": openings and str(openings), "balance": balance},
        "limits": {"turn-time": turn_time, "clock": clock, "nodes": nodes, "depth": depth},
        "adjudication": {"proof": proof},
        "sprt": split_claims(sprt),
    }
    tournament, path = find_tournament(words, tables, engine)
    record = record or (path and path.with_suffix(".jsonl"))
    backend = find_backend(on, processes) or local_backend(tournament, processes)
    played = tournaments.play(tournament, backend, record)
    if as_json:
        parameters.print_json(json_output.tournament_data(played))
    else:
        tournaments.print_tournament(played)
    if report:
        from tabuleiro.arena.report import write_tournament_report

        page = write_tournament_report(tournament, played.results, report)
        if not as_json:
            parameters.print_text(say("The report is {path}.", path=page))
    end_if_interrupted(played, as_json)


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
    from tabuleiro.arena import local_backend, new_match
    from tabuleiro.terminal import json_output, tournaments

    text = " ".join([game, *(words or ())])
    match = new_match(
        first, second, text, games, seed, opening, cap, turn_time, stop_early=stop_early
    )
    played = tournaments.play(match, local_backend(match, processes), record)
    if not as_json:
        tournaments.print_tournament(played)
    elif played.summary:
        parameters.print_json(json_output.match_data(played.summary))
    end_if_interrupted(played, as_json)


def end_if_interrupted(played: PlayedTournament, as_json: bool) -> None:
    """Ends the command after Ctrl-C; JSON does not say why games are missing."""
    if played.interrupted:
        if as_json:
            parameters.print_error(*played.closing_notes())
        raise typer.Exit(parameters.INTERRUPTED)
