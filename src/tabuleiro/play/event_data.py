"""Table events as JSON data, and back.

An event is an object with its `kind`, its time `at` and its other fields; fields with their default
value are left out. `Opened` has its record in the format of `records.json`.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from math import isfinite
from typing import Any, get_args, get_type_hints

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.play.events import KINDS, Event, ProposalKind
from tabuleiro.records import Record, RecordError
from tabuleiro.records.json import LARGEST, as_object, from_object, wrong_type

Data = dict[str, Any]

NAMES: Mapping[type[Event], str] = {kind: name for name, kind in KINDS.items()}
"""The names of the kinds of events."""


class EventError(TabuleiroError):
    """Data that is not an event: `field` names what is wrong."""

    def __init__(self, field: str, reason: Message) -> None:
        super().__init__(say("{field}: {reason}", field=field, reason=reason))
        self.field = field
        self.reason = reason


def event_data(event: Event) -> Data:
    """An event as a JSON object."""
    data: Data = {"kind": NAMES[type(event)]}
    for field in fields(event):
        value = getattr(event, field.name)
        if value != field.default:
            data[field.name] = as_object(value) if isinstance(value, Record) else value
    return data


def read_event(data: object) -> Event:
    """Reads what `event_data` returns; EventError for anything else."""
    if not isinstance(data, dict):
        raise EventError("event", wrong_type(data, say("an object")))
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise EventError("kind", wrong_type(kind, say("one of {kinds}", kinds=tuple(KINDS))))
    return read_fields(KINDS[kind], {key: value for key, value in data.items() if key != "kind"})


def read_fields(kind: type[Event], data: Data) -> Event:
    """Creates an event of that kind from its fields."""
    types = get_type_hints(kind)
    for key in data:
        if key not in types:
            reason = say("unknown field: the fields are {known}", known=tuple(types))
            raise EventError(key if key.isidentifier() else quote(key), reason)
    for field in fields(kind):
        if field.name not in data and field.default is MISSING:
            raise EventError(field.name, say("it is missing"))
    return kind(**{name: read_value(name, types[name], value) for name, value in data.items()})


# --- the types of fields --------------------------------------------------------------------


def read_value(field: str, kind: Any, value: Any) -> Any:
    """The value of a field, which must be of that type."""
    if kind is Record:
        try:
            return from_object(value)
        except RecordError as error:
            raise EventError(field, error.message) from error
    wanted, fits = CHECKS[kind]
    if not fits(value):
        raise EventError(field, wrong_type(value, wanted))
    return float(value) if fits is is_number else value


def is_number(value: Any) -> bool:
    """Whether it is a finite number that JSON can hold."""
    if type(value) is int:
        return abs(value) <= LARGEST
    return type(value) is float and isfinite(value)


CHECKS: Mapping[Any, tuple[Message, Callable[[Any], bool]]] = {
    float: (say("a number"), is_number),
    float | None: (say("a number"), is_number),
    int: (say("a whole number from 0"), lambda value: type(value) is int and 0 <= value <= LARGEST),
    bool: (say("true or false"), lambda value: isinstance(value, bool)),
    str: (say("a text"), lambda value: isinstance(value, str)),
    ProposalKind: (
        say("one of {kinds}", kinds=get_args(ProposalKind)),
        lambda value: value in get_args(ProposalKind),
    ),
}
"""What a field of each type must be, in words and as a test."""
