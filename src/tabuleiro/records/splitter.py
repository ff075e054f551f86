"""Splitting a file of many games into one chunk per game, without reading it whole.

A chunk ends with the result and a blank line, or where the headers of the next game begin after a
blank line. Braces are tracked, since a comment may contain anything.
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
ENDS_WITH_RESULT = re.compile(rb"(?:^|[ (){}])(?:p[1-9]win|draw|none)[ \r\n]*$")
OPENING = re.compile(rb"\{")
CLOSING = re.compile(rb"[^\\{}]*+(?:\\.[^\\{}]*+)*+[{}]", re.DOTALL)
LINE_OVERHEAD = 64  # bytes of memory that a line takes besides its text


@dataclass(frozen=True, slots=True)
class RecordChunk:
    """Consecutive lines; the first is number `line` of the file, counted from 1.

    `whole` is False if they were cut off because they are longer than any record.
    """

    line: int
    lines: list[bytes]
    whole: bool = True

    @property
    def data(self) -> bytes:
        """The lines as bytes."""
        return b"".join(self.lines)


class RecordSplitter:
    """Splits a stream of lines into chunks.

    If a comment contains what looks like the headers of another game, either these lines belong to
    the comment or a closing brace is missing. `lookahead` is how many bytes the comment may still
    have.
    """

    def __init__(self, stream: BinaryIO, lookahead: int = MOST_BYTES) -> None:
        self.lookahead = lookahead
        self._stream = stream
        self._returned: deque[bytes] = deque()
        self._number = 0  # of the last line that was read

    def lines(self) -> Iterator[RecordChunk]:
        """Every line that is not blank, as a chunk of its own."""
        while line := self._next():
            if line.strip():
                yield RecordChunk(self._number, [line], len(line) <= MOST_BYTES)

    def games(self) -> Iterator[RecordChunk]:
        """The chunks of a text of records."""
        while (chunk := self._next_chunk()).lines:
            first = self._number - len(chunk.lines) + 1
            yield RecordChunk(first, chunk.lines, not chunk.is_full)

    def rewind(self, chunk: RecordChunk, line: int) -> None:
        """Continues with that line of the last chunk."""
        self._return(chunk.lines[line - chunk.line :])

    def _return(self, lines: list[bytes]) -> None:
        self._returned.extendleft(reversed(lines))
        self._number -= len(lines)

    def _next(self) -> bytes:
        """The next line, cut off if it is too long; empty at the end."""
        line = self._returned.popleft() if self._returned else self._read()
        self._number += bool(line)
        return line

    def _read(self) -> bytes:
        line = more = self._stream.readline(MOST_BYTES + 1)
        while more and not more.endswith(b"\n"):
            more = self._stream.readline(MOST_BYTES)
        return line

    def _next_chunk(self) -> ChunkBuilder:
        """The next chunk, without blank lines before it; at the end it has no lines."""
        line = self._next()
        while line and not line.strip():
            line = self._next()
        chunk = ChunkBuilder()
        while line and not chunk.is_full and not chunk.ends_before(line, self.lookahead):
            chunk.add(line)
            line = self._next()
        if line:
            self._return([line])
        return chunk


class ChunkBuilder:
    """A chunk that is still being read."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.size = 0
        self._blank = False  # whether the last line is blank
        self._headers = True  # whether the headers have not ended yet
        self._comment = False  # whether a comment is open
        self._doubtful: int | None = None  # the size where a game seemed to begin in a comment

    @property
    def is_full(self) -> bool:
        """Whether it is longer than any record."""
        return self.size > MOST_BYTES

    def ends_before(self, line: bytes, lookahead: int) -> bool:
        """Whether the chunk is complete without this line."""
        if not self._blank:
            return (
                line.isspace()
                and not self._comment
                and self.lines != []
                and ENDS_WITH_RESULT.search(self.lines[-1]) is not None
            )
        if HEADER.match(line):
            if not self._comment:
                return True
            if self._doubtful is None:
                self._doubtful = self.size
        return self._doubtful is not None and self.size - self._doubtful > lookahead

    def add(self, line: bytes) -> None:
        """Appends a line."""
        self.lines.append(line)
        self.size += max(len(line), LINE_OVERHEAD)
        self._blank = line.isspace()
        self._headers = self._headers and HEADER.match(line) is not None
        if not self._headers:
            self._comment = in_comment(line, self._comment)
            if not self._comment:
                self._doubtful = None


def in_comment(line: bytes, inside: bool) -> bool:
    """Whether a comment is open after the line; `inside` says whether one was open before it.
    Nested braces are an error; here they count as one comment that ends."""
    if b"{" not in line and b"}" not in line:
        return inside
    if b"\\" not in line:
        return line.rfind(b"{") > line.rfind(b"}")
    at = 0
    while found := CLOSING.match(line, at) if inside else OPENING.search(line, at):
        inside = not inside
        at = found.end()
    return inside


def next_game_line(chunk: RecordChunk, line: int) -> int | None:
    """The number of the first line, from `line` on, that may begin a game, if there is one."""
    for index in range(line - chunk.line, len(chunk.lines)):
        before = chunk.lines[index - 1] if index else b""
        pattern = FIRST_HEADER if before.strip() else HEADER
        if pattern.match(chunk.lines[index]) and not WHOLE_HEADER.match(before):
            return chunk.line + index
    return None
