"""Self-play: groups of games in threads, which overlap with the device that answers them.

A group has games of one course, an equal part of them in a forest of each thread. Groups take
turns: the threads go on with one while the device answers another. On the CPU the threads
themselves answer what they have asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import torch

from tabuleiro.learning.crew import Crew, Piece
from tabuleiro.learning.forest import Forest, Samples
from tabuleiro.learning.network import Answers, Net, fold
from tabuleiro.learning.plan import Plan
from tabuleiro.learning.planes import Planes
from tabuleiro.learning.training import recorded

DRAINED = 16  # turns of a group after which its samples are fetched
SLIGHT = 1e-6


class Twin:
    """The network that plays: folded, in short numbers on a GPU."""

    def __init__(self, net: Net, device: torch.device, *, compiled: bool = False) -> None:
        self.device = device
        self.dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        twin = Net(net.form, folded=True).eval().requires_grad_(requires_grad=False)
        self.net = twin.to(device, self.dtype, memory_format=torch.channels_last)
        self.answers = Answers(self.net)
        if compiled:
            self.answers = torch.compile(self.answers)
        self.seats = net.form.seats
        self.refresh(net)

    def refresh(self, net: Net) -> None:
        """Becomes what a network has become."""
        fold(net, self.net)

    @torch.inference_mode()
    def answer(self, questions: torch.Tensor, planes: Planes, out: torch.Tensor) -> None:
        """Writes the answers to questions, the entries and then the seats of each."""
        seen = planes.unpack(questions, dtype=self.dtype)
        logits, seats = self.answers(seen.contiguous(memory_format=torch.channels_last))
        out[:, : planes.entries].copy_(logits)
        out[:, planes.entries :].copy_(seats)


class Group:
    """Games of one course that take their turn together."""

    def __init__(
        self, course: int, forests: Sequence[Forest], games: int, planes: Planes, twin: Twin
    ) -> None:
        self.course = course
        self.forests = forests
        self.planes = planes
        self.twin = twin
        self.cuts = cuts(games, len(forests))
        self.on_gpu = twin.device.type == "cuda"
        width = planes.entries + twin.seats
        self.questions = torch.zeros(games, planes.words, dtype=torch.int64, pin_memory=self.on_gpu)
        self.answers = torch.zeros(games, width, pin_memory=self.on_gpu)
        self._asked = self.questions.numpy().view(np.uint64)
        self._answered = self.answers.numpy()
        self.piece: Piece | None = None
        self.turns = 0
        if self.on_gpu:
            self._prepare_gpu()

    def _prepare_gpu(self) -> None:
        self.sent = torch.zeros_like(self.questions, device=self.twin.device)
        self.found = torch.zeros_like(self.answers, device=self.twin.device)
        self.event = torch.cuda.Event(blocking=True)
        self.event.record()
        self.graph = recorded(lambda: self.twin.answer(self.sent, self.planes, self.found))

    def begin(self, crew: Crew) -> None:
        """Lets the crew go on with the games, once the answers are there."""
        if self.on_gpu:
            self.event.synchronize()
        self.piece = crew.begin(self.step)
        self.turns += 1

    def step(self, number: int) -> None:
        """The part of one thread."""
        rows = slice(self.cuts[number], self.cuts[number + 1])
        self.forests[number].step(self._answered[rows], self._asked[rows])
        if not self.on_gpu:
            self.twin.answer(self.questions[rows], self.planes, self.answers[rows])

    def finish(self) -> None:
        """Waits for the crew, and sends what it has asked to the device."""
        if self.piece is None:
            return
        self.piece.wait()
        self.piece = None
        if self.on_gpu:
            self.sent.copy_(self.questions, non_blocking=True)
            self.graph.replay()
            self.answers.copy_(self.found, non_blocking=True)
            self.event.record()

    def drain(self) -> Iterator[Samples]:
        """The samples of games that have ended."""
        for forest in self.forests:
            samples = forest.drain()
            if len(samples.questions):
                yield samples


class Hall:
    """All groups of a run, and the crew that plays them."""

    def __init__(self, plan: Plan, net: Net, planes: Sequence[Planes]) -> None:
        self.twin = Twin(net, plan.device, compiled=plan.compiled)
        self.crew = Crew(plan.threads)
        self.groups = [
            Group(one.course, plant(plan, one), one.games, planes[one.course], self.twin)
            for one in shared(plan)
        ]
        self.turns = 0
        self.waits = {"crew": 0.0, "device": 0.0}

    def turn(self) -> list[tuple[int, Samples]]:
        """Lets one group take its turn; gives samples, each with the number of their course."""
        group, before = (self.groups[(self.turns - ago) % len(self.groups)] for ago in (0, 1))
        begun = perf_counter()
        group.begin(self.crew)
        handed = perf_counter()
        before.finish()
        self.waits["device"] += handed - begun
        self.waits["crew"] += perf_counter() - handed
        self.turns += 1
        return self._drained(before) if before.turns % DRAINED == 0 else []

    def _drained(self, group: Group) -> list[tuple[int, Samples]]:
        return [(group.course, samples) for samples in group.drain()]

    def refresh(self, net: Net) -> None:
        """Lets a newer network play."""
        if self.twin.device.type != "cuda":  # there it waits for its turn by itself
            self._finish()
        self.twin.refresh(net)

    def set_searches(self, full: int, fast: int, share: float) -> None:
        """Says how long the searches to come are."""
        self._finish()
        for group in self.groups:
            for forest in group.forests:
                forest.set_searches(full, fast, share)

    def settle(self) -> list[tuple[int, Samples]]:
        """Ends the turns that are under way; gives all samples there are."""
        self._finish()
        samples = [one for group in self.groups for one in self._drained(group)]
        self.turns = 0
        for group in self.groups:
            group.turns = 0
        return samples

    def _finish(self) -> None:
        for group in self.groups:
            group.finish()

    def state(self) -> list[list[Any]]:
        """The games in progress, once all is settled. Searches under way begin anew."""
        return [[forest.state() for forest in group.forests] for group in self.groups]

    def restore(self, state: list[list[Any]]) -> None:
        """Takes games in progress back."""
        for group, states in zip(self.groups, state, strict=True):
            for forest, one in zip(group.forests, states, strict=True):
                forest.restore(one)

    def counts(self) -> dict[str, float]:
        """What all forests have counted."""
        found: Counter[str] = Counter()
        for group in self.groups:
            for forest in group.forests:
                found.update(forest.counts)
        return dict(found)

    def end(self) -> None:
        """Ends the crew."""
        self._finish()
        self.crew.end()


@dataclass(frozen=True)
class Share:
    """The games of one group: their course, how many, and the number of the group."""

    course: int
    games: int
    number: int


def shared(plan: Plan) -> list[Share]:
    """How the games of a run are shared among groups: the courses by their weights, and none of
    the groups larger than an equal part."""
    settings = plan.settings
    found: list[Share] = []
    for course, one in enumerate(plan.courses):
        parts = ceil(one.weight * settings.groups - SLIGHT)
        games = max(plan.threads, round(one.weight * settings.games / parts))
        found += [Share(course, games, len(found) + part) for part in range(parts)]
    return found


def plant(plan: Plan, share: Share) -> list[Forest]:
    """The forests of a group, one a thread."""
    course = plan.courses[share.course]
    starts = course.starts(plan.seed)
    seeds = Random(f"{plan.seed}/{share.number}")
    edges = cuts(share.games, plan.threads)
    return [
        Forest(starts, after - before, plan.self_play(), seeds.getrandbits(31))
        for before, after in pairwise(edges)
    ]


def cuts(games: int, parts: int) -> list[int]:
    """Where to cut games into equal parts."""
    return [games * part // parts for part in range(parts + 1)]
