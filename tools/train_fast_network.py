"""Train the fast network of Eigenstate by distillation: a small network of integers learns what the
convolutional network of a training run says about the positions of its searches.

    python tools/train_fast_network.py runs/eigenstate --out runs/fast [--minutes 8] [--width 64]

First the large network plays with itself for a third of the time. A share of the positions that its
searches ask about is kept with its answers (leaves), and the positions of the games with what the
searches found (roots). Then the small network learns from both. At the end it is compared with the
large one on roots of other games, and written to `eigenstate.nnue`.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from tabuleiro.core.fast_network import FastNetwork
from tabuleiro.games import find_game
from tabuleiro.games.eigenstate.encoding import PLACES
from tabuleiro.games.eigenstate.features import FEATURES
from tabuleiro.games.eigenstate.rules import HOLES, SIZE, VARIANTS, target_of
from tabuleiro.learning.checkpoints import load_network
from tabuleiro.learning.curriculum import encoding_of
from tabuleiro.learning.plan import find_device, new_plan
from tabuleiro.learning.planes import Planes
from tabuleiro.learning.replay_buffer import as_tensor
from tabuleiro.learning.sample_buffer import Samples
from tabuleiro.learning.self_play_pool import GameGroup, InferenceNetwork, SelfPlayPool
from tabuleiro.learning.training_run import prepare_torch
from tabuleiro.players.fast_networks import fast_network_file

GAME = find_game("eigenstate")
CELLS = SIZE * SIZE
ACTIONS = HOLES * CELLS  # a hole and the cell of a piece, for moves of pieces and for pegs
MOVES = FEATURES.most_moves
CLASSES, OFF_BOARD = 27, 27
POLICY_WIDTH, VALUE_WIDTH = 32, 16
TABLES = (3 * 9 * 28 * HOLES, 3 * (HOLES + 1) * (HOLES + 2), 3 * 4 * 4 * 3 * 3)
EXCLUDED = -1e4  # a logit whose probability is 0
TEST_PART = 0.05  # of the time, for the games of the test
PLAY_PART = 0.33  # of the time, before training
SHARE = 0.3  # of the positions of every fourth turn that are kept
ROOTS = 8  # one in so many samples of a batch is a root
VALUE_WEIGHT = 1.5
LARGEST_ROW = 2.0  # a weight of a feature: sums must fit into 16 bits
SCALES = {"rows": 127, "first": 256, "second": 1024 * 32 / 127, "sense": 256 * 128 / 127}


class Board:
    """Tables of the board on a device; cells are numbered by columns, as in the game."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        targets = [[target_of(cell, hole) for cell in range(CELLS)] for hole in range(HOLES)]
        found = torch.tensor(targets, device=device)
        self.targets = torch.where(found < 0, CELLS, found).flatten()  # of each action
        self.on_board = self.targets < CELLS
        ways = (
            self.on_board.view(HOLES, CELLS).long() << torch.arange(HOLES, device=device)[:, None]
        )
        self.ways = ways.sum(0)  # a bit for each hole that leads to a cell of the board
        self.entry_of_cell = torch.tensor(
            [cell % SIZE * SIZE + cell // SIZE for cell in range(CELLS)], device=device
        )
        cells = [SIZE * (SIZE - 1 - cell // SIZE) + cell % SIZE for cell in range(CELLS)]
        holes = [PLACES.index((row, 4 - column)) for row, column in PLACES]
        self.mirrored_cells = torch.tensor(cells, device=device)
        planes = [0, 1, *(2 + HOLES * group + hole for group in range(4) for hole in holes)]
        self.mirrored_planes = torch.tensor(planes, device=device)
        actions = [CELLS * hole + cell for hole in holes for cell in cells]
        self.mirrored_actions = torch.tensor(actions, device=device)
        self.planes = Planes(encoding_of(GAME), (SIZE, SIZE), device)

    def unpack(self, questions: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The planes of questions, the pegs to place, and the variants."""
        planes = self.planes.unpack(questions)
        lit = planes[:, :-3].transpose(2, 3).flatten(2) > 0
        numbers = planes[:, -3:, 0, 0] * self.planes.scales
        return lit, numbers[:, 0].long(), (numbers[:, 1] + 2 * numbers[:, 2]).long()

    def legal_actions(self, questions: Tensor) -> tuple[Tensor, Tensor]:
        """The legal actions of positions, -1 where there are fewer, and their pegs to place."""
        lit, step, _ = self.unpack(questions)
        pegs = lit[:, 2 : 2 + HOLES].flatten(1)
        holes = (lit[:, :1] & ~lit[:, 2 : 2 + HOLES]).flatten(1)
        legal = torch.where((step > 0)[:, None], holes, pegs & self.on_board)
        order = torch.sort(legal.to(torch.uint8), dim=1, descending=True, stable=True)
        return torch.where(order.values > 0, order.indices, -1)[:, :MOVES], step

    def logits(self, answers: Tensor, actions: Tensor, step: Tensor) -> Tensor:
        """The logits of actions by the answers of the large network."""
        known = actions.clamp(min=0)
        hole, cell = known // CELLS, self.entry_of_cell[known % CELLS]
        target = self.entry_of_cell[self.targets[known].clamp(max=CELLS - 1)]
        moved = answers.gather(1, cell) + answers.gather(1, CELLS * (1 + hole) + target)
        placed = answers.gather(1, CELLS * (1 + HOLES + hole) + cell)
        found = torch.where((step > 0)[:, None], placed, moved)
        return found.masked_fill(actions < 0, EXCLUDED)

    def actions(self, entries: Tensor) -> Tensor:
        """The actions of recorded moves."""
        first, second = entries[..., 0].long(), entries[..., 1].long()
        cell = self.entry_of_cell[first.clamp(min=0) % CELLS]
        placed = (first // CELLS - 1 - HOLES) * CELLS + cell
        moved = (second // CELLS - 1) * CELLS + cell
        return torch.where(first < 0, -1, torch.where(second < 0, placed, moved))

    def reached(self, pegs: Tensor, cell: Tensor) -> Tensor:
        """The cells, as bits, to which a piece with these pegs can go from a cell."""
        ways = pegs & self.ways[cell]
        around = (ways & 0x1F) | (ways & 0x3E0) << 1 | (ways & 0xC00) << 2
        around = around | (ways & 0x3000) << 3 | (ways & 0x7C000) << 4 | (ways & 0xF80000) << 5
        return (around << cell) >> 14


class Inputs(NamedTuple):
    """What the small network sees: the features of positions, their heads, their actions, and the
    entry and the features of each action."""

    features: Tensor
    heads: Tensor
    actions: Tensor
    entries: Tensor
    rows: tuple[Tensor, ...]


def count_bits(words: Tensor) -> Tensor:
    """How many bits are set in 36."""
    return sum([words >> place & 1 for place in range(CELLS)], torch.zeros_like(words))


def bits(planes: Tensor) -> Tensor:
    """Planes as words: a bit for each number of the second dimension from the end."""
    places = torch.arange(planes.shape[-2], device=planes.device)
    return (planes.long() << places[:, None]).sum(-2)


@torch.no_grad()
def inputs(board: Board, questions: Tensor, actions: Tensor, *, mirrored: bool = False) -> Inputs:
    """The same as games/eigenstate/features.py, for a batch."""
    lit, step, variant = board.unpack(questions)
    if mirrored:
        lit = lit[:, board.mirrored_planes][:, :, board.mirrored_cells]
        turned = board.mirrored_actions[actions.clamp(min=0)]
        actions = torch.where(actions < 0, -1, turned)
    own, other = lit[:, 0], lit[:, 1]
    pegs = lit[:, 2 : 2 + HOLES], lit[:, 2 + 2 * HOLES : 2 + 3 * HOLES]
    attackers = lit[:, 2 + HOLES : 2 + 2 * HOLES].sum(1).clamp(max=2)
    guards = lit[:, 2 + 3 * HOLES :].sum(1).clamp(max=2)
    occupant = own.long() + 2 * other.long()
    classes = 9 * occupant + 3 * attackers + guards
    count = pegs[0].sum(1) + pegs[1].sum(1)
    # Features of positions.
    features = torch.zeros(len(questions), FEATURES.rows, device=board.device)
    cells = torch.arange(CELLS, device=board.device)
    features.scatter_(1, CLASSES * cells + classes, (classes > 0).float())
    at = CLASSES * CELLS
    for side in pegs:
        features[:, at : at + ACTIONS] = side.flatten(1)
        at += ACTIONS
    pieces = at + (HOLES + 1) * (9 * (occupant - 1).clamp(min=0) + classes % 9) + count
    features.scatter_add_(1, pieces, (occupant > 0).float())
    at += 18 * (HOLES + 1)
    numbers = at + 7 * (7 * variant + own.sum(1)) + other.sum(1)
    features.scatter_(1, numbers[:, None], 1.0)
    at += 7 * 7 * len(VARIANTS)
    features.scatter_(1, (at + step)[:, None], 1.0)
    # Features of moves.
    known = actions.clamp(min=0)
    hole, cell, target = known // CELLS, known % CELLS, board.targets[known]
    head, off = step[:, None], functional.pad(classes, (0, 1), value=OFF_BOARD)
    kind = off.gather(1, target)
    there = functional.pad(count, (0, 1)).gather(1, target)
    there = torch.where(kind // 9 == 2, there, HOLES + 1)
    mine = bits(pegs[0]).gather(1, cell)
    mine = torch.where(head == 0, mine, mine | 1 << hole)
    place = torch.where(head == 0, target.clamp(max=CELLS - 1), cell)
    reached = board.reached(mine, place)
    attacked = count_bits(reached & bits(other[:, :, None])).clamp(max=3)
    loose = count_bits(reached & bits((other & (guards == 0))[:, :, None])).clamp(max=2)
    classes_row = (9 * head + classes.gather(1, cell) % 9) * (CLASSES + 1) + kind
    pegs_row = (HOLES + 1) * head + count.gather(1, cell)
    attacks_row = ((4 * head + kind // 9) * 4 + attacked) * 3 + loose
    rows = (
        classes_row * HOLES + hole,
        pegs_row * (HOLES + 2) + there,
        3 * attacks_row + guards.gather(1, place),
    )
    return Inputs(features, step, actions, known + ACTIONS * (head > 0), rows)


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

    def __init__(self, width: int) -> None:
        super().__init__()
        heads, root = FEATURES.heads, width**-0.5
        self.rows = nn.Parameter(torch.randn(FEATURES.rows, width) * 0.05)
        self.bias = nn.Parameter(torch.full((width,), 0.3))
        self.first = nn.Parameter(torch.randn(heads, width, VALUE_WIDTH) * root)
        self.first_bias = nn.Parameter(torch.full((heads, VALUE_WIDTH), 0.2))
        self.second = nn.Parameter(torch.randn(heads, VALUE_WIDTH) * VALUE_WIDTH**-0.5)
        self.second_bias = nn.Parameter(torch.zeros(heads))
        self.sense = nn.Parameter(torch.randn(heads, width, POLICY_WIDTH) * root)
        self.sense_bias = nn.Parameter(torch.zeros(heads, POLICY_WIDTH))
        self.entries = nn.Parameter(torch.randn(FEATURES.entries, POLICY_WIDTH) * 0.1)
        self.entry_bias = nn.Parameter(torch.zeros(FEATURES.entries))
        self.tables = nn.ParameterList(torch.zeros(size) for size in TABLES)

    def forward(self, seen: Inputs) -> tuple[Tensor, Tensor]:
        """The logits of moves, and of the expected score of the player to move."""
        hidden = (seen.features @ self.rows + self.bias).clamp(0, 1)
        head = functional.one_hot(seen.heads, FEATURES.heads).float()
        both = torch.einsum("bw,hwo,bh->bo", hidden, torch.cat([self.first, self.sense], 2), head)
        inner = (both[:, :VALUE_WIDTH] + head @ self.first_bias).clamp(0, 1)
        value = (inner * (head @ self.second)).sum(1) + head @ self.second_bias
        sensed = both[:, VALUE_WIDTH:] + head @ self.sense_bias
        logits = (sensed @ self.entries.T + self.entry_bias).gather(1, seen.entries)
        for table, row in zip(self.tables, seen.rows, strict=True):
            logits = logits + Lookup.apply(table, row)
        return logits.masked_fill(seen.actions < 0, EXCLUDED), value

    @torch.no_grad()
    def network(self) -> FastNetwork:
        """The network in integers."""
        width = len(self.bias)
        parts = [numbers(self.bias, SCALES["rows"]), numbers(self.rows, SCALES["rows"])]
        for head in range(FEATURES.heads):
            for i in range(VALUE_WIDTH):
                parts.append(numbers(self.first[head, :, i], SCALES["first"]))
                parts.append(numbers(self.first_bias[head, i : i + 1], SCALES["rows"]))
            parts.append(numbers(self.second[head], SCALES["second"]))
            parts.append(numbers(self.second_bias[head : head + 1], 1024))
            for i in range(POLICY_WIDTH):
                parts.append(numbers(self.sense[head, :, i], SCALES["sense"]))
                parts.append(numbers(self.sense_bias[head, i : i + 1], 256))
        parts += [numbers(self.entries, 256), numbers(self.entry_bias, 1024)]
        parts += [numbers(table, 1024) for table in self.tables]
        weights = array("h", [number for part in parts for number in part])
        served = {"variant": VARIANTS}
        return FastNetwork(FEATURES, served, width, POLICY_WIDTH, VALUE_WIDTH, memoryview(weights))


def numbers(weights: Tensor, scale: float) -> list[int]:
    """Weights as integers of 16 bits."""
    found: list[int] = (weights.flatten() * scale).round().clamp(-32767, 32767).int().tolist()
    return found


class Kept:
    """The last positions with their actions, how good each is (255 for the best), the expected
    score of the player to move, and the result of the game."""

    def __init__(self, capacity: int, board: Board) -> None:
        self.capacity, self.board, self.total = capacity, board, 0
        self.questions = torch.zeros(
            capacity, board.planes.words, dtype=torch.int64, device=board.device
        )
        self.actions = torch.zeros(capacity, MOVES, dtype=torch.int16, device=board.device)
        self.weights = torch.zeros(capacity, MOVES, dtype=torch.uint8, device=board.device)
        self.values = torch.zeros(capacity, 2, dtype=torch.float16, device=board.device)

    def __len__(self) -> int:
        return min(self.total, self.capacity)

    def add(self, questions: Tensor, actions: Tensor, weights: Tensor, values: Tensor) -> None:
        """Adds samples, as far as there is room before the oldest ones are replaced."""
        at = self.total % self.capacity
        size = min(len(questions), self.capacity - at)
        self.questions[at : at + size] = questions[:size]
        self.actions[at : at + size] = actions[:size].to(torch.int16)
        self.weights[at : at + size] = weights[:size].to(torch.uint8)
        self.values[at : at + size] = values[:size].to(torch.float16)
        self.total += size

    def add_roots(self, samples: list[tuple[int, Samples]]) -> None:
        """Adds positions of games with what the searches found."""
        device = self.board.device
        for _, one in samples:
            values = torch.stack([as_tensor(one.values)[:, 0], as_tensor(one.results)[:, 0]], 1)
            actions = self.board.actions(as_tensor(one.entries).to(device))
            visits = as_tensor(one.visits).to(device)
            self.add(as_tensor(one.questions).to(device), actions, visits, values.to(device))

    def add_leaves(self, group: GameGroup) -> None:
        """Adds some of the questions of a group with the answers of the large network."""
        on_gpu = self.board.device.type == "cuda"
        asked, answered = (group.sent, group.found) if on_gpu else (group.questions, group.answers)
        rows = torch.randint(len(asked), (max(1, int(SHARE * len(asked))),), device=asked.device)
        questions, answers = asked[rows], answered[rows].float()
        actions, step = self.board.legal_actions(questions)
        priors = torch.softmax(self.board.logits(answers, actions, step), 1)
        values = answers[:, self.board.planes.entries][:, None].expand(-1, 2)
        self.add(questions, actions, 255 * priors / priors.amax(1, keepdim=True), values)

    def draw(self, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Random samples: questions, actions, the wanted policy, the wanted value."""
        rows = torch.randint(len(self), (count,), device=self.board.device)
        weights = self.weights[rows].float()
        policy = weights / weights.sum(1, keepdim=True)
        return self.questions[rows], self.actions[rows].long(), policy, self.values[rows].mean(1)


@dataclass
class Distillation:
    """The steps of the program."""

    run: Path
    out: Path
    seconds: float
    threads: int
    games: int
    batch: int
    capacity: int
    searches: str
    device: torch.device

    def __post_init__(self) -> None:
        self.begun = perf_counter()
        self.board = Board(self.device)
        state, teacher = load_network(self.run)
        self.architecture = state["form"]
        self.teacher = teacher.to(self.device)

    def part(self) -> float:
        """How much of the time is spent."""
        return (perf_counter() - self.begun) / self.seconds

    def report(self, **facts: object) -> None:
        """Writes a line to the log."""
        line = json.dumps({"seconds": round(perf_counter() - self.begun, 1), **facts})
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        with (self.out / "log.jsonl").open("a") as file:
            file.write(line + "\n")

    def pool(self, games: int, seed: int) -> SelfPlayPool:
        """Games of the large network with itself."""
        settings = [
            f"blocks={self.architecture['blocks']}",
            f"channels={self.architecture['channels']}",
            f"games={games}",
            f"searches=[[0.0, {self.searches}]]",
            "noise=0.0",
            "opened=0.9",
            "openings=8",
            "temperature=1.0",
            "cooling=16.0",
        ]
        plan = new_plan(
            GAME.id, {}, self.device, settings=settings, seed=seed, threads=self.threads
        )
        prepare_torch(plan)
        return SelfPlayPool(plan, self.teacher)

    def play(self, pool: SelfPlayPool, roots: Kept, leaves: Kept | None, until: float) -> None:
        """Plays games and keeps samples until that part of the time is spent."""
        while self.part() < until:
            group = pool.last
            roots.add_roots(pool.play_turn())
            if leaves is not None and group.turns % 4 == 3:
                leaves.add_leaves(group)
        roots.add_roots(pool.finish_turns())
        pool.close()
        self.report(roots=len(roots), leaves=len(leaves or ()), **pool.counts())

    def train(self, student: Student, roots: Kept, leaves: Kept, rate: float) -> None:
        """Trains until the end."""
        optimiser = torch.optim.AdamW(
            student.parameters(), lr=rate, weight_decay=1e-4, betas=(0.9, 0.99)
        )
        first, steps = self.part(), 0
        while (part := self.part()) < 1:
            falling = 0.5 * (1 + cos(pi * (part - first) / (1 - first)))
            optimiser.param_groups[0]["lr"] = rate * min(1, (steps + 1) / 300) * falling
            drawn = zip(
                leaves.draw(self.batch - self.batch // ROOTS),
                roots.draw(self.batch // ROOTS),
                strict=True,
            )
            questions, actions, policy, value = [torch.cat(pair) for pair in drawn]
            seen = inputs(self.board, questions, actions, mirrored=steps % 2 == 1)
            logits, expected = student(seen)
            policy_loss = -(policy * torch.log_softmax(logits, 1)).sum(1).mean()
            value_loss = functional.binary_cross_entropy_with_logits(expected, value)
            optimiser.zero_grad()
            (policy_loss + VALUE_WEIGHT * value_loss).backward()
            optimiser.step()
            with torch.no_grad():
                student.rows.clamp_(-LARGEST_ROW, LARGEST_ROW)
            if steps % 1000 == 0:
                self.report(steps=steps, policy=policy_loss.item(), value=value_loss.item())
            steps += 1
        self.report(steps=steps)

    @torch.no_grad()
    def compare(self, student: Student, roots: Kept, network: InferenceNetwork) -> None:
        """How often each network finds the best move of the search and the winner of the game."""
        rows = torch.arange(min(len(roots), self.batch), device=self.device)
        questions, actions = roots.questions[rows], roots.actions[rows].long()
        best, results = roots.weights[rows].argmax(1), roots.values[rows, 1]
        decided = results != 0.5
        answers = torch.zeros(
            len(rows), self.board.planes.entries + network.seats, device=self.device
        )
        network.evaluate(questions, self.board.planes, answers)
        _, step = self.board.legal_actions(questions)
        logits, value = student(inputs(self.board, questions, actions))
        both = {
            "large": (
                self.board.logits(answers, actions, step),
                answers[:, self.board.planes.entries] > 0.5,
            ),
            "small": (logits, value > 0),
        }
        for name, (found, wins) in both.items():
            right = (wins == (results > 0.5))[decided].float().mean().item()
            agreement = (found.argmax(1) == best).float().mean().item()
            self.report(network=name, roots=len(rows), best_move=agreement, winner=right)

    def make(self, width: int, rate: float) -> None:
        """Everything."""
        torch.set_float32_matmul_precision("high")
        test = Kept(self.capacity // 100, self.board)
        self.play(self.pool(max(1, self.games // 4), 99), test, None, TEST_PART)
        leaves, roots = Kept(self.capacity, self.board), Kept(self.capacity // 8, self.board)
        pool = self.pool(self.games, 7)
        self.play(pool, roots, leaves, PLAY_PART)
        if not len(roots):
            raise SystemExit("no game ended in the time for self-play: give it more --minutes")
        student = Student(width).to(self.device)
        self.train(student, roots, leaves, rate)
        self.compare(student, test, pool.network)
        content = fast_network_file(GAME, student.network())
        (self.out / f"{GAME.id}.nnue").write_bytes(content)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="the folder of a training run")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--width", type=int, default=64, help="of the hidden layer")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--games", type=int, default=6144, help="at once")
    parser.add_argument("--capacity", type=int, default=20_000_000, help="positions that are kept")
    parser.add_argument("--searches", default="200, 40", help="evaluations, full and fast")
    parser.add_argument("--threads", type=int, default=15)
    parser.add_argument("--device")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    Distillation(
        given.run, given.out, 60 * given.minutes, given.threads, given.games, given.batch,
        given.capacity, given.searches, find_device(given.device),
    ).make(given.width, given.rate)  # fmt: skip


if __name__ == "__main__":
    main()
