"""Lyngk positions and moves as text, and why a move is illegal."""

import re
from collections import Counter
from collections.abc import Iterator

from tabuleiro.core.message import Message, MoveError, PositionError, quote, say
from tabuleiro.core.notation import format_player, parse_player, split_fields, unreadable
from tabuleiro.core.options import Options
from tabuleiro.core.position import NOBODY
from tabuleiro.core.scene import player_name
from tabuleiro.games.lyngk.encoding import LyngkPosition
from tabuleiro.games.lyngk.rules import (
    CELL_AT,
    CLAIM,
    COLOURS,
    HALF_HEIGHTS,
    JOKER,
    JOKERS,
    LETTERS,
    MOST_CLAIMS,
    NAMES,
    OF_EACH_COLOUR,
    PIECES,
    PLACES,
    ROWS,
    WAYS_AHEAD,
    Lyngk,
    is_claim,
)

FIELDS = ("stacks", "claims", "points", "player", "claimed")
CELLS_OF_ROW = [
    [CELL_AT[row, column] for column in range(len(HALF_HEIGHTS)) if (row, column) in CELL_AT]
    for row in range(ROWS)
]
NUMBER_OF = {name: number for number, name in NAMES.items()}
EMPTY = "-"

POINTS = re.compile(r"(0|[1-9][0-9]{0,8}):(0|[1-9][0-9]{0,8})", re.ASCII)
STACK_MOVE = re.compile(r"([a-z][0-9]{1,2})([a-z][0-9]{1,2})", re.ASCII | re.IGNORECASE)
CLAIM_MOVE = re.compile(r"claim-([a-z]{1,20})", re.ASCII | re.IGNORECASE)

# Colours are nouns, so that no other word of a sentence has to agree with them.
PIECE_NAMES = (
    say("joker"), say("black"), say("blue"), say("green"), say("ivory"), say("red"),
)  # fmt: skip
LETTERS_IN_WORDS = tuple(
    say("{letter} {colour}", letter=letter, colour=name)
    for letter, name in zip(LETTERS, PIECE_NAMES, strict=True)
)
COLOUR_LETTERS = LETTERS[1:]
MOST_POINTS = 999_999_999


# --- positions -----------------------------------------------------------------------------


def format_position(position: Lyngk) -> str:
    """`<stacks> <claims> <points> <player> <claimed>`."""
    stacks = "/".join(
        ",".join(position.stack(cell) or EMPTY for cell in cells) for cells in CELLS_OF_ROW
    )
    own = ([LETTERS[colour] for colour in position.claims_of(player)] for player in range(2))
    claims = ":".join("".join(sorted(letters)) or EMPTY for letters in own)
    points = ":".join(str(score) for score in position.scores())
    claimed = "c" if position.claimed else EMPTY
    return f"{stacks} {claims} {points} {format_player(position.player)} {claimed}"


def parse_position(text: str, options: Options) -> LyngkPosition:
    """The position that `format_position` wrote."""
    stacks_text, claims_text, points_text, player_text, claimed_text = split_fields(text, FIELDS)
    variant = str(options["variant"])
    stacks = parse_stacks(stacks_text, 6 if variant == "stack6" else 5)
    claims = parse_claims(claims_text)
    points = parse_points(points_text, variant)
    check_points(points, len(stacks))
    player = parse_player(player_text, 2)
    if claimed_text not in ("c", EMPTY):
        raise PositionError("claimed", say("{text} is not c or -", text=quote(claimed_text)))
    position = LyngkPosition(options, stacks, claims, points, player, claimed_text == "c")
    check_turn(position, player, claimed_text == "c")
    return position


def parse_stacks(text: str, limit: int) -> dict[int, str]:
    """The stacks by the number of their cell, top first."""
    stacks = dict(
        entry
        for number, (row, cells) in enumerate(zip(check_rows(text), CELLS_OF_ROW, strict=True), 1)
        for entry in parse_row(row, number, cells)
    )
    for cell, stack in stacks.items():
        check_stack(NAMES[cell], stack, limit)
    check_pieces(stacks)
    return stacks


def check_rows(text: str) -> list[str]:
    """The rows of the board."""
    rows = text.split("/")
    if len(rows) != ROWS:
        reason = say("it has {wanted} rows, not {found}", found=len(rows), wanted=ROWS)
        raise PositionError("stacks", reason)
    return rows


def parse_row(text: str, number: int, cells: list[int]) -> Iterator[tuple[int, str]]:
    """The cells of one row that hold a stack, and its letters."""
    stacks = text.split(",")
    if len(stacks) != len(cells):
        reason = say(
            "row {row} has {wanted} cells, not {found}",
            row=number,
            found=len(stacks),
            wanted=len(cells),
        )
        raise PositionError("stacks", reason)
    return ((cell, stack) for cell, stack in zip(cells, stacks, strict=True) if stack != EMPTY)


def check_stack(name: str, stack: str, limit: int) -> None:
    """A stack has valid letters, no joker on top of others, no colour twice; it is not too high."""
    if len(stack) == 1 and stack in LETTERS:
        return
    check_letters(name, stack)
    check_height(name, stack, limit)
    if len(stack) > 1 and stack[0] == LETTERS[JOKER]:
        raise PositionError("stacks", say("a joker lies on top of the stack on {cell}", cell=name))
    twice = [letter for letter in COLOUR_LETTERS if stack.count(letter) > 1]
    if twice:
        reason = say("the stack on {cell} holds {letter} twice", cell=name, letter=twice[0])
        raise PositionError("stacks", reason)


def check_height(name: str, stack: str, limit: int) -> None:
    """A stack is not too high."""
    if len(stack) > limit:
        facts = {"cell": name, "height": len(stack), "limit": limit}
        reason = say("the stack on {cell} is {height} high: the limit is {limit}", **facts)
        raise PositionError("stacks", reason)


def check_letters(name: str, stack: str) -> None:
    """A stack has pieces, and no other letters."""
    if not stack or set(stack) - set(LETTERS):
        reason = say(
            "{cell} holds {text}: a stack is written with {letters}, an empty cell as -",
            cell=name,
            text=quote(stack),
            letters=tuple(LETTERS),
        )
        raise PositionError("stacks", reason)


def check_pieces(stacks: dict[int, str]) -> None:
    """At most eight of each colour and three jokers are on the board."""
    pieces = Counter("".join(stacks.values()))
    for letter in LETTERS:
        most = JOKERS if letter == LETTERS[JOKER] else OF_EACH_COLOUR
        if pieces[letter] > most:
            reason = say(
                "there are {found} pieces {letter}: the game has {most}",
                found=pieces[letter],
                letter=letter,
                most=most,
            )
            raise PositionError("stacks", reason)


def parse_claims(text: str) -> tuple[str, str]:
    """The letters of each player's colours."""
    parts = text.split(":")
    if len(parts) != 2:
        reason = say("{text} is not two lists of colours such as bg:d", text=quote(text))
        raise PositionError("claims", reason)
    first, second = ("" if part == EMPTY else check_claims(part) for part in parts)
    both = set(first) & set(second)
    if both:
        raise PositionError("claims", say("{letter} is claimed twice", letter=min(both)))
    return first, second


def check_claims(letters: str) -> str:
    """One or two colours in alphabetical order."""
    if not letters or set(letters) - set(COLOUR_LETTERS):
        reason = say(
            "{text} is not a list of the colours {letters}, nor - for none",
            text=quote(letters),
            letters=tuple(sorted(COLOUR_LETTERS)),
        )
        raise PositionError("claims", reason)
    for letter in COLOUR_LETTERS:
        if letters.count(letter) > 1:
            raise PositionError("claims", say("{letter} is claimed twice", letter=letter))
    if len(letters) > MOST_CLAIMS:
        reason = say(
            "{letters} are {found} colours: a player claims at most {most}",
            letters=letters,
            found=len(letters),
            most=MOST_CLAIMS,
        )
        raise PositionError("claims", reason)
    if list(letters) != sorted(letters):
        reason = say("{letters} are not in alphabetical order", letters=letters)
        raise PositionError("claims", reason)
    return letters


def parse_points(text: str, variant: str) -> tuple[int, int]:
    """The points of each player."""
    match = POINTS.fullmatch(text)
    if not match:
        reason = say("{text} is not two numbers such as 0:1", text=quote(text))
        raise PositionError("points", reason)
    points = int(match[1]), int(match[2])
    if variant == "stack6" and max(points) > 1:
        reason = say("in stack6 a player has 0 points or 1, for a six that has won")
        raise PositionError("points", reason)
    return points


def check_points(points: tuple[int, int], stacks: int) -> None:
    """The points of stacks that are removed later can still be added and written."""
    if max(points) + stacks > MOST_POINTS:
        reason = say(
            "{points} are too many: with the stacks on the board they are {most} at most",
            points=max(points),
            most=MOST_POINTS,
        )
        raise PositionError("points", reason)


def check_turn(position: Lyngk, player: int, claimed: bool) -> None:
    """The player to move can move; the turn fields are `-` if and only if the game is over."""
    over = is_over(position)
    if player == NOBODY and not over:
        raise PositionError("player", say("the game is not over: write who can move, x or o"))
    if player != NOBODY and over:
        raise PositionError("player", say("the game is over: write -"))
    if claimed:
        check_claimed(position, player)
    elif player != NOBODY and not position.has_turn(player):
        reason = say(
            "{player} cannot move and passes: the other player is to move",
            player=player_name(player),
        )
        raise PositionError("player", reason)


def is_over(position: Lyngk) -> bool:
    """Nobody has a turn, or a six has won."""
    won = position.options()["variant"] == "stack6" and any(position.scores())
    return won or not (position.has_turn(0) or position.has_turn(1))


def check_claimed(position: Lyngk, player: int) -> None:
    """A player who has claimed in this turn has a colour and a move."""
    if player == NOBODY:
        raise PositionError("claimed", say("the game is over: write -"))
    if not position.claims_of(player):
        reason = say("{player} has no colour to have just claimed", player=player_name(player))
        raise PositionError("claimed", reason)
    if not position.can_move(player):
        reason = say(
            "{player} has no move to follow the claim, so it was not possible",
            player=player_name(player),
        )
        raise PositionError("claimed", reason)


# --- moves ---------------------------------------------------------------------------------


def format_move(position: Lyngk, move: int) -> str:
    """`c3d3` (from, to), or `claim-red`."""
    if is_claim(move):
        return f"claim-{PIECES[move - CLAIM]}"
    return NAMES[move >> 6] + NAMES[move & 63]


def parse_move(position: Lyngk, text: str) -> int:
    """The move that `format_move` wrote, in upper or lower case."""
    if claim := CLAIM_MOVE.fullmatch(text):
        return CLAIM + parse_colour(claim[1].lower())
    stack_move = STACK_MOVE.fullmatch(text)
    if not stack_move:
        raise unreadable(text, say("write two cells such as c3d3, or a claim such as claim-red"))
    return 64 * parse_cell(stack_move[1].lower()) + parse_cell(stack_move[2].lower())


def parse_colour(name: str) -> int:
    """The colour of a claim."""
    if name not in PIECES[1:]:
        reason = say(
            "{name} cannot be claimed: claim one of {names}", name=name, names=PIECE_NAMES[1:]
        )
        raise MoveError(reason)
    return PIECES.index(name)


def parse_cell(name: str) -> int:
    """The number of a cell."""
    if name not in NUMBER_OF:
        reason = say(
            "{cell} is not a cell of the board: the columns a to i have {counts} cells",
            cell=name,
            counts=tuple(half + 1 for half in HALF_HEIGHTS),
        )
        raise MoveError(reason)
    return NUMBER_OF[name]


def explain(position: Lyngk, move: int) -> Message:
    """The rule that forbids a claim or a move of a stack."""
    if is_claim(move):
        return explain_claim(position, move - CLAIM)
    start, end = move >> 6, move & 63
    return (
        explain_start(position, start)
        or explain_end(position, start, end)
        or explain_stacking(position, start, end)
        or explain_way(position, start, end)
    )


def explain_claim(position: Lyngk, colour: int) -> Message:
    """One claim per turn, two colours per player, each colour once; a move must follow."""
    if position.claimed:
        return say("you have already claimed a colour in this turn: now move a stack")
    if len(position.claims_of(position.player)) == MOST_CLAIMS:
        return say("you have two colours already, and no player claims more")
    for player in range(2):
        if colour in position.claims_of(player):
            return say(
                "{colour} is not available: {player} has claimed it",
                colour=PIECE_NAMES[colour],
                player=player_name(player),
            )
    return say(
        "a claim comes before a move, and with {colour} you would have no move",
        colour=PIECE_NAMES[colour],
    )


def explain_start(position: Lyngk, start: int) -> Message | None:
    """There must be a stack with a neutral colour or a colour of the player on top."""
    stack = position.stack(start)
    if not stack:
        return say("there is no stack on {cell}", cell=NAMES[start])
    top = LETTERS.index(stack[0])
    if top == JOKER:
        return say("the stack on {cell} is a joker, which nobody can move", cell=NAMES[start])
    if top in position.claims_of(1 - position.player):
        return say(
            "the stack on {cell} is {colour}, a colour of {player}",
            cell=NAMES[start],
            colour=PIECE_NAMES[top],
            player=player_name(1 - position.player),
        )
    return None


def explain_end(position: Lyngk, start: int, end: int) -> Message | None:
    """A stack moves onto another stack."""
    if start == end:
        return say("the stack on {cell} cannot be put on itself", cell=NAMES[start])
    if not position.stack(end):
        return say("{cell} is empty: a stack only moves onto another stack", cell=NAMES[end])
    return None


def explain_stacking(position: Lyngk, start: int, end: int) -> Message | None:
    """A stack has a limit and no colour twice; a neutral stack never goes onto a higher one."""
    moved, base = position.stack(start), position.stack(end)
    height = len(moved) + len(base)
    if height > position.limit:
        return say(
            "the stack would be {height} high: the limit is {limit}",
            height=height,
            limit=position.limit,
        )
    if not is_own(position, start) and len(moved) < len(base):
        return say(
            "a neutral stack cannot go onto a higher one: {start} is {low} high and {end} {high}",
            start=NAMES[start],
            low=len(moved),
            end=NAMES[end],
            high=len(base),
        )
    common = [colour for colour in COLOURS if LETTERS[colour] in moved and LETTERS[colour] in base]
    if common:
        return say(
            "a stack holds no colour twice: both {start} and {end} have {colours}",
            start=NAMES[start],
            end=NAMES[end],
            colours=tuple(PIECE_NAMES[colour] for colour in common),
        )
    return None


def is_own(position: Lyngk, cell: int) -> bool:
    """Whether the player to move has claimed the colour of the stack on a cell."""
    return LETTERS.index(position.stack(cell)[0]) in position.claims_of(position.player)


def explain_way(position: Lyngk, start: int, end: int) -> Message:
    """A stack moves along a line to the first stack; an own stack may continue over links."""
    cells = {"start": NAMES[start], "end": NAMES[end]}
    between = cells_between(str(position.options()["lines"]), start, end)
    blocks = [NAMES[cell] for cell in between or () if position.stack(cell)]
    if not is_own(position, start):
        if blocks:
            return say(
                "the stack on {block} stands between {start} and {end}", block=blocks[0], **cells
            )
        return say("no line leads from {start} to {end}", **cells)
    colour = PIECE_NAMES[LETTERS.index(position.stack(start)[0])]
    if blocks:
        return say(
            "the stack on {block} stands between {start} and {end}, "
            "and no chain of {colour} links leads round it",
            block=blocks[0],
            colour=colour,
            **cells,
        )
    return say(
        "no line leads from {start} to {end}, nor does a chain of {colour} links",
        colour=colour,
        **cells,
    )


def cells_between(lines: str, start: int, end: int) -> list[int] | None:
    """The cells between two cells of a line, in order; None if they are not on a line."""
    for down, right in WAYS_AHEAD[lines]:
        for sign in (1, -1):
            row, column = PLACES[start]
            between: list[int] = []
            while (row := row + sign * down, column := column + sign * right) in CELL_AT:
                if CELL_AT[row, column] == end:
                    return between
                between.append(CELL_AT[row, column])
    return None
