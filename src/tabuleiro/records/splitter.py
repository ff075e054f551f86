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
        game = GameLines(self.lookahead)
        while game.size <= MOST_BYTES and (line := self._next()):
            if game.ends_before(line):
                self._return([line])
                break
            if game.lines or line.strip():
                game.add(line)
        first = self._number - len(game.lines) + 1
        return RecordChunk(first, game.lines, game.size <= MOST_BYTES)


class GameLines:
    """The lines of a game that is still being read."""

    def __init__(self, lookahead: int) -> None:
        self.lines: list[bytes] = []
        self.size = 0
        self._lookahead = lookahead
        self._comment = False  # whether a comment is open
        self._doubtful: int | None = None  # the size where a game seemed to begin in the comment

    def ends_before(self, line: bytes) -> bool:
        """Whether the game ends before the line: at a header or, if there was a header in a
        comment, once that comment is too long."""
        if not self.lines or not self.lines[-1].isspace():
            return False
        if HEADER.match(line):
            if not self._comment:
                return True
            if self._doubtful is None:
                self._doubtful = self.size
        return self._doubtful is not None and self.size - self._doubtful > self._lookahead

    def add(self, line: bytes) -> None:
        """Appends a line."""
        self.lines.append(line)
        self.size += max(len(line), LINE_OVERHEAD)
        if self._comment or not HEADER.match(line):
            self._comment = in_comment(line, self._comment)
        if not self._comment:
            self._doubtful = None


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
