"""The tournament of a command: from a file, or from players, a game and options."""

from pathlib import Path
from typing import Any

from tabuleiro.arena.tournament import Tournament
from tabuleiro.arena.tournament_file import parse_tournament, read_tournament
from tabuleiro.arena.tournament_runner import Backend
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.games import game_named, games

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
