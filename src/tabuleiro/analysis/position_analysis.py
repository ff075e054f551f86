"""Analysing a position: what it is worth to each player, and the best lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tabuleiro.analysis.multi_pv import AnySearch, LinesFound, make_search, search_lines
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.wording import line_texts
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Variation

LINES = 3
MOST_LINES = 1000
DEFAULT_LIMIT = Limit(movetime=3000)


@dataclass(frozen=True)
class Analysis:
    """What is known of a position.

    `values` has the expected score of each player, whoever is to move; they add up to 1. `lines`
    are the best lines, the best first, each from the view of `player`, who is to move; there are
    none when the game is over. `depth` is how many moves ahead was searched, as the search counts
    them. `proved` says that `values` are those of best play for certain.
    """

    position: Position
    values: tuple[float, ...]
    lines: tuple[Variation, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def player(self) -> int:
        """Whose view the lines are from: the player to move, counted from 0; -1 when it is over."""
        return self.position.player

    @property
    def best(self) -> Variation | None:
        """The best line."""
        return self.lines[0] if self.lines else None

    @property
    def proved(self) -> bool:
        """Whether it is known for certain what best play leads to."""
        return self.best is None or self.best.proved

    def line_texts(self, number: int) -> list[str]:
        """The moves of a line as texts, the best line being number 0."""
        return line_texts(self.position, self.lines[number].line)


def analyse(
    position: Position,
    limit: Limit = DEFAULT_LIMIT,
    *,
    lines: int = LINES,
    stop: StopFlag | None = None,
    search: AnySearch | None = None,
) -> Iterator[Analysis]:
    """What is known of a position, now and then; the last one is what was found within the limit,
    or by the time that `stop` was raised. There is always one.

    The search is the strongest of the game, unless one is given: whoever analyses several
    positions of a game keeps one, which remembers, in the memory it was given; a tree search
    that asks a network is given as `NetworkMcts(network)`.
    """
    check_lines(lines)
    if position.over:
        yield finished_analysis(position)
        return
    search = search or make_search(position)
    for finding in search_lines(search, position, limit, lines, stop or StopFlag()):
        yield analysis_of(position, finding)


def last_analysis(
    position: Position,
    limit: Limit = DEFAULT_LIMIT,
    *,
    lines: int = LINES,
    stop: StopFlag | None = None,
    search: AnySearch | None = None,
) -> Analysis:
    """The last word of `analyse`."""
    *_, last = analyse(position, limit, lines=lines, stop=stop, search=search)
    return last


def finished_analysis(position: Position) -> Analysis:
    """All that there is to know of a game that is over."""
    outcome = position.outcome()
    assert outcome, f"player {NOBODY} is to move"
    return Analysis(position, outcome.values)


def analysis_of(position: Position, found: LinesFound) -> Analysis:
    """What a search has found in a position."""
    return Analysis(position, found.values, found.lines, found.depth, found.nodes, found.seconds)


def check_lines(lines: int) -> None:
    """Refuses a number of lines that makes no sense."""
    if not 1 <= lines <= MOST_LINES:
        raise TabuleiroError(say("lines must be from 1 to {most}", most=MOST_LINES))
