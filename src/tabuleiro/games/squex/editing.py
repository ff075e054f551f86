"""Setting up Squex positions by hand."""

from collections.abc import Iterator
from dataclasses import replace

from tabuleiro.core import notation
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
from tabuleiro.core.options import Options
from tabuleiro.core.scene import Scene, Site, Steps, player_name
from tabuleiro.games.squex import view
from tabuleiro.games.squex.encoding import SquexPosition
from tabuleiro.games.squex.text import FIELDS

PLAYERS = "xo"
LEFT = DraftField(
    "left",
    say("Moves left"),
    {"1": say("One"), "2": say("Two, after a cut"), "-": say("None: over")},
    turn=True,
)


def tools(options: Options) -> tuple[Tool, ...]:
    """An octagon of each player."""
    return (
        *(
            Tool(letter, say("Octagon of {player}", player=player_name(n)), view.piece("", letter))
            for n, letter in enumerate(PLAYERS)
        ),
        ERASER,
    )


def fields(options: Options) -> tuple[DraftField, ...]:
    """Whose turn it is, and how many moves they have."""
    return turn_field(2), LEFT


def read(text: str, options: Options) -> Draft:
    """Octagons and squares as they are written."""
    octagon_text, square_text, player, left = notation.split_fields(text, FIELDS)
    rows, columns = int(options["rows"]), int(options["columns"])
    octagons = notation.parse_rows("octagons", octagon_text, rows, columns, PLAYERS)
    squares = notation.parse_rows("squares", square_text, rows - 1, columns - 1, PLAYERS)
    board = notation.board_from_rows(octagons) | view.squares_from_rows(squares)
    return Draft(options, board, {"player": player, "left": left})


def write(draft: Draft) -> str:
    """`<octagons> <squares> <player> <left>`."""
    rows, columns = size(draft)
    octagons = notation.format_rows(rows_from_draft(draft, rows, columns))
    squares = notation.format_rows(
        [
            "".join(draft.at(view.square_name(r, c)) or notation.EMPTY for c in range(columns - 1))
            for r in range(rows - 1)
        ]
    )
    return f"{octagons} {squares} {draft.fields['player']} {draft.fields['left']}"


def size(draft: Draft) -> tuple[int, int]:
    """Rows and columns of octagons."""
    return int(draft.options["rows"]), int(draft.options["columns"])


def touches(draft: Draft, tool: str) -> list[Steps]:
    """The octagons, and the squares that could belong to either player."""
    disputed = [
        ((square.name,),)
        for square, colours in squares_of(draft)
        if len(colours) == 2 and tool in PLAYERS
    ]
    return [*single_touches(view.octagon_sites(*size(draft))), *disputed]


def squares_of(draft: Draft) -> Iterator[tuple[Site, set[str]]]:
    """Every square, and the colours that the octagons around it allow; none if it is empty."""
    for site in view.square_sites(*size(draft)):
        pairs = ({draft.at(cell) for cell in pair} for pair in diagonals(site))
        yield site, {letter for pair in pairs if len(pair) == 1 for letter in pair if letter}


def diagonals(square: Site) -> tuple[tuple[str, str], tuple[str, str]]:
    """The octagons on both diagonals of a square."""
    column, row = int(square.x), int(square.y) + 1
    return (
        (notation.cell_name(column, row), notation.cell_name(column + 1, row + 1)),
        (notation.cell_name(column + 1, row), notation.cell_name(column, row + 1)),
    )


def touch(draft: Draft, tool: str, site: str) -> Draft:
    """Put or remove an octagon, or give a square to a player; then update the squares."""
    changed = touch_cell(draft, tool, site)
    if site not in {octagon.name for octagon in view.octagon_sites(*size(draft))}:
        changed = draft.put(site, tool)
    return with_squares(changed, site)


def with_squares(draft: Draft, touched: str) -> Draft:
    """The draft with squares that fit the octagons. If both players could own a square, it stays as
    it is, unless the octagon just put cuts it."""
    board = dict(draft.board)
    for square, colours in squares_of(draft):
        owner = board.pop(square.name, "")
        cuts = any(touched in pair for pair in diagonals(square))
        if len(colours) > 1 and cuts and draft.at(touched):
            owner = draft.at(touched)
        if colours:
            board[square.name] = owner if owner in colours else min(colours)
    return replace(draft, board=board)


def scene(draft: Draft) -> Scene:
    """The board with the pieces of the draft."""
    plain = view.scene(SquexPosition.start(draft.options), None, None)
    squares = {site.name for site in view.square_sites(*size(draft))}
    pieces = tuple(
        view.piece(site, letter, view.SQUARE if site in squares else view.OCTAGON)
        for site, letter in draft.board.items()
    )
    return replace(plain, pieces=pieces)
