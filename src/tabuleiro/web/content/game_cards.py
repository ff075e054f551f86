"""Cards that show a game in lists: its picture and its puzzles."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup

from tabuleiro.analysis import Puzzle, shipped_puzzles
from tabuleiro.core.game import Game
from tabuleiro.web.content.pictures import sample_picture


class GameCard(NamedTuple):
    """A game with its picture and its puzzles."""

    game: Game[Any]
    picture: Markup
    puzzles: tuple[Puzzle, ...]


@cache
def puzzles_of(game: Game[Any]) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, from easy to hard."""
    return tuple(shipped_puzzles(game))


def game_cards(games: Iterable[Game[Any]], language: str) -> list[GameCard]:
    """The cards of some games."""
    return [GameCard(game, sample_picture(game, language), puzzles_of(game)) for game in games]
