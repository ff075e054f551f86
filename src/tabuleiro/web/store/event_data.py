"""Table events as JSON data, and back.

An event is an object with its `kind`, its time `at` and its other fields; fields with their default
value are left out. `Opened` has its record in the format of `records.json`.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, NonNegativeInt, create_model

from tabuleiro.play.events import KINDS, Event
from tabuleiro.records import Record
from tabuleiro.records.json import as_object, from_object

NAMES: Mapping[type[Event], str] = {kind: name for name, kind in KINDS.items()}
STRICT = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
CHECKED_AS = {Record: Any, int: NonNegativeInt}
"""The types of fields, where these are not the declared ones."""


def event_data(event: Event) -> dict[str, Any]:
    """An event as a JSON object."""
    data: dict[str, Any] = {"kind": NAMES[type(event)]}
    for field in fields(event):
        value = getattr(event, field.name)
        if value != field.default:
            data[field.name] = as_object(value) if isinstance(value, Record) else value
    return data


def read_event(data: object) -> Event:
    """Reads what `event_data` returns; ValueError for anything else."""
    match data:
        case {"kind": str(name), **given} if name in MODELS:
            found = dict(MODELS[name].model_validate(given))
            if "record" in found:
                found["record"] = from_object(found["record"])
            return KINDS[name](**found)
    raise ValueError("there is no such kind of event")


def model_of(kind: type[Event]) -> type[BaseModel]:
    """What the fields of a kind of event must be."""
    known: dict[str, Any] = {
        name: CHECKED_AS.get(type_, type_) for name, type_ in get_type_hints(kind).items()
    }
    for field in fields(kind):
        known[field.name] = known[field.name], ... if field.default is MISSING else field.default
    return create_model(kind.__name__, __config__=STRICT, **known)


MODELS = {name: model_of(kind) for name, kind in KINDS.items()}
