"""Self-play on the nodes of a Ray cluster.

Each node runs the same self-play pool as a single machine. If a node is lost, its games are lost;
the run continues with the other nodes, and with new ones. Of such a run samples can be saved, but
not games: it can be resumed, but not exactly.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import torch

from tabuleiro.core.extras import import_extra
from tabuleiro.learning.network import Net
from tabuleiro.learning.plan import Plan, plan_from_facts
from tabuleiro.learning.sample_buffer import Samples
from tabuleiro.learning.self_play_pool import SelfPlayPool

TURNS = 64  # that an actor plays before it sends its samples
SAMPLE_WAIT = 0.05  # seconds that the learner waits for samples
UNLIMITED = -1  # how often Ray starts an actor again


class SelfPlayActor:
    """The games of one node, on its CPU, with as many threads as the plan has."""

    def __init__(self, facts: dict[str, Any], number: int) -> None:
        torch.set_num_threads(1)
        plan = plan_from_facts(facts, torch.device("cpu"))
        plan = replace(plan, seed=plan.seed + number)
        self.net = Net(plan.architecture).eval()
        self.pool = SelfPlayPool(plan, self.net)
        self.version = -1

    def play(
        self, version: int, weights: dict[str, Any], searches: tuple[int, int, float]
    ) -> tuple[list[tuple[int, Samples]], dict[str, float]]:
        """Plays some turns with these weights; returns samples, and the counts so far."""
        if version != self.version:
            self.version = version
            self.net.load_state_dict(weights)
            self.pool.refresh(self.net)
            self.pool.set_searches(*searches)
        samples = [one for _ in range(TURNS) for one in self.pool.play_turn()]
        return samples, self.pool.counts()


class RaySelfPlayPool:
    """The actors of a cluster as one pool: one for as many cores as the run has threads."""

    def __init__(self, plan: Plan, net: Net) -> None:
        self.ray = import_extra("ray")
        self.begun = not self.ray.is_initialized()
        if self.begun:
            self.ray.init(log_to_driver=False, logging_level="error")
        cores = int(self.ray.cluster_resources().get("CPU", 1))
        remote = self.ray.remote(num_cpus=plan.threads, max_restarts=UNLIMITED)(SelfPlayActor)
        self.actors = [
            remote.remote(plan.facts(), number) for number in range(max(1, cores // plan.threads))
        ]
        self.version = 0
        self.searches = (1, 1, 1.0)
        self.weights: Any = None
        self.tasks: dict[Any, int] = {}
        self.counted: list[dict[str, float]] = [{} for _ in self.actors]
        self.waits = {"crew": 0.0, "device": 0.0}  # the names are those in logs
        self.refresh(net)

    def play_turn(self) -> list[tuple[int, Samples]]:
        """Samples that have arrived; actors that are idle get work."""
        for number in set(range(len(self.actors))) - set(self.tasks.values()):
            task = self.actors[number].play.remote(self.version, self.weights, self.searches)
            self.tasks[task] = number
        done, _ = self.ray.wait(list(self.tasks), timeout=SAMPLE_WAIT)
        return [one for task in done for one in self._result(task)]

    def _result(self, task: Any) -> list[tuple[int, Samples]]:
        number = self.tasks.pop(task)
        try:
            samples, self.counted[number] = self.ray.get(task)
        except self.ray.exceptions.RayActorError:  # lost with its node; Ray starts another
            return []
        found: list[tuple[int, Samples]] = samples
        return found

    def refresh(self, net: Net) -> None:
        """Uses a newer network, from the next turns of each actor on."""
        self.version += 1
        self.weights = self.ray.put({name: one.cpu() for name, one in net.state_dict().items()})

    def set_searches(self, full: int, fast: int, share: float) -> None:
        """Sets the length of the next searches."""
        self.version += 1
        self.searches = (full, fast, share)

    def counts(self) -> dict[str, float]:
        """The sums of the counts of all actors."""
        found: Counter[str] = Counter()
        for counted in self.counted:
            found.update(counted)
        return dict(found)

    def finish_turns(self) -> list[tuple[int, Samples]]:
        """Does nothing: samples of turns in progress arrive later."""
        return []

    def state(self) -> list[Any]:
        """Nothing: the games of actors are not saved."""
        return []

    def restore(self, state: list[Any]) -> None:
        """Does nothing: games start again."""

    def close(self) -> None:
        """Stops the actors."""
        for actor in self.actors:
            self.ray.kill(actor)
        if self.begun:
            self.ray.shutdown()
