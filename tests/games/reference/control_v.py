"""Control+V, told slowly: the model that the fast rules are compared with.

Each player in order puts their castles on the board, then each in order one piece of territory.
From then on a turn copies one whole block of the player's territory to its image in an axis or
about a crossing of two axes; the image must lie on the board, on empty cells only. A player who
cannot copy is skipped, the game ends when nobody can, and most cells win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase

Cell = tuple[int, int]  # row and column, from 0, row 0 at the top
Block = frozenset[Cell]
Symmetry = Callable[[Cell], Cell]

PLAYERS = "xovw"
CASTLE = "#"
NOBODY = "-"


@dataclass(frozen=True)
class Rules:
    """The options in force, with their defaults filled in."""

    players: int
    size: int
    castles: int  # castles of each player
    quarter_turns: bool
    alternate_castles: bool

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Rules:
        players = int(options.get("players", "2"))
        return cls(
            players=players,
            size=board_side(options.get("size", "auto"), players),
            castles=int(options.get("castles", "2")),
            quarter_turns=options.get("quarter-turns", "off") == "on",
            alternate_castles=options.get("alternate-castles", "off") == "on",
        )

    def turn_order(self) -> str:
        return PLAYERS[: self.players]

    def castle_order(self) -> str:
        """Who places the first castle, the second, and so on."""
        if self.alternate_castles:
            return self.turn_order() * self.castles
        return "".join(player * self.castles for player in self.turn_order())

    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return [(row, column) for row in range(self.size) for column in range(self.size)]


def board_side(size: str, players: int) -> int:
    if size != "auto":
        return int(size)
    return 10 if players == 2 else 12


# Axes and symmetries. Horizontal axis a lies below row a, vertical axis b right of column b.


def horizontal_axes(size: int) -> dict[str, int]:
    """The first letters name the horizontal axes from top to bottom."""
    return {ascii_lowercase[axis]: axis for axis in range(size - 1)}


def vertical_axes(size: int) -> dict[str, int]:
    """The letters after those name the vertical axes from right to left."""
    letters = ascii_lowercase[size - 1 : 2 * (size - 1)]
    return dict(zip(letters, reversed(range(size - 1)), strict=True))


def horizontal_mirror(a: int) -> Symmetry:
    return lambda cell: (2 * a + 1 - cell[0], cell[1])


def vertical_mirror(b: int) -> Symmetry:
    return lambda cell: (cell[0], 2 * b + 1 - cell[1])


def half_turn(a: int, b: int) -> Symmetry:
    return lambda cell: (2 * a + 1 - cell[0], 2 * b + 1 - cell[1])


def clockwise_turn(a: int, b: int) -> Symmetry:
    return lambda cell: (a + cell[1] - b, a + b + 1 - cell[0])


def anticlockwise_turn(a: int, b: int) -> Symmetry:
    return lambda cell: (a + b + 1 - cell[1], b - a + cell[0])


def symmetries(rules: Rules) -> dict[str, Symmetry]:
    """Every symmetry a copy may use, by the axes that stand after `=` in a move."""
    named: dict[str, Symmetry] = {}
    for letter, a in horizontal_axes(rules.size).items():
        named[letter] = horizontal_mirror(a)
    for letter, b in vertical_axes(rules.size).items():
        named[letter] = vertical_mirror(b)
    for across, a in horizontal_axes(rules.size).items():
        for down, b in vertical_axes(rules.size).items():
            named[across + down] = half_turn(a, b)
            if rules.quarter_turns:
                named[across + down + "+"] = clockwise_turn(a, b)
                named[across + down + "-"] = anticlockwise_turn(a, b)
    return named


def fits(block: Block, symmetry: Symmetry, empty: set[Cell]) -> bool:
    """Whether the whole image of the block lies on empty cells of the board."""
    return empty.issuperset(map(symmetry, block))


# Texts of cells and boards.


def cell_name(cell: Cell) -> str:
    row, column = cell
    return f"{ascii_lowercase[column]}{row + 1}"


def named_cell(name: str) -> Cell:
    return int(name[1:]) - 1, ascii_lowercase.index(name[0])


def row_text(contents: list[str | None]) -> str:
    """One board row; a number stands for a run of empty cells."""
    text = ""
    empty_run = 0
    for content in contents:
        if content is None:
            empty_run += 1
            continue
        text += (str(empty_run) if empty_run else "") + content
        empty_run = 0
    return text + (str(empty_run) if empty_run else "")


def row_contents(text: str) -> list[str | None]:
    contents: list[str | None] = []
    digits = ""
    for character in text + " ":
        if character.isdigit():
            digits += character
            continue
        contents += [None] * int(digits or "0")
        digits = ""
        if character != " ":
            contents.append(character)
    return contents


def neighbours(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


@dataclass(frozen=True)
class Reference:
    """One position of Control+V.

    `board` maps each cell that is not empty to the player whose territory it is, or to `#` for a
    castle; nothing is ever changed in it. `turn` is the player to move, or `-` when the game is
    over. Whether castles, first pieces or copies are due follows from what is on the board.
    """

    rules: Rules
    board: Mapping[Cell, str]
    turn: str

    @classmethod
    def start(cls, options: Mapping[str, str]) -> Reference:
        return cls(Rules.of(options), {}, PLAYERS[0])

    @classmethod
    def read(cls, text: str, options: Mapping[str, str]) -> Reference:
        cells, turn = text.split(" ")
        board = {
            (row, column): content
            for row, line in enumerate(cells.split("/"))
            for column, content in enumerate(row_contents(line))
            if content is not None
        }
        return cls(Rules.of(options), board, turn)

    def text(self) -> str:
        side = range(self.rules.size)
        rows = [row_text([self.board.get((row, column)) for column in side]) for row in side]
        return "/".join(rows) + " " + self.turn

    def player(self) -> str:
        return self.turn

    def legal(self) -> list[str]:
        if self.turn == NOBODY:
            return []
        if self.setting_up():
            return sorted(cell_name(cell) for cell in self.empty_cells())
        return sorted(self.copies(self.turn))

    def play(self, move: str) -> Reference:
        """The position after the move; a copy may name any cell of its block."""
        if self.castles_missing():
            return self.with_cells([named_cell(move)], CASTLE)
        if self.setting_up():
            return self.with_cells([named_cell(move)], self.turn)
        name, axes = move.split("=")
        block = self.block_at(named_cell(name))
        symmetry = symmetries(self.rules)[axes]
        return self.with_cells([symmetry(cell) for cell in block], self.turn)

    def result(self) -> str:
        if self.turn != NOBODY:
            return "none"
        scores = self.scores()
        best = max(scores)
        if scores.count(best) > 1:
            return "draw"
        return f"p{scores.index(best) + 1}win"

    def scores(self) -> list[int]:
        """The territory of each player; castles score nothing."""
        return [len(self.territory(player)) for player in self.rules.turn_order()]

    # What is on the board.

    def empty_cells(self) -> list[Cell]:
        return [cell for cell in self.rules.cells() if cell not in self.board]

    def territory(self, player: str) -> list[Cell]:
        """The player's cells in reading order."""
        return [cell for cell in self.rules.cells() if self.board.get(cell) == player]

    def castles_placed(self) -> int:
        return list(self.board.values()).count(CASTLE)

    def block_at(self, start: Cell) -> Block:
        """All cells of one player joined to this one side by side."""
        player = self.board[start]
        block = {start}
        to_visit = [start]
        while to_visit:
            for cell in neighbours(to_visit.pop()):
                if self.board.get(cell) == player and cell not in block:
                    block.add(cell)
                    to_visit.append(cell)
        return frozenset(block)

    def blocks(self, player: str) -> set[Block]:
        return {self.block_at(cell) for cell in self.territory(player)}

    # Set-up: all castles first, then one piece of territory each.

    def castles_missing(self) -> bool:
        return self.castles_placed() < len(self.rules.castle_order())

    def without_territory(self) -> list[str]:
        return [player for player in self.rules.turn_order() if not self.territory(player)]

    def setting_up(self) -> bool:
        return self.castles_missing() or bool(self.without_territory())

    # Copies.

    def copies(self, player: str) -> Iterator[str]:
        """Every copy open to the player; a block is named by its first cell in reading order."""
        named = symmetries(self.rules)
        empty = set(self.empty_cells())
        for block in self.blocks(player):
            name = cell_name(min(block))
            for axes, symmetry in named.items():
                if fits(block, symmetry, empty):
                    yield f"{name}={axes}"

    def can_copy(self, player: str) -> bool:
        return any(True for _ in self.copies(player))

    # Whose turn it is.

    def with_cells(self, cells: list[Cell], content: str) -> Reference:
        """These cells filled, and the turn passed on."""
        board = {**self.board, **dict.fromkeys(cells, content)}
        filled = Reference(self.rules, board, self.turn)
        return Reference(self.rules, board, filled.next_player())

    def next_player(self) -> str:
        """Who moves after the player whose move has just been made."""
        if self.castles_missing():
            return self.rules.castle_order()[self.castles_placed()]
        if self.without_territory():
            return self.without_territory()[0]
        # A player without a copy is skipped; when nobody has one the game is over.
        for player in self.players_after(self.turn):
            if self.can_copy(player):
                return player
        return NOBODY

    def players_after(self, player: str) -> str:
        """The others in turn order, then the player."""
        order = self.rules.turn_order()
        following = order.index(player) + 1
        return order[following:] + order[:following]
