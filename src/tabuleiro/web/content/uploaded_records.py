"""Reading uploaded records as far as possible; runs in the sandbox process."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import NamedTuple

from tabuleiro.core.message import Message, say
from tabuleiro.records import Record
from tabuleiro.records.json import write_json
from tabuleiro.records.splitter import RecordChunk
from tabuleiro.records.stream import (
    Fault,
    FaultListener,
    RecordFormat,
    detect_format,
    read_json_line,
    read_stream,
)
from tabuleiro.web.content.titles import result_of, subtitle_of, title_of

MOST_GAMES = 300  # of a file
MOST_FAULTS = 10  # that are reported


class UploadedGame(NamedTuple):
    """A good game at a glance; `json` is the record."""

    title: Message
    facts: tuple[Message, ...]
    result: str
    moves: int
    json: str


class UploadedGames(NamedTuple):
    """The good games of a text, whether there are more, and what is wrong. `only` is the record of
    the only game."""

    found: list[UploadedGame]
    more: bool
    faults: list[Fault]
    only: Record | None


def read_games(text: str) -> UploadedGames:
    """All that can be read of a text."""
    faults: list[Fault] = []
    games = games_in(text.encode("utf-8", "replace"), faults.append)
    records = list(islice(games, MOST_GAMES))
    found = [uploaded_game(record) for record in records]
    only = records[0] if len(records) == 1 else None
    return UploadedGames(found, next(games, None) is not None, faults[:MOST_FAULTS], only)


def games_in(data: bytes, on_fault: FaultListener) -> Iterator[Record]:
    """The records of a text or of JSON; a single one may have as many lines as it likes."""
    form = RecordFormat.json if data.lstrip().startswith(b"{") else detect_format(None, data)
    if form is RecordFormat.json and b"\n{" not in data:
        return iter(read_json_line(RecordChunk(1, [data]), on_fault))
    return read_stream(BytesIO(data), form, on_fault)


def uploaded_game(record: Record) -> UploadedGame:
    """What is shown of a game before it is chosen."""
    date = record.headers.get("Date")
    dated = (say("{value}", value=date),) if date else ()
    facts = (*subtitle_of(record), *dated, result_of(record))
    return UploadedGame(
        title_of(record), facts, record.result, len(record.plies), write_json(record)
    )
