"""How many positions Control+V has."""

from math import comb, log10

from tabuleiro.core.game import StateSpace
from tabuleiro.core.message import say
from tabuleiro.core.options import Options
from tabuleiro.games.control_v.rules import board_size


def state_space(options: Options) -> StateSpace:
    """Castles on any cells; every other cell belongs to any player or to nobody."""
    players, castles = int(options["players"]), int(options["castles"])
    cells = board_size(options) ** 2
    standing = min(players * castles, cells)
    boards = comb(cells, standing) * (players + 1) ** (cells - standing)
    return StateSpace(
        log10(boards * players),
        say(
            "An upper bound, once all castles stand: they are on any cells, and every other cell "
            "is empty or of one of the players; any player is to move."
        ),
    )
