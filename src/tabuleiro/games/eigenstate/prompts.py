"""Prompts for typing a move of Eigenstate in parts."""

from __future__ import annotations

from tabuleiro.core.message import Message, say
from tabuleiro.core.prompts import Prompt, RestartError, cell_prompt
from tabuleiro.games.eigenstate.rules import SIZE, STRIDE, Eigenstate
from tabuleiro.games.eigenstate.text import parse_board_cell

HOLES_ACROSS = 5


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

    def then(cell: str) -> Prompt:
        check_piece(position, cell, say("the piece on {cell} is full of pegs", cell=cell))
        hole = say("Hole for the peg, a to e and 1 to 5")
        return cell_prompt(
            hole, HOLES_ACROSS, HOLES_ACROSS, lambda end: f"{cell}:{end}", detail=cell
        )

    return cell_prompt(say("Piece for the peg, a to f and 1 to 6"), SIZE, SIZE, then)


def check_piece(position: Eigenstate, cell: str, useless: Message) -> None:
    """The piece must belong to the player and have a legal move."""
    number = parse_board_cell(cell)
    if position.rows()[number % SIZE][number // SIZE] != "xo"[position.player]:
        raise RestartError(say("{cell} holds no piece of yours", cell=cell))
    if not any(move // STRIDE == number for move in position.legal_moves()):
        raise RestartError(useless)
