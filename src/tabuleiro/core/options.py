"""The options of a game as data: numbers, switches, choices, and how they are written."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tabuleiro.core.message import Message, OptionError, quote, say

Value = int | str | bool
Options = Mapping[str, Value]

WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


@dataclass(frozen=True)
class Option:
    """One option. The name is that of the notation (`quarter-turns`), `title` a name for people.
    With `start_only`, it only affects the start, and positions do not have it."""

    name: str
    default: Value
    description: Message = field(kw_only=True)
    title: Message | None = field(default=None, kw_only=True)
    start_only: bool = field(default=False, kw_only=True)

    kind: ClassVar[str]
    """The name of the type in the engine protocol: `spin`, `check` or `combo`."""

    @property
    def drawn(self) -> bool:
        """Whether it is set at random when people start a game without it: the seed of a start."""
        return False

    def domain(self) -> dict[str, Any]:
        """The possible values: `min` and `max`, or `values`."""
        raise NotImplementedError

    def parse(self, text: str) -> Value:
        """The value written as `text`."""
        raise NotImplementedError

    def format(self, value: Value) -> str:
        """The text that `parse` reads back."""
        return str(value)

    def data(self) -> dict[str, Any]:
        """The option as JSON: name, type, default and domain."""
        default = self.plain_value(self.default)
        return {"name": self.name, "type": self.kind, "default": default, **self.domain()}

    def plain_value(self, value: Value) -> int | str:
        """A number as it is, any other value as text."""
        return value if type(value) is int else self.format(value)

    def heading(self) -> Message:
        """The name for people."""
        return self.title or say("{name}", name=self.name)

    def question(self) -> Message:
        """The label of an input field for it."""
        return self.description

    def in_words(self, value: Value) -> Message:
        """A value as it is shown to people."""
        return say("{value}", value=self.format(value))

    def refuse(self, text: str) -> OptionError:
        """The error for a value that is not possible."""
        reason = say(
            "option {name} cannot be {value}: {allowed}",
            name=self.name,
            value=quote(text),
            allowed=self.allowed(),
        )
        return OptionError(reason, self.name)

    def allowed(self) -> Message:
        """The possible values, in words."""
        return say("it takes {values}", values=tuple(str(v) for v in self.domain()["values"]))


@dataclass(frozen=True)
class Number(Option):
    """A whole number from `low` to `high`."""

    kind = "spin"
    low: int = 0
    high: int = 0

    @property
    def drawn(self) -> bool:
        return self.start_only

    def domain(self) -> dict[str, Any]:
        return {"min": self.low, "max": self.high}

    def parse(self, text: str) -> int:
        if not WHOLE_NUMBER.fullmatch(text) or not self.low <= int(text) <= self.high:
            raise self.refuse(text)
        return int(text)

    def allowed(self) -> Message:
        return say("it takes a whole number from {low} to {high}", low=self.low, high=self.high)


@dataclass(frozen=True)
class Switch(Option):
    """On or off."""

    kind = "check"
    default: bool = False

    def domain(self) -> dict[str, Any]:
        return {"values": ["off", "on"]}

    def parse(self, text: str) -> bool:
        if text not in ("on", "off", "true", "false"):
            raise self.refuse(text)
        return text in ("on", "true")

    def format(self, value: Value) -> str:
        return "on" if value else "off"

    def in_words(self, value: Value) -> Message:
        return say("yes") if value else say("no")


@dataclass(frozen=True)
class Choice(Option):
    """One of several words; `words` explains those that need an explanation."""

    kind = "combo"
    values: tuple[str, ...] = ()
    words: Mapping[str, Message] = field(default_factory=dict, hash=False)

    def domain(self) -> dict[str, Any]:
        return {"values": list(self.values)}

    def parse(self, text: str) -> str:
        if text not in self.values:
            raise self.refuse(text)
        return text

    def question(self) -> Message:
        """The heading if the values are explained, otherwise the description."""
        return self.heading() if self.words else self.description

    def in_words(self, value: Value) -> Message:
        return self.words.get(str(value)) or super().in_words(value)


def split_words(words: Iterable[str]) -> dict[str, str]:
    """The names and texts of `rows=5 swap=on`; OptionError for other words or a repeated name."""
    given: dict[str, str] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not (name and equals and text):
            raise OptionError(say("{word} is not an option: write name=value", word=quote(word)))
        if name in given:
            raise _given_twice(name)
        given[name] = text
    return given


def read_options(known: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """The value of every known option, given or default, in the order of `known`.

    Values may be texts of the notation. Names may have underscores instead of dashes, like keyword
    arguments.
    """
    by_name = {option.name: option for option in known}
    texts: dict[str, str] = {}
    for name, value in given.items():
        option = by_name.get(name.replace("_", "-"))
        if option is None:
            raise OptionError(no_such_option(name, by_name))
        if option.name in texts:
            raise _given_twice(name)
        texts[option.name] = _as_text(value)
    return {
        name: option.parse(texts[name]) if name in texts else option.default
        for name, option in by_name.items()
    }


def no_such_option(name: str, known: Iterable[str]) -> Message:
    """The error for an unknown option."""
    names = tuple(known) or say("none")
    return say("there is no option {name}: the options are {names}", name=quote(name), names=names)


def _given_twice(name: str) -> OptionError:
    return OptionError(say("option {name} is given twice", name=quote(name)))


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _changed(known: tuple[Option, ...], values: Options) -> list[Option]:
    """The options that differ from their defaults."""
    return [each for each in known if values.get(each.name, each.default) != each.default]


def changed_options(known: tuple[Option, ...], values: Options) -> dict[str, str]:
    """The options that differ from their defaults, as they are written, by their names."""
    return {option.name: option.format(values[option.name]) for option in _changed(known, values)}


def write_options(known: tuple[Option, ...], values: Options) -> str:
    """The options that differ from their defaults, in the order of `known`: `rows=5 columns=6`."""
    return " ".join(map("=".join, changed_options(known, values).items()))


def options_in_words(known: tuple[Option, ...], values: Options) -> tuple[Message, ...]:
    """The options that differ from their defaults, in the order of `known`: `Rows: 5`."""
    return tuple(
        say("{title}: {value}", title=option.heading(), value=option.in_words(values[option.name]))
        for option in _changed(known, values)
    )
