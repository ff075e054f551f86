"""Fixtures for tests of the browser app: both databases, and servers that use them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tabuleiro.web.games.service import GameService
from tabuleiro.web.store.store import Store
from web.long_timeouts import use_long_timeouts
from web.players_at_server import QuickPool, Time
from web.serving import Served

if TYPE_CHECKING:  # its driver is only installed for tests on PostgreSQL
    from postgres import Databases, PostgresServer

SERVERS = {"postgres", "own_postgres"}
"""The fixtures that start PostgreSQL."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that need PostgreSQL."""
    chosen = getattr(item, "callspec", None)
    on_postgres = chosen is not None and chosen.params.get("address") == "postgresql"
    if on_postgres or SERVERS & set(getattr(item, "fixturenames", ())):
        item.add_marker(pytest.mark.postgres)


# Packages that `make test` does not install, and the tests that import them.
collect_ignore = [
    tests
    for package, tests in {"playwright": "browser", "schemathesis": "test_openapi.py"}.items()
    if not find_spec(package)
]


@pytest.fixture(scope="session", autouse=True)
def long_timeouts() -> Iterator[None]:
    """Use long timeouts, so that nothing is given up just because it is slow."""
    with pytest.MonkeyPatch.context() as patch:
        use_long_timeouts(patch.setattr)
        yield


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    """A PostgreSQL server for the tests, shared by all processes that run them."""
    from postgres import shared_server

    folder = tmp_path_factory.getbasetemp()
    with shared_server(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) as server:
        yield server


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for modules whose tests kill it. They cannot use the shared one, because
    other processes use it at the same time."""
    from postgres import PostgresServer

    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database; a test runs once with each kind of database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.db"
        return
    server: Databases = request.getfixturevalue("postgres")
    with server.empty_database() as empty:
        yield empty


@pytest.fixture
def time() -> Time:
    """The time of the game service."""
    return Time()


@pytest.fixture
def service(address: str, time: Time, tmp_path: Path) -> Iterator[GameService]:
    """A game service with an empty database."""
    with closing(Store.open(address, time(), tmp_path)) as store:
        yield GameService(store, time, Random(1))


@pytest.fixture(scope="session")
def quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose computer players move immediately and at random."""
    server = Served(tmp_path_factory.mktemp("served"), lambda settings: QuickPool())
    yield server
    server.close()


@pytest.fixture
def served(quick_server: Served) -> Iterator[Served]:
    """The quick server; its clients are closed after the test."""
    yield quick_server
    quick_server.close_browsers()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The default server of a module: a quick server that no other module uses."""
    served = Served(tmp_path_factory.mktemp("site"), lambda settings: QuickPool())
    yield served
    served.close()
