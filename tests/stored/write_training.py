"""Write the training run of this folder, and what its networks answer, with an earlier version.

It ran with version 0.1.0, commit 55691fd, and PyTorch 2.13 on the CPU:

    PYTHONPATH=src python write_training.py FOLDER

It is kept to show how the files came about. It uses names of that version and may stop working
with later ones, which does not matter: the files are not to be written anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import torch

from tabuleiro.learning.checkpoints import load_checkpoints, load_games, load_network

SETTINGS = (
    *"blocks=1 channels=8 games=16 batch=32 replay_least=64 replay=256 warm_up=5".split(),
    "refresh=5",
    "searches=[[0.0, 8, 4]]",
)


def write_run(folder: Path) -> None:
    words = ["squex", "rows=3", "columns=3", "--steps", "10", "--device", "cpu", "--threads", "1"]
    settings = [word for setting in SETTINGS for word in ("--set", setting)]
    command = [sys.executable, "-m", "tabuleiro.learning", *words, *settings]
    subprocess.run([*command, "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)


def answers_of(net: Any) -> list[list[float]]:
    """What a network makes of a board that is made up."""
    inputs = net.form.inputs
    board = torch.linspace(0, 1, inputs * 9).reshape(1, inputs, 3, 3)
    with torch.inference_mode():
        return [part.flatten().tolist() for part in net(board)]


def write_facts(folder: Path) -> None:
    state, net = load_network(folder)
    games = load_games(folder, state)
    assert games
    checkpoints = load_checkpoints(folder)
    facts = {
        "answers": answers_of(net.eval()),
        "checkpoints": [[kept["mark"], kept["steps"]] for kept, _ in checkpoints],
        "first checkpoint answers": answers_of(checkpoints[0][1].eval()),
        "forests": len(games["hall"]),
        "samples": games["replays"][0]["total"],
    }
    (folder / "facts.json").write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    write_run(Path(sys.argv[1]))
    write_facts(Path(sys.argv[1]))
