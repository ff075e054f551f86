"""A naive model of Fuse, to compare a fast implementation with.

A playing area is framed by a ring of starting spots without corners. In turn, White (`x`) first,
a player slides one own disc from its spot straight into the area, as deep as liked, pushing the
discs it meets; no disc may be pushed out of the area. A player who cannot move passes, and when
neither can the game is over. Groups of orthogonally connected discs of one colour make the score.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Cell = tuple[int, int]
Step = tuple[int, int]
Discs = Mapping[Cell, str]

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
OPPONENT = {"x": "o", "o": "x"}
OVER = "-"


@dataclass(frozen=True)
class Board:
    """The size of the playing area; cells are (row, column) of the whole grid, ring included."""

    rows: int
    columns: int

    def area(self) -> set[Cell]:
        """The cells that discs are played to."""
        return {(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)}

    def spots(self) -> dict[Cell, Step]:
        """Each starting spot with its way into the area, clockwise from the top left."""
        across, down = range(1, self.columns + 1), range(1, self.rows + 1)
        top: dict[Cell, Step] = {(0, c): DOWN for c in across}
        right: dict[Cell, Step] = {(r, self.columns + 1): LEFT for r in down}
        bottom: dict[Cell, Step] = {(self.rows + 1, c): UP for c in reversed(across)}
        left: dict[Cell, Step] = {(r, 0): RIGHT for r in reversed(down)}
        return top | right | bottom | left


@dataclass(frozen=True)
class Reference:
    """A position of Fuse with the options it is played under.

    `discs` maps each occupied cell, on the ring or in the area, to its letter: `x` white, `o`
    black, a capital for a king. `turn` is the player to move, `-` when the game is over.
    """

    board: Board
    discs: Discs
    turn: str
    scoring: str
    ring_counts: bool

    @classmethod
    def read(cls, text: str, options: Mapping[str, str]) -> Reference:
        """The position that a valid position text stands for."""
        cells, _, turn = text.partition(" ")
        return cls(
            board=Board(int(options.get("rows", "6")), int(options.get("columns", "6"))),
            discs=read_discs(cells),
            turn=turn,
            scoring=options.get("scoring", "largest"),
            ring_counts=options.get("ring-counts", "off") == "on",
        )

    def text(self) -> str:
        """The position text: the whole grid, then the player to move."""
        rows = (self._row_text(row) for row in range(self.board.rows + 2))
        return "/".join(rows) + " " + self.turn

    def _row_text(self, row: int) -> str:
        cells = ((row, column) for column in range(self.board.columns + 2))
        letters = "".join(self.discs.get(cell, ".") for cell in cells)
        return re.sub(r"\.+", lambda run: str(len(run.group())), letters)

    def player(self) -> str:
        """The player to move, `-` when the game is over."""
        return self.turn

    def legal(self) -> list[str]:
        """All legal moves, sorted by code point; none when the game is over."""
        return sorted(self._moves(self.turn))

    def play(self, move: str) -> Reference:
        """The position after a legal move and the passes it forces."""
        after = self._with(self._moves(self.turn)[move], self.turn)
        return after._with(after.discs, after._next_player())

    def result(self) -> str:
        """The higher score wins, equal scores draw; `none` while the game goes on."""
        if self.turn != OVER:
            return "none"
        white, black = self.scores()
        if white == black:
            return "draw"
        return "p1win" if white > black else "p2win"

    def scores(self) -> list[int]:
        """The score of White, then of Black, on the board as it stands."""
        return [self._score(player) for player in ("x", "o")]

    def _with(self, discs: Discs, turn: str) -> Reference:
        return Reference(self.board, discs, turn, self.scoring, self.ring_counts)

    def _next_player(self) -> str:
        """The opponent of the player who has just moved, unless he must pass."""
        for player in (OPPONENT[self.turn], self.turn):
            if self._moves(player):
                return player
        return OVER

    def _moves(self, player: str) -> dict[str, Discs]:
        """Each legal move of a player with the discs it leads to."""
        return {
            cell_text(spot) + cell_text(end): discs
            for spot, inward in self.board.spots().items()
            if owner(self.discs.get(spot, "")) == player
            for end, discs in self._entries(spot, inward)
        }

    def _entries(self, spot: Cell, inward: Step) -> Iterator[tuple[Cell, Discs]]:
        """Where the disc on a spot may stop, with the discs after it, one step deeper each time."""
        end, discs = spot, self._pushed(self.discs, spot, inward)
        while discs is not None:
            end = neighbour(end, inward)
            yield end, discs
            discs = self._pushed(discs, end, inward)

    def _pushed(self, discs: Discs, cell: Cell, step: Step) -> Discs | None:
        """The discs after the one on `cell` goes a step, pushing a disc in its way ahead of it.

        None if a disc would leave the area.
        """
        ahead = neighbour(cell, step)
        if ahead not in self.board.area():
            return None
        cleared = self._pushed(discs, ahead, step) if ahead in discs else discs
        if cleared is None:
            return None
        others = {other: letter for other, letter in cleared.items() if other != cell}
        return others | {ahead: discs[cell]}

    def _score(self, player: str) -> int:
        """The largest group, or the product of all groups; without any group 0."""
        sizes = [self._size(group) for group in self.groups(player)]
        if not sizes:
            return 0
        return math.prod(sizes) if self.scoring == "product" else max(sizes)

    def _size(self, group: set[Cell]) -> int:
        """A king counts 2, any other disc 1."""
        return sum(2 if self.discs[cell].isupper() else 1 for cell in group)

    def groups(self, player: str) -> list[set[Cell]]:
        """The orthogonally connected groups of a player's counting discs."""
        remaining = self._counting_cells(player)
        groups = []
        while remaining:
            group = connected(min(remaining), remaining)
            groups.append(group)
            remaining = remaining - group
        return groups

    def _counting_cells(self, player: str) -> set[Cell]:
        """The player's discs that may belong to a group: in the area, or anywhere by option."""
        area = self.board.area()
        return {
            cell
            for cell, letter in self.discs.items()
            if owner(letter) == player and (self.ring_counts or cell in area)
        }


def is_start(text: str, options: Mapping[str, str]) -> bool:
    """Whether the text is a start as the rules draw it.

    The ring is full and the area empty, half of the discs are of each colour, no three consecutive
    ones round the ring have one colour, each player has all his kings, and White is to move.
    """
    position = Reference.read(text, options)
    spots = position.board.spots()
    if position.text() != text or position.turn != "x" or set(position.discs) != set(spots):
        return False
    letters = [position.discs[spot] for spot in spots]
    kings = int(options.get("kings", "0"))
    half = position.board.rows + position.board.columns
    return (
        Counter(owner(letter) for letter in letters) == {"x": half, "o": half}
        and letters.count("X") == letters.count("O") == kings
        and not has_three_in_a_row([owner(letter) for letter in letters])
    )


def has_three_in_a_row(colours: list[str]) -> bool:
    """Whether three consecutive colours are equal, the list being circular."""
    count = len(colours)
    return any(
        colours[i] == colours[(i + 1) % count] == colours[(i + 2) % count] for i in range(count)
    )


def connected(start: Cell, cells: set[Cell]) -> set[Cell]:
    """All of the cells that orthogonal steps within them reach from `start`."""
    reached = {start}
    frontier = [start]
    while frontier:
        cell = frontier.pop()
        for step in (UP, DOWN, LEFT, RIGHT):
            beside = neighbour(cell, step)
            if beside in cells and beside not in reached:
                reached.add(beside)
                frontier.append(beside)
    return reached


def read_discs(cells: str) -> dict[Cell, str]:
    """The discs of the rows of a position text; a number is a run of empty cells."""
    discs = {}
    for row, row_text in enumerate(cells.split("/")):
        column = 0
        for token in re.findall(r"[0-9]+|[xoXO]", row_text):
            if token.isdigit():
                column += int(token)
            else:
                discs[row, column] = token
                column += 1
    return discs


def owner(letter: str) -> str:
    """The player whose disc a letter is, king or not."""
    return letter.lower()


def neighbour(cell: Cell, step: Step) -> Cell:
    """The next cell in the direction of a step."""
    return cell[0] + step[0], cell[1] + step[1]


def cell_text(cell: Cell) -> str:
    """Column letter, `a` for the left ring column, and row number, 0 for the top ring row."""
    row, column = cell
    return "abcdefgh"[column] + str(row)
