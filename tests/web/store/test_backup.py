"""Backups while games go on, and the way back: every game as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from tabuleiro.play.events import Paused
from tabuleiro.records.files import FileError
from tabuleiro.web.store.backup import back_up, restore
from tabuleiro.web.store.database import StoreError
from tabuleiro.web.store.schema import SCHEMA, HolderRow
from tabuleiro.web.store.server_lock import AlreadyRunningError, hold_server_lock
from tabuleiro.web.store.store import Store
from waiting import wait_for
from web.store.games_in_store import Contents, add_game, append, contents

if TYPE_CHECKING:
    from postgres import Databases

GAMES = 20


@pytest.fixture
def empty(address: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of another empty database of the same kind."""
    if address.startswith("sqlite"):
        yield f"sqlite:///{tmp_path}/restored/games.db"
        return
    server: Databases = request.getfixturevalue("postgres")
    with server.empty_database() as another:
        yield another


@contextmanager
def events_in(store: Store, games: list[str]) -> Iterator[list[str]]:
    """Something happens in all games, one after the other, again and again meanwhile; what has
    been confirmed so far, as it grows."""
    stop, confirmed = Event(), list[str]()

    def play() -> None:
        while not stop.is_set():
            for game in games:
                append(store, game, Paused(float(len(confirmed))))
                confirmed.append(game)

    thread = Thread(target=play)
    thread.start()
    try:
        yield confirmed
    finally:
        stop.set()
        thread.join()


def is_beginning(part: Contents, whole: Contents) -> bool:
    """Whether every game is there with the events that it began with."""
    return part.keys() == whole.keys() and all(
        part[game][1] == whole[game][1][: len(part[game][1])] and len(part[game][1]) > 0
        for game in whole
    )


def test_a_backup_made_while_games_go_on_holds_every_game_as_it_was_at_one_moment(
    store: Store, empty: str, address: str, tmp_path: Path
) -> None:
    games = [add_game(store) for _ in range(GAMES)]
    before: list[str] = []
    with events_in(store, games) as confirmed:

        def back_up_meanwhile() -> bool:
            """Make a backup; return whether games went on meanwhile."""
            (tmp_path / "backup").unlink(missing_ok=True)
            before[:] = confirmed
            back_up(address, tmp_path / "backup")
            return len(confirmed) > len(before)

        wait_for(lambda: len(confirmed) >= 2 * GAMES)
        wait_for(back_up_meanwhile)
    restore(tmp_path / "backup", empty)
    with closing(Store.open(empty, 0.0, tmp_path)) as again:
        restored = contents(again)
    assert is_beginning(restored, contents(store))
    lengths = {game: len(found[1]) - 1 for game, found in restored.items()}
    assert all(lengths[game] >= before.count(game) for game in games)
    assert max(lengths.values()) - min(lengths.values()) <= 1  # they took turns


def test_a_restored_store_is_the_same_and_goes_on(
    store: Store, empty: str, address: str, tmp_path: Path
) -> None:
    game = add_game(store)
    with store.transaction() as transaction:
        transaction.add_holder(HolderRow(game, 0, "digest", None, 1.0))
    back_up(address, tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
    restore(tmp_path / "backup", empty)
    with closing(Store.open(empty, 0.0, tmp_path)) as again:
        assert contents(again) == contents(store)
        with again.reading() as reading:
            assert reading.holders(game) == [HolderRow(game, 0, "digest", None, 1.0)]
        assert append(again, game, Paused(2.0)) == 2


def test_a_backup_overwrites_nothing(store: Store, address: str, tmp_path: Path) -> None:
    (tmp_path / "backup").write_text("another")
    with pytest.raises(StoreError, match="backup exists already"):
        back_up(address, tmp_path / "backup")
    assert (tmp_path / "backup").read_text() == "another"


def test_nothing_is_restored_over_games(store: Store, address: str, tmp_path: Path) -> None:
    add_game(store)
    back_up(address, tmp_path / "backup")
    before = contents(store)
    with pytest.raises(StoreError, match="nothing is overwritten"):
        restore(tmp_path / "backup", address)
    assert contents(store) == before


def test_what_fails_leaves_no_file_behind(store: Store, address: str, tmp_path: Path) -> None:
    (tmp_path / "list").write_text("bread")
    with pytest.raises(StoreError, match="not a backup"):
        restore(tmp_path / "list", address)
    with pytest.raises(FileError, match="No such file"):
        restore(tmp_path / "nothing", address)
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        back_up(f"sqlite:///{tmp_path}/games.db", tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_restored_where_a_server_runs(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    Store.open(address, 0.0, tmp_path).close()
    back_up(address, tmp_path / "backup")
    with hold_server_lock(tmp_path / "other.db"), pytest.raises(AlreadyRunningError):
        restore(tmp_path / "backup", f"sqlite:///{tmp_path}/other.db")
    assert not (tmp_path / "other.db").exists()


def test_nothing_is_restored_beside_what_another_database_left(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    Store.open(address, 0.0, tmp_path).close()
    back_up(address, tmp_path / "backup")
    (tmp_path / "other.db-wal").touch()
    with pytest.raises(StoreError, match=r"other\.db-wal exists already"):
        restore(tmp_path / "backup", f"sqlite:///{tmp_path}/other.db")


def test_a_backup_of_a_later_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    Store.open(address, 0.0, tmp_path).close()
    back_up(address, tmp_path / "backup")
    monkeypatch.setattr("tabuleiro.web.store.backup.SCHEMA", SCHEMA - 1)
    with pytest.raises(StoreError, match="later version"):
        restore(tmp_path / "backup", f"sqlite:///{tmp_path}/other.db")
    assert not (tmp_path / "other.db").exists()


def test_a_damaged_backup_is_refused(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    Store.open(address, 0.0, tmp_path).close()
    back_up(address, tmp_path / "backup")
    whole = (tmp_path / "backup").read_bytes()
    (tmp_path / "backup").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError):
        restore(tmp_path / "backup", f"sqlite:///{tmp_path}/other.db")
    assert not (tmp_path / "other.db").exists()


def test_without_the_programs_of_postgresql_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreError, match="pg_dump is missing; to fix it: apt-get install"):
        back_up("postgresql://me@nowhere/games", tmp_path / "backup")


@pytest.mark.postgres
def test_what_postgresql_says_is_passed_on_without_the_password(tmp_path: Path) -> None:
    address = f"postgresql://me:hidden@/games?host={tmp_path}"
    with pytest.raises(StoreError, match=r"pg_dump failed: .*connection") as refused:
        back_up(address, tmp_path / "backup")
    assert "hidden" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []
