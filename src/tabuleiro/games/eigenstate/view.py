"""The picture of Eigenstate: scene, touch steps, and moves, results and scores in words."""

from dataclasses import replace
from functools import cache, lru_cache

from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import cell_name
from tabuleiro.core.scene import (
    DOT_STEP,
    Form,
    Line,
    Mark,
    Piece,
    Scene,
    Site,
    Steps,
    cell_labels,
    grid_sites,
    player_name,
)
from tabuleiro.core.wording import captions, plain_result_description
from tabuleiro.games.eigenstate.rules import HOLES, SIZE, STRIDE, VARIANTS, Eigenstate, hole_at
from tabuleiro.games.eigenstate.text import (
    HOLE_NAMES,
    board_cell,
    format_move,
    pegs_in_words,
    piece_cells,
)

TILE = Form("tile", "panel", 0.84, 0.84, dot=say("a peg"))
PITCH = DOT_STEP * TILE.width  # the distance between neighbouring holes
READING = sorted(HOLE_NAMES, key=lambda name: (name[1], name[0]))
"""The holes in the order of the bits of a mask, the highest first."""
FRAME = 0.04  # how far outside the cells the frame of the board lies


def steps(position: Eigenstate, move: int) -> Steps:
    """The piece, then the cell to which it goes or the hole for the peg."""
    cell, choice = divmod(move, STRIDE)
    end = board_cell(choice - HOLES) if choice >= HOLES else format_move(position, move)
    return ((board_cell(cell),), (end,))


def scene(position: Eigenstate, previous: Eigenstate | None, move: int | None) -> Scene:
    """The board, the holes of every piece, and what the last move did."""
    rows = position.rows()
    return Scene(
        title=title(position),
        sites=(*cell_sites(), *hole_sites(rows)),
        pieces=tuple(
            tile(cell_name(c, r + 1), rows[r][c], position.mask(r, c)) for r, c in piece_cells(rows)
        ),
        lines=board_lines(),
        labels=cell_labels(SIZE, SIZE),
        marks=marks(previous, move),
        captions=captions(position, previous, move, task),
        grain=(12, 6),
    )


def title(position: Eigenstate) -> Message:
    """The name of the game and, unless it is the standard one, of the variant."""
    variant = position.options()["variant"]
    if variant == VARIANTS[0]:
        return say("Eigenstate")
    return say("Eigenstate, variant {variant}", variant=variant)


@cache
def cell_sites() -> tuple[Site, ...]:
    """A site for each cell, in two tones."""
    tones = ("cell-2", "cell")
    sites = grid_sites(SIZE, SIZE)
    return tuple(replace(site, tone=tones[int(site.x + site.y) % 2]) for site in sites)


def hole_sites(rows: list[str]) -> list[Site]:
    """The holes of all pieces; the name of each is the move that puts a peg there."""
    return [hole_site(r, c, hole) for r, c in piece_cells(rows) for hole in range(HOLES)]


@cache
def hole_site(row: int, column: int, hole: int) -> Site:
    """One hole, where it is drawn on its piece."""
    down, right = hole_at(hole)
    cell = cell_name(column, row + 1)
    goal = (column + right - 2, row + down - 2)
    return Site(
        f"{cell}:{HOLE_NAMES[hole]}",
        column + (right - 2) * PITCH,
        row + (down - 2) * PITCH,
        "dot",
        say("hole {hole} of the piece on {cell}", hole=HOLE_NAMES[hole], cell=cell),
        size=PITCH,
        inside=cell,
        text=HOLE_NAMES[hole],
        leads=cell_name(goal[0], goal[1] + 1) if 0 <= min(goal) <= max(goal) < SIZE else "",
    )


def tile(site: str, letter: str, mask: int) -> Piece:
    """The piece of the player written as `letter`, with the pegs of a mask."""
    return replace(look("xo".index(letter), mask), site=site)


@lru_cache(1024)  # a move changes one or two pieces
def look(owner: int, mask: int) -> Piece:
    """A piece with the pegs of a mask. Its details are its pegs, or its holes if they are fewer."""
    pegs = tuple(bool(mask >> bit & 1) for bit in reversed(range(HOLES)))
    full = tuple(hole for hole, peg in zip(READING, pegs, strict=True) if peg)
    free = tuple(hole for hole in READING if hole not in full)
    name = details = say(
        "piece of {player} with {pegs} of 24 pegs", player=player_name(owner), pegs=len(full)
    )
    if full and free:
        details = say("{piece}, in {holes}", piece=name, holes=full)
    if len(full) > len(free) > 0:
        details = say("{piece}, in all holes but {holes}", piece=name, holes=free)
    colour, letter = f"p{owner + 1}", "xo"[owner]
    return Piece("", TILE, colour, letter, name, "", owner, dots=pegs, details=details)


@cache
def board_lines() -> tuple[Line, ...]:
    """The frame, and the gaps between the cells."""
    low, high = -0.5, SIZE - 0.5
    near, far = low - FRAME, high + FRAME
    frame = ((near, near), (far, near), (far, far), (near, far), (near, near))
    gaps = [low + i for i in range(1, SIZE)]
    return (
        Line(frame, "frame"),
        *(Line(((x, low), (x, high)), "board") for x in gaps),
        *(Line(((low, y), (high, y)), "board") for y in gaps),
    )


def marks(previous: Eigenstate | None, move: int | None) -> tuple[Mark, ...]:
    """The origin and the target of a move, or the peg just placed."""
    if previous is None or move is None:
        return ()
    (origin,), (end,) = steps(previous, move)
    last = Mark("last", (end,))
    return (last,) if previous.step else (Mark("origin", (origin,)), last)


# --- in words ------------------------------------------------------------------------------


def task(position: Eigenstate) -> Message:
    """Whose turn it is and what they must do."""
    player = player_name(position.player)
    if position.step:
        return say("{player} to place {pegs}", player=player, pegs=pegs_in_words(position.step))
    return say("{player} to move a piece", player=player)


def describe_move(position: Eigenstate, previous: Eigenstate, move: int) -> list[Message]:
    """The piece moved and what it captured, or the peg placed; then what is skipped."""
    said = (
        describe_peg(position, previous, move)
        if previous.step
        else describe_piece_move(previous, move)
    )
    return said if position.over else [*said, *omissions(position, previous)]


def describe_peg(position: Eigenstate, previous: Eigenstate, move: int) -> list[Message]:
    """The peg placed, and whether its piece is full now."""
    cell, hole = divmod(move, STRIDE)
    values = {
        "player": player_name(previous.player),
        "hole": HOLE_NAMES[hole],
        "cell": board_cell(cell),
    }
    said = [say("{player} puts a peg into hole {hole} of the piece on {cell}", **values)]
    if len(position.pegs_of(cell)) == HOLES:
        said.append(say("The piece on {cell} is full of pegs", **values))
    return said


def describe_piece_move(previous: Eigenstate, move: int) -> list[Message]:
    """The piece moved, and the piece that it captured."""
    (start,), (end,) = steps(previous, move)
    moved = say(
        "{player} moves a piece from {start} to {end}",
        player=player_name(previous.player),
        start=start,
        end=end,
    )
    return [moved, *captures(previous, move)]


def captures(previous: Eigenstate, move: int) -> list[Message]:
    """The captured piece, if any."""
    target = move % STRIDE - HOLES
    letter = previous.rows()[target % SIZE][target // SIZE]
    if letter == ".":
        return []
    mover = player_name(previous.player)
    if "xo".index(letter) == previous.player:
        return [say("{player} captures their own piece", player=mover)]
    return [say("{player} captures a piece", player=mover)]


def puzzle_themes(position: Eigenstate, move: int, final: Eigenstate) -> list[Message]:
    """Whether the move captures, and what decides in the end."""
    if position.step:
        found = [say("a peg")]
    else:
        found = [say("a capture") if captures(position, move) else say("a quiet move")]
    return [*found, say("a full piece wins")] if min(final.scores()) > 1 else found


def omissions(position: Eigenstate, previous: Eigenstate) -> list[Message]:
    """The parts of a turn that are skipped: pegs without empty holes, a move without pegs."""
    mover = player_name(previous.player)
    if position.player == previous.player:
        if previous.step == 0 and position.step == 1:
            return [say("{player} has only one empty hole", player=mover)]
        return []
    said = []
    if previous.step == 0:
        said.append(say("{player} has no empty hole and places no peg", player=mover))
    if position.step:
        player = player_name(position.player)
        said.append(say("{player} has no piece that can move", player=player))
    return said


def describe_result(position: Eigenstate) -> list[Message]:
    """Who has won: the other player has too few pieces, or a piece is full."""
    said = plain_result_description(position)
    for player, pieces in enumerate(position.scores()):
        if pieces <= 1:
            return [*said, say("{player} has fewer than two pieces", player=player_name(player))]
    if set(position.scores()) == {2}:
        said.append(say("Both players have two pieces, so a piece full of pegs decides"))
    else:
        said.append(say("A player has two pieces, so a piece full of pegs decides"))
    outcome = position.outcome()
    return said + [
        say("{player} has a piece full of pegs", player=player_name(winner))
        for winner in (outcome.winners if outcome else ())
    ]


def player_notes(position: Eigenstate, player: int) -> tuple[Message, ...]:
    """The pieces that a player has left."""
    count = position.scores()[player]
    return (say("1 piece") if count == 1 else say("{count} pieces", count=count),)


def describe_score(position: Eigenstate) -> Message:
    """The pieces that each player has left."""
    first, second = position.scores()
    return say("Pieces left: {first} to {second}", first=first, second=second)
