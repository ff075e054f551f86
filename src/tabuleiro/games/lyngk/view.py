"""The picture of Lyngk: scene, touch steps, and moves, results and scores in words."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import cast

from tabuleiro.core.message import Message, say
from tabuleiro.core.scene import (
    Form,
    Label,
    Line,
    Mark,
    Piece,
    Point,
    Scene,
    Site,
    Steps,
    Supply,
    player_name,
    turn_caption,
)
from tabuleiro.core.wording import captions, plain_result_description
from tabuleiro.games.lyngk.rules import (
    CELL_AT,
    CLAIM,
    COLOURS,
    LETTERS,
    MOST_CLAIMS,
    NAMES,
    PIECES,
    PLACES,
    WAYS_AHEAD,
    Lyngk,
    is_claim,
)
from tabuleiro.games.lyngk.text import PIECE_NAMES, format_move

COLUMN = math.sqrt(3) / 2  # the distance of neighbouring columns; rows of the matrix are 1/2 apart
TOP, LEFT = -0.75, -1.0  # where the numbers of columns and rows are
LABEL_DROP = 0.64  # how far its name is below the lowest cell of a column
COUNTER = Form("counter", "disc", 0.6, 0.66, sign=0.126, edge=1.75)
NAME = -0.6  # how far its name is left of a cell, where every cell has one


def steps(position: Lyngk, move: int) -> Steps:
    """The stack, then the stack onto which it goes; or the marker of a colour."""
    if is_claim(move):
        return ((format_move(position, move),),)
    return ((NAMES[move >> 6],), (NAMES[move & 63],))


def scene(position: Lyngk, previous: Lyngk | None, move: int | None) -> Scene:
    """The board with its stacks, the markers of colours, and what the last move did."""
    return Scene(
        title=title(position),
        sites=tuple(
            Site(NAMES[c], *point(c), "point", say("{cell}", cell=NAMES[c])) for c in NAMES
        ),
        pieces=(*stacked_pieces(position), *markers(position)),
        lines=tuple(board_lines(str(position.options()["lines"]))),
        labels=tuple(foot_labels()),
        marks=tuple(marks(position, previous, move)),
        supplies=(
            player_supply(position, 0),
            unclaimed_supply(position),
            player_supply(position, 1),
        ),
        captions=captions(position, previous, move, task),
        grain=(7, 4),
    )


def title(position: Lyngk) -> Message:
    """The game and its variant."""
    variant = position.options()["variant"]
    return say("Lyngk") if variant == "standard" else say("Lyngk, {variant}", variant=variant)


# --- the board -----------------------------------------------------------------------------


def point(cell: int) -> Point:
    """The position of a cell in the picture."""
    row, column = PLACES[cell]
    return column * COLUMN, row / 2


@cache
def board_lines(lines: str) -> tuple[Line, ...]:
    """A line between any two neighbouring cells of a line."""
    return tuple(
        Line((point(cell), point(CELL_AT[beside])))
        for cell, (row, column) in PLACES.items()
        for down, right in WAYS_AHEAD[lines]
        for beside in [(row + down, column + right)]
        if beside in CELL_AT
    )


@cache
def foot_labels() -> tuple[Label, ...]:
    """The name of the lowest cell, below each column; cells are counted from there."""
    return tuple(
        Label(x, y + LABEL_DROP, name)
        for cell, name in NAMES.items()
        if name[1:] == "1"
        for x, y in [point(cell)]
    )


def names_and_numbers(position: Lyngk) -> tuple[Label, ...]:
    """The name of every cell beside it, and the numbers of the matrix: columns above the board,
    rows left of it."""
    across = sorted({column for _, column in PLACES.values()})
    down = sorted({row for row, _ in PLACES.values()})
    return (
        *(Label(x + NAME, y, NAMES[cell]) for cell in NAMES for x, y in [point(cell)]),
        *(Label(column * COLUMN, TOP, str(column)) for column in across),
        *(Label(LEFT, row / 2, str(row)) for row in down),
    )


def piece(site: str, letter: str, owner: int | None) -> Piece:
    """One piece of a stack, or a marker."""
    name = PIECE_NAMES[LETTERS.index(letter)]
    return Piece(site, COUNTER, letter, letter, name, owner=owner, claimed=True)


def stacked_pieces(position: Lyngk) -> list[Piece]:
    """The stacks, each from the bottom to the top."""
    return [
        piece(NAMES[cell], letter, claimer(position, LETTERS.index(stack[0])))
        for cell in NAMES
        for stack in [position.stack(cell)]
        for letter in reversed(stack)
    ]


def claimer(position: Lyngk, colour: int) -> int | None:
    """Who has claimed a colour and so owns its stacks; None if nobody has."""
    return next((player for player in range(2) if colour in position.claims_of(player)), None)


# --- beside the board ----------------------------------------------------------------------


def marker_name(colour: int) -> str:
    """The site of the marker of a colour; touching it claims the colour."""
    return f"claim-{PIECES[colour]}"


def markers(position: Lyngk) -> list[Piece]:
    """The piece that stands for each colour beside the board."""
    return [
        piece(marker_name(colour), LETTERS[colour], claimer(position, colour)) for colour in COLOURS
    ]


def player_supply(position: Lyngk, player: int) -> Supply:
    """A player's card: the colours claimed, room for more, and the stacks removed."""
    claims = position.claims_of(player)
    owner = player_name(player)
    sites = [
        Site(marker_name(colour), x, 0, "circle",
             say("{colour}, claimed by {player}", colour=PIECE_NAMES[colour], player=owner))
        for x, colour in enumerate(claims)
    ]  # fmt: skip
    sites += [
        Site(f"{'xo'[player]}-free-{x + 1}", x, 0, "circle",
             say("free place for a colour of {player}", player=owner))
        for x in range(len(claims), MOST_CLAIMS)
    ]  # fmt: skip
    return Supply(owner, points_note(position, player), player, tuple(sites))


def with_removed_stacks(scene: Scene, positions: Sequence[Lyngk], moves: Sequence[str]) -> Scene:
    """The picture with the stacks that each player has removed, on their cards."""
    pieces, supplies = list(scene.pieces), list(scene.supplies)
    for (before, after), text in zip(pairwise(positions), moves, strict=True):
        for stack in removed_stacks(after, before, before.move(text)):
            card = 2 * before.player  # the unclaimed colours are between the players
            site = removed_site(supplies[card], stack)
            supplies[card] = replace(supplies[card], sites=(*supplies[card].sites, site))
            pieces += [piece(site.name, letter, before.player) for letter in reversed(stack)]
    return replace(scene, pieces=tuple(pieces), supplies=tuple(supplies))


def removed_stacks(position: Lyngk, previous: Lyngk, move: int) -> list[str]:
    """The stacks that a move has taken off the board, each from the top."""
    if is_claim(move):
        return [previous.stack(cell) for cell in removed_cells(position, previous)]
    start, end = move >> 6, move & 63
    return [] if position.stack(end) else [previous.stack(start) + previous.stack(end)]


def removed_site(supply: Supply, stack: str) -> Site:
    """The place of a removed stack, after the others on the card."""
    x, label = len(supply.sites), say("removed stack {stack}", stack=piece_names(stack))
    return Site(f"{supply.player}-removed-{x}", x, 0, "point", label)


def points_note(position: Lyngk, player: int) -> Message:
    """A player's points in words."""
    count = position.scores()[player]
    if position.options()["variant"] == "stack6":
        return say("a stack of six") if count else say("no stack of six")
    return say("stacks won: {count}", count=count)


def unclaimed_supply(position: Lyngk) -> Supply:
    """The markers of the colours that nobody has claimed."""
    claimed = position.claims_of(0) + position.claims_of(1)
    free = [colour for colour in COLOURS if colour not in claimed]
    sites = tuple(
        Site(marker_name(colour), x, 0, "circle",
             say("claim {colour}", colour=PIECE_NAMES[colour]))
        for x, colour in enumerate(free)
    )  # fmt: skip
    note = say("one may be claimed") if legal_claims(position) else say("neutral")
    return Supply(say("Unclaimed"), note, None, sites)


def legal_claims(position: Lyngk) -> list[int]:
    """The claims among the legal moves."""
    return [move for move in position.legal_moves() if is_claim(move)]


# --- what just happened --------------------------------------------------------------------


def marks(position: Lyngk, previous: Lyngk | None, move: int | None) -> list[Mark]:
    """The start, end and links of the last move, or the colour claimed, and a pass."""
    if previous is None or move is None:
        return []
    if is_claim(move):
        taken = tuple(NAMES[cell] for cell in removed_cells(position, previous))
        found = [Mark("origin", taken)] if taken else []
        return [*found, Mark("last", (marker_name(move - CLAIM),))]
    found = [Mark("origin", (NAMES[move >> 6],)), Mark("last", (NAMES[move & 63],))]
    if links(previous, move):
        found.append(Mark("path", tuple(NAMES[cell] for cell in route(previous, move))))
    if has_passed(position, previous, move):
        supply = player_supply(position, 1 - position.player)
        found.append(Mark("passed", tuple(site.name for site in supply.sites)))
    return found


def removed_cells(position: Lyngk, previous: Lyngk) -> list[int]:
    """The cells that a claim has emptied."""
    return [cell for cell in NAMES if previous.stack(cell) and not position.stack(cell)]


def route(previous: Lyngk, move: int) -> tuple[int, ...]:
    """A shortest path of the moved stack: its start, the links, its end."""
    start, end = move >> 6, move & 63
    ways: deque[tuple[int, ...]] = deque([(start,)])
    met = {start}
    while ways:
        way = ways.popleft()
        for cell in previous.sees(way[-1]):
            if cell == end:
                return (*way, end)
            if cell not in met and previous.stack(cell)[0] == previous.stack(start)[0]:
                met.add(cell)
                ways.append((*way, cell))
    raise AssertionError("a legal move has a way")


def links(previous: Lyngk, move: int) -> tuple[int, ...]:
    """The links that the move went over."""
    return route(previous, move)[1:-1]


def has_passed(position: Lyngk, previous: Lyngk, move: int) -> bool:
    """Whether the opponent had no turn after the move of a stack."""
    return not is_claim(move) and position.player == previous.player


# --- in words ------------------------------------------------------------------------------


def task(position: Lyngk) -> Message:
    """Whose turn it is, and what they can do."""
    player = player_name(position.player)
    if position.claimed:
        return say("{player} has claimed and now moves a stack", player=player)
    if not position.can_move(position.player):
        return say("{player} must claim a colour to have a move", player=player)
    if legal_claims(position):
        return say("{player} to move, or to claim a colour first", player=player)
    return turn_caption(position.player)


def describe_move(position: Lyngk, previous: Lyngk, move: int) -> list[Message]:
    """The colour claimed or the stack moved, the result, and who was passed over."""
    if is_claim(move):
        return describe_claim(position, previous, move - CLAIM)
    said = [
        stack_move(previous, move),
        *describe_links(previous, move),
        stacking(position, previous, move),
    ]
    if has_passed(position, previous, move):
        said.append(
            say("{player} cannot move and has to pass", player=player_name(1 - position.player))
        )
    return said


def takes(position: Lyngk, previous: Lyngk, move: int) -> list[Message]:
    """The points that the player scored, but not where: another point would be as good."""
    points = sum(position.scores()) - sum(previous.scores())
    if points < 2:
        return [say("a point")] if points else []
    return [say("{count} points", count=points)]


def puzzle_themes(position: Lyngk, move: int, final: Lyngk) -> list[Message]:
    """A claim, or links and a stack that is completed; and whether the opponent has to pass."""
    if is_claim(move):
        return [say("a claim")]
    following = cast("Lyngk", position.play(move))
    found = [say("over links")] if links(position, move) else []
    if following.scores() != position.scores():
        found.append(say("completes a stack"))
    elif len(following.stack(move & 63)) == following.limit:
        found.append(say("makes an obstacle"))
    passes = not following.over and has_passed(following, position, move)
    return [*found, say("the opponent has to pass")] if passes else found


def describe_claim(position: Lyngk, previous: Lyngk, colour: int) -> list[Message]:
    """The colour claimed and the obstacles that it took."""
    player = player_name(previous.player)
    said = [say("{player} claims {colour}", player=player, colour=PIECE_NAMES[colour])]
    taken = tuple(NAMES[cell] for cell in removed_cells(position, previous))
    if len(taken) == 1:
        said.append(say("{player} takes the obstacle on {cell}", player=player, cell=taken[0]))
    elif taken:
        said.append(say("{player} takes the obstacles on {cells}", player=player, cells=taken))
    return said


def stack_move(previous: Lyngk, move: int) -> Message:
    """Who moved which stack where."""
    start, end = move >> 6, move & 63
    stack = previous.stack(start)
    values = {
        "player": player_name(previous.player),
        "stack": piece_names(stack),
        "start": NAMES[start],
        "end": NAMES[end],
    }
    if len(stack) == 1:
        return say("{player} moves {stack} from {start} to {end}", **values)
    return say("{player} moves the stack {stack} from {start} to {end}", **values)


def piece_names(stack: str) -> tuple[Message, ...]:
    """The pieces of a stack, from the top."""
    return tuple(PIECE_NAMES[LETTERS.index(letter)] for letter in stack)


def describe_links(previous: Lyngk, move: int) -> list[Message]:
    """The links over which the stack went."""
    over = tuple(NAMES[cell] for cell in links(previous, move))
    if len(over) == 1:
        return [say("It goes over the link {link}", link=over[0])]
    return [say("It goes over the links {links}", links=over)] if over else []


def stacking(position: Lyngk, previous: Lyngk, move: int) -> Message:
    """The resulting stack: an incomplete one, a removed one, a winning six or an obstacle."""
    start, end = move >> 6, move & 63
    stack = previous.stack(start) + previous.stack(end)
    values = {
        "player": player_name(previous.player),
        "cell": NAMES[end],
        "stack": piece_names(stack),
        "height": len(stack),
    }
    if len(stack) < position.limit:
        return incomplete_stack(values, stack)
    if position.scores() == previous.scores():
        return say("The neutral stack on {cell} stays as an obstacle: {stack}", **values)
    if position.stack(end):
        return say("{player} completes the six on {cell}: {stack}", **values)
    return say("{player} removes the stack from {cell}: {stack}", **values)


def incomplete_stack(values: dict[str, object], stack: str) -> Message:
    """A stack that still grows."""
    if len(stack) > 2:
        return say("{cell} now has {height} pieces, from the top {stack}", **values)
    top, bottom = piece_names(stack)
    return say(
        "{cell} now has 2 pieces, {top} on top of {bottom}", top=top, bottom=bottom, **values
    )


def describe_result(position: Lyngk) -> list[Message]:
    """Who has won, and why."""
    said = plain_result_description(position)
    first, second = position.scores()
    if position.options()["variant"] == "stack6" and first != second:
        return said
    said.append(say("Nobody has a move left"))
    return said if first != second else [*said, tie_break(position)]


def tie_break(position: Lyngk) -> Message:
    """The height of own stacks that decided a game with equal points."""
    first, second = position.tie_breaks(0), position.tie_breaks(1)
    for height, count in first.items():
        if count != second[height]:
            return say(
                "Points are equal: own stacks of height {height} decide, {first} to {second}",
                height=height,
                first=count,
                second=second[height],
            )
    return say("Points are equal, and so are own stacks of every height")


def describe_score(position: Lyngk) -> Message:
    """The stacks that each player has removed, or who has completed a six."""
    first, second = position.scores()
    if position.options()["variant"] != "stack6":
        return say("Stacks won: {first} to {second}", first=first, second=second)
    if first == second:
        return say("Nobody has a stack of six")
    return say("{player} has a stack of six", player=player_name(int(second > first)))
