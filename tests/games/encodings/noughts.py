"""Decodes questions of noughts and crosses; and a naive model of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from games.encodings.question import Cell, Entry, Question

PLAYERS = "xo"


@dataclass(frozen=True)
class Reference:
    """The marks on the board, and who is to move."""

    size: int
    marks: Mapping[Cell, str]
    turn: str

    @classmethod
    def read(cls, text: str, options: Mapping[str, str]) -> Reference:
        """The position that a text stands for."""
        cells, turn = text.split(" ")
        spread = re.sub("[0-9]", lambda run: "." * int(run.group()), cells)
        rows = enumerate(spread.split("/"))
        marks = {(r, c): mark for r, row in rows for c, mark in enumerate(row) if mark != "."}
        return cls(int(options["size"]), marks, turn)

    def text(self) -> str:
        """The text of the position."""
        side = range(self.size)
        rows = ["".join(self.marks.get((r, c), ".") for c in side) for r in side]
        return re.sub(r"\.+", lambda run: str(len(run.group())), "/".join(rows)) + f" {self.turn}"


def rebuilt(
    question: Question, options: Mapping[str, str], mover: int
) -> tuple[dict[str, str], Reference]:
    """The position and its options, for a mover in that seat."""
    marks = dict.fromkeys(question.plane("own marks"), PLAYERS[mover])
    marks |= dict.fromkeys(question.plane("other marks"), PLAYERS[1 - mover])
    return dict(options), Reference(question.shape[0], marks, PLAYERS[mover])


def shown(model: Reference) -> str:
    """Nothing is hidden."""
    return model.text()


def numbers(model: Reference) -> dict[str, int]:
    """There are none."""
    return {}


def derived(model: Reference) -> dict[str, set[Cell]]:
    """All planes are needed."""
    return {}


def any_seat(model: Reference) -> bool:
    """Both players have the same rules."""
    return True


def move_text(entries: list[Entry], model: Reference) -> str:
    """The cell to mark."""
    ((_, (row, column)),) = entries
    return "abcde"[column] + str(row + 1)
