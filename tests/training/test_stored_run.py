"""A training run written by version 0.1.0 can be read and continued.

The run is in `stored/training`, with the answers of its networks; `stored/write_training.py` wrote
it. If a test fails, a name in a format has changed.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from tabuleiro.learning.checkpoints import (
    load_checkpoints,
    load_games,
    load_network,
    load_run,
    read_log,
    save_run,
)
from tabuleiro.learning.export import export_run
from tabuleiro.learning.launcher import TrainingRequest, start_run
from tabuleiro.learning.network import Net
from tabuleiro.learning.plan import Budget
from tabuleiro.learning.training_run import OTHER_DEVICE

STORED = Path(__file__).parents[1] / "stored" / "training"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the stored run."""
    return Path(shutil.copytree(STORED, tmp_path / "run"))


@pytest.fixture
def facts() -> dict[str, Any]:
    """Facts about the stored run."""
    found: dict[str, Any] = json.loads((STORED / "facts.json").read_text("utf-8"))
    return found


def check_answers(net: Net, wanted: list[list[float]]) -> None:
    """Checks that the network answers a made-up board as it did when it was stored."""
    inputs = net.architecture.inputs
    board = torch.linspace(0, 1, inputs * 9).reshape(1, inputs, 3, 3)
    with torch.inference_mode():
        found = net.eval()(board)
    for part, numbers in zip(found, wanted, strict=True):
        torch.testing.assert_close(part.flatten(), torch.tensor(numbers), rtol=1e-3, atol=1e-3)


def test_the_networks_of_a_stored_run_answer_as_they_did(
    folder: Path, facts: dict[str, Any]
) -> None:
    state, net = load_network(folder)
    assert state["learner"]["steps"] == 10
    check_answers(net, facts["answers"])
    checkpoints = load_checkpoints(folder)
    assert [[kept["mark"], kept["steps"]] for kept, _ in checkpoints] == facts["checkpoints"]
    check_answers(checkpoints[0][1], facts["first checkpoint answers"])


def test_a_stored_run_goes_on_with_its_games(folder: Path, facts: dict[str, Any]) -> None:
    before = read_log(folder / "log.jsonl")
    games = load_games(folder, load_run(folder))
    assert games and len(games["hall"]) == facts["forests"]
    run = start_run(
        TrainingRequest("squex", folder, {}, Budget(steps=14), device="cpu", resume=True)
    )
    (study,) = run.sources
    assert (study.replay.total, run.learner.steps) == (facts["samples"], 10)
    assert run.pool.state() == games["hall"]
    assert run.pool.counts()["games"] == before[-1]["games"]
    plan = run.plan
    assert (plan.game.id, dict(plan.given), plan.threads) == (
        "squex",
        {"rows": "3", "columns": "3"},
        1,
    )
    chosen = plan.settings
    assert (chosen.blocks, chosen.channels, chosen.games, chosen.batch) == (1, 8, 16, 32)
    assert (chosen.replay_least, chosen.replay, chosen.warm_up, chosen.refresh) == (64, 256, 5, 5)
    assert chosen.searches == ((0.0, 8, 4),)
    run.train(lambda report: None)
    after = read_log(folder / "log.jsonl")
    assert after[: len(before)] == before
    assert len(before) == 10 and after[-1]["steps"] == 14
    assert after[-1].keys() >= before[-1].keys() - {"first_score"}
    state = load_run(folder)
    assert state["learner"]["steps"] == 14 and state["seconds"] > before[-1]["seconds"]
    assert state.keys() == torch.load(STORED / "last.pt", weights_only=True).keys()


def test_a_run_of_a_gpu_goes_on_and_is_exported_on_the_cpu(folder: Path) -> None:
    """On a GPU the generator's state is shorter, the optimiser has options that only work there,
    and games are in other batches."""
    state = torch.load(folder / "last.pt", weights_only=True)
    state["learner"]["chance"] = torch.zeros(16, dtype=torch.uint8)
    for group in state["learner"]["optimiser"]["param_groups"]:
        group |= {"fused": True, "capturable": True}
    games = load_games(folder, state)
    assert games
    save_run(folder, state, {**games, "hall": 8 * games["hall"]})
    written = len(read_log(folder / "log.jsonl"))
    request = TrainingRequest("squex", folder, {}, Budget(steps=40), device="cpu", resume=True)
    run = start_run(request)
    assert run.sources[0].replay.total == games["replays"][0]["total"]
    run.train(lambda report: None)
    log = read_log(folder / "log.jsonl")
    assert [number for number, line in enumerate(log) if "note" in line] == [written]
    assert log[written]["note"] == OTHER_DEVICE
    assert load_run(folder)["learner"]["steps"] == 40
    assert export_run(folder, samples=16)["network.onnx"].value_worst < 1e-3


def test_a_stored_run_exports_its_network(folder: Path) -> None:
    found = export_run(folder, samples=16)
    assert set(found) == {"network.onnx", "network-int8.onnx"}
    assert found["network.onnx"].value_worst < 1e-3
    assert all((folder / name).stat().st_size for name in found)
