"""Creating the schema of a database, and migrating an older one after a backup."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, func, insert, inspect, select, text, update
from sqlalchemy.exc import DatabaseError

from tabuleiro.core.message import say
from tabuleiro.records.saved_games import free_path
from tabuleiro.web.store.backup import back_up
from tabuleiro.web.store.database import ForeignDatabaseError, OpenError, StoreError, is_sqlite
from tabuleiro.web.store.schema import (
    ALIVE_KEY,
    PROTECTED,
    SCHEMA,
    VERSION_KEY,
    games,
    meta,
    metadata,
    recoveries,
    studies,
)

Step = Callable[[Connection], None]


def add_studies(connection: Connection) -> None:
    """Studies, and the mark of games whose positions may not be analysed."""
    studies.create(connection)
    connection.execute(text("ALTER TABLE games ADD COLUMN board TEXT NOT NULL DEFAULT ''"))
    (index,) = (each for each in games.indexes if each.name == "games_by_board")
    index.create(connection)
    running = select(games.c.id, games.c.settings).where(~games.c.over, games.c.people > 1)
    for game, settings in connection.execute(running).all():
        if not settings.get("hints"):
            guarded = update(games).where(games.c.id == game)
            connection.execute(guarded.values(board=PROTECTED))


def add_sources(connection: Connection) -> None:
    """Where games were opened from, which is not known of those that exist."""
    connection.execute(text("ALTER TABLE games ADD COLUMN source TEXT NOT NULL DEFAULT ''"))


STEPS: Mapping[int, Step] = {1: add_studies, 2: recoveries.create, 3: add_sources}
"""The steps to the next version of the schema, by the version before."""

MIGRATING = 7_462_853_846  # the number of an advisory lock of PostgreSQL


def migrate(
    engine: Engine,
    now: float,
    backups: Path,
    steps: Mapping[int, Step] = STEPS,
    newest: int = SCHEMA,
) -> None:
    """Brings the schema of a database up to date; after an error it is as it was."""
    try:
        with engine.begin() as connection:
            wait_for_others(connection)
            found = version_of(connection)
            if found is None:
                create(connection, newest)
            elif found > newest:
                raise StoreError(
                    say(
                        "the database has schema {found}, and this version of Tabuleiro knows "
                        "those up to {newest}: install the version that made it, or a later one",
                        found=found,
                        newest=newest,
                    )
                )
            elif found < newest:
                back_up(engine.url, backup_path(engine.url, found, now, backups))
                take_steps(connection, range(found, newest), steps)
    except DatabaseError as error:
        raise OpenError(error) from error


def wait_for_others(connection: Connection) -> None:
    """Waits until no other process migrates the schema."""
    if is_sqlite(connection.engine.url):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))


def version_of(connection: Connection) -> int | None:
    """The version of the schema; None if there is none. Tables of others are refused."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    if meta.name in tables:
        value = connection.scalar(select(meta.c.value).where(meta.c.key == VERSION_KEY))
        if value and value.isdecimal():
            return int(value)
    raise ForeignDatabaseError


def create(connection: Connection, version: int) -> None:
    """Creates the schema in an empty database."""
    metadata.create_all(connection)
    rows = {VERSION_KEY: str(version), ALIVE_KEY: ""}
    values = [{"key": key, "value": value} for key, value in rows.items()]
    connection.execute(insert(meta), values)


def take_steps(connection: Connection, versions: range, steps: Mapping[int, Step]) -> None:
    """Takes the steps from the first version on, one after the other."""
    for version in versions:
        steps[version](connection)
    newest = str(versions.stop)
    connection.execute(update(meta).where(meta.c.key == VERSION_KEY).values(value=newest))


def backup_path(url: URL, version: int, now: float, folder: Path) -> Path:
    """The file for the backup before a migration, named after the old version and the time."""
    name = Path(url.database or "").stem or "tabuleiro"
    moment = datetime.fromtimestamp(now, UTC)
    return free_path(folder / f"{name}-schema{version}-{moment:%Y%m%d-%H%M%S}.backup")
