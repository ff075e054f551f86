"""Scores of pairs of games: mean, confidence interval, Elo.

A pair is as many games as a game has seats, all from one opening, in which a player has every seat
once. The games of a pair depend on each other through their opening; pairs are independent. So
everything here counts pairs, each with the mean score of its games.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

Z_95 = NormalDist().inv_cdf(0.975)  # standard errors that contain 95 % of the normal distribution
PRIOR_PAIRS = 0.25  # pairs with the largest possible variance that are assumed before the first
SMALL_SAMPLE_WIDENING = 0.38  # of an interval: a third of what Student's t-distribution adds


@dataclass(frozen=True)
class Estimate:
    """A number with the bounds of its 95 % interval; None means infinite or unknown."""

    value: float | None
    low: float | None
    high: float | None


@dataclass
class ScoreTally:
    """Independent scores from 0 to 1: their number, their sum, and the sum of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, score: float) -> None:
        """Adds a score."""
        self.count += 1
        self.total += score
        self.squares += score * score

    @property
    def mean(self) -> float:
        """Their mean."""
        return self.total / self.count

    @property
    def trials(self) -> float:
        """The number of trials with scores 0 or 1 that would have the same standard error.

        The variance is estimated as if PRIOR_PAIRS scores had been seen before that vary as much as
        scores with this mean can, because a few equal scores prove nothing.
        """
        widest = self.mean * (1 - self.mean)
        if widest <= 0:
            return self.count
        deviations = max(0.0, self.squares - self.total * self.mean)
        spread = (deviations / widest + PRIOR_PAIRS) / (self.count - 1 + PRIOR_PAIRS)
        return self.count / min(1.0, spread)

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of their mean (Wilson)."""
        return wilson(self.mean, self.trials, Z_95 * small_sample_factor(self.count))


def tally_of(scores: Iterable[float]) -> ScoreTally:
    """The tally of these scores."""
    tally = ScoreTally()
    for score in scores:
        tally.add(score)
    return tally


def small_sample_factor(pairs: int) -> float:
    """How much wider an interval is with this many pairs than with very many."""
    return 1 + SMALL_SAMPLE_WIDENING / max(1, pairs - 1)


def wilson(mean: float, trials: float, errors: float = Z_95) -> tuple[float, float]:
    """Wilson's interval of a proportion: all values within this many standard errors."""
    shrink = errors**2 / trials
    centre = (mean + shrink / 2) / (1 + shrink)
    reach = math.sqrt(mean * (1 - mean) * shrink + shrink**2 / 4) / (1 + shrink)
    return max(0.0, min(mean, centre - reach)), min(1.0, max(mean, centre + reach))


def elo_of(score: float) -> float | None:
    """The difference in Elo at which this score is expected, None if it is infinite."""
    return None if score in (0, 1) else 400 * math.log10(score / (1 - score))


def expected_score(elo: float, seats: int = 2) -> float:
    """The expected score of a player with this much more Elo than each opponent. A player with 400
    points more comes first ten times as often."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo_estimate(tally: ScoreTally) -> Estimate:
    """The difference in Elo of two players, with its interval, from the scores of pairs."""
    low, high = tally.interval()
    return Estimate(elo_of(tally.mean), elo_of(low), elo_of(high))
