"""The part of a board that changes with every move: pieces, marks, sites in words, cards."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from tabuleiro.core.drawing.layout import Layout, PlacedSite, Translate
from tabuleiro.core.drawing.marks import DrawingContext, draw_mark, draw_trails
from tabuleiro.core.drawing.pieces import NOT_JOINED, Joined, draw_pieces
from tabuleiro.core.drawing.svg import (
    draw_bars,
    draw_cell,
    draw_marks,
    drawing_context,
    joined_sides,
)
from tabuleiro.core.drawing.svg_elements import element, escape, group, text_element
from tabuleiro.core.scene import Link, Mark, MarkKind, Piece, PieceKind, Scene, Site, Supply
from tabuleiro.core.scene_description import SceneDescriber
from tabuleiro.web.board.drawing import CHANGING, THEME, drawing_key, drawings, laid_out, upright
from tabuleiro.web.board.schema import CardData, Choices, Content, Moving, SiteData, SupplySite
from tabuleiro.web.board.still import site_data

TURNING: frozenset[PieceKind] = frozenset({"block", "panel"})
"""Kinds of pieces that must be rotated with the board."""
SUPPLY_UNIT = 64.0  # the pitch of sites beside the board


def moving_board(
    scene: Scene, choices: Choices | None = None, translate: Translate = str
) -> Moving:
    """The pieces, marks and cards of a scene, and its sites in words."""
    laid, reader = laid_out(scene), SceneDescriber(scene)
    board = drawing_context(scene, laid, THEME)
    stacks = (pieces for pieces in board.pieces.values() if len(pieces) > 1)
    stacked = {piece.letter: piece for pieces in stacks for piece in pieces}
    touchable = {site for step in choices["steps"] for site in step} if choices else set()
    return {
        "board": _moving_layer(scene, board),
        "looks": {letter: piece_picture(piece) for letter, piece in stacked.items()},
        "origin": next(iter(_marked(scene, "origin")), []),
        "last": next(iter(_marked(scene, "last")), []),
        "marked": [name for names in _marked(scene, "last") for name in names],
        "contents": _contents(scene, reader, board, translate),
        "holes": _holes(reader, laid, touchable, translate),
        "cards": [card_of(scene, reader, supply, translate) for supply in scene.supplies],
    }


def _marked(scene: Scene, kind: MarkKind) -> list[list[str]]:
    """The sites of each mark of a kind: those of the last move come first."""
    return [list(mark.sites) for mark in scene.marks if mark.kind == kind]


def _moving_layer(scene: Scene, board: DrawingContext) -> str:
    written = [mark for mark in scene.marks if mark.kind == "value"]
    drawn = replace(scene, marks=tuple(mark for mark in scene.marks if mark.kind != "value"))
    values = "".join(
        _value(board, place, mark) for mark in written for place in board.places_of(mark.sites)
    )
    return "".join(
        (
            group(_changing_cells(board), class_="wells"),
            group(draw_bars(scene.links, board) + draw_trails(board, scene.marks), class_="links"),
            element("g", _pieces(scene.links, board), class_="pieces"),
            group(draw_marks(drawn, board) + values, class_="marks"),
            group("".join(_owner_badges(board)), class_="owners"),
        )
    )


def _value(board: DrawingContext, place: PlacedSite, mark: Mark) -> str:
    """The text on one site."""
    name = place.site.name
    alone = replace(board, places={name: replace(place, x=0.0, y=0.0)})
    body = draw_mark(alone, replace(mark, sites=(name,)))
    return upright(place.x, place.y, body, class_="mark-value")


def _changing_cells(board: DrawingContext) -> str:
    return "".join(
        draw_cell(place, bool(board.pieces_on(place)), THEME)
        for place in board.places.values()
        if place.site.shape in CHANGING
    )


def _pieces(links: Iterable[Link], board: DrawingContext) -> str:
    """The stacks of pieces, each drawn around its own centre."""
    joined = joined_sides(links, board)
    return "".join(
        _stack(board.places[name], pieces, joined.get(name, NOT_JOINED))
        for name, pieces in board.pieces.items()
        if name in board.places
    )


def _stack(place: PlacedSite, pieces: list[Piece], joined: Joined) -> str:
    key = "stack", drawing_key(place, pieces), joined
    return drawings.get_or_make(key, lambda: _draw_stack(place, pieces, joined))


def _owner_badges(board: DrawingContext) -> Iterator[str]:
    """The players who own stacks whose colours do not tell. The page shows them above all else."""
    for name, pieces in board.pieces.items():
        top = pieces[-1]
        if name in board.places and top.owner is not None and top.claimed:
            yield _owner_badge(board.places[name], top.owner)


def _owner_badge(place: PlacedSite, owner: int) -> str:
    """The number of a player, to the lower right of a stack."""
    number = text_element(0, 0, str(owner + 1), 0.2 * place.unit, "currentColor")
    disc = element("circle", r=0.13 * place.unit)
    at = f"translate({0.37 * place.unit:g} {0.31 * place.unit:g})"
    badge = element("g", disc + number, transform=at)
    return upright(place.x, place.y, badge, class_="owner", data_site=place.site.name)


def _draw_stack(place: PlacedSite, pieces: list[Piece], joined: Joined) -> str:
    top = pieces[-1]
    body = draw_pieces(replace(place, x=0.0, y=0.0), pieces, THEME, joined)
    return element(
        "g",
        element("g", body, class_=None if top.form.kind in TURNING else "upright"),
        class_="stack",
        data_site=place.site.name,
        data_shape=top.form.name,
        data_letters="".join(piece.letter for piece in pieces),
        transform=f"translate({place.x:g} {place.y:g})",
    )


# --- sites in words ------------------------------------------------------------------------


def _contents(
    scene: Scene, reader: SceneDescriber, board: DrawingContext, translate: Translate
) -> list[Content]:
    """The descriptions of sites with pieces or marks."""
    marked = (name for mark in scene.marks for name in mark.sites)
    names = dict.fromkeys((*board.pieces, *marked))
    return [
        {
            "name": name,
            "said": reader.describe(board.places[name].site).text(translate),
            "taken": name in board.pieces,
            "reach": reader.reach(board.places[name].site),
        }
        for name in names
        if name in board.places
    ]


def _holes(
    reader: SceneDescriber, laid: Layout, touchable: Collection[str], translate: Translate
) -> list[SiteData]:
    """The sites inside pieces that some move touches. There are hundreds in all."""
    return [
        site_data(reader, place, laid, translate)
        for name, place in laid.places.items()
        if place.site.inside and name in touchable
    ]


# --- the supplies beside the board ---------------------------------------------------------


def card_of(scene: Scene, reader: SceneDescriber, supply: Supply, translate: Translate) -> CardData:
    """A supply with its sites."""
    return {
        "title": supply.title.text(translate),
        "note": supply.note.text(translate) if supply.note else "",
        "player": supply.player,
        "sites": [_supply_site(scene, reader, site, translate) for site in supply.sites],
    }


def _supply_site(
    scene: Scene, reader: SceneDescriber, site: Site, translate: Translate
) -> SupplySite:
    data: SupplySite = {
        "name": site.name,
        "said": reader.describe(site).text(translate),
        "marks": [mark.kind for mark in scene.marks if site.name in mark.sites],
    }
    if site.shape == "handle":
        return {**data, "text": escape(site.text)}
    return {**data, "svg": _supply_picture(scene, site)}


def _supply_picture(scene: Scene, site: Site) -> str:
    place = PlacedSite(site, 0.0, 0.0, SUPPLY_UNIT, in_card=True)
    pieces = [piece for piece in scene.pieces if piece.site == site.name]

    def draw() -> str:
        cell = draw_cell(place, bool(pieces), THEME)
        return small_picture(cell + draw_pieces(place, pieces, THEME))

    return drawings.get_or_make(("supply", drawing_key(place, pieces)), draw)


def piece_picture(piece: Piece) -> str:
    """The picture of a single piece."""
    place = PlacedSite(Site(piece.site, 0.0, 0.0, "none", piece.name), 0.0, 0.0, SUPPLY_UNIT)
    return small_picture(draw_pieces(place, [piece], THEME))


def small_picture(body: str) -> str:
    """A picture of one place, with (0, 0) in the middle."""
    half = SUPPLY_UNIT / 2
    return element(
        "svg", body, viewBox=f"{-half:g} {-half:g} {2 * half:g} {2 * half:g}", aria_hidden="true",
        focusable="false",
    )  # fmt: skip
