"""What a report consists of, as data that Markdown and HTML are written from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tabuleiro.arena.plots import Plot
from tabuleiro.core.message import Message
from tabuleiro.core.scene import Scene

Words = Message | str


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    words: Message


@dataclass(frozen=True)
class Table:
    """Figures in rows; the first of each row names it."""

    headings: tuple[Message, ...]
    rows: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True)
class Chart:
    """A plot, and the name of its file."""

    name: str
    plot: Plot
    across: Message


@dataclass(frozen=True)
class Board:
    """A picture of a board in tints of a colour, and the name of its file. `words` says what is
    to be seen to those who see nothing."""

    name: str
    scene: Scene
    words: Message


Block = Text | Table | Chart | Board


@dataclass(frozen=True)
class Chapter:
    """What a section found: the figures that belong at the top of the report, and the rest."""

    title: Message
    blocks: tuple[Block, ...]
    glance: tuple[tuple[Message, Words], ...] = ()

    @property
    def groups(self) -> list[list[Block]]:
        """Its blocks, boards that follow one another together: a page has them side by side."""
        return [
            part
            for boards, blocks in groupby(self.blocks, lambda block: isinstance(block, Board))
            for part in ([list(blocks)] if boards else [[block] for block in blocks])
        ]


@dataclass(frozen=True)
class Report:
    """A whole report."""

    title: Message
    subtitle: Message
    command: str
    chapters: tuple[Chapter, ...]
    notes: tuple[Message, ...] = ()

    @property
    def glance(self) -> list[tuple[Message, Words]]:
        """The figures of all chapters that belong at the top."""
        return [line for chapter in self.chapters for line in chapter.glance]
