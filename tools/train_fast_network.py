"""Train the fast network of a game by distillation: a small network of integers learns what a large
one says about the positions of its searches.

    python tools/train_fast_network.py lyngk --out runs/fast [--positions 4000000] [--steps 20000]

First the large network, the one of the package, a file or that of a training run, plays with
itself. The positions that its
searches ask about are kept: their features, as the `features.py` of the game finds them, and its
answers. Then the small network learns from these; a GPU is used if there is one. At the end the two
are compared on positions of other games, and the small one is written to `<game>.nnue`. With
several widths, as in `--width 64 128`, networks learn from the same positions, and the names of
their files have the width.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from array import array
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil, cos, inf, pi
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tabuleiro.core.encoding import Features
from tabuleiro.core.fast_network import FastNetwork
from tabuleiro.core.game import Game
from tabuleiro.core.options import Value
from tabuleiro.games import find_game
from tabuleiro.learning.checkpoints import load_network
from tabuleiro.learning.curriculum import Course, courses_of, encoding_of
from tabuleiro.learning.game_batch import GameBatch
from tabuleiro.learning.ladder import TorchNetwork
from tabuleiro.learning.plan import find_device
from tabuleiro.learning.self_play_game import LeafShape
from tabuleiro.learning.self_play_settings import SelfPlaySettings
from tabuleiro.players.fast_networks import SUFFIX, fast_network_file, features_of
from tabuleiro.players.networks import find_network
from tabuleiro.search.evaluator import Network

POLICY_WIDTH, VALUE_WIDTH = 32, 16
EXCLUDED = -1e4  # a logit whose probability is 0
GAMES = 128  # of a thread, at once: of many more, few would end before there are enough positions
TURNS = 2  # one in so many questions of a game is kept
TEST = 20_000  # positions
TEST_SEED = 99
VALUE_WEIGHT = 1.5
LARGEST_INDEX = 2**15 - 1  # positions are kept as numbers of 16 bits
LARGEST_ROW = 1.4  # a weight of a feature: sums must fit into 16 bits
SCALES = {"rows": 127, "first": 256, "second": 1024 * 32 / 127, "sense": 256 * 128 / 127}
SETTINGS = SelfPlaySettings(
    full=24, fast=24, noise=0.0, opened=0.7, openings=30, temperature=1.0, cooling=16.0
)


class Inputs(NamedTuple):
    """What the small network sees: the heads of positions, their features one after the other and
    where those of each begin, and the entry of each move. `listed` says where there is a move, and
    `move_rows` has the features of these."""

    heads: Tensor
    rows: Tensor
    starts: Tensor
    entries: Tensor
    listed: Tensor
    move_rows: Tensor


class Lookup(torch.autograd.Function):
    """Entries of a table; its gradient is summed without sorting."""

    @staticmethod
    def forward(ctx, table: Tensor, index: Tensor) -> Tensor:  # type: ignore[no-untyped-def]
        ctx.save_for_backward(index)
        ctx.size = len(table)
        return table[index]

    @staticmethod
    def backward(ctx, grad: Tensor) -> tuple[Tensor, None]:  # type: ignore[no-untyped-def]
        (index,) = ctx.saved_tensors
        summed = torch.zeros(ctx.size, device=grad.device)
        return summed.scatter_add_(0, index.flatten(), grad.flatten()), None


class Student(nn.Module):
    """The small network in real numbers; a neuron that is fully active is 1."""

    def __init__(self, features: Features, width: int) -> None:
        super().__init__()
        self.features, self.width = features, width
        heads, root = features.heads, width**-0.5
        self.rows = nn.Parameter(torch.randn(features.rows, width) * 0.05)
        self.bias = nn.Parameter(torch.full((width,), 0.3))
        self.first = nn.Parameter(torch.randn(heads, width, VALUE_WIDTH) * root)
        self.first_bias = nn.Parameter(torch.full((heads, VALUE_WIDTH), 0.2))
        self.second = nn.Parameter(torch.randn(heads, VALUE_WIDTH) * VALUE_WIDTH**-0.5)
        self.second_bias = nn.Parameter(torch.zeros(heads))
        self.sense = nn.Parameter(torch.randn(heads, width, POLICY_WIDTH) * root)
        self.sense_bias = nn.Parameter(torch.zeros(heads, POLICY_WIDTH))
        self.entries = nn.Parameter(torch.randn(features.entries, POLICY_WIDTH) * 0.1)
        self.entry_bias = nn.Parameter(torch.zeros(features.entries))
        self.move_rows = nn.Parameter(torch.zeros(features.move_rows))

    def forward(self, seen: Inputs) -> tuple[Tensor, Tensor]:
        """The logits of moves, and of the expected score of the player to move."""
        rows = functional.embedding_bag(seen.rows, self.rows, seen.starts, mode="sum")
        hidden = (rows + self.bias).clamp(0, 1)
        head = functional.one_hot(seen.heads, self.features.heads).float()
        both = torch.einsum("bw,hwo,bh->bo", hidden, torch.cat([self.first, self.sense], 2), head)
        inner = (both[:, :VALUE_WIDTH] + head @ self.first_bias).clamp(0, 1)
        value = (inner * (head @ self.second)).sum(1) + head @ self.second_bias
        sensed = both[:, VALUE_WIDTH:] + head @ self.sense_bias
        logits = (sensed @ self.entries.T + self.entry_bias).gather(1, seen.entries)
        added = Lookup.apply(self.move_rows, seen.move_rows).sum(1)
        logits = logits + torch.zeros_like(logits).masked_scatter(seen.listed, added)
        return logits.masked_fill(~seen.listed, EXCLUDED), value

    @torch.no_grad()
    def network(self, served: Mapping[str, Sequence[Value]]) -> FastNetwork:
        """The network in integers."""
        parts = [numbers(self.bias, SCALES["rows"]), numbers(self.rows, SCALES["rows"])]
        for head in range(self.features.heads):
            for i in range(VALUE_WIDTH):
                parts.append(numbers(self.first[head, :, i], SCALES["first"]))
                parts.append(numbers(self.first_bias[head, i : i + 1], SCALES["rows"]))
            parts.append(numbers(self.second[head], SCALES["second"]))
            parts.append(numbers(self.second_bias[head : head + 1], 1024))
            for i in range(POLICY_WIDTH):
                parts.append(numbers(self.sense[head, :, i], SCALES["sense"]))
                parts.append(numbers(self.sense_bias[head, i : i + 1], 256))
        parts += [numbers(self.entries, 256), numbers(self.entry_bias, 1024)]
        parts.append(numbers(self.move_rows, 1024))
        weights = memoryview(array("h", [number for part in parts for number in part]))
        return FastNetwork(self.features, served, self.width, POLICY_WIDTH, VALUE_WIDTH, weights)


def numbers(weights: Tensor, scale: float) -> list[int]:
    """Weights as integers of 16 bits."""
    found: list[int] = (weights.flatten() * scale).round().clamp(-32767, 32767).int().tolist()
    return found


class Kept:
    """Positions with their features, how good each move is (255 for the best), and the expected
    score of the player to move. Threads may add to them."""

    def __init__(self, capacity: int, shape: LeafShape) -> None:
        self.capacity, self.shape, self.lock, self.total = capacity, shape, Lock(), 0
        width = shape.width - shape.moves * shape.parts
        self.numbers = torch.zeros(capacity, width, dtype=torch.int16)
        self.weights = torch.zeros(capacity, shape.moves, dtype=torch.uint8)
        self.values = torch.zeros(capacity)

    @property
    def full(self) -> bool:
        """Whether there is no more room."""
        return self.total == self.capacity

    def add(self, leaves: Tensor, answers: Tensor) -> None:
        """Adds positions with the answers of the large network, as far as there is room. Those with
        too many moves are left out."""
        shape = self.shape
        whole = self.numbers.shape[1]
        fits = leaves[:, whole] >= 0
        leaves, answers = leaves[fits], answers[fits]
        entries = leaves[:, whole:].view(-1, shape.moves, shape.parts).long()
        parts = answers.gather(1, entries.clamp(min=0).flatten(1)).view(entries.shape)
        logits = parts.masked_fill(entries < 0, 0).sum(2)
        priors = torch.softmax(logits.masked_fill(entries[:, :, 0] < 0, EXCLUDED), 1)
        weights = (255 * priors / priors.amax(1, keepdim=True)).to(torch.uint8)
        with self.lock:
            count = min(len(leaves), self.capacity - self.total)
            rows = slice(self.total, self.total + count)
            self.numbers[rows] = leaves[:count, :whole]
            self.weights[rows] = weights[:count]
            self.values[rows] = answers[:count, -2]  # two players
            self.total += count

    def to(self, device: torch.device) -> Kept:
        """The same on a device."""
        self.numbers = self.numbers.to(device)
        self.weights, self.values = self.weights.to(device), self.values.to(device)
        return self

    def take(self, places: Tensor) -> tuple[Inputs, Tensor, Tensor]:
        """Positions with the wanted policy and the wanted value."""
        shape = self.shape
        taken = self.numbers[places]
        rows = taken[:, 1 : 1 + shape.rows]
        there = rows >= 0
        ends = there.sum(1).cumsum(0)
        moves = taken[:, 1 + shape.rows :].view(-1, shape.moves, shape.stride)
        listed = moves[:, :, 0] >= 0
        seen = Inputs(
            heads=taken[:, 0].long(),
            rows=rows[there].long(),
            starts=functional.pad(ends[:-1], (1, 0)),
            entries=moves[:, :, 0].clamp(min=0).long(),
            listed=listed,
            move_rows=moves[listed][:, 1:].long(),
        )
        weights = self.weights[places].float()
        return seen, weights / weights.sum(1, keepdim=True), self.values[places]

    def draw(self, count: int) -> tuple[Inputs, Tensor, Tensor]:
        """Random positions."""
        return self.take(torch.randint(self.total, (count,), device=self.numbers.device))


class Games:
    """Games of the large network with itself under the options of one course, in one thread."""

    def __init__(self, course: Course, network: Network, games: int, seed: int) -> None:
        starts = course.starts(seed)
        self.network = network
        self.batch = GameBatch(starts, games, SETTINGS, seed)
        self.form = network.encoding.shape(starts[0].options())
        self.questions = memoryview(array("Q", bytes(8 * games * self.batch.words)))
        self.answers = np.zeros((games, self.batch.entries + self.batch.seats), np.float32)

    def play(self) -> None:
        """Continues every game until it has another question, which the network answers."""
        self.batch.step(self.answers, self.questions)
        found = self.network.evaluate(self.questions, self.form)
        self.answers = np.frombuffer(found, np.float32).reshape(self.answers.shape)

    def keep(self, kept: Kept) -> None:
        """Keeps the positions of the last questions."""
        leaves = np.empty((len(self.batch.games), kept.shape.width), np.int16)
        self.batch.write_leaves(kept.shape, leaves)
        kept.add(torch.from_numpy(leaves), torch.from_numpy(self.answers.copy()))


@dataclass
class Distillation:
    """The steps of the program."""

    game: Game[Any]
    network: Network
    out: Path
    moves: int
    threads: int
    batch: int
    device: torch.device
    seconds: float = inf  # of training, at most

    def __post_init__(self) -> None:
        self.begun = perf_counter()
        encoding = encoding_of(self.game)
        if encoding.features is None:
            raise SystemExit(f"{self.game.name} has no features for fast networks")
        self.encoding, self.features = encoding, encoding.features

    def report(self, **facts: object) -> None:
        """Writes a line to the log."""
        line = json.dumps({"seconds": round(perf_counter() - self.begun, 1), **facts})
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        with (self.out / "log.jsonl").open("a") as file:
            file.write(line + "\n")

    def shape(self) -> LeafShape:
        """How features are written."""
        return LeafShape(self.features, self.moves, self.encoding.policy_parts)

    def positions(self, count: int, seed: int) -> Kept:
        """Positions of games, played in all threads."""
        kept = Kept(count, self.shape())
        with ThreadPoolExecutor(self.threads) as pool:
            threads = [pool.submit(self.fill, kept, seed + i) for i in range(self.threads)]
        self.report(positions=kept.total, games=sum(thread.result() for thread in threads))
        return kept

    def fill(self, kept: Kept, seed: int) -> float:
        """Plays games in one thread until there are enough positions; returns how many ended."""
        courses = [
            Games(course, self.network, ceil(GAMES * course.weight), seed)
            for course in courses_of(self.game, {})
        ]
        turn = 0
        while not kept.full:
            for own in courses:
                own.play()
                if turn % TURNS == TURNS - 1:
                    own.keep(kept)
            turn += 1
        return sum(own.batch.counts["games"] for own in courses)

    def train(self, students: Sequence[Student], kept: Kept, steps: int, rate: float) -> None:
        """Trains the networks, for `steps` or until the time is over."""
        weights = [weight for student in students for weight in student.parameters()]
        optimiser = torch.optim.AdamW(weights, lr=rate, weight_decay=1e-4, betas=(0.9, 0.99))
        begun = perf_counter()
        for step in range(steps):
            part = max(step / steps, (perf_counter() - begun) / self.seconds)
            if part >= 1:
                break
            falling = 0.5 * (1 + cos(pi * part))
            optimiser.param_groups[0]["lr"] = rate * min(1, (step + 1) / 300) * falling
            seen, policy, value = kept.draw(self.batch)
            optimiser.zero_grad()
            losses = []
            for student in students:
                logits, expected = student(seen)
                policy_loss = -(policy * torch.log_softmax(logits, 1)).sum(1).mean()
                value_loss = functional.binary_cross_entropy_with_logits(expected, value)
                (policy_loss + VALUE_WEIGHT * value_loss).backward()
                losses.append((student.width, policy_loss.detach(), value_loss.detach()))
            optimiser.step()
            with torch.no_grad():
                for student in students:
                    student.rows.clamp_(-LARGEST_ROW, LARGEST_ROW)
            if step % 500 == 0:
                self.report(step=step, losses=[[float(one) for one in found] for found in losses])

    @torch.no_grad()
    def compare(self, student: Student, test: Kept) -> None:
        """How often the small network agrees with the large one on the best move and the probable
        winner, and the mean difference of their expected scores."""
        same = winner = error = 0.0
        parts = torch.arange(test.total, device=self.device).split(self.batch)
        for places in parts:
            seen, policy, value = test.take(places)
            logits, expected = student(seen)
            same += (logits.argmax(1) == policy.argmax(1)).sum().item() / test.total
            winner += ((expected > 0) == (value > 0.5)).sum().item() / test.total
            error += (torch.sigmoid(expected) - value).abs().sum().item() / test.total
        self.report(width=student.width, test=test.total, move=same, winner=winner, error=error)

    def served(self) -> dict[str, list[Value]]:
        """The options of the games that were played."""
        found: dict[str, list[Value]] = {}
        for course in courses_of(self.game, {}):
            for name, value in self.game.start(**course.given).options().items():
                if value not in found.setdefault(name, []):
                    found[name].append(value)
        return found

    def make(self, widths: Sequence[int], positions: int, steps: int, rate: float) -> None:
        """Everything."""
        torch.set_float32_matmul_precision("high")
        test = self.positions(TEST, TEST_SEED).to(self.device)
        kept = self.positions(positions, TEST_SEED + self.threads).to(self.device)
        students = [Student(self.features, width).to(self.device) for width in widths]
        self.train(students, kept, steps, rate)
        for student in students:
            self.compare(student, test)
            content = fast_network_file(self.game, student.network(self.served()))
            name = self.game.id if len(widths) == 1 else f"{self.game.id}-{student.width}"
            (self.out / f"{name}{SUFFIX}").write_bytes(content)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--network", help="the file of the large network; by default the package's")
    parser.add_argument("--run", type=Path, help="the folder of the run that trained it, instead")
    parser.add_argument("--positions", type=int, default=4_000_000, help="to learn from")
    parser.add_argument("--steps", type=int, default=20_000, help="of training")
    parser.add_argument("--seconds", type=float, default=inf, help="of training, at most")
    parser.add_argument("--width", type=int, nargs="+", default=[64], help="of the hidden layer")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--moves", type=int, default=176, help="positions with more are left out")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--device")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    game = find_game(given.game)
    features = features_of(game)
    if features is None:
        parser.error(f"{game.id} has no features for fast networks")
    if max(features.rows, features.entries, features.move_rows) > LARGEST_INDEX:
        parser.error(f"{game.id} has more than {LARGEST_INDEX} features of a kind")
    device = find_device(given.device)
    network: Network
    if given.run:
        network = TorchNetwork(load_network(given.run)[1].to(device), encoding_of(game))
    else:
        network = find_network(game, given.network)
    Distillation(
        game, network, given.out, given.moves, given.threads, given.batch, device, given.seconds
    ).make(given.width, given.positions, given.steps, given.rate)


if __name__ == "__main__":
    main()
