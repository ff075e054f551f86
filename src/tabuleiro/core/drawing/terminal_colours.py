"""How many colours a terminal has, and the nearest of them to the colours of a theme."""

import re
from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache

from tabuleiro.core.drawing.pixels import channels, contrast, luminance


class ColourDepth(IntEnum):
    """How many colours a terminal has."""

    none = 0
    few = 16
    many = 256
    full = 2**24


PALETTE = (
    "#000000", "#CD0000", "#00A000", "#B8860B", "#0000CD", "#B000B0", "#008B8B", "#C8C8C8",
    "#707070", "#FF4040", "#40E040", "#FFE000", "#6495FF", "#FF60FF", "#40E0E0", "#FFFFFF",
)  # fmt: skip
"""What the sixteen colours look like in most terminals."""
HUES = (1, 3, 2, 6, 4, 5)  # red, yellow, green, cyan, blue, magenta: 60 degrees apart
GREYS = ((0.020, 0), (0.300, 8), (0.830, 7), (1.0, 15))
"""The greys of sixteen colours, each with the highest luminance that it stands for."""
GREY = 26  # a colour whose channels differ by no more looks grey
PASTEL, PALE = 64, 0.6  # with sixteen colours, so does a pale one with a luminance above `PALE`
BRIGHT = 0.25  # a colour with a higher luminance is one of the bright eight
CUBE = (0, 95, 135, 175, 215, 255)
RAMP = {16: 0, 231: 255} | {232 + i: 8 + 10 * i for i in range(24)}
"""The brightness of the greys of 256 colours."""
LEAST_CONTRAST = 4.0  # letters with less are hard to read
LONE = {4: 12}  # dark blue letters are hard to read on a black page
CODES = re.compile(r"([34])8;2;(\d+);(\d+);(\d+)(?:(;|m\x1b\[)48;2;(\d+);(\d+);(\d+))?")


def colour_depth(environ: Mapping[str, str]) -> ColourDepth:
    """How many colours the terminal has, according to NO_COLOR, COLORTERM and TERM."""
    term = environ.get("TERM", "").lower()
    if environ.get("NO_COLOR") or re.match(r"$|dumb|unknown|vt\d|.*-m(ono)?$", term):
        return ColourDepth.none
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return ColourDepth.full
    return ColourDepth.many if "256" in term else ColourDepth.few


@lru_cache(maxsize=4096)
def nearest(colour: str, depth: ColourDepth) -> int:
    """The number of the nearest of 16 or 256 colours. Greys stay grey."""
    if depth is ColourDepth.few:
        return _nearest_of_16(colour)
    red, green, blue = channels(colour)
    if max(red, green, blue) - min(red, green, blue) <= GREY:
        level = round((red + green + blue) / 3)
        return min(RAMP, key=lambda number: abs(RAMP[number] - level))
    steps = [min(range(6), key=lambda i: abs(CUBE[i] - channel)) for channel in (red, green, blue)]
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def _nearest_of_16(colour: str) -> int:
    light, parts = luminance(colour), channels(colour)
    chroma = max(parts) - min(parts)
    if chroma <= GREY or light < GREYS[0][0] or (chroma <= PASTEL and light > PALE):
        return next(number for most, number in GREYS if light <= most + 1e-9)
    red, green, blue = ((part - min(parts)) / chroma for part in parts)
    hue = (green - blue) % 6 if red == 1 else 2 + blue - red if green == 1 else 4 + red - green
    return HUES[round(hue) % 6] + (8 if light > BRIGHT else 0)


def shown(number: int) -> str:
    """What one of the 256 colours looks like."""
    if number < 16:
        return PALETTE[number]
    if number in RAMP:
        return "#" + f"{RAMP[number]:02X}" * 3
    steps = divmod(number - 16, 36)
    return "#" + "".join(f"{CUBE[i]:02X}" for i in (steps[0], *divmod(steps[1], 6)))


@lru_cache(maxsize=4096)
def nearest_pair(ink: str, paper: str, depth: ColourDepth) -> tuple[int, int]:
    """The numbers for a letter and its background, which can still be told apart."""
    first, second = nearest(ink, depth), nearest(paper, depth)
    if contrast(shown(first), shown(second)) < LEAST_CONTRAST <= contrast(ink, paper):
        first = max(0, 15, key=lambda number: contrast(shown(number), shown(second)))
    elif first == second and ink != paper:  # faint, such as the lines of a board: not invisible
        others = [number for _, number in GREYS if number != second]
        first = min(others, key=lambda number: contrast(shown(number), ink))
    return first, second


def reduce_codes(text: str, depth: ColourDepth) -> str:
    """A text with 24-bit colour codes, with the codes of the nearest colours instead."""
    if depth is ColourDepth.full:
        return text
    return CODES.sub(lambda found: _reduced(found, depth), text)


def _reduced(found: re.Match[str], depth: ColourDepth) -> str:
    layer, *parts = found.groups()
    first = _hex(parts[:3])
    if parts[3] is None:
        number = nearest(first, depth)
        return code(int(layer), LONE.get(number, number) if layer == "3" else number)
    ink, paper = nearest_pair(first, _hex(parts[4:]), depth)
    return f"{code(3, ink)}{parts[3]}{code(4, paper)}"


def _hex(parts: list[str]) -> str:
    return "#" + "".join(f"{int(part):02X}" for part in parts)


def code(layer: int, number: int) -> str:
    """The code of a colour, for letters (layer 3) or backgrounds (layer 4)."""
    if number >= 16:
        return f"{layer}8;5;{number}"
    return f"{layer + 6}{number - 8}" if number >= 8 else f"{layer}{number}"
