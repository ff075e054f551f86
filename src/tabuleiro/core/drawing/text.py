"""Any scene as lines of plain or coloured text.

The position of a site and the grain of the scene give its character. Cells of a square board have
walls. Pieces are shapes or letters; stacks are written from the top down. A panel shows its dots
inside the walls of its cell, and the letter of its owner on the upper wall. Marks are signs beside
a piece: `[x]` last move, `(.)` its origin, `<x>` selected, `{x}` winning path, `x!` cut.

A smaller grain draws the same scene in less room, without walls: two rows of the dots of a panel
share a line, and the handle of an axis between two rows is on the upper one, after a low line.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tabuleiro.core.drawing.canvas import INK, Canvas, Spot, round_half_up
from tabuleiro.core.drawing.glyphs import ASCII, BRACKETS, UNICODE, to_ascii
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.pieces import dot_places
from tabuleiro.core.drawing.pixels import channels
from tabuleiro.core.drawing.theme import LIGHT, SIGNS, Theme
from tabuleiro.core.message import Message
from tabuleiro.core.scene import Line, MarkKind, Piece, Point, Scene, Site, Supply

Ink = tuple[str, str]
"""Characters and their colour, if any."""
Wall = tuple[Spot, Spot]


SMALLEST_GRAIN_WITH_WALLS = (4, 2)
SMALLEST_GRAIN_WITH_DOTS = (7, 6)
GRAIN_OF_SMALL_PANELS = (8, 3)
WIDE_DOTS = 11  # from this grain on, there is a space between dots
SECOND_TONE = "cell-2"

BESIDE_CELLS = ("handle", "none", "dot")
"""The shapes of sites that need no row of their own."""

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def grains(scene: Scene) -> tuple[tuple[int, int], ...]:
    """The grains at which the scene can be drawn, the largest first: its own, and one of half the
    height if every cell then still has a row of its own."""
    across, down = scene.grain
    if any(piece.form.kind == "panel" for piece in scene.pieces):
        return scene.grain, GRAIN_OF_SMALL_PANELS
    cells = (site for site in scene.sites if site.shape not in BESIDE_CELLS)
    if down % 2 or any(_between_rows(site.y, down // 2) for site in cells):
        return (scene.grain,)
    return scene.grain, (across, down // 2)


def _is_roomy(scene: Scene, least: tuple[int, int]) -> bool:
    """Whether a pitch has at least this width and height."""
    return scene.grain[0] >= least[0] and scene.grain[1] >= least[1]


def _between_rows(y: float, down: int) -> bool:
    """Whether this height is in the middle between two rows of characters."""
    return abs(y * down % 1 - 0.5) < 1e-9


def draw_text(
    scene: Scene,
    unicode: bool = True,
    colour: bool = False,
    theme: Theme = LIGHT,
    translate: Translate = str,
) -> str:
    """The board, then supplies, captions and notes of marks, a line each.

    Without `unicode`, all characters are ASCII. With `colour`, pieces have the colours of the theme
    (as terminal codes).
    """
    return TextPainter(scene, unicode, colour, theme, translate).text()


class TextPainter:
    """Draws one scene as text. With `fill`, empty squares are coloured too; without colour, those
    of the second tone are shaded."""

    def __init__(
        self,
        scene: Scene,
        unicode: bool,
        colour: bool,
        theme: Theme,
        translate: Translate,
        fill: bool = False,
    ) -> None:
        self.scene = scene
        self.unicode = unicode
        signs: Mapping[str, Any] = theme.signs
        self.glyphs = replace(UNICODE if unicode else ASCII, **signs)
        self.fill = fill
        self.colour = colour
        self.theme = theme
        self.translate = translate
        self.canvas = Canvas(self.glyphs.joints, self.glyphs.slants)
        self.sites = {site.name: site for site in scene.all_sites()}
        self.pieces = scene.pieces_by_site()
        self.marked = scene.sites_by_mark()
        self.down = scene.grain[1]
        self.has_walls = _is_roomy(scene, SMALLEST_GRAIN_WITH_WALLS) and self.down % 2 == 0

    def board(self) -> list[str]:
        """The lines of the board with its labels."""
        self._draw_lines()
        self._draw_walls()
        self._draw_bars()
        self._draw_labels()
        self._draw_sites()
        return self.canvas.rows(self.paint)

    def text(self) -> str:
        """The board and everything below it."""
        blocks = [
            self.board(),
            [self._supply_line(supply) for supply in self.scene.supplies],
            [self._words(caption) for caption in self.scene.captions],
            list(self._notes()),
        ]
        return "\n\n".join("\n".join(block) for block in blocks if block)

    def paint(self, text: str, colour: str) -> str:
        """The text in the colours of a piece, as terminal codes."""
        if not self.colour:
            return text
        if colour.startswith(INK):
            return f"\x1b[38;2;{_rgb(self.theme[colour.removeprefix(INK)])}m{text}\x1b[0m"
        ink, paper = _rgb(self.theme.mark(colour)), _rgb(self.theme[colour])
        return f"\x1b[38;2;{ink}m\x1b[48;2;{paper}m{text}\x1b[0m"

    def sign(self, piece: Piece) -> str:
        """The sign or letter that stands for a piece, in its colours."""
        return self.paint(self.glyphs.of(piece), piece.colour)

    def _words(self, said: Message | str) -> str:
        """A text for people on one line, in ASCII if necessary."""
        text = said if isinstance(said, str) else said.text(self.translate)
        text = CONTROL.sub(" ", text)
        return text if self.unicode else to_ascii(text)

    def _spot(self, point: Point) -> Spot:
        across, down = self.scene.grain
        return round_half_up(point[1] * down), round_half_up(point[0] * across)

    # --- the board -------------------------------------------------------------------------

    def _draw_lines(self) -> None:
        for line in self.scene.lines:
            spots = [self._spot(point) for point in line.points]
            tint = self.theme.tint(line.tone, band=line.style == "band")
            for start, end in pairwise(spots):
                if line.style == "grid":
                    if start[0] != end[0] or not _between_rows(line.points[0][1], self.down):
                        self.canvas.line(start, end, tint)
                else:
                    level, upright = tuple(self.glyphs.heavy)
                    self.canvas.thick_line(start, end, level, upright, tint)
            if line.style == "band":
                self._draw_band_ends(line, spots)

    def _draw_band_ends(self, line: Line, spots: list[Spot]) -> None:
        """A band has the sign of its owner at both ends."""
        sign = self.glyphs.bands.get(line.tone, "")
        for spot in (spots[0], spots[-1]):
            self.canvas.write(spot, sign, INK + line.tone)

    def _draw_walls(self) -> None:
        """Walls around square cells, except between linked blocks."""
        if not self.has_walls:
            return
        squares = (site for site in self.scene.sites if site.shape == "square")
        walls = {site.name: self._walls_of(site) for site in squares}
        open_walls: set[Wall] = set()
        for link in self.scene.links:
            if link.style == "block":
                open_walls |= walls.get(link.first, set()) & walls.get(link.second, set())
        for wall in sorted(set().union(*walls.values()) - open_walls):
            self.canvas.line(*wall)

    def _walls_of(self, site: Site) -> set[Wall]:
        (top, left), (bottom, right) = self._corners(site)
        a, b, c, d = (top, left), (top, right), (bottom, left), (bottom, right)
        return {(a, b), (a, c), (b, d), (c, d)}

    def _draw_bars(self) -> None:
        places = {site.name: self._spot((site.x, site.y)) for site in self.scene.sites}
        for link in self.scene.links:
            if link.style == "bar" and link.first in places and link.second in places:
                ends = places[link.first], places[link.second]
                self.canvas.thick_line(*ends, *self.glyphs.heavy)

    def _draw_labels(self) -> None:
        """Labels are centred, except those left of the board, which end before it."""
        leftmost = min((site.x for site in self.scene.sites), default=0.0)
        for label in self.scene.labels:
            row, column = self._spot((label.x, label.y))
            text = self._words(label.text)
            shift = len(text) if label.x < leftmost else len(text) // 2
            self.canvas.write_if_free((row, column - shift), text)

    # --- sites -----------------------------------------------------------------------------

    def _draw_sites(self) -> None:
        """First the sites, then the signs beside them, if there is room."""
        beside = []
        squares = [site for site in self.scene.sites if site.shape == "square" and self.fill]
        for site in squares:
            if site.name not in self.pieces:
                self._fill(site)
        if self.colour and not self.has_walls:
            self._fill_gaps(squares)
        for site in self.scene.sites:
            if not site.inside:
                beside.append(self._draw_body(site))
        for site in self.scene.sites:
            if site.inside:
                self._draw_dot(site)
        for spot, ink in (pair for pairs in beside for pair in pairs):
            self.canvas.write_if_free(spot, *ink)

    def _fill(self, site: Site) -> None:
        """Colour the inside of an empty cell, or shade it if it has the second tone."""
        shade = " " if self.colour or site.tone != SECOND_TONE else self.glyphs.shade
        (top, left), (bottom, right) = self._corners(site)
        for row in range(top + self.has_walls, bottom):
            self.canvas.write((row, left + 1), shade * (right - left - 1), site.tone)

    def _fill_gaps(self, squares: list[Site]) -> None:
        """Colour the columns between cells that have no walls; linked blocks are joined."""
        linked = {(link.first, link.second) for link in self.scene.links if link.style == "block"}
        by_corner = {self._corners(site)[0]: site for site in squares}
        for site in squares:
            (top, _), (bottom, right) = self._corners(site)
            if after := by_corner.get((top, right)):
                ends = site.name, after.name
                joined = ends in linked or ends[::-1] in linked
                colour = self.pieces[site.name][-1].colour if joined else site.tone
                for row in range(top, bottom):
                    self.canvas.write((row, right), " ", colour)

    def _corners(self, site: Site) -> tuple[Spot, Spot]:
        """The upper left and the lower right corner of a square cell."""
        half = site.size / 2
        return self._spot((site.x - half, site.y - half)), self._spot(
            (site.x + half, site.y + half)
        )

    def _draw_body(self, site: Site) -> list[tuple[Spot, Ink]]:
        """Write the site; return the signs beside it."""
        row, column = self._spot((site.x, site.y))
        if self._shows_dots(site):
            self._draw_panel(row, column, self.pieces[site.name][-1])
            row -= 3
        elif self._is_panel(site) and _is_roomy(self.scene, GRAIN_OF_SMALL_PANELS):
            return self._draw_small_panel(row, column, site)
        elif site.shape == "handle" and _between_rows(site.y, self.down):
            row -= 1
            self.canvas.write((row, column - 1), self.glyphs.low_line)
        body = self._body(site)
        if not body:
            return []
        column -= len(body) // 2
        for i, ink in enumerate(body):
            self.canvas.write((row, column + i), *ink)
        left, right = self._signs(site)
        end = column + len(body)
        if (row, end + 1) in self.canvas.strokes:
            right = right[-1:]  # a wall leaves room for one sign
        paint = body[0][1] if len(body) == 1 else ""
        if paint and self.colour:
            left, right = left or " ", right or " "
        return [((row, column - 1), (left, paint)), ((row, end), (right, paint))]

    def _body(self, site: Site) -> list[Ink]:
        """The characters of a site: its pieces from the top down, its text, or a sign if empty."""
        pieces = self.pieces.get(site.name)
        if pieces:
            return [(self.glyphs.of(piece), piece.colour) for piece in reversed(pieces)]
        text = self._words(site.text) if site.shape == "handle" else self._empty(site)
        paper = site.tone if self.fill and site.shape == "square" else ""
        return [(letter, paper) for letter in text]

    def _empty(self, site: Site) -> str:
        """The text of an empty site: a value, a ghost, a touch mark, or the sign of its shape."""
        if value := self._value_at(site):
            return value
        if self._is_marked(site, "ghost"):
            return self.glyphs.ghost
        if self._is_marked(site, "touch"):
            return self.glyphs.touch
        if site.shape == "none" and any(self._signs(site)):
            return self.glyphs.joints[-1]
        return self.glyphs.free.get(site.shape, "")

    def _is_marked(self, site: Site, kind: MarkKind) -> bool:
        return site.name in self.marked.get(kind, ())

    def _signs(self, site: Site) -> tuple[str, str]:
        """The marks of a site, as characters left and right of it: brackets, then signs."""
        found = (pair for kind, pair in BRACKETS if self._is_marked(site, kind))
        left, right = next(found, ("", ""))
        solid = site.shape == "handle" or site.name in self.pieces
        if solid and self._is_marked(site, "touch") and not self._is_marked(site, "selected"):
            right += self.glyphs.touch
        if self._is_marked(site, "passed"):
            right += self.glyphs.passed
        return left, right

    # --- panels ----------------------------------------------------------------------------

    def _shows_dots(self, site: Site) -> bool:
        """Whether there is a panel, and room for its dots."""
        return _is_roomy(self.scene, SMALLEST_GRAIN_WITH_DOTS) and self._is_panel(site)

    def _is_panel(self, site: Site) -> bool:
        return any(piece.form.kind == "panel" for piece in self.pieces.get(site.name, [])[-1:])

    def _dot_step(self) -> int:
        return 2 if self.scene.grain[0] >= WIDE_DOTS else 1

    def _draw_panel(self, row: int, column: int, piece: Piece) -> None:
        step = self._dot_step()
        for r in range(-2, 3):
            self.canvas.write((row + r, column - 2 * step - 1), " " * (4 * step + 3), piece.colour)
        for c, r, full in dot_places(piece):
            sign = self.glyphs.full_dot if full else self.glyphs.dot
            self.canvas.write((row + r, column + c * step), sign, piece.colour)
        self.canvas.write((row, column), self.glyphs.centre[piece.colour in SIGNS], piece.colour)

    def _draw_small_panel(self, row: int, column: int, site: Site) -> list[tuple[Spot, Ink]]:
        """Write the dots, those of two rows on one line, around the letter of the owner; return the
        signs beside them."""
        piece = self.pieces[site.name][-1]
        dots = {(c, r) for c, r, full in dot_places(piece) if full}
        upper, middle, lower = (
            "".join(signs[((c, first) in dots) + 2 * ((c, second) in dots)] for c in range(-2, 3))
            for first, second, signs in (
                (-2, -1, self.glyphs.paired_dots),
                (0, 0, self.glyphs.middle_dots),
                (1, 2, self.glyphs.paired_dots),
            )
        )
        for line, text in enumerate((upper, middle[:2] + piece.letter + middle[3:], lower)):
            self.canvas.write((row + line - 1, column - 3), f" {text} ", piece.colour)
        left, right = self._signs(site)
        for beside, sign in ((-3, left), (3, right[-1:])):
            self.canvas.write((row, column + beside), sign, piece.colour)
        return []

    def _draw_dot(self, site: Site) -> None:
        """The marks of a dot, inside its panel."""
        panel = self.sites.get(site.inside)
        if panel is None or not self._shows_dots(panel):
            return
        row, column = self._spot((panel.x, panel.y))
        step = self._dot_step()
        row += round_half_up((site.y - panel.y) / site.size)
        column += step * round_half_up((site.x - panel.x) / site.size)
        colour = self.pieces[panel.name][-1].colour
        if self._is_marked(site, "touch"):
            self.canvas.write((row, column), self.glyphs.open_dot, colour)
        left, right = self._signs(site)
        if step > 1 and left and right:
            self.canvas.write((row, column - 1), left, colour)
            self.canvas.write((row, column + 1), right, colour)

    # --- below the board -------------------------------------------------------------------

    def _supply_line(self, supply: Supply) -> str:
        """A supply on one line, as in `Player 1: b  g  (1 stack)`."""
        title, content = self.supply(supply)
        return f"{title}: {content}" if supply.sites else f"{title}  {content}".rstrip()

    def supply(self, supply: Supply) -> tuple[str, str]:
        """The title of a supply, and its content as in `b  g  (1 stack)`."""
        words = [self._supply_site(site) for site in supply.sites]
        words += [f"({self._words(supply.note)})"] if supply.note is not None else []
        return self._words(supply.title), "  ".join(words)

    def _supply_site(self, site: Site) -> str:
        left, right = self._signs(site)
        body = "".join(self.paint(*ink) if ink[1] else ink[0] for ink in self._body(site))
        return left + body + right

    def _value_at(self, site: Site) -> str:
        """The value written on an empty site, if it fits."""
        room = self.scene.grain[0] - 1
        for mark in self.scene.marks:
            if mark.kind == "value" and site.name in mark.sites:
                text = self._words(mark.text)
                return text if len(text) <= room else ""
        return ""

    def _notes(self) -> Iterator[str]:
        """Marks as lines of text: arrows, and values without room on their sites."""
        for mark in self.scene.marks:
            text = self._words(mark.text)
            if mark.kind == "arrow":
                way = f" {self.glyphs.arrow} ".join(self._words(name) for name in mark.sites)
                yield f"{way}: {text}" if text else way
            elif mark.kind == "value":
                sites = [self.sites[name] for name in mark.sites if name in self.sites]
                hidden = [s for s in sites if s.name in self.pieces or not self._value_at(s)]
                yield from (f"{self._words(site.name)}: {text}" for site in hidden)


def _rgb(colour: str) -> str:
    """`36;88;155` for `#24589B`."""
    return ";".join(map(str, channels(colour)))
