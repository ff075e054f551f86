"""A store on each kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tabuleiro.web.store.store import Store


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(address, 0.0, tmp_path / "backups")) as store:
        yield store
