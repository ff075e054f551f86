"""Languages: finding the one to use and translating messages.

English is written in the source: its translator changes nothing. Every other language has its
templates in `<code>/LC_MESSAGES/tabuleiro.po`, compiled to the `.mo` beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from tabuleiro.core.message import TabuleiroError, quote, say

Translate = Callable[[str], str]
"""Maps the English template of a message to that of another language; see `Message.text`."""

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = MappingProxyType({ENGLISH: "English", "pt": "Português"})
"""The languages by their codes, each by its own name."""

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its messages have; the first that is set decides."""
FOLDER = Path(__file__).parent
DOMAIN = "tabuleiro"


class LanguageError(TabuleiroError):
    """No language of that name."""


def find_language(given: str | None, environment: Mapping[str, str]) -> str:
    """The code of the language asked for as `given`, such as `pt` or `pt-PT`.

    Where none is asked for it is that of the environment, and English where we do not speak it.
    """
    if given is None:
        return _of_tag(_locale(environment)) or ENGLISH
    code = _of_tag(given)
    if code is None:
        languages = tuple(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise LanguageError(
            say(
                "there is no language {given}: the languages are {languages}",
                given=quote(given),
                languages=languages,
            )
        )
    return code


def _locale(environment: Mapping[str, str]) -> str:
    return next(filter(None, map(environment.get, VARIABLES)), "")


def _of_tag(tag: str) -> str | None:
    """The code in a tag such as `pt-BR` or `pt_PT.UTF-8`; None for a language we do not speak."""
    word, *_ = tag.replace("-", "_").replace(".", "_").replace("@", "_").split("_")
    code = word.strip().lower()
    return code if code in LANGUAGES else None


@cache
def translator(code: str) -> Translate:
    """What turns templates into those of a language; templates it does not know stay English."""
    if code == ENGLISH:
        return str
    import gettext

    return gettext.translation(DOMAIN, FOLDER, [code]).gettext
