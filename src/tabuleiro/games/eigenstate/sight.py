"""How networks see Eigenstate: what `_encode` and `_locate` of the rules mean.

The player to move has his first row at the top: for the second player the board is turned by half,
and the holes of all pieces with it. There is a plane for each hole, column by column, with the
pieces that have a peg there. A move is found at the cell of its piece, in the plane of the hole by
which it goes or into which a peg goes.
"""

from tabuleiro.core.notation import cell_name
from tabuleiro.core.options import Options
from tabuleiro.core.sight import Flip, Shape, Sight, Symmetry, rearranged
from tabuleiro.games.eigenstate.rules import HOLES, SIZE, hole_at

PLACES = tuple(hole_at(hole) for hole in range(HOLES))
"""Row and column of each hole."""

NAMES = tuple(cell_name(column, row + 1) for row, column in PLACES)


def shape(options: Options) -> Shape:
    """The board."""
    return SIZE, SIZE


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """Board and pieces mirrored from left to right."""
    cells = Flip(diagonal=False, down=False, across=True).cells(shape(options))
    holes = [PLACES.index((row, 4 - column)) for row, column in PLACES]
    planes = [0, 1, *(first + hole for first in (2, 2 + HOLES) for hole in holes)]
    answers = [first + hole for first in (0, HOLES) for hole in holes]
    return (Symmetry(rearranged(planes, cells), rearranged(answers, cells)),)


SIGHT = Sight(
    planes=(
        "own pieces",
        "other pieces",
        *(f"own pegs {name}" for name in NAMES),
        *(f"other pegs {name}" for name in NAMES),
    ),
    numbers={"pegs to place": 2, "last two": 1, "capture only": 1},
    answers=(*(f"move by {name}" for name in NAMES), *(f"peg into {name}" for name in NAMES)),
    shape=shape,
    symmetries=symmetries,
    courses=((0.7, {}), (0.15, {"variant": "last-two"}), (0.15, {"variant": "capture-only"})),
)
