"""Setting up Eigenstate positions by hand."""

from dataclasses import replace

from tabuleiro.core.editing import (
    ERASER,
    Draft,
    DraftField,
    Tool,
    rows_from_draft,
    single_touches,
    turn_field,
)
from tabuleiro.core.message import say
from tabuleiro.core.notation import cell_name, format_rows, parse_rows, split_fields
from tabuleiro.core.options import Options
from tabuleiro.core.scene import Form, Piece, Scene, Steps, player_name
from tabuleiro.games.eigenstate import view
from tabuleiro.games.eigenstate.encoding import EigenstatePosition
from tabuleiro.games.eigenstate.rules import HOLES, SIZE, START_MASKS
from tabuleiro.games.eigenstate.text import FIELDS, HOLE_NAMES, parse_masks, piece_cells

PLAYERS = "xo"
PEG = "peg"
PIN = Form("peg", "disc", 0.26, 0.3)
NEW_MASKS = {"x": START_MASKS[0], "o": START_MASKS[-1]}
"""A new piece has the peg that it has at the start."""
STEP = DraftField(
    "step",
    say("To do"),
    {
        "m": say("Move a piece"),
        "2": say("Place two pegs"),
        "1": say("Place one peg"),
        "-": say("Nothing: over"),
    },
    turn=True,
)


def tools(options: Options) -> tuple[Tool, ...]:
    """A piece of each player, and a peg."""
    pieces = (
        Tool(letter, say("Piece of {player}", player=player_name(n)), view.tile("", letter, mask))
        for n, (letter, mask) in enumerate(NEW_MASKS.items())
    )
    peg = Tool(PEG, say("Peg: a piece, then a hole"), Piece("", PIN, "p1", "*", say("peg")))
    return (*pieces, peg, ERASER)


def fields(options: Options) -> tuple[DraftField, ...]:
    """Whose turn it is, and what they have to do."""
    return turn_field(2), STEP


def read(text: str, options: Options) -> Draft:
    """Each piece is the letter of its owner and the mask of its pegs."""
    cells, masks, player, step = split_fields(text, FIELDS)
    rows = parse_rows("cells", cells, SIZE, SIZE, PLAYERS)
    found = piece_cells(rows)
    pegs = parse_masks(masks, len(found)) if found else []
    board = {
        cell_name(c, r + 1): piece_text(rows[r][c], mask)
        for (r, c), mask in zip(found, pegs, strict=True)
    }
    return Draft(options, board, {"player": player, "step": step})


def piece_text(letter: str, mask: int) -> str:
    """The text of a piece: `x000080`."""
    return f"{letter}{mask:06x}"


def write(draft: Draft) -> str:
    """`<cells> <pegs> <player> <step>`."""
    rows = rows_from_draft(draft, SIZE, SIZE)
    masks = ",".join(draft.at(cell_name(c, r + 1))[1:] for r, c in piece_cells(rows))
    return f"{format_rows(rows)} {masks} {draft.fields['player']} {draft.fields['step']}"


def touches(draft: Draft, tool: str) -> list[Steps]:
    """Every cell; with a peg, a piece and then a hole of it."""
    if tool != PEG:
        return single_touches(view.cell_sites())
    return [((cell,), (f"{cell}:{hole}",)) for cell in draft.board for hole in HOLE_NAMES]


def touch(draft: Draft, tool: str, site: str) -> Draft:
    """Put or remove a piece or a peg."""
    cell, _, hole = site.partition(":")
    there = draft.at(cell)
    if hole:
        bit = 1 << HOLES - 1 - view.READING.index(hole)
        return draft.put(cell, piece_text(there[0], int(there[1:], 16) ^ bit))
    taken = tool == ERASER.name or there[:1] == tool
    return draft.put(cell, "" if taken else piece_text(tool, NEW_MASKS[tool]))


def scene(draft: Draft) -> Scene:
    """The board with the pieces of the draft."""
    plain = view.scene(EigenstatePosition.start(draft.options), None, None)
    rows = rows_from_draft(draft, SIZE, SIZE)
    pieces = tuple(
        view.tile(cell, there[0], int(there[1:], 16)) for cell, there in draft.board.items()
    )
    return replace(
        plain, sites=(*view.cell_sites(), *view.hole_sites(rows)), pieces=pieces, captions=()
    )
