"""Plane geometry for drawing: outlines, figures, borders of groups of cells."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from tabuleiro.core.scene import Point

CUT = 1 - math.sqrt(0.5)  # the part of a side that a cut corner of a regular octagon takes
STAR_WAIST = 0.43  # the inner radius of a five-pointed star


Lattice = tuple[int, int]


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside or on the edge."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


def bounding_box(boxes: Iterable[Box]) -> Box:
    """The smallest box around all boxes; an empty one if there are none."""
    found = list(boxes) or [Box(0.0, 0.0, 0.0, 0.0)]
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


class Outline(NamedTuple):
    """A closed curve: straight sides through `points`, clockwise, with round corners."""

    points: tuple[Point, ...]
    corner: float = 0.0


def rectangle(x: float, y: float, width: float, height: float, corner: float = 0.0) -> Outline:
    """A rectangle centred on (x, y)."""
    a, b = width / 2, height / 2
    points = ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
    return Outline(points, min(corner, a, b))


def round_outline(x: float, y: float, radius: float) -> Outline:
    """A circle, as a square with round corners."""
    return rectangle(x, y, 2 * radius, 2 * radius, radius)


def octagon(x: float, y: float, half: float, cut: float | None = None) -> Outline:
    """A square with its corners cut off; a regular octagon unless `cut` is given."""
    a = half
    b = half - (2 * CUT * half if cut is None else cut)
    points = ((-b, -a), (b, -a), (a, -b), (a, b), (b, a), (-b, a), (-a, b), (-a, -b))
    return Outline(tuple((x + dx, y + dy) for dx, dy in points))


def diamond(x: float, y: float, half: float) -> Outline:
    """A square standing on a corner."""
    return Outline(((x, y - half), (x + half, y), (x, y + half), (x - half, y)))


def star(x: float, y: float, radius: float) -> Outline:
    """A five-pointed star."""
    rays = ((k * math.pi / 5, radius * (STAR_WAIST if k % 2 else 1)) for k in range(10))
    return Outline(tuple((x + r * math.sin(a), y - r * math.cos(a)) for a, r in rays))


def triangle(x: float, y: float, half: float) -> Outline:
    """A triangle standing on its base."""
    return Outline(((x, y - half), (x + half, y + half * 0.76), (x - half, y + half * 0.76)))


def grown(outline: Outline, by: float) -> Outline:
    """The outline moved outwards by a distance, or inwards if it is negative."""
    points = outline.points
    normals = [_normal(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    moved = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = normals[i - 1], normals[i]
        stretch = by / (1 + ax * bx + ay * by_)
        moved.append((x + (ax + bx) * stretch, y + (ay + by_) * stretch))
    return Outline(tuple(moved), max(outline.corner + by, 0.0) if outline.corner else 0.0)


def _normal(a: Point, b: Point) -> Point:
    """The unit vector that points outwards from the side from a to b of a clockwise outline."""
    (dx, dy), _ = _towards(a, b)
    return dy, -dx


def rectangle_of(outline: Outline) -> tuple[float, float, float, float] | None:
    """Left, top, width and height of an outline that is a rectangle; otherwise None."""
    if len(outline.points) != 4:
        return None
    (x, y), b, (right, bottom), d = outline.points
    if b != (right, y) or d != (x, bottom):
        return None
    return x, y, right - x, bottom - y


def path_of(outline: Outline) -> str:
    """The outline as the data of an SVG path; every corner is an arc."""
    points = outline.points
    corners = (
        _corner(points[i - 1], points[i], points[(i + 1) % len(points)], outline.corner)
        for i in range(len(points))
    )
    return "M" + "L".join(corners) + "Z"


def _corner(before: Point, at: Point, after: Point, radius: float) -> str:
    (ax, ay), back = _towards(at, before)
    (bx, by), ahead = _towards(at, after)
    opening = math.acos(max(-1.0, min(1.0, ax * bx + ay * by)))
    slope = math.tan(opening / 2)
    reach = min(radius / slope, back / 2, ahead / 2)
    sweep = int(ax * by - ay * bx < 0)
    start = f"{at[0] + ax * reach:.2f} {at[1] + ay * reach:.2f}"
    end = f"{at[0] + bx * reach:.2f} {at[1] + by * reach:.2f}"
    return f"{start}A{reach * slope:.2f} {reach * slope:.2f} 0 0 {sweep} {end}"


def _towards(start: Point, end: Point) -> tuple[Point, float]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length), length


def path_of_block(
    left: float, top: float, right: float, bottom: float, radii: tuple[float, ...]
) -> str:
    """A rectangle as SVG path data; each corner has a radius, clockwise from the top left."""
    a, b, c, d = radii
    return (
        f"M{left + a:.2f} {top:.2f}H{right - b:.2f}{_arc(b, b, b)}V{bottom - c:.2f}{_arc(c, -c, c)}"
        f"H{left + d:.2f}{_arc(d, -d, -d)}V{top + a:.2f}{_arc(a, a, -a)}Z"
    )


def _arc(radius: float, dx: float, dy: float) -> str:
    return f"a{radius:.2f} {radius:.2f} 0 0 1 {dx:.2f} {dy:.2f}" if radius else ""


def around(cells: Iterable[Lattice]) -> list[tuple[Lattice, ...]]:
    """The borders of a set of unit cells (column, row) as closed lines of lattice points.

    The cell (0, 0) has the corners (0, 0) and (1, 1). Outer borders are clockwise, inner ones
    anticlockwise. Points where a line goes straight on are left out.
    """
    cells = set(cells)
    sides = {
        (corner, way)
        for x, y in cells
        for beyond, corner, way in (
            ((x, y - 1), (x, y), (1, 0)),
            ((x + 1, y), (x + 1, y), (0, 1)),
            ((x, y + 1), (x + 1, y + 1), (-1, 0)),
            ((x - 1, y), (x, y + 1), (0, -1)),
        )
        if beyond not in cells
    }
    lines = []
    while sides:
        lines.append(_walk(sides))
    return lines


def _walk(sides: set[tuple[Lattice, Lattice]]) -> tuple[Lattice, ...]:
    """Follow a border, and remove its sides: each is the point where it begins and its direction.
    If two cells touch only at a corner, the walk turns right, so that each has its own border."""
    start, way = min(sides)
    here, line = start, [start]
    while True:
        sides.remove((here, way))
        dx, dy = way
        here = here[0] + dx, here[1] + dy
        if here == start:
            return tuple(line)
        ways = (-dy, dx), way, (dy, -dx)  # to the right, straight on, to the left
        way = next(each for each in ways if (here, each) in sides)
        if way != (dx, dy):
            line.append(here)
