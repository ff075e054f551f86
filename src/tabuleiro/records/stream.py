"""Reading and writing files of many games one at a time, and recovering damaged ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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

PATIENCE = 64 * 2**10  # bytes in which a recovering reader looks for a lost brace
JSON_LINE = re.compile(rb'^[ \t]*\{[ \t]*"', re.MULTILINE)
TEXT_LINE = re.compile(rb'^\[[A-Za-z][A-Za-z0-9]* "', re.MULTILINE)


class RecordFormat(StrEnum):
    """How a file holds records."""

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
    """What is wrong in a file, and where; lines and columns are counted from 1."""

    line: int
    column: int
    reason: Message

    @property
    def place(self) -> Message:
        """The place in words."""
        return say("line {line}, column {column}", line=self.line, column=self.column)

    @property
    def message(self) -> Message:
        """All of it in words."""
        return say("{place}: {reason}", place=self.place, reason=self.reason)


FaultListener = Callable[[Fault], None]


# --- reading --------------------------------------------------------------------------------


def find_format(name: str) -> RecordFormat:
    """The form of that name."""
    if name not in RecordFormat.__members__:
        raise TabuleiroError(
            say(
                "{name} is no form of records: {forms}", name=quote(name), forms=tuple(RecordFormat)
            )
        )
    return RecordFormat(name)


def detect_format(path: Path | None, beginning: bytes = b"") -> RecordFormat:
    """How a file holds records, by the end of its name, else by how it begins."""
    if path is not None and path.suffix.lower() in SUFFIXES:
        return SUFFIXES[path.suffix.lower()]
    if beginning.startswith(PARQUET_SIGN):
        return RecordFormat.parquet
    as_json, as_text = JSON_LINE.search(beginning), TEXT_LINE.search(beginning)
    if as_json and not (as_text and as_text.start() < as_json.start()):
        return RecordFormat.json
    return RecordFormat.text


def read_stream(
    stream: BinaryIO, form: RecordFormat = RecordFormat.text, tell: FaultListener | None = None
) -> Records:
    """The records of a stream of bytes, one by one. The first thing that is wrong is refused with
    its place; with `tell`, that is told everything that is wrong, and all other games are read."""
    return READERS[form](stream, tell)


@contextmanager
def open_stream(path: Path) -> Iterator[tuple[BinaryIO, RecordFormat]]:
    """A file to be read, and how it holds records."""
    with file_errors(path), path.open("rb") as file:
        yield file, detect_format(path, file.peek())


Records = Iterator[Record]


def read_text(stream: BinaryIO, tell: FaultListener | None) -> Records:
    """Records as text."""
    if tell is not None:
        yield from recover_text(stream, tell)
        return
    for piece in RecordSplitter(stream).games():
        check_whole(piece)
        yield from iterate_records(decode(piece.data, piece.line), piece.line)


def recover_text(stream: BinaryIO, tell: FaultListener) -> Records:
    """The good games of a damaged text: after an error it goes on with the next line that can be
    the first of a game."""
    cutter = RecordSplitter(stream, PATIENCE)
    for piece in cutter.games():
        reading = PartialRead(piece)
        yield from reading.games()
        if reading.fault is None:
            continue
        tell(reading.fault)
        line = piece.line + 1
        if not reading.count:
            before = PartialRead(reading.before_the_fault())
            yield from before.games()
            reading.count = before.count
        if reading.count:  # no line of a good game begins another
            line = max(line, reading.fault.line)
        again = next_game_line(piece, line)
        if again is not None:
            cutter.rewind(piece, again)


class PartialRead:
    """A piece of which the good games are read up to the first fault, if there is one."""

    def __init__(self, piece: RecordChunk) -> None:
        self.piece = piece
        self.fault: Fault | None = None
        self.count = 0  # of good games

    def games(self) -> Records:
        """The good games."""
        try:
            check_whole(self.piece)
            for record in iterate_records(
                decode(self.piece.data, self.piece.line), self.piece.line
            ):
                yield record
                self.count += 1
        except RecordError as error:
            self.fault = fault_of(error, self.piece)

    def before_the_fault(self) -> RecordChunk:
        """The lines above the one at fault."""
        assert self.fault, "only what failed is tried again"
        end = self.fault.line - self.piece.line if self.piece.whole else -1
        return RecordChunk(self.piece.line, self.piece.lines[:end])


def check_whole(piece: RecordChunk) -> None:
    """Refuses what is larger than any record."""
    if not piece.whole:
        raise RecordError(TOO_LARGE, Fault(piece.line, 1, TOO_LARGE).place)


def fault_of(error: RecordError, piece: RecordChunk) -> Fault:
    """What an error says was wrong in a piece."""
    place = error.place
    if isinstance(place, Message) and place.values.keys() == {"line", "column"}:
        line, column = (int(str(place.values[name])) for name in ("line", "column"))
        return Fault(line, column, error.reason)
    return Fault(piece.line, 1, error.message)


def read_json_lines(stream: BinaryIO, tell: FaultListener | None) -> Records:
    """Records as JSON, a line each."""
    for piece in RecordSplitter(stream).lines():
        yield from read_json_line(piece, tell)


def read_parquet(stream: BinaryIO, tell: FaultListener | None) -> Records:
    """The records of a table of games; rows count as lines where something is wrong. A group of
    rows that cannot be read costs itself."""
    from tabuleiro.records.parquet import row_groups  # an extra that few commands need

    with reporting_faults(tell, 1):
        for group in row_groups(stream):
            with reporting_faults(tell, group.first):
                for number, text in enumerate(group.texts, start=group.first):
                    yield from read_json_line(RecordChunk(number, [text.encode()]), tell)


@contextmanager
def reporting_faults(tell: FaultListener | None, line: int) -> Iterator[None]:
    """Whatever is wrong meanwhile ends it; where somebody is told, nothing else."""
    try:
        yield
    except RecordError as error:
        if tell is None:
            raise
        tell(Fault(line, 1, error.reason))


def read_json_line(piece: RecordChunk, tell: FaultListener | None) -> list[Record]:
    """The record of a line, if it is a good one."""
    try:
        check_whole(piece)
        return [read_json(decode(piece.data))]
    except RecordError as error:
        fault = fault_of(error, piece)
        fault = Fault(piece.line, fault.column, fault.reason)
        if tell is None:
            raise type(error)(fault.reason, fault.place) from error
        tell(fault)
        return []


READERS: dict[RecordFormat, Callable[[BinaryIO, FaultListener | None], Records]] = {
    RecordFormat.text: read_text,
    RecordFormat.json: read_json_lines,
    RecordFormat.parquet: read_parquet,
}


# --- writing --------------------------------------------------------------------------------


def write_stream(
    stream: BinaryIO, records: Iterable[Record], form: RecordFormat = RecordFormat.text
) -> int:
    """Writes records one by one; gives their number."""
    if form is RecordFormat.parquet:
        from tabuleiro.records.parquet import write_games  # an extra that few commands need

        return write_games(stream, records)
    count = 0
    for record in records:
        stream.write(format_record(record, form, first=count == 0).encode())
        count += 1
    return count


def format_record(record: Record, form: RecordFormat, first: bool) -> str:
    """A record as it stands in a file, whether as its first or after others."""
    if form is RecordFormat.json:
        return write_json(record) + "\n"
    return write_record(record) if first else "\n" + write_record(record)
