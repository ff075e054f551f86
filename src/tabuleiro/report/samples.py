"""Samples: sets of games to be played for a report, and what they add up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log10
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.scores import ScoreTally, tally_of
from tabuleiro.core.position import NOBODY, Position


@dataclass(frozen=True)
class Sample:
    """Games to be played: under a game text, by a player who sits alone and one on all other seats,
    at most so many. In a round the first sits once on every seat, from one start; `pairs_per_start`
    is how many rounds begin from the same start. `weight` is how many games it gets where another
    that is as slow gets one. The moves of `traced` ones are followed."""

    game: str
    players: tuple[str, str]
    weight: float = 1.0
    most: int = 20_000
    pairs_per_start: int = 1
    traced: bool = False

    @property
    def key(self) -> tuple[str, tuple[str, str], int]:
        """What its games follow from: samples of one key are the same games."""
        return self.game, self.players, self.pairs_per_start

    def seating(self, number: int, seats: int) -> tuple[str, ...]:
        """Who sits where in a game, by its number in the sample."""
        alone, others = self.players
        return tuple(alone if seat == number % seats else others for seat in range(seats))


@dataclass(frozen=True)
class Touch:
    """A move at the beginning of a game: whose, and the sites that a person would touch."""

    player: int
    sites: tuple[str, ...]


@dataclass(frozen=True)
class Trace:
    """What following a game shows: how many moves there were before each, and the first moves."""

    choices: tuple[int, ...]
    opening: tuple[Touch, ...] = ()

    @property
    def branching(self) -> float:
        """The mean number of moves that there were."""
        return fmean(self.choices)

    @property
    def log10_product(self) -> float:
        """The decimal logarithm of the product of the numbers of moves that there were."""
        return sum(map(log10, self.choices))


def trace_game(start: Position, moves: Sequence[str], opening: int) -> Trace:
    """Plays a game again; its first `opening` moves are remembered, and those after them until
    every player has moved."""
    choices: list[int] = []
    touches: list[Touch] = []
    to_come = set(range(start.players))
    position = start
    for text in moves:
        choices.append(len(position.legal_moves()))
        move = position.move(text)
        if len(touches) < opening or to_come:
            to_come.discard(position.player)
            sites = tuple(step[0] for step in position.steps(move))
            touches.append(Touch(position.player, sites))
        position = position.play(move)
    return Trace(tuple(choices), tuple(touches))


@dataclass(frozen=True)
class TracedGame:
    """A game of a sample, and what following it showed where somebody wants to know."""

    result: Result
    trace: Trace | None = None


class SampleGames:
    """The games of a sample that count: those of whole rounds in which nobody forfeited.
    `forfeits` counts the rounds in which somebody did."""

    def __init__(self, sample: Sample, played: Sequence[TracedGame], seats: int) -> None:
        self.sample = sample
        self.seats = seats
        whole = [played[first : first + seats] for first in range(0, len(played), seats)]
        whole = [games for games in whole if len(games) == seats]
        self.pairs = [games for games in whole if not any(map(forfeited, games))]
        self.forfeits = len(whole) - len(self.pairs)

    def __len__(self) -> int:
        return sum(map(len, self.pairs))

    def __iter__(self) -> Iterator[Result]:
        return (game.result for games in self.pairs for game in games)

    @cached_property
    def traces(self) -> list[Trace]:
        """What following the games showed."""
        return [game.trace for games in self.pairs for game in games if game.trace]

    @property
    def lengths(self) -> list[int]:
        """The moves of each game."""
        return [len(result.moves) for result in self]

    @property
    def turns(self) -> list[int]:
        """The turns of each game."""
        return [sum(result.turns) for result in self]

    def independent_means(self, values: Sequence[float]) -> list[float]:
        """Values of the games of a player against itself, one a game, as means over games that
        know nothing of one another: those of a round share its start, unless there is but one."""
        alike = len({result.opening for result in self}) == 1
        size = 1 if alike else self.seats
        return [fmean(values[first : first + size]) for first in range(0, len(values), size)]

    def seat_scores(self, seat: int) -> ScoreTally:
        """What a seat scored."""
        return tally_of(self.independent_means([result.scores[seat] for result in self]))

    def first_player_scores(self) -> ScoreTally:
        """What its first player scored, round by round."""
        alone = self.sample.players[0]
        return tally_of(fmean(one.result.score_of(alone) for one in games) for games in self.pairs)

    def draws(self) -> ScoreTally:
        """How often nobody came first alone."""
        return tally_of(self.independent_means([1.0 not in result.scores for result in self]))

    def identical(self) -> int:
        """How many games repeat another, move for move."""
        return len(self) - len({(result.opening, result.moves) for result in self})

    def by_start(self) -> list[list[float]]:
        """The scores of the player who begins, start by start, where all rounds of a start
        count."""
        starts: dict[int, list[float]] = {}
        for result in self:
            starts.setdefault(result.pair // self.sample.pairs_per_start, []).append(
                result.scores[0]
            )
        complete = self.sample.pairs_per_start * self.seats
        return [scores for scores in starts.values() if len(scores) == complete]


def forfeited(game: TracedGame) -> bool:
    """Whether a player lost in a way that the rules do not know."""
    return game.result.fault != NOBODY
