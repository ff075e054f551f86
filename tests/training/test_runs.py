"""Training runs on the CPU: they learn, they resume exactly, and exports are faithful."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import torch

from tabuleiro.cli import run as run_command
from tabuleiro.games import find_game
from tabuleiro.learning.checkpoints import (
    load_checkpoints,
    load_games,
    load_network,
    load_run,
    read_log,
    save_run,
    thinned,
)
from tabuleiro.learning.curriculum import courses_of, encoding_of
from tabuleiro.learning.curves import draw_run
from tabuleiro.learning.errors import LearningError
from tabuleiro.learning.export import export_run
from tabuleiro.learning.game_batch import GameBatch
from tabuleiro.learning.ladder import TorchNetwork, compare_networks
from tabuleiro.learning.launcher import TrainingRequest, start_run
from tabuleiro.learning.network import Net
from tabuleiro.learning.plan import Budget
from tabuleiro.learning.self_play_settings import SelfPlaySettings
from waiting import PATIENCE

SMALL = {"rows": "4", "columns": "4"}
TINY = ("blocks=2", "channels=8", "games=24", "batch=32", "replay_least=64", "warm_up=5")
QUICK = ("searches=[[0.0, 8, 4]]", "refresh=5")

TRAIN_UNTIL_KILLED = """
import os, signal, sys
from pathlib import Path
from tabuleiro.learning.plan import Budget
from tabuleiro.learning.launcher import TrainingRequest, start_run

def kill(report):
    if report["steps"] >= 26:
        os.kill(os.getpid(), signal.SIGKILL)

out, *settings = sys.argv[1:]
request = TrainingRequest(
    "squex", Path(out), {"rows": "4", "columns": "4"}, Budget(steps=40),
    settings=settings, threads=2, device="cpu",
)
start_run(request).train(kill)
"""


def tiny(folder: Path, **changes: object) -> TrainingRequest:
    """A run of a few seconds."""
    request = TrainingRequest(
        "squex", folder, SMALL, Budget(steps=40), (*TINY, *QUICK), threads=2, device="cpu"
    )
    return replace(request, **changes)  # type: ignore[arg-type] # each is the type of its field


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny run that was never interrupted."""
    folder = tmp_path_factory.mktemp("run")
    start_run(tiny(folder)).train(lambda report: None)
    return folder


def same(first: Path, second: Path) -> bool:
    """Whether two runs have the same weights."""
    one, other = (load_run(folder)["learner"] for folder in (first, second))
    return one["steps"] == other["steps"] and all(
        torch.equal(tensor, other[kind][name])
        for kind in ("net", "average")
        for name, tensor in one[kind].items()
    )


def test_a_killed_run_resumes_to_the_very_same_network(trained: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", TRAIN_UNTIL_KILLED, str(tmp_path), *TINY, *QUICK]
    killed = subprocess.run(command, check=False, timeout=5 * PATIENCE)
    assert killed.returncode == -signal.SIGKILL
    assert load_run(tmp_path)["learner"]["steps"] < 30
    assert not same(trained, tmp_path)
    start_run(tiny(tmp_path, settings=(), resume=True)).train(lambda report: None)
    assert same(trained, tmp_path)
    logs = [read_log(folder / "log.jsonl") for folder in (trained, tmp_path)]
    figures = [[(line["steps"], line.get("policy")) for line in log] for log in logs]
    assert figures[0] == figures[1]


def test_without_its_games_a_run_resumes_but_saves_little(tmp_path: Path) -> None:
    start_run(tiny(tmp_path, keep_games=False)).train(lambda report: None)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "checkpoints.pt",
        "last.pt",
        "log.jsonl",
    ]
    longer = tiny(tmp_path, settings=(), budget=Budget(steps=50), resume=True, threads=1)
    start_run(longer).train(lambda report: None)
    assert load_run(tmp_path)["learner"]["steps"] == 50


def test_checkpoints_lead_from_the_start_to_the_network_that_plays(trained: Path) -> None:
    marks = [facts["steps"] for facts, _ in load_checkpoints(trained)]
    assert marks[0] == 0 and marks[-1] == 40 and marks == sorted(marks)
    _, last = load_checkpoints(trained)[-1]
    _, net = load_network(trained)
    planes = torch.rand(3, net.architecture.inputs, 4, 4)
    assert torch.allclose(last(planes)[0], net(planes)[0], atol=0.02)


def test_games_without_a_sample_are_saved_too(tmp_path: Path) -> None:
    batch = GameBatch([find_game("squex").start()], 2, SelfPlaySettings(), 1)
    save_run(tmp_path, {"mark": 1}, {"hall": [batch.state()]})
    kept = load_games(tmp_path, load_run(tmp_path))
    assert kept == {"hall": [batch.state()]}


def test_not_too_many_checkpoints_are_kept() -> None:
    kept: list[dict[str, int]] = []
    for mark in range(100):
        kept = thinned([*kept, {"mark": mark}])
    marks = [one["mark"] for one in kept]
    assert len(marks) <= 16 and marks[0] == 0 and marks[-1] == 99


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"settings": ()}, "use --resume"),
        ({"resume": True, "settings": (), "game": "fuse", "given": {}}, "GAME cannot be fuse"),
        ({"resume": True, "settings": (), "given": {"rows": "5"}}, "NAME=VALUE cannot be"),
        ({"resume": True, "settings": (), "threads": 3}, "--threads cannot be 3"),
        ({"resume": True, "settings": (), "seed": 9}, "--seed cannot be 9"),
        ({"resume": True}, "--set cannot be"),
    ],
)
def test_what_a_run_cannot_do_is_refused(
    trained: Path, changes: dict[str, object], reason: str
) -> None:
    with pytest.raises(LearningError, match=reason):
        start_run(tiny(trained, **changes))


def test_a_run_that_is_not_there_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(LearningError, match="there is no run in"):
        start_run(tiny(tmp_path, resume=True))


def test_a_damaged_file_is_named(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "last.pt").write_bytes((trained / "last.pt").read_bytes()[:1000])
    with pytest.raises(LearningError, match=r"last\.pt cannot be read"):
        start_run(tiny(tmp_path, resume=True))


def test_a_run_of_a_game_whose_encoding_changed_is_refused(
    trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("squex")
    encoding = replace(encoding_of(game), planes=(*encoding_of(game).planes, "one more"))
    monkeypatch.setitem(game.__dict__, "encoding", encoding)
    with pytest.raises(LearningError, match="another encoding of Squex"):
        start_run(tiny(trained, settings=(), resume=True))
    with pytest.raises(LearningError, match="another encoding of Squex"):
        export_run(trained)


def test_files_are_faithful_to_the_network(trained: Path) -> None:
    full, small = export_run(trained, samples=128).values()
    assert full.agreement == 1 and full.divergence < 1e-4 and full.value_worst < 1e-4
    assert small.agreement > 0.8 and small.divergence < 0.05 and small.value_error < 0.05


def test_the_curves_are_a_picture(trained: Path) -> None:
    (trained / "ladder.json").write_text(json.dumps([{"seconds": 0, "elo": 0.0}]))
    picture = ET.parse(draw_run(trained)).getroot()
    assert len(picture.findall("{http://www.w3.org/2000/svg}g")) == 6


def test_the_commands_train_measure_and_export(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["train", "squex", "rows=4", "columns=4", "--steps", "10", "--out", str(tmp_path)]
    words += ["--device", "cpu", "--threads", "1", "--pairs", "1", "--nodes", "2"]
    settings = [word for setting in (*TINY, *QUICK) for word in ("--set", setting)]
    assert run_command([*words, *settings]) == 0
    assert "curves.svg" in capfd.readouterr().out
    assert run_command(["export", str(tmp_path), "--samples", "16", "--json"]) == 0
    assert set(json.loads(capfd.readouterr().out)) == {"network.onnx", "network-int8.onnx"}
    assert run_command(words) == 2
    assert "--resume" in capfd.readouterr().err


def test_a_run_without_a_step_is_an_error_and_exports_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["train", "squex", "rows=4", "columns=4", "--minutes", "0.0001", "--out", str(tmp_path)]
    assert run_command([*words, "--device", "cpu", "--threads", "1"]) == 2
    assert "no training step was made" in capfd.readouterr().err
    assert run_command(["export", str(tmp_path)]) == 2
    assert "has made no training step: resume it" in capfd.readouterr().err
    assert not (tmp_path / "network.onnx").exists()


def test_a_small_run_beats_its_own_start(tmp_path: Path) -> None:
    """A minute or so of self-play on a small board; then both play with the same few nodes."""
    settings = "blocks=2 channels=16 games=96 batch=128 replay_least=500 warm_up=20 "
    settings += "rate=0.005 searches=[[0.0,24,8]]"
    given = {"rows": "5", "columns": "5"}
    request = TrainingRequest("squex", tmp_path, given, Budget(steps=300), settings.split())
    start_run(replace(request, threads=2, device="cpu")).train(lambda report: None)
    checkpoints = [net for _, net in load_checkpoints(tmp_path)]
    assert score(checkpoints[-1], checkpoints[0]) >= 0.75


def score(first: Net, second: Net) -> float:
    """The score of one network against another in 40 games on a small board."""
    game = find_game("squex")
    (course,) = courses_of(game, {"rows": "5", "columns": "5"})
    one, other = (TorchNetwork(net, encoding_of(game)) for net in (first, second))
    return compare_networks(one, other, course, pairs=20, nodes=16, threads=2)[0]
