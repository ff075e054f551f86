"""The supplies beside the board, and pictures of single pieces."""

from tabuleiro.core.drawing.layout import PlacedSite, Translate
from tabuleiro.core.drawing.pieces import draw_pieces
from tabuleiro.core.drawing.svg import draw_cell
from tabuleiro.core.drawing.svg_elements import element, escape
from tabuleiro.core.scene import Piece, Scene, Site, Supply
from tabuleiro.core.scene_description import SceneDescriber
from tabuleiro.web.board.drawing import THEME, drawing_key, drawings
from tabuleiro.web.board.schema import CardData, SupplySite

SUPPLY_UNIT = 64.0  # the pitch of sites beside the board


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
