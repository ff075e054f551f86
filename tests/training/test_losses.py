"""The sparse losses, compared with dense ones in plain code."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest
import torch

from tabuleiro.learning.training import TrainingTargets, compute_losses, move_logits

ENTRIES, MOVES, PARTS, SEATS, ROWS = 12, 6, 2, 4, 7


def lesson_of(chance: Random) -> tuple[torch.Tensor, TrainingTargets]:
    """Random answers, and samples with differing numbers of moves and parts."""
    logits = torch.tensor([[chance.gauss(0, 2) for _ in range(ENTRIES)] for _ in range(ROWS)])
    entries = torch.full((ROWS, MOVES, PARTS), -1, dtype=torch.int16)
    visits = torch.zeros(ROWS, MOVES, dtype=torch.uint8)
    results, values = torch.zeros(ROWS, SEATS), torch.zeros(ROWS, SEATS)
    for row in range(ROWS):
        for move in range(chance.randint(1, MOVES)):
            for part in range(chance.randint(1, PARTS)):
                entries[row, move, part] = chance.randrange(ENTRIES)
            visits[row, move] = chance.randint(1, 255)
        results[row, chance.randrange(2)] = 1.0
        share = chance.random()
        values[row, :2] = torch.tensor([share, 1 - share])
    return logits, TrainingTargets(entries, visits, results, values, torch.full((ROWS,), 2))


def naive_policy_loss(logits: list[float], entries: list[list[int]], visits: list[int]) -> float:
    """Cross-entropy over the legal moves alone."""
    moves = [[entry for entry in parts if entry >= 0] for parts in entries]
    sums = {n: sum(logits[entry] for entry in parts) for n, parts in enumerate(moves) if parts}
    whole = sum(map(exp, sums.values()))
    seen = sum(visits)
    return -sum(visits[n] / seen * log(exp(one) / whole) for n, one in sums.items())


def test_the_policy_loss_is_that_over_the_legal_moves() -> None:
    logits, lesson = lesson_of(Random(1))
    expected = [
        naive_policy_loss(*row)
        for row in zip(
            logits.tolist(), lesson.entries.tolist(), lesson.visits.tolist(), strict=True
        )
    ]
    losses = compute_losses(logits, torch.zeros(ROWS, SEATS), lesson, trust=0.25)
    assert float(losses.policy) == pytest.approx(sum(expected) / ROWS, abs=1e-5)


def test_the_value_loss_counts_the_players_alone_and_trusts_the_search_in_part() -> None:
    logits, lesson = lesson_of(Random(2))
    seats = torch.randn(ROWS, SEATS, generator=torch.Generator().manual_seed(1))
    expected = 0.0
    for row in range(ROWS):
        whole = exp(seats[row, 0]) + exp(seats[row, 1])
        for seat in range(2):
            wanted = 0.75 * float(lesson.results[row, seat]) + 0.25 * float(
                lesson.values[row, seat]
            )
            expected -= float(wanted) * log(exp(seats[row, seat]) / whole)
    losses = compute_losses(logits, seats, lesson, trust=0.25)
    assert float(losses.value) == pytest.approx(expected / ROWS, abs=1e-5)
    seats[:, 2:] += 100
    assert float(compute_losses(logits, seats, lesson, 0.25).value) == pytest.approx(
        expected / ROWS, abs=1e-5
    )


def test_gradients_reach_exactly_the_entries_of_legal_moves() -> None:
    logits, lesson = lesson_of(Random(3))
    logits.requires_grad_()
    compute_losses(logits, torch.zeros(ROWS, SEATS), lesson, 0.25).policy.backward()
    for row in range(ROWS):
        named = {entry for entry in lesson.entries[row].flatten().tolist() if entry >= 0}
        reached = {n for n, slope in enumerate(logits.grad[row].tolist()) if slope}
        assert reached <= named
    assert logits.grad.abs().sum() > 0


def test_agreement_and_accuracy_are_shares_of_the_samples() -> None:
    logits, lesson = lesson_of(Random(4))
    best = move_logits(logits, lesson.entries).argmax(1)
    agreed = (best == lesson.visits.float().argmax(1)).float().mean()
    seats = torch.zeros(ROWS, SEATS)
    seats[:, 0] = 1
    losses = compute_losses(logits, seats, lesson, 0.25)
    assert float(losses.agreement) == pytest.approx(float(agreed))
    assert float(losses.accuracy) == pytest.approx(float(lesson.results[:, 0].mean()))
