"""Decodes Fuse questions."""

from __future__ import annotations

from collections.abc import Mapping

from games.encodings.question import Cell, Entry, Question
from games.reference.fuse import DOWN, LEFT, RIGHT, UP, Board, Reference, cell_text, neighbour

PLAYERS = "xo"
WAYS = {"down": DOWN, "up": UP, "to the right": RIGHT, "to the left": LEFT}


def rebuilt(
    question: Question, options: Mapping[str, str], mover: int
) -> tuple[dict[str, str], Reference]:
    """The position and its options, for a mover in that seat."""
    board = Board(question.shape[0] - 2, question.shape[1] - 2)
    assert question.plane("area") == board.area()
    discs = dict.fromkeys(question.plane("own discs"), PLAYERS[mover])
    discs |= dict.fromkeys(question.plane("other discs"), PLAYERS[1 - mover])
    discs |= {cell: discs[cell].upper() for cell in question.plane("kings")}
    scoring = "product" if question.numbers["product"] else "largest"
    model = Reference(board, discs, PLAYERS[mover], scoring, bool(question.numbers["ring counts"]))
    return dict(options), model


def shown(model: Reference) -> str:
    """Nothing is hidden."""
    return model.text()


def numbers(model: Reference) -> dict[str, int]:
    """The values that the numbers must have."""
    return {"product": model.scoring == "product", "ring counts": model.ring_counts}


def derived(model: Reference) -> dict[str, set[Cell]]:
    """All planes are needed."""
    return {}


def any_seat(model: Reference) -> bool:
    """Both players have the same rules."""
    return True


def move_text(entries: list[Entry], model: Reference) -> str:
    """The move of the entries: from where the disc lands, back along its way."""
    ((name, end),) = entries
    down, right = WAYS[name]
    spot = end
    while spot in model.board.area():
        spot = neighbour(spot, (-down, -right))
    return cell_text(spot) + cell_text(end)
