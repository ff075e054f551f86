"""Table events as JSON data, and back.

An event is an object with its `kind`, its time `at` and its other fields by their names; what has
its default is left out. `Opened` carries its record as `records.json` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from math import isfinite
from typing import Any, get_args, get_type_hints

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.play.events import (
    Answered,
    Continued,
    Drawn,
    Event,
    Followed,
    Joined,
    LayoutAnswered,
    Moved,
    Opened,
    Paused,
    ProposalKind,
    Proposed,
    Redone,
    Redrawn,
    Resigned,
    TakenBack,
    TimedOut,
)
from tabuleiro.records import Record, RecordError
from tabuleiro.records.json import LARGEST, as_object, from_object

Data = dict[str, Any]

KINDS: Mapping[str, type[Event]] = {
    "opened": Opened,
    "joined": Joined,
    "layout answered": LayoutAnswered,
    "redrawn": Redrawn,
    "moved": Moved,
    "proposed": Proposed,
    "answered": Answered,
    "taken back": TakenBack,
    "redone": Redone,
    "drawn": Drawn,
    "resigned": Resigned,
    "timed out": TimedOut,
    "paused": Paused,
    "continued": Continued,
    "followed": Followed,
}
"""The kinds of events. A kind that has been stored once keeps its name and its fields."""

NAMES = {event: kind for kind, event in KINDS.items()}


class EventError(TabuleiroError):
    """Data that is no event: `field` names what is at fault."""

    def __init__(self, field: str, reason: Message) -> None:
        super().__init__(say("{field}: {reason}", field=field, reason=reason))
        self.field = field
        self.reason = reason


def event_data(event: Event) -> Data:
    """An event as an object of JSON's types."""
    data: Data = {"kind": NAMES[type(event)]}
    for field in fields(event):
        value = getattr(event, field.name)
        if value != field.default:
            data[field.name] = as_object(value) if isinstance(value, Record) else value
    return data


def read_event(data: object) -> Event:
    """The event of an object as `event_data` makes it; anything else is refused."""
    if not isinstance(data, dict):
        raise EventError("event", refusal(data, say("an object")))
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise EventError("kind", refusal(kind, say("one of {kinds}", kinds=tuple(KINDS))))
    return read_fields(KINDS[kind], {key: value for key, value in data.items() if key != "kind"})


def read_fields(kind: type[Event], data: Data) -> Event:
    """The event of that kind with these fields."""
    types = get_type_hints(kind)
    for key in data:
        if key not in types:
            reason = say("there is no such field: there are {known}", known=tuple(types))
            raise EventError(key if key.isidentifier() else quote(key), reason)
    for field in fields(kind):
        if field.name not in data and field.default is MISSING:
            raise EventError(field.name, say("it is missing"))
    values = {name: READERS[types[name]](name, value) for name, value in data.items()}
    return kind(**values)


def refusal(value: object, wanted: Message) -> Message:
    """Says that a value is not what was wanted."""
    given = quote(json.dumps(value, default=repr))
    return say("{value} is not {kind}", value=given, kind=wanted)


# --- the types of fields --------------------------------------------------------------------


def read_number(field: str, value: Any) -> float:
    """Any number of JSON; a whole one serves as well."""
    whole = type(value) is int and abs(value) <= LARGEST
    if whole or (type(value) is float and isfinite(value)):
        return float(value)
    raise EventError(field, refusal(value, say("a number")))


def read_count(field: str, value: Any) -> int:
    """A whole number from 0."""
    if type(value) is int and 0 <= value <= LARGEST:
        return value
    raise EventError(field, refusal(value, say("a whole number from 0")))


def read_switch(field: str, value: Any) -> bool:
    """Yes or no."""
    if isinstance(value, bool):
        return value
    raise EventError(field, refusal(value, say("true or false")))


def read_text(field: str, value: Any) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise EventError(field, refusal(value, say("a text")))


def read_proposal(field: str, value: Any) -> ProposalKind:
    """What can be proposed."""
    for known in get_args(ProposalKind):
        if value == known:
            found: ProposalKind = known
            return found
    known_ones = say("one of {kinds}", kinds=get_args(ProposalKind))
    raise EventError(field, refusal(value, known_ones))


def read_record(field: str, value: Any) -> Record:
    """A record; what is wrong in it is named by its own path."""
    try:
        return from_object(value)
    except RecordError as error:
        raise EventError(field, error.message) from error


READERS: Mapping[Any, Callable[[str, Any], Any]] = {
    float: read_number,
    float | None: read_number,
    int: read_count,
    bool: read_switch,
    str: read_text,
    ProposalKind: read_proposal,
    Record: read_record,
}
