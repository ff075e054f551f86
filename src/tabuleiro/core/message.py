"""Text for people as templates with named values, translated only when shown; all error classes."""

from __future__ import annotations

from collections.abc import Callable


class Message:
    """A sentence such as `{cell} is taken` with the values it names.

    The template is the key under which a translation is looked up; a value may be a
    message of its own. `str(message)` is the English text.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def text(self, translate: Callable[[str], str] = str) -> str:
        """The sentence in the language of `translate`, which maps template to template."""
        values = {name: _worded(value, translate) for name, value in self.values.items()}
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
    """A message; the one word under which every sentence for people is found in the source."""
    return Message(template, **values)


def localised_number(text: str) -> Message | str:
    """A number in English writing, such as `12,500` or `0.25`, to be written as the reader does."""
    if "." in text:
        whole, _, fraction = text.partition(".")
        return say("{whole}.{fraction}", whole=localised_number(whole), fraction=fraction)
    if "," in text:
        thousands, _, rest = text.rpartition(",")
        return say("{thousands},{rest}", thousands=localised_number(thousands), rest=rest)
    return text


def quote(text: str, most: int = 40) -> str:
    """What a person wrote, in quotation marks, shortened if it is long."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def one_line(text: str, most: int) -> str:
    """What some program wrote, with control characters made visible, cut where it is too long."""
    text = text[: most + 1]
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return shown if len(shown) <= most else shown[:most] + "..."


class TabuleiroError(ValueError):
    """Bad input, said in words that name what is wrong; the base of all our errors."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class GameError(TabuleiroError):
    """No game of that name."""


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
    """A place that the picture does not have."""


class MoveError(TabuleiroError):
    """A move text that cannot be read, or a move that the rules forbid."""


class UnreadableError(MoveError):
    """A text that has none of the forms of what was to be written."""
