"""The puzzles that come with each game."""

from functools import cache
from typing import Any

from tabuleiro.analysis import Puzzle, shipped_puzzles
from tabuleiro.core.game import Game


@cache
def puzzles_of(game: Game[Any]) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, from easy to hard."""
    return tuple(shipped_puzzles(game))
