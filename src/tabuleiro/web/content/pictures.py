"""SVG pictures of positions for pages, and the colour that stands for each player."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene
from tabuleiro.games import read
from tabuleiro.language import translator


def draw(scene: Scene, language: str) -> Markup:
    """A scene as SVG for a page."""
    svg = draw_svg(
        scene, layout="below", captions=False, css_variables=True, translate=translator(language)
    )
    return Markup(svg)  # noqa: S704 - our own drawing, which escapes every word in it


def small_picture(position: Position, language: str) -> Markup:
    """The board alone, for a card."""
    return draw(replace(position.scene(), labels=(), supplies=(), captions=()), language)


@lru_cache(maxsize=64)
def sample_picture(game: Game[Any], language: str) -> Markup:
    """The picture of a game."""
    position = read(game.sample) if game.sample else game.start()
    return small_picture(position, language)


def tone_of(game: Game[Any], player: int) -> str:
    """The colour that stands for a player: that of their pieces, if they have only one."""
    position = read(game.sample) if game.sample else game.start()
    owned = {piece.colour for piece in position.scene().pieces if piece.owner == player}
    return owned.pop() if len(owned) == 1 else f"p{player + 1}"
