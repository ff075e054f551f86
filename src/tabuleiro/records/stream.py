"""Files of many games, read and written one game at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.records.cutting import Cutter, Piece, next_game
from tabuleiro.records.files import TOO_LARGE, decode, reaching
from tabuleiro.records.json import read_json, write_json
from tabuleiro.records.ply import RecordError
from tabuleiro.records.record import Record
from tabuleiro.records.text import each_record, write_record

PATIENCE = 64 * 2**10  # bytes in which a recovering reader looks for a lost brace
JSON_LINE = re.compile(rb'^[ \t]*\{[ \t]*"', re.MULTILINE)
TEXT_LINE = re.compile(rb'^\[[A-Za-z][A-Za-z0-9]* "', re.MULTILINE)


class Form(StrEnum):
    """How a file holds records."""

    text = "text"
    json = "json"
    parquet = "parquet"


SUFFIXES = {
    ".json": Form.json, ".jsonl": Form.json, ".ndjson": Form.json, ".parquet": Form.parquet,
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


Tell = Callable[[Fault], None]


# --- reading --------------------------------------------------------------------------------


def find_form(name: str) -> Form:
    """The form of that name."""
    if name not in Form.__members__:
        raise TabuleiroError(
            say("{name} is no form of records: {forms}", name=quote(name), forms=tuple(Form))
        )
    return Form(name)


def form_of(path: Path | None, beginning: bytes = b"") -> Form:
    """How a file holds records, by the end of its name, else by how it begins."""
    if path is not None and path.suffix.lower() in SUFFIXES:
        return SUFFIXES[path.suffix.lower()]
    if beginning.startswith(PARQUET_SIGN):
        return Form.parquet
    as_json, as_text = JSON_LINE.search(beginning), TEXT_LINE.search(beginning)
    if as_json and not (as_text and as_text.start() < as_json.start()):
        return Form.json
    return Form.text


def read_stream(stream: BinaryIO, form: Form = Form.text, tell: Tell | None = None) -> Games:
    """The records of a stream of bytes, one by one. The first thing that is wrong is refused with
    its place; with `tell`, that is told everything that is wrong, and all other games are read."""
    return READERS[form](stream, tell)


@contextmanager
def open_stream(path: Path) -> Iterator[tuple[BinaryIO, Form]]:
    """A file to be read, and how it holds records."""
    with reaching(path), path.open("rb") as file:
        yield file, form_of(path, file.peek())


Games = Iterator[Record]


def read_text(stream: BinaryIO, tell: Tell | None) -> Games:
    """Records as text."""
    if tell is not None:
        yield from recover_text(stream, tell)
        return
    for piece in Cutter(stream).games():
        check_whole(piece)
        yield from each_record(decode(piece.data, piece.line), piece.line)


def recover_text(stream: BinaryIO, tell: Tell) -> Games:
    """The good games of a damaged text: after an error it goes on with the next line that can be
    the first of a game."""
    cutter = Cutter(stream, PATIENCE)
    for piece in cutter.games():
        reading = Attempt(piece)
        yield from reading.games()
        if reading.fault is None:
            continue
        tell(reading.fault)
        line = piece.line + 1
        if not reading.count:
            before = Attempt(reading.before_the_fault())
            yield from before.games()
            reading.count = before.count
        if reading.count:  # no line of a good game begins another
            line = max(line, reading.fault.line)
        again = next_game(piece, line)
        if again is not None:
            cutter.go_back(piece, again)


class Attempt:
    """A piece of which the good games are read up to the first fault, if there is one."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.fault: Fault | None = None
        self.count = 0  # of good games

    def games(self) -> Games:
        """The good games."""
        try:
            check_whole(self.piece)
            for record in each_record(decode(self.piece.data, self.piece.line), self.piece.line):
                yield record
                self.count += 1
        except RecordError as error:
            self.fault = fault_of(error, self.piece)

    def before_the_fault(self) -> Piece:
        """The lines above the one at fault."""
        assert self.fault, "only what failed is tried again"
        end = self.fault.line - self.piece.line if self.piece.whole else -1
        return Piece(self.piece.line, self.piece.lines[:end])


def check_whole(piece: Piece) -> None:
    """Refuses what is larger than any record."""
    if not piece.whole:
        raise RecordError(TOO_LARGE, Fault(piece.line, 1, TOO_LARGE).place)


def fault_of(error: RecordError, piece: Piece) -> Fault:
    """What an error says was wrong in a piece."""
    place = error.place
    if isinstance(place, Message) and place.values.keys() == {"line", "column"}:
        line, column = (int(str(place.values[name])) for name in ("line", "column"))
        return Fault(line, column, error.reason)
    return Fault(piece.line, 1, error.message)


def read_json_lines(stream: BinaryIO, tell: Tell | None) -> Games:
    """Records as JSON, a line each."""
    for piece in Cutter(stream).lines():
        yield from read_json_line(piece, tell)


def read_rows(stream: BinaryIO, tell: Tell | None) -> Games:
    """The records of a table of games; rows count as lines where something is wrong. A group of
    rows that cannot be read costs itself."""
    from tabuleiro.records.parquet import groups_of  # an extra that few commands need

    with telling(tell, 1):
        for group in groups_of(stream):
            with telling(tell, group.first):
                for number, text in enumerate(group.texts, start=group.first):
                    yield from read_json_line(Piece(number, [text.encode()]), tell)


@contextmanager
def telling(tell: Tell | None, line: int) -> Iterator[None]:
    """Whatever is wrong meanwhile ends it; where somebody is told, nothing else."""
    try:
        yield
    except RecordError as error:
        if tell is None:
            raise
        tell(Fault(line, 1, error.reason))


def read_json_line(piece: Piece, tell: Tell | None) -> list[Record]:
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


READERS: dict[Form, Callable[[BinaryIO, Tell | None], Games]] = {
    Form.text: read_text,
    Form.json: read_json_lines,
    Form.parquet: read_rows,
}


# --- writing --------------------------------------------------------------------------------


def write_stream(stream: BinaryIO, records: Iterable[Record], form: Form = Form.text) -> int:
    """Writes records one by one; gives their number."""
    if form is Form.parquet:
        from tabuleiro.records.parquet import write_games  # an extra that few commands need

        return write_games(stream, records)
    count = 0
    for record in records:
        stream.write(write_piece(record, form, first=count == 0).encode())
        count += 1
    return count


def write_piece(record: Record, form: Form, first: bool) -> str:
    """A record as it stands in a file, whether as its first or after others."""
    if form is Form.json:
        return write_json(record) + "\n"
    return write_record(record) if first else "\n" + write_record(record)
