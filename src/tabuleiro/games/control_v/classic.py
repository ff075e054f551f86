"""The simple computer players of the first Control+V program.

Both choose random cells in the set-up. The first program had no quarter turns; here they come after
the half turns in the order of moves, clockwise before anticlockwise.
"""

from random import Random

from tabuleiro.core.game import Choose
from tabuleiro.games.control_v.rules import ControlV
from tabuleiro.games.control_v.text import Cell, copied


def choose_random(position: ControlV, random: Random) -> int:
    """A random copy; its probability is proportional to the size of the block."""
    moves = position.legal_moves()
    if position.setting_up():
        return random.choice(moves)
    weights = [len(copied_block(position, move)) for move in moves]
    return random.choices(moves, weights)[0]


def choose_greedy(position: ControlV, random: Random) -> int:
    """One of the copies with the most cells: the last by cell (any cell of the block), symmetry,
    horizontal axis and vertical axis."""
    if position.setting_up():
        return choose_random(position, random)
    return max(position.legal_moves(), key=lambda move: rank(position, move))


def rank(position: ControlV, move: int) -> tuple[int, Cell, int, int, int]:
    """The number of cells of a copy, and its last place in the order of moves."""
    block = copied_block(position, move)
    _, symmetry, a, b = copied(position, move)
    return len(block), block[-1], symmetry, a, b


def copied_block(position: ControlV, move: int) -> list[Cell]:
    """The cells of the block that a move copies, in reading order."""
    first, _, _, _ = copied(position, move)
    return position.block_at(*first)


CLASSIC: dict[str, Choose] = {"random": choose_random, "greedy": choose_greedy}
