"""SVG pictures of positions for pages, and the colour that stands for each player."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

import segno
from markupsafe import Markup

from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import CLASSIC
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import OWNED_BY_CLAIM, Scene, own_colour, player_name
from tabuleiro.games import sample_position
from tabuleiro.language import translator

SIDES: dict[str, Message] = {
    "p1": say("Blue"),
    "p2": say("Orange"),
    "white": say("White"),
    "black": say("Black"),
}
"""What people call the players by the colour of their pieces; other colours have no name."""
CLASSIC_SIDES = SIDES | {"p2": say("Red")}


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


def tone_of(game: Game[Any], player: int) -> str:
    """The colour that stands for a player: that of their pieces, if they have only one; their
    number if colours of pieces do not stand for players."""
    if any(piece.shape in OWNED_BY_CLAIM for piece in sample_scene(game).pieces):
        return f"number-{player + 1}"
    return own_colour(sample_scene(game), player) or f"p{player + 1}"


def side_of(game: Game[Any], player: int, theme: str) -> Message:
    """A player by the colour of their pieces on the page, if they have only one with a name."""
    tone, is_classic = own_colour(sample_scene(game), player), theme == CLASSIC.name
    if is_classic and tone in game.classic_look.colours:
        return player_name(player)
    names = CLASSIC_SIDES if is_classic else SIDES
    return names.get(tone, player_name(player))


@cache
def sample_scene(game: Game[Any]) -> Scene:
    """The scene of the game's sample position."""
    return sample_position(game).scene()
