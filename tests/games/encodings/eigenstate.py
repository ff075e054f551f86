"""Decodes Eigenstate questions: the first row of the player to move is at the top."""

from __future__ import annotations

from collections.abc import Mapping

from games.encodings.question import Cell, Entry, Question
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

PLAYERS = "xo"
VARIANTS = {(0, 0): "standard", (1, 0): "last-two", (0, 1): "capture-only"}


def seen(cell: Cell, mover: int) -> Cell:
    """The second player sees the board rotated by 180 degrees; the model counts from 1."""
    row, column = cell
    return (BOARD_SIZE - row, BOARD_SIZE - column) if mover else (row + 1, column + 1)


def seen_hole(hole: Hole, mover: int) -> Hole:
    """The same for a hole of a piece; it is its own inverse."""
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
    """The pieces of one player with their pegs. Pegs are only in pieces, and the cells to which
    they lead have their own planes."""
    cells = question.plane(f"{whose} pieces")
    pegs = {hole: question.plane(f"{whose} pegs {cell_text(hole)}") for hole in HOLES}
    assert cells.issuperset(set().union(*pegs.values()))
    for hole in HOLES:
        reached = question.plane(f"reached by {whose} {cell_text(hole)}")
        assert reached == {target for cell in pegs[hole] if on_board(target := led(cell, hole))}
    return {
        seen(cell, mover): Piece(
            owner, frozenset(seen_hole(hole, mover) for hole in HOLES if cell in pegs[hole])
        )
        for cell in cells
    }


def led(cell: Cell, hole: Hole) -> Cell:
    """Where a peg in the hole leads from a cell."""
    return cell[0] + hole[0] - 3, cell[1] + hole[1] - 3


def on_board(cell: Cell) -> bool:
    """Whether there is such a cell, counted from 0."""
    return cell[0] in range(BOARD_SIZE) and cell[1] in range(BOARD_SIZE)


def shown(model: Reference) -> str:
    """Nothing is hidden."""
    return model.text()


def numbers(model: Reference) -> dict[str, int]:
    """The values that the numbers must have."""
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
    """The move of the entries: a peg, or the start and end of the move by the peg of a hole."""
    mover = PLAYERS.index(model.turn)
    *start, (name, place) = entries
    deed, _, hole_name = name.rpartition(" ")
    hole = {cell_text(hole): hole for hole in HOLES}[hole_name]
    if deed == "peg into":
        assert not start
        return f"{cell_text(seen(place, mover))}:{cell_text(seen_hole(hole, mover))}"
    ((start_name, cell),) = start
    assert (start_name, deed, led(cell, hole)) == ("from", "arrival by", place)
    return cell_text(seen(cell, mover)) + cell_text(seen(place, mover))
