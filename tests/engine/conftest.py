"""Engines in this process, as fixtures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.session import Session
from tabuleiro.search import mcts


@pytest.fixture
def session() -> Iterator[Session]:
    engine = Session()
    yield engine
    if not engine.input.closed:
        engine.end()


@pytest.fixture
def searching(session: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """An engine during an infinite search."""
    monkeypatch.setattr(mcts, "REPORT_INTERVAL", 0.01)  # so that the first report comes soon
    session.send("position startpos moves d4", "go infinite")
    session.until("info depth")
    return session
