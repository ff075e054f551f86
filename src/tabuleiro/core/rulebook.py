"""Parses a page of rules into headings, paragraphs, lists, tables and examples.

A page is a small part of Markdown: a title, headings, paragraphs, lists, tables, and fenced blocks,
either `text` or `position` (an example). There is a blank line between blocks. Lines may contain
`**bold**`, code in backticks and `[links](https://...)`. Links are whole addresses, because pages
are shown in many places. An example is the full text of a position and claims about it:

    fuse | 8/x1o1xo2/8/8/8/8/8/6x1 x
    may a1b1 a1c1 a1d1
    may not a1e1
    plays a1d1
    turn x

Claims below `plays` are about the position after those moves; see `core.rulebook_examples`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, quote, say

ClaimWord = Literal["may", "may not", "moves", "plays", "turn", "result", "score"]
"""The claims: these moves are legal; these are not; the number of legal moves; these moves are
played; the player to move; the result, or none; the score of each player."""

CLAIM_WORDS: tuple[ClaimWord, ...] = (
    "may not", "may", "moves", "plays", "turn", "result", "score",
)  # fmt: skip
"""In the order in which they are tried: `may not` before `may`."""

HEADING = re.compile(r"(#{1,3}) (\S.*)")
TABLE_RULE = re.compile(r"\|( ?:?-+:? ?\|)+")
FENCE = "```"
OPENING = re.compile(r"#|\*(?!\*)|[1-9][0-9]?\. |\||```|>|[-+] |\s")
"""How a line begins that cannot be part of a paragraph."""

INLINE = re.compile(
    r"\*\*(?P<bold>[^*`\[\]]+)\*\*"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<link>[^*`\[\]]+)\]\((?P<target>https://[^)\s]+)\)"
)
STRAY = re.compile(r"[*`\[\]]")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a page, counted from 1."""

    page: str
    line: int


class RulebookError(TabuleiroError):
    """A page of rules that cannot be read or makes a false claim; `place` is the line."""

    def __init__(self, place: SourceLine, reason: Message) -> None:
        super().__init__(
            say("{page}, line {line}: {reason}", page=place.page, line=place.line, reason=reason)
        )
        self.place = place


# --- the parts of a page -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line in one style; `target` is the address of a link."""

    text: str
    style: Literal["plain", "bold", "code", "link"] = "plain"
    target: str = ""


Text = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A title: of the page (level 1), of a section (2) or of a part of one (3)."""

    level: int
    text: Text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences."""

    text: Text


@dataclass(frozen=True, slots=True)
class Items:
    """A list, with numbers if the order matters."""

    items: tuple[Text, ...]
    numbered: bool


@dataclass(frozen=True, slots=True)
class RulesTable:
    """A table; every row has as many cells as the head."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to be shown as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A line of an example: what it says, and the moves, numbers or words it says it of."""

    word: ClaimWord
    values: tuple[str, ...]
    place: SourceLine = field(compare=False)


@dataclass(frozen=True, slots=True)
class Example:
    """A position by its full text, and what is true of it and of the moves played from it."""

    position: str
    claims: tuple[Claim, ...]
    place: SourceLine = field(compare=False)

    @property
    def plays(self) -> tuple[str, ...]:
        """All moves that the example shows, from its position on."""
        return tuple(move for one in self.claims if one.word == "plays" for move in one.values)


Block = Heading | Paragraph | Items | RulesTable | Code | Example


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A page of rules in one language; its first block is its title."""

    language: str
    blocks: tuple[Block, ...]

    @property
    def title(self) -> str:
        """The name at the top of the page."""
        first = self.blocks[0]
        assert isinstance(first, Heading), "a page begins with its title"
        return plain_text(first.text)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples in the order of the page."""
        return tuple(block for block in self.blocks if isinstance(block, Example))


def plain_text(text: Text) -> str:
    """The words alone."""
    return "".join(span.text for span in text)


# --- reading -------------------------------------------------------------------------------


def read_rulebook(text: str, language: str, page: str) -> Rulebook:
    """The rulebook written as `text`; errors name it `page`."""
    chunks = list(_chunks(page, text.split("\n")))
    blocks = tuple(chunk.block() for chunk in chunks)
    if not blocks or not isinstance(blocks[0], Heading) or blocks[0].level != 1:
        raise RulebookError(SourceLine(page, 1), say("a page begins with its title: # Name"))
    headings = [
        (chunk, block.level)
        for chunk, block in zip(chunks, blocks, strict=True)
        if isinstance(block, Heading)
    ]
    for (_, above), (chunk, level) in pairwise(headings):
        if level == 1:
            raise chunk.error(0, say("a page has one title"))
        if level > above + 1:
            raise chunk.error(0, say("a heading is at most one level below the one before it"))
    return Rulebook(language, blocks)


def read_example(text: str, page: str, line: int = 1) -> Example:
    """Parse the lines of an example, of which the first is that line of the page."""
    return _Chunk(page, line, text.rstrip("\n").split("\n")).example()


@dataclass(frozen=True, slots=True)
class _Chunk:
    """The lines of one block of a page."""

    page: str
    first: int
    lines: list[str]

    def place(self, index: int) -> SourceLine:
        return SourceLine(self.page, self.first + index)

    def error(self, index: int, reason: Message) -> RulebookError:
        return RulebookError(self.place(index), reason)

    def block(self) -> Block:
        """The block that the first line opens."""
        return next(read(self) for sign, read in READERS if re.match(sign, self.lines[0]))

    def heading(self) -> Heading:
        found = HEADING.fullmatch(self.lines[0])
        if found is None:
            raise self.error(0, say("a heading is one, two or three # and a blank before its text"))
        if len(self.lines) > 1:
            raise self.error(1, say("a blank line belongs below a heading"))
        return Heading(len(found[1]), self.text(0, [found[2]]))

    def paragraph(self) -> Paragraph:
        for index, line in enumerate(self.lines):
            if OPENING.match(line):
                reason = say(
                    "{line} cannot continue a paragraph: is a blank line missing above it?",
                    line=quote(line),
                )
                raise self.error(index, reason)
        return Paragraph(self.text(0, self.lines))

    def items(self) -> Items:
        numbered = self.lines[0][0] != "*"
        starts = [i for i, line in enumerate(self.lines) if not line.startswith("  ")]
        ends = [*starts[1:], len(self.lines)]
        items = tuple(
            self.item(start, end, f"{number}." if numbered else "*")
            for number, (start, end) in enumerate(zip(starts, ends, strict=True), start=1)
        )
        return Items(items, numbered)

    def item(self, start: int, end: int, sign: str) -> Text:
        found, _, first = self.lines[start].partition(" ")
        if found != sign:
            raise self.error(
                start,
                say("an item begins with {sign} here, and continues after two blanks", sign=sign),
            )
        return self.text(start, [first, *self.lines[start + 1 : end]])

    def table(self) -> RulesTable:
        if len(self.lines) < 3 or not TABLE_RULE.fullmatch(self.lines[1]):
            raise self.error(0, say("a table has a head, a line such as |---|---| below it, rows"))
        head, *rows = (self.row(i) for i in range(len(self.lines)) if i != 1)
        for index, row in enumerate(rows, start=2):
            if len(row) != len(head):
                reason = say(
                    "a row has as many cells as the head: {head}, not {cells}",
                    head=len(head),
                    cells=len(row),
                )
                raise self.error(index, reason)
        return RulesTable(head, tuple(rows))

    def row(self, index: int) -> tuple[Text, ...]:
        line = self.lines[index]
        if len(line) < 2 or line[0] != "|" or line[-1] != "|":
            raise self.error(index, say("a row of a table begins and ends with |"))
        return tuple(self.text(index, [cell.strip()]) for cell in line[1:-1].split("|"))

    def fenced(self) -> Code | Example:
        if FENCE not in self.lines[1:]:
            raise self.error(0, say("this fence is never closed: write ``` below its last line"))
        end = self.lines.index(FENCE, 1)
        if end + 1 < len(self.lines):
            raise self.error(end + 1, say("a blank line belongs below a fence"))
        inside = _Chunk(self.page, self.first + 1, self.lines[1:end])
        kind = self.lines[0].removeprefix(FENCE)
        if kind == "position":
            return inside.example()
        if kind == "text":
            return Code("\n".join(inside.lines))
        reason = say("{kind} is not a kind of fence: write position or text", kind=quote(kind))
        raise self.error(0, reason)

    def example(self) -> Example:
        if not self.lines or " | " not in self.lines[0]:
            reason = say("an example begins with the full text of a position: game | position")
            raise self.error(0, reason)
        claims = tuple(self.claim(index) for index in range(1, len(self.lines)))
        return Example(self.lines[0], claims, self.place(0))

    def claim(self, index: int) -> Claim:
        line = self.lines[index]
        for word in CLAIM_WORDS:
            if line.startswith(f"{word} ") and (values := line[len(word) :].split()):
                return Claim(word, tuple(values), self.place(index))
        reason = say(
            "{line} says nothing of an example: write {words} and a value",
            line=quote(line),
            words=CLAIM_WORDS,
        )
        raise self.error(index, reason)

    def text(self, index: int, lines: list[str]) -> Text:
        """The spans of a text whose first line is at `index`."""
        joined = "\n".join(line.strip() for line in lines)
        spans = []
        at = 0
        for found in [*INLINE.finditer(joined), None]:
            between = joined[at : found.start() if found else len(joined)]
            if stray := STRAY.search(between):
                raise self.error(index + joined[: at + stray.start()].count("\n"), STRAY_REASON)
            spans += [Span(between)] if between else []
            if found:
                spans.append(_span(found))
                at = found.end()
        return tuple(replace(span, text=span.text.replace("\n", " ")) for span in spans)


STRAY_REASON = say(
    "a sign of bold, code or a link stands alone: write **bold**, `code`, [link](https://...)"
)

READERS: tuple[tuple[str, Callable[[_Chunk], Block]], ...] = (
    ("#", _Chunk.heading),
    (FENCE, _Chunk.fenced),
    (r"\|", _Chunk.table),
    (r"\* |[1-9][0-9]?\. ", _Chunk.items),
    ("", _Chunk.paragraph),
)
"""How the first line of a block begins, and the method that reads the block."""


def _chunks(page: str, lines: Iterable[str]) -> Iterator[_Chunk]:
    """The blocks of a page; a fenced block may contain blank lines."""
    chunk: list[str] = []
    fenced = False
    for number, line in enumerate([*lines, ""], start=1):
        if line.startswith(FENCE):
            fenced = not fenced
        if line.strip() or fenced:
            chunk.append(line)
        elif chunk:
            yield _Chunk(page, number - len(chunk), chunk)
            chunk = []
    if chunk:
        yield _Chunk(page, number + 1 - len(chunk), chunk)


def _span(found: re.Match[str]) -> Span:
    if found["link"]:
        return Span(found["link"], "link", found["target"])
    return Span(found["bold"], "bold") if found["bold"] else Span(found["code"], "code")


# --- without a page ------------------------------------------------------------------------


def brief_rulebook(game: Game[Any], language: str, translate: Callable[[str], str]) -> Rulebook:
    """A short page for a game that has none, from its summary, rules and options."""

    def worded(message: Message) -> Text:
        return (Span(message.text(translate)),)

    blocks: list[Block] = [Heading(1, (Span(game.name),)), Paragraph(worded(game.summary))]
    if game.rules:
        blocks.append(Items(tuple(map(worded, game.rules)), numbered=True))
    if game.options:
        head = (say("Option"), say("Default"), say("Values"), say("What it sets"))
        rows = tuple(
            (
                (Span(option.name, "code"),),
                (Span(option.format(option.default), "code"),),
                worded(option.allowed()),
                worded(option.description),
            )
            for option in game.options
        )
        blocks.append(RulesTable(tuple(map(worded, head)), rows))
    return Rulebook(language, tuple(blocks))
