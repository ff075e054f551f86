"""The picture of Fuse: scene, touch steps, and moves, results and scores in words."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import cast

from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import board_from_rows, cell_name
from tabuleiro.core.scene import (
    DISC,
    Area,
    Link,
    Mark,
    Piece,
    Scene,
    Site,
    Steps,
    cell_labels,
    player_name,
    turn_caption,
)
from tabuleiro.core.wording import captions, plain_result_description
from tabuleiro.games.fuse.random_start import spots
from tabuleiro.games.fuse.rules import Fuse
from tabuleiro.games.fuse.text import cell_text

WELL = 0.86  # the width of a ring spot
RIM = 0.07  # how far the panel extends beyond the area
CORNER = 0.24
COLOURS = ("white", "black")
KING = replace(
    DISC,
    name="disc-crown",
    emblem=tuple((0.16 * x, 0.16 * y) for x, y in (
        (-1, -0.62), (-0.48, 0.02), (0, -0.86), (0.48, 0.02), (1, -0.62), (0.8, 0.68), (-0.8, 0.68),
    )),
)  # fmt: skip
"""A disc with a crown of three points."""
SIGNS = {"x": "○", "o": "●", "X": "♔", "O": "♚"}
DISC_NAMES = {
    "x": say("a white disc"), "X": say("a white king"),
    "o": say("a black disc"), "O": say("a black king"),
}  # fmt: skip
"""By the letter of a disc; for sentences."""


def steps(position: Fuse, move: int) -> Steps:
    """Two touches: the disc on its spot, then the cell to which it slides."""
    return ((cell_text(move >> 6),), (cell_text(move & 63),))


def scene(position: Fuse, previous: Fuse | None, move: int | None) -> Scene:
    """The board, the last move, who had to pass, and the scores."""
    rows, columns = position.rows, position.columns
    return Scene(
        title=say("Fuse {rows} × {columns}", rows=rows, columns=columns),
        sites=(*spot_sites(rows, columns), *area_sites(rows, columns)),
        pieces=tuple(
            piece(site, letter) for site, letter in board_from_rows(position.grid_rows(), 0).items()
        ),
        links=tuple(link for player in range(2) for link in bars(position, player)),
        areas=(panel(rows, columns),),
        labels=cell_labels(columns + 2, rows + 2, first_row=0),
        marks=tuple(marks(position, previous, move)),
        captions=captions(position, previous, move, lambda at: turn_caption(at.player)),
    )


@cache
def spot_sites(rows: int, columns: int) -> tuple[Site, ...]:
    """The spots of the ring; each holds a waiting disc or stays empty."""
    return tuple(
        Site(name, column, row, "circle", say("ring spot {cell}", cell=name), WELL, "mid")
        for row, column in spots(rows, columns)
        for name in [cell_name(column, row)]
    )


@cache
def area_sites(rows: int, columns: int) -> tuple[Site, ...]:
    """The cells of the area, to which discs slide."""
    return tuple(
        Site(name, column, row, "square", say("{cell}", cell=name), tone="mid")
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
        for name in [cell_name(column, row)]
    )


def panel(rows: int, columns: int) -> Area:
    """The background of the area."""
    near, right, bottom = 0.5 - RIM, columns + 0.5 + RIM, rows + 0.5 + RIM
    corners = ((near, near), (right, near), (right, bottom), (near, bottom))
    return Area(corners, "mid-line", CORNER)


def piece(site: str, letter: str) -> Piece:
    """The disc or king written as `letter`; a king has a crown."""
    owner = "xo".index(letter.lower())
    player = player_name(owner)
    names = {
        "x": say("white disc of {player}", player=player),
        "X": say("white king of {player}", player=player),
        "o": say("black disc of {player}", player=player),
        "O": say("black king of {player}", player=player),
    }
    form = KING if letter.isupper() else DISC
    return Piece(site, form, COLOURS[owner], letter, names[letter], SIGNS[letter], owner)


def bars(position: Fuse, player: int) -> list[Link]:
    """Connects the discs of a player's largest group, or of all largest ones."""
    largest = position.largest_group(player)
    return [
        Link(cell_text(cell), cell_text(beside), COLOURS[player], "bar")
        for size, cells in position.groups(player)
        if size == largest
        for cell in cells
        for beside in neighbours_ahead(cell)
        if beside in cells
    ]


def neighbours_ahead(cell: int) -> tuple[int, ...]:
    """The cells to the right of a cell and below it."""
    return (cell + 8,) if cell & 7 == 7 else (cell + 8, cell + 1)


def marks(position: Fuse, previous: Fuse | None, move: int | None) -> list[Mark]:
    """The start and end of the last move, and the waiting discs of a player who had to pass."""
    found = []
    if move is not None:
        found += [Mark("last", (cell_text(move & 63),)), Mark("origin", (cell_text(move >> 6),))]
    passed = passed_player(position, previous)
    if passed is not None and (stranded := waiting_spots(position, passed)):
        found.append(Mark("passed", stranded))
    return found


def waiting_spots(position: Fuse, player: int) -> tuple[str, ...]:
    """The spots with discs of a player."""
    grid = position.grid_rows()
    return tuple(
        cell_name(column, row)
        for row, column in spots(position.rows, position.columns)
        if grid[row][column].lower() == "xo"[player]
    )


def passed_player(position: Fuse, previous: Fuse | None) -> int | None:
    """Who had to pass after the last move: the opponent, if the same player moves again."""
    if previous is None or position.over or position.player != previous.player:
        return None
    return 1 - position.player


# --- in words ------------------------------------------------------------------------------


def describe_move(position: Fuse, previous: Fuse, move: int) -> list[Message]:
    """The disc that slid in, the discs that it pushed, and who had to pass."""
    said = [slide(previous, move), *pushes(position, previous, move)]
    passed = passed_player(position, previous)
    if passed is not None:
        said.append(say("{player} cannot move and has to pass", player=player_name(passed)))
    return said


def puzzle_themes(position: Fuse, move: int, final: Fuse) -> list[Message]:
    """What the move does to the largest groups, and whether the opponent has to pass."""
    following = cast("Fuse", position.play(move))
    player = position.player
    before, after = position.largest_group(player), following.largest_group(player)
    found = [say("joins groups")] if after > before + 1 else []
    if following.largest_group(1 - player) < position.largest_group(1 - player):
        found.append(say("splits a group"))
    elif after <= before:
        found.append(say("a quiet move"))
    passes = passed_player(following, position) is not None
    return [*found, say("the opponent has to pass")] if passes else found


def slide(previous: Fuse, move: int) -> Message:
    """Who slid which disc where."""
    start, end = move >> 6, move & 63
    return say(
        "{player} slides {disc} from {start} to {end}",
        player=player_name(previous.player),
        disc=DISC_NAMES[disc_at(previous, start)],
        start=cell_text(start),
        end=cell_text(end),
    )


def pushes(position: Fuse, previous: Fuse, move: int) -> list[Message]:
    """The discs that were pushed, in the order of the line, and where they are now."""
    pushed = tuple(
        say(
            "{disc} from {start} to {end}",
            disc=DISC_NAMES[disc_at(previous, start)],
            start=cell_text(start),
            end=cell_text(end),
        )
        for start, end in pushed_discs(position, previous, move)
    )
    return [say("It pushes {discs}", discs=pushed)] if pushed else []


def pushed_discs(position: Fuse, previous: Fuse, move: int) -> list[tuple[int, int]]:
    """From where to where discs were pushed, in the order of the line."""
    line = line_ahead(previous, move >> 6)
    before = discs_on(previous, line)
    _, *after = discs_on(position, line)
    return [(start, end) for start, end in zip(before, after, strict=True) if start != end]


def preview_shifts(position: Fuse, move: int) -> list[tuple[str, str]]:
    """The disc that would slide in, and those that it would push."""
    after = cast("Fuse", position.play(move))
    shifts = [(move >> 6, move & 63), *pushed_discs(after, position, move)]
    return [(cell_text(start), cell_text(end)) for start, end in shifts]


def line_ahead(position: Fuse, spot: int) -> list[int]:
    """The cells of the area ahead of a spot, the nearest first."""
    column, row = spot >> 3, spot & 7
    if column in (0, position.columns + 1):
        line = [8 * c + row for c in range(1, position.columns + 1)]
        return line if column == 0 else line[::-1]
    line = [8 * column + r for r in range(1, position.rows + 1)]
    return line if row == 0 else line[::-1]


def discs_on(position: Fuse, line: Iterable[int]) -> list[int]:
    """The cells of a line that have discs."""
    grid = position.grid_rows()
    return [cell for cell in line if grid[cell & 7][cell >> 3] != "."]


def disc_at(position: Fuse, cell: int) -> str:
    """The letter of the disc on a cell; `.` if there is none."""
    return position.grid_rows()[cell & 7][cell >> 3]


def describe_result(position: Fuse) -> list[Message]:
    """Who has won, and why the game is over."""
    return [*plain_result_description(position), say("Nobody can move: the game is over")]


def player_notes(position: Fuse, player: int) -> tuple[Message, ...]:
    """A player's score."""
    score = position.scores()[player]
    if position.options()["scoring"] == "product":
        return (say("product of groups: {score}", score=score),)
    return (say("largest group: {score}", score=score),)


def describe_score(position: Fuse) -> Message:
    """The current score of each player."""
    first, second = position.scores()
    if position.options()["scoring"] == "product":
        return say("Product of groups: white {first}, black {second}", first=first, second=second)
    return say("Largest group: white {first}, black {second}", first=first, second=second)
