"""The time of the server, while the clock of the system is changed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tabuleiro.web.games import heartbeat
from tabuleiro.web.games.service import GameService
from tabuleiro.web.store.store import Store
from web.players_at_server import two_people


@pytest.mark.parametrize("change", [-600, 600])
def test_a_change_of_the_clock_of_the_system_costs_nobody_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: float
) -> None:
    ticks = iter(range(10**6))
    monkeypatch.setattr(heartbeat, "monotonic", lambda: next(ticks) / 1000)
    store = Store.open(f"sqlite:///{tmp_path}/games.db", time.time(), tmp_path)
    service = GameService(store)
    game_id, ana, rui = two_people(service, control="1+0")
    ana.moves(game_id, "b2")
    monkeypatch.setattr(heartbeat, "time", lambda: time.time() + change)
    rui.moves(game_id, "a1")
    monkeypatch.undo()
    store.close()
    table = service.repository.cached(game_id)
    assert table and table.table.clock
    assert min(table.table.clock.left) > 59
