"""The sites of a board as data: position, shape, and a description in words."""

from tabuleiro.core.drawing.layout import Layout, PlacedSite, Translate
from tabuleiro.core.scene import OVERLAYS, Site
from tabuleiro.core.scene_description import BETWEEN, SceneDescriber
from tabuleiro.web.board.schema import SiteData


def site_data(
    reader: SceneDescriber, place: PlacedSite, laid: Layout, translate: Translate
) -> SiteData:
    """A site with its position and a description in words."""
    site = place.site
    data: SiteData = {
        "name": site.name,
        "place": site.label.text(translate),
        "said": reader.describe(site).text(translate),
        "x": round(place.x, 2),
        "y": round(place.y, 2),
        "size": round(site.size * place.unit, 2),
        "shape": shape_key(site),
    }
    if site.shape in (*OVERLAYS, "handle"):
        data["optional"] = True
    if site.shape in BETWEEN:
        data["quiet"] = True
    if site.tone.startswith("mid"):
        data["mid"] = True
    if site.inside:
        data["inside"] = site.inside
    if site.leads:
        data["leads"] = site.leads
    if site.text:
        data["text"] = site.text
    if site.guides:
        data["guides"] = [(*laid.at(start), *laid.at(end)) for start, end in site.guides]
    return data


def shape_key(site: Site) -> str:
    """The key of the outline of a free site among the shapes."""
    return f"{site.shape}-{site.size:g}"
