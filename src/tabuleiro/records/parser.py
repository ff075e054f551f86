"""Parsing record text: headers, moves, comments and variations, with line and column.

The parser checks the syntax; `validation` checks the rules of the game.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn

from tabuleiro.core.message import Message, quote, say
from tabuleiro.records.comments import read_comment, unescape
from tabuleiro.records.ply import (
    FORBIDDEN,
    Line,
    Ply,
    PlyPath,
    RecordError,
    check_depth,
    check_single_line,
    check_text,
    errors_at,
)

Offset = int
"""A place in a text: the number of characters before it."""

HEADER = '[Name "value"]'
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
TOKEN = re.compile(r"[ \n]*(?:([^ \n(){}]+)|([()])|\{([^\\{}]*(?:\\.[^\\{}]*)*)\})", re.DOTALL)
WORD, BRACKET, BODY = 1, 2, 3  # the groups of TOKEN; each token matches one of them
NOT_BLANK = re.compile(r"[^ \n]")
NUMBER = re.compile(r"[1-9][0-9]{0,8}\.")
RESULTS = frozenset(["draw", "none", *(f"p{number}win" for number in range(1, 10))])

NO_RESULT = say("the text ends before the result: p1win and so on, draw or none")
NO_MOVE = say("expected a move here")
NOT_CLOSED = say("the comment that begins here is not closed: braces inside are \\{{ and \\}}")
NOT_OPENED = say("unexpected closing brace: no comment is open here")


class PlacedText(NamedTuple):
    """A text and its place."""

    text: str
    place: Offset


class Headers(NamedTuple):
    """Headers by name, and the place where they end."""

    by_name: dict[str, PlacedText]
    end: Offset


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """A parsed record: headers, the comment before the moves, the moves, the result. `places` has
    the place of each move by its path."""

    headers: Headers
    comment: str
    plies: Line
    places: dict[PlyPath, Offset]
    result: PlacedText


class RecordParser:
    """Parses the records of a text in a single pass. `line` is the number of its first line."""

    def __init__(self, text: str, line: int = 1) -> None:
        self.line = line
        self.text = text.replace("\r\n", "\n")
        self.at: Offset = 0
        self._places: dict[PlyPath, Offset] = {}  # of the moves of this record
        found = FORBIDDEN.search(self.text)
        if found:
            with errors_at(self.where, found.start()):
                check_text(found[0])

    def where(self, place: Offset) -> Message:
        """A place in words."""
        line = self.text.count("\n", 0, place) + self.line
        column = place - self.text.rfind("\n", 0, place)
        return say("line {line}, column {column}", line=line, column=column)

    def records(self) -> Iterator[ParsedRecord]:
        """All records of the text."""
        self._skip_blanks()
        while self.at < len(self.text):
            yield self._record()
            gap = self._skip_blanks()
            if self.at < len(self.text) and gap.count("\n") < 2:
                self._refuse(say("expected a blank line or the end of the text after the result"))

    def summarise(self, headers: Headers) -> tuple[int, PlacedText]:
        """The number of moves of the next game, without variations, and its result. Nothing is
        parsed, so that many files can be listed fast."""
        count = depth = 0
        end = PlacedText("", len(self.text))
        for token in TOKEN.finditer(self.text, self.at):
            end = PlacedText(token[WORD] or "", place_of(token))
            depth += (token[BRACKET] == "(") - (token[BRACKET] == ")")
            count += depth == 0 and end.text != "" and end.text[-1] != "."
        if depth or end.text not in RESULTS:
            self._refuse(NO_RESULT, len(self.text))
        self._check_result(headers, end)
        return count - 1, end

    def _check_result(self, headers: Headers, result: PlacedText) -> None:
        """RecordError if the result after the moves differs from the header."""
        header = headers.by_name.get("Result", result).text
        if header != result.text:
            reason = say(
                "the result here is {result}, in the header it is {other}",
                result=result.text,
                other=quote(header),
            )
            self._refuse(reason, result.place)

    # --- helpers ----------------------------------------------------------------------------

    def _refuse(self, reason: Message, place: Offset | None = None) -> NoReturn:
        raise RecordError(reason, self.where(self.at if place is None else place))

    def _skip_blanks(self) -> str:
        begin = self.at
        found = NOT_BLANK.search(self.text, begin)
        self.at = found.start() if found else len(self.text)
        return self.text[begin : self.at]

    def _expect(self, text: str, expected: Message) -> None:
        if not self.text.startswith(text, self.at):
            self._refuse(expected)
        self.at += len(text)

    def _match(self, pattern: re.Pattern[str], expected: Message) -> re.Match[str]:
        found = pattern.match(self.text, self.at)
        if not found:
            self._refuse(expected)
        self.at = found.end()
        return found

    # --- headers ----------------------------------------------------------------------------

    def headers(self) -> Headers:
        """The headers at this place, up to the blank line after them."""
        self._skip_blanks()
        found: dict[str, PlacedText] = {}
        while not self.text.startswith("\n", self.at) or not found:
            self._header(found)
        return Headers(found, self.at)

    def _header(self, headers: dict[str, PlacedText]) -> None:
        self._expect("[", say("expected a header here, {form}, or a blank line", form=HEADER))
        begin = self.at
        name = self._match(NAME, say("a header begins with its name, such as Game"))[0]
        if name in headers:
            self._refuse(say("the header {name} is given twice", name=name), begin)
        self._expect(" ", say("expected one space between the name and the value of a header"))
        place = self.at
        value = self._match(
            STRING, say("the value of a header must be in quotation marks, on one line")
        )
        self._expect("]\n", say("a header ends with ] at the end of its line"))
        with errors_at(self.where, place):
            headers[name] = PlacedText(unescape(value[1]), place)
            check_single_line(headers[name].text)

    # --- moves ------------------------------------------------------------------------------

    def _record(self) -> ParsedRecord:
        headers = self.headers()
        self._places = {}
        comment, token = self._comment()
        plies, end = self._line(token, ())
        if end[WORD] is None:
            self._refuse(
                say("unexpected closing bracket: no variation is open here"), place_of(end)
            )
        result = PlacedText(end[WORD], place_of(end))
        self._check_result(headers, result)
        return ParsedRecord(headers, comment, plies, self._places, result)

    def _token(self) -> re.Match[str]:
        """The next token; there is always one before the result."""
        found = TOKEN.match(self.text, self.at)
        if not found:
            self._skip_blanks()
            if self.at == len(self.text):
                self._refuse(NO_RESULT)
            self._refuse(NOT_CLOSED if self.text[self.at] == "{" else NOT_OPENED)
        self.at = found.end()
        return found

    def _line(self, token: re.Match[str], path: PlyPath) -> tuple[Line, re.Match[str]]:
        """The moves from this token on of the line at a path, and the token that ends them: a
        bracket or the result."""
        line: list[Ply] = []
        while token[BRACKET] != ")" and token[WORD] not in RESULTS:
            ply, token = self._ply(token, (*path, len(line)))
            line.append(ply)
        return tuple(line), token

    def _ply(self, token: re.Match[str], path: PlyPath) -> tuple[Ply, re.Match[str]]:
        """A move with its annotations, and the token after them."""
        move = token[WORD]
        if move and move[-1] == "." and NUMBER.fullmatch(move):
            token = self._token()
            move = token[WORD]
        if move is None or move in RESULTS:
            self._refuse(NO_MOVE, place_of(token))
        place = token.start(WORD)
        self._places[path] = place
        token = self._token()
        if token[WORD] is not None:  # most moves have no annotation
            return Ply(move), token
        facts: dict[str, Any] = {}
        comments: list[str] = []
        variations: list[Line] = []
        while token[WORD] is None and token[BRACKET] != ")":
            if token[BRACKET]:
                variations.append(self._variation(place_of(token), (*path, len(variations))))
            else:
                self._add_facts(facts, comments, token)
            token = self._token()
        with errors_at(self.where, place):
            comment = "\n".join(comments)
            return Ply(move, comment=comment, variations=tuple(variations), **facts), token

    def _variation(self, begin: Offset, path: PlyPath) -> Line:
        with errors_at(self.where, begin):
            check_depth(len(path) // 2)
        before, token = self._comment()
        line, end = self._line(token, path)
        if end[BRACKET] != ")":
            reason = say("the variation that begins here is not closed before the result")
            self._refuse(reason, begin)
        if not line:
            self._refuse(say("a variation has at least one move"), begin)
        return (replace(line[0], before=before), *line[1:])

    # --- comments ---------------------------------------------------------------------------

    def _comment(self) -> tuple[str, re.Match[str]]:
        """The comment before the first move of a line, and the token of that move."""
        facts: dict[str, Any] = {}
        comments: list[str] = []
        token = self._token()
        while token[BODY] is not None:
            self._add_facts(facts, comments, token)
            if facts:
                self._refuse(say("facts of a move belong after the move"), place_of(token))
            token = self._token()
        return "\n".join(comments), token

    def _add_facts(self, facts: dict[str, Any], comments: list[str], token: re.Match[str]) -> None:
        """Adds the facts and text of a comment in braces."""
        with errors_at(self.where, place_of(token)):
            more, comment = read_comment(token[BODY])
            if facts and (twice := more.keys() & facts.keys()):
                raise RecordError(say("the fact %{name} is given twice", name=min(twice)))
        facts.update(more)
        if comment:
            comments.append(comment)


def place_of(token: re.Match[str]) -> Offset:
    """Where a token begins, without the blanks before it."""
    return token.start(token.lastindex or 0) - (token.lastindex == BODY)  # its brace
