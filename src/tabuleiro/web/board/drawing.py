"""Shared by all drawing of boards: the theme, and caches of layouts and pictures."""

from collections import deque
from collections.abc import Hashable, Iterable

from tabuleiro.core.drawing.layout import Layout, PlacedSite, lay_out
from tabuleiro.core.drawing.shapes import Outline, path_of
from tabuleiro.core.drawing.svg_elements import element
from tabuleiro.core.drawing.theme import LIGHT
from tabuleiro.core.scene import Piece, Scene, SiteShape
from tabuleiro.web.lru_cache import LruCache

THEME = LIGHT.variables()
CHANGING: frozenset[SiteShape] = frozenset({"circle"})
"""Shapes of sites that look different when they hold a piece."""


layouts: deque[tuple[object, Layout]] = deque(maxlen=16)
"""The boards that were drawn last, with their layouts. On most boards a move changes no layout.

It is not an `LruCache`, since the key would be the whole board: to hash that takes longer than to
compare it with a few others, most of whose parts are the same objects.
"""
drawings: LruCache[Hashable, str] = LruCache(8192)
"""Pictures by what they show: a move changes few of them."""


def laid_out(scene: Scene) -> Layout:
    """The layout of a scene, without cards and captions: the same in every language."""
    board = scene.sites, scene.lines, scene.areas, scene.labels  # its whole input
    found = next((laid for known, laid in tuple(layouts) if known == board), None)
    if found is None:
        found = lay_out(scene, "none", False, str)
        layouts.append((board, found))
    return found


def drawing_key(place: PlacedSite, pieces: Iterable[Piece]) -> Hashable:
    """Everything that the picture of the pieces on a place depends on."""
    site = place.site
    return (
        (site.name, site.shape, site.size, site.tone, place.x, place.y, place.unit),
        *((each.form, each.colour, each.letter, each.dots, each.owner) for each in pieces),
    )


def upright(x: float, y: float, body: str, **attributes: str) -> str:
    """A group with its centre at (x, y) that stays upright when the board is rotated."""
    return element(
        "g", element("g", body, class_="upright"), transform=f"translate({x:g} {y:g})", **attributes
    )


def path(outline: Outline) -> str:
    """An outline as the data of an SVG path."""
    if outline.corner:
        return path_of(outline)
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in outline.points) + "Z"
