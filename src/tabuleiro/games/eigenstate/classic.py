"""The simple computer players of the first Eigenstate program.

Both choose the move of a piece and each peg separately.
"""

from collections import defaultdict
from random import Random

from tabuleiro.core.game import Choose
from tabuleiro.games.eigenstate.rules import HOLES, SIZE, STRIDE, Eigenstate, hole_at, target_of

# The value of a cell to the player to move. A piece reaches at most 24 cells, so threats never
# make a cell of the opponent worth less than an empty one.
OPPONENT = 72
EMPTY = 48
OWN = 0
FAR = 1  # added for a peg that leads two cells away
OFF_BOARD = 0  # the score of a peg that leads nowhere


def choose_random(position: Eigenstate, random: Random) -> int:
    """A random piece that can move or take a peg, and a random move of it."""
    choices = list(by_piece(position).values())
    return random.choice(random.choice(choices))


def choose_ai(position: Eigenstate, random: Random) -> int:
    """A random one of the moves or pegs with the highest score."""
    scores = peg_scores(position) if position.step else move_scores(position)
    best = max(scores.values())
    return random.choice([move for move, score in scores.items() if score == best])


def by_piece(position: Eigenstate) -> dict[int, list[int]]:
    """The legal moves by the cell of their piece."""
    moves = defaultdict(list)
    for move in position.legal_moves():
        moves[move // STRIDE].append(move)
    return moves


# --- the values of cells -------------------------------------------------------------------


def weights(position: Eigenstate) -> list[int]:
    """The value of each cell for the player to move, depending on what is on it."""
    values = [EMPTY] * SIZE**2
    for owner, value in ((position.player, OWN), (1 - position.player, OPPONENT)):
        for cell in position.cells_of(owner):
            values[cell] = value
    return values


def threats(position: Eigenstate) -> list[int]:
    """How many pieces of the opponent have a peg that leads to each cell."""
    counts = [0] * SIZE**2
    for cell in position.cells_of(1 - position.player):
        for hole in position.pegs_of(cell):
            target = target_of(cell, hole)
            if target >= 0:
                counts[target] += 1
    return counts


def balanced(position: Eigenstate) -> list[int]:
    """The values including threats: a threat adds to the cells of own pieces, which should leave,
    and takes from all others."""
    values = weights(position)
    own = position.cells_of(position.player)
    for cell, count in enumerate(threats(position)):
        values[cell] += count if cell in own else -count
    return values


# --- scores --------------------------------------------------------------------------------


def move_scores(position: Eigenstate) -> dict[int, int]:
    """The score of each move of a piece: the values of its origin and its target."""
    worth = balanced(position)
    return {
        move: worth[move // STRIDE] + worth[move % STRIDE - HOLES]
        for move in position.legal_moves()
    }


def peg_scores(position: Eigenstate) -> dict[int, int]:
    """The scores of the pegs that lead to a cell of the board. If a piece has only other holes, the
    first of them in reading order counts."""
    worth = balanced(position)
    scores = {}
    for pegs in pieces_to_fill(position):
        leading = {
            peg: worth[leads_to(peg)] + FAR * is_far(peg) for peg in pegs if leads_to(peg) >= 0
        }
        first = min(pegs, key=lambda peg: hole_at(peg % STRIDE))
        scores.update(leading or {first: OFF_BOARD})
    return scores


def leads_to(peg: int) -> int:
    """The cell to which a peg leads; -1 if it is off the board."""
    return target_of(peg // STRIDE, peg % STRIDE)


def is_far(peg: int) -> bool:
    """Whether a peg leads two cells away in some direction."""
    return any(abs(place - 2) == 2 for place in hole_at(peg % STRIDE))


def pieces_to_fill(position: Eigenstate) -> list[list[int]]:
    """The pegs that can be placed, piece by piece. With two pieces each, only the pegs of the own
    piece with more pegs, if one has more and is not full."""
    pieces = by_piece(position)
    cells = position.cells_of(position.player)
    if position.scores() == (2, 2):
        fuller, other = sorted(cells, key=lambda cell: -len(position.pegs_of(cell)))
        if len(position.pegs_of(fuller)) > len(position.pegs_of(other)) and fuller in pieces:
            return [pieces[fuller]]
    return list(pieces.values())


CLASSIC: dict[str, Choose] = {"random": choose_random, "ai": choose_ai}
