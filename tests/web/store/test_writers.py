"""Writers of SQLite: those who wait are committed together, and nobody is told too early."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError

from tabuleiro.web.store.database import UnavailableError, is_unavailable, make_engine, read_url
from tabuleiro.web.store.store import MOST, GroupCommitWriter
from waiting import wait_for

INSERT = text("INSERT INTO numbers VALUES (:number)")


class Numbers:
    """Numbers in a database, and how often something was committed to it."""

    def __init__(self, path: Path) -> None:
        self.engine = make_engine(read_url(f"sqlite:///{path}/numbers.db"))
        with self.engine.begin() as connection:
            connection.execute(text("CREATE TABLE numbers (number INTEGER UNIQUE)"))
        self.commits = 0
        event.listen(self.engine, "commit", self._count)
        self.writer = GroupCommitWriter(self.engine)
        self.pool = ThreadPoolExecutor(2 * MOST)

    def write(self, number: int) -> None:
        with self.writer.writing() as connection:
            connection.execute(INSERT, {"number": number})

    def found(self) -> list[int]:
        """The numbers that are committed."""
        with self.engine.connect() as connection:
            return list(connection.scalars(text("SELECT number FROM numbers ORDER BY number")))

    @contextmanager
    def queued(self, count: int, first: int = 1) -> Iterator[tuple[Connection, list[Future[None]]]]:
        """So many writers wait behind one who is still writing meanwhile."""
        with self.writer.writing() as connection:
            futures = [self.pool.submit(self.write, first + n) for n in range(count)]
            wait_for(lambda: self.writer._waiting == count)
            yield connection, futures

    def be_impatient(self) -> None:
        """The writer gives up soon when somebody else writes."""
        with self.writer.writing() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout = 20")

    def _count(self, connection: Connection) -> None:
        self.commits += 1

    def close(self) -> None:
        self.pool.shutdown()
        self.writer.close()
        self.engine.dispose()


@pytest.fixture
def numbers(tmp_path: Path) -> Iterator[Numbers]:
    with closing(Numbers(tmp_path)) as numbers:
        yield numbers


def test_one_alone_is_committed_at_once(numbers: Numbers) -> None:
    numbers.write(1)
    assert (numbers.found(), numbers.commits) == ([1], 1)


def test_those_who_wait_are_committed_together(numbers: Numbers) -> None:
    with numbers.queued(10) as (connection, futures):
        connection.execute(INSERT, {"number": 0})
    wait(futures)
    assert numbers.found() == list(range(11))
    assert numbers.commits == 1


def test_nobody_goes_on_before_the_commit(numbers: Numbers) -> None:
    """The first is over, the second holds the commit up: neither has been confirmed."""
    second_writes, let_go = Event(), Event()

    def second() -> None:
        with numbers.writer.writing() as connection:
            connection.execute(INSERT, {"number": 2})
            second_writes.set()
            let_go.wait()

    def first() -> None:
        with numbers.writer.writing() as connection:
            connection.execute(INSERT, {"number": 1})
            other.append(numbers.pool.submit(second))
            wait_for(lambda: numbers.writer._waiting)

    other: list[Future[None]] = []
    one = numbers.pool.submit(first)
    second_writes.wait()
    assert not one.done() and numbers.found() == []
    let_go.set()
    one.result()
    other[0].result()
    assert numbers.found() == [1, 2]


def test_one_who_fails_undoes_only_his_own(numbers: Numbers) -> None:
    numbers.write(5)
    with numbers.queued(10) as (connection, futures):
        connection.execute(INSERT, {"number": 0})
    assert [number for number, each in enumerate(futures, 1) if each.exception()] == [5]
    assert numbers.found() == list(range(11))


def test_no_group_is_larger_than_allowed(numbers: Numbers) -> None:
    with numbers.queued(MOST + 5) as (_, futures):
        pass
    wait(futures)
    assert numbers.commits >= 2
    assert len(numbers.found()) == MOST + 5


def test_when_the_whole_group_is_undone_all_are_told(numbers: Numbers) -> None:
    """As SQLite does by itself on a full disk."""

    def spoil() -> None:
        with numbers.writer.writing() as connection:
            connection.exec_driver_sql("ROLLBACK")

    def first() -> None:
        with numbers.writer.writing() as connection:
            connection.execute(INSERT, {"number": 1})
            other.append(numbers.pool.submit(spoil))
            wait_for(lambda: numbers.writer._waiting)

    other: list[Future[None]] = []
    with pytest.raises(UnavailableError) as refused:
        numbers.pool.submit(first).result()
    assert "undone" in refused.value.reason
    assert other[0].exception()
    assert numbers.found() == []
    numbers.write(3)
    assert numbers.found() == [3]


def test_a_database_that_another_program_holds_is_unavailable_until_it_lets_go(
    numbers: Numbers, tmp_path: Path
) -> None:
    numbers.write(1)
    with closing(sqlite3.connect(tmp_path / "numbers.db", isolation_level=None)) as other:
        numbers.be_impatient()
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError) as refused:
            numbers.write(2)
        assert is_unavailable(refused.value)
    numbers.write(3)
    assert numbers.found() == [1, 3]
