"""The renderer process, which turns games into the states that viewers are sent.

Drawing a board takes longer than making a move. Because it is done in another process, moves are
confirmed while boards are drawn. Before the process is ready, or after it failed, the server
renders states itself.
"""

import asyncio
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from logging import getLogger
from multiprocessing.connection import Connection
from time import monotonic

from tabuleiro.play import Table
from tabuleiro.play.events import Event
from tabuleiro.play.processes import ChildProcess, serve_requests
from tabuleiro.web.games.state import MOST_STATES, GameSnapshot, StateCache, Viewer, state_text
from tabuleiro.web.lru_cache import LruCache

RENDER_TIMEOUT = 5.0  # seconds after which a process that does not answer is given up
RESTART_PAUSE = 10.0  # seconds between two starts of it
MOST_KNOWN = 2_000  # games that the process keeps

LOG = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """States of a game to be rendered. `events` are those after the version `known`."""

    game_id: str
    hints: bool
    known: int
    events: Sequence[Event]
    viewers: Sequence[Viewer]
    now: float


class StateRenderer:
    """Renders states, one game after the other. All threads may use it; only one talks to the
    process."""

    def __init__(self, *, own_process: bool = True) -> None:
        """With `own_process` in a process of its own, which is started at once."""
        self._own_process = own_process
        self._thread = ThreadPoolExecutor(1, "renderer")
        self._child: ChildProcess | None = None
        self._states: StateCache = LruCache(MOST_STATES)
        self._known: LruCache[str, int] = LruCache(MOST_KNOWN)
        self._ready = False
        self._started = -RESTART_PAUSE
        self._start()

    def render(self, game: GameSnapshot, viewer: Viewer, now: float) -> str:
        """The state of a game as a viewer sees it."""
        return self._thread.submit(self._render, game, [viewer], now).result()[viewer]

    async def render_all(
        self, game: GameSnapshot, viewers: Collection[Viewer], now: float
    ) -> dict[Viewer, str]:
        """The states of a game as these viewers see them."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._render, game, list(viewers), now)

    def close(self) -> None:
        """Ends the process."""
        self._thread.shutdown(cancel_futures=True)
        self._end()

    # --- in its thread

    def _render(self, game: GameSnapshot, viewers: list[Viewer], now: float) -> dict[Viewer, str]:
        if self._is_ready() and self._child:
            try:
                texts = self._request(self._child, game, viewers, now)
                return dict(zip(viewers, texts, strict=True))
            except (OSError, EOFError) as error:
                LOG.warning("the process that draws boards failed: %s", error)
                self._end()
        return {viewer: state_text(self._states, game, viewer, now) for viewer in viewers}

    def _is_ready(self) -> bool:
        """Whether the process is ready; a missing one is started now and then."""
        if self._child is None:
            self._ready = False
            self._start()
        elif not self._ready:
            try:
                self._ready = self._child.pipe.poll() and self._child.pipe.recv()
            except (OSError, EOFError):
                self._end()
        return self._ready

    def _start(self) -> None:
        if self._own_process and monotonic() - self._started >= RESTART_PAUSE:
            self._started = monotonic()
            self._known.clear()
            self._child = ChildProcess(run_renderer)

    def _end(self) -> None:
        """Kills the process. Another one may be started."""
        child, self._child = self._child, None
        if child:
            child.end()

    def _request(
        self, child: ChildProcess, game: GameSnapshot, viewers: list[Viewer], now: float
    ) -> list[str]:
        """Asks the process, sending only the events that it does not have."""
        version = game.table.version
        known = self._known.get(game.id) or 0
        for start in (known, 0) if 0 < known <= version else (0,):
            events = game.table.events[start:]
            request = RenderRequest(game.id, game.hints, start, events, viewers, now)
            texts: list[str] | None = child.ask(request, RENDER_TIMEOUT)
            if texts is not None:
                break
        assert texts is not None, "all events are enough to draw a game"
        self._known.put(game.id, version)
        return texts


# --- in the process ------------------------------------------------------------------------


def run_renderer(pipe: Connection) -> None:
    """The program of the process."""
    tables: LruCache[str, Table] = LruCache(MOST_KNOWN)
    serve_requests(pipe, partial(render_states, tables, LruCache(MOST_STATES)))


def render_states(
    tables: LruCache[str, Table], states: StateCache, request: RenderRequest
) -> list[str] | None:
    """The requested states; None if the process needs the earlier events of the game first."""
    table = tables.get(request.game_id)
    if request.known == 0:
        table = Table(request.events)
    elif table is None or table.version != request.known:
        return None
    else:
        table.apply_events(request.events)
    tables.put(request.game_id, table)
    game = GameSnapshot(request.game_id, table, request.hints)
    return [state_text(states, game, viewer, request.now) for viewer in request.viewers]
