"""URLs of databases: what is read, what is refused, and that no password is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabuleiro.records.files import FileError
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store.database import StoreError, database_file, is_sqlite, make_engine, read_url
from tabuleiro.web.store.store import Store


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_known_by_all_its_names(scheme: str) -> None:
    url = read_url(f"{scheme}://me@db/games")
    assert url.drivername == "postgresql+psycopg" and not is_sqlite(url)


@pytest.mark.parametrize(
    "text",
    ["", "games", "mysql://me:hidden@db/games", "sqlite://", "sqlite:///:memory:", "a://b:c"],
)
def test_what_is_no_url_of_a_database_is_refused(text: str) -> None:
    with pytest.raises(StoreError, match="this is not the URL of a database: write") as refused:
        read_url(text)
    assert "hidden" not in str(refused.value)


@pytest.mark.postgres
def test_a_database_that_does_not_answer_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot be opened: .*connection") as refused:
        Store.open(f"postgresql://me:hidden@/games?host={tmp_path}", 0.0, tmp_path)
    assert "hidden" not in str(refused.value)


def test_the_folder_of_a_database_is_made(tmp_path: Path) -> None:
    Store.open(f"sqlite:///{tmp_path}/new/folder/games.db", 0.0, tmp_path).close()
    assert (tmp_path / "new" / "folder" / "games.db").exists()


@pytest.mark.parametrize("name", ["what?", "100%", "100%25", "#1", "a b", "Jogo é"])
def test_a_data_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    settings = ServerSettings(data=tmp_path / name)
    assert database_file(settings.database_url) == tmp_path / name / "tabuleiro.db"


def test_postgresql_has_no_file_of_ours() -> None:
    assert database_file("postgresql://me@db/games") is None


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match=r"file/games\.db: "):
        make_engine(read_url(f"sqlite:///{tmp_path}/file/games.db"))
