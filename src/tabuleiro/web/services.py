"""The parts of a running server, started and stopped together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from time import time

from tabuleiro.web.games.service import GameService
from tabuleiro.web.games.state import StateCache
from tabuleiro.web.http.middleware import rates_of
from tabuleiro.web.http.rate_limits import RateLimiter
from tabuleiro.web.live.analyses import AnalysisStreams
from tabuleiro.web.live.streams import LiveStreams
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store import Store
from tabuleiro.web.store.transient_events import TransientEvent
from tabuleiro.web.workers.jobs import BackgroundJobs
from tabuleiro.web.workers.pool import WorkerPool
from tabuleiro.web.workers.renderer import StateRenderer
from tabuleiro.web.workers.sandbox import GIF_TIMEOUT, Sandbox

BACKUPS = "backups"  # the folder, in that of the data, for backups before migrations

MOST_PICTURES = 32 * 2**20  # bytes of pictures that are cached

MakePool = Callable[[ServerSettings], WorkerPool]


@dataclass(frozen=True)
class Services:
    """The parts of a running server. Moving pictures are made in the `gif_sandbox`, so that nobody
    waits for them who wants something short of the `sandbox`."""

    settings: ServerSettings
    games: GameService
    renderer: StateRenderer
    pool: WorkerPool
    jobs: BackgroundJobs
    live: LiveStreams
    analyses: AnalysisStreams
    sandbox: Sandbox
    gif_sandbox: Sandbox
    picture_cache: LruCache[Hashable, bytes]


def make_limiter(settings: ServerSettings) -> RateLimiter:
    """What counts how often addresses do something."""
    return RateLimiter(rates_of(settings))


def make_pool(settings: ServerSettings) -> WorkerPool:
    """The processes in which computer players think."""
    return WorkerPool(
        settings.workers, settings.worker_megabytes, settings.think_seconds, settings.queue
    )


def forward_transient(live: LiveStreams, passing: TransientEvent) -> None:
    """Shows the viewers of a game what passes, in whichever process it does."""
    live.send_transient(passing.game, passing.name, passing.data)


@asynccontextmanager
async def run_services(
    settings: ServerSettings, make: MakePool = make_pool
) -> AsyncIterator[Services]:
    """A server that runs meanwhile. It is stopped in the reverse order of its start."""
    with ExitStack() as stack:
        store = Store.open(settings.database_url, time(), settings.data / BACKUPS)
        stack.callback(store.close)
        house = GameService(store, name_length=settings.name_length)
        pool = stack.enter_context(make(settings))
        studio = StateRenderer(StateCache(), apart=settings.drawing_apart)
        stack.callback(studio.close)
        workroom = Sandbox(apart=settings.drawing_apart)
        stack.callback(workroom.close)
        cutting_room = Sandbox(apart=settings.drawing_apart, patience=GIF_TIMEOUT)
        stack.callback(cutting_room.close)
        live = LiveStreams(house, studio, settings)
        stack.callback(live.close)
        stack.callback(store.bus.transient.subscribe(partial(forward_transient, live)))
        duties = BackgroundJobs(house, pool, settings, store.bus.send_transient)
        stack.callback(duties.close)
        duties.start()
        analysing = AnalysisStreams(pool, house.fair_play, settings)
        stack.callback(analysing.close)
        pictures: LruCache[Hashable, bytes] = LruCache(MOST_PICTURES, len)
        rooms = (workroom, cutting_room, pictures)
        yield Services(settings, house, studio, pool, duties, live, analysing, *rooms)
