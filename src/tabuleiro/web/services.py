"""The parts of a running server, started and stopped together."""

from collections.abc import Callable, Hashable
from contextlib import ExitStack, closing

from tabuleiro.web.games.heartbeat import steady_time
from tabuleiro.web.games.service import GameService
from tabuleiro.web.live.analyses import AnalysisStreams
from tabuleiro.web.live.streams import LiveStreams
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store.store import Store
from tabuleiro.web.workers.jobs import BackgroundJobs
from tabuleiro.web.workers.pool import WorkerPool
from tabuleiro.web.workers.renderer import StateRenderer
from tabuleiro.web.workers.sandbox import GIF_TIMEOUT, Sandbox

BACKUPS = "backups"  # the folder for backups before migrations, in the data folder

MOST_PICTURES = 32 * 2**20  # bytes of pictures that are cached

MakePool = Callable[[ServerSettings], WorkerPool]


def make_pool(settings: ServerSettings) -> WorkerPool:
    """The processes in which computer players think."""
    return WorkerPool(
        settings.workers, settings.worker_megabytes, settings.think_seconds, settings.queue
    )


class Services:
    """The parts of a running server, which the stack closes in reverse order. GIFs take long, so
    they have a sandbox of their own."""

    def __init__(self, settings: ServerSettings, make: MakePool, stack: ExitStack) -> None:
        own_process = settings.drawing_apart
        store = Store.open(settings.database_url, steady_time(), settings.data / BACKUPS)
        stack.callback(store.close)
        self.settings = settings
        self.games = GameService(store, name_length=settings.name_length)
        self.pool = stack.enter_context(make(settings))
        self.renderer = stack.enter_context(closing(StateRenderer(own_process=own_process)))
        self.sandbox = stack.enter_context(closing(Sandbox(own_process=own_process)))
        self.gif_sandbox = stack.enter_context(
            closing(Sandbox(own_process=own_process, timeout=GIF_TIMEOUT, most_each=1))
        )
        self.live = stack.enter_context(closing(LiveStreams(self.games, self.renderer, settings)))
        self.jobs = stack.enter_context(closing(BackgroundJobs(self.games, self.pool, settings)))
        self.jobs.prepare()
        self.analyses = AnalysisStreams(self.pool, self.games.fair_play, settings)
        stack.callback(self.analyses.close)
        self.picture_cache: LruCache[Hashable, bytes] = LruCache(MOST_PICTURES, len)
