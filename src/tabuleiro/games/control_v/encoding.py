"""How Control+V positions and moves are encoded for neural networks.

The players are seen in their order from the player to move on. A block is named by one of its
cells, its head. A copy is found at the head and, in the plane of its symmetry, where that lands.
Heads are shown: on a board that is turned or mirrored, other cells than the first of their blocks
may be heads.
"""

from tabuleiro.core.encoding import Encoding, Flip, Shape, Symmetry, flips, permuted_entries
from tabuleiro.core.options import Options
from tabuleiro.games.control_v.rules import board_size


def shape(options: Options) -> Shape:
    """The board."""
    return board_size(options), board_size(options)


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The board turned and mirrored."""
    grid = shape(options)
    return tuple(_symmetry(flip, flip.cells(grid)) for flip in flips(grid))


def _symmetry(flip: Flip, cells: list[int]) -> Symmetry:
    across, down = (3, 2) if flip.diagonal else (2, 3)
    clockwise, anticlockwise = (6, 5) if flip.mirrors else (5, 6)
    answers = (0, 1, across, down, 4, clockwise, anticlockwise)
    return Symmetry(
        permuted_entries(range(len(ENCODING.planes)), cells), permuted_entries(answers, cells)
    )


ENCODING = Encoding(
    planes=(
        "own territory",
        "territory of the next",
        "territory of the second next",
        "territory of the third next",
        "castles",
        "heads of own blocks",
    ),
    numbers={
        "three or more players": 1,
        "four players": 1,
        "quarter turns": 1,
        "alternate castles": 1,
        "set-up": 1,
        "own castles to place": 4,
        "castles to place": 16,
        "next is out": 1,
        "second next is out": 1,
        "third next is out": 1,
    },
    policy_planes=(
        "cell",
        "block",
        "mirrored in a horizontal axis",
        "mirrored in a vertical axis",
        "half turn",
        "clockwise",
        "anticlockwise",
    ),
    shape=shape,
    policy_parts=2,
    symmetries=symmetries,
    curriculum=(
        (0.5, {}),
        (0.1, {"quarter-turns": "on"}),
        (0.1, {"players": "3"}),
        (0.1, {"players": "4"}),
        (0.1, {"size": "7"}),
        (0.05, {"castles": "4", "alternate-castles": "on"}),
        (0.05, {"players": "3", "size": "8", "quarter-turns": "on"}),
    ),
)
