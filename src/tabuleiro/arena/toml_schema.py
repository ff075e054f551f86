"""Validation of tournament tables: the type of each key, and errors with file and line."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from shlex import split
from sys import float_info
from typing import Any

from tabuleiro.arena.tournament import ArenaError, TournamentFileError, TournamentKind
from tabuleiro.core.message import Message, TabuleiroError, quote, say, suggest

LARGEST = 10**12  # number of anything
TABLE_LINE = re.compile(r"\s*\[+\s*([\w.-]+)\s*\]+")


# --- values --------------------------------------------------------------------------------


class InvalidValue(Exception):  # noqa: N818 - never leaves this module
    """A value that is not valid for a key. Other errors of a reader are not caught."""


ValueReader = Callable[[Any], Any]
"""Converts the value of a key; InvalidValue if it is not valid."""


@dataclass(frozen=True)
class Key:
    """A key of a table: how its value is read, and a description of valid values."""

    name: str
    read: ValueReader
    takes: Message


def text(value: Any) -> str:
    """A text in one line."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise InvalidValue
    return value


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(value, list):
        raise InvalidValue
    return tuple(map(text, value))


def integer(low: int, high: int = LARGEST) -> ValueReader:
    """A whole number within these bounds."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise InvalidValue
        return value

    return read


def number(above: float, most: float = inf, *, least: float | None = None) -> ValueReader:
    """A number above one bound and up to the other; `least` itself is also allowed."""

    def read(value: Any) -> float:
        is_number = type(value) in (int, float) and abs(value) <= float_info.max
        if not is_number or not (above < value <= most or value == least):
            raise InvalidValue
        return float(value)

    return read


def or_false(read: ValueReader) -> ValueReader:
    """The same, or false, which gives None."""
    return lambda value: None if value is False else read(value)


def tournament_kind(value: Any) -> TournamentKind:
    """A kind of tournament."""
    try:
        return TournamentKind(value)
    except ValueError:
        raise InvalidValue from None


def command(value: Any) -> tuple[str, ...]:
    """A command line, as one text or as a list of words."""
    try:
        words = texts(value) if isinstance(value, list) else tuple(split(text(value)))
    except ValueError:
        raise InvalidValue from None
    if not words:
        raise InvalidValue
    return words


def engine_options(value: Any) -> tuple[tuple[str, str], ...]:
    """Names and values of options."""
    given = table(value)
    if not all(isinstance(one, str | int | float) for one in given.values()):
        raise InvalidValue
    return tuple(
        (name, str(one).lower() if isinstance(one, bool) else str(one))
        for name, one in given.items()
    )


def table(value: Any) -> dict[str, Any]:
    """A table."""
    if not isinstance(value, dict):
        raise InvalidValue
    return value


def tables(value: Any) -> list[dict[str, Any]]:
    """A list of tables."""
    if not isinstance(value, list):
        raise InvalidValue
    return [table(one) for one in value]


# --- errors --------------------------------------------------------------------------------


@contextmanager
def in_table(heading: str, before: int = 0, *, key: str = "") -> Iterator[None]:
    """Adds its table to errors raised inside the context, and the key if they do not name one."""
    try:
        yield
    except ArenaError as error:
        if error.table is None:
            error.field, error.table = error.field or key, (heading, before)
        raise
    except TabuleiroError as error:
        raise ArenaError(error.message, key, (heading, before)) from error


def line_of(text: str, error: ArenaError) -> int | None:
    """The line of the key that an error names or, if it is missing, of the heading of its table. A
    top-level key that is not found at the top is looked up in all tables."""
    wanted, earlier = error.table or ("", 0)
    setting = re.compile(rf"""\s*["']?{re.escape(error.field)}["']?\s*=""")
    heading, before, nearest = "", 0, None
    for line_number, line in enumerate(text.splitlines(), start=1):
        if found := TABLE_LINE.match(line):
            heading = found[1]
            before += heading == wanted
        here = heading == wanted and before in (0, earlier + 1)
        if here and setting.match(line):
            return line_number
        begins = found and (here or heading == error.field)
        if nearest is None and (begins or (not wanted and setting.match(line))):
            nearest = line_number
    return nearest


def error_at(path: Path, line: int | None, reason: Message) -> TournamentFileError:
    """An error at a line of a file, if the line is known."""
    if line is None:
        message = say("{path}: {reason}", path=path, reason=reason)
    else:
        message = say("{path}, line {line}: {reason}", path=path, line=line, reason=reason)
    return TournamentFileError(message)


def read_table(data: Mapping[str, Any], keys: tuple[Key, ...], heading: str = "") -> dict[str, Any]:
    """The values of a table, each read by its key."""
    known = {key.name: key for key in keys}
    found = {}
    for name, value in data.items():
        if name not in known:
            raise ArenaError(unknown_key(name, tuple(known), heading), name)
        try:
            found[name] = known[name].read(value)
        except InvalidValue:
            takes, given = known[name].takes, quote(str(value))
            reason = say("{key} takes {takes}, not {value}", key=name, takes=takes, value=given)
            raise ArenaError(reason, name) from None
    return found


def unknown_key(name: str, known: tuple[str, ...], heading: str) -> Message:
    """Why a key is unknown, with all valid ones and the one that was probably meant."""
    table_name = say("[{heading}]", heading=heading) if heading else say("a tournament")
    facts = {"table": table_name, "key": quote(name), "known": known}
    reason = say("{table} has no {key}: it has {known}", **facts)
    return suggest(reason, name.replace("_", "-"), known)
