"""Fuse positions and moves as text, and why a move is illegal. Prompts for moves in parts."""

import re
from functools import partial

from tabuleiro.core import notation
from tabuleiro.core.message import Message, MoveError, PositionError, quote, say
from tabuleiro.core.options import Options
from tabuleiro.core.position import NOBODY
from tabuleiro.core.prompts import Prompt
from tabuleiro.core.scene import player_name
from tabuleiro.games.fuse.encoding import FusePosition, shape
from tabuleiro.games.fuse.rules import Fuse

FIELDS = ("cells", "player")
TWO_CELLS = re.compile(r"([a-z][0-9]{1,2})([a-z][0-9]{1,2})", re.ASCII | re.IGNORECASE)
LENGTH = len("b0b1")


def format_position(position: Fuse) -> str:
    """`<cells> <player>`, the ring included."""
    return f"{notation.format_rows(position.grid_rows())} {notation.format_player(position.player)}"


def parse_position(text: str, options: Options) -> FusePosition:
    """The position that `format_position` wrote."""
    cells, player_text = notation.split_fields(text, FIELDS)
    grid = notation.parse_rows("cells", cells, *shape(options), "xoXO")
    check_corners(grid)
    check_kings(grid, int(options["kings"]))
    player = notation.parse_player(player_text, 2)
    position = FusePosition(options, grid, player)
    check_turn(position, player)
    return position


def check_corners(grid: list[str]) -> None:
    """The ring has no corners."""
    for row in (0, len(grid) - 1):
        for column in (0, len(grid[0]) - 1):
            if grid[row][column] != ".":
                reason = say(
                    "{cell} is a corner, which is not part of the board: it must be empty",
                    cell=notation.cell_name(column, row),
                )
                raise PositionError("cells", reason)


def check_kings(grid: list[str], kings: int) -> None:
    """No player has more kings than the option allows."""
    for player, letter in enumerate("XO"):
        found = "".join(grid).count(letter)
        if found > kings:
            reason = say(
                "{player} has {found} kings ({letter}) where the option kings allows {kings}",
                player=player_name(player),
                found=found,
                letter=letter,
                kings=kings,
            )
            raise PositionError("cells", reason)


def check_turn(position: Fuse, player: int) -> None:
    """The player to move can move; it is `-` if nobody can."""
    able = [notation.format_player(p) for p in range(2) if position.can_move(p)]
    if not able and player != NOBODY:
        raise PositionError("player", say("nobody can move: the game is over, write -"))
    if able and player == NOBODY:
        reason = say(
            "the game is not over: write a player who can move ({players})", players=tuple(able)
        )
        raise PositionError("player", reason)
    if able and notation.format_player(player) not in able:
        reason = say(
            "{player} has no disc that can slide in and passes: write {other}",
            player=player_name(player),
            other=able[0],
        )
        raise PositionError("player", reason)


def cell_text(cell: int) -> str:
    """The name of a cell of the rules."""
    return notation.cell_name(cell >> 3, cell & 7)


def format_move(position: Fuse, move: int) -> str:
    """`<from><to>`, ring spot and area cell."""
    return cell_text(move >> 6) + cell_text(move & 63)


def example(position: Fuse) -> str:
    """A legal move; only its form if the game is over."""
    return next((format_move(position, move) for move in position.legal_moves()), "b0b1")


def parse_move(position: Fuse, text: str) -> int:
    """The move from one cell of the grid to another, in upper or lower case."""
    match = TWO_CELLS.fullmatch(text)
    if match is None:
        forms = say(
            "write a ring spot and a cell of the area, such as {move}", move=example(position)
        )
        raise notation.unreadable(text, forms)
    spot, end = match[1].lower(), match[2].lower()
    return 64 * cell_on_grid(position, spot) + cell_on_grid(position, end)


def cell_on_grid(position: Fuse, text: str) -> int:
    """The cell written as `text`, which must be on the grid."""
    cell = notation.parse_cell(text)
    if cell is None or cell[0] > position.columns + 1 or cell[1] > position.rows + 1:
        reason = say(
            "{cell} is not on the grid: columns a to {column}, rows 0 to {row}",
            cell=text,
            column=chr(97 + position.columns + 1),
            row=position.rows + 1,
        )
        raise MoveError(reason)
    return 8 * cell[0] + cell[1]


def explain(position: Fuse, move: int) -> Message:
    """Why that disc cannot move, or cannot move to that cell."""
    spot, end = divmod(move, 64)
    if spot == end:
        return say("a move cannot start and end on the same cell, {cell}", cell=cell_text(spot))
    return why_not_from(position, spot) or why_not_to(position, spot, end)


def why_not_from(position: Fuse, spot: int) -> Message | None:
    """What is wrong with the start of a move: it must be an own disc on the ring."""
    if is_corner(position, spot):
        return say("{cell} is a corner: a move starts from a ring spot", cell=cell_text(spot))
    if is_area(position, spot):
        return say(
            "{cell} is inside, where discs move only when pushed: choose a disc on the ring",
            cell=cell_text(spot),
        )
    disc = position.grid_rows()[spot & 7][spot >> 3].lower()
    if disc == ".":
        return say("there is no disc on {cell}", cell=cell_text(spot))
    if disc != notation.format_player(position.player):
        return say(
            "{cell} holds a disc of {player}: you can move only your own",
            cell=cell_text(spot),
            player=player_name("xo".index(disc)),
        )
    return None


def why_not_to(position: Fuse, spot: int, end: int) -> Message:
    """Why an own disc on the ring cannot slide to that cell."""
    if is_corner(position, end):
        return say("{cell} is a corner: a move ends in the area", cell=cell_text(end))
    if not is_area(position, end):
        return say("{cell} is on the ring: a move ends in the area", cell=cell_text(end))
    if spot >> 3 != end >> 3 and spot & 7 != end & 7:
        return say(
            "{end} is not straight ahead of {spot}: a disc slides along its row or column",
            end=cell_text(end),
            spot=cell_text(spot),
        )
    depth = position.depth(spot)
    if depth == 0:
        return say(
            "the line ahead of {spot} is full: a disc would be pushed out of the area",
            spot=cell_text(spot),
        )
    return say(
        "a disc that slides from {spot} to {end} would push one out of the area: it can go "
        "{depth} deep at most",
        spot=cell_text(spot),
        end=cell_text(end),
        depth=depth,
    )


def is_area(position: Fuse, cell: int) -> bool:
    """Whether a cell of the grid is neither on the ring nor a corner."""
    return 1 <= cell >> 3 <= position.columns and 1 <= cell & 7 <= position.rows


def is_corner(position: Fuse, cell: int) -> bool:
    """Whether a cell of the grid is a corner, which is not part of the board."""
    return cell >> 3 in (0, position.columns + 1) and cell & 7 in (0, position.rows + 1)


# --- typing a move in parts ----------------------------------------------------------------


def instructions(position: Fuse) -> tuple[Message, ...]:
    """A disc, then how far it slides."""
    discs = say("Choose a white disc to slide in"), say("Choose a black disc to slide in")
    return discs[position.player], say("Choose how far it slides")


def first_prompt(position: Fuse) -> Prompt:
    """The whole move at once."""
    words = say("Move as column, row, column, row, such as {move}", move=example(position))
    return Prompt(words, partial(read, position))


def read(position: Fuse, text: str) -> str:
    """Only the length is checked here; the rest is up to `text` and the rules."""
    if len(text) != LENGTH:
        reason = say(
            "{text} does not have four characters: write column, row, column, row, such as {move}",
            text=quote(text),
            move=example(position),
        )
        raise MoveError(reason)
    return text
