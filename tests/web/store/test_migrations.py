"""The schema of a database: made, migrated after a backup, or left alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, inspect, text

from tabuleiro.play.events import Moved
from tabuleiro.web.store.backup import restore
from tabuleiro.web.store.database import StoreError, make_engine, read_url
from tabuleiro.web.store.migrations import STEPS, Step, migrate, version_of
from tabuleiro.web.store.schema import SCHEMA, metadata
from tabuleiro.web.store.store import Store
from web.store.games_in_store import Contents, add_game, contents

NOON = 1_794_744_000.0  # 2026-11-15 12:00 UTC


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    engine = make_engine(read_url(address))
    yield engine
    engine.dispose()


def add_rating(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE games ADD COLUMN rating INTEGER NOT NULL DEFAULT 1500"))


def name_events(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE seats RENAME COLUMN name TO title"))


def fail(connection: Connection) -> None:
    add_rating(connection)
    connection.execute(text("SELECT 1 FROM nowhere"))


def found_version(engine: Engine) -> int | None:
    with engine.connect() as connection:
        return version_of(connection)


def columns(engine: Engine, table: str) -> set[str]:
    return {column["name"] for column in inspect(engine).get_columns(table)}


def play_a_game(address: str, folder: Path) -> Contents:
    with closing(Store.open(address, 0.0, folder)) as store:
        add_game(store, happened=[Moved(1.0, 0, "c4")])
        return contents(store)


def test_an_empty_database_gets_the_schema(engine: Engine, tmp_path: Path) -> None:
    migrate(engine, 0.0, tmp_path / "backups")
    assert found_version(engine) == SCHEMA
    assert set(inspect(engine).get_table_names()) == set(metadata.tables)
    for name, table in metadata.tables.items():
        assert columns(engine, name) == set(table.columns.keys())
    assert not (tmp_path / "backups").exists()


def test_there_is_a_step_from_every_earlier_version() -> None:
    assert set(STEPS) == set(range(1, SCHEMA))


def test_an_older_schema_is_backed_up_then_migrated_step_by_step(
    engine: Engine, address: str, tmp_path: Path
) -> None:
    before = play_a_game(address, tmp_path)
    steps: Mapping[int, Step] = {SCHEMA: add_rating, SCHEMA + 1: name_events}
    migrate(engine, NOON, tmp_path / "backups", steps, SCHEMA + 2)
    assert found_version(engine) == SCHEMA + 2
    assert "rating" in columns(engine, "games") and "title" in columns(engine, "seats")
    with engine.connect() as connection:
        assert connection.execute(text("SELECT id, rating FROM games")).all() == [
            (game, 1500) for game in before
        ]
    (backup,) = (tmp_path / "backups").iterdir()
    assert f"schema{SCHEMA}-20261115-120000" in backup.name


def test_the_backup_of_a_migration_can_be_restored(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    before = play_a_game(address, tmp_path)
    engine = make_engine(read_url(address))
    migrate(engine, NOON, tmp_path / "backups", {SCHEMA: add_rating}, SCHEMA + 1)
    engine.dispose()
    (backup,) = (tmp_path / "backups").iterdir()
    restore(backup, f"sqlite:///{tmp_path}/again.db")
    with closing(Store.open(f"sqlite:///{tmp_path}/again.db", 0.0, tmp_path)) as store:
        assert contents(store) == before


def test_a_step_that_fails_leaves_the_database_as_it_was(
    engine: Engine, address: str, tmp_path: Path
) -> None:
    before = play_a_game(address, tmp_path)
    with pytest.raises(StoreError, match=r"cannot be opened: .*nowhere"):
        migrate(engine, NOON, tmp_path / "backups", {SCHEMA: fail}, SCHEMA + 1)
    assert found_version(engine) == SCHEMA
    assert "rating" not in columns(engine, "games")
    with closing(Store.open(address, 0.0, tmp_path)) as store:
        assert contents(store) == before


def test_two_backups_in_the_same_second_both_stay(tmp_path: Path) -> None:
    engine = make_engine(read_url(f"sqlite:///{tmp_path}/games.db"))
    migrate(engine, NOON, tmp_path / "backups")
    for version in (SCHEMA, SCHEMA + 1):
        steps = {version: add_rating if version == SCHEMA else name_events}
        with engine.begin() as connection:
            connection.execute(text("UPDATE meta SET value = '1' WHERE key = 'schema'"))
        migrate(engine, NOON, tmp_path / "backups", {1: steps[version]}, 2)
    engine.dispose()
    assert len(list((tmp_path / "backups").iterdir())) == 2


def test_a_newer_schema_is_refused_and_left_alone(
    engine: Engine, address: str, tmp_path: Path
) -> None:
    migrate(engine, 0.0, tmp_path, {}, SCHEMA + 7)
    with pytest.raises(StoreError, match=f"schema {SCHEMA + 7}, .* up to {SCHEMA}: install"):
        Store.open(address, 0.0, tmp_path)
    assert found_version(engine) == SCHEMA + 7


@pytest.mark.parametrize("name", ["games", "films"])
def test_tables_of_something_else_are_refused(
    engine: Engine, address: str, tmp_path: Path, name: str
) -> None:
    with engine.begin() as connection:
        connection.execute(text(f"CREATE TABLE {name} (title TEXT)"))
    with pytest.raises(StoreError, match="belongs to another program"):
        Store.open(address, 0.0, tmp_path)
    assert columns(engine, name) == {"title"}


def test_servers_that_start_together_make_one_schema(address: str, tmp_path: Path) -> None:
    def start(number: int) -> None:
        Store.open(address, 0.0, tmp_path / "backups").close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(start, range(4))) == [None] * 4


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_text("Ana's shopping list: " + "bread, " * 1000)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot be opened: file is not a database"):
        Store.open(f"sqlite:///{path}", 0.0, tmp_path)
    assert path.read_bytes() == before
