"""Simulates matches, sequential tests and pools whose truth is known, and counts how often the
statistics of the arena are right.

python benchmarks/arena_statistics.py [--matches N] [--tests N] [--pools N] [--seed N]

The games of a pair depend on each other in two ways: an opening favours one side, and it favours
one of the players. The script fails if an interval contains the truth less than 93 or more than 97
times in 100, or if a test is wrong more often than it claims.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from random import Random
from statistics import fmean
from time import process_time

from tabuleiro.arena.ratings import ELO, PairScores, RatingPool
from tabuleiro.arena.scores import expected_score, tally_of
from tabuleiro.arena.sprt import Decision, Sprt, SprtRun

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair
LEAST, MOST = 0.93, 0.97  # share of the 95 % intervals that contain the truth
SIMULATION = 3.0  # standard errors by which a simulated rate may exceed the claimed one


@dataclass(frozen=True)
class Truth:
    """The distribution of pairs: `score` is the true mean score of the first player, `draws` the
    share of draws between equal players. An opening favours a side by `bias` and a player by `fit`,
    both on the scale of strengths and equally often in either direction."""

    score: float
    draws: float
    bias: float
    fit: float

    @cached_property
    def shares(self) -> list[float]:
        """The shares of the five scores of a pair."""
        low, high = -20.0, 20.0
        while high - low > 1e-12:
            strength = (low + high) / 2
            too_low = mean_of(self._shares(strength)) < self.score
            low, high = (strength, high) if too_low else (low, strength)
        return self._shares(low)

    def _shares(self, strength: float) -> list[float]:
        shares = [0.0] * len(SCORES)
        for bias, fit in product((-self.bias, self.bias), (-self.fit, self.fit)):
            first = game_shares(strength + fit + bias, self.draws)
            second = game_shares(strength + fit - bias, self.draws)
            for (one, p), (other, q) in product(enumerate(first), enumerate(second)):
                shares[one + other] += p * q / 4
        return shares

    def pairs(self, count: int, random: Random) -> list[float]:
        """The scores of this many pairs."""
        return random.choices(SCORES, self.shares, k=count)

    def __str__(self) -> str:
        names = ("score", "draws", "bias", "fit")
        return "  ".join(f"{name} {getattr(self, name):.2f}" for name in names)


def game_shares(strength: float, draws: float) -> tuple[float, float, float]:
    """The shares of loss, draw and win at a difference in strength: Davidson's model."""
    drawn = 2 * draws / (1 - draws)
    win, loss = math.exp(strength / 2), math.exp(-strength / 2)
    whole = win + loss + drawn
    return loss / whole, drawn / whole, win / whole


def mean_of(shares: Iterable[float]) -> float:
    """The mean score of a pair."""
    return sum(score * share for score, share in zip(SCORES, shares, strict=True))


CORRELATED = ((0.0, 0.0), (2.0, 0.0), (0.0, 1.0), (1.0, 1.0))  # bias and fit
TRUTHS = [
    Truth(score, draws, *both)
    for score, draws, both in product((0.5, 0.55, 0.65, 0.8), (0.0, 0.3, 0.6, 0.8), CORRELATED)
]
LONG_TRUTHS = [
    Truth(score, draws, *both)
    for (score, draws), both in product(
        ((0.9, 0.0), (0.9, 0.3), (0.9, 0.6), (0.5, 0.9), (0.65, 0.9)), CORRELATED
    )
]
LENGTHS = (20, 50, 100, 200, 500)  # pairs
CASES = [
    *product(LENGTHS, TRUTHS),
    *product(LENGTHS[1:], LONG_TRUTHS),  # among 20 pairs, too few differ
]
LIMITS = [
    (pairs, Truth(score, draws, *both))
    for pairs, (score, draws), both in product(
        (5, 10, 20), ((0.5, 0.0), (0.5, 0.9), (0.65, 0.0), (0.9, 0.0), (0.95, 0.3)), CORRELATED[:2]
    )
]
"""Matches so short that few pairs differ: shown, and not judged."""

TESTS = [
    (Sprt(*claims), draws, *both)
    for claims, (draws, both) in product(
        ((0, 100), (0, 50), (-30, 30), (0, 30, 0.05, 0.1)),
        ((0.0, (0.0, 0.0)), (0.0, (2.0, 0.0)), (0.3, (0.0, 1.0)), (0.6, (1.0, 1.0))),
    )
]

POOLS = [
    (pairs, strengths, draws, *both)
    for (pairs, strengths), (draws, both) in product(
        ((20, (0, 50, 120, 200)), (50, (0, 0, 30, 150, 300)), (20, (0, 200, 400, 600))),
        ((0.0, (0.0, 0.0)), (0.0, (2.0, 0.0)), (0.5, (1.0, 1.0))),
    )
]


def coverage(truth: Truth, pairs: int, matches: int, random: Random) -> float:
    """How often the interval of a match contains the true score."""
    held = 0
    for _ in range(matches):
        low, high = tally_of(truth.pairs(pairs, random)).interval()
        held += low <= truth.score <= high
    return held / matches


def error_rate(sprt: Sprt, truth: Truth, wrong: Decision, tests: int, random: Random) -> float:
    """How often a test accepts the wrong hypothesis."""
    return sum(run_test(sprt, truth, random) is wrong for _ in range(tests)) / tests


def run_test(sprt: Sprt, truth: Truth, random: Random) -> Decision:
    """The decision of a test."""
    trial = SprtRun(sprt)
    while trial.decision is Decision.nothing:
        for score in truth.pairs(20, random):
            trial.add(score)
    return trial.decision


def errors(
    sprt: Sprt, draws: float, bias: float, fit: float, tests: int, random: Random
) -> tuple[float, float]:
    """How often a test accepts elo1 although elo0 is true, and elo0 although elo1 is true."""
    truths = (Truth(expected_score(elo), draws, bias, fit) for elo in (sprt.elo0, sprt.elo1))
    alpha, beta = (
        error_rate(sprt, truth, wrong, tests, random)
        for truth, wrong in zip(truths, (Decision.elo1, Decision.elo0), strict=True)
    )
    return alpha, beta


def highest(rate: float, count: int) -> float:
    """The largest rate that a simulation may show if the true rate is the claimed one."""
    return rate + SIMULATION * math.sqrt(rate * (1 - rate) / count)


def pool_coverage(
    pairs: int, elos: tuple[int, ...], draws: float, bias: float, fit: float, random: Random
) -> Iterator[bool]:
    """Whether the interval of each rating of a simulated round robin contains the truth."""
    names = [f"player {number}" for number in range(len(elos))]
    true = dict(zip(names, elos, strict=True))
    rounds = [
        PairScores((one, other), {one: score, other: 1 - score})
        for one, other in combinations(names, 2)
        for score in Truth(expected_score(true[one] - true[other]), draws, bias, fit).pairs(
            pairs, random
        )
    ]
    pool = RatingPool(rounds)
    for name in names:
        low, high = pool.interval(pool.contrast_to_mean(name), pool.dispersion(name))
        yield ELO * low <= true[name] - fmean(elos) <= ELO * high


class Judge:
    """Prints the results, and counts those that are out of bounds."""

    def __init__(self) -> None:
        self.failures = 0

    def show(self, what: str, *, right: bool = True) -> None:
        """One line."""
        self.failures += not right
        sys.stdout.write(f"{what}{'' if right else '   OUT OF BOUNDS'}\n")
        sys.stdout.flush()


def judge_matches(judge: Judge, matches: int, random: Random) -> None:
    """The intervals of matches of fixed length."""
    found = []
    for pairs, truth in CASES:
        share = coverage(truth, pairs, matches, random)
        found.append(share)
        line = f"pairs {pairs:3}  {truth}  held {share:.2%}"
        judge.show(line, right=LEAST <= share <= MOST)
    judge.show(f"{len(found)} kinds of matches, {matches} of each: intervals hold the true score")
    judge.show(f"  least {min(found):.2%}, most {max(found):.2%}, mean {fmean(found):.2%}")
    judge.show("Shorter matches, and those in which few pairs differ:")
    for pairs, truth in LIMITS:
        share = coverage(truth, pairs, matches, random)
        judge.show(f"pairs {pairs:3}  {truth}  held {share:.2%}")


def judge_tests(judge: Judge, tests: int, random: Random) -> None:
    """The errors of sequential tests."""
    judge.show(f"Sequential tests, {tests} for each claim:")
    for sprt, draws, bias, fit in TESTS:
        alpha, beta = errors(sprt, draws, bias, fit, tests, random)
        claims = f"elo {sprt.elo0:4} {sprt.elo1:4}  stated {sprt.alpha:.0%} {sprt.beta:.0%}"
        right = alpha <= highest(sprt.alpha, tests) and beta <= highest(sprt.beta, tests)
        kind = f"draws {draws:.2f}  bias {bias:.2f}  fit {fit:.2f}"
        judge.show(f"{claims}  {kind}  found {alpha:.2%} {beta:.2%}", right=right)


def judge_pools(judge: Judge, pools: int, random: Random) -> None:
    """The intervals of ratings in round robins."""
    judge.show(f"Round robins, {pools} of each: intervals hold the true rating")
    for pairs, elos, draws, bias, fit in POOLS:
        held = [
            one
            for _ in range(pools)
            for one in pool_coverage(pairs, elos, draws, bias, fit, random)
        ]
        kind = f"draws {draws:.2f}  bias {bias:.2f}  fit {fit:.2f}"
        share = fmean(held)
        judge.show(
            f"pairs {pairs}  elo {elos}  {kind}  held {share:.2%}", right=LEAST <= share <= MOST
        )


def main() -> None:
    """Simulates everything and prints how long it took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=4000, metavar="N")
    parser.add_argument("--tests", type=int, default=4000, metavar="N")
    parser.add_argument("--pools", type=int, default=500, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args()
    judge, random = Judge(), Random(given.seed)
    judge_matches(judge, given.matches, random)
    judge_tests(judge, given.tests, random)
    judge_pools(judge, given.pools, random)
    judge.show(f"{judge.failures} out of bounds; {process_time():.0f} s of CPU time")
    sys.exit(judge.failures > 0)


if __name__ == "__main__":
    main()
