"""Typing a move of Squex: the letter of the octagon, then its number; or `swap`."""

from __future__ import annotations

from tabuleiro.core.asking import Question, cell_question
from tabuleiro.core.message import say
from tabuleiro.core.notation import cell_name
from tabuleiro.games.squex.rules import Squex


def ask(position: Squex) -> Question:
    """The letter; the number comes next."""
    last = cell_name(position.columns - 1, 1)[0]
    if position.may_swap():
        words = say("Letter of the column, a to {last}, or swap", last=last)
    else:
        words = say("Letter of the column, a to {last}", last=last)
    return cell_question(words, position.columns, position.rows, str)
