"""Any scene as a standalone SVG image.

The picture is drawn in layers: areas and lines, cards, cells, links, pieces, sites over pieces,
marks, labels, captions. Everything that belongs to a site has its name in `data-site`, and pieces
have their level in `data-level`, so that a page knows what was touched and can move pieces.
"""

from collections.abc import Iterable

from tabuleiro.core.drawing.layout import (
    LABEL_SIZE,
    CardLayout,
    Layout,
    PlacedSite,
    SupplyCard,
    TextLine,
    Translate,
    lay_out,
)
from tabuleiro.core.drawing.marks import DrawingContext, draw_mark, draw_trails
from tabuleiro.core.drawing.pieces import (
    BAR,
    FREE_PLACE,
    NOT_JOINED,
    Joined,
    cell_outline,
    draw_pieces,
    piece_unit,
)
from tabuleiro.core.drawing.shapes import Outline, rectangle, round_outline
from tabuleiro.core.drawing.svg_elements import (
    disc,
    element,
    escape,
    group,
    polyline,
    shape,
    text_element,
)
from tabuleiro.core.drawing.theme import LIGHT, Theme
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.scene import OVERLAYS, Link, MarkKind, Piece, Scene

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Inter, 'Noto Sans', sans-serif"
BAND_WIDTH, GRID_WIDTH = 8.0, 1.5
CARD_CORNER = 16.0
WIDEST = 8192  # pixels
REACH = 0.3  # the radius in pitches in which a touch of a small site counts
BENEATH_FIRST: tuple[MarkKind, ...] = (
    "ghost", "threat", "open", "path", "cut", "origin", "last", "passed", "touch", "selected",
    "arrow", "value",
)  # fmt: skip


def draw_svg(
    scene: Scene,
    theme: Theme = LIGHT,
    layout: CardLayout = "right",
    captions: bool = True,
    css_variables: bool = False,
    translate: Translate = str,
    width: int | None = None,
) -> str:
    """The scene as SVG. `layout` is where the cards of supplies are. With `css_variables`, colours
    are written as `var(--p1)`, for a page that declares the colours of a theme. `width` is in
    pixels."""
    check_width(width)
    if css_variables:
        theme = theme.variables()
    laid = lay_out(scene, layout, captions, translate)
    board = drawing_context(scene, laid, theme)
    marked = scene.sites_by_mark()
    touch, selected = marked.get("touch", set()), marked.get("selected", set())
    body = "\n".join(
        (
            group(draw_ground(scene, laid, theme), class_="ground"),
            group("".join(_card(card, theme) for card in laid.cards), class_="supplies"),
            group(_cells(board, touch, selected), class_="sites"),
            group(draw_bars(scene.links, board) + draw_trails(board, scene.marks), class_="links"),
            group(_all_pieces(scene, board), class_="pieces"),
            group(_overlays(board, touch), class_="overlays"),
            group(draw_marks(scene, board), class_="marks", pointer_events="none"),
            group(_labels(scene, laid, theme), class_="labels", pointer_events="none"),
            group(_captions(laid.captions, theme), class_="captions"),
        )
    )
    return _document(scene, laid, theme, body, translate, width)


def check_width(width: int | None) -> None:
    """Raise an error for a width that is out of range."""
    if width is not None and not (isinstance(width, int) and 1 <= width <= WIDEST):
        raise TabuleiroError(
            say("a picture is 1 to {widest} pixels wide, not {width}", widest=WIDEST, width=width)
        )


def _document(
    scene: Scene, laid: Layout, theme: Theme, body: str, translate: Translate, shown: int | None
) -> str:
    title = scene.title.text(translate)
    spoken = ". ".join((title, *(caption.text(translate) for caption in scene.captions)))
    width, height = round(laid.width), round(laid.height)
    paper = element("rect", width=width, height=height, fill=theme["board"])
    return element(
        "svg", f"{element('title', escape(title))}{paper}\n{body}\n",
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}",
        width=shown or width, height=round((shown or width) * height / width), role="img",
        aria_label=spoken, font_family=FONT,
    ) + "\n"  # fmt: skip


def drawing_context(scene: Scene, laid: Layout, theme: Theme) -> DrawingContext:
    """The sites of a layout and what is on them."""
    pieces = scene.pieces_by_site()
    return DrawingContext(laid.places, pieces, scene.links, theme, _crowded(scene, pieces))


def _crowded(scene: Scene, pieces: dict[str, list[Piece]]) -> bool:
    """Whether more than half of the empty sites of the touchable shapes can be touched."""
    touched = scene.sites_by_mark().get("touch", set())
    kinds = {site.shape for site in scene.sites if site.name in touched}
    free = [site for site in scene.sites if site.shape in kinds and site.name not in pieces]
    return 2 * sum(site.name in touched for site in free) > len(free) > 8


def draw_ground(scene: Scene, laid: Layout, theme: Theme) -> str:
    """The areas and lines of the board."""
    areas = (
        shape(
            Outline(tuple(laid.at(point) for point in area.points), area.corner * laid.unit),
            fill=theme[area.tone],
        )
        for area in scene.areas
    )
    lines = (
        polyline(
            tuple(laid.at(point) for point in line.points),
            stroke=theme[line.tone],
            stroke_width=BAND_WIDTH if line.style == "band" else GRID_WIDTH,
            stroke_opacity=None if line.style == "band" else 0.75,
            stroke_linecap="round",
        )
        for line in scene.lines
    )
    return "".join((*areas, *lines))


def _card(card: SupplyCard, theme: Theme) -> str:
    x, y = card.x + card.width / 2, card.y + card.height / 2
    outline = rectangle(x, y, card.width, card.height, CARD_CORNER)
    body = shape(outline, fill=theme["surface"], stroke=theme["line"])
    body += _line_of_text(card.title, theme["text"], 600)
    body += "".join(_line_of_text(note, theme["muted"]) for note in card.notes)
    return element("g", body, data_player=card.supply.player)


def _line_of_text(line: TextLine, colour: str, weight: int = 400) -> str:
    return text_element(line.x, line.y, line.text, line.size, colour, weight, line.anchor)


# --- sites ---------------------------------------------------------------------------------


def _cells(board: DrawingContext, touch: set[str], selected: set[str]) -> str:
    return "".join(
        _site(
            place,
            _handle(place, board.theme, name in touch, name in selected)
            if place.site.shape == "handle"
            else draw_cell(place, bool(board.pieces_on(place)), board.theme),
        )
        for name, place in board.places.items()
        if place.site.shape not in OVERLAYS
    )


def _site(place: PlacedSite, body: str) -> str:
    return element("g", body, data_site=place.site.name)


def draw_cell(place: PlacedSite, taken: bool, theme: Theme) -> str:
    """The cell of a site that is not a handle."""
    outline = cell_outline(place)
    if place.site.shape == "point":
        return _reach(place, REACH) + shape(
            outline, fill=theme["board"], stroke=theme["grid"], stroke_width=GRID_WIDTH
        )
    if place.site.shape != "circle":
        return shape(outline, fill=theme[place.site.tone])
    if not taken:
        return _free_place(place, theme)
    return "" if place.in_card else shape(outline, fill=theme[place.site.tone])


def _free_place(place: PlacedSite, theme: Theme) -> str:
    """An empty round cell: a dotted circle."""
    outline = round_outline(place.x, place.y, FREE_PLACE * place.unit)
    return shape(
        outline, fill="none", pointer_events="all", stroke=theme["grid"], stroke_width=GRID_WIDTH,
        stroke_dasharray="2 5", stroke_linecap="round",
    )  # fmt: skip


def _handle(place: PlacedSite, theme: Theme, touch: bool, selected: bool) -> str:
    """Only a text, outlined if it can be touched, filled if it has been touched."""
    fill, edge, ink = "none", "none", theme["muted"]
    if selected:
        fill, edge, ink = theme["touch"], theme["touch"], theme["on-touch"]
    elif touch:
        edge = ink = theme["touch"]
    weight = 600 if touch or selected else 400
    outline = cell_outline(place)
    button = shape(outline, fill=fill, stroke=edge, stroke_width=1.75, pointer_events="all")
    return button + text_element(place.x, place.y, place.site.text, LABEL_SIZE, ink, weight)


def _overlays(board: DrawingContext, touch: set[str]) -> str:
    """Invisible sites over pieces, which react only if they can be touched."""
    return "".join(
        _site(
            place, _reach(place, place.site.size / 2 if place.site.inside else REACH, name in touch)
        )
        for name, place in board.places.items()
        if place.site.shape in OVERLAYS
    )


def _reach(place: PlacedSite, radius: float, open_: bool = True) -> str:
    """An invisible disc in which a touch of the site counts; the radius is in pitches."""
    events = "all" if open_ else "none"
    return disc(place.x, place.y, radius * piece_unit(place), fill="none", pointer_events=events)


# --- pieces --------------------------------------------------------------------------------


def _all_pieces(scene: Scene, board: DrawingContext) -> str:
    joined = joined_sides(scene.links, board)
    return "".join(
        draw_pieces(board.places[name], pieces, board.theme, joined.get(name, NOT_JOINED))
        for name, pieces in board.pieces.items()
        if name in board.places
    )


def joined_sides(links: Iterable[Link], board: DrawingContext) -> dict[str, Joined]:
    """The sides on which each block is linked."""
    sides: dict[str, set[int]] = {}
    for link in links:
        if link.style == "block":
            for here, there in ((link.first, link.second), (link.second, link.first)):
                if here in board.places and there in board.places:
                    side = _side_towards(board.places[here], board.places[there])
                    sides.setdefault(here, set()).add(side)
    return {name: (0 in found, 1 in found, 2 in found, 3 in found) for name, found in sides.items()}


def _side_towards(place: PlacedSite, other: PlacedSite) -> int:
    """0 above, 1 right, 2 below, 3 left."""
    dx, dy = other.x - place.x, other.y - place.y
    if abs(dx) > abs(dy):
        return 1 if dx > 0 else 3
    return 2 if dy > 0 else 0


def draw_bars(links: Iterable[Link], board: DrawingContext) -> str:
    """Bars below the discs that they connect."""
    return "".join(
        polyline(
            tuple((place.x, place.y) for place in board.places_of((link.first, link.second))),
            stroke=board.theme[link.colour],
            stroke_width=BAR * board.places[link.first].unit,
        )
        for link in links
        if link.style == "bar" and len(board.places_of((link.first, link.second))) == 2
    )


# --- marks and texts -----------------------------------------------------------------------


def draw_marks(scene: Scene, board: DrawingContext) -> str:
    """The marks of a scene, in the order of BENEATH_FIRST."""
    ordered = sorted(scene.marks, key=lambda mark: BENEATH_FIRST.index(mark.kind))
    return "".join(group(draw_mark(board, mark), class_=f"mark-{mark.kind}") for mark in ordered)


def _labels(scene: Scene, laid: Layout, theme: Theme) -> str:
    return "".join(
        text_element(*laid.at((label.x, label.y)), label.text, LABEL_SIZE, theme["muted"])
        for label in scene.labels
    )


def _captions(lines: Iterable[TextLine], theme: Theme) -> str:
    return "".join(
        _line_of_text(line, theme["text"], 600)
        if line.size > LABEL_SIZE
        else _line_of_text(line, theme["muted"])
        for line in lines
    )
