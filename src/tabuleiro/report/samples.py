"""Samples: sets of games to be played for a report, and what they add up to."""

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
    """Games to be played: a game text, a player on one seat and one on all other seats, and at most
    `most` games. In a pair, the first player has every seat once, from one start; `pairs_per_start`
    pairs have the same start. `weight` is the number of games relative to a sample of the same
    speed with weight 1. The moves of `traced` samples are replayed."""

    game: str
    players: tuple[str, str]
    weight: float = 1.0
    most: int = 20_000
    pairs_per_start: int = 1
    traced: bool = False

    @property
    def key(self) -> tuple[str, tuple[str, str], int]:
        """What decides its games: samples with the same key have the same games."""
        return self.game, self.players, self.pairs_per_start

    def seating(self, number: int, seats: int) -> tuple[str, ...]:
        """The players on the seats of a game, by its number in the sample."""
        alone, others = self.players
        return tuple(alone if seat == number % seats else others for seat in range(seats))


@dataclass(frozen=True)
class Touch:
    """A move at the start of a game: its player, and the sites that a person would touch."""

    player: int
    sites: tuple[str, ...]


@dataclass(frozen=True)
class Trace:
    """A replayed game: the number of legal moves before each move, and the first moves."""

    choices: tuple[int, ...]
    opening: tuple[Touch, ...] = ()

    @property
    def branching(self) -> float:
        """The mean number of legal moves."""
        return fmean(self.choices)

    @property
    def log10_product(self) -> float:
        """The decimal logarithm of the product of the numbers of legal moves."""
        return sum(map(log10, self.choices))


def trace_game(start: Position, moves: Sequence[str], opening: int) -> Trace:
    """Replays a game; keeps `opening` moves, and more until every player has moved."""
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
    """A game of a sample, with its trace if the sample is traced."""

    result: Result
    trace: Trace | None = None


class SampleGames:
    """The games of a sample that count: those of complete pairs without a forfeit. `forfeits` is
    the number of pairs with a forfeit."""

    def __init__(self, sample: Sample, played: Sequence[TracedGame], seats: int) -> None:
        self.sample = sample
        self.seats = seats
        whole = [played[first : first + seats] for first in range(0, len(played), seats)]
        whole = [games for games in whole if len(games) == seats]
        self.pairs = [
            games for games in whole if all(game.result.fault == NOBODY for game in games)
        ]
        self.forfeits = len(whole) - len(self.pairs)

    def __len__(self) -> int:
        return sum(map(len, self.pairs))

    def __iter__(self) -> Iterator[Result]:
        return (game.result for games in self.pairs for game in games)

    @cached_property
    def traces(self) -> list[Trace]:
        """The traces of the games."""
        return [game.trace for games in self.pairs for game in games if game.trace]

    @property
    def lengths(self) -> list[int]:
        """The number of moves of each game."""
        return [len(result.moves) for result in self]

    @property
    def turns(self) -> list[int]:
        """The number of turns of each game."""
        return [sum(result.turns) for result in self]

    def independent_means(self, values: Sequence[float]) -> list[float]:
        """Values of the games of a player against itself, one per game, as means over dependent
        games: those of a pair have the same start, unless all games have."""
        alike = len({result.opening for result in self}) == 1
        size = 1 if alike else self.seats
        return [fmean(values[first : first + size]) for first in range(0, len(values), size)]

    def seat_scores(self, seat: int) -> ScoreTally:
        """The scores of a seat."""
        return tally_of(self.independent_means([result.scores[seat] for result in self]))

    def first_player_scores(self) -> ScoreTally:
        """The scores of its first player, pair by pair."""
        alone = self.sample.players[0]
        return tally_of(fmean(one.result.score_of(alone) for one in games) for games in self.pairs)

    def draws(self) -> ScoreTally:
        """How often no player had a sole first place."""
        return tally_of(self.independent_means([1.0 not in result.scores for result in self]))

    def identical(self) -> int:
        """The number of games that repeat another, move for move."""
        return len(self) - len({(result.opening, result.moves) for result in self})

    def by_start(self) -> list[list[float]]:
        """The scores of the first player by start, for starts of which all pairs count."""
        starts: dict[int, list[float]] = {}
        for result in self:
            starts.setdefault(result.pair // self.sample.pairs_per_start, []).append(
                result.scores[0]
            )
        complete = self.sample.pairs_per_start * self.seats
        return [scores for scores in starts.values() if len(scores) == complete]
