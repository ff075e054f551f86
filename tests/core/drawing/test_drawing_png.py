"""PNG pictures: the right size, and with texts on every machine."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib.resources import files
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from core.drawing.drawing_samples import squex_scene, stack_scene
from tabuleiro.core.drawing.png import draw_png
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.scene import Scene

Pixel = tuple[int, ...]


def decoded(png: bytes) -> Image.Image:
    """A PNG that has four channels."""
    picture = Image.open(BytesIO(png))
    assert (picture.format, picture.mode) == ("PNG", "RGBA")
    return picture


def pixels(scene: Scene, **options: object) -> Counter[Pixel]:
    picture = decoded(draw_png(scene, width=400, **options))  # type: ignore[arg-type]  # passed on
    counted = picture.getcolors(2**20) or []
    return Counter({colour: count for count, colour in counted if isinstance(colour, tuple)})


def pixel(colour: str) -> Pixel:
    return (*(int(colour[i : i + 2], 16) for i in (1, 3, 5)), 255)


def test_a_picture_is_as_wide_as_asked() -> None:
    assert decoded(draw_png(squex_scene(), width=300)).width == 300


def test_every_pixel_is_covered() -> None:
    assert all(colour[3] == 255 for colour in pixels(stack_scene()))


def test_labels_are_drawn_with_our_own_font() -> None:
    """No font of the machine is used. Blanks as wide as the labels leave the rest as it is."""
    scene = squex_scene()
    blank = tuple(replace(label, text="\u00a0" * len(label.text)) for label in scene.labels)
    labelled, bare = (
        decoded(draw_png(one, width=400)) for one in (scene, replace(scene, labels=blank))
    )
    changed = [
        (x, y)
        for x, y in product(range(400), range(bare.height))
        if labelled.getpixel((x, y)) != bare.getpixel((x, y))
    ]
    assert len(changed) > 16 * 10
    assert all(x < 30 or y < 30 for x, y in changed)


@pytest.mark.extended
def test_captions_are_drawn_in_bold() -> None:
    scene = replace(squex_scene(), marks=(), labels=())
    text = pixel(DARK["text"])
    assert pixels(scene, theme=DARK)[text] > 50
    assert pixels(replace(scene, captions=()), theme=DARK)[text] == 0


@pytest.mark.extended
def test_pieces_have_the_colours_of_the_theme() -> None:
    for theme in (LIGHT, DARK):
        drawn = pixels(squex_scene(), theme=theme)
        assert drawn[pixel(theme["p1"])] > 500
        assert drawn[pixel(theme["p2"])] > 500


@pytest.mark.parametrize("width", [0, -1, 8193])
def test_absurd_sizes_are_refused(width: int) -> None:
    with pytest.raises(TabuleiroError, match="pixels wide"):
        draw_png(squex_scene(), width=width)


def test_fonts_are_small_and_come_with_their_licence() -> None:
    fonts = files("tabuleiro.core.drawing") / "fonts"
    sizes = {one.name: len(one.read_bytes()) for one in fonts.iterdir()}
    assert sizes["DejaVuSans.ttf"] < 100_000
    assert sizes["DejaVuSans-Bold.ttf"] < 100_000
    assert "LICENSE" in sizes
