"""Pieces and stacks as SVG, and the outlines of rings around them."""

from collections.abc import Callable, Sequence
from math import isqrt

from tabuleiro.core.drawing.layout import HANDLE_RADIUS, PlacedSite, handle_width
from tabuleiro.core.drawing.shapes import (
    Outline,
    diamond,
    octagon,
    path_of_block,
    rectangle,
    round_outline,
    star,
    triangle,
)
from tabuleiro.core.drawing.svg_elements import disc, element, group, shape
from tabuleiro.core.drawing.theme import FAINT_SIGNS, SIGNS, Theme
from tabuleiro.core.scene import DOT_STEP, Piece, PieceKind, Point, Site, SiteShape

# Sizes in pitches.
CELL_CORNER, BLOCK_CORNER = 0.11, 0.16
WELL = 0.43  # the radius of a round cell with a piece
FREE_PLACE = 0.30  # the radius of an empty one
BAR = 0.20
# Sizes of the parts of a panel, in its width.
PANEL_CORNER, PANEL_CUT = 0.16, 0.15
FULL_DOT, DOT_RING = 0.066, 0.094
EMPTY_DOT, OPEN_DOT, CENTRE = 0.024, 0.062, 0.07
# Sizes in pixels.
GAP = 4.0  # between two square cells
OCTAGON_INSET, DIAMOND_INSET = 1.2, 1.6
POINT_RADIUS = 6.0
HALO = 2.4  # the gap between the pieces of a stack
SMALLEST_PANEL_WITH_DOTS = 36.0
SMALLEST_RADIUS_WITH_CRESCENTS = 16.0
LARGE_PANEL = 176.0  # from this width on, every dot can be touched

Joined = tuple[bool, bool, bool, bool]
"""Whether a block is linked with its neighbour above, to the right, below, to the left."""
NOT_JOINED = (False, False, False, False)


def fills(site: Site, pieces: Sequence[Piece]) -> bool:
    """Whether the top piece of a site fills a whole cell."""
    return bool(pieces) and pieces[-1].form.kind in ("cell", "block") and site.size >= 1


# --- outlines ------------------------------------------------------------------------------


def cell_outline(place: PlacedSite) -> Outline:
    """The edge of an empty site."""
    return CELLS[place.site.shape](place, place.x, place.y, place.site.size * place.unit)


CELLS: dict[SiteShape, Callable[[PlacedSite, float, float, float], Outline]] = {
    "octagon": lambda place, x, y, width: octagon(x, y, width / 2 - OCTAGON_INSET),
    "diamond": lambda place, x, y, width: diamond(x, y, width / 2 - DIAMOND_INSET),
    "square": lambda place, x, y, width: rectangle(
        x, y, width - GAP, width - GAP, CELL_CORNER * place.unit
    ),
    "circle": lambda place, x, y, width: round_outline(x, y, min(width / 2, WELL * place.unit)),
    "point": lambda place, x, y, width: round_outline(x, y, POINT_RADIUS),
    "handle": lambda place, x, y, width: rectangle(
        x, y, handle_width(place.site.text), 2 * HANDLE_RADIUS, HANDLE_RADIUS
    ),
    "dot": lambda place, x, y, width: round_outline(x, y, OPEN_DOT * panel_width(place)),
    "none": lambda place, x, y, width: round_outline(x, y, POINT_RADIUS),
}


def body_outline(place: PlacedSite, pieces: Sequence[Piece]) -> Outline:
    """The outline of a ring around a site: its cell, or the pieces on it."""
    if not pieces:
        return free_outline(place)
    x, y, unit = place.x, place.y, piece_unit(place)
    match pieces[-1].form.kind:
        case "disc":
            radius = stack_radius(place, pieces)
            high = rise(radius, len(pieces)) * (len(pieces) - 1)
            return rectangle(x, y, 2 * radius + 10, 2 * radius + high + 10, radius + 5)
        case "panel":
            width = pieces[-1].form.width * unit
            return rectangle(x, y, width + 10, width + 10, PANEL_CORNER * width + 5)
        case "block":
            return rectangle(x, y, unit - GAP, unit - GAP, BLOCK_CORNER * unit)
        case _:
            return cell_outline(place)


def free_outline(place: PlacedSite) -> Outline:
    """The outline of a ring around an empty site."""
    if place.site.shape == "circle":
        return round_outline(place.x, place.y, FREE_PLACE * place.unit)
    if place.site.shape in ("point", "none"):
        return round_outline(place.x, place.y, 2 * POINT_RADIUS)
    return cell_outline(place)


def piece_unit(place: PlacedSite) -> float:
    """The unit of the sizes of pieces: larger on a large site, but not smaller on a small one."""
    return place.unit * max(1.0, place.site.size)


def panel_width(place: PlacedSite) -> float:
    """The width of the panel that the dot of this site is on."""
    return place.site.size / DOT_STEP * place.unit


def stack_radius(place: PlacedSite, pieces: Sequence[Piece]) -> float:
    """The radius of the pieces of a stack; it depends on the top one."""
    return pieces[-1].form.width / 2 * piece_unit(place)


def rise(radius: float, height: int) -> float:
    """How far a piece of a stack is drawn above the one below it."""
    return radius * (0.42 if height < 5 else 0.34)


# --- pieces --------------------------------------------------------------------------------


def draw_pieces(
    place: PlacedSite, pieces: Sequence[Piece], theme: Theme, joined: Joined = NOT_JOINED
) -> str:
    """The pieces of a site, each in a group with its site and its level, counted from 0."""
    if len(pieces) > 1 and pieces[-1].form.kind == "disc":
        drawn = _stack(place, pieces, theme)
    else:
        drawn = [PIECES[piece.form.kind](place, piece, theme, joined) for piece in pieces]
    return "".join(
        element("g", body, data_site=place.site.name, data_level=level, data_colour=piece.colour)
        for level, (body, piece) in enumerate(zip(drawn, pieces, strict=True))
    )


def _cell(place: PlacedSite, piece: Piece, theme: Theme, joined: Joined) -> str:
    body = shape(cell_outline(place), fill=theme[piece.colour])
    width = place.site.size * place.unit
    if SIGNS.get(piece.colour) != "hoop" or place.site.shape != "diamond":
        return body + sign(place.x, place.y, piece.form.sign * width, piece.colour, theme)
    inner = diamond(place.x, place.y, width / 2 * 0.45)
    ink = theme.mark(piece.colour)
    return body + shape(inner, fill="none", stroke=ink, stroke_opacity=0.5, stroke_width=1.5)


def _block(place: PlacedSite, piece: Piece, theme: Theme, joined: Joined) -> str:
    """A rounded square that fills the gap to the neighbours it is linked to."""
    unit = piece_unit(place)
    up, right, down, left = ((unit + 1 if side else unit - GAP) / 2 for side in joined)
    corner = BLOCK_CORNER * unit
    data = path_of_block(
        place.x - left, place.y - up, place.x + right, place.y + down,
        tuple(0.0 if joined[i - 1] or joined[i] else corner for i in range(4)),
    )  # fmt: skip
    body = element("path", d=data, fill=theme[piece.colour])
    return body + sign(place.x, place.y, piece.form.sign * unit, piece.colour, theme)


def _placed(points: Sequence[Point], x: float, y: float, unit: float) -> Outline:
    """An outline given in pitches, around a point of the picture."""
    return Outline(tuple((x + unit * dx, y + unit * dy) for dx, dy in points))


def _outline(place: PlacedSite, piece: Piece, theme: Theme, joined: Joined) -> str:
    colour = theme[piece.colour]
    outline = _placed(piece.form.outline, place.x, place.y, piece_unit(place))
    return shape(outline, fill=colour, stroke=colour, stroke_width=2, stroke_linejoin="round")


def _disc_at(
    y: float, place: PlacedSite, piece: Piece, theme: Theme, with_sign: bool = True
) -> str:
    """A flat disc, perhaps with a faint groove, and with an emblem or the sign of its colour."""
    x, form, unit = place.x, piece.form, piece_unit(place)
    edge = None if form.edge is None else theme.edge(piece.colour)
    radius = form.width / 2 * unit
    body = disc(x, y, radius, fill=theme[piece.colour], stroke=edge, stroke_width=form.edge)
    if form.groove:
        body += disc(
            x, y, form.groove * unit, fill="none", stroke=theme.mark(piece.colour),
            stroke_opacity=0.22, stroke_width=1.5,
        )  # fmt: skip
    if not form.emblem:
        return body + (sign(x, y, form.sign * unit, piece.colour, theme) if with_sign else "")
    ink = theme.emblem(piece.colour)
    return body + shape(
        _placed(form.emblem, x, y, unit), fill=ink, fill_opacity=0.18, stroke=ink, stroke_width=2,
        stroke_linejoin="round",
    )  # fmt: skip


def _stack(place: PlacedSite, pieces: Sequence[Piece], theme: Theme) -> list[str]:
    """Pieces one above the other; of the lower ones, a crescent with their sign is visible."""
    radius, height = stack_radius(place, pieces), len(pieces)
    step = rise(radius, height)
    bottom = place.y + step * (height - 1) / 2
    drawn = []
    for level, piece in enumerate(pieces):
        y = bottom - level * step
        top = level == height - 1
        halo = disc(place.x, y, radius + HALO, fill=theme["surface" if place.in_card else "board"])
        body = _disc_at(y, place, piece, theme, top)
        if not top and radius >= SMALLEST_RADIUS_WITH_CRESCENTS:
            small = sign(place.x, y + radius - step * 0.45, step * 0.33, piece.colour, theme)
            body += group(small, class_="crescent")  # a page that shrinks the picture hides it
        drawn.append(halo + body)
    return drawn


def _panel(place: PlacedSite, piece: Piece, theme: Theme, joined: Joined) -> str:
    """A panel with its dots; in the centre is the sign of the owner."""
    x, y, width = place.x, place.y, piece.form.width * piece_unit(place)
    colour, ink = theme[piece.colour], theme.mark(piece.colour)
    plain = piece.colour not in SIGNS
    body = shape(_panel_outline(x, y, width, plain), fill=colour)
    step = DOT_STEP * width
    body += "".join(
        _dot(x + column * step, y + row * step, width, full, ink)
        for column, row, full in dot_places(piece)
        if full or width >= SMALLEST_PANEL_WITH_DOTS
    )
    half = CENTRE * width
    centre = (
        rectangle(x, y, 2 * half, 2 * half, half * 0.4) if plain else diamond(x, y, half * 1.35)
    )
    thin = width * (0.014 if width >= LARGE_PANEL else 0.024)
    return body + shape(centre, fill="none", stroke=ink, stroke_width=thin)


def _panel_outline(x: float, y: float, width: float, plain: bool) -> Outline:
    """Round corners for the plain colour, cut corners for the others."""
    if plain:
        return rectangle(x, y, width, width, PANEL_CORNER * width)
    return octagon(x, y, width / 2, PANEL_CUT * width)._replace(corner=0.05 * width)


def dot_places(piece: Piece) -> list[tuple[int, int, bool]]:
    """Column and row of every dot, counted from the centre, and whether it is full."""
    side = isqrt(len(piece.dots) + 1)
    half = side // 2
    spots = [(i % side - half, i // side - half) for i in range(side * side)]
    spots.remove((0, 0))
    return [(column, row, full) for (column, row), full in zip(spots, piece.dots, strict=True)]


def _dot(x: float, y: float, width: float, full: bool, ink: str) -> str:
    if full:
        return disc(x, y, FULL_DOT * width, fill=ink)
    if width < LARGE_PANEL:
        return disc(x, y, EMPTY_DOT * width, fill=ink, fill_opacity=0.5)
    return disc(
        x, y, OPEN_DOT * width, fill=ink, fill_opacity=0.2, stroke=ink, stroke_width=1.75,
        stroke_dasharray="3 3",
    )  # fmt: skip


PIECES: dict[PieceKind, Callable[[PlacedSite, Piece, Theme, Joined], str]] = {
    "cell": _cell,
    "block": _block,
    "outline": _outline,
    "disc": lambda place, piece, theme, joined: _disc_at(place.y, place, piece, theme),
    "panel": _panel,
}


# --- signs ---------------------------------------------------------------------------------


def sign(x: float, y: float, half: float, colour: str, theme: Theme) -> str:
    """The sign of a colour, centred on (x, y); a plain colour has none."""
    name = SIGNS.get(colour)
    if name is None:
        return ""
    ink = theme.mark(colour)
    if name in FAINT_SIGNS:
        return _faint_sign(x, y, half, name, ink)
    return _bold_sign(x, y, half, name, ink)


def _faint_sign(x: float, y: float, half: float, name: str, ink: str) -> str:
    thin = max(1.5, min(2.0, half * 0.2))
    if name == "hoop":
        return disc(x, y, half, fill="none", stroke=ink, stroke_opacity=0.5, stroke_width=thin)
    if name == "bar":
        return shape(
            rectangle(x, y, 2.2 * half, 0.5 * half, 0.25 * half), fill=ink, fill_opacity=0.5
        )
    return element(
        "path", d=cross_path(x, y, half * 0.8), stroke=ink, stroke_opacity=0.5, stroke_width=thin,
        stroke_linecap="round",
    )  # fmt: skip


def cross_path(x: float, y: float, half: float) -> str:
    """Two crossed strokes."""
    whole = f"{2 * half:.2f}"
    return f"M{x - half:.2f} {y - half:.2f}l{whole} {whole}m0 -{whole}l-{whole} {whole}"


def _bold_sign(x: float, y: float, half: float, name: str, ink: str) -> str:
    match name:
        case "square":
            return shape(rectangle(x, y, 1.56 * half, 1.56 * half, 0.2 * half), fill=ink)
        case "triangle":
            return shape(triangle(x, y, half)._replace(corner=0.08 * half), fill=ink)
        case "ring":
            return disc(x, y, 0.72 * half, fill="none", stroke=ink, stroke_width=0.42 * half)
        case "diamond":
            return shape(diamond(x, y, 1.1 * half), fill=ink)
        case "plus":
            sides = (1.96 * half, 0.6 * half), (0.6 * half, 1.96 * half)
            return "".join(shape(rectangle(x, y, *two, 0.16 * half), fill=ink) for two in sides)
        case _:
            return shape(star(x, y, 1.15 * half), fill=ink)
