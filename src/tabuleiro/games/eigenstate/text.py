"""Eigenstate positions and moves as text, and why a move is illegal. Prompts for moves in parts."""

import re

from tabuleiro.core import notation
from tabuleiro.core.message import Message, MoveError, PositionError, quote, say
from tabuleiro.core.options import Options
from tabuleiro.core.position import NOBODY
from tabuleiro.core.prompts import Prompt, RestartError, cell_prompt
from tabuleiro.core.scene import player_name
from tabuleiro.games.eigenstate.encoding import EigenstatePosition
from tabuleiro.games.eigenstate.rules import (
    HOLES,
    MOST_PIECES,
    PEGS_A_TURN,
    SIZE,
    STRIDE,
    Eigenstate,
    hole_at,
)

FIELDS = ("cells", "pegs", "player", "step")
STEPS = ("m", "1", "2")
MASK = re.compile(r"[0-9a-f]{6}")
MOVE = re.compile(r"([a-z][0-9]{1,2})(:?)([a-z][0-9]{1,2})", re.IGNORECASE | re.ASCII)
FORMS = say("write a move of a piece such as a1a2, or a peg such as a2:c4")
HOLE_NAMES = tuple(
    notation.cell_name(hole_at(hole)[1], hole_at(hole)[0] + 1) for hole in range(HOLES)
)
CENTRE = "c3"
HOLES_ACROSS = 5


def format_position(position: Eigenstate) -> str:
    """`<cells> <pegs> <player> <step>`."""
    rows = position.rows()
    masks = ",".join(f"{position.mask(r, c):06x}" for r, c in piece_cells(rows))
    step = "-" if position.over else STEPS[position.step]
    return f"{notation.format_rows(rows)} {masks} {notation.format_player(position.player)} {step}"


def piece_cells(rows: list[str]) -> list[tuple[int, int]]:
    """Row and column of every piece, in reading order."""
    return [(r, c) for r, row in enumerate(rows) for c, owner in enumerate(row) if owner != "."]


def parse_position(text: str, options: Options) -> EigenstatePosition:
    """The position that `format_position` wrote."""
    cell_text, mask_text, player_text, step_text = notation.split_fields(text, FIELDS)
    rows = notation.parse_rows("cells", cell_text, SIZE, SIZE, "xo")
    check_pieces(rows)
    masks = parse_masks(mask_text, len(piece_cells(rows)))
    player = notation.parse_player(player_text, 2)
    if step_text not in (*STEPS, "-"):
        raise PositionError("step", say("{text} is not m, 2, 1 or -", text=quote(step_text)))
    step = 0 if step_text == "-" else STEPS.index(step_text)
    position = EigenstatePosition(options, rows, masks, player, step)
    check_turn(position, player, step_text)
    return position


def check_pieces(rows: list[str]) -> None:
    """Each player has at most six pieces, and only one of them has lost."""
    counts = [sum(row.count(letter) for row in rows) for letter in "xo"]
    for player, count in enumerate(counts):
        if count > MOST_PIECES:
            reason = say(
                "{player} has {count} pieces: there are at most {most} a side",
                player=player_name(player),
                count=count,
                most=MOST_PIECES,
            )
            raise PositionError("cells", reason)
    if max(counts) <= 1:
        reason = say("both players have at most one piece: only one can have lost")
        raise PositionError("cells", reason)


def parse_masks(text: str, pieces: int) -> list[int]:
    """The peg masks, one for each piece."""
    masks = text.split(",")
    if len(masks) != pieces:
        reason = say(
            "there are {found} masks for {pieces} pieces: write one for each, joined by commas",
            found=len(masks),
            pieces=pieces,
        )
        raise PositionError("pegs", reason)
    for number, mask in enumerate(masks, start=1):
        if not MASK.fullmatch(mask):
            reason = say(
                "mask {number} is {text}: write six digits, 0 to 9 and a to f",
                number=number,
                text=quote(mask),
            )
            raise PositionError("pegs", reason)
    return [int(mask, 16) for mask in masks]


def check_turn(position: Eigenstate, player: int, step_text: str) -> None:
    """The turn fields are `-` if and only if the game is over; otherwise the step is possible."""
    for field, given in (("player", player != NOBODY), ("step", step_text != "-")):
        if position.decided() and given:
            raise PositionError(field, say("the game is over: write -"))
        if not position.decided() and not given:
            wanted = say("x or o") if field == "player" else say("m, 2 or 1")
            raise PositionError(field, say("the game is not over: write {wanted}", wanted=wanted))
    if not position.decided():
        check_step(position, player)


def check_step(position: Eigenstate, player: int) -> None:
    """The player can move a piece, or has holes for the pegs."""
    if position.step == 0 and not position.can_move(player):
        reason = say(
            "{player} has no piece that can move, and starts with the pegs: write 2 or 1, not m",
            player=player_name(player),
        )
        raise PositionError("step", reason)
    if position.step > position.empty_holes(player):
        reason = say(
            "{step} is more than the empty holes of {player}, which are {holes}",
            step=position.step,
            player=player_name(player),
            holes=position.empty_holes(player),
        )
        raise PositionError("step", reason)


def board_cell(cell: int) -> str:
    """The name of the cell of that number."""
    return notation.cell_name(cell // SIZE, cell % SIZE + 1)


def format_move(position: Eigenstate, move: int) -> str:
    """`a1a2` for the move of a piece, `a2:c4` for a peg."""
    cell, choice = divmod(move, STRIDE)
    if choice < HOLES:
        return f"{board_cell(cell)}:{HOLE_NAMES[choice]}"
    return board_cell(cell) + board_cell(choice - HOLES)


def parse_move(position: Eigenstate, text: str) -> int:
    """The move that `format_move` wrote, in upper or lower case."""
    match = MOVE.fullmatch(text)
    if not match or not notation.parse_cell(match[1]) or not notation.parse_cell(match[3]):
        raise notation.unreadable(text, FORMS)
    cell = STRIDE * parse_board_cell(match[1].lower())
    if match[2]:
        return cell + parse_hole(match[3].lower())
    return cell + HOLES + parse_board_cell(match[3].lower())


def parse_board_cell(name: str) -> int:
    """The number of a cell of the board, whose name has the form of one."""
    cell = notation.parse_board_cell(name, SIZE, SIZE)
    assert cell, "the form was checked before"
    return SIZE * cell[0] + cell[1] - 1


def parse_hole(name: str) -> int:
    """The number of a hole of a piece."""
    if name == CENTRE:
        raise MoveError(say("{hole} is the centre of a piece, which takes no peg", hole=name))
    if name not in HOLE_NAMES:
        raise MoveError(say("a piece has no hole {hole}: columns a to e, rows 1 to 5", hole=name))
    return HOLE_NAMES.index(name)


def explain(position: Eigenstate, move: int) -> Message:
    """Why a piece cannot go there, or why a peg cannot be placed there."""
    cell, choice = divmod(move, STRIDE)
    if choice < HOLES and position.step == 0:
        return say("move a piece first: pegs are placed after the move")
    if choice >= HOLES and position.step > 0:
        if position.step == 2:
            return say("place your pegs now, no piece moves: two pegs left in this turn")
        return say("place your pegs now, no piece moves: one peg left in this turn")
    if position.rows()[cell % SIZE][cell // SIZE] != "xo"[position.player]:
        return say("{cell} holds no piece of yours", cell=board_cell(cell))
    if choice < HOLES:
        return say(
            "hole {hole} of the piece on {cell} already holds a peg",
            hole=HOLE_NAMES[choice],
            cell=board_cell(cell),
        )
    return say(
        "no peg of the piece on {cell} leads to {target}",
        cell=board_cell(cell),
        target=board_cell(choice - HOLES),
    )


def pegs_in_words(step: int) -> Message:
    """The pegs that are left to place in a turn."""
    return say("two pegs") if step == 2 else say("one peg")


# --- typing a move in parts ----------------------------------------------------------------


def instructions(position: Eigenstate) -> tuple[Message, ...]:
    """A piece and where it goes, or a piece and the hole for a peg."""
    if position.step == 0:
        return say("Move one of your pieces"), say("Choose where it goes")
    if position.step == 2:
        return say("Place 2 pegs: choose a piece"), say("Choose a hole for the first peg")
    return say("Place the last peg: choose a piece"), say("Choose a hole for the last peg")


def first_prompt(position: Eigenstate) -> Prompt:
    """The piece to move, or the piece for the next peg."""
    return ask_peg(position) if position.step else ask_move(position)


def ask_move(position: Eigenstate) -> Prompt:
    """A piece that can move, then the cell where it goes."""

    def then(cell: str) -> Prompt:
        stuck = say("the piece on {cell} cannot move: no peg of it leads to a cell", cell=cell)
        check_piece(position, cell, stuck)
        goal = say("Cell to move to, a to f and 1 to 6")
        return cell_prompt(goal, SIZE, SIZE, lambda end: cell + end)

    return cell_prompt(say("Piece to move, a to f and 1 to 6"), SIZE, SIZE, then)


def ask_peg(position: Eigenstate) -> Prompt:
    """A piece with an empty hole, then the hole."""
    pegs = {"number": PEGS_A_TURN + 1 - position.step, "pegs": PEGS_A_TURN}

    def then(cell: str) -> Prompt:
        check_piece(position, cell, say("the piece on {cell} is full of pegs", cell=cell))
        hole = say("Hole for peg {number} of {pegs}, a to e and 1 to 5", **pegs)
        return cell_prompt(
            hole, HOLES_ACROSS, HOLES_ACROSS, lambda end: f"{cell}:{end}", detail=cell
        )

    piece = say("Piece for peg {number} of {pegs}, a to f and 1 to 6", **pegs)
    return cell_prompt(piece, SIZE, SIZE, then)


def check_piece(position: Eigenstate, cell: str, useless: Message) -> None:
    """The piece must belong to the player and have a legal move."""
    number = parse_board_cell(cell)
    if position.rows()[number % SIZE][number // SIZE] != "xo"[position.player]:
        raise RestartError(say("{cell} holds no piece of yours", cell=cell))
    if not any(move // STRIDE == number for move in position.legal_moves()):
        raise RestartError(useless)
