"""Text forms that games share: cells, rows, players."""

import re
from collections.abc import Sequence

from tabuleiro.core.message import Message, MoveError, PositionError, UnreadableError, quote, say
from tabuleiro.core.position import NOBODY, PLAYER_LETTERS

EMPTY = "."
RUN = re.compile(r"[1-9][0-9]?")
CELL = re.compile(r"([a-z])(0|[1-9][0-9]?)", re.ASCII | re.IGNORECASE)


def cell_name(column: int, row: int) -> str:
    """`c4` for column 2 and row 4 (rows are numbered as they are shown)."""
    return f"{chr(97 + column)}{row}"


def parse_cell(text: str) -> tuple[int, int] | None:
    """Column (from 0) and row (as shown) of a cell such as `c4`, in either case; else None."""
    match = CELL.fullmatch(text)
    return (ord(match[1].lower()) - 97, int(match[2])) if match else None


def parse_board_cell(text: str, columns: int, rows: int) -> tuple[int, int] | None:
    """Column and row as in `parse_cell`; MoveError if the board does not have the cell."""
    cell = parse_cell(text)
    if cell and not (cell[0] < columns and 1 <= cell[1] <= rows):
        reason = say(
            "{cell} is not on the board: columns a to {column}, rows 1 to {row}",
            cell=cell_name(*cell),
            column=chr(96 + columns),
            row=rows,
        )
        raise MoveError(reason)
    return cell


def split_fields(text: str, names: Sequence[str]) -> list[str]:
    """The fields of a position text, separated by one space; there must be one for each name."""
    fields = text.split(" ")
    if len(fields) != len(names):
        reason = say(
            "it must have {wanted} fields ({names}) with one space between them, not {found}",
            found=len(fields),
            wanted=len(names),
            names=tuple(names),
        )
        raise PositionError("position", reason)
    return fields


def format_rows(rows: Sequence[str]) -> str:
    """Rows with a letter for each cell (`.` if it is empty) as written in a position text."""
    runs = re.compile(re.escape(EMPTY) + "+")
    return "/".join(runs.sub(lambda run: str(len(run[0])), row) for row in rows)


def parse_rows(field: str, text: str, rows: int, columns: int, letters: str) -> list[str]:
    """The rows that `format_rows` wrote, of this size and with these letters; no other spelling."""
    parts = text.split("/")
    if len(parts) != rows:
        reason = say("it has {wanted} rows, not {found}", found=len(parts), wanted=rows)
        raise PositionError(field, reason)
    return [_parse_row(field, part, i + 1, columns, letters) for i, part in enumerate(parts)]


def _parse_row(field: str, text: str, number: int, columns: int, letters: str) -> str:
    cells = ""
    at = 0
    while at < len(text) and len(cells) <= columns:
        run = RUN.match(text, at)
        if run and not (cells and cells[-1] == EMPTY):
            cells += EMPTY * int(run[0])
            at = run.end()
        elif text[at] in letters and text[at] != EMPTY:
            cells += text[at]
            at += 1
        else:
            reason = say(
                "row {row} has {text} at place {place}, where {letters} or a number of empty "
                "cells is expected",
                row=number,
                text=quote(text[at]),
                place=at + 1,
                letters=tuple(letters),
            )
            raise PositionError(field, reason)
    if len(cells) != columns:
        reason = say(
            "row {row} has {wanted} cells, not {found}",
            row=number,
            found=len(cells),
            wanted=columns,
        )
        raise PositionError(field, reason)
    return cells


def board_from_rows(rows: Sequence[str], first_row: int = 1) -> dict[str, str]:
    """What is on the cells of board rows, by cell name."""
    return {
        cell_name(column, row): letter
        for row, letters in enumerate(rows, first_row)
        for column, letter in enumerate(letters)
        if letter != EMPTY
    }


def format_player(player: int) -> str:
    """`x`, `o`, `v`, `w`, or `-` when the game is over."""
    return "-" if player == NOBODY else PLAYER_LETTERS[player]


def parse_player(text: str, players: int) -> int:
    """The player that `format_player` wrote."""
    letters = PLAYER_LETTERS[:players]
    if text != "-" and (len(text) != 1 or text not in letters):
        reason = say("{text} is not one of {letters}", text=quote(text), letters=(*letters, "-"))
        raise PositionError("player", reason)
    return NOBODY if text == "-" else PLAYER_LETTERS.index(text)


def unreadable(text: str, forms: Message) -> UnreadableError:
    """The error for a move text that has none of the game's forms."""
    return UnreadableError(say("{text} is not a move: {forms}", text=quote(text), forms=forms))
