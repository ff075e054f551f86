"""Decides which sample the next game of a report is played for.

It replaces the schedule of a tournament, so that the arena's backends play the games of a report.
The seed alone decides which games a sample has; time decides how many.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from time import monotonic

from tabuleiro.arena.game import Result
from tabuleiro.arena.game_runner import GameTask
from tabuleiro.arena.tournament import Tournament
from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, fresh_start, start
from tabuleiro.report.samples import Sample, SampleGames, TracedGame, trace_game

STRIDE = 1_000_000  # between the numbers of the first games of two samples
MOVE_OVERHEAD = 0.0002  # seconds that pass around each move, beside the thinking


class SampleProgress:
    """The games of one sample: the number started, the finished games and their time."""

    def __init__(self, sample: Sample, seats: int) -> None:
        self.sample = sample
        self.seats = seats
        self.started = 0
        self.played: dict[int, TracedGame] = {}
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


class SampleSchedule:
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
        self._running: dict[int, Position] = {}
        self._prepared: GameTask | None = None
        self.progress = [SampleProgress(sample, start(sample.game).players) for sample in samples]
        self.games = 0

    @property
    def fraction_done(self) -> float:
        """The part that is done: of the time, or of the games if there is no time limit."""
        if self._ends is None:
            return min(1.0, self.games / max(1, sum(one.sample.most for one in self.progress)))
        gone = self._clock() - self._begins
        return min(1.0, gone / max(1e-9, self._ends - self._begins))

    def prepare_next(self) -> None:
        """Prepares the next game, so that no worker waits for it later."""
        if self._prepared is None:
            waiting = [place for place, one in enumerate(self.progress) if not one.complete]
            if waiting:
                self._prepared = self._next(min(waiting, key=self._urgency))

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
        """The next game, None if there is none."""
        if self._ends is not None and self._clock() >= self._ends:
            return None
        self.prepare_next()
        task, self._prepared = self._prepared, None
        if task:
            self._running[task.number] = task.opening
        return task

    def add(self, result: Result) -> None:
        """Adds a finished game."""
        start = self._running.pop(result.number)
        place, number = divmod(result.number, STRIDE)
        progress = self.progress[place]
        trace = None
        if progress.sample.traced:
            opening = start.game.opening_moves(start.options())
            trace = trace_game(start, result.moves, opening)
        progress.played[number] = TracedGame(result, trace)
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
