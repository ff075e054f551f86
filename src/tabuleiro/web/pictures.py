"""Pictures of positions for pages: SVG in the colours of the page."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from markupsafe import Markup

from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene
from tabuleiro.games import read
from tabuleiro.language import translator
from tabuleiro.core.game import Game
from typing import Any


def draw(scene: Scene, language: str) -> Markup:
    """A scene as it stands in a page."""
    svg = draw_svg(
        scene, layout="below", captions=False, css_variables=True, translate=translator(language)
    )
    return Markup(svg)  # noqa: S704 - our own drawing, which escapes every word in it


def small_picture(position: Position, language: str) -> Markup:
    """The board alone, for a card."""
    return draw(bare(position.scene()), language)


def bare(scene: Scene) -> Scene:
    """The board without what stands beside it."""
    return replace(scene, labels=(), supplies=(), captions=())


@lru_cache(maxsize=64)
def sample_picture(game: Game[Any], language: str) -> Markup:
    """What a game looks like."""
    position = read(game.sample) if game.sample else game.start()
    return small_picture(position, language)
