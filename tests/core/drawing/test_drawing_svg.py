"""SVG pictures: well-formed, complete, harmless, the same every time."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from core.drawing.drawing_samples import (
    FORMS,
    SAMPLES,
    block_scene,
    marks_scene,
    piece,
    site,
    squex_scene,
    stack_scene,
)
from core.drawing.drawing_snapshots import agrees
from tabuleiro.core.drawing.layout import CardLayout, handle_width, lay_out
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import LIGHT, THEMES
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.scene import BLOCK, Form, Link, Mark, MarkKind, Scene, SiteShape, Supply
from tabuleiro.games.squex import GAME as SQUEX

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS: tuple[CardLayout, ...] = get_args(CardLayout)


@pytest.fixture(params=list(SAMPLES))
def scene(request: pytest.FixtureRequest) -> Scene:
    return SAMPLES[request.param]()


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def layer(svg: str, name: str) -> Iterator[ET.Element]:
    """The elements of a layer or of the marks of a kind."""
    return (g for g in parsed(svg).iter(f"{SVG}g") if g.get("class") == name)


def sites_in(svg: str, *layers: str) -> list[str | None]:
    return [one.get("data-site") for name in layers for g in layer(svg, name) for one in g]


def test_every_picture_is_well_formed(scene: Scene) -> None:
    for theme, layout in product(THEMES.values(), LAYOUTS):
        root = parsed(draw_svg(scene, theme, layout))
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
        assert root.findtext(f"{SVG}title")
        assert (root.get("aria-label") or "").startswith(root.findtext(f"{SVG}title") or "?")


@pytest.mark.parametrize("layout", ["right", "below"])
def test_every_site_and_every_piece_is_in_the_picture(scene: Scene, layout: CardLayout) -> None:
    svg = draw_svg(scene, layout=layout)
    assert sorted(map(str, sites_in(svg, "sites", "overlays"))) == sorted(
        one.name for one in scene.all_sites()
    )
    drawn = [
        (g.get("data-site"), g.get("data-colour"))
        for pieces in layer(svg, "pieces")
        for g in pieces
    ]
    assert sorted(map(str, drawn)) == sorted(str((one.site, one.colour)) for one in scene.pieces)


def test_pieces_of_a_stack_are_counted_from_the_bottom() -> None:
    svg = draw_svg(stack_scene())
    drawn = [g for pieces in layer(svg, "pieces") for g in pieces if g.get("data-site") == "d1"]
    assert not drawn
    tall = [g for pieces in layer(svg, "pieces") for g in pieces if g.get("data-site") == "d2"]
    assert [g.get("data-level") for g in tall] == list("01234")
    assert [g.get("data-colour") for g in tall] == list("gwrdi")


def test_every_colour_of_a_stack_shows_with_its_sign() -> None:
    """Each piece is a halo, a disc and a sign: a small one on the crescent, a large one on top."""
    svg = draw_svg(stack_scene())
    tall = [g for pieces in layer(svg, "pieces") for g in pieces if g.get("data-site") == "d2"]
    for g in tall:
        colour = g.get("data-colour") or ""
        assert any(one.get("fill") == LIGHT[colour] for one in g)
        inks = {one.get(ink) for one in g.iter() for ink in ("fill", "stroke")}
        assert LIGHT.mark(colour) in inks


def test_everything_lies_inside_the_picture(scene: Scene) -> None:
    for layout in LAYOUTS:
        laid = lay_out(scene, layout, True, str)
        for place in laid.places.values():
            assert 0 < place.x < laid.width
            assert 0 < place.y < laid.height
        for line in laid.captions:
            assert 0 < line.y < laid.height


@pytest.mark.parametrize("css_variables", [False, True])
def test_drawing_twice_gives_the_same(scene: Scene, css_variables: bool) -> None:
    first = draw_svg(scene, css_variables=css_variables)
    assert first == draw_svg(scene, css_variables=css_variables)


DIGEST = """
import hashlib
from core.drawing.drawing_samples import SAMPLES
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.text import draw_text
drawn = "".join(draw_svg(s()) + draw_text(s()) for s in SAMPLES.values())
print(hashlib.sha256(drawn.encode()).hexdigest())
"""


def test_pictures_do_not_depend_on_the_order_of_sets() -> None:
    here = Path(__file__).parent
    path = os.pathsep.join((str(here), *sys.path))
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST], check=True, capture_output=True, text=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(digests) == 1
    assert len(digests.pop().strip()) == hashlib.sha256().digest_size * 2


def test_hostile_words_stay_words() -> None:
    svg = draw_svg(marks_scene())
    root = parsed(svg)
    assert root.findtext(f"{SVG}title") == '<script>alert("1 & 2")</script>\ufffd\ufffd[31m'
    assert not [one for one in root.iter() if one.tag.endswith("script")]
    assert "<script" not in svg


def test_hostile_names_of_sites_stay_names() -> None:
    name = "\"><b onload='x'>&\ud800"
    block = piece(name, BLOCK, "p1", "x")
    scene = Scene(say("t"), (site(name, 0, 0),), (block,), marks=(Mark("last", (name,)),))
    assert sites_in(draw_svg(scene), "sites") == [name.replace("\ud800", "\ufffd")]


def test_with_variables_no_colour_is_fixed(scene: Scene) -> None:
    svg = draw_svg(scene, css_variables=True)
    assert not re.search(r"#[0-9A-Fa-f]{3,8}\b(?!;)", svg)
    assert set(re.findall(r"var\(--([^)]+)\)", svg)) <= set(LIGHT.colours)
    assert parsed(svg).tag == f"{SVG}svg"


def test_variables_and_themes_draw_the_same_shapes(scene: Scene) -> None:
    """Themes only change colours."""
    variables = draw_svg(scene, css_variables=True)
    for theme in THEMES.values():
        svg = variables
        for token, colour in theme.colours.items():
            svg = svg.replace(f"var(--{token})", colour)
        assert svg == draw_svg(scene, theme)


def test_cards_stand_right_or_below_or_nowhere() -> None:
    scene = stack_scene()
    size = {
        layout: (float(root.get("width") or 0), float(root.get("height") or 0))
        for layout in LAYOUTS
        for root in [parsed(draw_svg(scene, layout=layout))]
    }
    assert size["right"][0] > size["none"][0] == size["below"][0]
    assert size["below"][1] > size["none"][1]
    assert "Unclaimed" not in draw_svg(scene, layout="none")
    assert "claim-red" not in sites_in(draw_svg(scene, layout="none"), "sites")


def test_long_handles_beside_each_other_do_not_overlap() -> None:
    words = ("half turn", "quarter turn", "x", "back")
    handles = tuple(site(word, i, 0, "handle", text=word) for i, word in enumerate(words))
    scene = Scene(say("t"), (site("a1", 0, 0),), supplies=(Supply(say("Turn"), sites=handles),))
    places = lay_out(scene, "right", True, str).places
    for left, right in pairwise(words):
        room = places[right].x - places[left].x
        assert room >= (handle_width(left) + handle_width(right)) / 2


def test_pieces_on_cards_have_one_size() -> None:
    supplies = tuple(
        Supply(say("{n}", n=n), sites=tuple(site(f"{n}-{i}", i, 0, "circle") for i in range(n)))
        for n in (2, 12)
    )
    scene = Scene(say("t"), tuple(site(f"c{i}", i, i) for i in range(8)), supplies=supplies)
    for layout in LAYOUTS[:2]:
        places = lay_out(scene, layout, True, str).places
        assert places["2-0"].unit == places["12-0"].unit < places["c0"].unit
        assert places["12-11"].x < lay_out(scene, layout, True, str).width


def test_captions_can_be_left_out() -> None:
    scene = squex_scene()
    assert list(layer(draw_svg(scene), "captions"))
    assert not list(layer(draw_svg(scene, captions=False), "captions"))


def test_words_are_translated() -> None:
    scene = marks_scene()
    svg = draw_svg(scene, translate=lambda template: "Troca" if template == "Swap" else template)
    assert "Troca" in svg
    assert ">Swap<" not in svg


@pytest.mark.parametrize("kind", get_args(MarkKind))
@pytest.mark.parametrize("taken", [False, True])
def test_every_mark_can_be_seen(kind: MarkKind, taken: bool) -> None:
    scene = block_scene(marked=False)
    sites = ("g6", "h6") if taken else ("a1", "b2")
    marked = scene.with_marks(Mark(kind, sites, text="7", colour="p1"))
    assert draw_svg(marked) != draw_svg(scene)


@pytest.mark.parametrize("shape", get_args(SiteShape))
def test_every_mark_can_lie_on_every_site(shape: SiteShape) -> None:
    sites = (site("a1", 0, 0, shape, text="a"), site("b1", 1, 0, shape, text="b"))
    for kind in get_args(MarkKind):
        parsed(draw_svg(Scene(say("t"), sites, marks=(Mark(kind, ("a1", "b1"), "7", "p2"),))))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_piece_comes_in_every_colour(form: Form) -> None:
    for colour in ("p1", "p2", "p3", "p4", "white", "black", "neutral", *"drigbw"):
        scene = Scene(say("t"), (site("a1", 0, 0),), (piece("a1", form, colour, "x"),))
        assert LIGHT[colour] in draw_svg(scene), colour


@pytest.mark.parametrize("kind", ["last", "selected", "touch"])
def test_a_block_has_one_ring_around_it(kind: MarkKind) -> None:
    scene = block_scene(marked=False).with_marks(Mark(kind, ("c4", "d4", "c5", "d5", "c1")))
    (marks,) = layer(draw_svg(scene), f"mark-{kind}")
    wide = [one for one in marks if one.get("stroke") in (LIGHT["touch"], LIGHT["last"])]
    assert len(wide) == 2


def test_blocks_fill_the_gaps_between_linked_cells_only() -> None:
    pair = (site("a1", 0, 0), site("b1", 1, 0))
    blocks = (piece("a1", BLOCK, "p1", "x"), piece("b1", BLOCK, "p1", "x"))
    apart = Scene(say("t"), pair, blocks)
    joined = replace(apart, links=(Link("a1", "b1", "p1", "block"),))
    assert draw_svg(apart).count("a15.36") == 8
    assert draw_svg(joined).count("a15.36") == 4


def test_marks_of_sites_that_are_not_shown_are_left_out() -> None:
    scene = stack_scene().with_marks(Mark("last", ("claim-red", "nowhere")))
    parsed(draw_svg(scene, layout="none"))


def test_places_over_pieces_can_be_touched_only_when_they_may() -> None:
    (overlays,) = layer(draw_svg(block_scene()), "overlays")
    reach = {g.get("data-site"): g[0].get("pointer-events") for g in overlays}
    assert reach["cq"] == "all"
    assert reach["aj"] == "none"


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(TabuleiroError, match="not 'left'"):
        draw_svg(squex_scene(), layout="left")  # type: ignore[arg-type]  # that is the point


def test_a_position_shows_itself_in_a_notebook() -> None:
    svg = SQUEX.start()._repr_svg_()
    assert len(sites_in(svg, "sites")) == 64 + 49


@pytest.mark.parametrize("name", ["squex_won", "ring", "marks"])
def test_picture_is_as_it_was(name: str) -> None:
    assert agrees(f"{name}.svg", draw_svg(SAMPLES[name]()))
