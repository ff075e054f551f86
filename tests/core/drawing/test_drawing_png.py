"""PNG pictures: the right size, and with texts on every machine."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from dataclasses import replace
from importlib.resources import files

import pytest

from core.drawing.drawing_samples import squex_scene, stack_scene
from tabuleiro.core.drawing.png import draw_png
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.scene import Scene

Pixel = tuple[int, ...]


def decoded(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of an eight-bit PNG with four channels that is not interlaced."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert (depth, kind, interlaced) == (8, 6, 0)
    at, packed = 8, b""
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    return width, height, list(unfiltered(zlib.decompress(packed), 4 * width, height))


def unfiltered(data: bytes, stride: int, height: int) -> list[bytes]:
    """The rows without the filter that their first byte names."""
    rows: list[bytes] = []
    above = bytes(stride)
    for r in range(height):
        start = r * (stride + 1)
        row = bytearray(data[start + 1 : start + 1 + stride])
        undo(data[start], row, above)
        above = bytes(row)
        rows.append(above)
    return rows


def undo(kind: int, row: bytearray, above: bytes) -> None:
    for i in range(len(row) if kind else 0):
        left, up = (row[i - 4], above[i]) if i >= 4 else (0, above[i])
        corner = above[i - 4] if i >= 4 else 0
        guess = (left, up, (left + up) // 2, paeth(left, up, corner))[kind - 1]
        row[i] = (row[i] + guess) & 255


def paeth(left: int, up: int, corner: int) -> int:
    wanted = left + up - corner
    return min((left, up, corner), key=lambda value: abs(wanted - value))


def pixels(scene: Scene, **options: object) -> Counter[Pixel]:
    _, _, rows = decoded(draw_png(scene, width=400, **options))  # type: ignore[arg-type]  # passed on
    return Counter(tuple(row[i : i + 4]) for row in rows for i in range(0, len(row), 4))


def pixel(colour: str) -> Pixel:
    return (*(int(colour[i : i + 2], 16) for i in (1, 3, 5)), 255)


def test_a_picture_is_as_wide_as_asked() -> None:
    width, height, rows = decoded(draw_png(squex_scene(), width=300))
    assert (width, len(rows)) == (300, height)
    assert all(len(row) == 4 * width for row in rows)


def test_every_pixel_is_covered() -> None:
    assert all(colour[3] == 255 for colour in pixels(stack_scene()))


def test_labels_are_drawn_with_our_own_font() -> None:
    """No font of the machine is used. Blanks as wide as the labels leave the rest as it is."""
    scene = squex_scene()
    blank = tuple(replace(label, text="\u00a0" * len(label.text)) for label in scene.labels)
    labelled = decoded(draw_png(scene, width=400))[2]
    bare = decoded(draw_png(replace(scene, labels=blank), width=400))[2]
    changed = [
        (x // 4, y)
        for y, (row, other) in enumerate(zip(labelled, bare, strict=True))
        for x in range(0, len(row), 4)
        if row[x : x + 4] != other[x : x + 4]
    ]
    assert len(changed) > 16 * 10
    assert all(x < 30 or y < 30 for x, y in changed)


@pytest.mark.extended
def test_captions_are_drawn_in_bold() -> None:
    scene = replace(squex_scene(), marks=(), labels=())
    text = pixel(DARK["text"])
    assert pixels(scene, theme=DARK)[text] > 50
    assert pixels(scene, theme=DARK, captions=False)[text] == 0


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
