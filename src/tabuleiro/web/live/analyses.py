"""Analyses of positions as server-sent events: one per viewer, in turns, within limits.

They run in the processes of the computer players, a second at a time, so that all viewers have
their turns and moves come first. A viewer has one analysis at a time: a new one replaces the last.
It ends when the viewer leaves, when its time is over, or when there is nothing more to find.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool

from tabuleiro.analysis import Analysis, analyse
from tabuleiro.analysis.wording import value_text
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.language import Translate
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Variation
from tabuleiro.web.games.fair_play import FairPlay, moves_to_show, refusal
from tabuleiro.web.games.state import to_json
from tabuleiro.web.http.errors import TooManyError
from tabuleiro.web.http.session import RequestContext
from tabuleiro.web.live.streams import ALIVE, HEARTBEAT, KEEP_ALIVE, sse_event
from tabuleiro.web.secrets import digest, source_of
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.workers.pool import WorkerPool
from tabuleiro.web.workers.tasks import LineMove, Priority, WorkerResult, WorkerTask

TURN = 1.0  # seconds of analysis before others get their turn
TURNS = 12  # viewers per process that take turns: fewer than the analysts that it keeps
DIGITS = 4  # decimals of expected scores and shares
LONGEST_LINE = 24  # moves of a line that are sent

END, TROUBLE, ANALYSIS = "end", "trouble", "analysis"


@dataclass(frozen=True, slots=True)
class AnalysisQuery:
    """A position to analyse, with limits for seconds, lines and, if given, nodes."""

    position: Position
    lines: int
    seconds: float
    nodes: int | None = None


@dataclass(eq=False)
class AnalysisListener:
    """One analysis that a viewer follows. `changed` is set when there is a new result, or when
    another analysis of the same viewer has replaced this one."""

    viewer: RequestContext
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    result: WorkerResult | None = None
    replaced: bool = False

    def receive(self, result: WorkerResult) -> None:
        """Takes the latest result; an earlier one that was not sent yet is dropped."""
        self.result = result
        self.changed.set()

    def replace(self) -> None:
        """Ends this analysis in favour of another one."""
        self.replaced = True
        self.changed.set()

    async def next_result(self) -> WorkerResult | None:
        """The latest result that was not sent yet; None if there is nothing new for a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await self.changed.wait()
        self.changed.clear()
        result, self.result = self.result, None
        return result


Work = Callable[[AnalysisListener], AsyncGenerator[str]]
"""What is done for a viewer who listens, as events."""


class AnalysisStreams:
    """All analyses of this server process. Use it in the event loop only."""

    def __init__(self, pool: WorkerPool, fairness: FairPlay, settings: ServerSettings) -> None:
        self.pool = pool
        self.fair_play = fairness
        self.settings = settings
        self._listeners: dict[str, AnalysisListener] = {}
        self._addresses: Counter[str] = Counter()
        self.turns = asyncio.Semaphore(TURNS * settings.workers)

    def close(self) -> None:
        """Ends all analyses."""
        for listener in self._listeners.values():
            listener.replace()

    @property
    def count(self) -> int:
        """The number of analyses."""
        return self._addresses.total()

    def check_room(self, viewer: RequestContext) -> None:
        """Refuses an analysis if its address has too many. Others may come before it begins, so it
        is checked again then."""
        others = self._addresses[viewer.address] - (viewer.viewer_key in self._listeners)
        if others >= self.settings.analyses_per_address:
            raise TooManyError(say("too many positions are being analysed from here"), 10)

    def stream(self, query: AnalysisQuery, viewer: RequestContext) -> AsyncIterator[str]:
        """The events for a viewer, as text, until they leave or the analysis ends."""
        if query.position.over:
            return ended_analysis(query, viewer)

        async def analysed(listener: AnalysisListener) -> AsyncGenerator[str]:
            async with aclosing(self.results(query, listener)) as results:
                async for result in results:
                    yield analysis_event(result, viewer.translate) if result else KEEP_ALIVE

        return self.events(analysed, viewer)

    async def events(self, work: Work, viewer: RequestContext) -> AsyncIterator[str]:
        """The events of some work for a viewer, when it is their turn, and how it ended."""
        try:
            with self.listening(viewer) as listener:
                while not await self.gets_turn():
                    yield KEEP_ALIVE
                try:
                    async with aclosing(work(listener)) as events:
                        async for event in events:
                            yield event
                finally:
                    self.turns.release()
        except TabuleiroError as trouble:
            message = trouble.message.text(viewer.translate)
            yield sse_event(TROUBLE, to_json({"message": message}))
        else:
            yield sse_event(END, to_json({"replaced": listener.replaced}))

    async def gets_turn(self) -> bool:
        """Waits for a turn among the viewers, but not long; whether there is one."""
        try:
            async with asyncio.timeout(ALIVE):
                return await self.turns.acquire()
        except TimeoutError:
            return False

    async def results(
        self, query: AnalysisQuery, listener: AnalysisListener
    ) -> AsyncGenerator[WorkerResult | None]:
        """The results for a position, until they are good enough or another analysis of the viewer
        begins; None to keep the connection alive."""
        if query.position.over:
            yield WorkerResult.of(query.position, analyse(query.position))
            return
        result = None
        while not (listener.replaced or is_enough(result, query)):
            boards = await self.check_fair_play(query.position)
            with self._thinking(query, listener) as future:
                while not (future.done() or listener.replaced):
                    partial_result = await listener.next_result()
                    yield partial_result and await without_help(partial_result, boards)
            if not listener.replaced:
                result = future.result()
                yield await without_help(result, boards)

    @contextmanager
    def listening(self, viewer: RequestContext) -> Iterator[AnalysisListener]:
        """Listens to an analysis. The one before of the same viewer ends."""
        self.check_room(viewer)
        if before := self._listeners.get(viewer.viewer_key):
            before.replace()
        listener = self._listeners[viewer.viewer_key] = AnalysisListener(viewer)
        self._addresses[viewer.address] += 1
        try:
            yield listener
        finally:
            if self._listeners.get(viewer.viewer_key) is listener:
                del self._listeners[viewer.viewer_key]
            self._addresses -= Counter([viewer.address])  # this drops counts of 0

    @contextmanager
    def _thinking(
        self, query: AnalysisQuery, listener: AnalysisListener
    ) -> Iterator[Future[WorkerResult]]:
        """One turn of an analysis, which ends if its viewer leaves."""
        loop = asyncio.get_running_loop()

        def call_in_loop(callback: Callable[[], None]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(callback)

        task = task_of(query, listener.viewer)
        future = self.pool.think(
            task, lambda result: call_in_loop(partial(listener.receive, result))
        )
        future.add_done_callback(lambda _: call_in_loop(listener.changed.set))
        try:
            yield future
        finally:
            future.cancel()

    async def check_fair_play(self, position: Position) -> frozenset[str]:
        """Refuses a position that may not be analysed now. Returns the keys of boards that must not
        be shown."""
        return await run_in_threadpool(self.fair_play.check, position)


async def without_help(result: WorkerResult, boards: frozenset[str]) -> WorkerResult:
    """A result without what its lines show on boards with these keys and after."""
    return await run_in_threadpool(cut_lines, result, boards) if boards else result


def cut_lines(result: WorkerResult, boards: frozenset[str]) -> WorkerResult:
    """A result whose lines end before these boards. If the best move leads to one, the result is
    refused, because its value is that of the board."""
    analysis = analysis_in(result)
    counts = [moves_to_show(analysis.position, each.line, boards) for each in analysis.lines]
    if counts and not counts[0]:
        raise refusal()
    shown = [
        (line, moves, count)
        for line, moves, count in zip(analysis.lines, result.lines, counts, strict=True)
        if count
    ]
    lines = tuple(replace(line, line=line.line[:count]) for line, _, count in shown)
    return replace(
        result,
        analysis=replace(analysis, lines=lines),
        lines=tuple(moves[:count] for _, moves, count in shown),
    )


async def ended_analysis(query: AnalysisQuery, viewer: RequestContext) -> AsyncIterator[str]:
    """The events for a finished position: they need no turn, and replace no other analysis."""
    yield analysis_event(WorkerResult.of(query.position, analyse(query.position)), viewer.translate)
    yield sse_event(END, to_json({"replaced": False}))


def task_of(query: AnalysisQuery, viewer: RequestContext) -> WorkerTask:
    """The task for the pool. Every viewer has their own analyst for each game."""
    position = query.position
    game = f"{digest(viewer.viewer_key)} {position.game.text_with(position.options())}"
    limit = Limit(movetime=round(1000 * min(TURN, query.seconds)), nodes=query.nodes)
    source = source_of(viewer.address)
    return WorkerTask(position, "", game, 1, limit, Priority.analysis, query.lines, source)


def is_enough(result: WorkerResult | None, query: AnalysisQuery) -> bool:
    """Whether there is nothing more to find, or the limits are reached."""
    if result is None:
        return False
    analysis = analysis_in(result)
    seen = query.nodes is not None and analysis.nodes >= query.nodes
    return seen or analysis.done or analysis.seconds >= query.seconds


def analysis_in(result: WorkerResult) -> Analysis:
    """The analysis in a result."""
    assert result.analysis, "an analysis was asked for"
    return result.analysis


# --- as data -------------------------------------------------------------------------------


def analysis_event(result: WorkerResult, translate: Translate) -> str:
    """A result as an event of the stream."""
    return sse_event(ANALYSIS, to_json(analysis_data(result, translate)))


def analysis_data(result: WorkerResult, translate: Translate) -> dict[str, Any]:
    """What is known about a position: `values` has the expected score of each player, `lines` the
    best moves, the best first, from the view of the player to move."""
    analysis = analysis_in(result)
    return {
        "values": [round(value, DIGITS) for value in analysis.values],
        "proved": analysis.proved,
        "lines": [
            line_data(line, moves, translate)
            for line, moves in zip(analysis.lines, result.lines, strict=True)
        ],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 1),
    }


def line_data(line: Variation, moves: Sequence[LineMove], translate: Translate) -> dict[str, Any]:
    """A line: its value, also in words, and its moves."""
    return {
        "value": round(line.value, DIGITS),
        "mate": line.mate,
        "proved": line.proved,
        "share": round(line.share, DIGITS),
        "said": value_text(line).text(translate),
        "line": moves[:LONGEST_LINE],
    }
