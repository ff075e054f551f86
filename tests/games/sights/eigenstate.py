"""Eigenstate as a network sees it, put together again: the mover has his first row at the top."""

from __future__ import annotations

from collections.abc import Mapping

from games.reference.eigenstate import (
    BOARD_SIZE,
    HOLES,
    MUST_MOVE,
    PIECE_SIZE,
    Hole,
    Piece,
    Reference,
    cell_text,
)
from games.sights.question import Cell, Entry, Question

PLAYERS = "xo"
VARIANTS = {(0, 0): "standard", (1, 0): "last-two", (0, 1): "capture-only"}


def seen(cell: Cell, mover: int) -> Cell:
    """The second player sees the board turned by half; the model counts from 1."""
    row, column = cell
    return (BOARD_SIZE - row, BOARD_SIZE - column) if mover else (row + 1, column + 1)


def seen_hole(hole: Hole, mover: int) -> Hole:
    """The same for a hole of a piece; likewise back."""
    row, column = hole
    return (PIECE_SIZE + 1 - row, PIECE_SIZE + 1 - column) if mover else hole


def rebuilt(
    question: Question, options: Mapping[str, str], mover: int
) -> tuple[dict[str, str], Reference]:
    """The position and its options, for a mover in that seat."""
    found = question.numbers
    pieces = pieces_of(question, "own", PLAYERS[mover], mover)
    pieces |= pieces_of(question, "other", PLAYERS[1 - mover], mover)
    variant = VARIANTS[found["last two"], found["capture only"]]
    step = str(found["pegs to place"] or MUST_MOVE)
    return {"variant": variant}, Reference(variant, pieces, PLAYERS[mover], step)


def pieces_of(question: Question, whose: str, owner: str, mover: int) -> dict[Cell, Piece]:
    """The pieces of one player with their pegs; there are no pegs but in pieces."""
    cells = question.plane(f"{whose} pieces")
    pegs = {hole: question.plane(f"{whose} pegs {cell_text(hole)}") for hole in HOLES}
    assert cells.issuperset(set().union(*pegs.values()))
    return {
        seen(cell, mover): Piece(
            owner, frozenset(seen_hole(hole, mover) for hole in HOLES if cell in pegs[hole])
        )
        for cell in cells
    }


def shown(model: Reference) -> str:
    """Nothing is hidden."""
    return model.text()


def numbers(model: Reference) -> dict[str, int]:
    """What the numbers have to be."""
    return {
        "pegs to place": 0 if model.step == MUST_MOVE else int(model.step),
        "last two": model.variant == "last-two",
        "capture only": model.variant == "capture-only",
    }


def derived(model: Reference) -> dict[str, set[Cell]]:
    """All planes are needed."""
    return {}


def any_seat(model: Reference) -> bool:
    """Both players have the same rules."""
    return True


def move_text(entries: list[Entry], model: Reference) -> str:
    """The move that the entries mean: a peg, or where the peg of that hole leads."""
    ((name, place),) = entries
    mover = PLAYERS.index(model.turn)
    cell = seen(place, mover)
    deed, _, hole_name = name.rpartition(" ")
    holes = {cell_text(hole): hole for hole in HOLES}
    hole = seen_hole(holes[hole_name], mover)
    if deed == "peg into":
        return f"{cell_text(cell)}:{cell_text(hole)}"
    target = (cell[0] + hole[0] - 3, cell[1] + hole[1] - 3)
    return cell_text(cell) + cell_text(target)
