"""Prompts for typing a move of Eigenstate in parts."""

from tabuleiro.core.message import Message, say
from tabuleiro.core.prompts import Prompt, RestartError, cell_prompt
from tabuleiro.games.eigenstate.rules import PEGS_A_TURN, SIZE, STRIDE, Eigenstate
from tabuleiro.games.eigenstate.text import parse_board_cell

HOLES_ACROSS = 5


def instructions(position: Eigenstate) -> tuple[Message, ...]:
    """A piece and where it goes, or a piece and the hole for a peg."""
    if position.step == 0:
        return say("Move one of your pieces"), say("Choose where it goes")
    if position.step == 2:
        return say("Place 2 pegs: choose a piece"), say("Choose a hole for the first peg")
    return say("Place the last peg: choose a piece"), say("Choose a hole for the last peg")


def first_prompt(position: Eigenstate) -> Prompt:
    """The piece to move, or the piece for the next peg."""
    return ask_peg(position) if position.step else ask_move(position)


def ask_move(position: Eigenstate) -> Prompt:
    """A piece that can move, then the cell where it goes."""

    def then(cell: str) -> Prompt:
        stuck = say("the piece on {cell} cannot move: no peg of it leads to a cell", cell=cell)
        check_piece(position, cell, stuck)
        goal = say("Cell to move to, a to f and 1 to 6")
        return cell_prompt(goal, SIZE, SIZE, lambda end: cell + end)

    return cell_prompt(say("Piece to move, a to f and 1 to 6"), SIZE, SIZE, then)


def ask_peg(position: Eigenstate) -> Prompt:
    """A piece with an empty hole, then the hole."""
    pegs = {"number": PEGS_A_TURN + 1 - position.step, "pegs": PEGS_A_TURN}

    def then(cell: str) -> Prompt:
        check_piece(position, cell, say("the piece on {cell} is full of pegs", cell=cell))
        hole = say("Hole for peg {number} of {pegs}, a to e and 1 to 5", **pegs)
        return cell_prompt(
            hole, HOLES_ACROSS, HOLES_ACROSS, lambda end: f"{cell}:{end}", detail=cell
        )

    piece = say("Piece for peg {number} of {pegs}, a to f and 1 to 6", **pegs)
    return cell_prompt(piece, SIZE, SIZE, then)


def check_piece(position: Eigenstate, cell: str, useless: Message) -> None:
    """The piece must belong to the player and have a legal move."""
    number = parse_board_cell(cell)
    if position.rows()[number % SIZE][number // SIZE] != "xo"[position.player]:
        raise RestartError(say("{cell} holds no piece of yours", cell=cell))
    if not any(move // STRIDE == number for move in position.legal_moves()):
        raise RestartError(useless)
