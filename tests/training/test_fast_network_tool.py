"""The program that trains fast networks, with a few positions and steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

import train_fast_network
from tabuleiro.games import find_game
from tabuleiro.players import make_player
from tabuleiro.players.networks import find_network
from train_fast_network import Distillation


@pytest.mark.parametrize("name", ["eigenstate", "fuse", "lyngk"])
def test_a_small_network_is_trained_and_plays(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train_fast_network, "TEST", 40)
    monkeypatch.setattr(train_fast_network, "GAMES", 4)
    game = find_game(name)
    device = torch.device("cpu")
    program = Distillation(
        game, find_network(game), tmp_path, moves=176, threads=2, batch=16, device=device
    )
    program.make([16], positions=60, steps=3, rate=0.001)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["positions"] for line in lines if "positions" in line] == [40, 60]
    assert lines[-1]["width"] == 16
    assert 0 <= lines[-1]["move"] <= 1
    position = game.start()
    choice = make_player(f"nnue:nodes=50,file={tmp_path / name}.nnue", game).choose(position)
    assert choice.move in position.legal_moves()


def test_a_game_without_features_is_refused(tmp_path: Path) -> None:
    game = find_game("squex")
    with pytest.raises(SystemExit, match="Squex has no features for fast networks"):
        Distillation(game, find_network(game), tmp_path, 100, 1, 16, torch.device("cpu"))
