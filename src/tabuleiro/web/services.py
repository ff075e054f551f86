"""What a server consists of, started and stopped together; routes find it in the app."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from time import time
from typing import cast

from starlette.requests import HTTPConnection

from tabuleiro.web.analysing import Analysing
from tabuleiro.web.duties import Duties
from tabuleiro.web.guard import rates_of
from tabuleiro.web.house import House
from tabuleiro.web.live import Live
from tabuleiro.web.pool import Pool
from tabuleiro.web.rates import Limiter
from tabuleiro.web.settings import Settings
from tabuleiro.web.state import States
from tabuleiro.web.store import Store
from tabuleiro.web.store.teller import Passing
from tabuleiro.web.studio import Studio
from tabuleiro.web.workroom import MOVING_PATIENCE, Kept, Workroom

BACKUPS = "backups"  # the folder, in that of the data, for backups before migrations

MakePool = Callable[[Settings], Pool]


@dataclass(frozen=True)
class Services:
    """The parts of a running server. Moving pictures are made in the `cutting_room`, so that nobody
    waits for them who wants something short of the `workroom`."""

    settings: Settings
    house: House
    studio: Studio
    pool: Pool
    duties: Duties
    live: Live
    analysing: Analysing
    workroom: Workroom
    cutting_room: Workroom
    pictures: Kept


def services_of(request: HTTPConnection) -> Services:
    """The server that a request is made to."""
    return cast(Services, request.app.state.services)


def limiter_of(settings: Settings) -> Limiter:
    """What counts how often addresses do something."""
    return Limiter(rates_of(settings))


def make_pool(settings: Settings) -> Pool:
    """The processes in which computer players think."""
    return Pool(settings.workers, settings.worker_megabytes, settings.think_seconds, settings.queue)


def tell_viewers(live: Live, passing: Passing) -> None:
    """Shows the viewers of a game what passes, in whichever process it does."""
    live.tell(passing.game, passing.name, passing.data)


@asynccontextmanager
async def running(settings: Settings, make: MakePool = make_pool) -> AsyncIterator[Services]:
    """A server that runs meanwhile. It is stopped in the reverse order of its start."""
    with ExitStack() as stack:
        store = Store.open(settings.database_url, time(), settings.data / BACKUPS)
        stack.callback(store.close)
        house = House(store, name_length=settings.name_length)
        pool = stack.enter_context(make(settings))
        studio = Studio(States(), apart=settings.drawing_apart)
        stack.callback(studio.close)
        workroom = Workroom(apart=settings.drawing_apart)
        stack.callback(workroom.close)
        cutting_room = Workroom(apart=settings.drawing_apart, patience=MOVING_PATIENCE)
        stack.callback(cutting_room.close)
        live = Live(house, studio, settings)
        stack.callback(live.close)
        stack.callback(store.bus.passing.subscribe(partial(tell_viewers, live)))
        duties = Duties(house, pool, settings, store.bus.tell)
        stack.callback(duties.close)
        duties.start()
        analysing = Analysing(pool, house.fairness, settings)
        stack.callback(analysing.close)
        rooms = (workroom, cutting_room, Kept())
        yield Services(settings, house, studio, pool, duties, live, analysing, *rooms)
