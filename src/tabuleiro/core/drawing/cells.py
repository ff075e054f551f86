"""Any scene as coloured terminal characters, as large as the space allows.

Shapes are filled with quarters of characters, so that discs are round. Thin lines are dots. Every
piece shows a sign or letter, so that nothing depends on colour alone. Marks are rings around pieces
at large scales, and brackets beside their signs at small ones. If the dots of a panel are too small
to be told apart, they are a pattern of Braille, and `draw_lens` shows the panel enlarged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tabuleiro.core.drawing.canvas import Spot
from tabuleiro.core.drawing.glyphs import BRACKETS, UNICODE
from tabuleiro.core.drawing.grid import (
    DOTS_FROM,
    GAUGES,
    POINT,
    Grid,
    GridSite,
    Scale,
    Size,
    assign_characters,
    board_bounds,
    dot_step,
    fit_grid,
    grid_site_of_dot,
    shows_dots,
)
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.pieces import dot_places, fills
from tabuleiro.core.drawing.pixels import Cell, PixelCanvas, braille, mixed, stencil
from tabuleiro.core.drawing.theme import LIGHT, Theme
from tabuleiro.core.scene import Mark, MarkKind, Piece, PieceKind, Scene, SiteShape

RINGS_FROM = 4
"""Marks are rings if a pitch is at least this many characters high, otherwise brackets."""
SLABS_FROM = 5
"""The pieces of a stack are drawn below each other if a pitch is at least this high."""
PATTERN_FROM = Scale(6, 3)
"""The smallest scale at which the dots of a panel are a pattern of Braille."""
CHEQUER, SHADE = 0.07, 0.4  # how much darker every other cell is, and the ground around points
GROUND, WELL, SMALL_DISC = 1.7, 0.6, 0.72  # widths in pitches
RING_COLOURS: Mapping[MarkKind, str] = {"selected": "touch", "last": "last"}
CROWD = 24
"""If more sites than this can be touched, their marks are small."""
LENS, LENS_GAP = Size(12, 8), 1
LENS_STEP = Scale(2, 1)
FULL_DOT, LAST_DOT, DOT, OPEN_DOT = "●", "◉", "·", "○"
TOUCH, QUIET_TOUCH, CROSSING, CHOSEN, CUT, PASSED = "•", "·", "+", "◆", "×", "»"
DIAMOND, LOW_LINE = "+", "▁"  # an empty diamond, which is hard to see by its colour


@dataclass(frozen=True, slots=True)
class CellPicture:
    """A finished picture. `spots` has the character on which each site is written, `sites` the
    sites of each character, the top one first."""

    size: Size
    scale: Scale
    rows: list[list[Cell]]
    spots: dict[str, Spot]
    sites: dict[Spot, tuple[str, ...]]

    def with_lens(self, lens: CellPicture | None, theme: Theme) -> CellPicture:
        """The picture with a lens beside it, or with room for one."""
        blank, left = Cell(" ", theme["text"], theme["board"]), self.size.width + LENS_GAP
        size = Size(left + LENS.width, max(self.size.height, LENS.height))
        rows = [row + [blank] * (LENS_GAP + LENS.width) for row in self.rows]
        rows += [[blank] * size.width for _ in range(size.height - len(rows))]
        if lens is None:
            return CellPicture(size, self.scale, rows, self.spots, self.sites)
        for row, cells in zip(rows, lens.rows, strict=False):
            row[left:] = cells
        spots = {name: (row, left + column) for name, (row, column) in lens.spots.items()}
        sites = {(row, left + column): names for (row, column), names in lens.sites.items()}
        return CellPicture(size, self.scale, rows, self.spots | spots, self.sites | sites)


def draw_cells(
    scene: Scene, room: Size, theme: Theme = LIGHT, translate: Translate = str
) -> CellPicture:
    """The scene, as large as the room allows; if nothing fits, it is larger than the room."""
    grid = fit_grid(scene, room, translate)
    canvas = _CellPainter(scene, grid, theme).draw()
    return _picture(grid, canvas)


def draw_lens(scene: Scene, name: str, theme: Theme = LIGHT) -> CellPicture | None:
    """The panel on a site, enlarged, with letters and numbers beside it; None if there is none."""
    piece = next((p for p in scene.pieces if p.site == name and p.form.kind == "panel"), None)
    if piece is None:
        return None
    sites = {site.name: site for site in scene.sites}
    middle = (LENS.height // 2 + 1, LENS.width // 2)
    places = {
        site.name: grid_site_of_dot(site, sites[name], middle, LENS_STEP)
        for site in scene.sites
        if site.inside == name
    }
    grid = Grid(DOTS_FROM, LENS, middle, places, ())
    drawing = _CellPainter(scene, grid, theme)
    drawing.draw_lens(piece, middle)
    return _picture(grid, drawing.canvas)


def _picture(grid: Grid, canvas: PixelCanvas) -> CellPicture:
    spots = {name: place.spot for name, place in grid.sites.items()}
    return CellPicture(grid.size, grid.scale, canvas.cells(), spots, assign_characters(grid))


class _CellPainter:
    """Draws one scene on a canvas."""

    def __init__(self, scene: Scene, grid: Grid, theme: Theme) -> None:
        self.scene = scene
        self.grid = grid
        self.scale = grid.scale
        self.large = grid.scale.down >= RINGS_FROM
        self.theme = theme
        self.canvas = PixelCanvas(*grid.size, theme["board"])
        self.pieces = scene.pieces_by_site()
        self.marked = scene.sites_by_mark()
        self.crowded = len(self.marked.get("touch", ())) > CROWD
        tones = {site.tone for site in scene.sites if site.shape == "square"}
        self.chequered = len(tones) == 1
        self.ground = mixed(theme["cell"], theme["grid"], SHADE)

    def draw(self) -> PixelCanvas:
        """Draw layer by layer: ground, cells, links, pieces, marks, texts."""
        self._draw_ground()
        for place in self.grid.sites.values():
            self._draw_cell(place)
        self._draw_joints()
        for place in self.grid.sites.values():
            self._draw_pieces(place)
        self._join_ringed()
        self._draw_paths()
        for place in self.grid.sites.values():
            self._write(place)
        for (row, column), text, tone in self.grid.texts:
            spots = {(row, column + i) for i in range(len(text))}
            if self.canvas.letters.keys().isdisjoint(spots):  # a stack may reach over a label
                self.canvas.write((row, column), text, self.theme[tone])
        for mark in self.scene.marks:
            self._draw_note(mark)
        return self.canvas

    # --- helpers ---------------------------------------------------------------------------

    def _is(self, place: GridSite, kind: MarkKind) -> bool:
        return place.site.name in self.marked.get(kind, ())

    def _on(self, place: GridSite) -> Sequence[Piece]:
        return self.pieces.get(place.site.name, ())

    def _fill(self, place: GridSite, shape: SiteShape, width: float, colour: str) -> None:
        """Fill a shape around a site; the width is in pitches."""
        across, down = 2 * width * self.scale.across, 2 * width * self.scale.down
        self.canvas.fill(stencil(GAUGES[shape], across, down), place.x, place.y, colour)

    def _grid_sites(self, sites: Iterable[str]) -> list[GridSite]:
        return [self.grid.sites[name] for name in sites if name in self.grid.sites]

    # --- the board -------------------------------------------------------------------------

    def _draw_ground(self) -> None:
        for area in self.scene.areas:
            points = tuple(self.grid.pixel(point) for point in area.points)
            self.canvas.fill_polygon(points, self.theme[area.tone])
        for place in self.grid.sites.values():
            if place.site.shape == "point" and not place.in_card:
                self._fill(place, "point", GROUND, self.ground)
        bounds = board_bounds(self.scene)
        for line in self.scene.lines:
            draw = self.canvas.thin_line if line.style == "grid" else self.canvas.thick_line
            if all(bounds.holds(point) for point in line.points):
                for start, end in pairwise(line.points):
                    draw(self.grid.pixel(start), self.grid.pixel(end), self.theme[line.tone])

    def _draw_cell(self, place: GridSite) -> None:
        site = place.site
        if place.in_card or site.shape in ("point", "handle", "dot", "none"):
            return
        tone = self.theme[site.tone]
        if site.shape == "square" and self.chequered and (round(site.x) + round(site.y)) % 2:
            tone = mixed(tone, self.theme["text"], CHEQUER)
        self._fill(place, site.shape, self._cell_width(place), tone)

    def _cell_width(self, place: GridSite) -> float:
        """An empty round cell is small; at large scales a piece on it has a rim."""
        if place.site.shape != "circle":
            return place.site.size
        return WELL if not self._on(place) else 1.0 if self.large else place.site.size

    def _draw_joints(self) -> None:
        """Bars between pieces, and the path of a move along the lines of the board."""
        for link in self.scene.links:
            if link.style == "bar":
                self._thick_line((link.first, link.second), self.theme[link.colour])
        for mark in self.scene.marks:
            if mark.kind == "path" and not self._over_pieces(mark):
                self._thick_line(mark.sites, self.theme["last"])

    def _thick_line(self, sites: Iterable[str], colour: str) -> None:
        thick = max(1, self.scale.down // 3)
        for a, b in pairwise(self._grid_sites(sites)):
            self.canvas.thick_line((a.x, a.y), (b.x, b.y), colour, thick)

    def _over_pieces(self, mark: Mark) -> bool:
        """Whether a path leads over pieces that fill their cells, and is drawn on top of them."""
        return all(fills(each.site, self._on(each)) for each in self._grid_sites(mark.sites))

    def _draw_paths(self) -> None:
        for mark in self.scene.marks:
            if mark.kind == "path" and self._over_pieces(mark) and self.large:
                self._thick_line(mark.sites, self.theme["on-piece"])

    def _draw_note(self, mark: Mark) -> None:
        """Arrows, and values, which are written below the middle of their sites."""
        places = self._grid_sites(mark.sites)
        if mark.kind == "arrow":
            self._thick_line(mark.sites, self.theme[mark.colour or "touch"])
            places = places[-1:]
        elif mark.kind != "value":
            return
        for place in places:
            row, column = place.spot
            spot = (row + (self.scale.down > 1), column - len(mark.text) // 2)
            ink = self.theme[mark.colour or "text"]
            self.canvas.write(spot, mark.text, ink, self.theme["surface"], bold=True)

    # --- pieces ----------------------------------------------------------------------------

    def _draw_pieces(self, place: GridSite) -> None:
        pieces = self._on(place)
        if place.in_card:
            return
        if ring := self._ring(place):
            self._draw_ring(place, pieces, self.theme[RING_COLOURS[ring]])
        if len(pieces) > 1:
            self._draw_stack(place, pieces)
        elif pieces:
            PIECES[pieces[0].form.kind](self, place, pieces[0])

    def _ring(self, place: GridSite) -> MarkKind | None:
        """The mark that is a ring around a site; None at small scales and for stacks."""
        if not self.large or place.in_card or place.site.shape in ("handle", "dot", "none"):
            return None
        if len(self._on(place)) > 1:
            return None
        return next((kind for kind in RING_COLOURS if self._is(place, kind)), None)

    def _draw_ring(self, place: GridSite, pieces: Sequence[Piece], colour: str) -> None:
        """A ring is a filled shape whose inside is covered afterwards."""
        site, edge = place.site, 1 / self.scale.down
        if pieces and pieces[0].form.terminal_width:
            width, kind = pieces[0].form.terminal_width + edge, pieces[0].form.kind
            self._fill(place, "circle" if kind == "disc" else "square", width, colour)
            if kind == "outline":
                self._fill(place, "square", width - edge, self.theme[site.tone])
            return
        width = POINT if site.shape == "point" else site.size
        self._fill(place, site.shape, width, colour)
        if not pieces:
            inside = self.ground if site.shape == "point" else self.theme[site.tone]
            self._fill(place, site.shape, width - edge, inside)

    def _join_ringed(self) -> None:
        """Cover the rings between linked blocks, which have one ring around all of them."""
        linked: dict[str, set[str]] = {}
        for link in self.scene.links:
            ends = self._grid_sites((link.first, link.second))
            if link.style == "block" and len(ends) == 2 and all(map(self._ring, ends)):
                linked.setdefault(link.first, set()).add(link.second)
                self._fill_between(ends, link.colour)
        for first, ways in linked.items():
            meeting = [linked.get(way, set()) for way in ways]
            for corner in set.intersection(*meeting) if len(meeting) > 1 else ():
                ends = self._grid_sites((first, corner))
                self._fill_between(ends, self.pieces[first][-1].colour)

    def _fill_between(self, ends: Sequence[GridSite], colour: str) -> None:
        """Fill the rectangle of two cells, except for the width of a ring at its edge."""
        inset = (1 - 1 / self.scale.down) / 2
        across, down = 2 * inset * self.scale.across, 2 * inset * self.scale.down
        left, right = min(s.x for s in ends) - across, max(s.x for s in ends) + across
        top, bottom = min(s.y for s in ends) - down, max(s.y for s in ends) + down
        box = ((left, top), (right, top), (right, bottom), (left, bottom))
        self.canvas.fill_polygon(box, self.theme[colour])

    def draw_cell_piece(self, place: GridSite, piece: Piece) -> None:
        """A piece that fills its cell, except for a ring."""
        width = place.site.size - (1 / self.scale.down if self._ring(place) else 0)
        self._fill(place, place.site.shape, width, self.theme[piece.colour])

    def draw_disc(self, place: GridSite, piece: Piece) -> None:
        width = piece.form.terminal_width
        width = width if self.large else min(width, SMALL_DISC)
        self._fill(place, "circle", width, self.theme[piece.colour])

    def draw_outline(self, place: GridSite, piece: Piece) -> None:
        """Its shape at large scales; otherwise only its sign is written."""
        if not self.large:
            return
        across, down = 2 * self.scale.across, 2 * self.scale.down
        outline = piece.form.coarse or piece.form.outline
        points = [(place.x + across * dx, place.y + down * dy) for dx, dy in outline]
        self.canvas.fill_polygon(points, self.theme[piece.colour])

    def _draw_stack(self, place: GridSite, pieces: Sequence[Piece]) -> None:
        """The slabs of a stack from the top down, if there is room; otherwise its top piece."""
        if not self._has_slabs(pieces):
            self.draw_disc(place, pieces[-1])
            return
        half = int(pieces[-1].form.terminal_width * self.scale.across) // 2
        top = 2 * (place.spot[0] - len(pieces) // 2)
        for level, piece in enumerate(reversed(pieces)):
            upper = 2 * half - 1 if level == 0 else 2 * half + 1
            lower = 2 * half - 1 if level == len(pieces) - 1 else 2 * half + 1
            slab = ((2 * level, -upper, upper), (2 * level + 1, -lower, lower))
            self.canvas.fill(slab, place.x, top, self.theme[piece.colour])

    def _has_slabs(self, pieces: Sequence[Piece]) -> bool:
        return self.scale.down >= max(SLABS_FROM, len(pieces))

    def draw_panel(self, place: GridSite, piece: Piece) -> None:
        """The body of a panel; a pattern of Braille needs more room than dots or a number."""
        if shows_dots(self.scale) or self.scale < PATTERN_FROM:
            self._fill(place, "square", piece.form.width, self.theme[piece.colour])
        else:
            across = self.scale.across - 1
            runs = tuple((y, -across, across) for y in range(-2, 2 * self.scale.down - 3))
            self.canvas.fill(runs, place.x, place.y, self.theme[piece.colour])

    # --- signs and letters -----------------------------------------------------------------

    def _write(self, place: GridSite) -> None:
        """What is on a site, between the brackets of its marks."""
        site, pieces = place.site, self._on(place)
        if site.inside:
            self._write_dot(place)
        elif site.shape == "handle":
            self._write_handle(place)
        elif site.shape == "none":
            self._write_crossing(place)
        elif pieces and pieces[-1].form.kind == "panel":
            self._write_panel(place, pieces[-1])
        elif len(pieces) > 1:
            self._write_stack(place, pieces)
        else:
            self._write_sign(place, pieces)

    def _write_sign(self, place: GridSite, pieces: Sequence[Piece]) -> None:
        """The sign of a piece or of an empty site, between the brackets of its marks."""
        piece = pieces[-1] if pieces else None
        ink, paper = self._colours(place, piece)
        row, column = place.spot
        left, right = self._brackets(place, piece)
        if paper or left:
            self.canvas.write((row, column - 1), left or " ", ink, paper, bold=True)
        if paper or right:
            self.canvas.write((row, column + 1), right or " ", ink, paper, bold=True)
        if sign := self._sign(place, piece):
            self.canvas.write(place.spot, sign, ink, paper, bold=True)

    def _colours(self, place: GridSite, piece: Piece | None) -> tuple[str, str]:
        """The colour of the sign and of its background; "" keeps the background."""
        if self._is(place, "selected") and not self._ring(place):
            return self.theme["on-touch"], self.theme["touch"]
        if piece is None:
            return self.theme["touch" if self._is(place, "touch") else "muted"], ""
        too_small = place.site.shape == "diamond" and self.scale.down == 1
        if piece.form.kind == "outline" or too_small:  # not filled: the sign alone shows the colour
            return self.theme[piece.colour], ""
        on_path = self._is(place, "path") and fills(place.site, [piece])
        if on_path and not self.large:
            return self.theme[piece.colour], self.theme.mark(piece.colour)
        ink = (
            self.theme.emblem(piece.colour) if piece.form.emblem else self.theme.mark(piece.colour)
        )
        return ink, self.theme[piece.colour] if place.in_card or on_path else ""

    def _sign(self, place: GridSite, piece: Piece | None) -> str:
        """The letter or sign in the middle of a site."""
        if self._is(place, "cut"):
            return CUT
        if piece is not None:
            drawn = piece.form.kind == "outline" and self.large and not place.in_card
            return "" if drawn else UNICODE.of(piece)
        if self._is(place, "touch"):
            return QUIET_TOUCH if self.crowded and not self.large else TOUCH
        if self._is(place, "origin"):
            return QUIET_TOUCH
        if place.site.shape == "diamond":
            return DIAMOND
        if self.large and not place.in_card and place.site.shape != "point":
            return ""
        return UNICODE.free.get(place.site.shape, "")

    def _brackets(self, place: GridSite, piece: Piece | None) -> tuple[str, str]:
        """The characters left and right of a sign: brackets if there is no ring, other signs."""
        kinds = [(kind, pair) for kind, pair in BRACKETS if kind != "cut" and self._is(place, kind)]
        left, right = "", ""
        if kinds and kinds[0][0] != self._ring(place):
            left, right = kinds[0][1]
        if piece is not None and self._is(place, "touch") and not kinds:
            right = UNICODE.touch
        return left, PASSED if self._is(place, "passed") else right

    def _write_handle(self, place: GridSite) -> None:
        """Muted if it cannot be touched, coloured if it can, filled if it has been."""
        if not place.in_card:
            self._write_low_line(place)
        text = f" {place.site.text} " if place.in_card else place.site.text
        row, column = place.spot
        spot = (row, column - len(text) // 2)
        if self._is(place, "selected"):
            self.canvas.write(spot, text, self.theme["on-touch"], self.theme["touch"], bold=True)
        elif self._is(place, "touch"):
            paper = self.theme["sunken"] if place.in_card else ""
            self.canvas.write(spot, text, self.theme["touch"], paper, bold=True)
        else:
            self.canvas.write(spot, text, self.theme["muted"])

    def _write_low_line(self, place: GridSite) -> None:
        """A line from the board to a handle between two rows, which is on the upper row."""
        between = place.site.y * self.scale.down % 1
        edge = math.ceil(self.grid.pixel((board_bounds(self.scene).right, 0))[0] / 2)
        if abs(between - 0.5) < 1e-9 and place.spot[1] > edge:
            text = LOW_LINE * (place.spot[1] - edge)
            self.canvas.write((place.spot[0], edge), text, self.theme["muted"])

    def _write_crossing(self, place: GridSite) -> None:
        if self._is(place, "selected"):
            self.canvas.write(place.spot, CHOSEN, self.theme["on-touch"], self.theme["touch"], True)
        elif self._is(place, "touch"):
            self.canvas.write(place.spot, CROSSING, self.theme["touch"], bold=True)

    def _write_stack(self, place: GridSite, pieces: Sequence[Piece]) -> None:
        """The letters of a stack from the top: below each other on slabs, or in a row."""
        row, column = place.spot
        slabs = self._has_slabs(pieces) and not place.in_card
        if slabs:
            row -= len(pieces) // 2
        else:
            column -= len(pieces) // 2
        for level, piece in enumerate(reversed(pieces)):
            spot = (row + level, column) if slabs else (row, column + level)
            colour = self.theme[piece.colour]
            ink = self.theme.mark(piece.colour)
            self.canvas.write(spot, UNICODE.of(piece), ink, colour, bold=level == 0)
        left, right = self._brackets(place, pieces[-1])
        start, end = column - 1, column + (1 if slabs else len(pieces))
        ink = self.theme["touch" if self._is(place, "selected") else "last"]
        self.canvas.write((row, start), left, ink, bold=True)
        self.canvas.write((row, end), right, ink, bold=True)

    # --- panels ----------------------------------------------------------------------------

    def _write_panel(self, place: GridSite, piece: Piece) -> None:
        if shows_dots(self.scale):
            self._write_dots(piece, place.spot, dot_step(self.scale))
            self.canvas.write(place.spot, piece.letter, self.theme.mark(piece.colour), bold=True)
        elif self.scale >= PATTERN_FROM:
            self._write_pattern(place, piece)
        else:
            row, column = place.spot
            ink, paper = self._colours(place, piece)
            text = f"{piece.letter}{sum(piece.dots)}"
            self.canvas.write((row, column - 1), text, ink, paper, bold=True)

    def _write_pattern(self, place: GridSite, piece: Piece) -> None:
        """The owner's letter, the pattern of the dots, and brackets on the line below."""
        ink = self.theme.mark(piece.colour)
        row, column = place.spot
        for line, text in enumerate(dot_pattern(piece)):
            self.canvas.write((row + line, column - 1), text, ink)
        self.canvas.write((row, column - 2), piece.letter, ink, bold=True)
        if self._ring(place):
            return
        left, right = self._brackets(place, piece)
        self.canvas.write((row + 1, column - 2), left, ink, bold=True)
        self.canvas.write((row + 1, column + 2), right, ink, bold=True)

    def _write_dots(self, piece: Piece, middle: Spot, step: Scale) -> None:
        ink = self.theme.mark(piece.colour)
        for column, row, full in dot_places(piece):
            spot = (middle[0] + row * step.down, middle[1] + column * step.across)
            self.canvas.write(spot, FULL_DOT if full else DOT, ink)

    def _write_dot(self, place: GridSite) -> None:
        """The marks of a dot, which is drawn with its panel."""
        panel = self.pieces.get(place.site.inside)
        if not panel:
            return
        ink = self.theme.mark(panel[-1].colour)
        if self._is(place, "last"):
            self.canvas.write(place.spot, LAST_DOT, ink, bold=True)
        elif self._is(place, "touch"):
            self.canvas.write(place.spot, OPEN_DOT, ink, bold=True)

    def draw_lens(self, piece: Piece, middle: Spot) -> None:
        """One enlarged panel with its name above it, and letters and numbers at its sides."""
        ink, muted = self.theme.mark(piece.colour), self.theme["muted"]
        self.canvas.write((0, 1), f"{piece.site} {piece.letter}", self.theme["text"], bold=True)
        row, column = middle
        for i in range(5):
            self.canvas.write((row - 3, column + 2 * i - 4), chr(97 + i), muted)
            self.canvas.write((row + i - 2, column - 6), str(i + 1), muted)
        runs = tuple((y, -11, 11) for y in range(-5, 5))
        self.canvas.fill(runs, 2 * column + 1, 2 * row + 1, self.theme[piece.colour])
        self._write_dots(piece, middle, LENS_STEP)
        self.canvas.write(middle, piece.letter, ink, bold=True)
        for place in self.grid.sites.values():
            self._write_dot(place)


PIECES: Mapping[PieceKind, Callable[[_CellPainter, GridSite, Piece], None]] = {
    "cell": _CellPainter.draw_cell_piece, "block": _CellPainter.draw_cell_piece,
    "outline": _CellPainter.draw_outline, "disc": _CellPainter.draw_disc,
    "panel": _CellPainter.draw_panel,
}  # fmt: skip


def dot_pattern(piece: Piece) -> list[str]:
    """The full dots of a panel as two lines of three Braille characters."""
    dots: dict[Spot, list[Spot]] = {}
    for column, row, full in dot_places(piece):
        if full:
            (line, down), (character, right) = divmod(row + 3, 4), divmod(column + 2, 2)
            dots.setdefault((line, character), []).append((down, right))
    return ["".join(braille(dots.get((line, i), ())) for i in range(3)) for line in range(2)]
