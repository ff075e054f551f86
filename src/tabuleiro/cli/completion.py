"""Shell completion: the words that may come next. The scripts for shells are in `cli/shells`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from tabuleiro.core.game import Game

MOST_VALUES = 20  # of an option that are offered


def games() -> list[str]:
    """The ids of the games."""
    from tabuleiro.games import games as all_games

    return list(all_games())


def game_options(context: typer.Context, incomplete: str) -> list[str]:
    """The options of the game as `rows=`, or their values after that."""
    game = game_of(context)
    known = {option.name: option.domain() for option in (game.options if game else ())}
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return [f"{name}=" for name in known]
    domain = known.get(name, {"min": 1, "max": 0})
    values = domain.get("values") or range(domain["min"], domain["max"] + 1)
    return [f"{name}={value}" for value in values[:MOST_VALUES]]


def players(context: typer.Context) -> list[str]:
    """The computer players: of the game, or of all games if it is not known yet."""
    from tabuleiro.games import games as all_games
    from tabuleiro.players import player_names

    game = game_of(context)
    known = [game] if game else all_games().values()
    return list(dict.fromkeys(name for one in known for name in player_names(one)))


def player_list(context: typer.Context, incomplete: str) -> list[str]:
    """A list of players with commas, and another one at its end."""
    before, comma, _ = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in ["person", *players(context)]]


def saved_games() -> list[str]:
    """The names of the saved games."""
    from tabuleiro.records.saved_games import SavedGames

    return [entry.name for entry in SavedGames().games()]


def games_and_saved(context: typer.Context) -> list[str]:
    """The games; with `--resume` the saved games as well."""
    return games() + (saved_games() if context.params.get("resume") else [])


def players_and_games(context: typer.Context) -> list[str]:
    """The players, and the games that follow them."""
    return players(context) + games()


def themes() -> list[str]:
    """The names of the colour themes."""
    from tabuleiro.core.drawing.theme import THEMES

    return list(THEMES)


def game_of(context: typer.Context) -> Game[Any] | None:
    """The game on the command line so far."""
    from tabuleiro.games import game_named

    return game_named(context.params.get("game") or "")


WORDS: dict[str, Callable[..., list[str]]] = {
    "GAME": games_and_saved,
    "GAME | FILE": games,
    "NAME=VALUE": game_options,
    "PLAYER": players,
    "OPPONENT": players,
    "PLAYERS": player_list,
    "FILE | PLAYERS GAME [NAME=VALUE]": players_and_games,
    "SEAT": lambda: ["1", "2", "3", "4", "random"],
    "SAVED": saved_games,
    "THEME": themes,
    "LANG": lambda: ["en", "pt"],
}
"""The words that may stand for a parameter, by its name in the help."""
