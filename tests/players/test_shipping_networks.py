"""The tool that puts networks into the package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ship_network
from players.untrained import write_network
from tabuleiro.games import games
from tabuleiro.players.networks import NetworkError

HEADINGS = ("Data", "Training", "Command", "Strength", "Licence")


def write_run(folder: Path) -> Path:
    """The folder of a training run that was resumed once without its earlier games."""
    folder.mkdir()
    write_network(games()["lyngk"], folder / "network-int8.onnx")
    reports = [
        {"seconds": 10.0, "steps": 100, "games": 500, "samples": 40_000},
        {"seconds": 20.0, "steps": 200, "games": 1_000, "samples": 90_000},
        {"seconds": 330.0, "steps": 4_321, "games": 234, "samples": 8_765},
    ]
    (folder / "log.jsonl").write_text("\n".join(map(json.dumps, reports)))
    return folder


def test_a_network_is_put_into_the_package_with_its_card(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run")
    table = tmp_path / "lyngk.md"
    table.write_text("| Game | Score |\n")
    command = "tabuleiro train lyngk --minutes 5.5 --out run"
    words = ["lyngk", str(run), "--int8", "--command", command, "--strength", str(table)]
    ship_network.main(words, tmp_path / "networks")
    assert (tmp_path / "networks" / "lyngk.onnx").read_bytes() == (
        run / "network-int8.onnx"
    ).read_bytes()
    card = (tmp_path / "networks" / "lyngk.md").read_text()
    assert all(f"## {heading}\n" in card for heading in HEADINGS)
    for text in (command, "5.5 minutes", "4,321 steps", "1,234 games", "98,765 positions"):
        assert text in card
    assert "| Game | Score |" in card


def test_a_network_of_another_game_is_not_put_there(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run")
    with pytest.raises(NetworkError, match="it was trained for lyngk"):
        ship_network.main(["fuse", str(run), "--int8", "--command", "x"], tmp_path / "networks")
    assert not (tmp_path / "networks").exists()
