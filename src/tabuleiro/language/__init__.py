"""Languages: finding the one to use and translating messages.

The source is in English: its translator changes nothing. Every other language has its templates in
`<code>/LC_MESSAGES/tabuleiro.po`, compiled to the `.mo` file beside it.
"""

import os
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from tabuleiro.core.message import DisplayText, TabuleiroError, quote, say, translated_text

Translate = Callable[[str], str]
"""Maps the English template of a message to that of another language; see `Message.text`."""

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {ENGLISH: "English", "pt": "Português"}
"""The name of each language, in that language, by its code."""

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables with the language of messages; the first that is set counts."""
FOLDER = Path(__file__).parent
DOMAIN = "tabuleiro"


ARTICLES = {
    "a": "ao",
    "de": "do",
    "em": "no",
    "por": "pelo",
    "para": "para o",
    "contra": "contra o",
}
SIDES = "Azul|Branco|Laranja|Preto|Vermelho"
BEFORE_SIDE = re.compile(rf"\b({'|'.join(ARTICLES)}) (?=(?:Jogador|Nível) \d|(?:{SIDES})(?!\w))")
"""A preposition before a player who has only a number or a colour, which needs an article."""
_CHOSEN: ContextVar[str | None] = ContextVar("language", default=None)


class PortugueseTemplate(str):
    """A template that writes the articles of what is filled in: `do Jogador 1`, but `de Ana`."""

    __slots__ = ()

    def format(self, *given: object, **values: object) -> str:
        """The text with its values."""
        text = super().format(*given, **values)
        return BEFORE_SIDE.sub(lambda found: f"{ARTICLES[found[1]]} ", text)


class LanguageError(TabuleiroError):
    """No language of that name."""


def find_language(given: str | None, environment: Mapping[str, str]) -> str:
    """The code of the language `given`, such as `pt` or `pt-PT`. The default is the language of the
    environment, or English if that is not supported."""
    if given is None:
        locale = next(filter(None, map(environment.get, VARIABLES)), "")
        return _of_tag(locale) or ENGLISH
    code = _of_tag(given)
    if code is None:
        languages = tuple(f"{code} ({name})" for code, name in LANGUAGES.items())
        reason = say(
            "there is no language {given}: the languages are {languages}",
            given=quote(given),
            languages=languages,
        )
        raise LanguageError(reason)
    return code


def _of_tag(tag: str) -> str | None:
    """The code in a tag such as `pt-BR` or `pt_PT.UTF-8`; None if it is not supported."""
    word, *_ = tag.replace("-", "_").replace(".", "_").replace("@", "_").split("_")
    code = word.strip().lower()
    return code if code in LANGUAGES else None


@cache
def translator(code: str) -> Translate:
    """The function that translates templates to a language; unknown templates stay English."""
    if code == ENGLISH:
        return str
    import gettext

    found = gettext.translation(DOMAIN, FOLDER, [code]).gettext
    return lambda template: PortugueseTemplate(found(template))


# --- the language of the output ------------------------------------------------------------


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
