"""Layout of a scene on a grid of characters, and which character belongs to which site."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tabuleiro.core.drawing.canvas import Spot, round_half_up
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.pixels import Gauge, Run
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


class CharacterOwners(NamedTuple):
    """The site of each character, on the board and over it, and the characters of each site."""

    owners: Mapping[Spot, str]
    overlays: Mapping[Spot, str]
    cells: Mapping[str, tuple[Spot, ...]]


class _Claim(NamedTuple):
    """A site that needs characters. One with a text needs `wide` characters of a row."""

    name: str
    spot: Spot
    shape: SiteShape
    size: float
    wide: int


def assign_characters(grid: Grid) -> CharacterOwners:
    """Each site has its own character; the others belong to the smallest shape that covers them."""
    claims = []
    for place in grid.sites.values():
        site = place.site
        wide = _card_width(site) if place.in_card or site.shape == "handle" else 0
        claims.append(_Claim(site.name, place.spot, site.shape, site.size, wide))
    return _assign_characters(tuple(claims), grid.scale, grid.size)


@lru_cache(maxsize=32)
def _assign_characters(claims: tuple[_Claim, ...], scale: Scale, size: Size) -> CharacterOwners:
    """Cached, because the sites of a board seldom change from one picture to the next."""
    under = _settle([claim for claim in claims if claim.shape not in OVERLAYS], scale, size)
    over = _settle([claim for claim in claims if claim.shape in OVERLAYS], scale, size)
    cells: dict[str, list[Spot]] = {claim.name: [] for claim in claims}
    for spot, name in (*under.items(), *over.items()):
        cells[name].append(spot)
    return CharacterOwners(under, over, {name: tuple(spots) for name, spots in cells.items()})


def _settle(claims: list[_Claim], scale: Scale, size: Size) -> dict[Spot, str]:
    """The site of each character, among the sites of one layer."""
    owners = {claim.spot: claim.name for claim in claims}
    for claim in sorted(claims, key=lambda claim: claim.size):
        for down, left, right in _reach(claim, scale):
            row = claim.spot[0] + down
            for column in range(claim.spot[1] + left, claim.spot[1] + right):
                if 0 <= row < size.height and 0 <= column < size.width:
                    owners.setdefault((row, column), claim.name)
    return owners


def _reach(claim: _Claim, scale: Scale) -> tuple[Run, ...]:
    """The characters that a site covers, relative to its own, row by row."""
    if claim.wide:
        return ((0, -(claim.wide // 2), claim.wide // 2 + 1),)
    if claim.shape == "dot":
        half = (dot_step(scale).across - 1) // 2
        return ((0, -half, half + 1),)
    size = POINT if claim.shape == "point" else claim.size
    return _characters(GAUGES[claim.shape], size * scale.across, size * scale.down)


@lru_cache(maxsize=1024)
def _characters(gauge: Gauge, width: float, height: float) -> tuple[Run, ...]:
    """The characters whose middles lie inside a shape around the middle of one of them."""
    down, across = math.ceil(height / 2), math.ceil(width / 2)
    rows = []
    for y in range(-down, down + 1):
        inside = [x for x in range(-across, across + 1) if gauge(x / width, y / height) <= 1.0]
        if inside:
            rows.append((y, inside[0], inside[-1] + 1))
    return tuple(rows)
