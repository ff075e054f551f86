"""Samples: the sets of games that a report needs, and which of them the next game is played for.

`SampleSchedule` replaces the schedule of a tournament, so that the arena's backends play the games
of a report. The seed alone decides which games a sample has; time decides how many.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log10, sqrt
from random import Random
from statistics import fmean
from time import monotonic

from tabuleiro.arena.game import Result
from tabuleiro.arena.game_runner import GameTask
from tabuleiro.arena.scores import ScoreTally, tally_of
from tabuleiro.arena.tournament import Tournament
from tabuleiro.arena.workers import TaskSource
from tabuleiro.core.options import split_words
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.games import find_game, fresh_start, read, start

STRIDE = 1_000_000  # between the numbers of the first games of two samples
MOVE_OVERHEAD = 0.0002  # seconds that pass around each move, beside the thinking


@dataclass(frozen=True)
class Sample:
    """Games to be played: a game text, a player on one seat and one on all other seats, and at most
    `most` games. In a pair, the first player has every seat once, from one start; `pairs_per_start`
    pairs have the same start. `weight` is the number of games relative to a sample of the same
    speed with weight 1."""

    game: str
    players: tuple[str, str]
    weight: float = 1.0
    most: int = 20_000
    pairs_per_start: int = 1

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


class SampleGames:
    """The games of a sample that count: those of complete pairs without a forfeit. `forfeits` is
    the number of pairs with a forfeit."""

    def __init__(self, sample: Sample, played: Sequence[Result], seats: int) -> None:
        self.sample = sample
        self.seats = seats
        whole = [played[first : first + seats] for first in range(0, len(played), seats)]
        whole = [games for games in whole if len(games) == seats]
        self.pairs = [games for games in whole if all(game.fault == NOBODY for game in games)]
        self.forfeits = len(whole) - len(self.pairs)

    def __len__(self) -> int:
        return sum(map(len, self.pairs))

    def __iter__(self) -> Iterator[Result]:
        return (game for games in self.pairs for game in games)

    @cached_property
    def traces(self) -> list[Trace]:
        """The traces of the games."""
        starts = [(read(result.opening), result.moves) for result in self]
        return [
            trace_game(start, moves, start.game.opening_moves(start.options()))
            for start, moves in starts
        ]

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
        return tally_of(fmean(game.score_of(alone) for game in games) for games in self.pairs)

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


class SampleProgress:
    """The games of one sample: the number started, the finished games and their time."""

    def __init__(self, sample: Sample, seats: int) -> None:
        self.sample = sample
        self.seats = seats
        self.started = 0
        self.played: dict[int, Result] = {}
        self.seconds = 0.0

    @property
    def complete(self) -> bool:
        """Whether all games that are wanted have started, up to the end of a pair."""
        return self.started >= self.sample.most and self.started % self.seats == 0

    @property
    def seconds_per_game(self) -> float | None:
        """The mean time of a game, None before the first has ended."""
        return self.seconds / len(self.played) if self.played else None

    def weighted_count(self, unknown: float) -> float:
        """The number of games with one more, relative to the number that the sample should have.
        That is proportional to its weight and to 1 / sqrt(seconds per game), which makes all
        intervals together as narrow as possible in a given time. `unknown` is the time of a game
        before the first has ended."""
        each = unknown if self.seconds_per_game is None else self.seconds_per_game
        return (self.started + 1) * sqrt(each) / self.sample.weight

    def games(self) -> SampleGames:
        """The games before the first missing one: the order in which games end does not matter."""
        count = next(n for n in range(self.started + 1) if n not in self.played)
        return SampleGames(
            self.sample, [self.played[number] for number in range(count)], self.seats
        )


class SampleSchedule(TaskSource):
    """Hands out games for the sample that is farthest behind, until the clock reaches `ends` (None:
    until all samples are complete)."""

    def __init__(
        self,
        tournament: Tournament,
        samples: Sequence[Sample],
        ends: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.tournament = tournament
        self._begins, self._ends = clock(), ends
        self._clock = clock
        self._places = {entry.name: place for place, entry in enumerate(tournament.entries)}
        self.progress = [SampleProgress(sample, start(sample.game).players) for sample in samples]
        self.games = 0

    @property
    def fraction_done(self) -> float:
        """The part that is done: of the time, or of the games if there is no time limit."""
        if self._ends is None:
            return min(1.0, self.games / max(1, sum(one.sample.most for one in self.progress)))
        gone = self._clock() - self._begins
        return min(1.0, gone / max(1e-9, self._ends - self._begins))

    def find_task(self) -> GameTask | None:
        waiting = [place for place, one in enumerate(self.progress) if not one.complete]
        return self._next(min(waiting, key=self._urgency)) if waiting else None

    def _urgency(self, place: int) -> tuple[bool, float, int, int]:
        """Sort key: the smallest is next. A pair that has started is finished first. A sample
        without finished games counts as slow as the slowest before it, so that it does not delay
        fast ones."""
        sample = self.progress[place]
        slowest = max(
            (each for one in self.progress[:place] if (each := one.seconds_per_game)), default=0.0
        )
        is_new_pair = sample.started % sample.seats == 0
        return is_new_pair, sample.weighted_count(slowest), sample.started, place

    def next_task(self) -> GameTask | None:
        """The next game, or None if there is none or the time is over."""
        is_late = self._ends is not None and self._clock() >= self._ends
        return None if is_late else super().next_task()

    def add(self, result: Result) -> None:
        """Adds a finished game."""
        place, number = divmod(result.number, STRIDE)
        progress = self.progress[place]
        progress.played[number] = result
        progress.seconds += sum(result.seconds) + MOVE_OVERHEAD * len(result.moves)
        self.games += 1

    def sample_games(self) -> list[SampleGames]:
        """The games of each sample that count."""
        return [progress.games() for progress in self.progress]

    def _next(self, place: int) -> GameTask:
        progress = self.progress[place]
        sample, number = progress.sample, progress.started
        progress.started += 1
        names = sample.seating(number, progress.seats)
        pair = number // progress.seats
        return GameTask(
            place * STRIDE + number,
            pair,
            tuple(self._places[name] for name in names),
            self._start(sample, pair // sample.pairs_per_start),
        )

    def _start(self, sample: Sample, number: int) -> Position:
        """A start of a sample by its number. Samples of the same game have the same starts."""
        game_id, *words = sample.game.split(" ")
        chance = Random(self.tournament.seed_of("start", number))
        return fresh_start(find_game(game_id), split_words(words), chance)
