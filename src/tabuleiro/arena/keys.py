"""Tables of keys and values, as a tournament file has them: what each key takes, and where
something is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from math import inf, isfinite
from pathlib import Path
from shlex import split
from typing import Any

from tabuleiro.arena.tournament import ArenaError, Kind
from tabuleiro.core.message import Message, TabuleiroError, quote, say

LARGEST = 10**12  # of anything that is counted
TABLE_LINE = re.compile(r"\s*\[+\s*([\w.-]+)\s*\]+")


# --- what a key takes ----------------------------------------------------------------------


class Unfit(Exception):  # noqa: N818 - never leaves this module
    """A value that a key does not take."""


Read = Callable[[Any], Any]


@dataclass(frozen=True)
class Key:
    """A key of a table: how its value is read, and in words what it takes."""

    name: str
    read: Read
    takes: Message


def text(value: Any) -> str:
    """Some text, in one line."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise Unfit
    return value


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(value, list):
        raise Unfit
    return tuple(map(text, value))


def whole(low: int, high: int = LARGEST) -> Read:
    """A whole number within these bounds."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise Unfit
        return value

    return read


def number(above: float, most: float = inf, *, least: float | None = None) -> Read:
    """A number above one bound, or from `least` on, and up to the other."""

    def read(value: Any) -> float:
        if type(value) not in (int, float) or not isfinite(value):
            raise Unfit
        if not (above < value <= most or value == least):
            raise Unfit
        return float(value)

    return read


def or_off(read: Read) -> Read:
    """The same, or false for nothing."""
    return lambda value: None if value is False else read(value)


def kind(value: Any) -> Kind:
    """A kind of tournament."""
    try:
        return Kind(value)
    except ValueError:
        raise Unfit from None


def command(value: Any) -> tuple[str, ...]:
    """A command line, as one text or as a list of words."""
    if isinstance(value, list):
        words = texts(value)
    else:
        try:
            words = tuple(split(text(value)))
        except ValueError:
            raise Unfit from None
    if not words:
        raise Unfit
    return words


def settings(value: Any) -> tuple[tuple[str, str], ...]:
    """Names and values of options."""
    if not isinstance(value, dict):
        raise Unfit
    return tuple((name, as_text(one)) for name, one in value.items())


def as_text(value: Any) -> str:
    """A value as an engine is told it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str | int | float):
        raise Unfit
    return str(value)


def table(value: Any) -> dict[str, Any]:
    """A table."""
    if not isinstance(value, dict):
        raise Unfit
    return value


def tables(value: Any) -> list[dict[str, Any]]:
    """A list of tables."""
    if not isinstance(value, list):
        raise Unfit
    return [table(one) for one in value]


# --- where something is wrong ---------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where a table stands: the file and its text, none for the words of a command; the heading
    of the table, and how many tables of that heading come before it."""

    path: Path | None = None
    text: str = ""
    heading: str = ""
    before: int = 0

    def error(self, reason: Message, key: str = "") -> ArenaError:
        """The error that says where."""
        if self.path is None:
            return ArenaError(reason, key)
        return placed(self.path, self.line_of(key), reason)

    def line_of(self, key: str) -> int | None:
        """The line of a key, else of the heading of its table; of a key that is not in a file's
        first lines, the first there is in any table."""
        setting = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*=""")
        heading, before, nearest = "", 0, None
        for number_of_line, line in enumerate(self.text.splitlines(), start=1):
            if found := TABLE_LINE.match(line):
                heading = found[1]
                before += heading == self.heading
            here = heading == self.heading and before in (0, self.before + 1)
            if here and setting.match(line):
                return number_of_line
            begins = found and (here or heading == key)
            if nearest is None and (begins or (not self.heading and setting.match(line))):
                nearest = number_of_line
        return nearest

    def inside(self, heading: str, before: int = 0) -> Place:
        """The place of a table in the same text."""
        return Place(self.path, self.text, heading, before)

    @contextmanager
    def locating(self, key: str = "") -> Iterator[None]:
        """Says of errors that come meanwhile where they are: at their own field, else at `key`."""
        try:
            yield
        except ArenaError as error:
            if error.placed:
                raise
            raise self.error(error.message, error.field or key) from error
        except TabuleiroError as error:
            raise self.error(error.message, key) from error


def placed(path: Path, line: int | None, reason: Message) -> ArenaError:
    """The error at a line of a file, if it is known."""
    if line is None:
        message = say("{path}: {reason}", path=path, reason=reason)
    else:
        message = say("{path}, line {line}: {reason}", path=path, line=line, reason=reason)
    error = ArenaError(message)
    error.placed = True
    return error


def read_table(data: Mapping[str, Any], keys: tuple[Key, ...], place: Place) -> dict[str, Any]:
    """The values of a table, each as its key reads it."""
    known = {key.name: key for key in keys}
    found = {}
    for name, value in data.items():
        if name not in known:
            raise place.error(unknown_key(name, tuple(known), place.heading), name)
        try:
            found[name] = known[name].read(value)
        except Unfit:
            takes = known[name].takes
            reason = say(
                "{key} takes {takes}, not {value}", key=name, takes=takes, value=quote(str(value))
            )
            raise place.error(reason, name) from None
    return found


def unknown_key(name: str, known: tuple[str, ...], heading: str) -> Message:
    """Why a key is refused: with the one that was probably meant, else with all there are."""
    table_name = say("[{heading}]", heading=heading) if heading else say("a tournament")
    near = get_close_matches(name.replace("_", "-"), known, 1)
    if near:
        return say(
            "{table} has no {key}: did you mean {near}?",
            table=table_name,
            key=quote(name),
            near=near[0],
        )
    return say(
        "{table} has no {key}: it has {known}", table=table_name, key=quote(name), known=known
    )
