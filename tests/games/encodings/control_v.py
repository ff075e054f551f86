"""Decodes Control+V questions: the players in turn order, from the player to move."""

from __future__ import annotations

from collections.abc import Mapping

from games.encodings.question import Cell, Entry, Question
from games.reference.control_v import (
    CASTLE,
    PLAYERS,
    Reference,
    Rules,
    cell_name,
    horizontal_axes,
    vertical_axes,
)

TERRITORIES = (
    "own territory",
    "territory of the next",
    "territory of the second next",
    "territory of the third next",
)


def rebuilt(
    question: Question, options: Mapping[str, str], mover: int
) -> tuple[dict[str, str], Reference]:
    """The position and its options, for a mover in that seat."""
    rules = Rules.of(options)
    assert question.shape == (rules.size, rules.size)
    order = players_from(rules, mover)
    board = dict.fromkeys(question.plane("castles"), CASTLE)
    for name, player in zip(TERRITORIES, order.ljust(len(TERRITORIES)), strict=True):
        board |= dict.fromkeys(question.plane(name), player)
    model = Reference(rules, board, PLAYERS[mover])
    return dict(options), model


def players_from(rules: Rules, mover: int) -> str:
    """The players in turn order, starting with the given one."""
    order = rules.turn_order()
    return order[mover:] + order[:mover]


def shown(model: Reference) -> str:
    """Nothing is hidden."""
    return model.text()


def numbers(model: Reference) -> dict[str, int]:
    """The values that the numbers must have."""
    rules = model.rules
    to_come = rules.castle_order()[model.castles_placed() :]
    others = players_from(rules, PLAYERS.index(model.turn))[1:]
    out = [not model.setting_up() and not model.can_copy(player) for player in others]
    return {
        "three or more players": rules.players >= 3,
        "four players": rules.players == 4,
        "quarter turns": rules.quarter_turns,
        "alternate castles": rules.alternate_castles,
        "set-up": model.setting_up(),
        "own castles to place": to_come.count(model.turn),
        "castles to place": len(to_come),
        **dict.fromkeys(("next is out", "second next is out", "third next is out"), 0),
        **dict(zip(("next is out", "second next is out", "third next is out"), out, strict=False)),
    }


def derived(model: Reference) -> dict[str, set[Cell]]:
    """The cells that name the blocks of the player to move."""
    return {"heads of own blocks": {min(block) for block in model.blocks(model.turn)}}


def any_seat(model: Reference) -> bool:
    """The set-up depends on the seats."""
    return not model.setting_up()


def move_text(entries: list[Entry], model: Reference) -> str:
    """The move of the entries: a cell, or a block and the axes that take its head there."""
    if len(entries) == 1:
        ((name, cell),) = entries
        assert name == "cell"
        return cell_name(cell)
    (block_name, head), (kind, landing) = entries
    assert block_name == "block"
    return f"{cell_name(head)}={axes_text(kind, head, landing, model.rules.size)}"


def axes_text(kind: str, head: Cell, landing: Cell, size: int) -> str:
    """The axes of the symmetry that takes one cell to another."""
    a, b, sign = axes_of(kind, head, landing)
    across = {axis: letter for letter, axis in horizontal_axes(size).items()}
    down = {axis: letter for letter, axis in vertical_axes(size).items()}
    return ("" if a is None else across[a]) + ("" if b is None else down[b]) + sign


def axes_of(kind: str, head: Cell, landing: Cell) -> tuple[int | None, int | None, str]:
    """The horizontal axis lies below row a, the vertical one right of column b."""
    (row, column), (to_row, to_column) = head, landing
    a, b = (row + to_row - 1) // 2, (column + to_column - 1) // 2
    if kind == "mirrored in a horizontal axis":
        return a, None, ""
    if kind == "mirrored in a vertical axis":
        return None, b, ""
    if kind == "half turn":
        return a, b, ""
    if kind == "clockwise":  # a - b = to_row - column, a + b + 1 = to_column + row
        total, apart = to_column + row - 1, to_row - column
        return (total + apart) // 2, (total - apart) // 2, "+"
    total, apart = to_row + column - 1, row - to_column  # a + b + 1 = to_row + column
    return (total + apart) // 2, (total - apart) // 2, "-"
