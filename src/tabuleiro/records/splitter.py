"""Splitting a file of many games into one chunk per game, without reading it whole.

A chunk ends where the headers of the next game begin after a blank line. Braces are tracked, since
a comment may contain anything.
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
ESCAPED = re.compile(rb"\\.", re.DOTALL)
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
        while (chunk := self._next_game()).lines:
            yield chunk

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

    def _next_game(self) -> RecordChunk:
        """The lines up to the next game, without blank lines before them; none at the end."""
        lines: list[bytes] = []
        size = 0
        blank = comment = False  # whether the last line is blank, and whether a comment is open
        doubtful: int | None = None  # the size where a game seemed to begin in the comment
        while size <= MOST_BYTES and (line := self._next()):
            header = HEADER.match(line)
            if lines and blank:
                if header and comment and doubtful is None:
                    doubtful = size
                too_far = doubtful is not None and size - doubtful > self.lookahead
                if too_far or (header and not comment):
                    self._return([line])
                    break
            blank = line.isspace()
            if lines or not blank:
                lines.append(line)
                size += max(len(line), LINE_OVERHEAD)
            if comment or not header:
                comment = in_comment(line, comment)
            if not comment:
                doubtful = None
        return RecordChunk(self._number - len(lines) + 1, lines, size <= MOST_BYTES)


def in_comment(line: bytes, inside: bool) -> bool:
    """Whether a comment is open after the line; `inside` says whether one was open before it.
    Nested braces are an error; here they count as one comment that ends."""
    plain = ESCAPED.sub(b"", line) if b"\\" in line else line
    opened, closed = plain.rfind(b"{"), plain.rfind(b"}")
    return inside if opened == closed else opened > closed


def next_game_line(chunk: RecordChunk, line: int) -> int | None:
    """The number of the first line, from `line` on, that may begin a game, if there is one."""
    for index in range(line - chunk.line, len(chunk.lines)):
        before = chunk.lines[index - 1] if index else b""
        pattern = FIRST_HEADER if before.strip() else HEADER
        if pattern.match(chunk.lines[index]) and not WHOLE_HEADER.match(before):
            return chunk.line + index
    return None
