"""Eigenstate, modelled naively: every question is answered from the pieces on the board alone.

Two players, six pieces each, on a board of six by six. A piece is a grid of five by five holes
around a marked centre, and every peg in it is a step the piece may take, read from the centre.
A turn is a move of one piece along one of its pegs, capturing whatever stands on the target, and
then two more pegs for own pieces. A player left with one piece has lost; when both have two,
a piece full of pegs wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Cell = tuple[int, int]  # row from the top and column from the left, both from 1
Hole = tuple[int, int]  # the same inside a piece
Step = tuple[int, int]  # rows down and columns to the right

BOARD_SIZE = 6
PIECE_SIZE = 5
CENTRE: Hole = (3, 3)

CELLS: list[Cell] = [
    (row, column) for row in range(1, BOARD_SIZE + 1) for column in range(1, BOARD_SIZE + 1)
]
HOLES: list[Hole] = [
    (row, column)
    for row in range(1, PIECE_SIZE + 1)
    for column in range(1, PIECE_SIZE + 1)
    if (row, column) != CENTRE
]

FIRST = "x"
SECOND = "o"
NOBODY = "-"

MUST_MOVE = "m"
NO_STEP = "-"
PEGS_A_TURN = 2

START = (
    "xxxxxx/6/6/6/6/oooooo "
    "000080,000080,000080,000080,000080,000080,"
    "010000,010000,010000,010000,010000,010000 x m"
)


class Piece(NamedTuple):
    """A piece on the board: whose it is and which of its holes bear a peg."""

    owner: str
    pegs: frozenset[Hole]


Pieces = Mapping[Cell, Piece]


@dataclass(frozen=True)
class Reference:
    """A position of Eigenstate.

    `pieces` maps each occupied cell to the piece on it. `turn` is the player to move or `-`;
    `step` is `m` while the piece is still to be moved, else the pegs still to be placed in this
    turn, `2` or `1`, and `-` when the game is over.
    """

    variant: str
    pieces: Pieces
    turn: str
    step: str

    @classmethod
    def start(cls, options: Mapping[str, str]) -> Reference:
        """The position every game begins with."""
        return cls.read(START, options)

    @classmethod
    def read(cls, text: str, options: Mapping[str, str]) -> Reference:
        """The position that a valid text describes."""
        cells, masks, turn, step = text.split(" ")
        return cls(options.get("variant", "standard"), read_pieces(cells, masks), turn, step)

    def text(self) -> str:
        """The position as text: cells, pegs, player, step."""
        cells = "/".join(row_text(self.pieces, row) for row in range(1, BOARD_SIZE + 1))
        masks = ",".join(mask_text(self.pieces[cell].pegs) for cell in occupied(self.pieces))
        return f"{cells} {masks} {self.turn} {self.step}"

    def player(self) -> str:
        """The player to move, `-` when the game is over."""
        return self.turn

    def legal(self) -> list[str]:
        """All legal moves, sorted as text."""
        if self.result() != "none":
            return []
        if self.step == MUST_MOVE:
            return sorted(piece_moves(self.pieces, self.turn))
        return sorted(peg_moves(self.pieces, self.turn))

    def play(self, move: str) -> Reference:
        """The position after a legal move."""
        if ":" in move:
            pieces = with_peg(self.pieces, read_cell(move[:2]), read_cell(move[3:]))
            still_to_place = int(self.step) - 1
        else:
            pieces = with_piece_moved(self.pieces, read_cell(move[:2]), read_cell(move[2:]))
            still_to_place = PEGS_A_TURN
        return after(self.variant, pieces, self.turn, still_to_place)

    def result(self) -> str:
        """`p1win`, `p2win`, `draw`, or `none` while the game goes on."""
        return result_of(self.variant, self.pieces)

    def scores(self) -> list[int]:
        """The pieces each player has left."""
        return [len(cells_of(self.pieces, owner)) for owner in (FIRST, SECOND)]


# The turn.


def after(variant: str, pieces: Pieces, player: str, still_to_place: int) -> Reference:
    """The position once `player` has moved a piece or placed a peg."""
    # The end is tested here, so after the move and after each peg; the rest of the turn is lost.
    if result_of(variant, pieces) != "none":
        return Reference(variant, pieces, NOBODY, NO_STEP)
    # Pegs must be placed, as many of them as there are holes for.
    pegs = min(still_to_place, count_empty_holes(pieces, player))
    if pegs > 0:
        return Reference(variant, pieces, player, str(pegs))
    opponent = other(player)
    return Reference(variant, pieces, opponent, first_step(pieces, opponent))


def first_step(pieces: Pieces, player: str) -> str:
    """The step at which a turn of `player` begins."""
    if piece_moves(pieces, player):
        return MUST_MOVE
    # Nobody ever has neither a move nor a hole: without an empty hole all his pieces are full,
    # and a full piece can step to any cell next to it. So no turn is passed over.
    pegs = min(PEGS_A_TURN, count_empty_holes(pieces, player))
    assert pegs > 0, "a player without empty holes can move"
    return str(pegs)


def other(player: str) -> str:
    return SECOND if player == FIRST else FIRST


# Moving a piece.


def piece_moves(pieces: Pieces, player: str) -> set[str]:
    """Each own piece goes along each of its pegs that keeps it on the board.

    What stands between does not matter, nor does what stands on the target.
    """
    return {
        cell_text(cell) + cell_text(target)
        for cell in cells_of(pieces, player)
        for target in targets(cell, pieces[cell])
    }


def targets(cell: Cell, piece: Piece) -> list[Cell]:
    """The cells of the board to which the pegs of a piece lead from a cell."""
    reached = [shifted(cell, step_of(hole)) for hole in piece.pegs]
    return [target for target in reached if target in CELLS]


def step_of(hole: Hole) -> Step:
    """A peg allows the step that leads from the centre of the piece to its hole."""
    return (hole[0] - CENTRE[0], hole[1] - CENTRE[1])


def shifted(cell: Cell, step: Step) -> Cell:
    return (cell[0] + step[0], cell[1] + step[1])


def with_piece_moved(pieces: Pieces, origin: Cell, target: Cell) -> Pieces:
    """The piece keeps its pegs; a piece of either player on the target is captured."""
    moved = {cell: piece for cell, piece in pieces.items() if cell not in (origin, target)}
    moved[target] = pieces[origin]
    return moved


# Placing a peg.


def peg_moves(pieces: Pieces, player: str) -> set[str]:
    """A peg goes into any empty hole of any own piece, even if its step leaves the board."""
    return {
        f"{cell_text(cell)}:{cell_text(hole)}"
        for cell in cells_of(pieces, player)
        for hole in empty_holes(pieces[cell])
    }


def empty_holes(piece: Piece) -> list[Hole]:
    return [hole for hole in HOLES if hole not in piece.pegs]


def count_empty_holes(pieces: Pieces, player: str) -> int:
    return sum(len(empty_holes(pieces[cell])) for cell in cells_of(pieces, player))


def with_peg(pieces: Pieces, cell: Cell, hole: Hole) -> Pieces:
    owner, pegs = pieces[cell]
    return {**pieces, cell: Piece(owner, pegs | {hole})}


# The end.


def result_of(variant: str, pieces: Pieces) -> str:
    """How the game stands, no matter who played the last move."""
    first_left = len(cells_of(pieces, FIRST))
    second_left = len(cells_of(pieces, SECOND))
    # A player with at most one piece loses, even by their own move.
    if first_left <= 1:
        return "p2win"
    if second_left <= 1:
        return "p1win"
    if full_pieces_count(variant, first_left, second_left):
        return result_by_full_pieces(pieces)
    return "none"


def full_pieces_count(variant: str, first_left: int, second_left: int) -> bool:
    """Whether a full piece decides the game, both players having at least two pieces."""
    if variant == "capture-only":
        return False
    if variant == "last-two":
        return first_left == 2 or second_left == 2
    return first_left == 2 and second_left == 2


def result_by_full_pieces(pieces: Pieces) -> str:
    """A full piece wins for its owner; when both have one, nobody wins."""
    first_full = has_full_piece(pieces, FIRST)
    second_full = has_full_piece(pieces, SECOND)
    if first_full and second_full:
        return "draw"
    if first_full:
        return "p1win"
    if second_full:
        return "p2win"
    return "none"


def has_full_piece(pieces: Pieces, player: str) -> bool:
    return any(not empty_holes(pieces[cell]) for cell in cells_of(pieces, player))


# The board.


def occupied(pieces: Pieces) -> list[Cell]:
    """The cells with a piece, in reading order."""
    return [cell for cell in CELLS if cell in pieces]


def cells_of(pieces: Pieces, player: str) -> list[Cell]:
    return [cell for cell in occupied(pieces) if pieces[cell].owner == player]


# Texts.


def cell_text(cell: Cell) -> str:
    """A cell of the board or a hole of a piece: column letter, row number."""
    row, column = cell
    return "abcdef"[column - 1] + str(row)


def read_cell(text: str) -> Cell:
    return (int(text[1]), "abcdef".index(text[0]) + 1)


def row_text(pieces: Pieces, row: int) -> str:
    """A row of the board, runs of empty cells written as their length."""
    text = ""
    empty = 0
    for column in range(1, BOARD_SIZE + 1):
        piece = pieces.get((row, column))
        if piece is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + piece.owner
        empty = 0
    return text + (str(empty) if empty else "")


def read_pieces(cells: str, masks: str) -> Pieces:
    """The masks belong to the pieces in reading order."""
    owners = read_owners(cells)
    return {
        cell: Piece(owners[cell], read_mask(mask))
        for cell, mask in zip(owners, masks.split(","), strict=True)
    }


def read_owners(cells: str) -> dict[Cell, str]:
    """The owner of the piece on each occupied cell, in reading order."""
    owners: dict[Cell, str] = {}
    for row, text in enumerate(cells.split("/"), start=1):
        column = 1
        for sign in text:
            if sign in (FIRST, SECOND):
                owners[(row, column)] = sign
                column += 1
            else:
                column += int(sign)
    return owners


def mask_text(pegs: frozenset[Hole]) -> str:
    """Six hexadecimal digits, the holes in reading order from the highest bit down."""
    binary = "".join("1" if hole in pegs else "0" for hole in HOLES)
    return f"{int(binary, 2):06x}"


def read_mask(text: str) -> frozenset[Hole]:
    binary = f"{int(text, 16):024b}"
    return frozenset(hole for hole, digit in zip(HOLES, binary, strict=True) if digit == "1")
