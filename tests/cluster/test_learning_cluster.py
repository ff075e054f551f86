"""Self-play on a Ray cluster: the network learns from the samples of all nodes."""

from __future__ import annotations

from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

SETTINGS = ("blocks=1", "channels=8", "games=16", "batch=32", "replay_least=64", "warm_up=5")


def test_a_run_learns_from_what_the_nodes_of_a_cluster_play(
    cluster: Cluster, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="the extra [learn] is not installed")
    from tabuleiro.learning.checkpoints import load_run
    from tabuleiro.learning.launcher import TrainingRequest, start_run
    from tabuleiro.learning.plan import Budget

    settings = (*SETTINGS, "searches=[[0.0, 8, 4]]")
    given = {"rows": "3", "columns": "3"}
    request = TrainingRequest(
        "squex", tmp_path, given, Budget(steps=20), settings, threads=1, device="cpu", on="ray"
    )
    heard: list[float] = []
    start_run(request).train(lambda report: heard.append(report["games"]))
    assert load_run(tmp_path)["learner"]["steps"] == 20
    assert heard[-1] > 0
