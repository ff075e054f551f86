"""How many positions Eigenstate has."""

from math import comb, log10

from tabuleiro.core.game import StateSpace
from tabuleiro.core.message import say
from tabuleiro.core.options import Options
from tabuleiro.games.eigenstate.rules import HOLES, MOST_PIECES, PEGS_A_TURN, SIZE

PATTERNS = 2 ** (HOLES - 1)  # of the pegs of a piece; the first peg never leaves


def state_space(options: Options) -> StateSpace:
    """Pieces on any cells, with any pegs, at any point of a turn."""
    cells = SIZE**2
    counts = range(MOST_PIECES + 1)
    boards = sum(
        comb(cells, first) * comb(cells - first, second) * PATTERNS ** (first + second)
        for first in counts
        for second in counts
    )
    return StateSpace(
        log10(boards * 2 * (1 + PEGS_A_TURN)),
        say(
            "An upper bound: up to six pieces of each player stand on any cells, each with its "
            "first peg and any others; either player is to move a piece or to put a peg."
        ),
    )
