"""Prompts for typing a move of Control+V in parts."""

from collections.abc import Callable
from string import ascii_lowercase

from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import format_player
from tabuleiro.core.prompts import NextPrompt, Prompt, RestartError, letter_prompt, number_prompt
from tabuleiro.games.control_v.rules import ACROSS, ANTICLOCKWISE, CLOCKWISE, DOWN, HALF, ControlV
from tabuleiro.games.control_v.text import SUFFIXES, Cell, explain_block, name_of

SYMMETRIES = (ACROSS, DOWN, HALF, CLOCKWISE, ANTICLOCKWISE)
"""Numbered from 1 in this order; the last two only with quarter turns."""


def instructions(position: ControlV) -> tuple[Message, ...]:
    """What to place in the set-up; later, a block and where its copy goes."""
    castles = position.castles_left(position.player)
    if position.setting_up() and castles == 1:
        first = position.castles == 1
        return (say("Place a castle to block a cell") if first else say("Place another castle"),)
    if position.setting_up() and castles:
        return (say("Place {count} castles to block cells", count=castles),)
    if position.setting_up():
        return (say("Now place your first territory"),)
    turns = (say("Choose a turn"),) if position.options()["quarter-turns"] else ()
    target = say("Choose where the copy goes, or a mirror axis")
    return say("Choose a block to copy"), target, *turns


def first_prompt(position: ControlV) -> Prompt:
    """In the set-up, where to place a piece; later, the block to copy."""
    return ask_place(position) if position.setting_up() else ask_block(position)


def ask_place(position: ControlV) -> Prompt:
    """The cell for the next castle or first piece."""
    last = {"last": f"{position.size:02}"}
    if position.castles_left(position.player):
        row = say("Row of the castle, 01 to {last}", **last)
        column = say("Column of the castle, 01 to {last}", **last)
    else:
        row = say("Row of the first territory, 01 to {last}", **last)
        column = say("Column of the first territory, 01 to {last}", **last)
    return ask_cell(position, row, column, name_of)


def ask_block(position: ControlV) -> Prompt:
    """A cell of the block, which must belong to the player."""
    last = {"last": f"{position.size:02}"}
    row = say("Row of the block to copy, 01 to {last}", **last)
    column = say("Column of the block to copy, 01 to {last}", **last)

    def then(cell: Cell) -> Prompt:
        if position.letter_at(*cell) != format_player(position.player):
            reason = explain_block(position, cell)
            raise RestartError(say("invalid block: {reason}", reason=reason))
        return ask_symmetry(position, cell)

    return ask_cell(position, row, column, then)


def ask_cell(
    position: ControlV,
    row_words: Message,
    column_words: Message,
    then: Callable[[Cell], NextPrompt],
) -> Prompt:
    """A row and a column, both counted from 1."""

    def ask_column(row: int) -> Prompt:
        return number_prompt(
            column_words, 1, position.size, lambda column: then((row - 1, column - 1))
        )

    return number_prompt(row_words, 1, position.size, ask_column)


def ask_symmetry(position: ControlV, cell: Cell) -> Prompt:
    """The number of the symmetry."""
    if position.quarter_turns:
        words = say(
            "Symmetry: 1 horizontal axis, 2 vertical axis, 3 half turn, 4 quarter turn clockwise, "
            "5 quarter turn anticlockwise"
        )
    else:
        words = say("Symmetry: 1 horizontal axis, 2 vertical axis, 3 half turn")
    last = len(SYMMETRIES) if position.quarter_turns else SYMMETRIES.index(HALF) + 1
    return number_prompt(
        words, 1, last, lambda number: ask_axes(position.size, cell, SYMMETRIES[number - 1])
    )


def ask_axes(size: int, cell: Cell, symmetry: int) -> Prompt:
    """The axis, or both axes of the crossing."""
    block = f"{name_of(cell)}="
    if symmetry == DOWN:
        return ask_vertical(size, lambda letter: block + letter)
    if symmetry == ACROSS:
        return ask_horizontal(size, lambda letter: block + letter)
    suffix = SUFFIXES[symmetry]
    return ask_horizontal(
        size, lambda first: ask_vertical(size, lambda second: block + first + second + suffix)
    )


def ask_horizontal(size: int, then: Callable[[str], NextPrompt]) -> Prompt:
    """The letter of a horizontal axis."""
    letters = ascii_lowercase[: size - 1]
    words = say("Letter of the horizontal axis, {first} to {last}", first="a", last=letters[-1])
    return letter_prompt(words, letters, then)


def ask_vertical(size: int, then: Callable[[str], NextPrompt]) -> Prompt:
    """The letter of a vertical axis; these letters follow those of the horizontal axes."""
    letters = ascii_lowercase[size - 1 : 2 * size - 2]
    first, last = letters[0], letters[-1]
    words = say("Letter of the vertical axis, {first} to {last}", first=first, last=last)
    return letter_prompt(words, letters, then)
