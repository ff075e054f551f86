"""Analysing a position: what it is worth to each player, and the best lines."""

from __future__ import annotations

from collections.abc import Iterator

from tabuleiro.analysis.multi_pv import Analysis, AnySearch, make_search, search_lines
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import Limit

LINES = 3
MOST_LINES = 1000
DEFAULT_LIMIT = Limit(movetime=3000)


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
    yield from search_lines(search, position, limit, lines, stop or StopFlag())


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


def check_lines(lines: int) -> None:
    """Refuses a number of lines that makes no sense."""
    if not 1 <= lines <= MOST_LINES:
        raise TabuleiroError(say("lines must be from 1 to {most}", most=MOST_LINES))
