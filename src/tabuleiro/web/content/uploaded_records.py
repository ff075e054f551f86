"""Reading uploaded records as far as possible; runs in the sandbox process."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import NamedTuple

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.language import Translate, translator
from tabuleiro.records import Record
from tabuleiro.records.json import write_json
from tabuleiro.records.ply import RecordError
from tabuleiro.records.splitter import RecordChunk
from tabuleiro.records.stream import (
    Fault,
    FaultListener,
    RecordFormat,
    detect_format,
    fault_of,
    read_json_line,
    read_stream,
)
from tabuleiro.web.content.loose_records import read_loosely
from tabuleiro.web.content.titles import result_of, subtitle_of, title_of

MOST_GAMES = 300  # of a file
MOST_FAULTS = 10  # that are reported


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of the file; `record` is its JSON, so that it can be imported alone."""

    number: int
    title: str
    facts: list[str]
    result: str
    moves: int
    record: str


@dataclass(frozen=True, slots=True)
class FoundFault:
    """What is wrong in the file, and where; lines and columns are counted from 1."""

    line: int
    column: int
    reason: str


class UploadedGames(NamedTuple):
    """The good games, whether there are more, what is wrong, the record of an only game, and what
    was assumed to read them."""

    games: list[FoundGame]
    more: bool
    faults: list[FoundFault]
    only: Record | None
    assumed: list[str]


def read_games(text: str, language: str) -> UploadedGames:
    """Everything that can be read in a text, for a reader of that language."""
    translate, faults = translator(language), list[Fault]()
    games = games_in(text.encode("utf-8", "replace"), faults.append)
    records = list(islice(games, MOST_GAMES))
    assumed: list[Message] = []
    if not records:
        try:
            records, assumed = read_loosely(text)
            faults = [] if records else faults
        except RecordError as error:
            faults = [fault_of(error, RecordChunk(1, []))]
        except TabuleiroError as error:
            faults = [Fault(1, 1, error.message)]
    return UploadedGames(
        [found_game(record, n, translate) for n, record in enumerate(records, start=1)],
        next(games, None) is not None,
        [FoundFault(f.line, f.column, f.reason.text(translate)) for f in faults[:MOST_FAULTS]],
        records[0] if len(records) == 1 else None,
        [message.text(translate) for message in assumed],
    )


def games_in(data: bytes, on_fault: FaultListener) -> Iterator[Record]:
    """The records of a text or of JSON. A single record may have any number of lines."""
    form = RecordFormat.json if data.lstrip().startswith(b"{") else detect_format(None, data)
    if form is RecordFormat.json and b"\n{" not in data:
        return iter(read_json_line(RecordChunk(1, [data]), on_fault))
    return read_stream(BytesIO(data), form, on_fault)


def found_game(record: Record, number: int, translate: Translate) -> FoundGame:
    """The entry of a game in the list."""
    date = record.headers.get("Date")
    dated = (say("{value}", value=date),) if date else ()
    facts = (*subtitle_of(record), *dated, result_of(record))
    return FoundGame(
        number,
        title_of(record).text(translate),
        [fact.text(translate) for fact in facts],
        record.result,
        len(record.plies),
        write_json(record),
    )
