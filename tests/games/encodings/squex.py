"""Decodes Squex questions: the player to move connects top and bottom."""

from __future__ import annotations

from collections.abc import Mapping

from games.encodings.question import Cell, Entry, Question
from games.reference.squex import Reference, cell_text

PLAYERS = "xo"


def seen(cell: Cell, mover: int) -> Cell:
    """The second player sees the board mirrored in its main diagonal; it is its own inverse."""
    return (cell[1], cell[0]) if mover else cell


def rebuilt(
    question: Question, options: Mapping[str, str], mover: int
) -> tuple[dict[str, str], Reference]:
    """The position and its options, for a mover in that seat."""
    rows, columns = seen(extent(question), mover)
    to_move, other = PLAYERS[mover], PLAYERS[1 - mover]
    octagons = {seen(cell, mover): to_move for cell in question.plane("own octagons")}
    octagons |= {seen(cell, mover): other for cell in question.plane("other octagons")}
    squares = {corner(seen(cell, mover)): to_move for cell in question.plane("own squares")}
    squares |= {corner(seen(cell, mover)): other for cell in question.plane("other squares")}
    left = 1 + question.numbers["second move to come"]
    model = Reference(rows, columns, options["swap"] == "on", octagons, squares, to_move, left)
    return {**options, "rows": str(rows), "columns": str(columns)}, model


def extent(question: Question) -> tuple[int, int]:
    """The rows and columns of the board, without the cells outside it."""
    side, _ = question.shape
    outside = question.plane("outside")
    rows = sum((place, 0) not in outside for place in range(side))
    columns = sum((0, place) not in outside for place in range(side))
    assert len(outside) == side * side - rows * columns
    return rows, columns


def corner(cell: Cell) -> Cell:
    """A square has the cell of the first of its four octagons; the model counts from the last."""
    return cell[0] + 1, cell[1] + 1


def shown(model: Reference) -> str:
    """Nothing is hidden."""
    return model.text()


def numbers(model: Reference) -> dict[str, int]:
    """The values that the numbers must have."""
    return {
        "second move to come": model.left - 1,
        "may swap": model.may_swap(),
        "may be swapped": model.swap and model.to_move == "x" and not model.octagons,
    }


def derived(model: Reference) -> dict[str, set[Cell]]:
    """All planes are needed."""
    return {}


def any_seat(model: Reference) -> bool:
    """Only player 2 can swap, and only player 1's first octagon can be taken over."""
    return not model.swap or len(model.octagons) > 1


def move_text(entries: list[Entry], model: Reference) -> str:
    """The move that the entries mean."""
    ((name, cell),) = entries
    place = seen(cell, PLAYERS.index(model.to_move))
    if name == "swap":
        assert list(model.octagons) == [place]
        return "swap"
    return cell_text(place)
