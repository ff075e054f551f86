"""Training steps: network, moving average and optimiser, as CUDA graphs on a GPU."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi
from typing import Any, NamedTuple

import torch
from torch import Tensor

from tabuleiro.learning.curriculum import ShapeGroup, encoding_of
from tabuleiro.learning.network import Architecture, Net
from tabuleiro.learning.plan import Plan
from tabuleiro.learning.planes import Planes
from tabuleiro.learning.replay_buffer import ReplayBuffer, SampleShapes
from tabuleiro.learning.settings import TrainingSettings

LEAST_STAGED = 512
MOST_CREDIT = 200.0  # the most steps that samples pay for in advance
BETAS = (0.9, 0.98)
WARM_RUNS = 3  # before a graph is recorded: the first runs choose algorithms and take memory
EXCLUDED = -1e4  # a logit whose probability is 0, also in low precision
EPSILON = 1e-6


@dataclass(frozen=True)
class TrainingTargets:
    """The targets of a batch: the policy indices of the legal moves (questions, moves, parts; -1
    for none), the visits of each move, the result of the game and the value of the search for each
    seat from the player to move on, and the number of players."""

    entries: Tensor
    visits: Tensor
    results: Tensor
    values: Tensor
    players: Tensor


def move_logits(logits: Tensor, entries: Tensor) -> Tensor:
    """The logits of moves: sums of their entries. Rows without a move are excluded."""
    there = entries >= 0
    known = entries.clamp(min=0).long()
    picked = logits.gather(1, known.flatten(1)).view(entries.shape)
    return (picked * there).sum(2).masked_fill(~there[:, :, 0], EXCLUDED)


def cross_entropy(targets: Tensor, logs: Tensor) -> Tensor:
    """The mean cross-entropy of targets and log probabilities."""
    return -(targets * logs).sum(1).mean()


class Losses(NamedTuple):
    """The losses of a batch, and figures that are easier to read: the entropies of the policies of
    search and network, how often they agree on the best move, and how often the player for whom
    the network expects most came first."""

    policy: Tensor
    value: Tensor
    target_entropy: Tensor
    entropy: Tensor
    agreement: Tensor
    accuracy: Tensor

    def figures(self) -> Tensor:
        """All losses in one row, in the order of FIGURES."""
        return torch.stack([figure.detach().float() for figure in self])


FIGURES = Losses._fields


def compute_losses(logits: Tensor, seats: Tensor, targets: TrainingTargets, trust: float) -> Losses:
    """The losses of answers; `seats` are logits, and those of empty seats are ignored."""
    moves = torch.log_softmax(move_logits(logits.float(), targets.entries), 1)
    visits = targets.visits.float()
    wanted = visits / visits.sum(1, keepdim=True).clamp(min=1.0)
    absent = torch.arange(seats.shape[1], device=seats.device) >= targets.players[:, None]
    scores = torch.log_softmax(seats.float().masked_fill(absent, EXCLUDED), 1)
    results = targets.results
    expected = scores.argmax(1, keepdim=True)
    return Losses(
        policy=cross_entropy(wanted, moves),
        value=cross_entropy((1 - trust) * results + trust * targets.values, scores),
        target_entropy=cross_entropy(wanted, torch.log(wanted + EPSILON)),
        entropy=cross_entropy(moves.exp(), moves),
        agreement=(moves.argmax(1) == wanted.argmax(1)).float().mean(),
        accuracy=(results.gather(1, expected)[:, 0] >= results.amax(1) - EPSILON).float().mean(),
    )


class Learner:
    """The network in training, its moving average, which plays, and the optimiser."""

    def __init__(
        self,
        architecture: Architecture,
        settings: TrainingSettings,
        device: torch.device,
        seed: int,
    ) -> None:
        self.settings = settings
        self.device = device
        torch.manual_seed(seed)
        self.chance = torch.Generator(device).manual_seed(seed)
        self.net = Net(architecture).to(device, memory_format=torch.channels_last).train()
        self.average = copy.deepcopy(self.net).eval()
        self._newest, self._averaged = _float_tensors(self.net), _float_tensors(self.average)
        self.rate = torch.tensor(0.0, device=device)
        self.ema_weight = torch.tensor(0.0, device=device)  # of the newest network in the average
        options = {"fused": True, "capturable": True} if device.type == "cuda" else {}
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=self.rate, weight_decay=settings.decay, betas=BETAS, **options
        )
        self.sums = torch.zeros(len(FIGURES), device=device)
        self.steps = 0
        self.counted = 0

    def train_step(self, source: BatchSource, part: float) -> None:
        """Makes one step with samples of a source, after that part of the run."""
        settings = self.settings
        self.steps += 1
        self.rate.fill_(learning_rate(settings, self.steps, part))
        self.ema_weight.fill_(max(settings.ema, 4 / (self.steps + 4)))
        source.sample(self.chance)
        self.counted += source.run_step(lambda: self._step(source))

    def _step(self, source: BatchSource) -> None:
        planes, targets = source.batch()
        planes = planes.contiguous(memory_format=torch.channels_last)
        on_gpu = self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.bfloat16, enabled=on_gpu, cache_enabled=False):
            logits, seats = self.net(planes)
        losses = compute_losses(logits, seats, targets, self.settings.trust)
        self.optimiser.zero_grad(set_to_none=True)
        (losses.policy + losses.value).backward()
        self.optimiser.step()
        with torch.no_grad():
            self._update_average()
            self.sums.add_(losses.figures())

    def _update_average(self) -> None:
        """Moves the average towards the network."""
        change = torch._foreach_sub(self._newest, self._averaged)
        torch._foreach_mul_(change, self.ema_weight)
        torch._foreach_add_(self._averaged, change)

    def figures(self) -> dict[str, float]:
        """The means of the figures since the last call."""
        counted, self.counted = self.counted, 0
        means = (self.sums / max(1, counted)).tolist()
        self.sums.zero_()
        return dict(zip(FIGURES, means, strict=True)) if counted else {}

    def state(self) -> dict[str, Any]:
        """Everything that decides the next steps."""
        return {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "chance": self.chance.get_state(),
            "sums": self.sums.cpu(),
            "steps": self.steps,
            "counted": self.counted,
        }

    def restore(self, state: dict[str, Any]) -> bool:
        """Continues from a state; returns whether it was written on the same kind of device. If
        not, its random numbers cannot be continued: others are drawn."""
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self._restore_optimiser(state["optimiser"])
        self.sums.copy_(state["sums"])
        self.steps = state["steps"]
        self.counted = state["counted"]
        same_device = len(state["chance"]) == len(self.chance.get_state())
        if same_device:
            self.chance.set_state(state["chance"])
        else:
            self.chance.manual_seed(self.chance.initial_seed() + self.steps)
        return same_device

    def _restore_optimiser(self, state: dict[str, Any]) -> None:
        """Restores the optimiser, except for what depends on the device."""
        groups = zip(state["param_groups"], self.optimiser.param_groups, strict=True)
        for saved, own in groups:
            saved |= {name: own[name] for name in ("fused", "capturable")}
        self.optimiser.load_state_dict(state)
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate


class BatchSource:
    """The samples of the courses of one board shape, the last batch that was drawn, and on a GPU
    the graph of a step. A batch has samples of all these courses."""

    def __init__(self, plan: Plan, group: ShapeGroup) -> None:
        self.settings = plan.settings
        encoding, device = encoding_of(plan.game), plan.device
        courses = [plan.courses[number] for number in group.numbers]
        ways = [(None, *encoding.symmetries(course.options)) for course in courses]
        self.planes = Planes(encoding, group.shape, device, [way for some in ways for way in some])
        self.counts = torch.tensor([float(len(some)) for some in ways], device=device)
        self.firsts = self.counts.cumsum(0) - self.counts
        self.players = torch.tensor([course.players for course in courses], device=device)
        shapes = SampleShapes(
            self.planes.words, plan.settings.moves, encoding.policy_parts, plan.architecture.seats
        )
        capacity = max(plan.settings.batch, round(plan.settings.replay * group.weight))
        self.least = round(plan.settings.replay_least * group.weight)
        staged = max(LEAST_STAGED, self.least // 4)
        self.replay = ReplayBuffer(capacity, shapes, device, staged=staged)
        self.window_least = round(plan.settings.window_least * group.weight)
        self.credit = 0.0  # steps that new samples have paid for
        self.rows = torch.zeros(plan.settings.batch, dtype=torch.int64, device=device)
        self.chances = torch.zeros(plan.settings.batch, device=device)
        self.graph: Any = None

    def add_credit(self, samples: int) -> None:
        """Adds credit for new samples: each is used `reuse` times on average."""
        earned = samples * self.settings.reuse / self.settings.batch
        self.credit = min(self.credit + earned, MOST_CREDIT)

    @property
    def ready(self) -> bool:
        """Whether a step is due."""
        return self.credit >= 1 and len(self.replay) >= self.least

    def sample(self, chance: torch.Generator) -> None:
        """Chooses the samples of a step, and a random number for the symmetry of each."""
        self.credit -= 1
        settings = self.settings
        window = max(self.window_least, int(settings.window * self.replay.total))
        self.rows.copy_(self.replay.sample(settings.batch, window, chance))
        self.chances.uniform_(generator=chance)

    def batch(self) -> tuple[Tensor, TrainingTargets]:
        """The planes of the chosen samples, and their targets."""
        kept = [tensor[self.rows] for tensor in self.replay.kept]
        questions, entries, visits, results, values, course = kept
        course = course.long()
        ways = (self.firsts[course] + torch.floor(self.chances * self.counts[course])).long()
        planes = self.planes.unpack(questions, ways)
        turned = self.planes.map_entries(entries, ways)
        return planes, TrainingTargets(turned, visits, results, values, self.players[course])

    def run_step(self, step: Callable[[], None]) -> int:
        """Makes a step; on a GPU the first one is recorded as a graph, and replayed from then on.
        Returns how often the step was made."""
        if self.replay.device.type != "cuda":
            step()
        elif self.graph is None:
            self.graph = capture_graph(step)
            return WARM_RUNS
        else:
            self.graph.replay()
        return 1


def _float_tensors(net: Net) -> list[Tensor]:
    """All weights and running averages of a network."""
    return [tensor for tensor in net.state_dict().values() if tensor.is_floating_point()]


def capture_graph(work: Callable[[], None]) -> Any:
    """A CUDA graph of `work`, which is run a few times before."""
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


def learning_rate(settings: TrainingSettings, step: int, part: float) -> float:
    """The learning rate: grows over the first steps, then falls like a cosine."""
    growing = min(1.0, step / max(1, settings.warm_up))
    falling = max(settings.last_rate, 0.5 * (1 + cos(pi * min(1.0, part))))
    return settings.rate * growing * falling
