"""Self-play on a Ray cluster: the nodes' samples are learnt from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

SETTINGS = ("blocks=1", "channels=8", "games=16", "batch=32", "replay_least=64", "warm_up=5")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def test_a_run_learns_from_what_the_nodes_of_a_cluster_play(
    cluster: Cluster, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="the extra [learn] is not installed")
    from tabuleiro.learning.checkpoints import load_run
    from tabuleiro.learning.plan import Budget
    from tabuleiro.learning.starting import Request, start

    settings = (*SETTINGS, "searches=[[0.0, 8, 4]]")
    given = {"rows": "3", "columns": "3"}
    request = Request(
        "squex", tmp_path, given, Budget(steps=20), settings, threads=1, device="cpu", on="ray"
    )
    heard: list[float] = []
    start(request).train(lambda report: heard.append(report["games"]))
    assert load_run(tmp_path)["learner"]["steps"] == 20
    assert heard[-1] > 0
