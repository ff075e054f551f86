"""How Squex positions and moves are encoded for neural networks.

The player to move joins top and bottom; the other player's board is mirrored in its main diagonal.
The grid is a square that holds the board. The square between four octagons has the place of the
first of them.
"""

from tabuleiro.core.encoding import Encoding, Shape, Symmetry
from tabuleiro.core.options import Options


def shape(options: Options) -> Shape:
    """A square as long as the longer side of the board."""
    side = max(int(options["rows"]), int(options["columns"]))
    return side, side


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The flips of a square board; another board has a place in its grid and is not flipped."""
    if options["rows"] != options["columns"]:
        return ()
    side = int(options["rows"])
    return tuple(_flip(side, down, across) for down, across in ((1, 0), (0, 1), (1, 1)))


def _flip(side: int, down: int, across: int) -> Symmetry:
    octagons = _flipped(side, side, down, across)
    squares = _flipped(side, side - 1, down, across)
    cells = side * side
    planes = [octagons, octagons, squares, squares, octagons]
    return Symmetry(
        tuple(n * cells + cell for n, plane in enumerate(planes) for cell in plane),
        tuple(n * cells + cell for n in range(len(ENCODING.policy_planes)) for cell in octagons),
    )


def _flipped(side: int, size: int, down: int, across: int) -> list[int]:
    """The cells of a grid, flipped among the first so many rows and columns."""

    def turned(place: int, flip: int) -> int:
        return size - 1 - place if flip and place < size else place

    return [turned(r, down) * side + turned(c, across) for r in range(side) for c in range(side)]


ENCODING = Encoding(
    planes=("own octagons", "other octagons", "own squares", "other squares", "outside"),
    numbers={"second move to come": 1, "may swap": 1, "may be swapped": 1},
    policy_planes=("octagon", "swap"),
    shape=shape,
    symmetries=symmetries,
    curriculum=(
        (0.65, {}),
        (0.1, {"swap": "on"}),
        (0.05, {"rows": "5", "columns": "5"}),
        (0.08, {"rows": "6", "columns": "9"}),
        (0.12, {"rows": "11", "columns": "11"}),
    ),
)
