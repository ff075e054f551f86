"""How many positions Fuse has."""

from math import factorial, log10

from tabuleiro.core.game import StateSpace
from tabuleiro.core.message import say
from tabuleiro.core.options import Options


def state_space(options: Options) -> StateSpace:
    """All discs of both players on any spots and cells, because no disc ever leaves."""
    rows, columns = int(options["rows"]), int(options["columns"])
    area, discs = rows * columns, rows + columns  # discs of each player
    kings = min(int(options["kings"]), discs)
    alike = (factorial(discs - kings) * factorial(kings)) ** 2 * factorial(area)
    return StateSpace(
        log10(2 * factorial(area + 2 * discs) // alike),
        say(
            "An upper bound for all starts together: the discs of both players stand on any spots "
            "of the ring and any cells of the area; either player is to move."
        ),
    )
