"""The self-play of a run: groups of games in threads take turns, so that CPU and GPU work at the
same time.

A group has games on boards of one shape, in forests that each have games of one course. Groups take
turns: the threads go on with one while the device answers another. They are threads of the machine
where a GPU answers; on the CPU a crew of Python's threads answers what it has asked itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
from tabuleiro.learning.worker_threads import PendingWork, WorkerThreads

DRAINED = 16  # turns of a group after which its samples are fetched
PIECES = 8  # of a group for each thread, so that none waits long for the slowest
SLIGHT = 1e-6
FIRST = ("unopened", "first_score")  # what forests count of plain starts


class InferenceNetwork:
    """The network that plays: folded, in short numbers on a GPU."""

    def __init__(self, net: Net, device: torch.device, *, compiled: bool = False) -> None:
        self.device = device
        self.dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        twin = Net(net.architecture, folded=True).eval().requires_grad_(requires_grad=False)
        self.net = twin.to(device, self.dtype, memory_format=torch.channels_last)
        self.model = InferenceModel(self.net)
        if compiled:
            self.model = torch.compile(self.model, dynamic=False)
        self.seats = net.architecture.seats
        self.refresh(net)

    def refresh(self, net: Net) -> None:
        """Becomes what a network has become."""
        fold(net, self.net)

    @torch.inference_mode()
    def evaluate(self, questions: torch.Tensor, planes: Planes, out: torch.Tensor) -> None:
        """Writes the answers to questions, the entries and then the seats of each."""
        seen = planes.unpack(questions, dtype=self.dtype)
        logits, seats = self.model(seen.contiguous(memory_format=torch.channels_last))
        out[:, : planes.entries].copy_(logits)
        out[:, planes.entries :].copy_(seats)


@dataclass
class CourseGames:
    """The games of one course that one thread plays in a group, and their rows there; how many
    samples of them have been fetched."""

    course: int
    rows: slice
    game_batch: GameBatch
    fetched: float = 0

    def drain(self) -> Samples | None:
        """The samples of games that have ended, if there are any."""
        samples = self.game_batch.counts["samples"]
        if samples == self.fetched:
            return None
        self.fetched = samples
        return self.game_batch.drain()


class GameGroup:
    """Games on boards of one shape that take their turn together: parts for every thread. Its
    `weight` is the share of the turns that it takes; each of the crew goes on in `threads`."""

    def __init__(
        self,
        planes: Planes,
        twin: InferenceNetwork,
        parts: Sequence[Sequence[CourseGames]],
        *,
        weight: float,
        threads: int,
    ) -> None:
        self.planes = planes
        self.network = twin
        self.parts = parts
        self.weight = weight
        self.threads = threads
        self.due = 0.0  # turns that it should have had by now
        self.on_gpu = twin.device.type == "cuda"
        games = parts[-1][-1].rows.stop
        width = planes.entries + twin.seats
        self.questions = torch.zeros(games, planes.words, dtype=torch.int64, pin_memory=self.on_gpu)
        self.answers = torch.zeros(games, width, pin_memory=self.on_gpu)
        asked, answered = self.questions.numpy().view(np.uint64), self.answers.numpy()
        self.parallel_batches = [
            ParallelBatches(
                [BoundBatch(part.game_batch, answered[part.rows], asked[part.rows]) for part in own]
            )
            for own in parts
        ]
        self.pending: PendingWork | None = None
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

    def start_turn(self, crew: WorkerThreads) -> None:
        """Lets the crew go on with the games, once the answers are there."""
        if self.on_gpu:
            self.event.synchronize()
        self.pending = crew.submit(self.step)
        self.turns += 1

    def step(self, number: int) -> None:
        """The parts of one of the crew: all of them where a GPU answers, which needs no crew."""
        self.parallel_batches[number].step(self.threads)
        if not self.on_gpu:
            own = self.parts[number]
            rows = slice(own[0].rows.start, own[-1].rows.stop)
            self.network.evaluate(self.questions[rows], self.planes, self.answers[rows])

    def finish_turn(self) -> None:
        """Waits for the crew, and sends what it has asked to the device."""
        if self.pending is None:
            return
        self.pending.wait()
        self.pending = None
        if self.on_gpu:
            self.sent.copy_(self.questions, non_blocking=True)
            self.graph.replay()
            self.answers.copy_(self.found, non_blocking=True)
            self.event.record()

    def game_batches(self) -> Iterator[tuple[int, GameBatch]]:
        """All its forests, each with the number of its course."""
        for own in self.parts:
            for part in own:
                yield part.course, part.game_batch

    def drain(self) -> list[tuple[int, Samples]]:
        """The samples of games that have ended, with the numbers of their courses."""
        drained = [(part.course, part.drain()) for own in self.parts for part in own]
        return [(course, samples) for course, samples in drained if samples is not None]


class SelfPlayPool:
    """All groups of a run, and the crew that plays them."""

    def __init__(self, plan: Plan, net: Net) -> None:
        self.network = InferenceNetwork(net, plan.device, compiled=plan.compiled)
        self.workers = WorkerThreads(1 if plan.device.type == "cuda" else plan.threads)
        self.groups = make_groups(plan, self.network)
        self.last = self.groups[-1]
        self.waits = {"crew": 0.0, "device": 0.0}

    def play_turn(self) -> list[tuple[int, Samples]]:
        """Lets one group take its turn; gives samples, each with the number of their course."""
        group, before = self._next(), self.last
        begun = perf_counter()
        group.start_turn(self.workers)
        handed = perf_counter()
        before.finish_turn()
        self.waits["device"] += handed - begun
        self.waits["crew"] += perf_counter() - handed
        self.last = group
        return before.drain() if before.turns % DRAINED == 0 else []

    def _next(self) -> GameGroup:
        """The group whose turn it is: the one that its weight owes most, but never one twice in a
        row, so that the device answers one while the crew goes on with another."""
        for group in self.groups:
            group.due += group.weight
        others = [group for group in self.groups if group is not self.last]
        chosen = max(others or self.groups, key=lambda group: group.due)
        chosen.due -= 1
        return chosen

    def refresh(self, net: Net) -> None:
        """Lets a newer network play."""
        if self.network.device.type != "cuda":  # there it waits for its turn by itself
            self._finish()
        self.network.refresh(net)

    def set_searches(self, full: int, fast: int, share: float) -> None:
        """Says how long the searches to come are."""
        self._finish()
        for _, forest in self._game_batches():
            forest.set_searches(full, fast, share)

    def finish_turns(self) -> list[tuple[int, Samples]]:
        """Ends the turns that are under way; gives all samples there are."""
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

    def _game_batches(self) -> Iterator[tuple[int, GameBatch]]:
        for group in self.groups:
            yield from group.game_batches()

    def state(self) -> list[Any]:
        """The games in progress, once all is settled. Searches under way begin anew."""
        return [forest.state() for _, forest in self._game_batches()]

    def restore(self, state: list[Any]) -> None:
        """Takes games in progress back."""
        for (_, forest), one in zip(self._game_batches(), state, strict=True):
            forest.restore(one)

    def counts(self) -> dict[str, float]:
        """What all forests have counted; the score of the first player in the first course alone,
        since it is another under other options."""
        found: Counter[str] = Counter()
        for course, forest in self._game_batches():
            counts = forest.counts
            found.update({name: counts[name] for name in counts if not course or name not in FIRST})
        return dict(found)

    def close(self) -> None:
        """Ends the crew."""
        self._finish()
        self.workers.shutdown()


def make_groups(plan: Plan, twin: InferenceNetwork) -> list[GameGroup]:
    """The groups of a run, all of them equally large: so many that none takes more than an equal
    part of the turns."""
    sight = encoding_of(plan.game)
    chance = Random(plan.seed)
    starts = [course.starts(plan.seed) for course in plan.courses]
    found = []
    threads = plan.threads if plan.device.type == "cuda" else 1
    for board in plan.shape_groups:
        planes = Planes(sight, board.shape, plan.device)
        count = ceil(board.weight * plan.settings.groups - SLIGHT)
        for _ in range(count):
            parts = make_parts(plan, board, starts, chance)
            found.append(
                GameGroup(planes, twin, parts, weight=board.weight / count, threads=threads)
            )
    return found


def make_parts(
    plan: Plan, board: ShapeGroup, starts: Sequence[Sequence[Position]], chance: Random
) -> list[list[CourseGames]]:
    """The parts of a group for each of the crew. Courses share the games by their weights and the
    pieces for threads equally, both in order: most pieces have games of one course."""
    on_gpu = plan.device.type == "cuda"
    pieces = plan.threads * (PIECES if on_gpu else 1)
    games = max(pieces, ceil(plan.settings.games / plan.settings.groups))
    terms = plan.settings.self_play()
    weights = [plan.courses[number].weight for number in board.numbers]
    by_course = list(zip(board.numbers, split_rows(games, weights), strict=True))
    found = [
        [
            CourseGames(
                number,
                rows,
                GameBatch(starts[number], row_count(rows), terms, chance.getrandbits(31)),
            )
            for number, rows in ((number, overlap(own, rows)) for number, rows in by_course)
            if row_count(rows) > 0
        ]
        for own in split_rows(games, [1.0] * pieces)
    ]
    return [list(chain.from_iterable(found))] if on_gpu else found


def split_rows(count: int, weights: Sequence[float]) -> list[slice]:
    """So many rows, cut into pieces by their weights."""
    edges = [round(count * part / sum(weights)) for part in accumulate(weights, initial=0.0)]
    return [slice(*pair) for pair in pairwise(edges)]


def overlap(one: slice, other: slice) -> slice:
    """The rows that two pieces have in common."""
    return slice(max(one.start, other.start), min(one.stop, other.stop))


def row_count(rows: slice) -> int:
    """How many rows there are; less than 1 when there are none."""
    return int(rows.stop - rows.start)
