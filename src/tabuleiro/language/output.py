"""The language of what a command prints: that of `--lang`, else that of the system."""

import os
from contextvars import ContextVar

from tabuleiro.core.message import DisplayText, translated_text
from tabuleiro.language import Translate, find_language, translator

_CHOSEN: ContextVar[str | None] = ContextVar("language", default=None)


def choose_language(given: str | None) -> None:
    """Prints in this language from now on; None is the language of the system."""
    _CHOSEN.set(None if given is None else find_language(given, os.environ))


def chosen_language() -> str | None:
    """The language that was chosen, if any."""
    return _CHOSEN.get()


def output_language() -> str:
    """The language that was chosen, else that of the system."""
    return find_language(_CHOSEN.get(), os.environ)


def output_translator() -> Translate:
    """The translator to the language of the output."""
    return translator(output_language())


def localised(text: DisplayText) -> str:
    """A text in the language of the output."""
    return translated_text(text, output_translator())
