"""Scores of pairs of games: mean, confidence interval, Elo, likelihood of superiority.

A round is as many games as a game has seats, all from one opening, in which a player sits once on
every seat; with two seats it is a pair. The games of a round depend on one another through their
opening, rounds do not: so everything here counts rounds, each as the mean score of its games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

Z_95 = NormalDist().inv_cdf(0.975)  # standard errors: 95 % of the normal distribution lie within
PRIOR_PAIRS = 0.25  # rounds whose spread is taken to be the widest possible before any is played
SMALL_SAMPLE_WIDENING = (
    0.38  # what few rounds add to an interval: a third of what Student's distribution would
)


@dataclass(frozen=True)
class Estimate:
    """A number between the bounds of its 95 % interval; None where it is infinite or unknown."""

    value: float | None
    low: float | None
    high: float | None


@dataclass
class ScoreTally:
    """Independent scores from 0 to 1: how many, their sum and that of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, score: float) -> None:
        """One more."""
        self.count += 1
        self.total += score
        self.squares += score * score

    @property
    def mean(self) -> float:
        """Their mean."""
        return self.total / self.count

    @property
    def trials(self) -> float:
        """As many trials with scores 0 or 1 as would have the standard error of these.

        Their variance is estimated as if PRIOR scores had been seen before that varied as much as
        scores of that mean can: a few equal scores prove nothing.
        """
        widest = self.mean * (1 - self.mean)
        if widest <= 0:
            return self.count
        deviations = max(0.0, self.squares - self.total * self.mean)
        spread = (deviations / widest + PRIOR_PAIRS) / (self.count - 1 + PRIOR_PAIRS)
        return self.count / min(1.0, spread)

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of their mean: Wilson's."""
        return wilson(self.mean, self.trials, Z_95 * small_sample_factor(self.count))

    def superiority(self, even: float) -> float:
        """The likelihood that the true mean is above an even score: the share of the normal
        distribution of the mean, were it even, that lies below the one seen."""
        error = math.sqrt(even * (1 - even) / self.trials) * small_sample_factor(self.count)
        return NormalDist().cdf((self.mean - even) / error)


def tally_of(scores: Iterable[float]) -> ScoreTally:
    """These scores, added up."""
    tally = ScoreTally()
    for score in scores:
        tally.add(score)
    return tally


def small_sample_factor(rounds: int) -> float:
    """By how much an interval from so many rounds is wider than one from very many."""
    return 1 + SMALL_SAMPLE_WIDENING / max(1, rounds - 1)


def wilson(mean: float, trials: float, errors: float = Z_95) -> tuple[float, float]:
    """Wilson's interval of a proportion: all values within so many standard errors."""
    shrink = errors**2 / trials
    centre = (mean + shrink / 2) / (1 + shrink)
    reach = math.sqrt(mean * (1 - mean) * shrink + shrink**2 / 4) / (1 + shrink)
    return max(0.0, min(mean, centre - reach)), min(1.0, max(mean, centre + reach))


def elo_of(score: float) -> float | None:
    """The difference in Elo at which that score is expected; None where it is infinite."""
    return None if score in (0, 1) else 400 * math.log10(score / (1 - score))


def expected_score(elo: float, seats: int = 2) -> float:
    """The score expected of a player that much above all its opponents, on one seat of so many.

    Strengths are shares of first places: a player 400 points above another comes first ten times
    as often.
    """
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo_estimate(tally: ScoreTally) -> Estimate:
    """The difference in Elo of two players, with its interval, from the scores of pairs."""
    low, high = tally.interval()
    return Estimate(elo_of(tally.mean), elo_of(low), elo_of(high))
