"""Squex, modelled naively from its rules.

Two players fill a board of octagons, one empty cell a move. Between any four octagons lies a
square; whoever comes to hold two octagons that are diagonal across a square colours that square,
even if it was the opponent's. Taking one from the opponent is a cut and gives them two moves.
Player 1 (`x`) joins top and bottom, player 2 (`o`) joins left and right; a path wins as soon as
none of its diagonal links can still be cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

Cell = tuple[int, int]
Square = tuple[int, int]
Pair = tuple[Cell, Cell]

OPPONENT = {"x": "o", "o": "x"}
RESULT = {"x": "p1win", "o": "p2win"}

ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def square_between(first: Cell, second: Cell) -> Square:
    """The square that two diagonal octagons share."""
    return max(first[0], second[0]), max(first[1], second[1])


def diagonal_pairs(square: Square) -> tuple[Pair, Pair]:
    """The two pairs of octagons that are diagonal across an interior square."""
    row, column = square
    falling = ((row - 1, column - 1), (row, column))
    rising = ((row - 1, column), (row, column - 1))
    return falling, rising


def cell_text(cell: Cell) -> str:
    row, column = cell
    return f"{'abcdefghijklmno'[column]}{row + 1}"


def read_cell(text: str) -> Cell:
    return int(text[1:]) - 1, "abcdefghijklmno".index(text[0])


def read_grid(text: str, first: int) -> dict[tuple[int, int], str]:
    """The coloured places of a board field whose rows and columns count from `first`."""
    places: dict[tuple[int, int], str] = {}
    for row, row_text in enumerate(text.split("/"), first):
        column = first
        for token in re.findall(r"[0-9]+|[xo]", row_text):
            if token in OPPONENT:
                places[row, column] = token
                column += 1
            else:
                column += int(token)
    return places


def grid_text(places: Mapping[tuple[int, int], str], rows: range, columns: range) -> str:
    return "/".join(row_text(places, row, columns) for row in rows)


def row_text(places: Mapping[tuple[int, int], str], row: int, columns: range) -> str:
    letters = "".join(places.get((row, column), ".") for column in columns)
    return re.sub(r"\.+", lambda run: str(len(run.group())), letters)


@dataclass(frozen=True)
class Reference:
    """A Squex position under its options.

    `octagons` maps each occupied cell (row, column), counted from 0 at the top left, to its owner
    `x` or `o`. `squares` does so for the coloured interior squares: square (row, column) is the top
    left corner of octagon (row, column), so interior squares count from 1. Border squares are not
    held: no two octagons are diagonal across one. `to_move` has `left` moves in a row, unless a
    path has ended the game, in which case both are without meaning.
    """

    rows: int
    columns: int
    swap: bool
    octagons: Mapping[Cell, str]
    squares: Mapping[Square, str]
    to_move: str
    left: int

    @classmethod
    def start(cls, options: Mapping[str, str]) -> Reference:
        rows, columns, swap = read_options(options)
        return cls(rows, columns, swap, {}, {}, "x", 1)

    @classmethod
    def read(cls, text: str, options: Mapping[str, str]) -> Reference:
        rows, columns, swap = read_options(options)
        octagons, squares, player, left = text.split(" ")
        moves_left = 0 if left == "-" else int(left)
        return cls(
            rows, columns, swap, read_grid(octagons, 0), read_grid(squares, 1), player, moves_left
        )

    def text(self) -> str:
        octagons = grid_text(self.octagons, range(self.rows), range(self.columns))
        squares = grid_text(self.squares, range(1, self.rows), range(1, self.columns))
        turn = "- -" if self.is_over() else f"{self.to_move} {self.left}"
        return f"{octagons} {squares} {turn}"

    def player(self) -> str:
        return "-" if self.is_over() else self.to_move

    def legal(self) -> list[str]:
        """Any empty octagon, and `swap` where it is offered."""
        if self.is_over():
            return []
        moves = [cell_text(cell) for cell in self.cells() if cell not in self.octagons]
        if self.may_swap():
            moves.append("swap")
        return sorted(moves)

    def play(self, move: str) -> Reference:
        return self.after_swap() if move == "swap" else self.after_octagon(read_cell(move))

    def result(self) -> str:
        if self.winner is not None:
            return RESULT[self.winner]
        # Never reached: on a full board one player is always joined.
        return "draw" if self.is_full() else "none"

    def scores(self) -> list[int]:
        return [int(self.winner == player) for player in ("x", "o")]

    # Play

    def after_octagon(self, cell: Cell) -> Reference:
        """The mover takes the cell and every square between it and an own diagonal neighbour."""
        mover = self.to_move
        taken = [
            square_between(cell, other)
            for other in self.neighbours(cell, DIAGONAL)
            if self.octagons.get(other) == mover
        ]
        cut = any(self.squares.get(square) == OPPONENT[mover] for square in taken)
        to_move, left = self.next_turn(cut)
        octagons = {**self.octagons, cell: mover}
        squares = {**self.squares, **dict.fromkeys(taken, mover)}
        return Reference(self.rows, self.columns, self.swap, octagons, squares, to_move, left)

    def next_turn(self, cut: bool) -> tuple[str, int]:
        """Who moves next and how many moves he has: a cut always gives the opponent two."""
        if cut:
            return OPPONENT[self.to_move], 2
        if self.left == 2:
            return self.to_move, 1
        return OPPONENT[self.to_move], 1

    def may_swap(self) -> bool:
        """Player 2 may swap while the only octagon on the board is player 1's."""
        return self.swap and self.to_move == "o" and list(self.octagons.values()) == ["x"]

    def after_swap(self) -> Reference:
        """Player 2's octagon replaces player 1's, mirrored in the main diagonal."""
        ((row, column),) = self.octagons
        return Reference(self.rows, self.columns, self.swap, {(column, row): "o"}, {}, "x", 1)

    # End

    def is_over(self) -> bool:
        return self.winner is not None or self.is_full()

    def is_full(self) -> bool:
        return len(self.octagons) == self.rows * self.columns

    @cached_property
    def winner(self) -> str | None:
        """The player with a path, if any.

        A mover can join only himself, since his move never makes a square of the opponent safe, so
        looking for a path of either player gives the mover after a move.
        """
        for player in ("x", "o"):
            if self.has_path(player):
                return player
        return None

    def has_path(self, player: str) -> bool:
        """Whether the player's octagons connect their two edges by links that cannot be cut."""
        first_edge, last_edge = self.edges(player)
        reached = {cell for cell in first_edge if self.octagons.get(cell) == player}
        frontier = list(reached)
        while frontier:
            for neighbour in self.safe_links(frontier.pop()):
                if neighbour not in reached:
                    reached.add(neighbour)
                    frontier.append(neighbour)
        return any(cell in reached for cell in last_edge)

    def edges(self, player: str) -> tuple[list[Cell], list[Cell]]:
        """Top and bottom row for player 1, left and right column for player 2."""
        if player == "x":
            top = [(0, column) for column in range(self.columns)]
            bottom = [(self.rows - 1, column) for column in range(self.columns)]
            return top, bottom
        left = [(row, 0) for row in range(self.rows)]
        right = [(row, self.columns - 1) for row in range(self.rows)]
        return left, right

    def safe_links(self, cell: Cell) -> Iterator[Cell]:
        """The octagons of the same owner beside this one, or diagonal across a safe square."""
        owner = self.octagons[cell]
        for other in self.neighbours(cell, ORTHOGONAL):
            if self.octagons.get(other) == owner:
                yield other
        for other in self.neighbours(cell, DIAGONAL):
            if self.octagons.get(other) == owner:
                square = square_between(cell, other)
                if self.squares.get(square) == owner and not self.cuttable(square):
                    yield other

    def cuttable(self, square: Square) -> bool:
        """Whether the opponent of a square's owner may still come to hold a pair across it."""
        owner = self.squares[square]
        return any(self.open_to_opponent(pair, owner) for pair in diagonal_pairs(square))

    def open_to_opponent(self, pair: Pair, owner: str) -> bool:
        """Whether a pair has no octagon of the owner and at least one empty cell."""
        held = [self.octagons.get(cell) for cell in pair]
        return owner not in held and None in held

    # Board

    def cells(self) -> Iterator[Cell]:
        for row in range(self.rows):
            for column in range(self.columns):
                yield row, column

    def neighbours(self, cell: Cell, directions: tuple[Cell, ...]) -> Iterator[Cell]:
        for down, right in directions:
            row, column = cell[0] + down, cell[1] + right
            if 0 <= row < self.rows and 0 <= column < self.columns:
                yield row, column


def read_options(options: Mapping[str, str]) -> tuple[int, int, bool]:
    """Rows, columns and whether `swap` is on; only a square board can be mirrored."""
    rows, columns = int(options.get("rows", "8")), int(options.get("columns", "8"))
    swap = options.get("swap", "off") == "on"
    if swap and rows != columns:
        raise ValueError("swap needs as many rows as columns")
    return rows, columns, swap
