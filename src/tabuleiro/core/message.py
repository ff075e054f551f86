"""Text for people as templates with named values, translated only when shown; all error classes."""

from collections.abc import Callable, Iterable
from types import UnionType


class Message:
    """A sentence such as `{cell} is taken`, and its values, which may be messages themselves.
    Translations are looked up by the template. `str(message)` is the English text."""

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def text(self, translate: Callable[[str], str] = str) -> str:
        """The sentence in the language of `translate`, which translates templates."""
        if not self.values:
            return translate(self.template).format()
        values = {
            name: value if type(value) is str else _worded(value, translate)
            for name, value in self.values.items()
        }
        return translate(self.template).format(**values)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"say({self.template!r}, {self.values})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Message)
            and self.template == other.template
            and self.values == other.values
        )

    def __hash__(self) -> int:
        return hash((self.template, str(self)))


def _worded(value: object, translate: Callable[[str], str]) -> object:
    if isinstance(value, Message):
        return value.text(translate)
    if isinstance(value, tuple):
        return ", ".join(str(_worded(item, translate)) for item in value)
    return value


DisplayText = Message | str
"""A text for people: one to be translated, or one that is the same in every language."""


def translated_text(text: DisplayText, translate: Callable[[str], str]) -> str:
    """A text in the language of `translate`."""
    return text.text(translate) if isinstance(text, Message) else text


def say(template: str, **values: object) -> Message:
    """A message. Tools find all sentences for people in the source by the name of this function."""
    return Message(template, **values)


def from_file(template: str, **values: object) -> Message:
    """A message in a data file, where `tools/messages.py` finds it."""
    return Message(template, **values)


def localised_number(text: str) -> Message | str:
    """A number such as `12,500` or `0.25` as a message, to be written as in other languages."""
    if "." in text:
        whole, _, fraction = text.partition(".")
        return say("{whole}.{fraction}", whole=localised_number(whole), fraction=fraction)
    if "," in text:
        thousands, _, rest = text.rpartition(",")
        return say("{thousands},{rest}", thousands=localised_number(thousands), rest=rest)
    return text


def quote(text: str, most: int = 40) -> str:
    """A text that a person wrote, in quotation marks, shortened if it is long."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def suggest(reason: Message, word: str, known: Iterable[str]) -> Message:
    """A reason to refuse a word, with the known word that is most like it, if there is one."""
    from difflib import get_close_matches  # only imported when needed

    bare = {name.lstrip("-"): name for name in known}
    near = get_close_matches(word.lower().lstrip("-"), bare, n=1)
    if not near:
        return reason
    return say("{reason} (did you mean {near}?)", reason=reason, near=bare[near[0]])


def one_line(text: str, most: int) -> str:
    """The output of a program on one line: control characters are visible, long texts cut."""
    text = text[: most + 1]
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return shown if len(shown) <= most else shown[:most] + "..."


class TabuleiroError(ValueError):
    """Wrong input, with a message that says what is wrong; the base class of our errors."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


def check_type(argument: str, value: object, kind: type | UnionType) -> None:
    """TabuleiroError if an argument of a public function is not of its type."""
    if not isinstance(value, kind):
        name = getattr(kind, "__name__", str(kind))
        facts = {"argument": argument, "kind": name, "value": quote(str(value))}
        raise TabuleiroError(say("{argument} must be of type {kind}, not {value}", **facts))


class GameError(TabuleiroError):
    """An unknown game, or something that this game or position does not have."""


class OptionError(TabuleiroError):
    """An option that does not exist, is out of range, or contradicts another; `field` is the name
    of one that is out of range."""

    def __init__(self, message: Message, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class PositionError(TabuleiroError):
    """A position text that is malformed or impossible; `field` names the part at fault."""

    def __init__(self, field: str, reason: Message) -> None:
        super().__init__(say("{field}: {reason}", field=field, reason=reason))
        self.field = field
        self.reason = reason


class SiteError(TabuleiroError):
    """A site that does not exist in the picture."""


class MoveError(TabuleiroError):
    """A move text that cannot be read, or a move that the rules forbid."""


class UnreadableError(MoveError):
    """A text that does not have the expected form."""
