"""Setting up Lyngk positions by hand."""

from collections.abc import Iterator
from dataclasses import replace

from tabuleiro.core.editing import ERASER, Draft, DraftField, Tool, turn_field
from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import split_fields
from tabuleiro.core.options import Options
from tabuleiro.core.position import NOBODY
from tabuleiro.core.scene import Scene, Steps, player_name
from tabuleiro.games.lyngk import view
from tabuleiro.games.lyngk.encoding import LyngkPosition
from tabuleiro.games.lyngk.rules import COLOURS, LETTERS, MOST_CLAIMS, NAMES
from tabuleiro.games.lyngk.text import (
    CELLS_OF_ROW,
    EMPTY,
    FIELDS,
    MOST_POINTS,
    PIECE_NAMES,
    check_height,
    check_letters,
    check_rows,
    parse_claims,
    parse_points,
    parse_row,
)

PLAYERS = "xo"
POINTS = ("points-1", "points-2")
HIGHEST = 9  # pieces of a stack, legal or not; more cannot be shown
CLAIMED = DraftField(
    "claimed", say("Has claimed in this turn"), {EMPTY: say("No"), "c": say("Yes")}, turn=True
)


def tools(options: Options) -> tuple[Tool, ...]:
    """A piece of each colour, put on top of what is there."""
    order = (*COLOURS, 0)  # the joker last
    return (
        *(Tool(LETTERS[n], PIECE_NAMES[n], view.piece("", LETTERS[n], None)) for n in order),
        replace(ERASER, label=say("Remove the top")),
    )


def fields(options: Options) -> tuple[DraftField, ...]:
    """Whose turn it is, whether they have claimed in it, and the stacks each player removed."""
    six = options["variant"] == "stack6"
    points = (
        DraftField(name, points_label(player, six), most=1 if six else MOST_POINTS)
        for player, name in enumerate(POINTS)
    )
    return (turn_field(2), CLAIMED, *points)


def points_label(player: int, six: bool) -> Message:
    """What the points of a player mean."""
    owner = player_name(player)
    if six:
        return say("Stacks of six of {player}", player=owner)
    return say("Stacks won by {player}", player=owner)


def read(text: str, options: Options) -> Draft:
    """Stacks from the top; the marker of a claimed colour has the letter of its player."""
    stacks, claims_text, points_text, player, claimed = split_fields(text, FIELDS)
    points = parse_points(points_text, "standard")
    counts = {name: str(count) for name, count in zip(POINTS, points, strict=True)}
    board = {**dict(read_stacks(stacks)), **dict(read_claims(claims_text))}
    return Draft(options, board, {"player": player, "claimed": claimed, **counts})


def read_stacks(text: str) -> Iterator[tuple[str, str]]:
    """The stacks by the names of their cells."""
    rows = check_rows(text)
    for number, (row, cells) in enumerate(zip(rows, CELLS_OF_ROW, strict=True), 1):
        for cell, stack in parse_row(row, number, cells):
            check_letters(NAMES[cell], stack)
            check_height(NAMES[cell], stack, HIGHEST)
            yield NAMES[cell], stack


def read_claims(text: str) -> Iterator[tuple[str, str]]:
    """The markers of claimed colours, with the letters of their players."""
    for player, letters in zip(PLAYERS, parse_claims(text), strict=True):
        for letter in letters:
            yield view.marker_name(LETTERS.index(letter)), player


def write(draft: Draft) -> str:
    """`<stacks> <claims> <points> <player> <claimed>`."""
    stacks = "/".join(
        ",".join(draft.at(NAMES[cell]) or EMPTY for cell in cells) for cells in CELLS_OF_ROW
    )
    claims = ":".join(claims_of(draft, player) or EMPTY for player in PLAYERS)
    points = ":".join(draft.fields[name] for name in POINTS)
    return f"{stacks} {claims} {points} {draft.fields['player']} {draft.fields['claimed']}"


def claims_of(draft: Draft, player: str) -> str:
    """The letters of the colours that a player has claimed, in alphabetical order."""
    claimed = (n for n in COLOURS if draft.at(view.marker_name(n)) == player)
    return "".join(sorted(LETTERS[n] for n in claimed))


def touches(draft: Draft, tool: str) -> list[Steps]:
    """Every cell, and the markers of the colours."""
    sites = (*NAMES.values(), *map(view.marker_name, COLOURS))
    return [((site,),) for site in sites]


def touch(draft: Draft, tool: str, site: str) -> Draft:
    """Put a piece on a stack, remove its top, or give a marker to the next player."""
    there = draft.at(site)
    if site not in NAMES.values():
        return draft.put(site, next_claimer(draft, there))
    if tool == ERASER.name:
        return draft.put(site, there[1:])
    return draft.put(site, tool + there) if len(there) < HIGHEST else draft


def next_claimer(draft: Draft, claimer: str) -> str:
    """Nobody, player 1, player 2, nobody; players who have all their colours are skipped."""
    later = PLAYERS[PLAYERS.index(claimer) + 1 :] if claimer else PLAYERS
    return next((p for p in later if len(claims_of(draft, p)) < MOST_CLAIMS), "")


def scene(draft: Draft) -> Scene:
    """The board with the stacks of the draft, and the markers beside it."""
    first, second = (claims_of(draft, player) for player in PLAYERS)
    points = (int(draft.fields[POINTS[0]]), int(draft.fields[POINTS[1]]))
    empty = LyngkPosition(draft.options, {}, (first, second), points, NOBODY, False)
    plain = view.scene(empty, None, None)
    stacks = tuple(
        view.piece(site, letter, None)
        for site, letters in draft.board.items()
        if site in NAMES.values()
        for letter in reversed(letters)
    )
    return replace(plain, pieces=(*stacks, *plain.pieces), captions=())
