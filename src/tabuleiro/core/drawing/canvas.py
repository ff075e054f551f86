"""A canvas of characters that grows in every direction; lines are joined where they meet."""

import math
from collections.abc import Callable

Spot = tuple[int, int]
"""Row and column; both may be negative."""

INK = "ink "
"""A prefix for colour names: the colour of the strokes, not of the background."""

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8


class Canvas:
    """Characters over lines. `joints` has a character for each set of directions in which lines
    leave a spot (a sum of UP, RIGHT, DOWN and LEFT). `slants` are a slash and a backslash."""

    def __init__(self, joints: str, slants: str) -> None:
        self.joints = joints
        self.slants = slants
        self.letters: dict[Spot, tuple[str, str]] = {}
        self.strokes: dict[Spot, int] = {}
        self.behind: dict[Spot, str] = {}
        self.tints: dict[Spot, str] = {}

    def write(self, spot: Spot, text: str, colour: str = "") -> None:
        """Write a text from `spot` to the right, over what is there."""
        row, column = spot
        for i, letter in enumerate(text):
            self.letters[row, column + i] = (letter, colour)

    def write_if_free(self, spot: Spot, text: str, colour: str = "") -> None:
        """Write only where there is no letter yet; lines are covered."""
        row, column = spot
        for i, letter in enumerate(text):
            self.letters.setdefault((row, column + i), (letter, colour))

    def line(self, start: Spot, end: Spot, tint: str = "") -> None:
        """A thin line. Straight lines are joined to others; a slanting one has a sign per row
        between its ends, or one beside its upper end if there is no such row."""
        (row, column), (last_row, last_column) = sorted((start, end))
        if row != last_row and column != last_column:
            slope = (last_column - column) / (last_row - row)
            if last_row == row + 1:
                self.behind[row, column + round_half_up(slope / 2)] = self.slants[slope > 0]
            for r in range(row + 1, last_row):
                self.behind[r, round_half_up(column + slope * (r - row))] = self.slants[slope > 0]
            return
        back, forth = (LEFT, RIGHT) if row == last_row else (UP, DOWN)
        line = _spots_between(start, end)
        for spot in line[:-1]:
            self.strokes[spot] = self.strokes.get(spot, 0) | forth
        for spot in line[1:]:
            self.strokes[spot] = self.strokes.get(spot, 0) | back
        self._tint(line, tint)

    def thick_line(self, start: Spot, end: Spot, level: str, upright: str, tint: str = "") -> None:
        """A thick line, drawn with one character, over thin lines."""
        line = _spots_between(start, end)
        self.behind |= dict.fromkeys(line, level if start[0] == end[0] else upright)
        self._tint(line, tint)

    def _tint(self, line: list[Spot], tint: str) -> None:
        if tint:
            self.tints |= dict.fromkeys(line, INK + tint)

    def rows(self, paint: Callable[[str, str], str]) -> list[str]:
        """The rows from top to bottom; `paint` colours a run of characters of one colour."""
        spots = [*self.letters, *self.strokes, *self.behind]
        if not spots:
            return []
        left = min(column for _, column in spots)
        right = max(column for _, column in spots)
        top, bottom = min(row for row, _ in spots), max(row for row, _ in spots)
        return [
            self._row([self._at((row, column)) for column in range(left, right + 1)], paint)
            for row in range(top, bottom + 1)
        ]

    def _at(self, spot: Spot) -> tuple[str, str]:
        if spot in self.letters:
            return self.letters[spot]
        stroke = self.behind.get(spot) or self.joints[self.strokes.get(spot, 0)]
        return stroke, self.tints.get(spot, "")

    @staticmethod
    def _row(cells: list[tuple[str, str]], paint: Callable[[str, str], str]) -> str:
        while cells and cells[-1][0] == " " and not cells[-1][1]:
            cells.pop()
        words: list[str] = []
        run, colour = "", ""
        for letter, wanted in [*cells, ("", "end")]:
            if wanted != colour:
                words.append(paint(run, colour) if colour else run)
                run, colour = "", wanted
            run += letter
        return "".join(words)


def _spots_between(start: Spot, end: Spot) -> list[Spot]:
    """The spots of a horizontal or vertical line in order; none if the line is neither."""
    (row, column), (last_row, last_column) = sorted((start, end))
    if row != last_row and column != last_column:
        return []
    return [(r, c) for r in range(row, last_row + 1) for c in range(column, last_column + 1)]


def round_half_up(value: float) -> int:
    """The nearest whole number. Halves are rounded up, so that equal steps stay equal."""
    return math.floor(value + 0.5 + 1e-9)
