"""The parts of a report (text, tables, charts, boards) as data."""

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from tabuleiro.core.drawing.plots import Plot
from tabuleiro.core.message import DisplayText, Message
from tabuleiro.core.scene import Scene


@dataclass(frozen=True)
class TextBlock:
    """A paragraph."""

    kind: ClassVar = "text"
    words: Message


@dataclass(frozen=True)
class TableBlock:
    """Figures in rows; the first cell of a row is its name."""

    kind: ClassVar = "table"
    headings: tuple[Message, ...]
    rows: tuple[tuple[DisplayText, ...], ...]


@dataclass(frozen=True)
class ChartBlock:
    """A plot, and the name of its file."""

    kind: ClassVar = "chart"
    name: str
    plot: Plot
    x_label: Message


@dataclass(frozen=True)
class BoardBlock:
    """A picture of a board in tints of a colour, and the name of its file. `words` describes it,
    also for screen readers."""

    kind: ClassVar = "board"
    name: str
    scene: Scene
    words: Message


Block = TextBlock | TableBlock | ChartBlock | BoardBlock


@dataclass(frozen=True)
class Chapter:
    """The content of a section; `glance` are its figures for the top of the report."""

    title: Message
    blocks: tuple[Block, ...]
    glance: tuple[tuple[Message, DisplayText], ...] = ()

    @property
    def groups(self) -> list[list[Block]]:
        """Its blocks, with consecutive boards together: a page shows them side by side."""
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
        """The figures of all chapters for the top of the report."""
        return [line for chapter in self.chapters for line in chapter.glance]
