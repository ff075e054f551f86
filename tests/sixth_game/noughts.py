"""Noughts and crosses: a sixth game in plain Python, as a third party would write it.

Two players in turn mark an empty cell of a square board; three in a row, column or diagonal win.
"""

from __future__ import annotations

import sys

from tabuleiro.core.encoding import Encoding, Shape, Symmetry, flips, permuted_entries
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, MoveError, PositionError, say
from tabuleiro.core.notation import (
    EMPTY,
    cell_name,
    format_player,
    format_rows,
    parse_cell,
    parse_player,
    parse_rows,
    split_fields,
    unreadable,
)
from tabuleiro.core.options import Number, Options, Value
from tabuleiro.core.position import NOBODY, PythonPosition
from tabuleiro.core.scene import (
    DISC,
    Form,
    Mark,
    Piece,
    Scene,
    Site,
    Steps,
    cell_labels,
    end_caption,
    player_name,
    turn_caption,
)
from tabuleiro.core.wording import (
    plain_move_description,
    plain_result_description,
    plain_score_description,
)

describe_move = plain_move_description
describe_result = plain_result_description
describe_score = plain_score_description

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
ARM, REST = 0.34, 0.1  # how far the arms of a cross reach, and half of their width
CROSS = Form(
    "cross", "outline", coarse_width=0.7,
    outline=(
        (0, -REST), (ARM - REST, -ARM), (ARM, REST - ARM), (REST, 0), (ARM, ARM - REST),
        (ARM - REST, ARM), (0, REST), (REST - ARM, ARM), (-ARM, ARM - REST), (-REST, 0),
        (-ARM, REST - ARM), (REST - ARM, -ARM),
    ),
)  # fmt: skip
"""A piece with a shape of its own."""


class Noughts(PythonPosition):
    """The rows of the board, a letter a cell. A move is size * column + row, both from 0."""

    def __init__(self, rows: tuple[str, ...], player: int) -> None:
        self.rows = rows
        self.size = len(rows)
        winners = winners_of(rows)
        super().__init__(NOBODY if winners else player, 2, winners)

    def options(self) -> dict[str, Value]:
        return {"size": self.size}

    def legal_moves(self) -> list[int]:
        if self.over:
            return []
        cells = ((c, r) for c in range(self.size) for r in range(self.size))
        return [self.size * c + r for c, r in cells if self.rows[r][c] == EMPTY]

    def after(self, move: int) -> Noughts:
        column, row = divmod(move, self.size)
        marked = list(self.rows[row])
        marked[column] = "xo"[self.player]
        rows = (*self.rows[:row], "".join(marked), *self.rows[row + 1 :])
        return Noughts(rows, 1 - self.player)

    def scores(self) -> tuple[int, ...]:
        return tuple(int(line_of(self.rows, letter) != ()) for letter in "xo")

    def encode(self) -> list[int]:
        return [self.plane("xo"[self.player]), self.plane("xo"[1 - self.player])]

    def plane(self, letter: str) -> int:
        """A bit for each cell, row by row, that bears the letter."""
        cells = enumerate("".join(self.rows))
        return sum(1 << place for place, cell in cells if cell == letter)

    def policy_indices(self, move: int) -> list[int]:
        column, row = divmod(move, self.size)
        return [self.size * row + column]


def line_of(rows: tuple[str, ...], letter: str) -> tuple[tuple[int, int], ...]:
    """Three cells (row, column) in line that bear the letter; none when there are none."""
    marked = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == letter}
    for r, c in sorted(marked):
        for down, right in WAYS:
            line = tuple((r + down * i, c + right * i) for i in range(3))
            if marked.issuperset(line):
                return line
    return ()


def winners_of(rows: tuple[str, ...]) -> tuple[int, ...]:
    """Whoever has three in line; both when the board is full; nobody yet otherwise."""
    lined = tuple(player for player in (0, 1) if line_of(rows, "xo"[player]))
    return lined or (() if any(EMPTY in row for row in rows) else (0, 1))


def new(options: Options) -> Noughts:
    """The empty board."""
    size = int(options["size"])
    return Noughts((EMPTY * size,) * size, 0)


def format_position(position: Noughts) -> str:
    """`<cells> <player>`."""
    return f"{format_rows(position.rows)} {format_player(position.player)}"


def parse_position(text: str, options: Options) -> Noughts:
    """The position that `format_position` wrote."""
    cells, player_text = split_fields(text, ("cells", "player"))
    size = int(options["size"])
    player = parse_player(player_text, 2)
    position = Noughts(tuple(parse_rows("cells", cells, size, size, "xo")), player)
    if position.over != (player == NOBODY):
        raise PositionError("player", say("- is written exactly when the game is over"))
    return position


def format_move(position: Noughts, move: int) -> str:
    """The cell, `c2`."""
    column, row = divmod(move, position.size)
    return cell_name(column, row + 1)


def parse_move(position: Noughts, text: str) -> int:
    """The move that `format_move` wrote, in either case."""
    cell = parse_cell(text)
    if cell is None:
        raise unreadable(text, say("write a cell such as c2"))
    column, row = cell
    if column >= position.size or not 1 <= row <= position.size:
        raise MoveError(say("{cell} is not on the board", cell=cell_name(column, row)))
    return position.size * column + row - 1


def explain(position: Noughts, move: int) -> Message:
    """The only prohibition."""
    return say("{cell} is taken", cell=format_move(position, move))


def steps(position: Noughts, move: int) -> Steps:
    """One touch."""
    return ((format_move(position, move),),)


def scene(position: Noughts, previous: Noughts | None, move: int | None) -> Scene:
    """A square grid, crosses and noughts, the winning line."""
    size = position.size
    cells = [(r, c) for r in range(size) for c in range(size)]
    outcome = position.outcome()
    caption = end_caption(outcome.winners) if outcome else turn_caption(position.player)
    return Scene(
        title=say("Noughts and crosses"),
        sites=tuple(
            Site(name_of(r, c), c, r, "square", say("{c}", c=name_of(r, c))) for r, c in cells
        ),
        pieces=tuple(piece(position, r, c) for r, c in cells if position.rows[r][c] != EMPTY),
        labels=cell_labels(size, size),
        marks=tuple(marks(position, move)),
        captions=(caption,),
    )


def name_of(row: int, column: int) -> str:
    return cell_name(column, row + 1)


def piece(position: Noughts, row: int, column: int) -> Piece:
    letter = position.rows[row][column]
    player = "xo".index(letter)
    name = say("mark of {player}", player=player_name(player))
    site, colour = name_of(row, column), f"p{player + 1}"
    if letter == "x":
        return Piece(site, CROSS, colour, letter, name, "╳", owner=player)
    return Piece(site, DISC, colour, letter, name, "○", owner=player)


def marks(position: Noughts, move: int | None) -> list[Mark]:
    found = [] if move is None else [Mark("last", (format_move(position, move),))]
    for letter in "xo":
        if line := line_of(position.rows, letter):
            found.append(Mark("path", tuple(name_of(r, c) for r, c in line)))
    return found


def shape(options: Options) -> Shape:
    """The board."""
    return int(options["size"]), int(options["size"])


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The board turned and mirrored: two planes of a question, one of an answer."""
    tables = [flip.cells(shape(options)) for flip in flips(shape(options))]
    return tuple(Symmetry(permuted_entries((0, 1), t), permuted_entries((0,), t)) for t in tables)


GAME = Game(
    id="noughts",
    name="Noughts and crosses",
    credit="traditional",
    summary=say("Three in a row win."),
    rules=(say("Mark an empty cell."), say("Three in a row, column or diagonal win.")),
    options=(Number("size", 3, low=3, high=5, description=say("cells a side")),),
    position=Noughts,
    new=new,
    text=sys.modules[__name__],
    view=sys.modules[__name__],
    actions=lambda options, player: range(int(options["size"]) ** 2),
    encoding=Encoding(
        planes=("own marks", "other marks"),
        policy_planes=("cell",),
        shape=shape,
        symmetries=symmetries,
    ),
)
