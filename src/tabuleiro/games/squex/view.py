"""The picture of Squex: scene, touch steps, and moves, results and scores in words."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple, cast

from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import EMPTY, board_from_rows, cell_name
from tabuleiro.core.scene import (
    CELL,
    Area,
    Form,
    Line,
    Mark,
    Piece,
    Scene,
    Site,
    Steps,
    Supply,
    cell_labels,
    grid_sites,
    player_name,
    turn_caption,
)
from tabuleiro.core.wording import plain_result_description
from tabuleiro.games.squex.rules import SWAP, Squex
from tabuleiro.games.squex.text import format_move

CUT = 0.293  # the part of a side of a pitch that a corner of an octagon cuts off
BAND = 0.12  # how far outside the board the coloured sides are
OCTAGON, SQUARE = replace(CELL, name="octagon"), replace(CELL, name="diamond")
SIGNS = {OCTAGON: "●○", SQUARE: "◆◇"}  # of each player


def steps(position: Squex, move: int) -> Steps:
    """One touch: the octagon, or the word `swap` beside the board."""
    return ((format_move(position, move),),)


def preview_sites(position: Squex, move: int) -> list[str]:
    """The octagon that a move would put; a swap is explained beside the board."""
    return [] if move == SWAP else [format_move(position, move)]


def scene(position: Squex, previous: Squex | None, move: int | None) -> Scene:
    """The board with its coloured sides, the last move and its cuts, and the winning path."""
    rows, columns = position.rows, position.columns
    return Scene(
        title=say("Squex {rows} × {columns}", rows=rows, columns=columns),
        sites=sites(rows, columns),
        pieces=tuple(pieces(position)),
        lines=side_bands(rows, columns),
        areas=border_squares(rows, columns),
        labels=cell_labels(columns, rows, away=0.85 if max(rows, columns) < 10 else 1.1),
        marks=tuple(marks(position, previous, move)),
        supplies=swap_supply(position),
        captions=tuple(captions(position, previous, move)),
    )


def square_name(row: int, column: int) -> str:
    """The square between the octagon at (row, column) and the one diagonally below it."""
    return f"{cell_name(column, row + 1)}-{cell_name(column + 1, row + 2)}"


@cache
def sites(rows: int, columns: int) -> tuple[Site, ...]:
    """The octagon cells, then the squares between them."""
    return (*octagon_sites(rows, columns), *square_sites(rows, columns))


def octagon_sites(rows: int, columns: int) -> tuple[Site, ...]:
    """A site for each octagon cell."""
    return grid_sites(columns, rows, "octagon")


def square_sites(rows: int, columns: int) -> list[Site]:
    """The squares between four octagons."""
    return [
        Site(
            square_name(r, c), c + 0.5, r + 0.5, "diamond",
            say("square {name}", name=square_name(r, c)), size=2 * CUT, tone="cell-2",
        )
        for r in range(rows - 1)
        for c in range(columns - 1)
    ]  # fmt: skip


def pieces(position: Squex) -> list[Piece]:
    """Octagons and owned squares in their owner's colour."""
    octagons = board_from_rows(position.octagon_rows())
    squares = squares_from_rows(position.square_rows())
    return [
        *(piece(site, letter) for site, letter in octagons.items()),
        *(piece(site, letter, SQUARE) for site, letter in squares.items()),
    ]


def squares_from_rows(rows: list[str]) -> dict[str, str]:
    """The owners of the squares that have one, by the name of the square."""
    return {
        square_name(r, c): owner
        for r, row in enumerate(rows)
        for c, owner in enumerate(row)
        if owner != EMPTY
    }


def piece(site: str, letter: str, form: Form = OCTAGON) -> Piece:
    """The octagon or square of the owner written as `x` or `o`."""
    owner = "xo".index(letter)
    player = player_name(owner)
    octagon = say("octagon of {player}", player=player)
    name = octagon if form is OCTAGON else say("square of {player}", player=player)
    return Piece(site, form, f"p{owner + 1}", letter, name, SIGNS[form][owner], owner)


@cache
def side_bands(rows: int, columns: int) -> tuple[Line, ...]:
    """Player 1 connects top and bottom, player 2 left and right."""
    left, top, right, bottom = -0.5, -0.5, columns - 0.5, rows - 0.5
    return (
        Line(((left + CUT, top - BAND), (right - CUT, top - BAND)), "p1", "band"),
        Line(((left + CUT, bottom + BAND), (right - CUT, bottom + BAND)), "p1", "band"),
        Line(((left - BAND, top + CUT), (left - BAND, bottom - CUT)), "p2", "band"),
        Line(((right + BAND, top + CUT), (right + BAND, bottom - CUT)), "p2", "band"),
    )


@cache
def border_squares(rows: int, columns: int) -> tuple[Area, ...]:
    """The squares at the border, drawn as half squares; they never change."""
    areas = []
    q = CUT - 0.05
    for c in range(columns - 1):
        for y, inwards in ((-0.5, q), (rows - 0.5, -q)):
            x = c + 0.5
            areas.append(Area(((x - q, y), (x + q, y), (x, y + inwards)), "p1"))
    for r in range(rows - 1):
        for x, inwards in ((-0.5, q), (columns - 0.5, -q)):
            y = r + 0.5
            areas.append(Area(((x, y - q), (x, y + q), (x + inwards, y)), "p2"))
    return tuple(areas)


def swap_supply(position: Squex) -> tuple[Supply, ...]:
    """The word to touch for a swap, as long as it is possible."""
    if not position.may_swap():
        return ()
    site = Site("swap", 0, 0, "handle", say("swap"), text="swap")
    note = say("take over the first octagon, mirrored")
    return (Supply(say("Swap"), note, position.player, (site,)),)


def gained_squares(position: Squex, previous: Squex, *, cut: bool) -> tuple[str, ...]:
    """The squares that the last move took from the opponent (`cut`), or that nobody owned."""
    old, new = (squares_from_rows(each.square_rows()) for each in (previous, position))
    gained = (name for name, owner in new.items() if owner != old.get(name))
    return tuple(name for name in gained if (name in old) == cut)


def marks(position: Squex, previous: Squex | None, move: int | None) -> list[Mark]:
    """The last octagon, the squares it cut, links that can be cut, the winning path."""
    last = None if previous is None or move is None else last_cell(position, move)
    found = [] if last is None else [Mark("last", (last,))]
    if previous is not None and (cut := gained_squares(position, previous, cut=True)):
        found.append(Mark("cut", cut))
    if position.over:
        path = winning_path(position)
        return [*found, Mark("path", path)] if path else found
    links = list(open_links(position))
    found += [Mark("open", link.sites) for link in links]
    return [*found, *threats(links, last)]


class OpenLink(NamedTuple):
    """A link that can still be cut: its octagon, square and octagon, the empty cells across it,
    which the opponent needs for a cut, and its owner."""

    sites: tuple[str, str, str]
    across: tuple[str, ...]
    owner: int


def open_links(position: Squex) -> Iterator[OpenLink]:
    """All links that can still be cut, each from its upper octagon."""
    board = position.octagon_rows()
    squares = position.square_rows()
    for r, row in enumerate(board[:-1]):
        for c, letter in enumerate(row):
            if letter == "." or letter not in squares[r][max(c - 1, 0) : c + 1]:
                continue
            kept = position.links(r, c)
            for below, beside in position.links(r, c, cuttable=True):
                across = {(r, beside): row[beside], (below, c): board[r + 1][c]}
                if below > r and (below, beside) not in kept and letter not in across.values():
                    yield open_link((r, c), beside, across, "xo".index(letter))


def open_link(
    upper: tuple[int, int], beside: int, across: dict[tuple[int, int], str], owner: int
) -> OpenLink:
    """The link from an octagon to the one diagonally below it in the column `beside`."""
    (r, c), left = upper, min(upper[1], beside)
    sites = cell_name(c, r + 1), square_name(r, left), cell_name(beside, r + 2)
    free = (cell for cell, letter in across.items() if letter == ".")
    return OpenLink(sites, tuple(cell_name(column, row + 1) for row, column in free), owner)


def threats(links: list[OpenLink], last: str | None) -> list[Mark]:
    """The cells that cut a link at once, and those next to links of the last octagon."""
    found = []
    for cutter in range(2):
        cells = {
            cell: None
            for link in links
            if link.owner != cutter and (len(link.across) == 1 or last in link.sites)
            for cell in link.across
        }
        if cells:
            found.append(Mark("threat", tuple(cells), colour=f"p{cutter + 1}"))
    return found


def last_cell(position: Squex, move: int) -> str:
    """The cell of the octagon of the last move; after a swap, the mirrored cell."""
    return only_octagon(position) if move == SWAP else format_move(position, move)


def only_octagon(position: Squex) -> str:
    """The cell of the only octagon, before and after a swap."""
    (cell,) = [piece.site for piece in pieces(position)]
    return cell


def winning_path(position: Squex) -> tuple[str, ...]:
    """A shortest path of links between the winner's sides."""
    outcome = position.outcome()
    if outcome is None or len(outcome.winners) != 1:
        return ()
    letter = "xo"[outcome.winners[0]]
    along = 0 if letter == "x" else 1  # which coordinate runs from side to side
    last = (position.rows, position.columns)[along] - 1
    board = position.octagon_rows()
    cells = [
        (r, c) for r, row in enumerate(board) for c, owner in enumerate(row) if owner == letter
    ]
    paths = deque([cell] for cell in cells if cell[along] == 0)
    met = {path[0] for path in paths}
    while paths:
        path = paths.popleft()
        if path[-1][along] == last:
            return tuple(cell_name(c, r + 1) for r, c in path)
        for following in position.links(*path[-1]):
            if following not in met:
                met.add(following)
                paths.append([*path, following])
    return ()


# --- in words ------------------------------------------------------------------------------


def captions(position: Squex, previous: Squex | None, move: int | None) -> list[Message]:
    """Whose turn it is and with how many moves, or how the game ended; then the last move."""
    said = (
        [*describe_result(position), describe_score(position)]
        if position.over
        else [task(position, previous)]
    )
    if previous is not None and move is not None:
        said += describe_move(position, previous, move)
    return said


def task(position: Squex, previous: Squex | None) -> Message:
    """Whose turn it is and, after a cut, which of two moves."""
    player = player_name(position.player)
    if position.left == 2:
        return say("{player} to make move 1 of 2", player=player)
    if previous is not None and previous.player == position.player:
        return say("{player} to make move 2 of 2", player=player)
    return turn_caption(position.player)


def describe_move(position: Squex, previous: Squex, move: int) -> list[Message]:
    """The octagon placed or swapped, the squares gained and cut, and who moves twice."""
    return [
        describe_placing(position, previous, move),
        *gains(position, previous),
        *cuts(position, previous),
        *open_way(position, previous),
        *describe_turn(position, previous),
    ]


def describe_placing(position: Squex, previous: Squex, move: int) -> Message:
    """Who put an octagon where."""
    values = {"player": player_name(previous.player), "cell": last_cell(position, move)}
    if move != SWAP:
        return say("{player} places an octagon on {cell}", **values)
    return say(
        "{player} swaps: the octagon on {first} is replaced by one on {cell}",
        first=only_octagon(previous),
        **values,
    )


def gains(position: Squex, previous: Squex) -> list[Message]:
    """The new squares that nobody owned."""
    squares = gained_squares(position, previous, cut=False)
    values = {"player": player_name(previous.player), "squares": squares_in_words(squares)}
    return [say("{player} gains {squares}", **values)] if squares else []


def cuts(position: Squex, previous: Squex) -> list[Message]:
    """The squares taken from the opponent."""
    squares = gained_squares(position, previous, cut=True)
    taken = say(
        "{player} cuts a link and takes {squares} from {opponent}",
        player=player_name(previous.player),
        squares=squares_in_words(squares),
        opponent=player_name(1 - previous.player),
    )
    return [taken] if squares else []


def squares_in_words(squares: tuple[str, ...]) -> Message:
    """Squares by their names."""
    if len(squares) == 1:
        return say("the square {square}", square=squares[0])
    return say("the squares {squares}", squares=squares)


def open_way(position: Squex, previous: Squex) -> list[Message]:
    """A remark if the player has joined their sides, but has not won."""
    if position.over or not is_joined(position, previous.player):
        return []
    who = {"player": player_name(previous.player)}
    return [say("{player} has joined their sides, but a link can still be cut", **who)]


def takes(position: Squex, previous: Squex, move: int) -> list[Message]:
    """The squares taken from the opponent, who then has two moves left."""
    if position.left != 2 or position.player == previous.player:
        return []
    squares = gained_squares(position, previous, cut=True)
    return [say("a cut that takes {squares}", squares=squares_in_words(squares))]


def is_joined(position: Squex, player: int) -> bool:
    """Whether a player's octagons join their sides, if necessary by links that can be cut."""
    own, board, squares = "xo"[player], position.octagon_rows(), position.square_rows()
    cells = {
        (r, c) for r, row in enumerate(board) for c, octagon in enumerate(row) if octagon == own
    }
    last = (position.rows, position.columns)[player] - 1
    reached = [cell for cell in cells if cell[player] == 0]
    for r, c in reached:  # it grows
        for row, column in product((r - 1, r, r + 1), (c - 1, c, c + 1)):
            if (row, column) not in cells or (row, column) in reached:
                continue
            if row == r or column == c or squares[min(row, r)][min(column, c)] == own:
                reached.append((row, column))
    return any(cell[player] == last for cell in reached)


def describe_turn(position: Squex, previous: Squex) -> list[Message]:
    """Two moves after a cut, and the second of them."""
    if position.over:
        return []
    player = player_name(position.player)
    if position.left == 2:
        return [say("{player} now moves twice, because a link was cut", player=player)]
    if position.player == previous.player:
        return [say("{player} moves again, because a link was cut", player=player)]
    return []


def puzzle_themes(position: Squex, move: int, final: Squex) -> list[Message]:
    """A cut; a link of the new octagon that can be cut; a second move in the same turn."""
    following = cast("Squex", position.play(move))
    found = [say("a cut")] if gained_squares(following, position, cut=True) else []
    links = [] if following.over else open_links(following)
    if any(last_cell(following, move) in link.sites for link in links):
        found.append(say("a link that can be cut"))
    twice = position.left == 2 and following.player == position.player
    return [*found, say("two moves in a row")] if twice else found


describe_result = plain_result_description


def describe_score(position: Squex) -> Message:
    """Whether a player has connected their sides; there are no points."""
    outcome = position.outcome()
    if outcome is None or len(outcome.winners) != 1:
        return say("Neither side is connected")
    player = player_name(outcome.winners[0])
    if outcome.winners == (0,):
        return say("{player} has joined top and bottom", player=player)
    return say("{player} has joined left and right", player=player)
