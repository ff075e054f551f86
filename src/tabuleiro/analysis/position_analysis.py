"""Analysing a position: the expected score of each player, and the best lines."""

from collections.abc import AsyncGenerator, Iterator

from tabuleiro.analysis.multi_pv import Analysis, AnalysisSearch, make_search, search_lines
from tabuleiro.core.message import TabuleiroError, check_type, quote, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import NO_LIMIT, Limit, LimitError

LINES = 3
MOST_LINES = 1000
DEFAULT_LIMIT = Limit(movetime=3000)


def iterate_analysis(
    position: Position,
    limit: Limit = DEFAULT_LIMIT,
    *,
    lines: int = LINES,
    stop: StopFlag | None = None,
    search: AnalysisSearch | None = None,
) -> Iterator[Analysis]:
    """Yields what is known so far; the last item is what was found within the limit, or when `stop`
    was set. There is at least one.

    The search is the strongest of the game unless one is given. To analyse several positions of a
    game, pass the same search each time: it reuses what it found. For a search with a network, pass
    `NetworkMcts(network)`.
    """
    check_type("position", position, Position)
    check_type("stop", stop, StopFlag | None)
    check_type("search", search, AnalysisSearch | None)
    check_lines(lines)
    check_limit(limit)
    if outcome := position.outcome():
        yield Analysis(position, outcome.values)
        return
    search = search or make_search(position)
    yield from search_lines(search, position, limit, lines, stop or StopFlag())


def analyse(
    position: Position,
    limit: Limit = DEFAULT_LIMIT,
    *,
    lines: int = LINES,
    stop: StopFlag | None = None,
    search: AnalysisSearch | None = None,
) -> Analysis:
    """What is known about a position when the limit is reached: the expected score of each player
    and the best lines. The arguments are those of `iterate_analysis`."""
    *_, last = iterate_analysis(position, limit, lines=lines, stop=stop, search=search)
    return last


def stream_analysis(
    position: Position,
    limit: Limit = DEFAULT_LIMIT,
    *,
    lines: int = LINES,
    search: AnalysisSearch | None = None,
) -> AsyncGenerator[Analysis, None]:
    """What is known so far, for asyncio programs. The arguments are those of `iterate_analysis`.
    Cancelling the task stops the search."""
    from tabuleiro.search.asynchronous import stream  # asyncio takes time to load

    return stream(
        lambda stop: iterate_analysis(position, limit, lines=lines, stop=stop, search=search)
    )


def check_lines(lines: int) -> None:
    """Raises an error if the number of lines is out of range."""
    check_type("lines", lines, int)
    if not 1 <= lines <= MOST_LINES:
        raise TabuleiroError(say("lines must be from 1 to {most}", most=MOST_LINES))


def check_limit(limit: Limit) -> None:
    """Raises an error if there is no limit: the analysis might never end."""
    if not isinstance(limit, Limit) or limit == NO_LIMIT:
        given = quote(str(limit))
        reason = say(
            "an analysis needs a limit such as Limit(nodes=2000), not {given}", given=given
        )
        raise LimitError(reason)
