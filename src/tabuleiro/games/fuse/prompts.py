"""Prompts for typing a move of Fuse in parts."""

from __future__ import annotations

from tabuleiro.core.message import MoveError, quote, say
from tabuleiro.core.prompts import Prompt
from tabuleiro.games.fuse.rules import Fuse

LENGTH = len("a1c1")


def first_prompt(position: Fuse) -> Prompt:
    """The whole move at once."""
    example = position.move_text(position.legal_moves()[0])
    words = say("Move as column, row, column, row, such as {move}", move=example)
    return Prompt(words, read)


def read(text: str) -> str:
    """Only the length is checked here; the rest is up to `text` and the rules."""
    if len(text) != LENGTH:
        reason = say(
            "{text} has not four characters: write column, row, column, row, such as a1c1",
            text=quote(text),
        )
        raise MoveError(reason)
    return text
