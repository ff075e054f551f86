"""Analyses of positions for whoever studies them, as server-sent events.

They are made in the processes of the computer players, a second at a time, so that all who wait
have their turns and moves come first. A viewer has one at a time: another takes the place of the
one before. It ends when he leaves, when its time is over, or when nothing more can be found out.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool

from tabuleiro.analysis import last_analysis
from tabuleiro.analysis.telling import worth
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.language import Translate
from tabuleiro.search.limit import Limit
from tabuleiro.web.errors import Kind, RefusalError
from tabuleiro.web.fairness import Fairness
from tabuleiro.web.live import HEARTBEAT, SIGN_OF_LIFE, event
from tabuleiro.web.pool import Pool
from tabuleiro.web.secrets import digest
from tabuleiro.web.settings import Settings
from tabuleiro.web.task import Candidate, Insight, Priority, Task, Thought

TURN = 1.0  # seconds of thought between two chances of others
TURNS = 12  # viewers for each process who take turns: fewer than the analysts it remembers
DIGITS = 4  # of expected scores and shares
LONGEST_LINE = 24  # moves of a line that are sent

END, TROUBLE, ANALYSIS = "end", "trouble", "analysis"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who wants an analysis: the secret of a browser, its address, and the reader's language."""

    secret: str
    address: str
    translate: Translate

    @property
    def key(self) -> str:
        """What tells viewers apart; those without a secret go by their address."""
        return self.secret or self.address


@dataclass(frozen=True, slots=True)
class Question:
    """A position to be analysed for so many seconds, with so many lines."""

    position: Position
    lines: int
    seconds: float


@dataclass(eq=False)
class Listener:
    """One analysis as it is followed. `news` is set when there is something to look at: a later
    insight, or that another analysis of the same viewer has begun."""

    viewer: Viewer
    news: asyncio.Event = field(default_factory=asyncio.Event)
    insight: Insight | None = None
    replaced: bool = False

    def hear(self, thought: Thought) -> None:
        """Takes the latest insight: earlier ones are worth no waiting."""
        self.insight = thought.insight
        self.news.set()

    def replace(self) -> None:
        """Ends it for another one."""
        self.replaced = True
        self.news.set()

    async def next_message(self) -> str:
        """The latest insight that was not sent yet; if there is none for long, a sign of life."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await self.news.wait()
        self.news.clear()
        insight, self.insight = self.insight, None
        return written(insight, self.viewer.translate) if insight else SIGN_OF_LIFE


class Analysing:
    """All analyses of this process. It is used in the event loop."""

    def __init__(self, pool: Pool, fairness: Fairness, settings: Settings) -> None:
        self.pool = pool
        self.fairness = fairness
        self.settings = settings
        self._listeners: dict[str, Listener] = {}
        self._addresses: Counter[str] = Counter()
        self._turns = asyncio.Semaphore(TURNS * settings.workers)

    def close(self) -> None:
        """Ends all analyses."""
        for listener in self._listeners.values():
            listener.replace()

    async def check(self, question: Question, viewer: Viewer) -> None:
        """Refuses what may not be analysed now, or one analysis too many."""
        others = self._addresses[viewer.address] - (viewer.key in self._listeners)
        if others >= self.settings.analyses_per_address:
            raise RefusalError(
                Kind(429, "too_many"), say("too many positions are being analysed from here"), 10
            )
        await self._check_fairness(question, viewer)

    async def follow(self, question: Question, viewer: Viewer) -> AsyncIterator[str]:
        """What the viewer is sent, as text, until he goes or nothing more is to come."""
        if question.position.over:
            yield written(known_end(question.position), viewer.translate)
            yield event(END, in_json({"replaced": False}))
            return
        with self._joined(viewer) as listener:
            try:
                async with self._turns:
                    insight = None
                    while not (listener.replaced or is_enough(insight, question)):
                        with self._thinking(question, listener) as future:
                            while not (future.done() or listener.replaced):
                                yield await listener.next_message()
                        if not listener.replaced:
                            insight = future.result().insight
                            assert insight, "an analysis was asked for"
                            yield written(insight, viewer.translate)
                            await self._check_fairness(question, viewer)
            except TabuleiroError as trouble:
                yield event(TROUBLE, in_json({"message": trouble.message.text(viewer.translate)}))
                return
            yield event(END, in_json({"replaced": listener.replaced}))

    @contextmanager
    def _joined(self, viewer: Viewer) -> Iterator[Listener]:
        if before := self._listeners.get(viewer.key):
            before.replace()
        listener = self._listeners[viewer.key] = Listener(viewer)
        self._addresses[viewer.address] += 1
        try:
            yield listener
        finally:
            if self._listeners.get(viewer.key) is listener:
                del self._listeners[viewer.key]
            self._addresses[viewer.address] -= 1
            if not self._addresses[viewer.address]:
                del self._addresses[viewer.address]

    @contextmanager
    def _thinking(self, question: Question, listener: Listener) -> Iterator[Future[Thought]]:
        """A turn of thought, which ends when nobody wants to hear of it any more."""
        loop = asyncio.get_running_loop()

        def tell(heard: Callable[[], None]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(heard)

        task = task_of(question, listener.viewer)
        future = self.pool.think(task, lambda thought: tell(partial(listener.hear, thought)))
        future.add_done_callback(lambda _: tell(listener.news.set))
        try:
            yield future
        finally:
            future.cancel()

    async def _check_fairness(self, question: Question, viewer: Viewer) -> None:
        await run_in_threadpool(self.fairness.check, question.position, viewer.secret)


def task_of(question: Question, viewer: Viewer) -> Task:
    """What is asked of the pool. Every viewer has an analyst of his own for each game."""
    position = question.position
    game = f"{digest(viewer.key)} {position.game.text_with(position.options())}"
    limit = Limit(movetime=round(1000 * min(TURN, question.seconds)))
    return Task(position, "", game, 1, limit, Priority.analysis, question.lines)


def is_enough(insight: Insight | None, question: Question) -> bool:
    """Whether nothing more is to be found out, or in no more time."""
    return insight is not None and (insight.done or insight.seconds >= question.seconds)


def known_end(position: Position) -> Insight:
    """All that there is to know of a game that is over."""
    return Insight.of(last_analysis(position), 0.0)


# --- as data -------------------------------------------------------------------------------


def written(insight: Insight, translate: Translate) -> str:
    """An insight as an event of the stream."""
    return event(ANALYSIS, in_json(insight_data(insight, translate)))


def insight_data(insight: Insight, translate: Translate) -> dict[str, Any]:
    """What is known of a position: `values` has what each player expects, `lines` the moves to
    consider, the best first, from the view of the player to move."""
    return {
        "values": [round(value, DIGITS) for value in insight.values],
        "proved": insight.proved,
        "lines": [candidate_data(each, translate) for each in insight.candidates],
        "depth": insight.depth,
        "nodes": insight.nodes,
        "seconds": round(insight.seconds, 1),
    }


def candidate_data(candidate: Candidate, translate: Translate) -> dict[str, Any]:
    """A move to consider: what it is worth, in words too, and the line that it begins."""
    line = candidate.worth
    return {
        "value": round(line.value, DIGITS),
        "mate": line.mate,
        "proved": line.proved,
        "share": round(line.share, DIGITS),
        "said": worth(line).text(translate),
        "line": [asdict(step) for step in candidate.line[:LONGEST_LINE]],
    }


def in_json(data: dict[str, Any]) -> str:
    """Data as an event holds it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
