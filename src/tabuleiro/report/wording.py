"""Estimates with confidence intervals, and numbers in words."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import TypeVar

from tabuleiro.arena.scores import Z_95, Estimate, ScoreTally, small_sample_factor
from tabuleiro.core.message import DisplayText, Message, localised_number, say
from tabuleiro.core.wording import percentage
from tabuleiro.report.plan import RANDOM
from tabuleiro.report.sample_schedule import SampleGames

NOTHING = "–"
Value = TypeVar("Value")

RESAMPLES = 400
LOW, HIGH = 0.025, 0.975  # between them lie 95 % of all


def mean_estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent, non-negative values; the 95 % interval needs two values."""
    if len(values) < 2:
        return Estimate(values[0] if values else None, None, None)
    mean, variance = mean_and_variance(values)
    reach = Z_95 * small_sample_factor(len(values)) * math.sqrt(variance / len(values))
    return Estimate(mean, max(0.0, mean - reach), mean + reach)


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def bootstrap(
    values: Sequence[Value], statistic: Callable[[Sequence[Value]], float], seed: int
) -> Estimate:
    """A statistic of independent values; the bootstrap interval needs two values."""
    value = statistic(values)
    if len(values) < 2:
        return Estimate(value, None, None)
    chance = Random(seed)
    drawn = [statistic(chance.choices(values, k=len(values))) for _ in range(RESAMPLES)]
    return Estimate(value, quantile(drawn, LOW), quantile(drawn, HIGH))


def tree_size(logarithms: Sequence[float], seed: int) -> Estimate:
    """The decimal logarithm of the size of a game tree by Knuth's estimator: the mean, over random
    games, of the product of the numbers of legal moves. `logarithms` are those of the products."""
    largest = max(logarithms)
    products = [10 ** (one - largest) for one in logarithms]  # relative to the largest
    return bootstrap(products, lambda drawn: largest + math.log10(fmean(drawn)), seed)


@dataclass(frozen=True)
class Spread:
    """How much the scores of starts differ, as standard deviations: of the means `seen`, of `luck`
    alone if all starts were equal, and of the rest, which is due to the starts."""

    seen: float
    luck: float
    real: float

    @property
    def luck_share(self) -> float:
        """The share of luck in the variance seen."""
        return min(1.0, self.luck**2 / self.seen**2) if self.seen else 1.0


def spread_of(groups: Sequence[Sequence[float]], seed: int) -> tuple[Spread, Estimate]:
    """The spread over groups of equally many independent scores, one group per start, and the part
    due to the starts with its bootstrap interval. The variance of the means is the variance of the
    starts plus the variance of luck divided by the games per start."""
    known = [mean_and_variance(group) for group in groups]

    def spread(drawn: Sequence[tuple[float, float]]) -> Spread:
        luck = fmean(inside for _, inside in drawn) / len(groups[0])
        seen = mean_and_variance([mean for mean, _ in drawn])[1]
        return Spread(math.sqrt(seen), math.sqrt(luck), math.sqrt(max(0.0, seen - luck)))

    return spread(known), bootstrap(known, lambda drawn: spread(drawn).real, seed)


def mean_and_variance(values: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of at least two values."""
    mean = fmean(values)
    return mean, sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def decimal(value: float) -> DisplayText:
    """A number with one decimal."""
    return localised_number(f"{value:,.1f}".replace("-", "−"))


def count(value: int) -> DisplayText:
    """A whole number."""
    return localised_number(f"{value:,}")


def with_interval(estimate: Estimate) -> DisplayText:
    """A number with its interval, if it has one."""
    if estimate.value is None:
        return NOTHING
    value = decimal(estimate.value)
    if estimate.low is None or estimate.high is None:
        return value
    low, high = decimal(estimate.low), decimal(estimate.high)
    return say("{value} ({low} to {high})", value=value, low=low, high=high)


def mean_length(games: SampleGames) -> Estimate:
    """The mean number of moves of a game."""
    return mean_estimate(games.independent_means(games.lengths))


def mean_branching(games: SampleGames) -> Estimate:
    """The mean number of legal moves, over the positions of a game and then over games."""
    return mean_estimate(games.independent_means([trace.branching for trace in games.traces]))


def rate(tally: ScoreTally) -> DisplayText:
    """A mean score or a share of games, with its interval."""
    if not tally.count:
        return NOTHING
    low, high = tally.interval()
    return say(
        "{value} % ({low} to {high})",
        value=decimal(100 * tally.mean),
        low=decimal(100 * low),
        high=decimal(100 * high),
    )


def player_title(player: str) -> DisplayText:
    """A player in a few words."""
    if player == RANDOM:
        return say("random moves")
    return say("level {number}", number=player.removeprefix("level:"))


def short_title(player: str) -> DisplayText:
    """A player in a word: the number of a level."""
    return say("random") if player == RANDOM else player.removeprefix("level:")


def even(seats: int) -> Message:
    """An even score in percent."""
    return percentage(1 / seats, 0 if seats in (2, 4) else 1)


def sizes(*samples: tuple[DisplayText, SampleGames]) -> Message:
    """The number of games behind the figures of each player."""
    games = ((title, count(len(found))) for title, found in samples)
    parts = tuple(say("{player}: {games}", player=title, games=size) for title, size in games)
    return say("Games: {parts}.", parts=parts)
