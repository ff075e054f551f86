"""Sequential probability ratio tests (SPRT).

The claims are differences in Elo: `elo0`, which is to be rejected, and `elo1`. After every round
the test weighs how much likelier the scores of all rounds are under the second than under the
first, and ends when the weight passes a bound. The rounds may have any distribution: under each
claim it is the likeliest of all that have the mean score of the claim, which is the generalised
sequential probability ratio test.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tabuleiro.arena.scores import expected_score
from tabuleiro.core.message import TabuleiroError, say

PRIOR_PAIRS = 0.5  # rounds that are taken to have been won or lost as one before any is played
TOLERANCE = 1e-9  # where the search for a distribution ends
LARGEST_ELO = 2000.0  # Elo of a claim; far beyond, scores are 0 or 1 to a computer


class SprtError(TabuleiroError):
    """A sequential test that cannot be made."""


class Decision(StrEnum):
    """What a test has found."""

    nothing = "nothing"
    elo0 = "elo0"  # the first claim is accepted
    elo1 = "elo1"


@dataclass(frozen=True)
class Sprt:
    """Two claims about the first player's Elo above its opponents, and how often the test may err.

    `alpha` is how often elo1 may be accepted though elo0 is true, `beta` how often elo0 may be
    accepted though elo1 is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -LARGEST_ELO <= self.elo0 < self.elo1 <= LARGEST_ELO:
            raise SprtError(
                say(
                    "the claims of a sequential test lie between -{most} and {most} Elo, "
                    "the first below the second: not {first} and {second}",
                    most=f"{LARGEST_ELO:g}",
                    first=f"{self.elo0:g}",
                    second=f"{self.elo1:g}",
                )
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise SprtError(
                    say(
                        "{name}, a rate of errors, lies between 0 and 0.5: not {rate}",
                        name=name,
                        rate=f"{rate:g}",
                    )
                )

    @property
    def bounds(self) -> tuple[float, float]:
        """The weights at which the test ends: with elo0, with elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, counts: Mapping[float, float], seats: int = 2) -> float:
        """How much likelier elo1 makes these scores of rounds than elo0, as a logarithm.

        SEEN rounds come before them, lost or won as one and with an even score: a few equal
        rounds prove nothing.
        """
        seen = {0.0: PRIOR_PAIRS * (1 - 1 / seats), 1.0: PRIOR_PAIRS / seats}
        for score, count in counts.items():
            seen[score] = seen.get(score, 0.0) + count
        mean0, mean1 = (expected_score(elo, seats) for elo in (self.elo0, self.elo1))
        tilt0, tilt1 = (likeliest_tilt(seen, mean) for mean in (mean0, mean1))
        return sum(
            count * math.log((1 + tilt0 * (score - mean0)) / (1 + tilt1 * (score - mean1)))
            for score, count in seen.items()
        )

    def decide(self, weight: float) -> Decision:
        """What the test says at that weight."""
        low, high = self.bounds
        if weight <= low:
            return Decision.elo0
        return Decision.elo1 if weight >= high else Decision.nothing


class SprtRun:
    """A test on its way: rounds are told one after the other; once decided it stays so.

    `llr_history` is the weight after every round.
    """

    def __init__(self, sprt: Sprt, seats: int = 2) -> None:
        self.sprt = sprt
        self.seats = seats
        self.counts: Counter[float] = Counter()
        self.llr_history: list[float] = []
        self.decision = Decision.nothing

    def add(self, score: float) -> Decision:
        """One more round, by the first player's mean score in it."""
        if self.decision is Decision.nothing:
            self.counts[score] += 1
            self.llr_history.append(self.sprt.log_likelihood_ratio(self.counts, self.seats))
            self.decision = self.sprt.decide(self.llr_history[-1])
        return self.decision


def run_sprt(sprt: Sprt, scores: Iterable[float], seats: int = 2) -> SprtRun:
    """The test over these scores of rounds, up to its decision."""
    trial = SprtRun(sprt, seats)
    for score in scores:
        if trial.add(score) is not Decision.nothing:
            break
    return trial


def likeliest_tilt(counts: Mapping[float, float], mean: float) -> float:
    """The number t for which the shares count / (1 + t (score - mean)) have that mean.

    These shares are the likeliest distribution of that mean. The sum below falls as t grows, from
    one end of the range in which all shares are positive to the other: Newton's method finds its
    root, and halves the range wherever a step would leave it.
    """
    low = -1 / (max(counts) - mean)
    high = 1 / (mean - min(counts))
    found = 0.0
    while high - low > TOLERANCE * (1 + abs(found)):
        value = slope = 0.0
        for score, count in counts.items():
            share = (score - mean) / (1 + found * (score - mean))
            value += count * share
            slope += count * share * share
        low, high = (found, high) if value > 0 else (low, found)
        step = value / slope
        if abs(step) < TOLERANCE:
            break
        found = found + step if low < found + step < high else (low + high) / 2
    return found
