"""Prompts for typing a move of Lyngk in parts."""

import re

from tabuleiro.core.message import Message, MoveError, UnreadableError, quote, say
from tabuleiro.core.notation import unreadable
from tabuleiro.core.prompts import Prompt
from tabuleiro.games.lyngk.rules import CELL_AT, LETTERS, NAMES, PIECES, Lyngk, is_claim
from tabuleiro.games.lyngk.text import PIECE_NAMES

MOVE_WORDS = ("move", "mover", "jogar")
CLAIM_WORDS = ("claim", "reclamar", "reivindicar")
ROWS_AND_COLUMNS = re.compile(r"([0-9]{1,2})-([0-9]{1,2}):([0-9]{1,2})-([0-9]{1,2})", re.ASCII)

COLOUR_WORDS = {
    "black": ("d", "black", "preto"),
    "red": ("r", "red", "vermelho"),
    "ivory": ("i", "ivory", "marfim"),
    "green": ("g", "green", "verde"),
    "blue": ("b", "blue", "azul"),
}
"""Names of each colour: its initial (d as in dark for black), and words."""


def instructions(position: Lyngk) -> tuple[Message, ...]:
    """A stack and where it goes, and whether a colour can or must be claimed first."""
    goal = say("Choose the stack that it goes onto")
    if position.claimed:
        claims = tuple(PIECE_NAMES[colour] for colour in position.claims_of(position.player))
        return say("You own {colours}: now move a stack", colours=claims), goal
    if not position.can_move(position.player):
        return (say("Claim a colour: without one you have no move"),)
    if any(is_claim(move) for move in position.legal_moves()):
        return say("Move a stack, or claim a colour first"), goal
    return say("Move a stack"), goal


def first_prompt(position: Lyngk) -> Prompt:
    """A move or a claim; only a move if nothing can be claimed."""
    if not any(is_claim(move) for move in position.legal_moves()):
        return ask_move(position)

    def read(text: str) -> Prompt | str:
        unknown = say(
            "unknown instruction {text}: write two cells such as {move}, or claim",
            text=quote(text),
            move=example(position),
        )
        return read_instruction(position, text, unknown)

    return Prompt(say("Move as two cells such as {move}, or claim", move=example(position)), read)


def example(position: Lyngk) -> str:
    """A move of a stack; only its form if a claim has to come first."""
    moves = [move for move in position.legal_moves() if not is_claim(move)]
    return position.move_text(moves[0]) if moves else "c5d4"


def ask_move(position: Lyngk) -> Prompt:
    """The cell of a stack and the cell where it goes. The row-column:row-column of the first
    program is understood too."""
    words = say("Move as two cells, such as {move}", move=example(position))
    forms = say("write two cells such as {move}", move=example(position))
    return Prompt(
        words, lambda text: read_instruction(position, text, unreadable(text, forms).message)
    )


def read_instruction(position: Lyngk, text: str, otherwise: Message) -> Prompt | str:
    """An answer that every prompt accepts: another instruction, or rows and columns."""
    if text.lower() in MOVE_WORDS:
        return ask_move(position)
    if text.lower() in CLAIM_WORDS:
        return ask_claim(position)
    match = ROWS_AND_COLUMNS.fullmatch(text)
    if match is None:
        raise UnreadableError(otherwise)
    row, column, end_row, end_column = (int(number) for number in match.groups())
    return cell_of(row, column) + cell_of(end_row, end_column)


def cell_of(row: int, column: int) -> str:
    """The name of the cell in that row and column."""
    if (row, column) not in CELL_AT:
        raise MoveError(
            say("row {row}, column {column} is not a cell of the board", row=row, column=column)
        )
    return NAMES[CELL_AT[row, column]]


def ask_claim(position: Lyngk) -> Prompt:
    """A colour that nobody has; MoveError if the player cannot claim any."""
    taken = position.claims_of(0) + position.claims_of(1)
    free = [colour for colour in COLOUR_WORDS if PIECES.index(colour) not in taken]
    reasons = [position.explain(f"claim-{colour}") for colour in free]
    if reasons[0] is not None and None not in reasons:
        raise MoveError(reasons[0])
    words = say("Colour to claim, by name or initial: {colours}", colours=colours_in_words(free))
    return Prompt(words, lambda text: read_colour(position, text))


def colours_in_words(colours: list[str]) -> tuple[Message, ...]:
    """The names of colours with their initials."""
    numbers = [PIECES.index(colour) for colour in colours]
    return tuple(
        say("{colour} ({letter})", colour=PIECE_NAMES[number], letter=LETTERS[number].upper())
        for number in numbers
    )


def read_colour(position: Lyngk, text: str) -> Prompt | str:
    """The claim of the colour with that name or initial."""
    for colour, words in COLOUR_WORDS.items():
        if text.lower() in words:
            return f"claim-{colour}"
    unknown = say(
        "{text} is not a colour: write one of {colours}",
        text=quote(text),
        colours=colours_in_words(list(COLOUR_WORDS)),
    )
    return read_instruction(position, text, unknown)
