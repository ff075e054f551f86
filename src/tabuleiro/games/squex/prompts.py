"""Prompts for typing a move of Squex in parts."""

from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import cell_name
from tabuleiro.core.prompts import Prompt, cell_prompt
from tabuleiro.games.squex.rules import Squex


def instructions(position: Squex) -> tuple[Message, ...]:
    """What to place, and whether a swap is possible."""
    if position.left == 2:
        return (say("Place 2 octagons"),)
    swap = say("Place an octagon, or swap sides")
    return (swap if position.may_swap() else say("Place an octagon"),)


def first_prompt(position: Squex) -> Prompt:
    """The column or the whole cell; after a column, the row is asked for."""
    last = cell_name(position.columns - 1, 1)[0]
    if position.may_swap():
        words = say("Letter of the column, a to {last}, or swap", last=last)
    else:
        words = say("Letter of the column, a to {last}", last=last)
    return cell_prompt(words, position.columns, position.rows, str)
