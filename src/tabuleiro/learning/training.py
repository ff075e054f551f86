"""Learning from samples: one step after the other, as a recorded graph where there is a GPU."""

from __future__ import annotations

import copy
from collections.abc import Callable
from math import cos, pi
from typing import Any

import torch
from torch import Tensor

from tabuleiro.learning.losses import FIGURES, Lesson, compare
from tabuleiro.learning.network import Form, Net
from tabuleiro.learning.planes import Planes
from tabuleiro.learning.replay import Replay
from tabuleiro.learning.settings import Settings

BETAS = (0.9, 0.98)
WARM_RUNS = 3  # of what is to be recorded: the first ones choose algorithms and take memory


class Learner:
    """A network that learns, the average of it that plays, and its optimiser."""

    def __init__(self, form: Form, settings: Settings, device: torch.device, seed: int) -> None:
        self.settings = settings
        self.device = device
        torch.manual_seed(seed)
        self.chance = torch.Generator(device).manual_seed(seed)
        self.net = Net(form).to(device, memory_format=torch.channels_last).train()
        self.average = copy.deepcopy(self.net).eval()
        self._newest, self._averaged = _numbers(self.net), _numbers(self.average)
        self.rate = torch.tensor(0.0, device=device)
        self.share = torch.tensor(0.0, device=device)  # of the newest network in the average
        swift = {"fused": True, "capturable": True} if device.type == "cuda" else {}
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=self.rate, weight_decay=settings.decay, betas=BETAS, **swift
        )
        self.sums = torch.zeros(len(FIGURES), device=device)
        self.steps = 0
        self.counted = 0

    def learn(self, course: Studied, part: float) -> None:
        """Makes one step with samples of a course, after that part of the run."""
        settings = self.settings
        self.steps += 1
        self.rate.fill_(learning_rate(settings, self.steps, part))
        self.share.fill_(max(settings.ema, 4 / (self.steps + 4)))
        course.draw(self.chance)
        self.counted += course.work(lambda: self._step(course))

    def _step(self, course: Studied) -> None:
        planes, lesson = course.batch()
        planes = planes.contiguous(memory_format=torch.channels_last)
        short = self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.bfloat16, enabled=short, cache_enabled=False):
            logits, seats = self.net(planes)
        losses = compare(logits, seats, lesson, course.players, self.settings.trust)
        self.optimiser.zero_grad(set_to_none=True)
        (losses.policy + losses.value).backward()
        self.optimiser.step()
        with torch.no_grad():
            self._follow()
            self.sums.add_(losses.figures())

    def _follow(self) -> None:
        """Lets the average follow the network."""
        change = torch._foreach_sub(self._newest, self._averaged)
        torch._foreach_mul_(change, self.share)
        torch._foreach_add_(self._averaged, change)

    def figures(self) -> dict[str, float]:
        """The means of the figures since this was asked last."""
        counted, self.counted = self.counted, 0
        means = (self.sums / max(1, counted)).tolist()
        self.sums.zero_()
        return dict(zip(FIGURES, means, strict=True)) if counted else {}

    def state(self) -> dict[str, Any]:
        """All that decides the steps to come."""
        return {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "chance": self.chance.get_state(),
            "sums": self.sums.cpu(),
            "steps": self.steps,
            "counted": self.counted,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on from a state."""
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
        self.chance.set_state(state["chance"])
        self.sums.copy_(state["sums"])
        self.steps = state["steps"]
        self.counted = state["counted"]


class Studied:
    """A course as it is learnt: its samples, the batch drawn last, how its steps are made."""

    def __init__(
        self, planes: Planes, players: int, replay: Replay, settings: Settings, weight: float
    ) -> None:
        self.planes = planes
        self.players = players
        self.replay = replay
        self.settings = settings
        self.credit = 0.0  # steps that its samples have paid for
        self.least = round(settings.replay_least * weight)
        self.window_least = round(settings.window_least * weight)
        self.rows = torch.zeros(settings.batch, dtype=torch.int64, device=replay.device)
        self.ways = torch.zeros_like(self.rows)
        self.graph: Any = None

    def earn(self, samples: int) -> None:
        """New samples pay for steps."""
        self.credit += samples * self.settings.reuse / self.settings.batch

    @property
    def ready(self) -> bool:
        """Whether it has a step to make."""
        return self.credit >= 1 and len(self.replay) >= self.least

    def draw(self, chance: torch.Generator) -> None:
        """Chooses the samples of a step, each seen in a way of its own."""
        self.credit -= 1
        settings, replay = self.settings, self.replay
        window = max(self.window_least, int(settings.window * replay.total))
        self.rows.copy_(replay.draw(settings.batch, window, chance))
        device = replay.device
        shape = (settings.batch,)
        self.ways.copy_(torch.randint(self.planes.ways, shape, generator=chance, device=device))

    def batch(self) -> tuple[Tensor, Lesson]:
        """The planes of the samples chosen, and what they teach."""
        kept = [tensor[self.rows] for tensor in self.replay.kept]
        questions, entries, visits, results, values = kept
        planes = self.planes.unpack(questions, self.ways)
        return planes, Lesson(self.planes.turn(entries, self.ways), visits, results, values)

    def work(self, step: Callable[[], None]) -> int:
        """Makes a step; on a GPU it is recorded at the first, and played back from then on. Gives
        how often the step was made."""
        if self.replay.device.type != "cuda":
            step()
        elif self.graph is None:
            self.graph = recorded(step)
            return WARM_RUNS
        else:
            self.graph.replay()
        return 1


def _numbers(net: Net) -> list[Tensor]:
    """All that a network has learnt or measured."""
    return [tensor for tensor in net.state_dict().values() if tensor.is_floating_point()]


def recorded(work: Callable[[], None]) -> Any:
    """A graph of what the GPU does in `work`, which is done a few times meanwhile."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(WARM_RUNS):
            work()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        work()
    return graph


def learning_rate(settings: Settings, step: int, part: float) -> float:
    """Grows over the first steps, then falls as a cosine does to the last part of the run."""
    growing = min(1.0, step / max(1, settings.warm_up))
    falling = max(settings.last_rate, 0.5 * (1 + cos(pi * min(1.0, part))))
    return settings.rate * growing * falling
