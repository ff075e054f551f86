"""The sections of a report: the samples that each needs, and their content as data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar

from tabuleiro.core.drawing.plots import Plot
from tabuleiro.core.message import DisplayText, Message
from tabuleiro.core.scene import Scene
from tabuleiro.report.plan import ReportPlan
from tabuleiro.report.sample_schedule import Sample, SampleGames
from tabuleiro.report.wording import player_title


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


Block = Message | TableBlock | ChartBlock | BoardBlock
"""A message is a paragraph."""


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


class PlayedSamples:
    """The games that were played, by sample, and whether Ctrl-C interrupted them."""

    def __init__(self, games: Sequence[SampleGames], *, interrupted: bool = False) -> None:
        self.all = games
        self.interrupted = interrupted
        self._by_key = {one.sample.key: one for one in games}

    def __getitem__(self, sample: Sample) -> SampleGames:
        return self._by_key[sample.key]

    def with_titles(self, samples: Sequence[Sample]) -> list[tuple[DisplayText, SampleGames]]:
        """The samples that have games, with the players of each."""
        found = [(player_title(sample.players[0]), self[sample]) for sample in samples]
        return [(title, games) for title, games in found if len(games)]


@dataclass(frozen=True)
class Section:
    """One section. `needs` gives its samples, none if it does not apply to the game; `make_chapter`
    gives None if no game was finished."""

    title: Message
    needs: Callable[[ReportPlan], Sequence[Sample]]
    make_chapter: Callable[[ReportPlan, PlayedSamples], Chapter | None]


def all_samples(sections: Sequence[Section], plan: ReportPlan) -> list[Sample]:
    """The samples of all sections: each once, those of weak players first."""
    found: dict[object, Sample] = {}
    for section in sections:
        for sample in section.needs(plan):
            known = found.get(sample.key)
            if known:
                weight, most = max(known.weight, sample.weight), max(known.most, sample.most)
                sample = replace(sample, weight=weight, most=most)
            found[sample.key] = sample
    strength = plan.players.index
    return sorted(found.values(), key=lambda sample: max(map(strength, sample.players)))
