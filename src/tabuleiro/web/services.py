"""The parts of a running server, started and stopped together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from time import time

from tabuleiro.web.games.service import GameService
from tabuleiro.web.http.middleware import rates_of
from tabuleiro.web.http.rate_limits import RateLimiter
from tabuleiro.web.live.analyses import AnalysisStreams
from tabuleiro.web.live.streams import LiveStreams
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store.store import Store
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
    """The parts of a running server. Moving pictures take long: they have a sandbox of their own,
    the `gif_sandbox`."""

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
    """The rate limits of these settings."""
    return RateLimiter(rates_of(settings))


def make_pool(settings: ServerSettings) -> WorkerPool:
    """The processes in which computer players think."""
    return WorkerPool(
        settings.workers, settings.worker_megabytes, settings.think_seconds, settings.queue
    )


def forward_transient(live: LiveStreams, event: TransientEvent) -> None:
    """Sends a transient event to the viewers of its game."""
    live.send_transient(event.game, event.name, event.data)


@asynccontextmanager
async def run_services(
    settings: ServerSettings, make: MakePool = make_pool
) -> AsyncIterator[Services]:
    """Starts the parts of a server, and stops them in reverse order."""
    with ExitStack() as stack:
        store = Store.open(settings.database_url, time(), settings.data / BACKUPS)
        stack.callback(store.close)
        games = GameService(store, name_length=settings.name_length)
        pool = stack.enter_context(make(settings))
        renderer = StateRenderer(apart=settings.drawing_apart)
        stack.callback(renderer.close)
        sandbox = Sandbox(apart=settings.drawing_apart)
        stack.callback(sandbox.close)
        gif_sandbox = Sandbox(apart=settings.drawing_apart, timeout=GIF_TIMEOUT)
        stack.callback(gif_sandbox.close)
        live = LiveStreams(games, renderer, settings)
        stack.callback(live.close)
        stack.callback(store.bus.transient.subscribe(partial(forward_transient, live)))
        jobs = BackgroundJobs(games, pool, settings, store.bus.send_transient)
        stack.callback(jobs.close)
        jobs.start()
        analyses = AnalysisStreams(pool, games.fair_play, settings)
        stack.callback(analyses.close)
        yield Services(
            settings=settings,
            games=games,
            renderer=renderer,
            pool=pool,
            jobs=jobs,
            live=live,
            analyses=analyses,
            sandbox=sandbox,
            gif_sandbox=gif_sandbox,
            picture_cache=LruCache(MOST_PICTURES, len),
        )
