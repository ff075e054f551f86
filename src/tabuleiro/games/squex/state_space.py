"""How many positions Squex has."""

from math import log10

from tabuleiro.core.game import StateSpace
from tabuleiro.core.message import say
from tabuleiro.core.options import Options

CROSSED = 2 / 81  # the share of four neighbouring cells in which each player has a diagonal
TURNS = 4  # either player, with one move or two


def state_space(options: Options) -> StateSpace:
    """Cells, squares and turns, as if all groups of four cells were independent."""
    rows, columns = int(options["rows"]), int(options["columns"])
    squares = (rows - 1) * (columns - 1)
    return StateSpace(
        rows * columns * log10(3) + squares * log10(1 + CROSSED) + log10(TURNS),
        say(
            "An estimate: every cell is empty or of either player; a square between two octagons "
            "of each player may be of either, as it is in 2 of 81 cases; either player has one or "
            "two moves."
        ),
    )
