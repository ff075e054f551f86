"""Prompts for typing a move of Fuse in parts."""

from functools import partial

from tabuleiro.core.message import Message, MoveError, quote, say
from tabuleiro.core.prompts import Prompt
from tabuleiro.games.fuse.rules import Fuse
from tabuleiro.games.fuse.text import example

LENGTH = len("b0b1")


def instructions(position: Fuse) -> tuple[Message, ...]:
    """A disc, then how far it slides."""
    discs = say("Choose a white disc to slide in"), say("Choose a black disc to slide in")
    return discs[position.player], say("Choose how far it slides")


def first_prompt(position: Fuse) -> Prompt:
    """The whole move at once."""
    words = say("Move as column, row, column, row, such as {move}", move=example(position))
    return Prompt(words, partial(read, position))


def read(position: Fuse, text: str) -> str:
    """Only the length is checked here; the rest is up to `text` and the rules."""
    if len(text) != LENGTH:
        reason = say(
            "{text} does not have four characters: write column, row, column, row, such as {move}",
            text=quote(text),
            move=example(position),
        )
        raise MoveError(reason)
    return text
