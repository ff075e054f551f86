"""The board widgets, which draw the scene of any game and report touches."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message as Event
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from tabuleiro.core.chooser import Chooser, ghosts
from tabuleiro.core.drawing.canvas import Spot
from tabuleiro.core.drawing.cells import LENS, LENS_GAP, draw_cells, draw_lens
from tabuleiro.core.drawing.glyphs import UNICODE
from tabuleiro.core.drawing.grid import Size, shows_dots
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.navigation import Direction, closest_site, next_site
from tabuleiro.core.drawing.pixels import QUADRANTS, Cell, legible, mixed
from tabuleiro.core.drawing.theme import LIGHT, Theme
from tabuleiro.core.message import say
from tabuleiro.core.scene import OVERLAYS, Scene, Site
from tabuleiro.terminal.app.colour_filter import without_colours
from tabuleiro.terminal.app.keys import HasKeys, app_of

FRAME_FROM, SMALLEST_FRAMED = 3, 0.8
"""The cursor is a frame if a pitch has at least this many lines, and the site has at least this
width in pitches."""
CORNERS = {(-1, -1): ("┏━", 0), (-1, 1): ("━┓", -1), (1, -1): ("┗━", 0), (1, 1): ("━┛", -1)}
"""The corners of the frame by direction from the middle: the text, and where it starts."""
ARROWS = {-1: "▸", 1: "◂"}
"""The arrows left and right of a sign under the cursor."""
FAINT = 0.55
"""The share of the background colour in a ghost for which the theme has no colour."""

EMPTY_SCENE = Scene(title=say("{cell}", cell=""), sites=())


class BoardWidget(HasKeys, Widget, can_focus=True):
    """Shows a scene; with a chooser, sites can be touched."""

    cursor: reactive[str] = reactive("")
    """The site that enter touches."""
    palette: reactive[Theme] = reactive(LIGHT)

    @dataclass
    class SiteEvent(Event):
        """Something about one site."""

        site: str

    class Touched(SiteEvent):
        """A touchable site was touched."""

    class Refused(SiteEvent):
        """A site was touched that is not touchable now."""

    class Pointed(SiteEvent):
        """The cursor or the mouse is on another site; empty if the mouse is on none."""

    class Cancelled(Event):
        """The touches so far are cancelled."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - as in every widget
        super().__init__(id=id)
        self.translate: Translate = str
        self.has_colours = True
        self.scene = EMPTY_SCENE
        self.chooser: Chooser | None = None
        self._sites: dict[str, Site] = {}
        self._touchable: tuple[str, ...] = ()
        self._walkable: frozenset[str] = frozenset()
        self._board = self._picture = draw_cells(EMPTY_SCENE, Size(1, 1))
        self._has_lens = False
        self._hovered = ""
        self._overlay: dict[Spot, Cell] = {}
        self._drawn_corner: Spot = (0, 0)

    # --- what is shown ---------------------------------------------------------------------

    def show(self, scene: Scene, chooser: Chooser | None = None) -> None:
        """Shows a scene; without a chooser nothing can be touched. The cursor stays if possible."""
        self.scene = scene.with_marks(*chooser.marks()) if chooser else scene
        self.chooser = chooser
        self._sites = {site.name: site for site in scene.all_sites()}
        self._touchable = chooser.touchable() if chooser else ()
        self._walkable = self._find_walkable()
        self._draw()
        self._settle_cursor()

    def _find_walkable(self) -> frozenset[str]:
        """The sites that the cursor can go to: those of the kinds that are touchable now, with only
        the dots of open panels. If nothing is touchable, all sites but those on top of others."""
        touchable = [self._sites[name] for name in self._touchable if name in self._sites]
        if not touchable:
            return frozenset(s.name for s in self._sites.values() if s.shape not in OVERLAYS)
        kinds = {(site.shape, site.inside) for site in touchable}
        return frozenset(s.name for s in self._sites.values() if (s.shape, s.inside) in kinds)

    def _settle_cursor(self) -> None:
        """Keeps the cursor where it is if possible, else moves it to the nearest site."""
        if self.cursor not in self._walkable or self._spot(self.cursor) is None:
            start = self._spot(self.cursor) or self._middle()
            self._show_in_lens(self._touchable[0] if self._touchable else self.cursor)
            spots = self.walkable_spots()
            near = closest_site(spots, self._touchable or sorted(self._walkable), start)
            self.set_reactive(BoardWidget.cursor, near or "")
            self.post_message(self.Pointed(self.cursor))
        self._show_in_lens(self.cursor)
        self._place_cursor()

    def _middle(self) -> Spot:
        return self._board.size.height // 2, self._board.size.width // 2

    def _draw(self) -> None:
        """Draws the scene to fit the widget, with a lens beside it if dots are too small."""
        room = Size(max(1, self.size.width), max(1, self.size.height))
        self._board = self._picture = draw_cells(self.scene, room, self.palette, self.translate)
        has_dots = any(site.inside for site in self.scene.sites)
        self._has_lens = has_dots and not shows_dots(self._board.scale)
        if self._has_lens:
            room = Size(max(1, room.width - LENS.width - LENS_GAP), room.height)
            self._board = draw_cells(self.scene, room, self.palette, self.translate)
            self._picture = self._board.with_lens(None, self.palette)
        self.refresh()

    def _show_in_lens(self, site: str) -> None:
        """Shows the panel of a site in the lens; without one the lens stays as it is."""
        if not self._has_lens:
            return
        lens = draw_lens(self.scene, self._panel_at(site), self.palette)
        if lens is not None:
            self._picture = self._board.with_lens(lens, self.palette)
            self._refresh_rows(set(range(LENS.height)))

    def _panel_at(self, name: str) -> str:
        site = self._sites.get(name)
        return (site.inside or site.name) if site else ""

    # --- places ----------------------------------------------------------------------------

    def walkable_spots(self) -> dict[str, Spot]:
        """The spots of the sites that the cursor can go to, relative to the picture."""
        spots = self._picture.spots
        return {name: spot for name, spot in spots.items() if name in self._walkable}

    def _spot(self, name: str) -> Spot | None:
        return self._picture.spots.get(name)

    def _corner(self) -> Spot:
        """The corner of the picture in the widget."""
        size, (row, column) = self._picture.size, self._spot(self.cursor) or (0, 0)
        return (
            _offset(self.size.height, size.height, row),
            _offset(self.size.width, size.width, column),
        )

    def place_of(self, site: str) -> Spot | None:
        """The row and column of a site in the widget."""
        spot, corner = self._spot(site), self._corner()
        return (spot[0] + corner[0], spot[1] + corner[1]) if spot else None

    def site_at(self, row: int, column: int) -> str:
        """The site at a place, preferably one that the cursor can go to; empty if none."""
        top, left = self._corner()
        names = self._picture.sites.get((row - top, column - left), ("",))
        return next((name for name in names if name in self._walkable), names[-1])

    # --- drawing ---------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        top, left = self._corner()
        line = self._line(y - top)
        line = self._blank(left) + line if left > 0 else line[-left:]
        line += self._blank(self.size.width - len(line))
        return Strip(_segments(line[: self.size.width]), self.size.width)

    def _line(self, row: int) -> list[Cell]:
        """A row of the picture, with overlays."""
        if not 0 <= row < self._picture.size.height:
            return self._blank(self._picture.size.width)
        line = [
            self._overlay.get((row, column), cell)
            for column, cell in enumerate(self._picture.rows[row])
        ]
        ground = self.palette["board"]
        return line if self.has_colours else [without_colours(cell, ground) for cell in line]

    def _blank(self, width: int) -> list[Cell]:
        return [Cell(" ", self.palette["text"], self.palette["board"])] * width

    def _drawn(self, spot: Spot) -> Cell | None:
        """The cell at a spot, without cursor and ghosts."""
        (row, column), size = spot, self._picture.size
        if 0 <= row < size.height and 0 <= column < size.width:
            return self._picture.rows[row][column]
        return None

    def _place_cursor(self) -> None:
        """Overlays ghosts and cursor; redraws only the rows that change."""
        changed = {row for row, _ in self._overlay}
        self._overlay = {}
        self._draw_ghosts()
        self._draw_cursor()
        corner = self._corner()
        if corner != self._drawn_corner:
            self._drawn_corner = corner
            self.refresh()
        self._refresh_rows(changed | {row for row, _ in self._overlay})

    def _refresh_rows(self, rows: set[int]) -> None:
        """Redraws rows of the picture."""
        if rows:
            top, width = self._drawn_corner[0], self.size.width
            self.refresh(*(Region(0, top + row, width, 1) for row in rows))

    def _draw_ghosts(self) -> None:
        """Draws the pieces that a touch of the cursor's site would add."""
        if self.chooser is None or not self.has_focus:
            return
        pieces = {piece.site: piece for piece in ghosts(self.scene, self.chooser, self.cursor)}
        for spot, names in self._picture.sites.items() if pieces else ():
            piece, below = pieces.get(names[-1]), self._drawn(spot)
            if piece and below:
                soft = self.palette.soft(piece.colour)
                paper = soft or mixed(self.palette[piece.colour], below.paper, FAINT)
                sign = UNICODE.of(piece) if spot == self._spot(piece.site) else " "
                ink = legible(self.palette[piece.colour], paper)
                self._overlay[spot] = Cell(sign, ink, paper)

    def _draw_cursor(self) -> None:
        spot, site = self._spot(self.cursor), self._sites.get(self.cursor)
        if spot is None or site is None:
            return
        large = self._picture.scale.down >= FRAME_FROM and site in self.scene.sites
        if large and (site.shape == "point" or site.size >= SMALLEST_FRAMED):
            self._draw_frame(spot)
        else:
            self._draw_pointer(spot, site)

    def _draw_frame(self, spot: Spot) -> None:
        """Draws corners around a cell, so that the cell stays visible."""
        across, down = self._picture.scale
        for (up, side), (text, start) in CORNERS.items():
            row, column = spot[0] + up * (down // 2), spot[1] + side * (across // 2) + start
            for i, letter in enumerate(text):
                self._put_in_cursor_colours((row, column + i), letter)

    def _put_in_cursor_colours(self, spot: Spot, letter: str) -> None:
        if self._drawn(spot) is not None:
            cell = Cell(letter, self.palette["on-cursor"], self.palette["cursor"], bold=True)
            self._overlay[spot] = cell

    def _draw_pointer(self, spot: Spot, site: Site) -> None:
        """Draws a sign in the cursor's colours, between two arrows if there is room."""
        row, column = spot
        half = len(site.text) // 2 if site.shape == "handle" else site.shape not in OVERLAYS
        for i in range(-half, half + 1):
            below = self._overlay.get((row, column + i)) or self._drawn((row, column + i))
            if below is not None:
                arrow = ARROWS.get(i) if below.letter in QUADRANTS else None
                self._put_in_cursor_colours((row, column + i), arrow or below.letter)

    # --- events ----------------------------------------------------------------------------

    def watch_cursor(self) -> None:
        """Moves the lens and updates the ghosts, which show what a touch would do."""
        if not self.is_mounted:
            return
        self._show_in_lens(self.cursor)
        self._place_cursor()
        self.post_message(self.Pointed(self.cursor))

    def _redraw(self) -> None:
        if self.is_mounted:
            self._draw()
            self._settle_cursor()

    on_resize = watch_palette = _redraw

    def on_focus(self) -> None:
        """Ghosts are only shown while the board has the focus."""
        self._place_cursor()

    on_blur = on_focus

    def on_mouse_move(self, event: events.MouseMove) -> None:
        site = self._site_under(event)
        if site != self._hovered:
            self._hovered = site
            self.post_message(self.Pointed(site))

    def on_leave(self) -> None:
        """The cursor's site is described again."""
        self._hovered = ""
        self.post_message(self.Pointed(self.cursor))

    def on_click(self, event: events.Click) -> None:
        if site := self._site_under(event):
            if site in self._walkable:
                self.cursor = site
            self._touch(site)

    def _site_under(self, event: events.MouseEvent) -> str:
        offset = event.get_content_offset(self)
        return self.site_at(offset.y, offset.x) if offset is not None else ""

    def action_walk(self, direction: Direction) -> None:
        """Moves the cursor to the next site in a direction."""
        found = next_site(
            self.walkable_spots(), self._spot(self.cursor) or self._middle(), direction
        )
        self.cursor = found or self.cursor

    def action_jump(self, by: int) -> None:
        """Moves the cursor to the next or the previous touchable site."""
        names = self._jumps()
        if names:
            at = names.index(self.cursor) + by if self.cursor in names else min(by, 0)
            self.cursor = names[at % len(names)]

    def action_jump_to(self, index: int) -> None:
        """Moves the cursor to the first or the last touchable site."""
        if names := self._jumps():
            self.cursor = names[index]

    def _jumps(self) -> list[str]:
        """The touchable sites, in reading order."""
        spots = self.walkable_spots()
        return sorted((name for name in self._touchable if name in spots), key=spots.__getitem__)

    def action_touch(self) -> None:
        if self.cursor:
            self._touch(self.cursor)

    def action_cancel(self) -> None:
        self.post_message(self.Cancelled())

    def _touch(self, site: str) -> None:
        kind = self.Touched if site in self._touchable else self.Refused
        self.post_message(kind(site))


class PlayBoard(BoardWidget):
    """A board to play on."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "cancel":
            return bool(self.chooser and self.chooser.touched)
        return action != "touch" or self.chooser is not None

    def on_mount(self) -> None:
        """Takes language and colours from the app, and names of players from the screen."""
        self.translate = getattr(self.screen, "translate_sides", app_of(self).translate)
        self.has_colours = app_of(self).depth > 0
        self.app.theme_changed_signal.subscribe(self, lambda _: self._apply_colours())
        self._apply_colours()

    def _apply_colours(self) -> None:
        self.palette = app_of(self).board_theme


class StaticBoard(PlayBoard, can_focus=False):
    """A board without a cursor, only to look at."""

    def _draw_cursor(self) -> None:
        pass


def _offset(room: int, size: int, cursor: int) -> int:
    """The offset of the picture: centred if it fits, else with the cursor near the middle."""
    if size <= room:
        return (room - size) // 2
    return -min(max(0, cursor - room // 2), size - room)


def _segments(line: list[Cell]) -> list[Segment]:
    """The cells of a line, grouped by style."""
    groups = groupby(line, lambda cell: (cell.ink, cell.paper, cell.bold))
    return [
        Segment("".join(cell.letter for cell in cells), _style(*look)) for look, cells in groups
    ]


@lru_cache(maxsize=4096)
def _style(ink: str, paper: str, bold: bool) -> Style:
    return Style(color=ink, bgcolor=paper, bold=bold)
