"""Sequential probability ratio tests (SPRT).

The hypotheses are differences in Elo, `elo0` and `elo1`. After every pair, the test computes the
log likelihood ratio (LLR) of the scores of all pairs, and ends when it passes a bound. The scores
of pairs may have any distribution: under each hypothesis it is the most likely one with the mean
score of that hypothesis. This is the generalised sequential probability ratio test.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tabuleiro.arena.scores import expected_score
from tabuleiro.core.message import TabuleiroError, say

PRIOR_PAIRS = 0.5  # pairs won or lost as a whole that are assumed before the first
TOLERANCE = 1e-9  # of the search for a distribution
LARGEST_ELO = 2000.0  # Elo of a hypothesis; far above, scores are rounded to 0 or 1


class Decision(StrEnum):
    """The result of a test."""

    nothing = "nothing"
    elo0 = "elo0"  # the first hypothesis is accepted
    elo1 = "elo1"


@dataclass(frozen=True)
class Sprt:
    """Two hypotheses about the Elo of the first player above its opponents, and the error rates.

    `alpha` is the rate at which elo1 may be accepted although elo0 is true, `beta` the rate at
    which elo0 may be accepted although elo1 is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -LARGEST_ELO <= self.elo0 < self.elo1 <= LARGEST_ELO:
            reason = say(
                "the hypotheses of a sequential test must be between -{most} and {most} Elo, "
                "the first below the second, not {first} and {second}",
                most=f"{LARGEST_ELO:g}",
                first=f"{self.elo0:g}",
                second=f"{self.elo1:g}",
            )
            raise TabuleiroError(reason)
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                reason = say(
                    "{name} is an error rate and must be between 0 and 0.5, not {rate}",
                    name=name,
                    rate=f"{rate:g}",
                )
                raise TabuleiroError(reason)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which the test accepts elo0 and elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, counts: Mapping[float, float], seats: int = 2) -> float:
        """The log likelihood ratio of elo1 to elo0 for these scores of pairs.

        PRIOR_PAIRS pairs are assumed before them in which one player wins all games, with an even
        mean score, because a few equal pairs prove nothing.
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

    def decide(self, llr: float) -> Decision:
        """The decision at a log likelihood ratio."""
        low, high = self.bounds
        if llr <= low:
            return Decision.elo0
        return Decision.elo1 if llr >= high else Decision.nothing


class SprtRun:
    """A running test. The first player's mean scores in pairs are added in order; a decision is
    final. `llr_history` has the log likelihood ratio after every pair up to it."""

    def __init__(self, sprt: Sprt, seats: int = 2, scores: Iterable[float] = ()) -> None:
        self.sprt = sprt
        self.seats = seats
        self.counts: Counter[float] = Counter()
        self.llr_history: list[float] = []
        self.decision = Decision.nothing
        for score in scores:
            self.add(score)

    def add(self, score: float) -> Decision:
        """Adds a score; returns the decision so far."""
        if self.decision is Decision.nothing:
            self.counts[score] += 1
            self.llr_history.append(self.sprt.log_likelihood_ratio(self.counts, self.seats))
            self.decision = self.sprt.decide(self.llr_history[-1])
        return self.decision


def likeliest_tilt(counts: Mapping[float, float], mean: float) -> float:
    """The number t for which the shares count / (1 + t (score - mean)) have this mean.

    These shares are the most likely distribution with this mean. The sum below falls as t grows
    over the range in which all shares are positive. Newton's method finds its root, and halves the
    range if a step would leave it.
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
