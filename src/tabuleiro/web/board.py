"""The board of a page: a scene in layers of SVG, and what hands and ears are told of its sites.

What never changes in a game is drawn once (`still_board`), what does with every state
(`moving_board`), and who is to move also gets the moves to choose from (`choices_of`). The script
in `static/board` puts them together; it knows geometry and steps, never a rule. Colours are CSS
variables of the theme's tokens, and nothing has a style attribute, which a strict page forbids.

Everything on the board hangs in a group that is turned with it. What has to stay upright stands in
a group of the class `upright` about its own centre, which is turned back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NotRequired, TypedDict

from tabuleiro.core.drawing.layout import LABEL_SIZE, MARGIN, Layout, Place, lay_out
from tabuleiro.core.drawing.marks import Board, draw_mark, draw_trails, rings_around
from tabuleiro.core.drawing.markup import element, escape, group, shape, words
from tabuleiro.core.drawing.pieces import (
    NOT_JOINED,
    Joined,
    cell_outline,
    draw_pieces,
    free_outline,
)
from tabuleiro.core.drawing.shapes import Outline, path_of
from tabuleiro.core.drawing.svg import (
    FONT,
    OVERLAYS,
    board_of,
    draw_bars,
    draw_cell,
    draw_ground,
    draw_marks,
    joined_sides,
)
from tabuleiro.core.drawing.theme import LIGHT
from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.core.reading import BETWEEN, MARKS, Reader
from tabuleiro.core.scene import (
    Link,
    Mark,
    MarkKind,
    Piece,
    PieceShape,
    Scene,
    Site,
    SiteShape,
    Step,
    Supply,
)
from tabuleiro.web.words import LATER

Translate = Callable[[str], str]
Box = tuple[float, float, float, float]
"""Left, top, width and height in the units of the picture."""

THEME = LIGHT.variables()
BARE_MARGIN = 11.0  # around a board that has no room for its coordinates
TRIM = MARGIN - BARE_MARGIN  # what of the layout's own margin is cut off then
SUPPLY_UNIT = 64.0  # the pitch of what lies beside the board

TURNING: frozenset[PieceShape] = frozenset({"block", "tile", "peg"})
"""Pieces that mean the same only when they are turned with the board."""
CHANGING: frozenset[SiteShape] = frozenset({"circle"})
"""Sites that look different when they hold something."""

WORDS: Mapping[str, Message] = MappingProxyType(
    {
        "board": say("board"),
        "keys": say(
            "Arrow keys walk over the board. Enter touches a place, Escape cancels. Page Down "
            "leads to the next place that may be touched."
        ),
        "touch": MARKS["touch"],
        "selected": MARKS["selected"],
        "next": say("{place} touched. May be touched next: {places}", **LATER),
        "many": say("{place} touched. {count} places may be touched next", **LATER),
        "ready": say("{move} is ready. Touch it again to play it, or cancel", **LATER),
        "cancelled": say("Nothing is touched any more"),
        "play": say("Play {move}", **LATER),
        "cancel": say("Cancel"),
        "enlarge": say("Enlarge the board"),
        "whole": say("Show the whole board"),
    }
)
"""What the board says of itself; the page fills in the values."""


class SiteData(TypedDict):
    """A site of the board: `place` is its name in words, `said` what stands there in words.

    An `optional` one is there only while some move touches it; `quiet` ones are passed over while
    they are empty. `mid` says that it lies on a middle tone.
    """

    name: str
    place: str
    said: str
    x: float
    y: float
    size: float
    shape: str
    optional: NotRequired[bool]
    quiet: NotRequired[bool]
    mid: NotRequired[bool]
    inside: NotRequired[str]
    text: NotRequired[str]
    guides: NotRequired[list[Box]]


class Still(TypedDict):
    """What never changes in a game. `bare` is the box without coordinates; `turns` are the quarter
    turns that the board can be shown in; `shapes` the outlines of free sites about (0, 0)."""

    svg: str
    title: str
    box: Box
    bare: Box
    unit: float
    turns: list[int]
    shapes: dict[str, str]
    sites: list[SiteData]
    words: dict[str, str]


class Content(TypedDict):
    """What a state says of a site that is not as it is on the empty board."""

    name: str
    said: str
    taken: bool


class SupplySite(TypedDict):
    """A site beside the board, with its picture, or the text of a handle."""

    name: str
    said: str
    svg: NotRequired[str]
    text: NotRequired[str]
    marks: list[str]


class Card(TypedDict):
    """A supply beside the board."""

    title: str
    note: str
    player: int | None
    sites: list[SupplySite]


class Moving(TypedDict):
    """What a state shows: the moving layer, where the last move came from and went to, what stands
    on the sites, the sites that come and go with the pieces they are in, the cards. `looks` are the
    pieces of stacks, each alone, by their letters."""

    board: str
    looks: dict[str, str]
    origin: list[str]
    last: list[str]
    contents: list[Content]
    holes: list[SiteData]
    cards: list[Card]


class Choices(TypedDict):
    """The legal moves by their steps. `rings` are the outlines around steps that hold pieces;
    `ghosts` the sites that a move would fill, by its place in `moves`, in the colour `tone`."""

    steps: list[list[str]]
    moves: list[tuple[str, list[int]]]
    rings: dict[int, str]
    ghosts: dict[int, list[str]]
    tone: str


# --- what is drawn again and again -----------------------------------------------------------


class Latest:
    """The layouts of the scenes that were drawn last: each is drawn in several ways at once."""

    def __init__(self, most: int) -> None:
        self._kept: deque[tuple[Scene, Layout]] = deque(maxlen=most)

    def layout(self, scene: Scene) -> Layout:
        """The layout of a scene, without cards and captions: the same in every language."""
        found = next((laid for known, laid in tuple(self._kept) if known is scene), None)
        if found is None:
            found = lay_out(scene, "none", False, str)
            self._kept.append((scene, found))
        return found


class Drawn:
    """Pictures by what they show: a move changes few of those of a board. When there are too many
    it begins anew."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, str] = {}

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The picture of a key, drawn if it is not there."""
        found = self._kept.get(key)
        if found is None:
            found = draw()
            if len(self._kept) >= self._most:
                self._kept.clear()
            self._kept[key] = found
        return found


laid_out = Latest(16).layout
drawn = Drawn(8192)


def _look(place: Place, pieces: Iterable[Piece]) -> Hashable:
    """All that the picture of the pieces on a place depends on."""
    site = place.site
    return (
        (site.name, site.shape, site.size, site.tone, place.x, place.y, place.unit),
        *((each.shape, each.colour, each.letter, each.pegs, each.crown) for each in pieces),
    )


# --- what never changes --------------------------------------------------------------------


def still_board(scene: Scene, translate: Translate = str) -> Still:
    """The picture without anything that moves, and what is to be known of it."""
    laid = lay_out(scene, "none", False, translate)
    box = (0.0, 0.0, laid.width, laid.height)
    return {
        "svg": _picture(scene, laid, box),
        "title": scene.title.text(translate),
        "box": box,
        "bare": _bare_box(scene, laid, translate),
        "unit": laid.unit,
        "turns": [0, 1, 2, 3] if _on_squares(scene.sites) else [0, 2],
        "shapes": _shapes(laid),
        "sites": _still_sites(scene, laid, translate),
        "words": {name: translate(message.template) for name, message in WORDS.items()},
    }


def _picture(scene: Scene, laid: Layout, box: Box) -> str:
    layers = (
        group(draw_ground(scene, laid, THEME), class_="ground"),
        group(_still_cells(laid.places.values()), class_="cells"),
        element("g", "", class_="moving"),
        element("g", "", class_="entry"),
        group("".join(map(_handle, laid.places.values())), class_="handles"),
        group(_labels(scene, laid), class_="labels"),
    )
    return element(
        "svg", element("g", "".join(layers), class_="turning"), class_="board-picture",
        viewBox=" ".join(f"{side:g}" for side in box), font_family=FONT, aria_hidden="true",
        focusable="false",
    )  # fmt: skip


def _still_cells(places: Iterable[Place]) -> str:
    return "".join(
        element("g", draw_cell(place, False, THEME), data_site=place.site.name)
        for place in places
        if place.site.shape not in (*OVERLAYS, *CHANGING, "handle")
    )


def _handle(place: Place) -> str:
    """A disc with its text, which the page shows as legal, chosen or neither."""
    if place.site.shape != "handle":
        return ""
    middle = replace(place, x=0.0, y=0.0)
    body = shape(cell_outline(middle)) + words(0, 0, place.site.text, LABEL_SIZE, "currentColor")
    return _upright(place.x, place.y, body, class_="handle", data_site=place.site.name)


def _labels(scene: Scene, laid: Layout) -> str:
    return "".join(
        _upright(*laid.at((label.x, label.y)), words(0, 0, label.text, LABEL_SIZE, THEME["muted"]))
        for label in scene.labels
    )


def _upright(x: float, y: float, body: str, **attributes: str) -> str:
    """Something about (x, y) that stays upright when the board is turned."""
    return element(
        "g", element("g", body, class_="upright"), transform=f"translate({x:g} {y:g})", **attributes
    )


def _bare_box(scene: Scene, laid: Layout, translate: Translate) -> Box:
    """The part of the picture that is left when the coordinates are not shown."""
    bare = lay_out(replace(scene, labels=()), "none", False, translate)
    left, top = (laid.origin[i] - bare.origin[i] + TRIM for i in range(2))
    return left, top, bare.width - 2 * TRIM, bare.height - 2 * TRIM


def _on_squares(sites: Iterable[Site]) -> bool:
    """Whether a quarter turn leads every site to where a site could be."""
    return all(
        float(2 * site.x).is_integer() and float(2 * site.y).is_integer()
        for site in sites
        if site.shape != "hole"
    )


def _shapes(laid: Layout) -> dict[str, str]:
    """What a ring around a free site follows, by the site's shape and size."""
    return {
        _shape_key(place.site): _path(free_outline(replace(place, x=0.0, y=0.0)))
        for place in laid.places.values()
    }


def _shape_key(site: Site) -> str:
    return f"{site.shape}-{site.size:g}"


def _path(outline: Outline) -> str:
    if outline.corner:
        return path_of(outline)
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in outline.points) + "Z"


# --- what a state shows --------------------------------------------------------------------


def moving_board(
    scene: Scene, choices: Choices | None = None, translate: Translate = str
) -> Moving:
    """The pieces, marks and cards of a scene, and its sites in words."""
    laid, reader = laid_out(scene), Reader(scene)
    board = board_of(scene, laid, THEME)
    touchable = {site for step in choices["steps"] for site in step} if choices else set()
    return {
        "board": _moving_layer(scene, board),
        "looks": _looks(board),
        "origin": _marked(scene, "origin"),
        "last": _marked(scene, "last"),
        "contents": _contents(scene, reader, board, translate),
        "holes": _holes(reader, laid, touchable, translate),
        "cards": [_card(scene, reader, supply, translate) for supply in scene.supplies],
    }


def _marked(scene: Scene, kind: MarkKind) -> list[str]:
    return [name for mark in scene.marks if mark.kind == kind for name in mark.sites]


def _moving_layer(scene: Scene, board: Board) -> str:
    written = [mark for mark in scene.marks if mark.kind == "value"]
    drawn = replace(scene, marks=tuple(mark for mark in scene.marks if mark.kind != "value"))
    values = "".join(
        _value(board, place, mark) for mark in written for place in board.found(mark.sites)
    )
    return "".join(
        (
            group(_changing_cells(board), class_="wells"),
            group(draw_bars(scene.links, board) + draw_trails(board, scene.marks), class_="links"),
            element("g", _pieces(scene.links, board), class_="pieces"),
            group(draw_marks(drawn, board) + values, class_="marks"),
        )
    )


def _value(board: Board, place: Place, mark: Mark) -> str:
    """What is written on one site."""
    name = place.site.name
    alone = replace(board, places={name: replace(place, x=0.0, y=0.0)})
    body = draw_mark(alone, replace(mark, sites=(name,)))
    return _upright(place.x, place.y, body, class_="mark-value")


def _changing_cells(board: Board) -> str:
    return "".join(
        draw_cell(place, bool(board.on(place)), THEME)
        for place in board.places.values()
        if place.site.shape in CHANGING
    )


def _pieces(links: Iterable[Link], board: Board) -> str:
    """Every stack about its own middle, its pieces as groups inside."""
    joined = joined_sides(links, board)
    return "".join(
        _stack(board.places[name], pieces, joined.get(name, NOT_JOINED))
        for name, pieces in board.pieces.items()
        if name in board.places
    )


def _stack(place: Place, pieces: list[Piece], joined: Joined) -> str:
    key = "stack", _look(place, pieces), joined
    return drawn.get(key, lambda: _draw_stack(place, pieces, joined))


def _draw_stack(place: Place, pieces: list[Piece], joined: Joined) -> str:
    top = pieces[-1]
    body = draw_pieces(replace(place, x=0.0, y=0.0), pieces, THEME, joined)
    return element(
        "g",
        element("g", body, class_=None if top.shape in TURNING else "upright"),
        class_="stack",
        data_site=place.site.name,
        data_shape=f"{top.shape}-crown" if top.crown else top.shape,
        data_letters="".join(piece.letter for piece in pieces),
        transform=f"translate({place.x:g} {place.y:g})",
    )


def _looks(board: Board) -> dict[str, str]:
    stacks = (pieces for pieces in board.pieces.values() if len(pieces) > 1)
    found = {piece.letter: piece for pieces in stacks for piece in pieces}
    return {letter: _alone(piece) for letter, piece in found.items()}


def _alone(piece: Piece) -> str:
    """A piece that stands nowhere."""
    place = Place(Site(piece.site, 0.0, 0.0, "none", piece.name), 0.0, 0.0, SUPPLY_UNIT)
    return _small_picture(draw_pieces(place, [piece], THEME))


# --- sites and cards -----------------------------------------------------------------------


def _still_sites(scene: Scene, laid: Layout, translate: Translate) -> list[SiteData]:
    """The sites of the empty board, from the top and from the left."""
    reader = Reader(replace(scene, pieces=(), marks=()))
    lasting = [place for place in laid.places.values() if not place.site.inside]
    lasting.sort(key=lambda place: (place.y, place.x))
    return [_site(reader, place, laid, translate) for place in lasting]


def _site(reader: Reader, place: Place, laid: Layout, translate: Translate) -> SiteData:
    site = place.site
    data: SiteData = {
        "name": site.name,
        "place": site.label.text(translate),
        "said": reader.said(site).text(translate),
        "x": round(place.x, 2),
        "y": round(place.y, 2),
        "size": round(site.size * place.unit, 2),
        "shape": _shape_key(site),
    }
    if site.shape in (*OVERLAYS, "handle"):
        data["optional"] = True
    if site.shape in BETWEEN:
        data["quiet"] = True
    if site.tone.startswith("mid"):
        data["mid"] = True
    if site.inside:
        data["inside"] = site.inside
    if site.text:
        data["text"] = site.text
    if site.guides:
        data["guides"] = [(*laid.at(start), *laid.at(end)) for start, end in site.guides]
    return data


def _contents(scene: Scene, reader: Reader, board: Board, translate: Translate) -> list[Content]:
    """What is to be said of sites with pieces or marks."""
    marked = (name for mark in scene.marks for name in mark.sites)
    names = dict.fromkeys((*board.pieces, *marked))
    return [
        {
            "name": name,
            "said": reader.said(board.places[name].site).text(translate),
            "taken": name in board.pieces,
        }
        for name in names
        if name in board.places
    ]


def _holes(
    reader: Reader, laid: Layout, touchable: Collection[str], translate: Translate
) -> list[SiteData]:
    """The sites inside pieces that some move touches: of all there are hundreds."""
    return [
        _site(reader, place, laid, translate)
        for name, place in laid.places.items()
        if place.site.inside and name in touchable
    ]


def _card(scene: Scene, reader: Reader, supply: Supply, translate: Translate) -> Card:
    return {
        "title": supply.title.text(translate),
        "note": supply.note.text(translate) if supply.note else "",
        "player": supply.player,
        "sites": [_supply_site(scene, reader, site, translate) for site in supply.sites],
    }


def _supply_site(scene: Scene, reader: Reader, site: Site, translate: Translate) -> SupplySite:
    data: SupplySite = {
        "name": site.name,
        "said": reader.said(site).text(translate),
        "marks": [mark.kind for mark in scene.marks if site.name in mark.sites],
    }
    if site.shape == "handle":
        return {**data, "text": escape(site.text)}
    return {**data, "svg": _supply_picture(scene, site)}


def _supply_picture(scene: Scene, site: Site) -> str:
    place = Place(site, 0.0, 0.0, SUPPLY_UNIT, in_card=True)
    pieces = [piece for piece in scene.pieces if piece.site == site.name]

    def draw() -> str:
        cell = draw_cell(place, bool(pieces), THEME)
        return _small_picture(cell + draw_pieces(place, pieces, THEME))

    return drawn.get(("supply", _look(place, pieces)), draw)


def _small_picture(body: str) -> str:
    """A picture of one place, about (0, 0)."""
    half = SUPPLY_UNIT / 2
    return element(
        "svg", body, viewBox=f"{-half:g} {-half:g} {2 * half:g} {2 * half:g}", aria_hidden="true",
        focusable="false",
    )  # fmt: skip


# --- moves to choose from ------------------------------------------------------------------


def choices_of(position: Position, scene: Scene) -> Choices:
    """The legal moves of a game that goes on as touches, with what is drawn while one is being
    entered."""
    legal = position.legal_moves()
    steps: dict[Step, int] = {}
    moves = [
        (
            position.move_text(move),
            [steps.setdefault(step, len(steps)) for step in position.steps(move)],
        )
        for move in legal
    ]
    board = board_of(scene, laid_out(scene), THEME)
    return {
        "steps": [list(step) for step in steps],
        "moves": moves,
        "rings": {i: ring for step, i in steps.items() if (ring := _ring(board, step))},
        "ghosts": _ghosts(position, [len(touched) for _, touched in moves]),
        "tone": f"p{position.player + 1}",
    }


def _ring(board: Board, step: Step) -> str:
    """The outline around the pieces on the sites of a step."""
    places = [place for place in board.found(step) if board.on(place)]
    if len(places) != 1:
        return _draw_ring(board, places)
    key = "ring", _look(places[0], board.on(places[0]))
    return drawn.get(key, lambda: _draw_ring(board, places))


def _draw_ring(board: Board, places: list[Place]) -> str:
    return "".join(_path(outline) for _, outline in rings_around(board, places))


def _ghosts(position: Position, lengths: list[int]) -> dict[int, list[str]]:
    """The sites that each move would fill. What one touch puts down is plain to see beforehand."""
    adds = position.game.adds
    if adds is None:
        return {}
    return {
        i: list(adds(position, move))
        for i, (move, length) in enumerate(zip(position.legal_moves(), lengths, strict=True))
        if length > 1
    }
