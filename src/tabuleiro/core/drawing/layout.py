"""Layout of a scene in pixels: sites, cards beside the board, lines of captions."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, get_args

from tabuleiro.core.drawing.shapes import Box, bounding_box
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.scene import Point, Scene, Site, Supply

CardLayout = Literal["right", "below", "none"]
Translate = Callable[[str], str]

BOARD_SIDE = 560.0  # the longer side of a board; the pitch follows from it
SMALLEST_PITCH, LARGEST_PITCH = 40.0, 96.0
MARGIN = 20.0
LABEL_SIZE = 13.0
HANDLE_RADIUS, HANDLE_PADDING = 13.0, 11.0

CARD_WIDTH, CARD_PADDING, CARD_GAP, CARD_HEAD, CARD_FOOT = 268.0, 20.0, 16.0, 48.0, 12.0
NARROW_CARD, WIDEST_ROW = 170.0, 360.0
TITLE_SIZE, NOTE_SIZE = 16.0, 13.0
CAPTION_SIZES = (16.0, 13.0)  # the first caption, the others
LINE_HEIGHT = 1.45
BOLDER = 1.08  # how much wider heavy letters are

NARROW, WIDE = frozenset("iljtfrI.,:;'|!()[] "), frozenset("mwMW@%—…")


@dataclass(frozen=True, slots=True)
class PlacedSite:
    """A site in the picture: its centre, and the number of pixels of a pitch."""

    site: Site
    x: float
    y: float
    unit: float
    in_card: bool = False


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text. Its capitals are centred on y; `anchor` is the part of it that is at x."""

    x: float
    y: float
    text: str
    size: float
    anchor: Literal["start", "middle", "end"] = "middle"


@dataclass(frozen=True, slots=True)
class SupplyCard:
    """The card of a supply; `unit` is the pitch of its sites."""

    supply: Supply
    x: float
    y: float
    width: float
    height: float
    unit: float
    title: TextLine
    notes: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole picture. The (0, 0) of the scene is at `origin`; `unit` is the pitch."""

    width: float
    height: float
    unit: float
    origin: Point
    places: dict[str, PlacedSite]
    cards: tuple[SupplyCard, ...]
    captions: tuple[TextLine, ...]

    def at(self, point: Point) -> Point:
        """A point of the scene in the picture."""
        return self.origin[0] + point[0] * self.unit, self.origin[1] + point[1] * self.unit


def text_width(text: str, size: float) -> float:
    """The width of a text at most. It is a guess, because fonts differ between browsers."""
    return size * sum(0.36 if c in NARROW else 0.96 if c in WIDE else 0.64 for c in text)


def fitted(text: str, size: float, width: float) -> str:
    """The text, shortened to fit the width."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, size: float, width: float) -> list[str]:
    """The text in lines that fit the width, broken at spaces."""
    lines: list[str] = []
    for word in text.split():
        word = fitted(word, size, width)
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def handle_width(text: str) -> float:
    """The width of a handle: a disc, or a pill for a longer text."""
    if len(text) < 2:
        return 2 * HANDLE_RADIUS
    return text_width(text, LABEL_SIZE * BOLDER) + 2 * HANDLE_PADDING


def lay_out(scene: Scene, cards: CardLayout, captions: bool, translate: Translate) -> Layout:
    """Find a place for everything: the board, the captions, and the cards beside or below it."""
    # 1. the board
    unit = find_pitch(scene)
    board = bounding_box(_board_boxes(scene, unit))
    origin = MARGIN + math.ceil(-board.left), MARGIN + math.ceil(-board.top)
    places = {
        site.name: PlacedSite(site, origin[0] + site.x * unit, origin[1] + site.y * unit, unit)
        for site in scene.sites
    }
    middle = _middle(scene, unit) + origin[0]
    width, height = board.width + 2 * MARGIN, board.height + 2 * MARGIN
    # 2. the captions under it
    lines: list[TextLine] = []
    if captions and scene.captions:
        lines, height = _caption_lines(scene.captions, middle, width, height, translate)
    # 3. the cards
    laid = _lay_cards(scene, cards, unit, (width, height), translate)
    for card in laid:
        places.update(_card_places(card))
    if laid:
        width = max(width, max(card.x + card.width for card in laid) + MARGIN)
        height = max(height, max(card.y + card.height for card in laid) + MARGIN)
    return Layout(width, height, unit, origin, places, tuple(laid), tuple(lines))


def find_pitch(scene: Scene) -> float:
    """The pitch that gives every board about the same size, whatever is beside it."""
    cells = [site for site in scene.sites if site.shape != "handle" and not site.inside]
    if not cells:
        return LARGEST_PITCH
    box = bounding_box(_site_box(site, 1.0) for site in cells)
    pitch = BOARD_SIDE / max(box.width, box.height, 1.0)
    return 2 * round(min(max(pitch, SMALLEST_PITCH), LARGEST_PITCH) / 2)  # edges on whole pixels


def _middle(scene: Scene, unit: float) -> float:
    """The middle of the cells; captions are centred below it."""
    xs = [site.x for site in scene.sites if site.shape != "handle"] or [0.0]
    return (min(xs) + max(xs)) / 2 * unit


def _about(x: float, y: float, a: float, b: float) -> Box:
    return Box(x - a, y - b, x + a, y + b)


def _site_box(site: Site, unit: float) -> Box:
    """The room of a site. A point has room for a high stack, so that the size never changes."""
    if site.shape == "handle":
        return _about(site.x * unit, site.y * unit, handle_width(site.text) / 2, HANDLE_RADIUS)
    halves = {"dot": 0.0, "none": 0.0, "point": 0.5, "circle": max(site.size / 2, 0.5)}
    half = halves.get(site.shape, site.size / 2)
    return _about(site.x * unit, site.y * unit, half * unit, half * unit)


def _board_boxes(scene: Scene, unit: float) -> Iterator[Box]:
    for site in scene.sites:
        if not site.inside:  # a dot lies inside its panel
            yield _site_box(site, unit)
    for line in scene.lines:
        yield from (_about(x * unit, y * unit, 4.0, 4.0) for x, y in line.points)
    for area in scene.areas:
        yield from (_about(x * unit, y * unit, 0.0, 0.0) for x, y in area.points)
    for label in scene.labels:
        half = text_width(label.text, LABEL_SIZE) / 2
        yield _about(label.x * unit, label.y * unit, half, LABEL_SIZE / 2)


def _caption_lines(
    captions: tuple[Message, ...], middle: float, width: float, top: float, translate: Translate
) -> tuple[list[TextLine], float]:
    """The captions, broken into lines, and the bottom of the picture below them."""
    lines = []
    room = 2 * min(middle, width - middle) - MARGIN
    for i, caption in enumerate(captions):
        size = CAPTION_SIZES[min(i, 1)]
        for text in wrap(caption.text(translate), size if i else size * BOLDER, room):
            top += size * LINE_HEIGHT
            lines.append(TextLine(middle, top - size * LINE_HEIGHT / 2, text, size))
    return lines, top + MARGIN


def _lay_cards(
    scene: Scene, where: CardLayout, unit: float, board: Point, translate: Translate
) -> list[SupplyCard]:
    """A column of cards to the right of the board, or rows of cards below it. The sites of all
    cards shrink if a row is too long for its card."""
    if where not in get_args(CardLayout):
        reason = say("cards stand right, below or none, not {where}", where=repr(where))
        raise TabuleiroError(reason)
    supplies = scene.supplies
    if where == "none" or not supplies:
        return []
    longest = max(_row_box(supply, unit).width for supply in supplies)
    if where == "right":
        width = max(CARD_WIDTH, min(WIDEST_ROW, longest) + 2 * CARD_PADDING)
        left, y, across = board[0], MARGIN, 1
    else:  # as many cards in a row as fit the width of the board
        room = board[0] - 2 * MARGIN
        most = int((room + CARD_GAP) // (NARROW_CARD + CARD_GAP))
        left, y, across = MARGIN, board[1], max(1, min(len(supplies), most))
        width = (room - (across - 1) * CARD_GAP) / across
    scaled = unit * min(1.0, (width - 2 * CARD_PADDING) / max(longest, 1.0))
    cards: list[SupplyCard] = []
    for start in range(0, len(supplies), across):
        row = [
            _card(supply, left + i * (width + CARD_GAP), y, width, scaled, translate)
            for i, supply in enumerate(supplies[start : start + across])
        ]
        height = max(card.height for card in row)
        cards += [replace(card, height=height) for card in row]
        y += height + CARD_GAP
    return cards


def _card(
    supply: Supply, x: float, y: float, width: float, unit: float, translate: Translate
) -> SupplyCard:
    """The title, the note beside it or on lines below, then the row of sites."""
    inner = width - 2 * CARD_PADDING
    name = fitted(supply.title.text(translate), TITLE_SIZE * BOLDER, inner)
    title = TextLine(x + CARD_PADDING, y + 26, name, TITLE_SIZE, "start")
    notes = _notes(supply, x + CARD_PADDING, y + 26, inner, title, translate)
    height = CARD_HEAD + (notes[-1].y - title.y if notes else 0.0)
    if supply.sites:
        height += _row_box(supply, unit).height + CARD_FOOT
    return SupplyCard(supply, x, y, width, height, unit, title, tuple(notes))


def _notes(
    supply: Supply, x: float, y: float, room: float, title: TextLine, translate: Translate
) -> list[TextLine]:
    """The note beside the title if there is room, otherwise on its own lines."""
    if supply.note is None:
        return []
    text = supply.note.text(translate)
    beside = room - text_width(title.text, TITLE_SIZE * BOLDER) - CARD_FOOT
    if text_width(text, NOTE_SIZE) <= beside:
        return [TextLine(x + room, y, text, NOTE_SIZE, "end")]
    step = NOTE_SIZE * LINE_HEIGHT
    return [
        TextLine(x, y + 4 + step * (i + 1), line, NOTE_SIZE, "start")
        for i, line in enumerate(wrap(text, NOTE_SIZE, room))
    ]


def _row_box(supply: Supply, unit: float) -> Box:
    return bounding_box(_site_box(site, unit) for site in _spread(supply, unit))


def _spread(supply: Supply, unit: float) -> list[Site]:
    """The sites of a card, moved apart so that long handles do not overlap."""
    handles = sorted(
        (site for site in supply.sites if site.shape == "handle"), key=lambda site: site.x
    )
    stretch = max(
        (
            (handle_width(a.text) + handle_width(b.text) + CARD_GAP) / (2 * unit * (b.x - a.x))
            for a, b in pairwise(handles)
            if b.x > a.x
        ),
        default=1.0,
    )
    return [replace(site, x=site.x * max(stretch, 1.0)) for site in supply.sites]


def _card_places(card: SupplyCard) -> Iterator[tuple[str, PlacedSite]]:
    box = _row_box(card.supply, card.unit)
    left = card.x + CARD_PADDING - box.left
    top = card.y + card.height - CARD_FOOT - box.bottom
    for site in _spread(card.supply, card.unit):
        x, y = left + site.x * card.unit, top + site.y * card.unit
        yield site.name, PlacedSite(site, x, y, card.unit, in_card=True)
