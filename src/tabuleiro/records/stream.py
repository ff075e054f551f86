"""Reading and writing files of many games one at a time, and recovering damaged ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.records.files import TOO_LARGE, decode, file_errors
from tabuleiro.records.json import read_json, write_json
from tabuleiro.records.ply import RecordError
from tabuleiro.records.record import Record
from tabuleiro.records.splitter import RecordChunk, RecordSplitter, next_game_line
from tabuleiro.records.text import iterate_records, write_record

LOOKAHEAD = 64 * 2**10  # bytes in which recovery looks for a missing brace
JSON_LINE = re.compile(rb'^[ \t]*\{[ \t]*"', re.MULTILINE)
TEXT_LINE = re.compile(rb'^\[[A-Za-z][A-Za-z0-9]* "', re.MULTILINE)


class RecordFormat(StrEnum):
    """The format of a file of records."""

    text = "text"
    json = "json"
    parquet = "parquet"


SUFFIXES = {
    ".json": RecordFormat.json, ".jsonl": RecordFormat.json, ".ndjson": RecordFormat.json,
    ".parquet": RecordFormat.parquet,
}  # fmt: skip
PARQUET_SIGN = b"PAR1"


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a file and its place; lines and columns are counted from 1."""

    line: int
    column: int
    reason: Message

    @property
    def place(self) -> Message:
        """The place in words."""
        return say("line {line}, column {column}", line=self.line, column=self.column)

    @property
    def message(self) -> Message:
        """The place and the reason in words."""
        return say("{place}: {reason}", place=self.place, reason=self.reason)


FaultListener = Callable[[Fault], None]


# --- reading --------------------------------------------------------------------------------


def find_format(name: str) -> RecordFormat:
    """The format of that name."""
    if name not in RecordFormat.__members__:
        forms = tuple(RecordFormat)
        reason = say("{name} is not a record format: {forms}", name=quote(name), forms=forms)
        raise TabuleiroError(reason)
    return RecordFormat(name)


def detect_format(path: Path | None, beginning: bytes = b"") -> RecordFormat:
    """The format of a file, by its extension, else by its first bytes."""
    if path is not None and path.suffix.lower() in SUFFIXES:
        return SUFFIXES[path.suffix.lower()]
    if beginning.startswith(PARQUET_SIGN):
        return RecordFormat.parquet
    as_json, as_text = JSON_LINE.search(beginning), TEXT_LINE.search(beginning)
    if as_json and not (as_text and as_text.start() < as_json.start()):
        return RecordFormat.json
    return RecordFormat.text


def read_stream(
    stream: BinaryIO, form: RecordFormat = RecordFormat.text, on_fault: FaultListener | None = None
) -> Records:
    """Yields the records of a stream. The first error is raised with its place. With `on_fault`,
    every error is passed to it, and all other games are read."""
    return READERS[form](stream, on_fault)


@contextmanager
def open_stream(path: Path) -> Iterator[tuple[BinaryIO, RecordFormat]]:
    """Opens a file for reading; returns it with its format."""
    with file_errors(path), path.open("rb") as file:
        yield file, detect_format(path, file.peek())


Records = Iterator[Record]


def read_text(stream: BinaryIO, on_fault: FaultListener | None) -> Records:
    """Reads records as text."""
    if on_fault is not None:
        yield from recover_text(stream, on_fault)
        return
    for chunk in RecordSplitter(stream).games():
        yield from records_of(chunk)


def records_of(chunk: RecordChunk) -> Records:
    """The records of a chunk of text."""
    check_whole(chunk)
    yield from iterate_records(decode(chunk.data, chunk.line), chunk.line)


def recover_text(stream: BinaryIO, on_fault: FaultListener) -> Records:
    """The valid games of a damaged text. After an error, it looks for a line that can begin a
    game."""
    splitter = RecordSplitter(stream, LOOKAHEAD)
    for chunk in splitter.games():
        count = 0  # of valid games
        try:
            for record in records_of(chunk):
                yield record
                count += 1
        except RecordError as error:
            fault = fault_of(error, chunk)
            on_fault(fault)
            above = chunk.lines[: fault.line - chunk.line if chunk.whole else -1]
            if not count:
                with suppress(RecordError):
                    for record in records_of(RecordChunk(chunk.line, above)):
                        yield record
                        count += 1
            # No line inside a valid game begins another.
            line = max(chunk.line + 1, fault.line) if count else chunk.line + 1
            again = next_game_line(chunk, line)
            if again is not None:
                splitter.rewind(chunk, again)


def check_whole(chunk: RecordChunk) -> None:
    """RecordError for a chunk that is longer than any record."""
    if not chunk.whole:
        raise RecordError(TOO_LARGE, Fault(chunk.line, 1, TOO_LARGE).place)


def fault_of(error: RecordError, chunk: RecordChunk) -> Fault:
    """The fault that an error in a chunk describes."""
    place = error.place
    if isinstance(place, Message) and place.values.keys() == {"line", "column"}:
        line, column = (int(str(place.values[name])) for name in ("line", "column"))
        return Fault(line, column, error.reason)
    return Fault(chunk.line, 1, error.message)


def read_parquet(stream: BinaryIO, on_fault: FaultListener | None) -> Records:
    """Reads the records of a table of games. The line of a fault is its row. If a row group is
    damaged, only that group is lost."""
    from tabuleiro.records.parquet import row_groups  # an optional dependency

    with reporting_faults(on_fault, 1):
        for first, texts in row_groups(stream):
            with reporting_faults(on_fault, first):
                for number, text in enumerate(texts, start=first):
                    yield from read_json_line(RecordChunk(number, [text.encode()]), on_fault)


@contextmanager
def reporting_faults(on_fault: FaultListener | None, line: int) -> Iterator[None]:
    """Passes errors raised inside the context to `on_fault`; without it they are raised."""
    try:
        yield
    except RecordError as error:
        if on_fault is None:
            raise
        on_fault(Fault(line, 1, error.reason))


def read_json_line(chunk: RecordChunk, on_fault: FaultListener | None) -> list[Record]:
    """The record of a line, if it is valid."""
    try:
        check_whole(chunk)
        return [read_json(decode(chunk.data))]
    except RecordError as error:
        fault = fault_of(error, chunk)
        fault = Fault(chunk.line, fault.column, fault.reason)
        if on_fault is None:
            raise type(error)(fault.reason, fault.place) from error
        on_fault(fault)
        return []


READERS: dict[RecordFormat, Callable[[BinaryIO, FaultListener | None], Records]] = {
    RecordFormat.text: read_text,
    RecordFormat.json: lambda stream, on_fault: (
        record
        for chunk in RecordSplitter(stream).lines()
        for record in read_json_line(chunk, on_fault)
    ),
    RecordFormat.parquet: read_parquet,
}


# --- writing --------------------------------------------------------------------------------


def write_stream(
    stream: BinaryIO, records: Iterable[Record], form: RecordFormat = RecordFormat.text
) -> int:
    """Writes records; returns their number."""
    if form is RecordFormat.parquet:
        from tabuleiro.records.parquet import write_games  # an optional dependency

        return write_games(stream, records)
    count = 0
    for record in records:
        stream.write(format_record(record, form, first=count == 0).encode())
        count += 1
    return count


def format_record(record: Record, form: RecordFormat, first: bool) -> str:
    """A record as it is written to a file; a blank line separates it from others before it."""
    if form is RecordFormat.json:
        return write_json(record) + "\n"
    return write_record(record) if first else "\n" + write_record(record)
