"""Setting up Fuse positions by hand."""

from dataclasses import replace

from tabuleiro.core.editing import (
    ERASER,
    Draft,
    DraftField,
    Tool,
    rows_from_draft,
    single_touches,
    touch_cell,
    turn_field,
)
from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import board_from_rows, format_rows, parse_rows, split_fields
from tabuleiro.core.options import Options
from tabuleiro.core.scene import Scene, Steps
from tabuleiro.games.fuse import view
from tabuleiro.games.fuse.encoding import FusePosition, shape
from tabuleiro.games.fuse.text import FIELDS, check_corners

RING = 0  # the number of the first row
DISCS: dict[str, Message] = {
    "x": say("White disc"),
    "o": say("Black disc"),
    "X": say("White king"),
    "O": say("Black king"),
}


def tools(options: Options) -> tuple[Tool, ...]:
    """White and black discs, and kings if the game has kings."""
    played = DISCS if options["kings"] else ("x", "o")
    discs = (Tool(letter, DISCS[letter], view.piece("", letter)) for letter in played)
    return (*discs, ERASER)


def fields(options: Options) -> tuple[DraftField, ...]:
    """Whose turn it is."""
    return (turn_field(2),)


def read(text: str, options: Options) -> Draft:
    """The cells as they are written; corners must be empty, because they cannot be shown."""
    cells, player = split_fields(text, FIELDS)
    grid = parse_rows("cells", cells, *shape(options), "".join(DISCS))
    check_corners(grid)
    return Draft(options, board_from_rows(grid, RING), {"player": player})


def write(draft: Draft) -> str:
    """`<cells> <player>`."""
    grid = rows_from_draft(draft, *shape(draft.options), RING)
    return f"{format_rows(grid)} {draft.fields['player']}"


def touches(draft: Draft, tool: str) -> list[Steps]:
    """Every spot of the ring and every cell of the area."""
    rows, columns = int(draft.options["rows"]), int(draft.options["columns"])
    return single_touches(view.spot_sites(rows, columns) + view.area_sites(rows, columns))


touch = touch_cell


def scene(draft: Draft) -> Scene:
    """The board with the discs of the draft."""
    plain = view.scene(FusePosition.start(draft.options), None, None)
    pieces = tuple(view.piece(site, letter) for site, letter in draft.board.items())
    return replace(plain, pieces=pieces, links=(), captions=())
