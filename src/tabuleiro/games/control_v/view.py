"""The picture of Control+V: scene, touch steps, and moves, results and scores in words."""

from functools import cache
from typing import cast

from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import board_from_rows
from tabuleiro.core.position import PLAYER_LETTERS
from tabuleiro.core.scene import (
    BLOCK,
    Form,
    Label,
    Line,
    Link,
    Mark,
    Piece,
    Point,
    Scene,
    Site,
    Steps,
    Supply,
    cell_labels,
    grid_sites,
    player_name,
    turn_caption,
)
from tabuleiro.core.wording import captions, plain_result_description, player_scores_in_words
from tabuleiro.games.control_v.rules import (
    ACROSS,
    ANTICLOCKWISE,
    CLOCKWISE,
    COPY,
    DOWN,
    HALF,
    ControlV,
    image,
)
from tabuleiro.games.control_v.text import (
    CASTLE,
    Cell,
    axes_text,
    copied,
    horizontal_letter,
    name_of,
    piece_due,
    placed_cell,
    vertical_letter,
)


def mirrored(*right: Point) -> tuple[Point, ...]:
    """An outline from its right half, from the top down."""
    return (*right, *((-x, y) for x, y in reversed(right)))


HANDLE = 0.46  # width of the disc of an axis
NUMBERS = -1.6  # the y of the numbers of the columns
TARGET = 0.6  # width of the area around a crossing that can be touched
TICK = (0.05, 0.25)  # the start and end of the line from the board to the letter of an axis
TURNS = {HALF: "half-turn", CLOCKWISE: "clockwise", ANTICLOCKWISE: "anticlockwise"}
TURN_NAMES = {
    HALF: say("a half turn"),
    CLOCKWISE: say("a quarter turn clockwise"),
    ANTICLOCKWISE: say("a quarter turn anticlockwise"),
}
CASTLE_HALF = 0.23
TOWER = Form(
    "castle", "outline", coarse_width=0.7,
    outline=mirrored(
        *((CASTLE_HALF * x, CASTLE_HALF * y) for x, y in (
            (0.21, -1), (0.21, -0.58), (0.58, -0.58), (0.58, -1), (1, -1), (0.82, -0.05),
            (0.82, 1),
        ))
    ),
    coarse=mirrored(
        (0.06, -0.3), (0.06, -0.15), (0.13, -0.15), (0.13, -0.3), (0.25, -0.3), (0.25, 0.3)
    ),
)  # fmt: skip
"""A castle's tower with three merlons, seen from the front."""
MOST_CELLS_NAMED = 6  # of a copy; for larger ones, only the extent is described
SIGNS = "■□▲△"  # of the territory of each player
TURN_SIGNS = {HALF: "180°", CLOCKWISE: "+90°", ANTICLOCKWISE: "−90°"}


def steps(position: ControlV, move: int) -> Steps:
    """In the set-up a cell. Later any cell of the block, then the axis or the crossing and, with
    quarter turns, the kind of turn."""
    if move < COPY:
        return ((name_of(placed_cell(move)),),)
    first, symmetry, a, b = copied(position, move)
    block = tuple(name_of(cell) for cell in position.block_at(*first))
    axes = axes_text(symmetry, a, b, position.size)
    if symmetry in (ACROSS, DOWN):
        return (block, (axis_name(axes),))
    if not position.quarter_turns:
        return (block, (crossing_name(axes),))
    return (block, (crossing_name(axes),), (TURNS[symmetry],))


def preview_sites(position: ControlV, move: int) -> list[str]:
    """The cells that a move would fill: one in the set-up, otherwise the copy of the block."""
    if move < COPY:
        return [name_of(placed_cell(move))]
    first, symmetry, a, b = copied(position, move)
    return [
        name_of(cell)
        for cell in sorted(image(*each, symmetry, a, b) for each in position.block_at(*first))
    ]


def axis_name(letter: str) -> str:
    """The site of an axis."""
    return f"axis-{letter}"


def crossing_name(letters: str) -> str:
    """The site of a crossing."""
    return f"crossing-{letters}"


def scene(position: ControlV, previous: ControlV | None, move: int | None) -> Scene:
    """The board with its axes, the last copy and its block, and what each player has."""
    size = position.size
    return Scene(
        title=say("Control+V {size} × {size}", size=size),
        sites=(*grid_sites(size, size), *axis_sites(size), *crossing_sites(size)),
        pieces=(
            *(piece(site, letter) for site, letter in board_from_rows(position.rows()).items()),
            *stock_pieces(position),
        ),
        links=tuple(links(position.rows())),
        lines=tuple(ticks(size)),
        labels=cell_labels(size, size),
        marks=tuple(marks(position, previous, move)),
        supplies=(*stocks(position), *turn_supply(position)),
        captions=captions(position, previous, move, task),
    )


# --- the board -----------------------------------------------------------------------------


def column_numbers(position: ControlV) -> tuple[Label, ...]:
    """The numbers of the columns, above their letters."""
    size = position.size
    numbers = (Label(c, NUMBERS, f"{c + 1:02}") for c in range(size))
    return (*numbers, *cell_labels(size, size))


@cache
def axis_sites(size: int) -> tuple[Site, ...]:
    """An axis is touched at its letter, right of the board (horizontal) or below it (vertical)."""
    horizontal = [
        (horizontal_letter(a), float(size), a + 0.5, across(a, size)) for a in range(size - 1)
    ]
    vertical = [
        (vertical_letter(b, size), b + 0.5, float(size), down(b, size)) for b in range(size - 1)
    ]
    return tuple(
        Site(
            axis_name(letter), x, y, "handle", say("axis {letter}", letter=letter),
            size=HANDLE, text=letter, guides=(guide,),
        )
        for letter, x, y, guide in horizontal + vertical
    )  # fmt: skip


def across(axis: int, size: int) -> tuple[Point, Point]:
    """The line of a horizontal axis, from the left of the board to its letter."""
    return (-0.5, axis + 0.5), (size - 0.5 + TICK[1], axis + 0.5)


def down(axis: int, size: int) -> tuple[Point, Point]:
    """The line of a vertical axis, from the top of the board to its letter."""
    return (axis + 0.5, -0.5), (axis + 0.5, size - 0.5 + TICK[1])


@cache
def crossing_sites(size: int) -> tuple[Site, ...]:
    """The crossings of two axes, between four cells."""
    return tuple(
        Site(
            crossing_name(first + second), b + 0.5, a + 0.5, "none",
            say("crossing of the axes {first} and {second}", first=first, second=second),
            size=TARGET, guides=(across(a, size), down(b, size)),
        )
        for a in range(size - 1)
        for b in range(size - 1)
        for first, second in [(horizontal_letter(a), vertical_letter(b, size))]
    )  # fmt: skip


def ticks(size: int) -> list[Line]:
    """A short line from the end of each axis to its letter."""
    near, far = (size - 0.5 + length for length in TICK)
    lines = []
    for axis in range(size - 1):
        lines.append(Line(((near, axis + 0.5), (far, axis + 0.5))))
        lines.append(Line(((axis + 0.5, near), (axis + 0.5, far))))
    return lines


def piece(site: str, letter: str) -> Piece:
    """The territory or castle written as `letter`."""
    if letter == CASTLE:
        return Piece(site, TOWER, "neutral", CASTLE, say("castle"), "♜")
    owner = PLAYER_LETTERS.index(letter)
    name = say("territory of {player}", player=player_name(owner))
    return Piece(site, BLOCK, f"p{owner + 1}", letter, name, SIGNS[owner], owner)


def links(rows: list[str]) -> list[Link]:
    """Neighbouring territory of a player is drawn as one block."""
    return [
        Link(name_of((r, c)), name_of(beside), f"p{PLAYER_LETTERS.index(letter) + 1}", "block")
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
        if letter in PLAYER_LETTERS
        for beside in ((r, c + 1), (r + 1, c))
        if max(beside) < len(rows) and rows[beside[0]][beside[1]] == letter
    ]


# --- beside the board ----------------------------------------------------------------------


def stocks(position: ControlV) -> list[Supply]:
    """What each player has: colour, cells, and the castles left to place."""
    scores = position.scores()
    return [
        Supply(
            player_name(player),
            say("1 cell") if scores[player] == 1 else say("{cells} cells", cells=scores[player]),
            player,
            tuple(
                Site(name, x, 0, "square", label)
                for x, (name, label) in enumerate(stock_sites(position, player))
            ),
        )
        for player in range(position.players)
    ]


def stock_sites(position: ControlV, player: int) -> list[tuple[str, Message]]:
    """The names and labels of the sites in a player's stock: territory, then castles."""
    owner = player_name(player)
    return [
        (stock_name(player), say("territory of {player}", player=owner)),
        *(
            (f"stock-{player + 1}-castle-{i + 1}", say("castle of {player}", player=owner))
            for i in range(position.castles_left(player))
        ),
    ]


def stock_name(player: int) -> str:
    """The site of the territory in a player's stock."""
    return f"stock-{player + 1}"


def stock_pieces(position: ControlV) -> list[Piece]:
    """A piece on each site of the stocks."""
    return [
        piece(name, CASTLE if i else PLAYER_LETTERS[player])
        for player in range(position.players)
        for i, (name, _) in enumerate(stock_sites(position, player))
    ]


def turn_supply(position: ControlV) -> tuple[Supply, ...]:
    """With quarter turns, the ways to turn about a crossing."""
    if not position.quarter_turns:
        return ()
    sites = tuple(
        Site(TURNS[way], x, 0, "handle", TURN_NAMES[way], text=TURN_SIGNS[way])
        for x, way in enumerate(TURNS)
    )
    return (Supply(say("Turn"), say("about the crossing chosen"), None, sites),)


# --- what just happened --------------------------------------------------------------------


def marks(position: ControlV, previous: ControlV | None, move: int | None) -> list[Mark]:
    """The cells that were filled, the block that was copied, and who was passed over."""
    if previous is None or move is None:
        return []
    found = [Mark("last", tuple(map(name_of, filled(position, previous))))]
    if move >= COPY:
        first = copied(previous, move)[0]
        found.append(Mark("origin", tuple(name_of(cell) for cell in previous.block_at(*first))))
    if passed := passed_over(position, previous):
        found.append(Mark("passed", tuple(stock_name(player) for player in passed)))
    return found


def filled(position: ControlV, previous: ControlV) -> list[Cell]:
    """The cells that the last move filled."""
    return [
        (r, c)
        for r, (old, new) in enumerate(zip(previous.rows(), position.rows(), strict=True))
        if old != new
        for c, pair in enumerate(zip(old, new, strict=True))
        if pair[0] != pair[1]
    ]


def passed_over(position: ControlV, previous: ControlV) -> list[int]:
    """The players between the last player and the player to move: they cannot copy."""
    if position.over or position.setting_up():
        return []
    between = (position.player - previous.player - 1) % position.players
    return [(previous.player + 1 + step) % position.players for step in range(between)]


# --- in words ------------------------------------------------------------------------------


def task(position: ControlV) -> Message:
    """Whose turn it is, and what they have to do."""
    if position.setting_up():
        return say(
            "{player} to place {piece}",
            player=player_name(position.player),
            piece=piece_due(position),
        )
    return turn_caption(position.player)


def describe_move(position: ControlV, previous: ControlV, move: int) -> list[Message]:
    """The piece placed or the block copied, the cells and block of the copy, and who is out."""
    said = [placing(previous, move)] if move < COPY else describe_copy(position, previous, move)
    passed = passed_over(position, previous)
    return [*said, *(say("{player} has no moves left", player=player_name(p)) for p in passed)]


def placing(previous: ControlV, move: int) -> Message:
    """Who placed what where."""
    return say(
        "{player} places {piece} on {cell}",
        player=player_name(previous.player),
        piece=piece_due(previous),
        cell=name_of(placed_cell(move)),
    )


def describe_copy(position: ControlV, previous: ControlV, move: int) -> list[Message]:
    """The copy, the cells that it fills, and the block that it now belongs to."""
    cells = filled(position, previous)
    said = [copying(previous, move), landing(cells)]
    size = len(position.block_at(*cells[0]))
    if size > len(cells):
        said.append(say("The copy is now part of a block of {size} cells", size=size))
    return said


def puzzle_themes(position: ControlV, move: int, final: ControlV) -> list[Message]:
    """How large the copy is, whether it joins blocks, and whether the opponent is out."""
    if move < COPY:
        return []
    following = cast("ControlV", position.play(move))
    cells = filled(following, position)
    largest = max(sum(position.play(each).scores()) for each in position.legal_moves())
    found = [say("a small copy")] if sum(following.scores()) < largest else []
    if len(following.block_at(*cells[0])) > len(cells):
        found.append(say("joins blocks"))
    out = bool(passed_over(following, position))
    return [*found, say("the opponent has no moves left")] if out else found


def copying(previous: ControlV, move: int) -> Message:
    """Who copied which block, and how."""
    first, symmetry, a, b = copied(previous, move)
    axes = axes_text(symmetry, a, b, previous.size)
    values = {"player": player_name(previous.player), "block": block_in_words(previous, first)}
    if symmetry in (ACROSS, DOWN):
        return say("{player} mirrors {block} in axis {axis}", axis=axes, **values)
    return say(
        "{player} copies {block} by {turn} about the crossing of axes {first} and {second}",
        turn=TURN_NAMES[symmetry],
        first=axes[0],
        second=axes[1],
        **values,
    )


def block_in_words(position: ControlV, first: Cell) -> Message:
    """The block with that first cell, and its size."""
    size = len(position.block_at(*first))
    if size == 1:
        return say("the single cell {cell}", cell=name_of(first))
    return say("the block of {size} cells at {cell}", size=size, cell=name_of(first))


def landing(cells: list[Cell]) -> Message:
    """The cells of a copy; for a large one, the corners of the rectangle around it."""
    if len(cells) <= MOST_CELLS_NAMED:
        return say("The copy fills {cells}", cells=tuple(name_of(cell) for cell in cells))
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    return say(
        "The copy fills {count} cells between {first} and {last}",
        count=len(cells),
        first=name_of((min(rows), min(columns))),
        last=name_of((max(rows), max(columns))),
    )


def describe_result(position: ControlV) -> list[Message]:
    """Who has won, and why the game is over."""
    return [*plain_result_description(position), say("Nobody can copy a block: the game is over")]


def describe_score(position: ControlV) -> Message:
    """The cells of each player."""
    return say("Cells: {scores}", scores=player_scores_in_words(position))
