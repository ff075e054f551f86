"""Outlines: borders of cells, growing, and the data of paths."""

from __future__ import annotations

import pytest

from tabuleiro.core.drawing.shapes import (
    Outline,
    around,
    diamond,
    grown,
    octagon,
    path_of,
    path_of_block,
    rectangle,
    rectangle_of,
    round_outline,
    star,
    triangle,
)
from tabuleiro.core.scene import Point
from tabuleiro.games.control_v.view import TOWER
from tabuleiro.games.fuse.view import KING


def area(points: tuple[Point, ...]) -> float:
    """Positive when the points run clockwise as seen."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


@pytest.mark.parametrize(
    "outline",
    [
        rectangle(5, 5, 4, 2, 1), round_outline(5, 5, 3), octagon(5, 5, 3), octagon(5, 5, 3, 0.5),
        diamond(5, 5, 2), star(5, 5, 3), triangle(5, 5, 2), Outline(TOWER.outline),
        Outline(KING.emblem),
    ],
)  # fmt: skip
def test_every_figure_runs_clockwise_so_that_it_grows_outwards(outline: Outline) -> None:
    assert area(outline.points) > 0
    assert area(grown(outline, 0.1).points) > area(outline.points)


def test_an_octagon_is_regular() -> None:
    points = octagon(0, 0, 1).points
    sides = [
        (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
        for a, b in zip(points, points[1:] + points[:1], strict=True)
    ]
    assert sides == pytest.approx([sides[0]] * 8)


def test_a_grown_rectangle_is_wider_all_around() -> None:
    assert rectangle_of(grown(rectangle(0, 0, 4, 2), 1)) == (-3, -2, 6, 4)
    assert grown(rectangle(0, 0, 4, 2, 0.5), 1).corner == 1.5
    assert rectangle_of(diamond(0, 0, 1)) is None
    assert rectangle_of(octagon(0, 0, 1)) is None


def test_the_border_of_one_cell_is_a_square() -> None:
    assert around([(0, 0)]) == [((0, 0), (1, 0), (1, 1), (0, 1))]


def test_the_border_of_a_row_leaves_out_points_on_the_way() -> None:
    assert around([(0, 0), (1, 0), (2, 0)]) == [((0, 0), (3, 0), (3, 1), (0, 1))]


def test_the_border_of_an_angle_has_six_corners() -> None:
    (border,) = around([(0, 0), (0, 1), (1, 1)])
    assert border == ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2))


def test_a_ring_of_cells_has_two_borders() -> None:
    cells = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outer, inner = around(cells)
    assert area(outer) == 9
    assert area(inner) == -1


def test_cells_that_touch_at_a_corner_keep_their_own_borders() -> None:
    assert sorted(map(area, around([(0, 0), (1, 1)]))) == [1, 1]
    assert sorted(map(area, around([(1, 0), (0, 1)]))) == [1, 1]


def test_round_corners_are_arcs_that_turn_the_right_way() -> None:
    angle = Outline(((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2)), 0.25)
    data = path_of(angle)
    assert data.count("A") == 6
    assert data.count(" 0 0 1 ") == 5
    assert data.count(" 0 0 0 ") == 1


def test_a_block_is_round_only_where_it_is_told() -> None:
    assert path_of_block(0, 0, 4, 4, (0, 0, 0, 0)) == "M0.00 0.00H4.00V4.00H0.00V0.00Z"
    assert path_of_block(0, 0, 4, 4, (1, 0, 1, 0)).count("a1.00") == 2
