"""How Fuse positions and moves are encoded for neural networks.

The grid is the board with its ring. A move is found where its disc lands, in the plane of the way
in which it slides.
"""

from tabuleiro.core.encoding import Encoding, Flip, Shape, Symmetry, flips, permuted_entries
from tabuleiro.core.options import Options
from tabuleiro.games.fuse.rules import WAYS


def shape(options: Options) -> Shape:
    """The area and the ring around it."""
    return int(options["rows"]) + 2, int(options["columns"]) + 2


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The board flipped, and turned when it is square."""
    grid = shape(options)
    return tuple(_symmetry(flip, flip.cells(grid)) for flip in flips(grid))


def _symmetry(flip: Flip, cells: list[int]) -> Symmetry:
    ways = [WAYS.index(flip.way(way)) for way in WAYS]
    return Symmetry(
        permuted_entries(range(len(ENCODING.planes)), cells), permuted_entries(ways, cells)
    )


ENCODING = Encoding(
    planes=("own discs", "other discs", "kings", "area"),
    numbers={"product": 1, "ring counts": 1},
    policy_planes=("down", "up", "to the right", "to the left"),
    shape=shape,
    symmetries=symmetries,
    curriculum=(
        (0.5, {}),
        (0.15, {"scoring": "product"}),
        (0.1, {"kings": "3"}),
        (0.05, {"ring-counts": "on"}),
        (0.05, {"scoring": "product", "kings": "2", "ring-counts": "on"}),
        (0.1, {"rows": "4", "columns": "4"}),
        (0.05, {"rows": "4", "columns": "6"}),
    ),
)
