"""Reading and writing files of records for commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedReader
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from tabuleiro.cli.parameters import print_error
from tabuleiro.core.message import Message, TabuleiroError, quote, say

if TYPE_CHECKING:
    from tabuleiro.records.record import Record
    from tabuleiro.records.stream import Fault, RecordFormat

STANDARD = "-"
TOURNAMENT = b'{"tournament": '  # the beginning of a results file


# --- reading --------------------------------------------------------------------------------


def read_files(
    files: Iterable[str], recover: bool = False, form: str | None = None
) -> Iterator[Record]:
    """The records of files, one by one; faults in damaged files are printed on standard error."""
    for file in files:
        yield from read_file(file, form, partial(print_fault, file) if recover else None)


def print_fault(file: str, fault: Fault) -> None:
    """Prints a fault in a file on standard error."""
    print_error(fault_line(file, fault))


def read_file(
    file: str, form: str | None, on_fault: Callable[[Fault], None] | None
) -> Iterator[Record]:
    """The records of one file, which may be the results file of a tournament. Without `on_fault`,
    a fault is an error with the name of the file."""
    from tabuleiro.records.ply import RecordError
    from tabuleiro.records.stream import find_format, read_stream

    with open_input(file) as (stream, seen):
        try:
            if form is None and beginning_of(stream).startswith(TOURNAMENT):
                from tabuleiro.arena.results_file import read_results_file  # few files need it

                yield from read_results_file(stream, on_fault)
            else:
                yield from read_stream(stream, find_format(form) if form else seen, on_fault)
        except RecordError as error:
            reason = say(
                "{path}: {reason}. 'tabuleiro record convert --recover' keeps the good games.",
                path=file,
                reason=error.message,
            )
            raise TabuleiroError(reason) from error


@contextmanager
def open_input(file: str) -> Iterator[tuple[BinaryIO, RecordFormat]]:
    """A file or standard input, and its probable format."""
    from tabuleiro.records.files import user_path
    from tabuleiro.records.stream import RecordFormat, detect_format, open_stream

    if file != STANDARD:
        with open_stream(user_path(file)) as found:
            yield found
        return
    stream = sys.stdin.buffer
    form = detect_format(None, beginning_of(stream))
    if form is RecordFormat.parquet:
        raise TabuleiroError(say("a table in Parquet is read from a file, not from input"))
    yield stream, form


def beginning_of(stream: BinaryIO) -> bytes:
    """The first bytes of a stream, without consuming them."""
    return stream.peek() if isinstance(stream, BufferedReader) else b""


def fault_line(file: str, fault: Fault) -> Message:
    """The message for a fault in a file."""
    return say("{path}: {reason}", path=file, reason=fault.message)


def nth_record(records: Iterator[Record], number: int) -> Record:
    """One of the records, counted from 1."""
    count = 0
    for record in islice(records, number):
        count += 1
        if count == number:
            return record
    raise TabuleiroError(
        say("there is no game {number}: there are {count}", number=number, count=count)
    )


def parse_pairs(words: list[str] | None) -> dict[str, str]:
    """`NAME=TEXT` words by name."""
    found: dict[str, str] = {}
    for word in words or ():
        name, sign, text = word.partition("=")
        if not sign:
            raise TabuleiroError(say("{word} is not NAME=TEXT", word=quote(word)))
        found[name] = text
    return found


# --- writing --------------------------------------------------------------------------------


@contextmanager
def open_output(out: str, binary: bool) -> Iterator[BinaryIO]:
    """A file that is written completely or not at all, or standard output."""
    from tabuleiro.records.files import atomic_writer, user_path

    if out != STANDARD:
        with atomic_writer(user_path(out)) as file:
            yield file
    elif binary and sys.stdout.isatty():
        raise TabuleiroError(say("a terminal cannot show that: write it with --out FILE"))
    else:
        yield sys.stdout.buffer


def write_records(
    records: Iterable[Record], out: str, form: str | None, moves: bool = False
) -> None:
    """Writes records one by one."""
    from tabuleiro.records.files import user_path
    from tabuleiro.records.parquet import write_moves
    from tabuleiro.records.stream import RecordFormat, detect_format, find_format, write_stream

    named = (
        RecordFormat.parquet
        if moves
        else detect_format(None if out == STANDARD else user_path(out))
    )
    chosen = find_format(form) if form else named
    if moves and chosen is not RecordFormat.parquet:
        raise TabuleiroError(say("--moves makes a table: write it as parquet"))
    with open_output(out, binary=chosen is RecordFormat.parquet) as stream:
        if moves:
            write_moves(stream, records)
        else:
            write_stream(stream, records, chosen)


def write_bytes(data: bytes, out: str, binary: bool) -> None:
    """Writes a picture."""
    with open_output(out, binary) as stream:
        stream.write(data)
