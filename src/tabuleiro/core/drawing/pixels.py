"""A canvas of four pixels per character: filled shapes, thin lines, letters, colours.

A character has two rows of two pixels. Characters and pixels are about twice as high as wide. If
more than two colours meet in one character, the two most frequent are shown, and the others are
replaced by the more similar of these.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabuleiro.core.drawing.canvas import Spot, round_half_up
from tabuleiro.core.scene import Point

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""A character for each set of its pixels: upper left 1, upper right 2, lower left 4, right 8."""
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a Braille character, by row and column."""
LEGIBLE = 3.0
"""The minimum contrast between a letter and its background."""

Run = tuple[int, int, int]
"""A row of pixels, and where its filled part begins and ends."""
Stencil = tuple[Run, ...]
Gauge = Callable[[float, float], float]
"""The distance of a point from the centre of a shape of width 1 around (0, 0): 1 on its edge."""


class Cell(NamedTuple):
    """One character, its colour and its background. On a canvas, "" keeps the background."""

    letter: str
    ink: str
    paper: str
    bold: bool = False


def braille(dots: Iterable[tuple[int, int]]) -> str:
    """The Braille character with these dots, each a row from 0 to 3 and a column 0 or 1."""
    return chr(BRAILLE + sum(DOTS[row][column] for row, column in dots))


@lru_cache(maxsize=4096)
def stencil(gauge: Gauge, width: float, height: float, middle: float = 0.5) -> Stencil:
    """The pixels inside a shape around the corner (0, 0), or with `middle` 0 around the middle of a
    pixel; width and height are in pixels."""
    down, across = math.ceil(height / 2), math.ceil(width / 2)
    runs = []
    for y in range(-down, down + 1):
        inside = [
            x
            for x in range(-across, across + 1)
            if gauge((x + middle) / width, (y + middle) / height) <= 1.0 + 1e-9
        ]
        if inside:
            runs.append((y, inside[0], inside[-1] + 1))
    return tuple(runs)


class PixelCanvas:
    """A canvas; all places on it count from its upper left corner."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width = width
        self.height = height
        self.pixels = [[ground] * (2 * width) for _ in range(2 * height)]
        self.strokes: dict[Spot, tuple[int, str]] = {}
        self.letters: dict[Spot, Cell] = {}

    def fill(self, shape: Stencil, x: int, y: int, colour: str) -> None:
        """Fill a shape around the corner (x, y) of pixels. It hides the strokes below it."""
        for row, left, right in shape:
            self._fill_run(y + row, max(0, x + left), min(2 * self.width, x + right), colour)

    def _fill_run(self, y: int, left: int, right: int, colour: str) -> None:
        if not 0 <= y < 2 * self.height or left >= right:
            return
        self.pixels[y][left:right] = [colour] * (right - left)
        if self.strokes:
            for column in range(left // 2, (right + 1) // 2):
                self.strokes.pop((y // 2, column), None)

    def fill_polygon(self, points: Sequence[Point], colour: str) -> None:
        """Fill a polygon given in pixels."""
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        for y in range(math.floor(top), math.ceil(bottom) + 1):
            crossings = sorted(_crossings(points, y + 0.5))
            for first, last in zip(crossings[::2], crossings[1::2], strict=False):
                left, right = math.ceil(first - 0.5), math.floor(last + 0.5)
                self._fill_run(y, max(0, left), min(2 * self.width, right), colour)

    def thick_line(self, start: Point, end: Point, colour: str, thick: int = 1) -> None:
        """A thick line between corners of pixels. A pixel is twice as high as wide."""
        (ax, ay), (bx, by) = start, end
        count = max(1, round_half_up(max(abs(bx - ax), 2 * abs(by - ay))))
        for i in range(count + 1):
            x = round_half_up(ax + (bx - ax) * i / count)
            y = round_half_up(ay + (by - ay) * i / count - thick / 2)
            for row in range(y, y + thick):
                self._fill_run(row, max(0, x - thick), min(2 * self.width, x + thick), colour)

    def thin_line(self, start: Point, end: Point, colour: str) -> None:
        """A thin line of dots between points in pixels."""
        (ax, ay), (bx, by) = start, end
        count = max(1, math.ceil(max(abs(bx - ax), 2 * abs(by - ay))))
        for i in range(count + 1):
            column = math.floor(ax + (bx - ax) * i / count)
            row = math.floor(2 * (ay + (by - ay) * i / count))
            spot = (row // 4, column // 2)
            if 0 <= spot[0] < self.height and 0 <= spot[1] < self.width:
                dots = self.strokes.get(spot, (0, colour))[0]
                self.strokes[spot] = (dots | DOTS[row % 4][column % 2], colour)

    def write(self, spot: Spot, text: str, ink: str, paper: str = "", bold: bool = False) -> None:
        """Write a text from a spot to the right, over what is there."""
        row, column = spot
        for i, letter in enumerate(text):
            if 0 <= row < self.height and 0 <= column + i < self.width:
                self.letters[row, column + i] = Cell(letter, ink, paper, bold)

    def cells(self) -> list[list[Cell]]:
        """The finished characters, row by row."""
        rows = [
            [_quarters(*four) for four in zip(up[::2], up[1::2], low[::2], low[1::2], strict=True)]
            for up, low in zip(self.pixels[::2], self.pixels[1::2], strict=True)
        ]
        for (row, column), (dots, ink) in self.strokes.items():
            rows[row][column] = Cell(chr(BRAILLE + dots), ink, rows[row][column].paper)
        for (row, column), cell in self.letters.items():
            paper = cell.paper or rows[row][column].paper
            rows[row][column] = cell._replace(ink=legible(cell.ink, paper), paper=paper)
        return rows


def _crossings(points: Sequence[Point], y: float) -> list[float]:
    """Where the edges of a polygon cross a horizontal line."""
    found = []
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay <= y) != (by <= y):
            found.append(ax + (bx - ax) * (y - ay) / (by - ay))
    return found


@lru_cache(maxsize=65536)
def _quarters(a: str, b: str, c: str, d: str) -> Cell:
    """A character that shows four pixels in two colours; the more frequent is the background."""
    four = (a, b, c, d)
    colours = sorted(dict.fromkeys(four), key=four.count, reverse=True)
    if len(colours) == 1:
        return Cell(" ", a, a)
    paper, ink = colours[:2]
    inked = [distance(colour, ink) < distance(colour, paper) for colour in four]
    return Cell(QUADRANTS[sum(1 << i for i in range(4) if inked[i])], ink, paper)


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#24589B`, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def distance(first: str, second: str) -> int:
    """The distance between two colours."""
    return sum((a - b) ** 2 for a, b in zip(channels(first), channels(second), strict=True))


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1, as defined by WCAG."""
    shares = (channel / 255 for channel in channels(colour))
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """The contrast between two colours, from 1 to 21."""
    dark, bright = sorted((luminance(first), luminance(second)))
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def legible(ink: str, paper: str) -> str:
    """The colour of a letter; black or white, whichever has more contrast, if it could not be
    read."""
    if contrast(ink, paper) >= LEGIBLE:
        return ink
    return max("#000000", "#FFFFFF", key=lambda other: contrast(other, paper))


@lru_cache(maxsize=1024)
def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round_half_up(a + (b - a) * share):02X}" for a, b in pairs)
