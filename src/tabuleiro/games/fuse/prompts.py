"""Prompts for typing a move of Fuse in parts."""

from __future__ import annotations

from tabuleiro.core.message import Message, MoveError, quote, say
from tabuleiro.core.prompts import Prompt
from tabuleiro.games.fuse.rules import Fuse

LENGTH = len("a1c1")


def instructions(position: Fuse) -> tuple[Message, ...]:
    """A disc, then how far it slides."""
    discs = say("Choose a white disc to slide in"), say("Choose a black disc to slide in")
    return discs[position.player], say("Choose how far it slides")


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
