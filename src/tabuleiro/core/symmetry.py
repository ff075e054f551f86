"""A key that is the same for all positions that are rotated, mirrored or recoloured copies.

It is computed from the scene of a position, so games need no code for it: the places of the board,
the lines between them, the pieces and their owners. Texts of the scene do not count.
"""

import cmath
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from math import pi
from typing import Any, NamedTuple

from tabuleiro.core.position import Position
from tabuleiro.core.scene import Piece, Point, Scene

PLACES = {"octagon", "diamond", "square", "circle", "point"}  # the sites of a board
TURNS = 12  # in a full rotation: boards have the symmetries of a square or a hexagon
GRAIN = 1000  # coordinates are rounded to this part of a pitch

Place = tuple[int, int]
Key = tuple[Any, ...]


class Motion(NamedTuple):
    """A turn about the centre of the board, after mirroring it or not."""

    centre: complex
    turn: complex
    mirrored: bool

    def __call__(self, point: Point) -> Place:
        away = complex(*point) - self.centre
        moved = self.turn * (away.conjugate() if self.mirrored else away)
        return round(GRAIN * moved.real), round(GRAIN * moved.imag)


class Feature(NamedTuple):
    """Something in a picture with a place and, unless it is empty, a colour. `owner` is counted
    from the player to move, -1 for nobody."""

    points: tuple[Point, ...]
    level: int
    kind: str
    owner: int
    colour: str


def symmetry_key(position: Position) -> Key:
    """A value that is the same for all images of a position and different for nearly all others."""
    scene = position.scene()
    features = list(features_of(scene, position))
    beside = list(beside_of(scene, position))
    motions = motions_of(board_points(scene), board_lines(scene))
    seen = min(key_after(motion, features, beside) for motion in motions)
    game_text = position.game.text_with(position.options())
    return game_text, len(position.legal_moves()), seen


# --- the board -----------------------------------------------------------------------------


def board_points(scene: Scene) -> tuple[Point, ...]:
    """Where the places of the board are."""
    return tuple((site.x, site.y) for site in scene.sites if site.shape in PLACES)


def board_lines(scene: Scene) -> tuple[tuple[Point, ...], ...]:
    """The lines that join places of the board."""
    places = set(board_points(scene))
    return tuple(line.points for line in scene.lines if places.issuperset(line.points))


@cache
def motions_of(points: tuple[Point, ...], lines: tuple[tuple[Point, ...], ...]) -> list[Motion]:
    """The motions that leave a board as it is."""
    centre = sum(complex(*point) for point in points) / len(points)
    turns = [cmath.exp(2j * pi * number / TURNS) for number in range(TURNS)]
    motions = [Motion(centre, turn, mirrored) for turn, mirrored in product(turns, (False, True))]
    board = outline(motions[0], points, lines)
    return [motion for motion in motions if outline(motion, points, lines) == board]


def outline(
    motion: Motion, points: Iterable[Point], lines: Iterable[Iterable[Point]]
) -> tuple[set[Place], set[frozenset[Place]]]:
    """The places and the lines of a board after a motion."""
    places = {motion(point) for point in points}
    return places, {frozenset(motion(point) for point in line) for line in lines}


# --- what is on it -------------------------------------------------------------------------


def features_of(scene: Scene, position: Position) -> Iterator[Feature]:
    """The pieces on the board with their full dots, and the sides that belong to a player."""
    points = {site.name: (site.x, site.y) for site in scene.sites}
    heights: dict[str, int] = {}
    for piece in scene.pieces:
        if piece.site in points:
            level = heights[piece.site] = heights.get(piece.site, -1) + 1
            yield feature(piece, (points[piece.site],), level, position)
            yield from dots_of(scene, piece)
    for line in scene.lines:
        if line.style == "band":
            yield Feature(line.points, 0, "band", -1, line.tone)


def feature(piece: Piece, points: tuple[Point, ...], level: int, position: Position) -> Feature:
    """A piece as a feature."""
    owner = -1 if piece.owner is None else (piece.owner - position.player) % position.players
    return Feature(points, level, piece.form.name, owner, piece.colour)


def dots_of(scene: Scene, piece: Piece) -> Iterator[Feature]:
    """The full dots of a piece, which like their sites come in reading order."""
    if piece.dots:
        sites = (site for site in scene.sites if site.inside == piece.site)
        for site, full in zip(sites, piece.dots, strict=True):
            if full:
                yield Feature(((site.x, site.y),), 0, "dot", -1, "")


def beside_of(scene: Scene, position: Position) -> Iterator[Feature]:
    """The pieces that lie beside the board."""
    beside = {site.name for supply in scene.supplies for site in supply.sites}
    return (feature(piece, (), 0, position) for piece in scene.pieces if piece.site in beside)


def key_after(motion: Motion, features: list[Feature], beside: list[Feature]) -> Key:
    """The features after a motion, sorted by place; colours are numbered in this order."""
    moved = sorted(
        (tuple(sorted(motion(point) for point in one.points)), *one[1:]) for one in features
    )
    numbers: dict[str, int] = {"": 0}
    seen = [(*one[:-1], numbers.setdefault(one[-1], len(numbers))) for one in moved]
    missing = len(numbers)
    lying = sorted((one.kind, one.owner, numbers.get(one.colour, missing)) for one in beside)
    return tuple(seen), tuple(lying)
