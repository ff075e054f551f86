"""Marks over the board as SVG: rings, dots, paths, arrows, values."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tabuleiro.core.drawing.layout import PlacedSite, text_width
from tabuleiro.core.drawing.pieces import (
    BLOCK_CORNER,
    DOT_RING,
    GAP,
    OPEN_DOT,
    body_outline,
    cell_outline,
    cross_path,
    fills,
    panel_width,
    piece_unit,
)
from tabuleiro.core.drawing.shapes import Outline, around, grown, rectangle, round_outline
from tabuleiro.core.drawing.svg_elements import disc, element, polyline, shape, text_element
from tabuleiro.core.drawing.theme import Theme
from tabuleiro.core.scene import Link, Mark, MarkKind, Piece, Point

# Sizes in pixels.
LAST, ORIGIN, SELECTED, TOUCH = 3.5, 2.0, 4.0, 3.0
DOT, SMALL_DOT = 5.0, 3.0
CUT = 2.4
THREAD, KNOT = 4.0, 5.5
BEAD, BEAD_GAP = 4.5, 9.0  # the dots of a link that can be cut, and how far apart they are
ARROW, ARROW_HEAD = 5.0, 11.0
VALUE_SIZE = 12.0
DOTTED, DASHED, SOFT_DASHES = "3 4", "7 5", "6 5"

ORIGIN_WIDTH = 0.84  # in pitches
MID_TONES = frozenset({"mid", "mid-line"})


@dataclass(frozen=True, slots=True)
class DrawingContext:
    """What marks are drawn over: sites, pieces and links. If most of the empty sites can be
    touched, it is `crowded`, and dots are small."""

    places: dict[str, PlacedSite]
    pieces: dict[str, list[Piece]]
    links: Sequence[Link]
    theme: Theme
    crowded: bool = False

    def places_of(self, sites: Iterable[str]) -> list[PlacedSite]:
        """The sites of these names that are in the picture."""
        return [self.places[name] for name in sites if name in self.places]

    def pieces_on(self, place: PlacedSite) -> Sequence[Piece]:
        """The pieces on a site, from the bottom to the top."""
        return self.pieces.get(place.site.name, ())


def draw_mark(board: DrawingContext, mark: Mark) -> str:
    """One mark; sites that are not in the picture are left out."""
    return MARKS[mark.kind](board, mark)


# --- rings ---------------------------------------------------------------------------------


def _ring(outline: Outline, colour: str, width: float, dash: str | None = None) -> str:
    return shape(
        outline, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash,
        stroke_linejoin="round",
    )  # fmt: skip


def _ring_around(board: DrawingContext, place: PlacedSite) -> Outline:
    """The ring around one site: outside a round cell, otherwise at the edge of its pieces."""
    pieces = board.pieces_on(place)
    if pieces and place.site.shape == "circle" and not place.in_card:
        return grown(cell_outline(place), 1.5)
    return body_outline(place, pieces)


def rings_around(
    board: DrawingContext, places: Sequence[PlacedSite]
) -> list[tuple[PlacedSite, Outline]]:
    """The rings around sites. A group of linked blocks has one ring."""
    linked: dict[str, list[str]] = {}
    for link in board.links:
        if link.style == "block":
            linked.setdefault(link.first, []).append(link.second)
            linked.setdefault(link.second, []).append(link.first)
    found = []
    for body in _gathered(places, lambda place: board.places_of(linked.get(place.site.name, ()))):
        if len(body) == 1:
            found.append((body[0], _ring_around(board, body[0])))
        else:
            found += [(body[0], outline) for outline in _joint_outlines(body)]
    return found


def _gathered(
    places: Sequence[PlacedSite], neighbours: Callable[[PlacedSite], Iterable[PlacedSite]]
) -> list[list[PlacedSite]]:
    """The sites in groups that are connected by neighbours."""
    left = {place.site.name: place for place in places}
    groups = []
    while left:
        group = [left.pop(next(iter(left)))]
        for place in group:
            group += [
                left.pop(near.site.name) for near in neighbours(place) if near.site.name in left
            ]
        groups.append(group)
    return groups


def _joint_outlines(body: Sequence[PlacedSite]) -> list[Outline]:
    """The outlines of connected square cells as one shape."""
    first = body[0]
    unit = piece_unit(first)
    cells = [
        (round((place.x - first.x) / unit), round((place.y - first.y) / unit)) for place in body
    ]
    left, top = first.x - unit / 2, first.y - unit / 2
    borders = [
        tuple((left + x * unit, top + y * unit) for x, y in border) for border in around(cells)
    ]
    return [grown(Outline(border, BLOCK_CORNER * unit), -GAP / 2) for border in borders]


def _on_mid(place: PlacedSite) -> bool:
    """Whether a ring lies on a tone between white and black, where no single colour stands out."""
    return place.site.tone in MID_TONES and place.site.shape != "circle"


def _ink_ring(board: DrawingContext, place: PlacedSite, outline: Outline) -> str:
    if place.site.inside:
        outline = round_outline(place.x, place.y, DOT_RING * panel_width(place))
        return _ring(outline, _panel_ink(board, place), ORIGIN)
    if _on_mid(place):
        white, black = board.theme["white"], board.theme["black"]
        return _ring(outline, white, LAST + 1.5) + _ring(outline, black, LAST - 1)
    return _ring(outline, board.theme["last"], LAST)


def _last(board: DrawingContext, mark: Mark) -> str:
    bodies = rings_around(board, board.places_of(mark.sites))
    return "".join(_ink_ring(board, place, outline) for place, outline in bodies)


def _origin(board: DrawingContext, mark: Mark) -> str:
    colour = board.theme["last"]
    rings = []
    for place in board.places_of(mark.sites):
        outline = body_outline(place, board.pieces_on(place))
        if place.site.shape == "square":
            width = ORIGIN_WIDTH * piece_unit(place)
            outline = rectangle(place.x, place.y, width, width, outline.corner)
        rings.append(_ring(outline, colour, ORIGIN, DOTTED))
    return "".join(rings)


def _selected(board: DrawingContext, mark: Mark) -> str:
    """A solid ring. On a piece, a thin light ring inside separates it from the colour; around a
    dot, the ring has the colour of the signs on its panel."""
    drawn = []
    for place, outline in rings_around(board, board.places_of(mark.sites)):
        if place.site.shape == "handle":
            continue
        if place.site.shape == "none":
            drawn.append(_target(board, place))
            continue
        colour = _panel_ink(board, place) if place.site.inside else board.theme["touch"]
        drawn.append(_ring(outline, colour, SELECTED))
        pieces = board.pieces_on(place)
        if fills(place.site, pieces):
            light = board.theme.mark(pieces[-1].colour)
            drawn.append(_ring(grown(outline, -SELECTED + 0.5), light, 1.5))
    return "".join(drawn)


def _target(board: DrawingContext, place: PlacedSite) -> str:
    """A chosen crossing."""
    colour = board.theme["touch"]
    rim = disc(place.x, place.y, 10, fill=board.theme["board"], stroke=colour, stroke_width=3)
    return rim + disc(place.x, place.y, 4.5, fill=colour)


# --- what can be touched -------------------------------------------------------------------


def _touch(board: DrawingContext, mark: Mark) -> str:
    """Dots on empty sites and dashed rings around pieces. A handle changes its own look."""
    places = [place for place in board.places_of(mark.sites) if place.site.shape != "handle"]
    taken = [place for place in places if board.pieces_on(place)]
    dots = [_dot(board, place) for place in places if not board.pieces_on(place)]
    rings = [_dashed_ring(board, place, outline) for place, outline in rings_around(board, taken)]
    return "".join(dots + rings)


def _dashed_ring(board: DrawingContext, place: PlacedSite, outline: Outline) -> str:
    """Dashes; on a piece or a middle tone they lie on a light ring."""
    dashes = _ring(outline, board.theme["touch"], TOUCH, DASHED)
    if _on_mid(place):
        return _ring(outline, board.theme["white"], TOUCH + 2) + dashes
    if fills(place.site, board.pieces_on(place)):
        return _ring(outline, board.theme["board"], TOUCH + 2) + dashes
    return dashes


def _dot(board: DrawingContext, place: PlacedSite) -> str:
    x, y, colour = place.x, place.y, board.theme["touch"]
    if place.site.inside:
        return _open_dot(board, place)
    if place.site.shape == "none":
        return disc(x, y, DOT, fill=colour, stroke=board.theme["board"], stroke_width=1.5)
    if place.site.tone in MID_TONES:
        white, black = board.theme["white"], board.theme["black"]
        rim = disc(x, y, DOT + 4, fill=white, stroke=black, stroke_width=1)
        return rim + disc(x, y, DOT, fill=board.theme["touch-on-white"])
    if board.crowded:
        return disc(x, y, SMALL_DOT, fill=colour, fill_opacity=0.75)
    return disc(x, y, DOT * 1.9, fill=colour, fill_opacity=0.16) + disc(x, y, DOT, fill=colour)


def _open_dot(board: DrawingContext, place: PlacedSite) -> str:
    """A dot that can be filled, in the colours of its panel."""
    panel = board.pieces.get(place.site.inside)
    return disc(
        place.x, place.y, OPEN_DOT * panel_width(place), stroke_width=1.25,
        fill=board.theme[panel[-1].colour if panel else "board"], stroke=_panel_ink(board, place),
    )  # fmt: skip


def _panel_ink(board: DrawingContext, place: PlacedSite) -> str:
    """The colour of signs on the panel of a dot."""
    panel = board.pieces.get(place.site.inside)
    return board.theme.mark(panel[-1].colour) if panel else board.theme["last"]


# --- what a move would do, did, or is worth ------------------------------------------------


def _ghost(board: DrawingContext, mark: Mark) -> str:
    """Pieces that a move would add: soft and dashed. Neighbouring square cells are one shape."""
    colour = board.theme[mark.colour or "touch"]
    soft = board.theme.soft(mark.colour)
    return "".join(
        shape(
            outline, fill=soft or colour, fill_opacity=None if soft else 0.25, stroke=colour,
            stroke_width=2.5, stroke_dasharray=SOFT_DASHES,
        )
        for outline in _ghost_outlines(board.places_of(mark.sites))
    )  # fmt: skip


def _ghost_outlines(places: Sequence[PlacedSite]) -> list[Outline]:
    squares = [place for place in places if place.site.shape == "square"]

    def beside(place: PlacedSite) -> list[PlacedSite]:
        near = 1.1 * place.unit
        return [
            other for other in squares if math.dist((place.x, place.y), (other.x, other.y)) < near
        ]

    outlines = [grown(cell_outline(place), -2) for place in places if place.site.shape != "square"]
    for body in _gathered(squares, beside):
        outlines += [grown(outline, -1.5) for outline in _joint_outlines(body)]
    return outlines


def _cut(board: DrawingContext, mark: Mark) -> str:
    """A small cross on what the last move took."""
    ink, light = board.theme["last"], board.theme["board"]
    drawn = []
    for place in board.places_of(mark.sites):
        half = 0.2 * place.site.size * place.unit
        data = cross_path(place.x, place.y, half)
        drawn += [
            element("path", d=data, stroke=colour, stroke_width=width, stroke_linecap="round")
            for colour, width in ((light, 3 * CUT), (ink, 1.25 * CUT))
        ]
    return "".join(drawn)


def draw_trails(board: DrawingContext, marks: Iterable[Mark]) -> str:
    """Paths under the pieces: the path of a move along the lines of the board."""
    colour = board.theme["last"]
    return "".join(
        _thread(_centres(board, mark), colour)
        for mark in marks
        if mark.kind == "path" and not _over_pieces(board, mark)
    )


def _thread(points: tuple[Point, ...], colour: str, width: float = THREAD) -> str:
    """A line with round ends and corners."""
    return polyline(
        points, stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
    )


def _over_pieces(board: DrawingContext, mark: Mark) -> bool:
    """Whether a path leads over pieces that fill their cells, and is drawn on top of them."""
    return all(fills(each.site, board.pieces_on(each)) for each in board.places_of(mark.sites))


def _path(board: DrawingContext, mark: Mark) -> str:
    """A light line with a dot on every site, over pieces; `draw_trails` draws other paths."""
    points = _centres(board, mark)
    if not points or not _over_pieces(board, mark):
        return ""
    colour = board.theme["on-piece"]
    return _thread(points, colour) + "".join(disc(x, y, KNOT, fill=colour) for x, y in points)


def _open(board: DrawingContext, mark: Mark) -> str:
    """Dots along the middle of a link, away from the signs at its ends."""
    points = _centres(board, mark)
    if len(points) < 2:
        return ""
    (ax, ay), (bx, by) = points[0], points[-1]
    reach = (2.5 * BEAD_GAP + 0.1) / math.dist((ax, ay), (bx, by))  # of six dots
    ends = tuple(
        (ax + share * (bx - ax), ay + share * (by - ay)) for share in (0.5 - reach, 0.5 + reach)
    )
    return polyline(
        ends, stroke=board.theme["on-piece"], stroke_width=BEAD, stroke_linecap="round",
        stroke_dasharray=f"0.1 {BEAD_GAP - 0.1:g}",
    )  # fmt: skip


def _passed(board: DrawingContext, mark: Mark) -> str:
    """A small badge with two chevrons at the upper right of the site."""
    drawn = []
    for place in board.places_of(mark.sites):
        x, y = place.x + 0.34 * place.unit, place.y - 0.34 * place.unit
        drawn.append(disc(x, y, 9, fill=board.theme["last"]))
        for dx in (-3.5, 0.5):
            chevron = ((x + dx, y - 3.5), (x + dx + 3.5, y), (x + dx, y + 3.5))
            drawn.append(polyline(chevron, stroke=board.theme["board"], stroke_width=1.75))
    return "".join(drawn)


def _arrow(board: DrawingContext, mark: Mark) -> str:
    points = _centres(board, mark)
    if len(points) < 2 or points[-1] == points[-2]:
        return ""
    colour = board.theme[mark.colour or "touch"]
    (ax, ay), (bx, by) = points[-2:]
    length = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / length, (by - ay) / length
    neck = (bx - ux * ARROW_HEAD * 1.6, by - uy * ARROW_HEAD * 1.6)
    wings = (
        (bx, by),
        (neck[0] - uy * ARROW_HEAD, neck[1] + ux * ARROW_HEAD),
        (neck[0] + uy * ARROW_HEAD, neck[1] - ux * ARROW_HEAD),
    )
    line = _thread((*points[:-1], neck), colour, ARROW)
    head = shape(Outline(wings), fill=colour, stroke=board.theme["board"], stroke_width=1)
    text = _chip(board, (ax + bx) / 2, (ay + by) / 2, mark) if mark.text else ""
    return element("g", line + head, opacity=0.9) + text


def _value(board: DrawingContext, mark: Mark) -> str:
    """The text on every site of the mark; below the middle if there is a piece."""
    return "".join(
        _chip(board, place.x, place.y + (0.3 * place.unit if board.pieces_on(place) else 0), mark)
        for place in board.places_of(mark.sites)
    )


def _chip(board: DrawingContext, x: float, y: float, mark: Mark) -> str:
    theme = board.theme
    outline = rectangle(x, y, text_width(mark.text, VALUE_SIZE) + 12, 20, 6)
    edge = theme[mark.colour or "line"]
    back = shape(outline, fill=theme["surface"], stroke=edge, stroke_width=1.5)
    return back + text_element(x, y, mark.text, VALUE_SIZE, theme["text"], 600)


def _centres(board: DrawingContext, mark: Mark) -> tuple[Point, ...]:
    return tuple((place.x, place.y) for place in board.places_of(mark.sites))


MARKS: dict[MarkKind, Callable[[DrawingContext, Mark], str]] = {
    "last": _last,
    "origin": _origin,
    "cut": _cut,
    "path": _path,
    "passed": _passed,
    "touch": _touch,
    "selected": _selected,
    "ghost": _ghost,
    "threat": _ghost,
    "open": _open,
    "arrow": _arrow,
    "value": _value,
}
