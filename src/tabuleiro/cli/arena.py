"""The command `arena`: tournaments between computer players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, Json, Text, argument, option, print_json, print_text
from tabuleiro.core.message import TabuleiroError, say

if TYPE_CHECKING:
    from tabuleiro.arena import Tournament
    from tabuleiro.arena.tournament_runner import Backend

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

    \b
    Examples:
      tabuleiro arena tournament.toml --report pages
      tabuleiro arena level:3 level:4 level:5 squex rows=6 columns=6 --pairs 20
      tabuleiro arena level:5 fuse --engine other="./engine --fast" --turn-time 1
    """
    from tabuleiro.arena.tournament_runner import local_backend
    from tabuleiro.terminal import json_output, tournaments

    tables: dict[str, dict[str, Any]] = {
        "": {"kind": kind, "pairs": pairs, "rounds": rounds, "seed": seed, "cap": cap},
        "openings": {"moves": opening, "file": openings and str(openings), "balance": balance},
        "limits": {"turn-time": turn_time, "clock": clock, "nodes": nodes, "depth": depth},
        "adjudication": {"proof": proof},
        "sprt": split_claims(sprt),
    }
    if path := file_among(words):
        tournament = from_file(path, tables, engine)
        record = record or path.with_suffix(".jsonl")
    else:
        tournament = from_words(words, tables, engine)
    backend = find_backend(on, processes) or local_backend(tournament, processes)
    played = tournaments.play(tournament, backend, record)
    if as_json:
        print_json(json_output.tournament_data(played))
    else:
        tournaments.print_tournament(played)
    if report:
        from tabuleiro.arena.report import write_tournament_report

        page = write_tournament_report(tournament, played.results, report)
        if not as_json:
            print_text(say("The report is {path}.", path=page))
    if played.interrupted:
        if as_json:
            parameters.print_error(*played.closing_notes())
        raise typer.Exit(parameters.INTERRUPTED)


def file_among(words: list[str]) -> Path | None:
    """The tournament file, if the words are the path of one."""
    path = Path(words[0])
    return path if len(words) == 1 and (path.suffix == ".toml" or path.is_file()) else None


def from_file(
    path: Path, tables: dict[str, dict[str, Any]], engines: list[str] | None
) -> Tournament:
    """The tournament of a file; it must have all settings that decide the games."""
    from tabuleiro.arena.tournament_file import read_tournament

    given = [key for table in tables.values() for key, value in table.items() if value is not None]
    if given or engines:
        raise TabuleiroError(
            say(
                "{key} goes with players on the command line: for {path}, write it there",
                key=[*given, "engine"][0],
                path=path,
            )
        )
    return read_tournament(path)


def from_words(
    words: list[str], tables: dict[str, dict[str, Any]], engines: list[str] | None
) -> Tournament:
    """The tournament of these words: players, a game and its options. Engines that are not among
    the players are added after them."""
    from tabuleiro.arena.tournament_file import parse_tournament
    from tabuleiro.games import game_named, games

    named = [(at, game) for at, word in enumerate(words) if (game := game_named(word))]
    if not named:
        raise TabuleiroError(
            say(
                "there is no game among these words: name a tournament file that ends in .toml, "
                "or players and then a game: {ids}",
                ids=tuple(games()),
            )
        )
    at, game = named[0]
    commands_of = dict(map(split_engine, engines or ()))
    names = [*words[:at], *(name for name in commands_of if name not in words[:at])]
    players = [
        {"name": name, "engine": commands_of[name]} if name in commands_of else {"name": name}
        for name in names
    ]
    chosen = {
        heading: {key: value for key, value in table.items() if value is not None}
        for heading, table in tables.items()
    }
    if chosen["openings"].get("balance") == 0:
        chosen["openings"]["balance"] = False
    top = chosen.pop("")
    if not chosen["sprt"]:
        del chosen["sprt"]
    top.setdefault("kind", "match" if len(players) == 2 else "round-robin")
    return parse_tournament(
        {"game": " ".join([game.id, *words[at + 1 :]]), "player": players, **top, **chosen}
    )


def split_engine(text: str) -> tuple[str, str]:
    """The name and the command line of an engine."""
    name, equals, command = text.partition("=")
    if not (name and equals and command):
        raise TabuleiroError(say("an engine is written NAME=COMMAND, not {text}", text=repr(text)))
    return name, command


def split_claims(text: str | None) -> dict[str, float]:
    """The two hypotheses of a sequential test."""
    if text is None:
        return {}
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise TabuleiroError(
            say("a sequential test is written ELO0,ELO1 (0,10), not {text}", text=repr(text))
        ) from None
    return {"elo0": elo0, "elo1": elo1}


def find_backend(on: str | None, processes: int | None) -> Backend | None:
    """What plays the games, if not processes on this machine."""
    if on is None:
        return None
    if on != "ray":
        raise TabuleiroError(
            say("games are played on ray or on this machine, not on {on}", on=repr(on))
        )
    if processes is not None:
        raise TabuleiroError(say("processes are for this machine: Ray knows its own cores"))
    from tabuleiro.arena.distributed import play_on_ray

    return play_on_ray
