"""SVG pictures of positions for pages."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import segno
from markupsafe import Markup

from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene
from tabuleiro.games import sample_position
from tabuleiro.language import translator


def draw(scene: Scene, language: str) -> Markup:
    """A scene as SVG for a page."""
    svg = draw_svg(
        scene, layout="below", captions=False, css_variables=True, translate=translator(language)
    )
    return Markup(svg)  # noqa: S704 - our own drawing, which escapes every word in it


def small_picture(position: Position, language: str) -> Markup:
    """The board alone, for a card."""
    return draw(replace(position.scene().at_rest(), labels=(), supplies=(), captions=()), language)


@lru_cache(maxsize=64)
def sample_picture(game: Game[Any], language: str) -> Markup:
    """The picture of a game."""
    return small_picture(sample_position(game), language)


def qr_code(link: str) -> Markup:
    """A link as a picture for cameras: dark on light in every theme."""
    look = {"dark": "#000", "light": "#fff", "svgclass": "qr", "lineclass": None}
    svg = segno.make(link, error="m").svg_inline(omitsize=True, **look)
    return Markup(svg)  # noqa: S704 - a drawing without text
