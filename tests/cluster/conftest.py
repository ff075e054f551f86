"""A Ray cluster for the tests that need one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

from waiting import PATIENCE


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A head node and another one, with one core each; both can import the players of the tests."""
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "wait": False})
    cluster.add_node(num_cpus=1, wait=False)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    cluster.wait_for_nodes(timeout=PATIENCE)
    yield cluster
    ray.shutdown()
    cluster.shutdown()
