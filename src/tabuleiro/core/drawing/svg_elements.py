"""SVG elements as text, with rounded numbers and escaped strings."""

import re
from functools import cache, lru_cache

from tabuleiro.core.drawing.shapes import Outline, path_of, rectangle_of
from tabuleiro.core.scene import Point

Attribute = float | str | None

SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@lru_cache(maxsize=4096)  # colours and names come again and again
def escape(text: str) -> str:
    """`text` for an attribute or between tags; what XML forbids becomes `\ufffd`."""
    return NOT_IN_XML.sub("\ufffd", text).translate(SPECIAL)


@lru_cache(maxsize=4096)  # so do the coordinates of a grid
def format_number(value: float) -> str:
    """Two decimals at most, as short as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _attribute_name(word: str) -> str:
    return word.rstrip("_").replace("_", "-")


def element(tag: str, body: str | None = None, /, **attributes: Attribute) -> str:
    """One element; `stroke_width=2` is `stroke-width="2"`, and None is left out."""
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            written = escape(value) if isinstance(value, str) else format_number(value)
            words.append(f'{_attribute_name(name)}="{written}"')
    opening = " ".join(words)
    return f"<{opening}/>" if body is None else f"<{opening}>{body}</{tag}>"


def group(body: str, /, **attributes: Attribute) -> str:
    """A group of elements; empty if there are none."""
    return element("g", body, **attributes) if body else ""


def disc(x: float, y: float, radius: float, /, **attributes: Attribute) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def polyline(points: tuple[Point, ...], /, **attributes: Attribute) -> str:
    """A line through points."""
    return element("polyline", points=_listed(points), fill="none", **attributes)


def shape(outline: Outline, /, **attributes: Attribute) -> str:
    """A closed outline, as the simplest element that can draw it."""
    upright = rectangle_of(outline)
    if upright is not None:
        x, y, width, height = upright
        corner = outline.corner or None
        return element("rect", x=x, y=y, width=width, height=height, rx=corner, **attributes)
    if not outline.corner:
        return element("polygon", points=_listed(outline.points), **attributes)
    return element("path", d=path_of(outline), **attributes)


def text_element(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    weight: int = 400,
    anchor: str = "middle",
) -> str:
    """Text whose capitals are centred on y."""
    return element(
        "text", escape(text), x=x, y=y + size * 0.36, font_size=size, font_weight=weight,
        fill=colour, text_anchor=anchor,
    )  # fmt: skip


def _listed(points: tuple[Point, ...]) -> str:
    return " ".join(f"{format_number(x)},{format_number(y)}" for x, y in points)
