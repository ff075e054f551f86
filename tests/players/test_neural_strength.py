"""The tool that measures networks, with small numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import neural_strength
from players.untrained import write_network
from tabuleiro.games import GAMES, games
from tabuleiro.players import make_player


def test_a_network_is_measured_and_the_results_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = "squex rows=3 columns=3"
    net = f"net:file={write_network(games()['squex'], tmp_path / 'some.onnx')}"
    words = [game, "--net", net, "--pairs", "1", "2", "--time", "0.01", "0.02", "--processes", "1"]
    neural_strength.main([*words, "--out", str(tmp_path)])
    rows = json.loads((tmp_path / "squex-rows=3-columns=3.json").read_text())
    assert [row["games"] for row in rows] == [2, 2, 4, 4]
    assert [row["against"] for row in rows[:2]] == ["guided:endgame=1,time=0.01", "classic:greedy"]
    for row in rows:
        low, high = row["interval"]
        assert 0 <= low <= row["score"] <= high <= 1
        assert row["wins"] + row["draws"] + row["losses"] == row["games"]
    table = (tmp_path / "squex-rows=3-columns=3.md").read_text()
    assert capsys.readouterr().out == table
    assert len(table.splitlines()) == 2 + len(rows)


def test_every_game_has_yardsticks_that_can_play() -> None:
    assert set(neural_strength.YARDSTICKS) == {game.id for game in GAMES}
    for game in GAMES:
        for name in neural_strength.YARDSTICKS[game.id]:
            assert make_player(neural_strength.timed(name, 0.1), game)
