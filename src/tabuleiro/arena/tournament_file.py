"""Reads tournaments from TOML files and from the arguments of a command.

Each table has a list of keys with their types. An error names the key, its line if there is a file,
and how to fix it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from tabuleiro.arena.sprt import Sprt
from tabuleiro.arena.toml_schema import (
    LARGEST,
    Key,
    command,
    engine_options,
    error_at,
    in_table,
    integer,
    line_of,
    number,
    or_false,
    read_table,
    table,
    tables,
    text,
    texts,
    tournament_kind,
)
from tabuleiro.arena.tournament import (
    Adjudication,
    ArenaError,
    Entry,
    Limits,
    OpeningPlan,
    Tournament,
    TournamentFileError,
    TournamentKind,
)
from tabuleiro.arena.tournament_runner import Backend
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.games import game_named, games, read
from tabuleiro.play.clock import read_control

LONGEST_START = 50.0  # seconds for an engine to start
LONGEST_MOVE_TIMEOUT = 7 * 24 * 3600.0  # seconds for a move of an engine

SOME_TEXT = say("some text in quotation marks, in one line")
FROM_ONE = say("a whole number from 1")
SECONDS = say("a number of seconds above 0")
RATE = say("a number between 0 and 0.5")
TOP = (
    Key("title", text, SOME_TEXT),
    Key("kind", tournament_kind, say("one of {kinds}", kinds=tuple(TournamentKind))),
    Key("game", text, say('a game text in quotation marks, such as "squex rows=5"')),
    Key("players", texts, say('a list of names, such as ["level:3", "level:4"]')),
    Key("player", tables, say("tables, each headed [[player]]")),
    Key("pairs", integer(1), FROM_ONE),
    Key("rounds", integer(1), FROM_ONE),
    Key("seed", integer(-LARGEST), say("a whole number")),
    Key("cap", integer(1), FROM_ONE),
    Key("openings", table, say("a table, headed [openings]")),
    Key("limits", table, say("a table, headed [limits]")),
    Key("adjudication", table, say("a table, headed [adjudication]")),
    Key("sprt", table, say("a table, headed [sprt]")),
)
PLAYER = (
    Key("name", text, SOME_TEXT),
    Key("player", text, say("the name of a player in quotation marks")),
    Key("engine", command, say("a command line in quotation marks, or a list of its words")),
    Key("options", engine_options, say("a table of names and values, such as {{ Hash = 64 }}")),
    Key("folder", text, say("a folder in quotation marks")),
    Key("log", text, say("a file in quotation marks")),
    Key(
        "start-seconds",
        number(0, LONGEST_START),
        say("a number of seconds above 0, at most {most}", most=LONGEST_START),
    ),
    Key("patience", number(0, LONGEST_MOVE_TIMEOUT), SECONDS),
    Key("threads", integer(1, 1024), say("a whole number from 1 to 1024")),
    Key("nodes", integer(1), FROM_ONE),
    Key("depth", integer(1), FROM_ONE),
)
ENGINE_ONLY = ("options", "folder", "log", "start-seconds", "patience", "threads")
OPENINGS = (
    Key("moves", integer(0, 10_000), say("a whole number from 0 to 10000")),
    Key("file", text, say("a file in quotation marks")),
    Key("balance", or_false(number(0, 1)), say("a number above 0, at most 1, or false")),
    Key("nodes", integer(1), FROM_ONE),
)
LIMITS = (
    Key("turn-time", number(0), SECONDS),
    Key("nodes", integer(1), FROM_ONE),
    Key("depth", integer(1), FROM_ONE),
    Key("clock", text, say('minutes and seconds of increment, such as "1+1" or "0:10+0"')),
    Key("margin", number(0, 60, least=0.0), say("a number of seconds from 0 to 60")),
)
ADJUDICATION = (
    Key("proof", integer(0), say("a whole number from 0")),
    Key("score", number(0.5, 1), say("a number above 0.5, at most 1")),
    Key("moves", integer(2), say("a whole number from 2")),
)
SPRT = (
    Key("elo0", number(-inf), say("a number")),
    Key("elo1", number(-inf), say("a number")),
    Key("alpha", number(0, 0.5), RATE),
    Key("beta", number(0, 0.5), RATE),
)


def read_tournament(path: Path) -> Tournament:
    """Reads the tournament that a file describes."""
    try:
        content = path.read_text("utf-8")
        data = tomllib.loads(content)
    except UnicodeDecodeError as error:
        raise ArenaError(say("{path} is not text in UTF-8", path=path)) from error
    except ValueError as error:  # also a number with too many digits for Python
        is_toml = isinstance(error, tomllib.TOMLDecodeError)
        reason = str(error) if is_toml else say("a number has too many digits")
        raise ArenaError(say("{path}: {reason}", path=path, reason=reason)) from error
    try:
        return parse_tournament(data, path.parent)
    except TournamentFileError:
        raise
    except ArenaError as error:
        raise error_at(path, line_of(content, error), error.message) from error


def parse_tournament(data: Mapping[str, Any], folder: Path = Path()) -> Tournament:
    """The tournament of these tables; paths in them are relative to the folder."""
    top = read_table(data, TOP)
    for needed in ("kind", "game"):
        if needed not in top:
            raise ArenaError(say("{key} is missing: every tournament needs one", key=needed))
    names = top.get("players", ())
    own = []
    for index, player in enumerate(top.get("player", [])):
        with in_table("player", index):
            own.append(read_entry(player, folder))
    with in_table("", key="game"):
        tournament = Tournament(
            kind=top["kind"],
            entries=(*(Entry(name, name) for name in names), *own),
            game=top["game"],
            limits=read_limits(top.get("limits", {})),
            adjudication=read_adjudication(top.get("adjudication", {})),
            sprt=read_sprt(top["sprt"]) if "sprt" in top else None,
            **{key: top[key] for key in ("title", "pairs", "rounds", "seed", "cap") if key in top},
        )
    for index, entry in enumerate(tournament.entries, start=-len(names)):
        is_own = index >= 0
        with in_table("player", index, key="player") if is_own else in_table("", key="players"):
            if not entry.engine:  # a file is not a reason to start programs
                tournament.check_entry(entry)
    return replace(tournament, openings=read_openings(tournament, top.get("openings", {}), folder))


def read_entry(data: Mapping[str, Any], folder: Path) -> Entry:
    """A player of a tournament."""
    found = read_table(data, PLAYER, "player")
    check_entry(found)
    if "engine" in found:
        found["folder"] = folder / found.get("folder", "")
        found |= {"log": folder / found["log"]} if "log" in found else {}
    else:
        found.setdefault("player", found.get("name"))
        found.setdefault("name", found["player"])
    if "patience" in found:
        found["move_timeout"] = found.pop("patience")
    return Entry(**{key.replace("-", "_"): value for key, value in found.items()})


def check_entry(found: Mapping[str, Any]) -> None:
    """Raises an error for keys that exclude each other."""
    if "player" in found and "engine" in found:
        raise ArenaError(say("give either player or engine, not both"), "engine")
    if "name" not in found and "engine" in found:
        raise ArenaError(say("name is missing: every engine needs one"))
    if "name" not in found and "player" not in found:
        raise ArenaError(say("name is missing: every player needs one"))
    for key in ENGINE_ONLY:
        if key in found and "engine" not in found:
            reason = say("{key} is for engines: add engine, or leave {key} out", key=key)
            raise ArenaError(reason, key)


def read_limits(data: Mapping[str, Any]) -> Limits:
    """The limits of players."""
    with in_table("limits", key="clock"):
        found = read_table(data, LIMITS, "limits")
        if "clock" in found:
            found["clock"] = read_control(found["clock"])
        return Limits(**{key.replace("-", "_"): value for key, value in found.items()})


def read_adjudication(data: Mapping[str, Any]) -> Adjudication:
    """When games end before their rules end them."""
    with in_table("adjudication"):
        return Adjudication(**read_table(data, ADJUDICATION, "adjudication"))


def read_sprt(data: Mapping[str, Any]) -> Sprt:
    """The sequential test that ends a match."""
    with in_table("sprt", key="elo0"):
        found = read_table(data, SPRT, "sprt")
        for needed in ("elo0", "elo1"):
            if needed not in found:
                reason = say("{key} is missing: a sequential test needs elo0 and elo1", key=needed)
                raise ArenaError(reason, needed)
        return Sprt(**found)


def read_openings(tournament: Tournament, data: Mapping[str, Any], folder: Path) -> OpeningPlan:
    """How openings are made."""
    with in_table("openings", key="file"):
        found = read_table(data, OPENINGS, "openings")
        if "file" in found:
            found["positions"] = read_positions(folder / found.pop("file"), tournament)
        return OpeningPlan(**found)


# --- files of positions, one position a line -----------------------------------------------


def read_positions(path: Path, tournament: Tournament) -> tuple[Position, ...]:
    """The positions of a file, in order. Each is a full text, or the text of a position with the
    options of the tournament. Empty lines and lines that start with # are ignored."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (UnicodeDecodeError, OSError) as error:
        reason = say("it is not text in UTF-8")
        if isinstance(error, OSError):
            reason = say("it cannot be read: {reason}", reason=str(error))
        raise error_at(path, None, reason) from error
    found: dict[Position, int] = {}
    for line_number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                position = read_position(line.strip(), tournament)
                if position in found:
                    earlier = found[position]
                    reason = say("it repeats line {line}: leave one of them out", line=earlier)
                    raise ArenaError(reason)
            except TabuleiroError as error:
                raise error_at(path, line_number, error.message) from error
            found[position] = line_number
    if not found:
        raise error_at(path, None, say("it has no positions"))
    return tuple(found)


def read_position(text: str, tournament: Tournament) -> Position:
    """The position of a line, which must have the game and the options of the tournament."""
    start: Position = tournament.rules.start(**tournament.given)
    full = " | " in text
    position = read(text) if full else tournament.rules.read(text, dict(tournament.given))
    found, wanted = (one.full_text.partition(" | ")[0] for one in (position, start))
    if full and found != wanted:
        reason = say("it is a position of {found}, not of {wanted}", found=found, wanted=wanted)
        raise ArenaError(reason)
    if position.over:
        raise ArenaError(say("the game is over there"))
    return position


# --- the arguments of a command ------------------------------------------------------------

Tables = dict[str, dict[str, Any]]
"""The options of a command by the tables and keys of a tournament file; None if not given."""


def find_tournament(
    words: list[str], tables: Tables, engines: list[str] | None
) -> tuple[Tournament, Path | None]:
    """The tournament that words and options name, and its file if it has one."""
    path = Path(words[0])
    if len(words) == 1 and (path.suffix == ".toml" or path.is_file()):
        return from_file(path, tables, engines), path
    return from_words(words, tables, engines), None


def from_file(path: Path, tables: Tables, engines: list[str] | None) -> Tournament:
    """The tournament of a file; it must have all settings that decide the games."""
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


def from_words(words: list[str], tables: Tables, engines: list[str] | None) -> Tournament:
    """The tournament of these words: players, a game and its options. Engines that are not among
    the players are added after them."""
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
