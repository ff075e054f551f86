"""Elo ratings of many players by maximum likelihood (Bradley-Terry, Plackett-Luce).

The model is that of Bradley and Terry and, for more than two seats, that of Plackett and Luce: the
probability that a seat comes first is proportional to the strength of its player, and a first place
that k players share counts 1/k for each. With two seats a draw is half a win. Elo is the logarithm
of strength: 400 points mean ten times as many first places.

Every player is credited with CREDIT even games, spread over the games that it played, so that
players who won or lost everything have a rating too.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist, fmean
from typing import NamedTuple

from tabuleiro.arena.scores import PRIOR_PAIRS, Z_95, small_sample_factor

ELO = 400 / math.log(10)  # Elo points for a factor e of strength
CREDIT = 0.5  # even games
FIT_TOLERANCE = 1e-9  # of strengths
CONSTRAINED_TOLERANCE = 1e-4  # of strengths during the search for the bound of an interval
BOUND_TOLERANCE = 1e-3  # of the bound of an interval: a sixth of a point of Elo
MAX_STEP = 2.0  # largest change of a strength in one step
MOST_STEPS = 200  # of a fit; ten are usual

Vector = list[float]
Matrix = list[Vector]


@dataclass(frozen=True)
class PairScores:
    """The games of one pair: the players on the seats (in a different order in each game) and the
    mean score of each player, summed over its seats."""

    players: tuple[str, ...]
    scores: Mapping[str, float]

    @property
    def seats(self) -> int:
        """The number of players in a game, which is also the number of games."""
        return len(self.players)


@dataclass
class Lineup:
    """All games of the same players: the number of seats of each, the number of games, and the
    scores."""

    seats: Counter[int]
    games: float
    scores: dict[int, float]

    def expected(self, strengths: Vector) -> dict[int, float]:
        """The expected score of each player in a game."""
        top = max(strengths[player] for player in self.seats)
        shares = {one: count * math.exp(strengths[one] - top) for one, count in self.seats.items()}
        whole = sum(shares.values())
        return {player: share / whole for player, share in shares.items()}


class ConstrainedFit(NamedTuple):
    """The most likely strengths under a constraint on a contrast; how strongly the games pull away
    from it; and the variance of the contrast, if the games were independent."""

    strengths: Vector
    pull: float
    variance: float


class RatingPool:
    """Players that can be compared through their pairs.

    Strengths are natural logarithms. Only differences between them matter; the mean of all is fixed
    at 0. A contrast is a weighted sum of strengths whose weights add up to 0, such as the
    difference of two.
    """

    def __init__(self, pairs: Sequence[PairScores]) -> None:
        self.pairs = pairs
        self.players = sorted({player for one in pairs for player in one.players})
        self._number = {player: number for number, player in enumerate(self.players)}
        self._seats = fmean(one.seats for one in pairs)
        self._lineups = credited(self._line_up())

    def _line_up(self) -> list[Lineup]:
        lineups: dict[tuple[str, ...], Lineup] = {}
        for one in self.pairs:
            players = tuple(sorted(one.players))
            seats = Counter(self._number[player] for player in players)
            lineup = lineups.setdefault(players, Lineup(seats, 0, defaultdict(float)))
            lineup.games += one.seats
            for player, score in one.scores.items():
                lineup.scores[self._number[player]] += one.seats * score
        return list(lineups.values())

    # --- the likeliest strengths -----------------------------------------------------------

    @cached_property
    def strengths(self) -> Vector:
        """The most likely strengths, in the order of the players."""
        strengths = [0.0] * len(self.players)
        for _ in range(MOST_STEPS):
            slope, curve = self._derivatives(strengths)
            (step,) = solve_linear(curve, slope)
            strengths = moved(strengths, step)
            if max(map(abs, step)) < FIT_TOLERANCE:
                break
        return strengths

    def fit_constrained(self, contrast: Vector, value: float, start: Vector) -> ConstrainedFit:
        """The most likely strengths with this value of a contrast; the search begins at `start`."""
        strengths, pull, variance = start, 0.0, 0.0
        for _ in range(MOST_STEPS):
            slope, curve = self._derivatives(strengths)
            free, along = solve_linear(curve, slope, contrast)
            variance = dot(contrast, along)
            pull = (dot(contrast, free) + dot(contrast, strengths) - value) / variance
            step = [a - pull * b for a, b in zip(free, along, strict=True)]
            strengths = moved(strengths, step)
            if max(map(abs, step)) < CONSTRAINED_TOLERANCE:
                break
        return ConstrainedFit(strengths, pull, variance)

    def _derivatives(self, strengths: Vector) -> tuple[Vector, Matrix]:
        """The gradient of the log likelihood and its negative Hessian. Ones are added to the
        latter, which fixes the mean."""
        size = len(strengths)
        slope = [0.0] * size
        curve = [[1.0] * size for _ in range(size)]
        for lineup in self._lineups:
            expected = lineup.expected(strengths)
            for one, share in expected.items():
                slope[one] += lineup.scores[one] - lineup.games * share
                curve[one][one] += lineup.games * share
                for other, its_share in expected.items():
                    curve[one][other] -= lineup.games * share * its_share
        return slope, curve

    # --- contrasts and what is known of them -----------------------------------------------

    def contrast_between(self, player: str, other: str) -> Vector:
        """The contrast between two players."""
        contrast = [0.0] * len(self.players)
        contrast[self._number[player]] += 1
        contrast[self._number[other]] -= 1
        return contrast

    def contrast_to_mean(self, player: str) -> Vector:
        """The contrast between a player and the mean of all."""
        contrast = [-1 / len(self.players)] * len(self.players)
        contrast[self._number[player]] += 1
        return contrast

    def value(self, contrast: Vector) -> float:
        """The most likely value of a contrast."""
        return dot(contrast, self.strengths)

    def interval(self, contrast: Vector, spread: float) -> tuple[float, float]:
        """The 95 % interval of a contrast: all values from which the games differ by at most Z_95
        standard errors. With two players it is Wilson's interval."""
        value = self.value(contrast)
        start = self.strengths

        def excess(reach: float) -> float:
            nonlocal start
            fit = self.fit_constrained(contrast, value + reach, start)
            start = fit.strengths
            return abs(self._errors(fit, spread)) - Z_95

        high = value + find_root(excess, BOUND_TOLERANCE)
        start = self.strengths
        return value - find_root(lambda reach: excess(-reach), BOUND_TOLERANCE), high

    def superiority(self, player: str, other: str) -> float:
        """The likelihood that a player is stronger than another."""
        fit = self.fit_constrained(self.contrast_between(player, other), 0.0, self.strengths)
        spread = (self.dispersion(player) + self.dispersion(other)) / 2
        return NormalDist().cdf(self._errors(fit, spread))

    def dispersion(self, player: str) -> float:
        """How much the scores of a player's pairs vary around their expectation, relative to pairs
        in which one player wins all games. PRIOR_PAIRS such pairs are assumed before the first. For
        a player who won or lost everything this is unknown, so that the largest value is used."""
        pairs = [one for one in self.pairs if player in one.scores]
        if {one.scores[player] for one in pairs} in ({0.0}, {1.0}):
            return 1.0
        expected = [self._expected(one, player) for one in pairs]
        widest = fmean(share * (1 - share) for share in expected)
        deviations = sum(
            (one.scores[player] - share) ** 2 for one, share in zip(pairs, expected, strict=True)
        )
        spread = min(1.0, (deviations / widest + PRIOR_PAIRS) / (len(pairs) - 1 + PRIOR_PAIRS))
        return spread * small_sample_factor(len(pairs)) ** 2

    def _expected(self, one: PairScores, player: str) -> float:
        seats = Counter(self._number[name] for name in one.players)
        return Lineup(seats, 0, {}).expected(self.strengths)[self._number[player]]

    def _errors(self, fit: ConstrainedFit, spread: float) -> float:
        """By how many standard errors the games contradict a constraint. A pair counts as one game
        if one player wins all of its games."""
        return fit.pull * math.sqrt(fit.variance / (self._seats * spread))


def credited(lineups: list[Lineup]) -> list[Lineup]:
    """The lineups, with the even games that are added for each player."""
    played: dict[int, float] = defaultdict(float)
    for lineup in lineups:
        for player in lineup.seats:
            played[player] += lineup.games
    found = []
    for lineup in lineups:
        seats = lineup.seats
        games = lineup.games * sum(CREDIT / played[player] for player in seats)
        even = {player: games * count / seats.total() for player, count in seats.items()}
        scores = {player: lineup.scores[player] + share for player, share in even.items()}
        found.append(Lineup(seats, lineup.games + games, scores))
    return found


def moved(strengths: Vector, step: Vector) -> Vector:
    """The strengths after a step, which is shortened if it is too long."""
    longest = max(map(abs, step))
    factor = min(1.0, MAX_STEP / longest) if longest else 1.0
    return [strength + factor * change for strength, change in zip(strengths, step, strict=True)]


def connected_groups(pairs: Sequence[PairScores]) -> list[set[str]]:
    """The groups of players who are connected through pairs, the largest first."""
    groups: list[set[str]] = []
    for one in pairs:
        linked = [group for group in groups if group & set(one.players)]
        groups = [group for group in groups if group not in linked]
        groups.append(set(one.players).union(*linked))
    return sorted(groups, key=lambda group: (-len(group), min(group)))


# --- linear algebra and root finding, in plain Python --------------------------------------


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    """The product of two vectors."""
    return sum(a * b for a, b in zip(first, second, strict=True))


def solve_linear(matrix: Matrix, *sides: Vector) -> list[Vector]:
    """Solves a linear system for each right side by Gaussian elimination. The matrix is positive
    definite, so that no pivoting is needed."""
    size = len(matrix)
    rows = [[*row, *(side[i] for side in sides)] for i, row in enumerate(matrix)]
    for pivot in range(size):
        own = rows[pivot]
        for row in rows[pivot + 1 :]:
            factor = row[pivot] / own[pivot]
            for column in range(pivot, len(row)):
                row[column] -= factor * own[column]
    solutions = [[0.0] * size for _ in sides]
    for side, found in enumerate(solutions, start=size):  # everything below the diagonal is 0
        for number, row in reversed(list(enumerate(rows))):
            known = dot(row[number + 1 : size], found[number + 1 :])
            found[number] = (row[side] - known) / row[number]
    return solutions


def find_root(function: Callable[[float], float], tolerance: float) -> float:
    """The root of a growing function that is negative at 0."""
    low, high = 0.0, 0.25
    while function(high) < 0:
        low, high = high, 2 * high
    while high - low > tolerance:
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2
