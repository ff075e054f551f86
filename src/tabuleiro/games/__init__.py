"""The registry of games: finding a game, starting positions, full texts, rules pages."""

import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from random import Random
from types import ModuleType
from typing import Any
from warnings import warn

from tabuleiro.core.game import BALANCED, Game
from tabuleiro.core.message import GameError, check_type, quote, say, suggest
from tabuleiro.core.options import Option, Options, split_words
from tabuleiro.core.position import Position
from tabuleiro.core.rulebook import Rulebook, brief_rulebook, read_rulebook
from tabuleiro.games.control_v import GAME as CONTROL_V
from tabuleiro.games.eigenstate import GAME as EIGENSTATE
from tabuleiro.games.fuse import GAME as FUSE
from tabuleiro.games.lyngk import GAME as LYNGK
from tabuleiro.games.squex import GAME as SQUEX


class GamesModule(ModuleType):
    """Makes `tabuleiro.games()` work, although `tabuleiro.games` is also this module."""

    def __call__(self) -> dict[str, Game[Any]]:
        return games()


sys.modules[__name__].__class__ = GamesModule

GAMES: tuple[Game[Any], ...] = (SQUEX, CONTROL_V, FUSE, EIGENSTATE, LYNGK)


@cache
def games() -> dict[str, Game[Any]]:
    """All games by id: ours, then those of the entry point group `tabuleiro.games`. A game that
    cannot be loaded, or whose id is taken, is left out with a warning."""
    found = {game.id: game for game in GAMES}
    for entry in entry_points(group="tabuleiro.games"):
        try:
            game: Game[Any] = entry.load()
            if found.setdefault(game.id, game) is not game:
                raise GameError(say("there is a game {id} already", id=quote(game.id)))
        except Exception as error:  # noqa: BLE001 - another package may raise anything
            reason = f"{type(error).__name__}: {error}"
            warn(f"the game {entry.value} is left out: {reason}", stacklevel=2)
    return found


def find_game(game_id: str) -> Game[Any]:
    """The game of that id."""
    check_type("game", game_id, str)
    if game_id not in games():
        reason = suggest(say("there is no game {id}", id=quote(game_id)), game_id, games())
        raise GameError(say("{reason}: the games are {ids}", reason=reason, ids=tuple(games())))
    return games()[game_id]


def find_game_by_name(text: str) -> Game[Any]:
    """The game that a person names: by its id or name, in any case, with or without signs."""
    return game_named(text) or find_game(text)


def game_named(text: str) -> Game[Any] | None:
    """The same; None if there is no such game."""
    letters = letters_of(text)
    found = (game for game in games().values() if letters in map(letters_of, (game.id, game.name)))
    return next(found, None)


def letters_of(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return "".join(filter(str.isalnum, text.lower()))


def start(game_text: str, **options: Any) -> Position:
    """The start position of a game: `start("squex", rows=5)` or `start("squex rows=5")`."""
    check_type("game_text", game_text, str)
    game_id, *words = game_text.split(" ")
    position: Position = find_game(game_id).start(**{**split_words(words), **options})
    return position


def fresh_start(game: Game[Any], given: dict[str, str], chance: Random) -> Position:
    """A new game, with a new random start unless its seed is given."""
    position: Position = game.start(**draw_options(game, given, chance))
    return position


def another_start(position: Position, chance: Random) -> Position:
    """A new game with the same options, and with a new random start, balanced if that one was."""
    return fresh_start(position.game, options_of_another_start(position, chance), chance)


def options_of_another_start(position: Position, chance: Random) -> dict[str, str]:
    """The same options, and those that draw a new random start."""
    game, options = position.game, position.options()
    given = {
        option.name: option.format(options[option.name])
        for option in game.options
        if not option.start_only and options[option.name] != option.default
    }
    if game.is_balanced_start(position):
        given[BALANCED] = "on"
    return draw_options(game, given, chance)


def draw_options(game: Game[Any], given: dict[str, str], chance: Random) -> dict[str, str]:
    """The given options and, for a random start whose seed is not given, a random seed."""
    options = game.resolve_options(dict(given))
    for option in game.options:
        if option.drawn and option.name not in given:
            given = {**given, option.name: str(draw_seed(game, option, options, chance))}
    return given


def draw_seed(game: Game[Any], option: Option, options: Options, chance: Random) -> int:
    """A random value of the option that draws the start: any, or that of a balanced start."""
    if options.get(BALANCED):
        return chance.choice(game.balanced_seeds(options))
    domain = option.domain()
    return chance.randint(domain["min"], domain["max"])


def read(full_text: str) -> Position:
    """The position of a full text: game text, ` | `, position text."""
    check_type("full_text", full_text, str)
    game_text, bar, text = full_text.partition(" | ")
    if not bar:
        raise GameError(say("{text} has no ' | ' between game and position", text=quote(full_text)))
    game, options = parse_game_text(game_text)
    return game.text.parse_position(text, options)


def sample_position(game: Game[Any]) -> Position:
    """A position that shows what the game looks like: its sample, or its start."""
    return read(game.sample) if game.sample else game.start()


def parse_game_text(game_text: str) -> tuple[Game[Position], Options]:
    """The game of a game text, and the value of every option."""
    game_id, *words = game_text.split(" ")
    game = find_game(game_id)
    return game, game.resolve_options(dict(split_words(words)))


def rulebook(
    game: Game[Any], language: str = "en", translate: Callable[[str], str] = str
) -> Rulebook:
    """The rules of a game in a language, or in English: the page `rules.<language>.md` beside the
    module of its positions. Without a page, a short one is made and translated."""
    for code in (language, "en"):
        text = game.file_text(f"rules.{code}.md")
        if text is not None:
            return read_rulebook(text, code, f"{game.id}/rules.{code}.md")
    return brief_rulebook(game, language, translate)
