"""The renderer process, which turns games into the states that viewers are sent.

To draw a board takes longer than to make a move. Where it is done elsewhere, moves are confirmed
while boards are drawn. Without the process, before it is there or after it failed, the server
writes states itself.
"""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from logging import getLogger
from multiprocessing.connection import Connection
from time import monotonic

from tabuleiro.games import games
from tabuleiro.play import Table
from tabuleiro.play.events import Event
from tabuleiro.play.processes import ChildProcess
from tabuleiro.web.games.state import GameSnapshot, StateCache, Viewer
from tabuleiro.web.lru_cache import LruCache

RENDER_TIMEOUT = 5.0  # seconds after which a process that does not answer is given up
RESTART_PAUSE = 10.0  # seconds between two starts of it
MOST_KNOWN = 2_000  # games that the process keeps

LOG = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """States of a game that are wanted. `events` are those after the version `known`."""

    game_id: str
    hints: bool
    known: int
    events: Sequence[Event]
    viewers: Sequence[Viewer]
    now: float


# --- in the server -------------------------------------------------------------------------


class StateRenderer:
    """Writes states, one game after the other. Every thread may use it."""

    def __init__(self, states: StateCache, *, apart: bool = True) -> None:
        """With `apart` in a process of its own, which is started now."""
        self._states = states
        self._apart = apart
        self._thread = ThreadPoolExecutor(1, "studio")
        self._child: ChildProcess | None = None
        self._ready = False
        self._started = -RESTART_PAUSE
        self._known: LruCache[str, int] = LruCache(MOST_KNOWN)
        self._start()

    def render(self, game: GameSnapshot, viewer: Viewer, now: float) -> str:
        """The state that a viewer sees of a game."""
        return self._thread.submit(self._render, game, [viewer], now).result()[viewer]

    async def render_all(
        self, game: GameSnapshot, viewers: Collection[Viewer], now: float
    ) -> dict[Viewer, str]:
        """The states that these viewers see of a game."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._render, game, list(viewers), now)

    def close(self) -> None:
        """Ends the process."""
        self._thread.shutdown(cancel_futures=True)
        self._end()

    # --- in its thread

    def _render(self, game: GameSnapshot, viewers: list[Viewer], now: float) -> dict[Viewer, str]:
        if self._is_ready():
            try:
                return dict(zip(viewers, self._request(game, viewers, now), strict=True))
            except (OSError, EOFError) as error:
                LOG.warning("the process that draws boards failed: %s", error)
                self._end()
        return {viewer: self._states.state_text(game, viewer, now) for viewer in viewers}

    def _is_ready(self) -> bool:
        """Whether the process takes orders; one that is missing is started now and then."""
        if self._child is None:
            self._start()
        elif not self._ready:
            try:
                self._ready = self._child.pipe.poll() and self._child.pipe.recv()
            except (OSError, EOFError):
                self._end()
        return self._ready

    def _start(self) -> None:
        if self._apart and monotonic() - self._started >= RESTART_PAUSE:
            self._started = monotonic()
            self._known.clear()
            self._child = ChildProcess(run_renderer)

    def _end(self) -> None:
        self._ready = False
        if self._child:
            self._child.end()
            self._child = None

    def _request(self, game: GameSnapshot, viewers: list[Viewer], now: float) -> list[str]:
        """Asks the process, telling it only what it has not been told of the game."""
        version = game.table.version
        known = self._known.get(game.id) or 0
        texts = self._ask(game, known, viewers, now) if known <= version else None
        if texts is None:
            texts = self._ask(game, 0, viewers, now)
        assert texts is not None, "all of a game is enough to draw it"
        self._known.put(game.id, version)
        return texts

    def _ask(
        self, game: GameSnapshot, known: int, viewers: list[Viewer], now: float
    ) -> list[str] | None:
        assert self._child
        pipe, events = self._child.pipe, game.table.events[known:]
        pipe.send(RenderRequest(game.id, game.hints, known, events, viewers, now))
        if not pipe.poll(RENDER_TIMEOUT):
            raise TimeoutError("no answer")
        answer: list[str] | None = pipe.recv()
        return answer


# --- in the process ------------------------------------------------------------------------


def run_renderer(pipe: Connection) -> None:
    """The program of the process: does what it is asked for until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    games()  # loads all that may be asked for
    gc.freeze()
    easel = RenderWorker()
    with suppress(EOFError, ConnectionError):
        pipe.send(True)
        while True:
            pipe.send(easel.render(pipe.recv()))


class RenderWorker:
    """The games that were drawn last."""

    def __init__(self, most: int = MOST_KNOWN) -> None:
        self._states = StateCache()
        self._tables: LruCache[str, Table] = LruCache(most)

    def render(self, wanted: RenderRequest) -> list[str] | None:
        """The states that are wanted; None where more of the game must be told first."""
        table = self._tables.get(wanted.game_id)
        if wanted.known == 0:
            table = Table(wanted.events)
        elif table is None or table.version != wanted.known:
            return None
        else:
            table.apply_events(wanted.events)
        self._tables.put(wanted.game_id, table)
        game = GameSnapshot(wanted.game_id, table, wanted.hints)
        return [self._states.state_text(game, viewer, wanted.now) for viewer in wanted.viewers]
