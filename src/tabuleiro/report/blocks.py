"""The parts of a report (text, tables, charts, boards) as data."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from tabuleiro.arena.plots import Plot
from tabuleiro.core.message import Message
from tabuleiro.core.scene import Scene

DisplayText = Message | str


@dataclass(frozen=True)
class TextBlock:
    """A paragraph."""

    kind: ClassVar = "text"
    words: Message


@dataclass(frozen=True)
class TableBlock:
    """Figures in rows; the first of each row names it."""

    kind: ClassVar = "table"
    headings: tuple[Message, ...]
    rows: tuple[tuple[DisplayText, ...], ...]


@dataclass(frozen=True)
class ChartBlock:
    """A plot, and the name of its file."""

    kind: ClassVar = "chart"
    name: str
    plot: Plot
    across: Message


@dataclass(frozen=True)
class BoardBlock:
    """A picture of a board in tints of a colour, and the name of its file. `words` says what is
    to be seen to those who see nothing."""

    kind: ClassVar = "board"
    name: str
    scene: Scene
    words: Message


Block = TextBlock | TableBlock | ChartBlock | BoardBlock


@dataclass(frozen=True)
class Chapter:
    """What a section found: the figures that belong at the top of the report, and the rest."""

    title: Message
    blocks: tuple[Block, ...]
    glance: tuple[tuple[Message, DisplayText], ...] = ()

    @property
    def groups(self) -> list[list[Block]]:
        """Its blocks, boards that follow one another together: a page has them side by side."""
        return [
            part
            for boards, blocks in groupby(self.blocks, lambda block: isinstance(block, BoardBlock))
            for part in ([list(blocks)] if boards else [[block] for block in blocks])
        ]


@dataclass(frozen=True)
class GameReport:
    """A whole report."""

    title: Message
    subtitle: Message
    command: str
    chapters: tuple[Chapter, ...]
    notes: tuple[Message, ...] = ()

    @property
    def glance(self) -> list[tuple[Message, DisplayText]]:
        """The figures of all chapters that belong at the top."""
        return [line for chapter in self.chapters for line in chapter.glance]
