"""What the tests of the browser app share: both databases, and servers on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from postgres import PostgresServer
from tabuleiro.web.house import House
from tabuleiro.web.store import Store
from web.houses import QuickPool, Time
from web.serving import Served


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of the tests' own."""
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database: a test runs once with each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.db"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    with server.empty_database() as empty:
        yield empty


@pytest.fixture
def time() -> Time:
    """The time of the house."""
    return Time()


@pytest.fixture
def house(address: str, time: Time, tmp_path: Path) -> Iterator[House]:
    """A house without games."""
    with closing(Store.open(address, time(), tmp_path)) as store:
        yield House(store, time, Random(1))


@pytest.fixture(scope="session")
def quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose computer players move at random and at once."""
    server = Served(tmp_path_factory.mktemp("served"), lambda settings: QuickPool())
    yield server
    server.close()


@pytest.fixture
def served(quick_server: Served) -> Iterator[Served]:
    """That server, to be visited."""
    yield quick_server
    quick_server.close_browsers()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The site of a module that makes none of its own: such a server, with nobody else in it."""
    served = Served(tmp_path_factory.mktemp("site"), lambda settings: QuickPool())
    yield served
    served.close()
