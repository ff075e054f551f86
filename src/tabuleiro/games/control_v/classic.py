"""The simple computer players of the first Control+V program.

Both set up alike: castles and first pieces on any empty cells. The first programs knew no quarter
turns; here these follow the half turns in the order of moves, clockwise before anticlockwise.
"""

from __future__ import annotations

from random import Random

from tabuleiro.core.game import Choose
from tabuleiro.games.control_v.rules import ControlV
from tabuleiro.games.control_v.text import Cell, copied


def choose_random(position: ControlV, random: Random) -> int:
    """Any copy, the likelier the larger its block: once for each cell that names the block."""
    moves = position.legal_moves()
    if position.setting_up():
        return random.choice(moves)
    weights = [len(copied_block(position, move)) for move in moves]
    return random.choices(moves, weights)[0]


def choose_greedy(position: ControlV, random: Random) -> int:
    """The last of the copies that place the most cells, by the cell that names the block (each of
    its cells does), symmetry, horizontal and vertical axis."""
    if position.setting_up():
        return choose_random(position, random)
    return max(position.legal_moves(), key=lambda move: rank(position, move))


def rank(position: ControlV, move: int) -> tuple[int, Cell, int, int, int]:
    """How many cells a copy places, and its last place in the order of moves."""
    block = copied_block(position, move)
    _, symmetry, a, b = copied(position, move)
    return len(block), block[-1], symmetry, a, b


def copied_block(position: ControlV, move: int) -> list[Cell]:
    """The cells of the block that a move copies, in reading order."""
    first, _, _, _ = copied(position, move)
    return position.block_at(*first)


CLASSIC: dict[str, Choose] = {"random": choose_random, "greedy": choose_greedy}
