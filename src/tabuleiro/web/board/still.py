"""The part of a board that never changes during a game: the empty board and its sites."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tabuleiro.core.drawing.layout import LABEL_SIZE, MARGIN, Layout, PlacedSite, Translate, lay_out
from tabuleiro.core.drawing.pieces import cell_outline, free_outline
from tabuleiro.core.drawing.svg import FONT, draw_cell, draw_ground
from tabuleiro.core.drawing.svg_elements import element, group, shape, text_element
from tabuleiro.core.message import Message, say
from tabuleiro.core.scene import OVERLAYS, Label, Scene, Site
from tabuleiro.core.scene_description import BETWEEN, MARKS, SceneDescriber
from tabuleiro.web.board.drawing import CHANGING, THEME, laid_out, path, upright
from tabuleiro.web.board.schema import Box, SiteData, Still

NARROW_MARGIN = 7.0  # around a board on a narrow screen
TRIM = MARGIN - NARROW_MARGIN  # the part of the layout's own margin that is cut off there
NEAR = 11.0  # the distance of coordinates from the board there

LATER: dict[str, object] = {}
"""The values of a message that the page fills in."""

WORDS: Mapping[str, Message] = {
    "board": say("board"),
    "keys": say(
        "Arrow keys move over the board. Enter selects a place, Escape cancels. Page Down "
        "goes to the next place you can select."
    ),
    "touch": MARKS["touch"],
    "selected": MARKS["selected"],
    "piece": say("Piece on {site}", **LATER),
    "next": say("{place} selected. Next: {places}", **LATER),
    "many": say("{place} selected. {count} places can be selected next", **LATER),
    "ready": say("{move} is ready. Select it again to play it, or cancel", **LATER),
    "cancelled": say("Selection cleared"),
    "play": say("Play"),
    "play_move": say("Play {move}", **LATER),
    "cancel": say("Cancel"),
    "enlarge": say("Enlarge the board"),
    "whole": say("Show the whole board"),
}
"""Message templates of the board; the page fills in the values."""


def still_board(scene: Scene, translate: Translate = str) -> Still:
    """The part of the board that never changes in a game, for the page."""
    laid = laid_out(scene)
    box = (0.0, 0.0, laid.width, laid.height)
    near = _near_labels(scene)
    return {
        "svg": _picture(scene, near, laid, box),
        "title": scene.title.text(translate),
        "box": box,
        "narrow": _narrow_box(scene, near, laid),
        "unit": laid.unit,
        "turns": [0, 1, 2, 3] if _on_squares(scene.sites) else [0, 2],
        "shapes": {
            shape_key(place.site): path(free_outline(replace(place, x=0.0, y=0.0)))
            for place in laid.places.values()
        },
        "sites": still_sites(scene, laid, translate),
        "words": {name: translate(message.template) for name, message in WORDS.items()},
    }


def _picture(scene: Scene, near: Iterable[Label], laid: Layout, box: Box) -> str:
    layers = (
        group(draw_ground(scene, laid, THEME), class_="ground"),
        group(_still_cells(laid.places.values()), class_="cells"),
        element("g", "", class_="moving"),
        element("g", "", class_="entry"),
        element("g", "", class_="top"),
        group("".join(map(_handle, laid.places.values())), class_="handles"),
        group(_labels(scene.labels, near, laid), class_="labels"),
    )
    return element(
        "svg", element("g", "".join(layers), class_="turning"), class_="board-picture",
        viewBox=" ".join(f"{side:g}" for side in box), font_family=FONT, aria_hidden="true",
        focusable="false",
    )  # fmt: skip


def _still_cells(places: Iterable[PlacedSite]) -> str:
    return "".join(
        element("g", draw_cell(place, False, THEME), data_site=place.site.name)
        for place in places
        if place.site.shape not in (*OVERLAYS, *CHANGING, "handle")
    )


def _handle(place: PlacedSite) -> str:
    """A disc with its text, which the page shows as legal, as chosen or as neither."""
    if place.site.shape != "handle":
        return ""
    middle = replace(place, x=0.0, y=0.0)
    body = shape(cell_outline(middle)) + text_element(
        0, 0, place.site.text, LABEL_SIZE, "currentColor"
    )
    return upright(place.x, place.y, body, class_="handle", data_site=place.site.name)


def _labels(labels: Iterable[Label], near: Iterable[Label], laid: Layout) -> str:
    """Coordinates, each with its place on a narrow screen."""
    return "".join(
        upright(
            *laid.at((label.x, label.y)),
            text_element(0, 0, label.text, LABEL_SIZE, THEME["muted"]),
            data_near="{:g} {:g}".format(*laid.at((nearer.x, nearer.y))),
        )
        for label, nearer in zip(labels, near, strict=True)
    )


def _near_labels(scene: Scene) -> tuple[Label, ...]:
    """The coordinates, moved as near to the board as possible."""
    bare = lay_out(replace(scene, labels=()), "none", False, str)
    left, top = ((MARGIN - NEAR - start) / bare.unit for start in bare.origin)
    right = left + (bare.width - 2 * (MARGIN - NEAR)) / bare.unit
    bottom = top + (bare.height - 2 * (MARGIN - NEAR)) / bare.unit
    return tuple(
        replace(label, x=min(max(label.x, left), right), y=min(max(label.y, top), bottom))
        for label in scene.labels
    )


def _narrow_box(scene: Scene, near: tuple[Label, ...], laid: Layout) -> Box:
    """The part of the picture that is needed when the coordinates are near the board."""
    narrow = lay_out(replace(scene, labels=near), "none", False, str)
    left, top = (laid.origin[i] - narrow.origin[i] + TRIM for i in range(2))
    return left, top, narrow.width - 2 * TRIM, narrow.height - 2 * TRIM


def _on_squares(sites: Iterable[Site]) -> bool:
    """Whether a quarter turn moves every site to a possible place of a site."""
    return all(
        float(2 * site.x).is_integer() and float(2 * site.y).is_integer()
        for site in sites
        if not site.inside
    )


def still_sites(scene: Scene, laid: Layout, translate: Translate) -> list[SiteData]:
    """The sites of the empty board, from the top left."""
    reader = SceneDescriber(replace(scene, pieces=(), marks=()))
    lasting = [place for place in laid.places.values() if not place.site.inside]
    lasting.sort(key=lambda place: (place.y, place.x))
    return [site_data(reader, place, laid, translate) for place in lasting]


# --- sites as data -------------------------------------------------------------------------


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
