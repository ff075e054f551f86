"""Records as JSON."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NoReturn, TypeVar

from tabuleiro.core.message import Message, quote, say
from tabuleiro.core.position import Position
from tabuleiro.games import parse_game_text
from tabuleiro.records.ply import Ply, PlyPath, RecordError, check_depth, errors_at, validate_line
from tabuleiro.records.record import HEADER_NAME, Record, check_header, check_players, check_result

T = TypeVar("T")

VERSION = 1
LARGEST = 2**53  # larger whole numbers are not exact in every JSON parser
NOTHING: tuple[object, ...] = (None, "", [], {})
PLY_FIELDS = tuple(field.name for field in fields(Ply))
FACTS: Mapping[str, type] = {
    "value": float, "clock": float, "spent": float, "by": str, "comment": str, "before": str,
}  # fmt: skip
KINDS: Mapping[type, Message] = {
    str: say("a text"),
    int: say("a whole number"),
    float: say("a number"),
    list: say("a list"),
    dict: say("an object"),
}
RECORD_KEYS = (
    "version", "game", "start", "players", "result", "headers", "comment", "plies",
)  # fmt: skip


# --- writing --------------------------------------------------------------------------------


def write_json(record: Record) -> str:
    """A record as one line of JSON; RecordError if it breaks the rules."""
    return json.dumps(as_object(record), ensure_ascii=False)


def as_object(record: Record) -> dict[str, Any]:
    """A record as a JSON object."""
    record.check()
    whole = {
        "version": VERSION,
        "game": record.game_text,
        "start": record.start.text,
        "players": list(record.players),
        "result": record.result,
        "headers": dict(record.headers),
        "comment": record.comment,
    }
    return {key: value for key, value in whole.items() if value not in NOTHING} | {
        "plies": [ply_object(ply) for ply in record.plies]
    }


def ply_object(ply: Ply) -> dict[str, Any]:
    """A move with its annotations; what is not known is left out."""
    known = {name: getattr(ply, name) for name in PLY_FIELDS}
    known["variations"] = [[ply_object(each) for each in line] for line in ply.variations]
    return {name: value for name, value in known.items() if value not in NOTHING}


# --- reading --------------------------------------------------------------------------------


def read_json(text: str) -> Record:
    """Parses a record from JSON."""
    try:
        value = json.loads(
            text, object_pairs_hook=reject_duplicate_keys, parse_constant=reject_constant
        )
    except json.JSONDecodeError as error:
        place = say("line {line}, column {column}", line=error.lineno, column=error.colno)
        raise RecordError(say("this is not JSON: {reason}", reason=error.msg), place) from error
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(say("this is not JSON: {reason}", reason=error)) from error
    return from_object(value)


def from_object(value: object) -> Record:
    """The record of an object as `as_object` returns it."""
    whole = ObjectReader(value, "", RECORD_KEYS)
    version = whole.get("version", int)
    if version != VERSION:
        reason = say("version {version} is not known, only {own}", version=version, own=VERSION)
        raise RecordError(reason, "version")
    start = start_of(whole)
    named = enumerate(whole.get("players", list))
    players = tuple(of_type(str, name, f"players[{number}]") for number, name in named)
    with errors_at(str, "players"):
        check_players(start, players)
    headers = headers_of(whole)
    plies, end = validate_line(plies_of(whole.get("plies", list), "plies"), start, move_path)
    result = whole.get("result", str)
    with errors_at(str, "result"):
        check_result(end, result, headers)
    with errors_at(str, "comment"):
        return Record(start, players, plies, result, headers, whole.get("comment", str, ""))


def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; RecordError if a key is repeated."""
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise RecordError(say("the key {key} is given twice", key=quote(key)))
        values[key] = value
    return values


def reject_constant(text: str) -> NoReturn:
    """RecordError for NaN and Infinity, which Python would accept."""
    raise RecordError(say("{text} is not a JSON number", text=text))


class ObjectReader:
    """An object at a path; its values are read by key and type. An unknown key is an error."""

    def __init__(self, value: object, path: str, known: tuple[str, ...]) -> None:
        self.path = path
        self.values = of_type(dict, value, path)
        for key in self.values:
            if key not in known:
                reason = say("unknown key: the keys are {known}", known=known)
                raise RecordError(reason, self.path_to(key))

    def path_to(self, key: str) -> str:
        """The path of one of its values."""
        step = key if HEADER_NAME.fullmatch(key) else quote(key)  # a key may be any text
        return f"{self.path}.{step}" if self.path else step

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        """The value of a key; RecordError if it is missing and there is no default."""
        if key not in self.values:
            if default is None:
                raise RecordError(say("it is missing"), self.path_to(key))
            return default
        return of_type(kind, self.values[key], self.path_to(key))


def of_type(kind: type[T], value: Any, path: str) -> T:
    """The value, which must be of that type; a whole number is accepted as a float."""
    if kind is float and type(value) is int and abs(value) <= LARGEST:
        value = float(value)
    if type(value) is not kind:
        raise RecordError(wrong_type(value, KINDS[kind]), path or say("the record"))
    return value


def wrong_type(value: object, wanted: Message) -> Message:
    """The message that a value is not what was expected."""
    given = quote(json.dumps(value, default=repr))
    return say("{value} is not {kind}", value=given, kind=wanted)


def start_of(whole: ObjectReader) -> Position:
    """The first position: the one given, or the start of the game."""
    named = whole.get("game", str)
    with errors_at(str, "game"):
        game, options = parse_game_text(named)
        if "start" not in whole.values:
            return game.begin(options)
    given = whole.get("start", str)
    with errors_at(str, "start"):
        return game.text.parse_position(given, options)


def headers_of(whole: ObjectReader) -> dict[str, str]:
    """The other headers, in order."""
    values = whole.get("headers", dict, {})
    headers = ObjectReader(values, "headers", tuple(values))
    for name in values:
        with errors_at(headers.path_to, name):
            check_header(name, headers.get(name, str))
    return values


def plies_of(value: object, path: str, depth: int = 0) -> tuple[Ply, ...]:
    """The plies of a list, not checked by the rules yet."""
    with errors_at(str, path):
        check_depth(depth)
    items = of_type(list, value, path)
    return tuple([ply_of(item, f"{path}[{i}]", depth) for i, item in enumerate(items)])


def ply_of(item: object, path: str, depth: int) -> Ply:
    """The ply of an object."""
    ply = ObjectReader(item, path, PLY_FIELDS)
    facts: dict[str, Any] = {
        key: ply.get(key, kind) for key, kind in FACTS.items() if key in ply.values
    }
    lines = [
        plies_of(line, f"{path}.variations[{i}]", depth + 1)
        for i, line in enumerate(ply.get("variations", list, []))
    ]
    with errors_at(str, path):
        return Ply(ply.get("move", str), variations=tuple(lines), **facts)


def move_path(path: PlyPath) -> str:
    """`plies[3].move`, or `plies[3].variations[0][1].move`."""
    pairs = zip(path[1::2], path[2::2], strict=False)
    inner = [f".variations[{line}][{ply}]" for line, ply in pairs]
    return f"plies[{path[0]}]{''.join(inner)}.move"
