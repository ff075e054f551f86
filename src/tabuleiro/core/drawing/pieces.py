"""Pieces and stacks as SVG, and the outlines of rings around them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tabuleiro.core.drawing.layout import HANDLE_RADIUS, PlacedSite, handle_width
from tabuleiro.core.drawing.shapes import (
    Outline,
    crown,
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
from tabuleiro.core.scene import HOLE_PITCH, TILE, Piece, PieceShape, SiteShape

# Sizes in pitches.
CELL_CORNER, BLOCK_CORNER = 0.11, 0.16
WELL = 0.43  # the radius of a round cell with a piece
FREE_PLACE = 0.30  # the radius of an empty one
DISC, GROOVE = 0.35, 0.245
COUNTER = 0.30
TILE_CORNER, TILE_CUT = 0.16, 0.15  # of its width
PEG_ALONE = 0.13
BAR = 0.20
# Sizes of what lies on a tile, in widths of the tile.
PEG, PEG_RING = 0.066, 0.094
EMPTY_HOLE, OPEN_HOLE, CENTRE = 0.024, 0.062, 0.07
# Sizes in pixels.
GAP = 4.0  # between two square cells
OCTAGON_INSET, DIAMOND_INSET = 1.2, 1.6
POINT_RADIUS = 6.0
HALO = 2.4  # the gap between the pieces of a stack
SMALLEST_TILE_WITH_HOLES = 36.0
SMALLEST_RADIUS_WITH_CRESCENTS = 16.0
LARGE_TILE = 176.0  # from this width on, every hole can be touched

Joined = tuple[bool, bool, bool, bool]
"""Whether a block is linked with its neighbour above, to the right, below, to the left."""
NOT_JOINED = (False, False, False, False)

STACKED: frozenset[PieceShape] = frozenset({"disc", "counter"})
FILLING: frozenset[PieceShape] = frozenset({"octagon", "block"})
"""Pieces that fill their cells."""


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
    "hole": lambda place, x, y, width: round_outline(x, y, OPEN_HOLE * TILE * place.unit),
    "none": lambda place, x, y, width: round_outline(x, y, POINT_RADIUS),
}


def body_outline(place: PlacedSite, pieces: Sequence[Piece]) -> Outline:
    """The outline of a ring around a site: its cell, or the pieces on it."""
    if not pieces:
        return free_outline(place)
    x, y, unit = place.x, place.y, piece_unit(place)
    match pieces[-1].shape:
        case "disc" | "counter":
            radius = stack_radius(place, pieces)
            high = rise(radius, len(pieces)) * (len(pieces) - 1)
            return rectangle(x, y, 2 * radius + 10, 2 * radius + high + 10, radius + 5)
        case "tile":
            width = TILE * unit + 10
            return rectangle(x, y, width, width, TILE_CORNER * TILE * unit + 5)
        case "block":
            return rectangle(x, y, unit - GAP, unit - GAP, BLOCK_CORNER * unit)
        case "peg":
            return round_outline(x, y, peg_radius(place) + 4)
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


def stack_radius(place: PlacedSite, pieces: Sequence[Piece]) -> float:
    """The radius of the pieces of a stack; it depends on the top one."""
    return (DISC if pieces[-1].shape == "disc" else COUNTER) * piece_unit(place)


def rise(radius: float, height: int) -> float:
    """How far a piece of a stack is drawn above the one below it."""
    return radius * (0.42 if height < 5 else 0.34)


def peg_radius(place: PlacedSite) -> float:
    """The radius of a peg; in a hole, the same as on a tile."""
    return (PEG * TILE if place.site.shape == "hole" else PEG_ALONE) * piece_unit(place)


# --- pieces --------------------------------------------------------------------------------


def draw_pieces(
    place: PlacedSite, pieces: Sequence[Piece], theme: Theme, joined: Joined = NOT_JOINED
) -> str:
    """The pieces of a site, each in a group with its site and its level, counted from 0."""
    if len(pieces) > 1 and pieces[-1].shape in STACKED:
        drawn = _stack(place, pieces, theme)
    elif any(joined):
        drawn = [_block(place, piece, theme, joined) for piece in pieces]
    else:
        drawn = [PIECES[piece.shape](place, piece, theme) for piece in pieces]
    return "".join(
        element("g", body, data_site=place.site.name, data_level=level, data_colour=piece.colour)
        for level, (body, piece) in enumerate(zip(drawn, pieces, strict=True))
    )


def _octagon(place: PlacedSite, piece: Piece, theme: Theme) -> str:
    half = piece_unit(place) / 2
    body = shape(octagon(place.x, place.y, half - OCTAGON_INSET), fill=theme[piece.colour])
    return body + sign(place.x, place.y, 0.4 * half, piece.colour, theme)


def _diamond(place: PlacedSite, piece: Piece, theme: Theme) -> str:
    half = place.site.size * place.unit / 2
    body = shape(diamond(place.x, place.y, half - DIAMOND_INSET), fill=theme[piece.colour])
    if SIGNS.get(piece.colour) != "hoop":
        return body + sign(place.x, place.y, 0.4 * half, piece.colour, theme)
    inner = diamond(place.x, place.y, half * 0.45)
    ink = theme.mark(piece.colour)
    return body + shape(inner, fill="none", stroke=ink, stroke_opacity=0.5, stroke_width=1.5)


def _block(place: PlacedSite, piece: Piece, theme: Theme, joined: Joined = NOT_JOINED) -> str:
    """A rounded square that fills the gap to the neighbours it is linked to."""
    unit = piece_unit(place)
    up, right, down, left = ((unit + 1 if side else unit - GAP) / 2 for side in joined)
    corner = BLOCK_CORNER * unit
    data = path_of_block(
        place.x - left, place.y - up, place.x + right, place.y + down,
        tuple(0.0 if joined[i - 1] or joined[i] else corner for i in range(4)),
    )  # fmt: skip
    body = element("path", d=data, fill=theme[piece.colour])
    return body + sign(place.x, place.y, 0.17 * unit, piece.colour, theme)


def _figure(place: PlacedSite, piece: Piece, theme: Theme) -> str:
    assert piece.figure, "a piece of the shape figure has one"
    colour, unit = theme[piece.colour], piece_unit(place)
    outline = Outline(
        tuple((place.x + unit * dx, place.y + unit * dy) for dx, dy in piece.figure.outline)
    )
    return shape(outline, fill=colour, stroke=colour, stroke_width=2, stroke_linejoin="round")


def _disc(place: PlacedSite, piece: Piece, theme: Theme) -> str:
    """A flat disc with a faint groove, and a crown if it is a king."""
    x, y, unit = place.x, place.y, piece_unit(place)
    edge, mark = theme.edge(piece.colour), theme.mark(piece.colour)
    body = disc(x, y, DISC * unit, fill=theme[piece.colour], stroke=edge, stroke_width=1.5)
    body += disc(
        x, y, GROOVE * unit, fill="none", stroke=mark, stroke_opacity=0.22, stroke_width=1.5
    )
    if piece.crown:
        ink = theme.crown(piece.colour)
        outline = crown(x, y, 0.16 * unit)
        return body + shape(
            outline,
            fill=ink,
            fill_opacity=0.18,
            stroke=ink,
            stroke_width=2,
            stroke_linejoin="round",
        )
    return body + sign(x, y, 0.15 * unit, piece.colour, theme)


def _counter(place: PlacedSite, piece: Piece, theme: Theme) -> str:
    return _counter_at(place.x, place.y, COUNTER * piece_unit(place), piece.colour, theme, True)


def _counter_at(
    x: float, y: float, radius: float, colour: str, theme: Theme, with_sign: bool
) -> str:
    edge = theme.edge(colour)
    body = disc(x, y, radius, fill=theme[colour], stroke=edge, stroke_width=1.75)
    return body + (sign(x, y, radius * 0.42, colour, theme) if with_sign else "")


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
        if piece.shape == "disc":
            body = _disc(replace(place, y=y), piece, theme)
        else:
            body = _counter_at(place.x, y, radius, piece.colour, theme, top)
        if not top and radius >= SMALLEST_RADIUS_WITH_CRESCENTS:
            small = sign(place.x, y + radius - step * 0.45, step * 0.33, piece.colour, theme)
            body += group(small, class_="crescent")  # a page that shrinks the picture hides it
        drawn.append(halo + body)
    return drawn


def _peg(place: PlacedSite, piece: Piece, theme: Theme) -> str:
    return disc(place.x, place.y, peg_radius(place), fill=theme[piece.colour])


def _tile(place: PlacedSite, piece: Piece, theme: Theme) -> str:
    """A tile with its holes in rows of five; in the centre is the sign of the owner."""
    x, y, width = place.x, place.y, TILE * piece_unit(place)
    colour, ink = theme[piece.colour], theme.mark(piece.colour)
    plain = piece.colour not in SIGNS
    body = shape(_tile_outline(x, y, width, plain), fill=colour)
    step = HOLE_PITCH / TILE * width
    body += "".join(
        _hole(x + column * step, y + row * step, width, pegged, ink)
        for column, row, pegged in tile_holes(piece)
        if pegged or width >= SMALLEST_TILE_WITH_HOLES
    )
    half = CENTRE * width
    centre = (
        rectangle(x, y, 2 * half, 2 * half, half * 0.4) if plain else diamond(x, y, half * 1.35)
    )
    thin = width * (0.014 if width >= LARGE_TILE else 0.024)
    return body + shape(centre, fill="none", stroke=ink, stroke_width=thin)


def _tile_outline(x: float, y: float, width: float, plain: bool) -> Outline:
    """Round corners for the plain colour, cut corners for the others."""
    if plain:
        return rectangle(x, y, width, width, TILE_CORNER * width)
    return octagon(x, y, width / 2, TILE_CUT * width)._replace(corner=0.05 * width)


def tile_holes(piece: Piece) -> list[tuple[int, int, bool]]:
    """Column and row of every hole, counted from the centre, and whether it has a peg."""
    spots = [(i % 5 - 2, i // 5 - 2) for i in range(25) if i != 12]
    return [(column, row, peg) for (column, row), peg in zip(spots, piece.pegs, strict=False)]


def _hole(x: float, y: float, width: float, pegged: bool, ink: str) -> str:
    if pegged:
        return disc(x, y, PEG * width, fill=ink)
    if width < LARGE_TILE:
        return disc(x, y, EMPTY_HOLE * width, fill=ink, fill_opacity=0.5)
    return disc(
        x, y, OPEN_HOLE * width, fill=ink, fill_opacity=0.2, stroke=ink, stroke_width=1.75,
        stroke_dasharray="3 3",
    )  # fmt: skip


PIECES: dict[PieceShape, Callable[[PlacedSite, Piece, Theme], str]] = {
    "octagon": _octagon,
    "diamond": _diamond,
    "block": _block,
    "figure": _figure,
    "disc": _disc,
    "tile": _tile,
    "counter": _counter,
    "peg": _peg,
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
