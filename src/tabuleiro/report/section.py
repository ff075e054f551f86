"""A section of a report as data: the samples it needs, and how its chapter is made."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tabuleiro.core.message import DisplayText, Message
from tabuleiro.report.blocks import Chapter
from tabuleiro.report.plan import ReportPlan
from tabuleiro.report.samples import Sample, SampleGames
from tabuleiro.report.wording import player_title


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
            found[sample.key] = (
                sample
                if known is None
                else replace(
                    sample,
                    weight=max(known.weight, sample.weight),
                    most=max(known.most, sample.most),
                    traced=known.traced or sample.traced,
                )
            )
    strength = plan.players.index
    return sorted(found.values(), key=lambda sample: max(map(strength, sample.players)))
