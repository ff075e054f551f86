"""Records that strangers bring, read as far as they can be; done in the workroom."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import NamedTuple

from tabuleiro.core.message import Message, say
from tabuleiro.records import Record
from tabuleiro.records.cutting import Piece
from tabuleiro.records.json import write_json
from tabuleiro.records.stream import Fault, Form, Tell, form_of, read_json_line, read_stream
from tabuleiro.web.titles import result_of, subtitle_of, title_of

MOST_GAMES = 300  # of a file
MOST_FAULTS = 10  # that are told


class Found(NamedTuple):
    """A good game at a glance; `json` is the record."""

    title: Message
    facts: tuple[Message, ...]
    result: str
    moves: int
    json: str


class Games(NamedTuple):
    """The good games of a text, whether there are more, and what is wrong. `only` is the record of
    the only game."""

    found: list[Found]
    more: bool
    faults: list[Fault]
    only: Record | None


def read_games(text: str) -> Games:
    """All that can be read of a text."""
    faults: list[Fault] = []
    games = games_in(text.encode("utf-8", "replace"), faults.append)
    records = list(islice(games, MOST_GAMES))
    found = [glance(record) for record in records]
    only = records[0] if len(records) == 1 else None
    return Games(found, next(games, None) is not None, faults[:MOST_FAULTS], only)


def games_in(data: bytes, tell: Tell) -> Iterator[Record]:
    """The records of a text or of JSON; a single one may have as many lines as it likes."""
    form = Form.json if data.lstrip().startswith(b"{") else form_of(None, data)
    if form is Form.json and b"\n{" not in data:
        return iter(read_json_line(Piece(1, [data]), tell))
    return read_stream(BytesIO(data), form, tell)


def glance(record: Record) -> Found:
    """What is told of a game before it is chosen."""
    date = record.headers.get("Date")
    dated = (say("{value}", value=date),) if date else ()
    facts = (*subtitle_of(record), *dated, result_of(record))
    return Found(title_of(record), facts, record.result, len(record.plies), write_json(record))
