"""How Eigenstate positions and moves are encoded for neural networks.

The player to move has his first row at the top: for the second player the board is turned by half,
and the holes of all pieces with it. For each hole, column by column, there is a plane with the
pieces that have a peg there, and one with the cells to which these pegs lead. A move is found where
its piece starts and where it arrives, there in the plane of the hole by which it goes; a new peg at
the cell of its piece, in the plane of its hole.
"""

from tabuleiro.core.encoding import Encoding, Flip, Shape, Symmetry, permuted_entries
from tabuleiro.core.notation import cell_name
from tabuleiro.core.options import Options
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
    planes = [0, 1, *(2 + HOLES * group + hole for group in range(4) for hole in holes)]
    answers = [0, *(1 + HOLES * group + hole for group in range(2) for hole in holes)]
    return (Symmetry(permuted_entries(planes, cells), permuted_entries(answers, cells)),)


ENCODING = Encoding(
    planes=(
        "own pieces",
        "other pieces",
        *(f"own pegs {name}" for name in NAMES),
        *(f"reached by own {name}" for name in NAMES),
        *(f"other pegs {name}" for name in NAMES),
        *(f"reached by other {name}" for name in NAMES),
    ),
    numbers={"pegs to place": 2, "last two": 1, "capture only": 1},
    policy_planes=(
        "from",
        *(f"arrival by {name}" for name in NAMES),
        *(f"peg into {name}" for name in NAMES),
    ),
    shape=shape,
    policy_parts=2,
    symmetries=symmetries,
    curriculum=((0.7, {}), (0.15, {"variant": "last-two"}), (0.15, {"variant": "capture-only"})),
)
