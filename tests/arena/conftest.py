"""Long timeouts for tests of matches and tournaments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabuleiro.arena import workers
from waiting import PATIENCE


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Use long timeouts, because a process or a player may be slow."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "WORKER_TIMEOUT", PATIENCE)
        yield
