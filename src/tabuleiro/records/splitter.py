"""Splitting a file of many games into one chunk per game, without reading it whole.

A piece of text ends with the result and a blank line, or where the headers of the next game begin
after a blank line. Braces are followed, since a comment may hold anything.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from tabuleiro.records.files import MOST_BYTES

HEADER = re.compile(rb'(?:\xef\xbb\xbf)?\[[A-Za-z][A-Za-z0-9]* "')
WHOLE_HEADER = re.compile(HEADER.pattern + rb'(?:[^"\\]|\\.)*"\][ \r\n]*$')
FIRST_HEADER = re.compile(rb'(?:\xef\xbb\xbf)?\[Game "')
ENDED = re.compile(rb"(?:^|[ (){}])(?:p[1-9]win|draw|none)[ \r\n]*$")
OPENING = re.compile(rb"\{")
CLOSING = re.compile(rb"[^\\{}]*+(?:\\.[^\\{}]*+)*+[{}]", re.DOTALL)
LINE = 64  # bytes that a line takes in memory besides its own


@dataclass(frozen=True, slots=True)
class RecordChunk:
    """Lines that stand together, the first of them the `line`-th of the file, counted from 1.

    `whole` is False where they were cut off for being more than any record has.
    """

    line: int
    lines: list[bytes]
    whole: bool = True

    @property
    def data(self) -> bytes:
        """All bytes."""
        return b"".join(self.lines)


class RecordSplitter:
    """Cuts a stream of lines into pieces.

    `patience` is for how many bytes a comment may go on after what looks like the headers of
    another game: they may be part of it, or somebody has lost a brace.
    """

    def __init__(self, stream: BinaryIO, patience: int = MOST_BYTES) -> None:
        self.patience = patience
        self._stream = stream
        self._returned: deque[bytes] = deque()
        self._number = 0  # of the line last read

    def lines(self) -> Iterator[RecordChunk]:
        """Every line that is not blank, as a piece of its own."""
        while line := self._next():
            if line.strip():
                yield RecordChunk(self._number, [line], len(line) <= MOST_BYTES)

    def games(self) -> Iterator[RecordChunk]:
        """The pieces of a text of records."""
        while (reading := self._block()).lines:
            first = self._number - len(reading.lines) + 1
            yield RecordChunk(first, reading.lines, not reading.is_full)

    def rewind(self, piece: RecordChunk, line: int) -> None:
        """What comes next begins with that line of the piece that was given last."""
        self._return(piece.lines[line - piece.line :])

    def _return(self, lines: list[bytes]) -> None:
        self._returned.extendleft(reversed(lines))
        self._number -= len(lines)

    def _next(self) -> bytes:
        """The next line; of a line that is too long only the beginning; nothing at the end."""
        line = self._returned.popleft() if self._returned else self._read()
        self._number += bool(line)
        return line

    def _read(self) -> bytes:
        line = more = self._stream.readline(MOST_BYTES + 1)
        while more and not more.endswith(b"\n"):
            more = self._stream.readline(MOST_BYTES)
        return line

    def _block(self) -> ChunkBuilder:
        """The next piece, blank lines before it passed over; at the end it has no lines."""
        line = self._next()
        while line and not line.strip():
            line = self._next()
        reading = ChunkBuilder()
        while line and not reading.is_full and not reading.ends_before(line, self.patience):
            reading.add(line)
            line = self._next()
        if line:
            self._return([line])
        return reading


class ChunkBuilder:
    """A piece of text as far as it has been read."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.size = 0
        self._blank = False  # the last line
        self._headers = True  # they have not ended yet
        self._comment = False  # one has been opened and not closed
        self._doubtful: int | None = None  # the size when another game seemed to begin in a comment

    @property
    def is_full(self) -> bool:
        """Whether it has more than any record."""
        return self.size > MOST_BYTES

    def ends_before(self, line: bytes, patience: int) -> bool:
        """Whether the piece is complete, so that this line is no part of it."""
        if not self._blank:
            return (
                line.isspace()
                and not self._comment
                and self.lines != []
                and ends_with_result(self.lines[-1])
            )
        if not HEADER.match(line):
            return self._tired(patience)
        if not self._comment:
            return True
        if self._doubtful is None:
            self._doubtful = self.size
        return self._tired(patience)

    def _tired(self, patience: int) -> bool:
        """Whether a comment has gone on for too long."""
        return self._doubtful is not None and self.size - self._doubtful > patience

    def add(self, line: bytes) -> None:
        """One more line."""
        self.lines.append(line)
        self.size += max(len(line), LINE)
        self._blank = line.isspace()
        self._headers = self._headers and HEADER.match(line) is not None
        if not self._headers:
            self._comment = in_comment(line, self._comment)
            if not self._comment:
                self._doubtful = None


def ends_with_result(line: bytes) -> bool:
    """Whether the result of a game ends the line."""
    return ENDED.search(line) is not None


def in_comment(line: bytes, inside: bool) -> bool:
    """Whether a comment is open after the line, `inside` saying whether one was before it. Braces
    inside each other are an error, of which something is made here that ends."""
    if b"{" not in line and b"}" not in line:
        return inside
    if b"\\" not in line:
        return line.rfind(b"{") > line.rfind(b"}")
    at = 0
    while found := CLOSING.match(line, at) if inside else OPENING.search(line, at):
        inside = not inside
        at = found.end()
    return inside


def next_game_line(piece: RecordChunk, line: int) -> int | None:
    """The number of the first line, from that one on, with which a game may begin in the midst of a
    piece; None where there is none."""
    for index in range(line - piece.line, len(piece.lines)):
        before = piece.lines[index - 1] if index else b""
        pattern = FIRST_HEADER if before.strip() else HEADER
        if pattern.match(piece.lines[index]) and not WHOLE_HEADER.match(before):
            return piece.line + index
    return None
