"""Setting up Control+V positions by hand."""

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
from tabuleiro.core.message import say
from tabuleiro.core.notation import board_from_rows, format_rows, parse_rows, split_fields
from tabuleiro.core.options import Options
from tabuleiro.core.position import PLAYER_LETTERS
from tabuleiro.core.scene import Scene, Steps, grid_sites, player_name
from tabuleiro.games.control_v import view
from tabuleiro.games.control_v.encoding import ControlVPosition
from tabuleiro.games.control_v.rules import board_size
from tabuleiro.games.control_v.text import CASTLE, FIELDS


def letters(options: Options) -> str:
    """The players' letters."""
    return PLAYER_LETTERS[: int(options["players"])]


def tools(options: Options) -> tuple[Tool, ...]:
    """Territory of each player, and a castle if the game has castles."""
    territories = [
        Tool(letter, say("Territory of {player}", player=player_name(n)), view.piece("", letter))
        for n, letter in enumerate(letters(options))
    ]
    castle = Tool(CASTLE, say("Castle"), view.piece("", CASTLE))
    return (*territories, *([castle] if options["castles"] else []), ERASER)


def fields(options: Options) -> tuple[DraftField, ...]:
    """Whose turn it is."""
    return (turn_field(int(options["players"])),)


def read(text: str, options: Options) -> Draft:
    """The cells as they are written."""
    cells, player = split_fields(text, FIELDS)
    size = board_size(options)
    rows = parse_rows("cells", cells, size, size, letters(options) + CASTLE)
    return Draft(options, board_from_rows(rows), {"player": player})


def write(draft: Draft) -> str:
    """`<cells> <player>`."""
    size = board_size(draft.options)
    return f"{format_rows(rows_from_draft(draft, size, size))} {draft.fields['player']}"


def touches(draft: Draft, tool: str) -> list[Steps]:
    """Every cell."""
    size = board_size(draft.options)
    return single_touches(grid_sites(size, size))


touch = touch_cell


def scene(draft: Draft) -> Scene:
    """The board with the pieces of the draft."""
    plain = view.scene(ControlVPosition.start(draft.options), None, None)
    size = board_size(draft.options)
    return replace(
        plain,
        pieces=tuple(view.piece(site, letter) for site, letter in draft.board.items()),
        links=tuple(view.links(rows_from_draft(draft, size, size))),
        supplies=(),
        captions=(),
    )
