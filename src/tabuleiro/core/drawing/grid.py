"""Layout of a scene on a grid of characters, and which character belongs to which site."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tabuleiro.core.drawing.canvas import Spot, round_half_up
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.pixels import Gauge, Stencil, stencil
from tabuleiro.core.drawing.shapes import Box, bounding_box
from tabuleiro.core.scene import OVERLAYS, Label, Point, Scene, Site, SiteShape, Supply


class Scale(NamedTuple):
    """The width and height of a pitch in characters."""

    across: int
    down: int


class Size(NamedTuple):
    """The size of a picture in characters."""

    width: int
    height: int


SCALES = (
    *(Scale(2 * down, down) for down in range(16, 1, -1)),
    Scale(4, 1), Scale(3, 1), Scale(2, 1),
)  # fmt: skip
"""From the largest to the smallest; a character is about twice as high as wide."""
DOTS_FROM = Scale(12, 6)
"""The smallest scale at which every dot of a panel has a character of its own."""
CARD_WIDTH, CARD_GAP = 26, 3
CHIP, STACK = 3, 5
"""The widths of a site on a card in characters: for one piece, and a point for a stack."""
OCTAGON = math.sqrt(0.5)  # how far out the slanting sides of an octagon of width 1 reach
POINT = 0.76  # the width of the ground around a point


def _square(x: float, y: float) -> float:
    return 2 * max(abs(x), abs(y))


def _octagon(x: float, y: float) -> float:
    return max(2 * abs(x), 2 * abs(y), (abs(x) + abs(y)) / OCTAGON)


def _diamond(x: float, y: float) -> float:
    return 2 * (abs(x) + abs(y))


def _round(x: float, y: float) -> float:
    return 2 * math.hypot(x, y)


GAUGES: Mapping[SiteShape, Gauge] = {
    "octagon": _octagon, "diamond": _diamond, "square": _square, "circle": _round,
    "point": _round, "handle": _square, "dot": _square, "none": _round,
}  # fmt: skip
"""The shape of every kind of site."""


class GridSite(NamedTuple):
    """A site on the grid: its character, and the corner of pixels nearest to its centre."""

    site: Site
    spot: Spot
    x: int
    y: int
    in_card: bool = False


class GridText(NamedTuple):
    """A text on the grid, in a colour of the theme."""

    spot: Spot
    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class Grid:
    """The whole layout. The (0, 0) of the scene is the middle of the character `origin`."""

    scale: Scale
    size: Size
    origin: Spot
    sites: dict[str, GridSite]
    texts: tuple[GridText, ...]

    def pixel(self, point: Point) -> Point:
        """A point of the scene in pixels."""
        return (
            2 * (self.origin[1] + point[0] * self.scale.across) + 1,
            2 * (self.origin[0] + point[1] * self.scale.down) + 1,
        )


def shows_dots(scale: Scale) -> bool:
    """Whether the dots of a panel have characters of their own."""
    return scale.across >= DOTS_FROM.across and scale.down >= DOTS_FROM.down


def dot_step(scale: Scale) -> Scale:
    """The distance between the dots of a panel, in characters."""
    return Scale(scale.across // 6, scale.down // 6)


def fit_grid(scene: Scene, room: Size, translate: Translate) -> Grid:
    """The scene as large as the room allows, with its cards below or beside the board. At the
    smallest scale it may be larger than the room."""
    bounds = board_bounds(scene)
    for scale in SCALES:
        if scale != SCALES[-1] and not _may_fit(bounds, scale, room):
            continue
        box = _box(scene, bounds, scale)
        for size, cards in _arrangements(scene, box, room, translate):
            if size.width <= room.width and size.height <= room.height:
                return _grid(scene, scale, box, size, cards)
    return _grid(scene, scale, box, size, cards)


def _may_fit(bounds: Box, scale: Scale, room: Size) -> bool:
    """Whether the board alone may fit: a quick check, because most scales are too large."""
    wide, high = bounds.width * scale.across, bounds.height * scale.down
    return wide <= room.width + 1 and high <= room.height + 1


def board_bounds(scene: Scene) -> Box:
    """The bounds of the cells, areas and bands of the board, in pitches."""
    boxes = [_site_box(site) for site in scene.sites if site.shape not in ("handle", "dot")]
    points = [point for area in scene.areas for point in area.points]
    points += [point for line in scene.lines if line.style == "band" for point in line.points]
    boxes += [Box(x, y, x, y) for x, y in points]
    return bounding_box(boxes)


def _site_box(site: Site) -> Box:
    half = {"point": 0.5, "none": 0.0}.get(site.shape, site.size / 2)
    return Box(site.x - half, site.y - half, site.x + half, site.y + half)


def _box(scene: Scene, bounds: Box, scale: Scale) -> Box:
    """The characters of the board with its handles and labels, relative to (0, 0). The last row and
    column are included."""
    across, down = scale
    board = Box(
        math.floor(bounds.left * across + 0.5 + 1e-9),
        math.floor(bounds.top * down + 0.5 + 1e-9),
        math.ceil(bounds.right * across - 0.5 - 1e-9),
        math.ceil(bounds.bottom * down - 0.5 - 1e-9),
    )
    handles = [
        _text_box(_spot((site.x, site.y), scale), site.text)
        for site in scene.sites
        if site.shape == "handle"
    ]
    labels = [_text_box(label_spot(scene, label, scale), label.text) for label in scene.labels]
    return bounding_box([board, *handles, *labels])


def _text_box(spot: Spot, text: str) -> Box:
    row, column = spot
    left = column - len(text) // 2
    return Box(left, row, left + max(1, len(text)) - 1, row)


def _spot(point: Point, scale: Scale) -> Spot:
    """The character of a point; between two characters, the left or upper one."""
    return round_half_up(2 * point[1] * scale.down) // 2, round_half_up(
        2 * point[0] * scale.across
    ) // 2


def label_spot(scene: Scene, label: Label, scale: Scale) -> Spot:
    """The character of a label; at the smallest scales it is moved to make room for a band."""
    row, column = round_half_up(label.y * scale.down), round_half_up(label.x * scale.across)
    if label.y < 0 and scale.down == 1 and any(line.style == "band" for line in scene.lines):
        row -= 1
    return row, column


# --- cards ---------------------------------------------------------------------------------


def _arrangements(
    scene: Scene, box: Box, room: Size, translate: Translate
) -> list[tuple[Size, _Cards]]:
    """The board with its cards below and, if there is room, to the right."""
    width, height = int(box.width) + 1, int(box.height) + 1
    if not scene.supplies:
        return [(Size(width, height), _Cards((), {}, 0, 0))]
    found = []
    beside = min(CARD_WIDTH, room.width - width - CARD_GAP)
    tokens = (token for supply in scene.supplies for token in _tokens(supply, translate))
    if beside >= max(len(text) for text, _, _ in tokens):  # items are not broken
        cards = _flow(scene.supplies, beside, (0, width + CARD_GAP), translate, 1)
        found = [(Size(width + CARD_GAP + beside, max(height, cards.bottom)), cards)]
    cards = _flow(scene.supplies, max(width, room.width), (height + 1, 0), translate, 0)
    return [(Size(max(width, cards.right), cards.bottom), cards), *found]


class _Cards(NamedTuple):
    texts: tuple[GridText, ...]
    sites: dict[str, GridSite]
    right: int
    bottom: int


def _tokens(supply: Supply, translate: Translate) -> list[tuple[str, str, Site | None]]:
    """The items of a card from left to right: texts with their tones, and sites."""
    tokens: list[tuple[str, str, Site | None]] = [(supply.title.text(translate), "text", None)]
    for site in supply.sites:
        tokens.append((" " * _card_width(site), "", site))
    if supply.note is not None:
        tokens.append((supply.note.text(translate), "muted", None))
    return tokens


def _card_width(site: Site) -> int:
    """The width of a site on a card in characters."""
    return {"handle": len(site.text) + 2, "point": STACK}.get(site.shape, CHIP)


def _flow(
    supplies: tuple[Supply, ...], width: int, start: Spot, translate: Translate, gap: int
) -> _Cards:
    """Cards as lines of items after their titles, broken at the width."""
    words: list[GridText] = []
    places: dict[str, GridSite] = {}
    row, right = start[0], 0
    indent = 2 + max((len(supply.title.text(translate)) for supply in supplies), default=0)
    for supply in supplies:
        column = 0
        for text, tone, site in _tokens(supply, translate):
            if column and column + len(text) > width:
                row, column = row + 1, indent if indent + len(text) <= width else 0
            spot = (row, start[1] + column)
            if site is None:
                words.append(GridText(spot, text, tone))
            else:
                at = spot[1] + len(text) // 2
                places[site.name] = GridSite(site, (row, at), 2 * at + 1, 2 * row + 1, in_card=True)
            right = max(right, spot[1] + len(text))
            column = indent if column == 0 and site is None else column + len(text) + 1
        row += 1 + gap
    return _Cards(tuple(words), places, right, row - gap)


def _grid(scene: Scene, scale: Scale, box: Box, size: Size, cards: _Cards) -> Grid:
    origin = -int(box.top), -int(box.left)
    places = {site.name: _grid_site(site, scale, origin) for site in scene.sites}
    if shows_dots(scale):
        places |= _dot_sites(places, scale)
    else:
        places = {name: place for name, place in places.items() if not place.site.inside}
    labels = tuple(
        GridText((row + origin[0], column + origin[1] - len(label.text) // 2), label.text, "muted")
        for label in scene.labels
        for row, column in [label_spot(scene, label, scale)]
    )
    return Grid(scale, size, origin, places | cards.sites, labels + cards.texts)


def _grid_site(site: Site, scale: Scale, origin: Spot) -> GridSite:
    """A point is in the middle of a character, so that its stack is centred."""
    if site.shape == "point":
        row, column = round_half_up(site.y * scale.down), round_half_up(site.x * scale.across)
        x, y = 2 * column, 2 * row
    else:
        row, column = _spot((site.x, site.y), scale)
        x, y = round_half_up(2 * site.x * scale.across), round_half_up(2 * site.y * scale.down)
    up, left = origin
    return GridSite(site, (row + up, column + left), x + 2 * left + 1, y + 2 * up + 1)


def _dot_sites(places: dict[str, GridSite], scale: Scale) -> dict[str, GridSite]:
    """The dots of panels, whole characters apart from each other."""
    found = {}
    for name, place in places.items():
        if place.site.inside in places:
            panel = places[place.site.inside]
            found[name] = grid_site_of_dot(place.site, panel.site, panel.spot, dot_step(scale))
    return found


def grid_site_of_dot(dot: Site, panel: Site, middle: Spot, step: Scale) -> GridSite:
    """A dot of a panel whose middle is the character `middle`."""
    row = middle[0] + step.down * round_half_up((dot.y - panel.y) / dot.size)
    column = middle[1] + step.across * round_half_up((dot.x - panel.x) / dot.size)
    return GridSite(dot, (row, column), 2 * column + 1, 2 * row + 1)


# --- which character belongs to which site -------------------------------------------------


def assign_characters(grid: Grid) -> dict[Spot, tuple[str, ...]]:
    """The sites of each character, the top one first. Each site has its own character; the others
    belong to the smallest shape of a layer that covers them."""
    places = sorted(grid.sites.values(), key=lambda place: place.site.size)
    found: dict[Spot, tuple[str, ...]] = {}
    for above in (False, True):
        layer = [place for place in places if (place.site.shape in OVERLAYS) is above]
        owners = {place.spot: place.site.name for place in layer}
        for place in layer:
            for spot in _reach(place, grid):
                owners.setdefault(spot, place.site.name)
        found |= {spot: (name, *found.get(spot, ())) for spot, name in owners.items()}
    return found


def _reach(place: GridSite, grid: Grid) -> Iterator[Spot]:
    """The characters of the picture that a site covers; a text covers those of its row."""
    site, scale = place.site, grid.scale
    if place.in_card or site.shape in ("handle", "dot"):
        wide = dot_step(scale).across - 1 if site.shape == "dot" else _card_width(site)
        runs: Stencil = ((0, -(wide // 2), wide // 2 + 1),)
    else:
        size = POINT if site.shape == "point" else site.size
        runs = stencil(GAUGES[site.shape], size * scale.across, size * scale.down, 0.0)
    for down, left, right in runs:
        row, column = place.spot[0] + down, place.spot[1]
        if 0 <= row < grid.size.height:
            for each in range(max(0, column + left), min(grid.size.width, column + right)):
                yield row, each
