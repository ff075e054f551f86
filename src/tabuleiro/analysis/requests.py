"""Reading the requests of the analysis server; every error names the field at fault."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tabuleiro.analysis.position_analysis import DEFAULT_LIMIT, LINES, check_lines
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.wording import positions_after
from tabuleiro.games import read, start
from tabuleiro.search.limit import Limit

MOST_TURNS = 10_000


class RequestError(TabuleiroError):
    """A request that cannot be answered, with the wrong field and the id if they are known."""

    def __init__(self, reason: Message, field: str | None, request: str | None = None) -> None:
        super().__init__(reason)
        self.field = field
        self.request = request


@dataclass(frozen=True)
class Request:
    """A request: its id and its action. `cancels` is the id of the request that it ends. A request
    for analyses has positions, each with the number of moves before it; `every` is the number of
    seconds between two partial answers, None for no partial answers; `stop` ends it."""

    id: str
    action: str
    cancels: str = ""
    positions: tuple[tuple[int, Position], ...] = ()
    limit: Limit = DEFAULT_LIMIT
    lines: int = LINES
    every: float | None = None
    stop: StopFlag = field(default_factory=StopFlag)


Values = Mapping[str, Any]


# --- kinds of fields -------------------------------------------------------------------------


def read_text(value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise TabuleiroError(say("it must be a text"))
    return value


def read_whole_number(value: Any) -> int:
    """A whole number."""
    if type(value) is not int:
        raise TabuleiroError(say("it must be a whole number"))
    return value


def read_seconds(value: Any) -> float:
    """A number of seconds."""
    if type(value) not in (int, float) or not 0 <= value < 10**9:
        raise TabuleiroError(say("it must be a number of seconds"))
    return float(value)


def read_texts(value: Any) -> list[str]:
    """A list of texts."""
    if not isinstance(value, list):
        raise TabuleiroError(say("it must be a list of texts"))
    return [read_text(each) for each in value]


def read_turns(value: Any) -> list[int]:
    """A list of whole numbers that is not empty."""
    if not isinstance(value, list) or not 0 < len(value) <= MOST_TURNS:
        raise TabuleiroError(say("it must be a list of 1 to {most} whole numbers", most=MOST_TURNS))
    return [read_whole_number(each) for each in value]


OF_ALL: dict[str, Callable[[Any], Any]] = {"id": read_text, "action": read_text}
FIELDS: dict[str, dict[str, Callable[[Any], Any]]] = {
    "analyse": {
        **OF_ALL, "game": read_text, "position": read_text, "moves": read_texts,
        "turns": read_turns, "lines": read_whole_number, "nodes": read_whole_number,
        "depth": read_whole_number, "movetime": read_whole_number, "every": read_seconds,
    },
    "cancel": {**OF_ALL, "cancels": read_text},
    "clear": OF_ALL,
    "version": OF_ALL,
}  # fmt: skip
"""The fields of each action, and how each is read."""
REQUIRED = {"analyse": ("id", "game"), "cancel": ("id", "cancels")}


# --- requests --------------------------------------------------------------------------------


def read_request(line: str) -> Request:
    """Parses a line; RequestError if it is not a request."""
    given = read_object(line)
    named = given.get("id")
    request = named if isinstance(named, str) else None
    try:
        action, values = read_fields(given)
        if action == "analyse":
            return analyse_request(values)
        return Request(values["id"], action, values.get("cancels", ""))
    except RequestError as error:
        raise RequestError(error.message, error.field, request) from error


def read_object(line: str) -> dict[str, Any]:
    """The object of a line of JSON."""
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RequestError(say("this is not JSON: {reason}", reason=str(error)), None) from error
    if not isinstance(given, dict):
        raise RequestError(say("a request is a JSON object"), None)
    return given


def read_fields(given: Values) -> tuple[str, Values]:
    """The action of a request, and the values of its fields."""
    action = given.get("action", "analyse")
    if not isinstance(action, str) or action not in FIELDS:
        raise RequestError(say("the actions are {names}", names=tuple(FIELDS)), "action")
    fields = FIELDS[action]
    for name in given:
        if name not in fields:
            reason = say("no such field: {action} has {names}", action=action, names=tuple(fields))
            raise RequestError(reason, name)
    values = {name: reading_field(name, fields[name], value) for name, value in given.items()}
    for name in REQUIRED.get(action, ("id",)):
        if name not in given:
            raise RequestError(say("it is missing"), name)
    return action, values


def reading_field(name: str, read_value: Callable[..., Any], *values: Any) -> Any:
    """The value that is read; an error is reported for that field."""
    try:
        return read_value(*values)
    except TabuleiroError as error:
        if isinstance(error, RequestError):
            raise
        raise RequestError(error.message, name) from error


def analyse_request(values: Values) -> Request:
    """A request for analyses."""
    line = reading_field("moves", positions_after, first_position(values), values.get("moves", []))
    turns = values.get("turns", [len(line) - 1])
    for turn in turns:
        if not 0 <= turn < len(line):
            last = len(line) - 1
            reason = say("turn must be from 0 to {last}, not {turn}", last=last, turn=turn)
            raise RequestError(reason, "turns")
    lines = values.get("lines", LINES)
    reading_field("lines", check_lines, lines)
    positions = tuple((turn, line[turn]) for turn in turns)
    return Request(
        values["id"], "analyse", "", positions, limit_of(values), lines, values.get("every")
    )


def first_position(values: Values) -> Position:
    """The position from which the moves begin."""
    position: Position = reading_field("game", start, values["game"])
    if "position" in values:
        full_text = f"{values['game']} | {values['position']}"
        position = reading_field("position", read, full_text)
    return position


def limit_of(values: Values) -> Limit:
    """The limit for each position, or the default."""
    limit = Limit()
    for name in ("nodes", "depth", "movetime"):
        if name in values:
            limit = limit.within(reading_field(name, partial(Limit, **{name: values[name]})))
    return DEFAULT_LIMIT if limit == Limit() else limit
