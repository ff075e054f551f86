"""A naive model of Lyngk: two players stack pieces of five colours and three jokers on 43 cells.

Nothing is kept between calls but the position; moves, passes and the result are worked out from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

Cell = tuple[int, int]
Stacks = Mapping[Cell, str]

ROWS = 13
COLUMNS = 9
COLUMN_LETTERS = "abcdefghi"
# How far a column reaches from the middle row, by its distance from the middle column.
REACH_OF_COLUMN = {0: 6, 1: 5, 2: 6, 3: 3, 4: 0}

COLOUR_OF_CLAIM = {
    "claim-black": "d",
    "claim-red": "r",
    "claim-ivory": "i",
    "claim-green": "g",
    "claim-blue": "b",
}
COLOURS = tuple(COLOUR_OF_CLAIM.values())
JOKER = "w"
PIECES_AT_START = {**dict.fromkeys(COLOURS, 8), JOKER: 3}

PLAYERS = ("x", "o")
OPPONENT = {"x": "o", "o": "x"}
NOBODY = "-"
COLOURS_A_PLAYER = 2

DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
DIRECTIONS = {
    "standard": ((-2, 0), (2, 0), *DIAGONALS),
    "horizontal": ((0, -2), (0, 2), *DIAGONALS),
}


def is_cell(row: int, column: int) -> bool:
    """Is this place of the 13 x 9 matrix an intersection of the board?"""
    if column not in range(COLUMNS) or (row + column) % 2 == 1:
        return False
    return abs(row - 6) <= REACH_OF_COLUMN[abs(column - 4)]


def cells_of_row(row: int) -> list[Cell]:
    """The cells of a matrix row from left to right."""
    return [(row, column) for column in range(COLUMNS) if is_cell(row, column)]


def cells_of_column(column: int) -> list[Cell]:
    """The cells of a matrix column from bottom to top, the order in which they are numbered."""
    return [(row, column) for row in reversed(range(ROWS)) if is_cell(row, column)]


CELLS = tuple(cell for row in range(ROWS) for cell in cells_of_row(row))
NAME_OF_CELL = {
    cell: f"{letter}{number}"
    for column, letter in enumerate(COLUMN_LETTERS)
    for number, cell in enumerate(cells_of_column(column), start=1)
}
CELL_OF_NAME = {name: cell for cell, name in NAME_OF_CELL.items()}


def read_stacks(text: str) -> dict[Cell, str]:
    """The stacks on the board, top first; empty cells are left out."""
    stacks: dict[Cell, str] = {}
    for row, row_text in enumerate(text.split("/")):
        for cell, stack in zip(cells_of_row(row), row_text.split(","), strict=True):
            if stack != "-":
                stacks[cell] = stack
    return stacks


def write_stacks(stacks: Stacks) -> str:
    """The text of the board: matrix rows from the top, cells from the left."""
    rows = (",".join(stacks.get(cell, "-") for cell in cells_of_row(row)) for row in range(ROWS))
    return "/".join(rows)


def colours_in(stack: str) -> set[str]:
    """The colours of a stack; jokers have none."""
    return set(stack) - {JOKER}


@dataclass(frozen=True)
class Reference:
    """A position of Lyngk.

    `stacks` maps each occupied cell (matrix row, matrix column) to its letters, top first.
    `claims` maps each player to the colours he has claimed, `points` to the stacks he has removed
    (in `stack6` to 1 if he has completed a winning six). `to_move` is `x`, `o`, or `-` when the
    game is over; `has_claimed` says that he has claimed in this turn and owes the move.
    """

    variant: str
    lines: str
    stacks: Stacks
    claims: Mapping[str, frozenset[str]]
    points: Mapping[str, int]
    to_move: str
    has_claimed: bool

    @classmethod
    def read(cls, text: str, options: Mapping[str, str]) -> Reference:
        """The position that a valid text describes."""
        stacks, claims, points, player, claimed = text.split(" ")
        return cls(
            variant=options.get("variant", "standard"),
            lines=options.get("lines", "standard"),
            stacks=read_stacks(stacks),
            claims={
                owner: frozenset(letters.replace("-", ""))
                for owner, letters in zip(PLAYERS, claims.split(":"), strict=True)
            },
            points={
                owner: int(number) for owner, number in zip(PLAYERS, points.split(":"), strict=True)
            },
            to_move=player,
            has_claimed=claimed == "c",
        )

    def text(self) -> str:
        """The position text."""
        claims = ":".join("".join(sorted(self.claims[owner])) or "-" for owner in PLAYERS)
        points = ":".join(str(self.points[owner]) for owner in PLAYERS)
        claimed = "c" if self.has_claimed else "-"
        return f"{write_stacks(self.stacks)} {claims} {points} {self.to_move} {claimed}"

    def player(self) -> str:
        """The player to move, `-` when the game is over."""
        return self.to_move

    def scores(self) -> list[int]:
        """The stacks each player has removed."""
        return [self.points[owner] for owner in PLAYERS]

    def legal(self) -> list[str]:
        """The legal claims and moves, sorted as text."""
        if self.to_move == NOBODY:
            return []
        moves = [NAME_OF_CELL[start] + NAME_OF_CELL[end] for start, end in self._stack_moves()]
        return sorted(moves + self._legal_claims())

    def play(self, move: str) -> Reference:
        """The position after a legal move and the passes it forces."""
        if move in COLOUR_OF_CLAIM:
            return self._after_claim(COLOUR_OF_CLAIM[move])
        return self._after_stack_move(CELL_OF_NAME[move[:2]], CELL_OF_NAME[move[2:]])

    def result(self) -> str:
        """Most points wins; ties go by own stacks on the board, the highest first."""
        if self.to_move != NOBODY:
            return "none"
        first, second = (self._standing(owner) for owner in PLAYERS)
        if first == second:
            return "draw"
        return "p1win" if first > second else "p2win"

    # Standing at the end

    def _standing(self, owner: str) -> list[int]:
        """Points, then the numbers of own stacks on the board, by falling height.

        Heights begin at 4; with five-high stacks left on the board (`stack6`), at 5.
        """
        highest = 5 if self.variant == "stack6" else 4
        own_heights = Counter(
            len(stack) for stack in self.stacks.values() if stack[0] in self.claims[owner]
        )
        return [self.points[owner], *(own_heights[height] for height in range(highest, 0, -1))]

    # Claims

    def _legal_claims(self) -> list[str]:
        """One claim a turn, two colours a player, each colour once, and a move must follow."""
        if self.has_claimed or len(self.claims[self.to_move]) >= COLOURS_A_PLAYER:
            return []
        return [
            claim
            for claim, colour in COLOUR_OF_CLAIM.items()
            if self._is_neutral(colour) and self._after_claim(colour)._can_move_a_stack()
        ]

    def _is_neutral(self, colour: str) -> bool:
        """Is this a colour that nobody has claimed? A joker is no colour."""
        return colour in COLOURS and not any(colour in owned for owned in self.claims.values())

    def _after_claim(self, colour: str) -> Reference:
        """The same player with one more colour; he has still to move."""
        claims = {**self.claims, self.to_move: self.claims[self.to_move] | {colour}}
        claimed = replace(self, claims=claims, has_claimed=True)
        if self.variant == "obstacle-capture":
            return claimed._without_obstacles_of(colour)
        return claimed

    def _without_obstacles_of(self, colour: str) -> Reference:
        """The claimer takes every five-high stack with the claimed colour on top."""
        taken = {
            cell for cell, stack in self.stacks.items() if len(stack) == 5 and stack[0] == colour
        }
        left = {cell: stack for cell, stack in self.stacks.items() if cell not in taken}
        return replace(self, stacks=left, points=self._points_with(len(taken)))

    def _points_with(self, gained: int) -> dict[str, int]:
        """The points when the player to move gains some."""
        return {**self.points, self.to_move: self.points[self.to_move] + gained}

    # Moves of stacks

    def _stack_moves(self) -> Iterator[tuple[Cell, Cell]]:
        """Every legal (from, to) of the player to move under the claims as they stand."""
        for start in self.stacks:
            if self._may_be_moved(start):
                for end in self._reached_from(start):
                    if self._may_be_put(start, end):
                        yield start, end

    def _can_move_a_stack(self) -> bool:
        """Is there a move without a further claim?"""
        return any(True for _ in self._stack_moves())

    def _is_own(self, cell: Cell) -> bool:
        """Has the player to move claimed the colour on top?"""
        return self.stacks[cell][0] in self.claims[self.to_move]

    def _may_be_moved(self, start: Cell) -> bool:
        """Own and neutral tops may be moved; a joker on top by nobody."""
        return self._is_own(start) or self._is_neutral(self.stacks[start][0])

    def _may_be_put(self, start: Cell, end: Cell) -> bool:
        """Do height and colours allow the stack at `start` on top of that at `end`?"""
        moved, target = self.stacks[start], self.stacks[end]
        if len(moved) + len(target) > self._height_limit():
            return False
        if colours_in(moved) & colours_in(target):
            return False
        # A neutral stack may not go onto a higher one.
        return self._is_own(start) or len(moved) >= len(target)

    def _height_limit(self) -> int:
        return 6 if self.variant == "stack6" else 5

    def _reached_from(self, start: Cell) -> set[Cell]:
        """The occupied cells that the stack at `start` meets, directly or over links.

        An own stack may go on from any stack with the same colour on top; its start stays occupied
        and is neither a link nor an end.
        """
        reached = self._met_from(start) - {start}
        if not self._is_own(start):
            return reached
        waiting = list(reached)
        while waiting:
            cell = waiting.pop(0)
            if self.stacks[cell][0] == self.stacks[start][0]:
                further = self._met_from(cell) - reached - {start}
                reached |= further
                waiting.extend(further)
        return reached

    def _met_from(self, cell: Cell) -> set[Cell]:
        """The first occupied cell along each line from here."""
        met = (self._first_occupied(cell, step) for step in DIRECTIONS[self.lines])
        return {found for found in met if found is not None}

    def _first_occupied(self, cell: Cell, step: tuple[int, int]) -> Cell | None:
        """The first occupied cell in one direction, over empty ones, or none before the edge."""
        row, column = cell[0] + step[0], cell[1] + step[1]
        while is_cell(row, column):
            if (row, column) in self.stacks:
                return row, column
            row, column = row + step[0], column + step[1]
        return None

    def _after_stack_move(self, start: Cell, end: Cell) -> Reference:
        """The moved stack lies on top of the other; a completed own stack is scored."""
        tower = self.stacks[start] + self.stacks[end]
        others = {cell: stack for cell, stack in self.stacks.items() if cell not in (start, end)}
        standing = replace(self, stacks={**others, end: tower}, has_claimed=False)
        if len(tower) < self._height_limit() or not self._is_own(start):
            return standing._next_turn()
        scored = self._points_with(1)
        if self.variant == "stack6":
            # The six stays on the board and ends the game.
            return replace(standing, points=scored, to_move=NOBODY)
        return replace(standing, stacks=others, points=scored)._next_turn()

    # Turns

    def _next_turn(self) -> Reference:
        """The opponent goes on if he has a turn, else the same player, else the game is over."""
        for player in (OPPONENT[self.to_move], self.to_move):
            turn = replace(self, to_move=player)
            if turn._has_a_turn():
                return turn
        return replace(self, to_move=NOBODY)

    def _has_a_turn(self) -> bool:
        """A move, or a claim with a move to follow."""
        return self._can_move_a_stack() or bool(self._legal_claims())


def is_start(text: str, options: Mapping[str, str]) -> bool:
    """Is this a full board of single pieces, eight of each colour and three jokers, `x` to begin?

    The variants share the same starts.
    """
    stacks, _, turn = text.partition(" ")
    rows = [row.split(",") for row in stacks.split("/")]
    if [len(row) for row in rows] != [len(cells_of_row(row)) for row in range(ROWS)]:
        return False
    pieces = Counter(piece for row in rows for piece in row)
    return pieces == PIECES_AT_START and turn == "-:- 0:0 x -"
