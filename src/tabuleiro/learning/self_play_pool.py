"""The self-play of a run: groups of games in threads take turns, so that CPU and GPU work at the
same time.

A group has games on boards of one shape, in batches that each have games of one course. Groups take
turns: threads play one while the device evaluates another. With a GPU these are OpenMP threads; on
the CPU they are Python threads, which also evaluate the questions of their own games.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from math import ceil
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import torch

from tabuleiro.core.position import Position
from tabuleiro.learning.curriculum import ShapeGroup, encoding_of
from tabuleiro.learning.game_batch import GameBatch
from tabuleiro.learning.network import InferenceModel, Net, fold
from tabuleiro.learning.parallel_batches import BoundBatch, ParallelBatches
from tabuleiro.learning.plan import Plan
from tabuleiro.learning.planes import Planes
from tabuleiro.learning.sample_buffer import Samples
from tabuleiro.learning.training import capture_graph

DRAIN_TURNS = 16  # turns of a group after which its samples are fetched
PIECES = 8  # of a group for each thread, so that none waits long for the slowest thread
ROUNDING = 1e-6
FIRST = ("unopened", "first_score")  # counts of games without random moves


class InferenceNetwork:
    """The network that plays: folded, and in bfloat16 on a GPU."""

    def __init__(self, net: Net, device: torch.device, *, compiled: bool = False) -> None:
        self.device = device
        self.dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        folded = Net(net.architecture, folded=True).eval().requires_grad_(requires_grad=False)
        self.net = folded.to(device, self.dtype, memory_format=torch.channels_last)
        self.model = InferenceModel(self.net)
        if compiled:
            self.model = torch.compile(self.model, dynamic=False)
        self.seats = net.architecture.seats
        self.refresh(net)

    def refresh(self, net: Net) -> None:
        """Takes the weights of a network."""
        fold(net, self.net)

    @torch.inference_mode()
    def evaluate(self, questions: torch.Tensor, planes: Planes, out: torch.Tensor) -> None:
        """Writes the answers to questions into `out`: the entries, then the seats of each."""
        seen = planes.unpack(questions, dtype=self.dtype)
        logits, seats = self.model(seen.contiguous(memory_format=torch.channels_last))
        out[:, : planes.entries].copy_(logits)
        out[:, planes.entries :].copy_(seats)


@dataclass
class CourseGames:
    """The games of one course in a part of a group, their rows in the group, and how many of their
    samples have been fetched."""

    course: int
    rows: slice
    game_batch: GameBatch
    fetched: float = 0

    def drain(self) -> Samples | None:
        """The samples of finished games, if there are any."""
        samples = self.game_batch.counts["samples"]
        if samples == self.fetched:
            return None
        self.fetched = samples
        return self.game_batch.drain()


class GameGroup:
    """Games on boards of one shape that take their turn together. `parts` has the games of each
    worker, which uses `threads` OpenMP threads; `weight` is the group's share of the turns."""

    def __init__(
        self,
        planes: Planes,
        network: InferenceNetwork,
        parts: Sequence[Sequence[CourseGames]],
        *,
        weight: float,
        threads: int,
    ) -> None:
        self.planes = planes
        self.network = network
        self.parts = parts
        self.weight = weight
        self.threads = threads
        self.due = 0.0  # turns that it should have had by now, minus those it had
        self.on_gpu = network.device.type == "cuda"
        games = parts[-1][-1].rows.stop
        width = planes.entries + network.seats
        self.questions = torch.zeros(games, planes.words, dtype=torch.int64, pin_memory=self.on_gpu)
        self.answers = torch.zeros(games, width, pin_memory=self.on_gpu)
        asked, answered = self.questions.numpy().view(np.uint64), self.answers.numpy()
        self.parallel_batches = [
            ParallelBatches(
                [BoundBatch(part.game_batch, answered[part.rows], asked[part.rows]) for part in own]
            )
            for own in parts
        ]
        self.running: list[Future[None]] = []  # the workers, during a turn
        self.turns = 0
        if self.on_gpu:
            self._prepare_gpu()

    def _prepare_gpu(self) -> None:
        self.sent = torch.zeros_like(self.questions, device=self.network.device)
        self.found = torch.zeros_like(self.answers, device=self.network.device)
        self.event = torch.cuda.Event(blocking=True)
        self.event.record()
        self.graph = capture_graph(
            lambda: self.network.evaluate(self.sent, self.planes, self.found)
        )

    def start_turn(self, workers: ThreadPoolExecutor) -> None:
        """Lets the workers continue the games, once the answers are there."""
        if self.on_gpu:
            self.event.synchronize()
        self.running = [workers.submit(self.step, number) for number in range(len(self.parts))]
        self.turns += 1

    def step(self, number: int) -> None:
        """Continues the games of one worker; with a GPU there is only one, for all games."""
        self.parallel_batches[number].step(self.threads)
        if not self.on_gpu:
            own = self.parts[number]
            rows = slice(own[0].rows.start, own[-1].rows.stop)
            self.network.evaluate(self.questions[rows], self.planes, self.answers[rows])

    def finish_turn(self) -> None:
        """Waits for the workers, and sends the questions to the device."""
        if not self.running:
            return
        running, self.running = self.running, []
        for worker in running:
            worker.result()
        if self.on_gpu:
            self.sent.copy_(self.questions, non_blocking=True)
            self.graph.replay()
            self.answers.copy_(self.found, non_blocking=True)
            self.event.record()

    def courses(self) -> list[CourseGames]:
        """The games of all courses and workers."""
        return list(chain.from_iterable(self.parts))

    def drain(self) -> list[tuple[int, Samples]]:
        """The samples of finished games, with the numbers of their courses."""
        drained = [(part.course, part.drain()) for part in self.courses()]
        return [(course, samples) for course, samples in drained if samples is not None]


class SelfPlayPool:
    """All groups of a run, and the threads that play them."""

    def __init__(self, plan: Plan, net: Net) -> None:
        self.network = InferenceNetwork(net, plan.device, compiled=plan.compiled)
        self.workers = ThreadPoolExecutor(1 if plan.device.type == "cuda" else plan.threads)
        self.groups = make_groups(plan, self.network)
        self.last = self.groups[-1]
        self.waits = {"crew": 0.0, "device": 0.0}  # seconds; the names are those in logs

    def play_turn(self) -> list[tuple[int, Samples]]:
        """Starts the turn of one group, and ends that of the one before; returns samples, with the
        numbers of their courses."""
        group, before = self._next(), self.last
        begun = perf_counter()
        group.start_turn(self.workers)
        handed = perf_counter()
        before.finish_turn()
        self.waits["device"] += handed - begun
        self.waits["crew"] += perf_counter() - handed
        self.last = group
        return before.drain() if before.turns % DRAIN_TURNS == 0 else []

    def _next(self) -> GameGroup:
        """The next group: the one that its weight owes most turns, but not the last one again, so
        that the device evaluates one while the workers play another."""
        for group in self.groups:
            group.due += group.weight
        others = [group for group in self.groups if group is not self.last]
        chosen = max(others or self.groups, key=lambda group: group.due)
        chosen.due -= 1
        return chosen

    def refresh(self, net: Net) -> None:
        """Uses the weights of a newer network."""
        if self.network.device.type != "cuda":  # on a GPU the copy waits for its turn in the stream
            self._finish()
        self.network.refresh(net)

    def set_searches(self, full: int, fast: int, share: float) -> None:
        """Sets the length of the next searches."""
        self._finish()
        for part in self._courses():
            part.game_batch.set_searches(full, fast, share)

    def finish_turns(self) -> list[tuple[int, Samples]]:
        """Ends the turns in progress; returns all samples."""
        self._finish()
        samples = [one for group in self.groups for one in group.drain()]
        self.last = self.groups[-1]
        for group in self.groups:
            group.turns = 0
            group.due = 0.0
        return samples

    def _finish(self) -> None:
        for group in self.groups:
            group.finish_turn()

    def _courses(self) -> list[CourseGames]:
        return [part for group in self.groups for part in group.courses()]

    def state(self) -> list[Any]:
        """The games in progress, after `finish_turns`. Searches in progress start again."""
        return [part.game_batch.state() for part in self._courses()]

    def restore(self, state: list[Any]) -> None:
        """Restores games in progress."""
        for part, one in zip(self._courses(), state, strict=True):
            part.game_batch.restore(one)

    def counts(self) -> dict[str, float]:
        """The sums of the counts of all batches; the score of the first player is only counted in
        the first course, since it differs with other options."""
        found: Counter[str] = Counter()
        for part in self._courses():
            left_out = FIRST if part.course else ()
            counts = part.game_batch.counts
            found.update({name: counts[name] for name in counts if name not in left_out})
        return dict(found)

    def close(self) -> None:
        """Ends the threads."""
        self._finish()
        self.workers.shutdown()


def make_groups(plan: Plan, network: InferenceNetwork) -> list[GameGroup]:
    """The groups of a run, all of the same size. There are enough of them that none takes more than
    an equal part of the turns."""
    encoding = encoding_of(plan.game)
    chance = Random(plan.seed)
    starts = [course.starts(plan.seed) for course in plan.courses]
    found = []
    threads = plan.threads if plan.device.type == "cuda" else 1
    for shape_group in plan.shape_groups:
        planes = Planes(encoding, shape_group.shape, plan.device)
        count = ceil(shape_group.weight * plan.settings.groups - ROUNDING)
        for _ in range(count):
            parts = make_parts(plan, shape_group, starts, chance)
            weight = shape_group.weight / count
            found.append(GameGroup(planes, network, parts, weight=weight, threads=threads))
    return found


def make_parts(
    plan: Plan, shape_group: ShapeGroup, starts: Sequence[Sequence[Position]], chance: Random
) -> list[list[CourseGames]]:
    """The parts of a group for each worker. Courses share the games by their weights, and threads
    share them equally, both in order: so most pieces have games of one course."""
    on_gpu = plan.device.type == "cuda"
    pieces = plan.threads * (PIECES if on_gpu else 1)
    games = max(pieces, ceil(plan.settings.games / plan.settings.groups))
    settings = plan.settings.self_play()
    weights = [plan.courses[number].weight for number in shape_group.numbers]
    by_course = list(zip(shape_group.numbers, split_rows(games, weights), strict=True))
    found = [
        [
            CourseGames(
                number,
                rows,
                GameBatch(starts[number], row_count(rows), settings, chance.getrandbits(31)),
            )
            for number, rows in ((number, overlap(own, rows)) for number, rows in by_course)
            if row_count(rows) > 0
        ]
        for own in split_rows(games, [1.0] * pieces)
    ]
    return [list(chain.from_iterable(found))] if on_gpu else found


def split_rows(count: int, weights: Sequence[float]) -> list[slice]:
    """Divides `count` rows by weights."""
    edges = [round(count * part / sum(weights)) for part in accumulate(weights, initial=0.0)]
    return [slice(*pair) for pair in pairwise(edges)]


def overlap(one: slice, other: slice) -> slice:
    """The rows that two slices have in common."""
    return slice(max(one.start, other.start), min(one.stop, other.stop))


def row_count(rows: slice) -> int:
    """How many rows there are; less than 1 if there are none."""
    return int(rows.stop - rows.start)
