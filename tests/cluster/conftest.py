"""A Ray cluster for the tests that need one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
import ray
from ray.cluster_utils import Cluster

from waiting import PATIENCE

ATTEMPTS = 6  # Ray itself gives a node 30 seconds to start, too few on a busy machine

Node = TypeVar("Node")


def retry(start: Callable[[], Node]) -> Node:
    """Start a node of Ray; try again if it takes too long."""
    for _ in range(ATTEMPTS - 1):
        try:
            return start()
        except Exception as error:  # Ray raises just this class
            if "timed out" not in str(error):
                raise
    return start()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A head node and another one, with one core each; both can import the players of the tests."""
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    cluster = Cluster()
    for _ in range(2):  # the first is the head
        retry(lambda: cluster.add_node(num_cpus=1, wait=False))
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    cluster.wait_for_nodes(timeout=PATIENCE)
    yield cluster
    ray.shutdown()
    cluster.shutdown()
