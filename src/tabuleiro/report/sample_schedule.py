"""Decides which sample the next game of a report is played for.

It stands where the schedule of a tournament does, so the processes of the arena play what it hands
out. Which games a sample has follows from the seed alone; time decides how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from time import monotonic

from tabuleiro.arena.game import Result
from tabuleiro.arena.game_runner import GameTask
from tabuleiro.arena.tournament import Tournament
from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, fresh_start, parse_game_text
from tabuleiro.report.samples import Sample, SampleGames, TracedGame, trace_game

STRIDE = 1_000_000  # between the numbers of the first games of two samples
MOVE_OVERHEAD = 0.0002  # seconds that pass around each move, beside the thinking


class SampleProgress:
    """The games of one sample: how many are handed out, which are over, what they took."""

    def __init__(self, sample: Sample, seats: int) -> None:
        self.sample = sample
        self.seats = seats
        self.started = 0
        self.played: dict[int, TracedGame] = {}
        self.seconds = 0.0

    @property
    def complete(self) -> bool:
        """Whether as many games are handed out as anybody wants, the last round to its end."""
        return self.started >= self.sample.most and self.started % self.seats == 0

    @property
    def seconds_per_game(self) -> float | None:
        """The seconds of a game; None before one is over."""
        return self.seconds / len(self.played) if self.played else None

    def weighted_count(self, unknown: float) -> float:
        """How many games there are with one more, as measured by what there should be: with the
        root of what each takes, `unknown` seconds before any is over. Numbers of games that fall
        with that root make all intervals together as narrow as they can be in a time."""
        each = unknown if self.seconds_per_game is None else self.seconds_per_game
        return (self.started + 1) * sqrt(each) / self.sample.weight

    def games(self) -> SampleGames:
        """The games before the first that is missing: so the order in which they end has no
        say."""
        count = next(n for n in range(self.started + 1) if n not in self.played)
        return SampleGames(
            self.sample, [self.played[number] for number in range(count)], self.seats
        )


class SampleSchedule:
    """Hands out games until the time is over, always of the sample that is farthest behind.
    `ends` is when, by the clock; None: when all samples are complete."""

    def __init__(
        self,
        tournament: Tournament,
        samples: Sequence[Sample],
        ends: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._tournament = tournament
        self._begins, self._ends = clock(), ends
        self._clock = clock
        self._places = {entry.name: place for place, entry in enumerate(tournament.entries)}
        self._under_way: dict[int, Position] = {}
        self._prepared: GameTask | None = None
        self.progress = [SampleProgress(sample, seats_of(sample)) for sample in samples]
        self.games = 0

    @property
    def fraction_done(self) -> float:
        """What part of all is done: of the time, or of the games where no time is set."""
        if self._ends is None:
            return min(1.0, self.games / max(1, sum(pile.sample.most for pile in self.progress)))
        gone = self._clock() - self._begins
        return min(1.0, gone / max(1e-9, self._ends - self._begins))

    def prepare_next(self) -> None:
        """Finds the next game, so that nobody waits for it later."""
        if self._prepared is None:
            waiting = [place for place, pile in enumerate(self.progress) if not pile.complete]
            if waiting:
                self._prepared = self._next(min(waiting, key=self._urgency))

    def _urgency(self, place: int) -> tuple[bool, float, int, int]:
        """The less, the sooner it is a pile's turn: a round that is begun is finished first. A
        sample that is not known yet is taken to be as slow as the slowest before it, so that it
        does not keep quick ones waiting."""
        pile = self.progress[place]
        slowest = max(
            (each for one in self.progress[:place] if (each := one.seconds_per_game)), default=0.0
        )
        return pile.started % pile.seats == 0, pile.weighted_count(slowest), pile.started, place

    def next_task(self) -> GameTask | None:
        """The next game; None when there is none."""
        if self._ends is not None and self._clock() >= self._ends:
            return None
        self.prepare_next()
        task, self._prepared = self._prepared, None
        if task:
            self._under_way[task.number] = task.opening
        return task

    def add(self, result: Result) -> None:
        """A game is over."""
        start = self._under_way.pop(result.number)
        place, number = divmod(result.number, STRIDE)
        pile = self.progress[place]
        trace = None
        if pile.sample.traced:
            opening = start.game.opening_moves(start.options())
            trace = trace_game(start, result.moves, opening)
        pile.played[number] = TracedGame(result, trace)
        pile.seconds += sum(result.seconds) + MOVE_OVERHEAD * len(result.moves)
        self.games += 1

    def _next(self, place: int) -> GameTask:
        pile = self.progress[place]
        sample, number = pile.sample, pile.started
        pile.started += 1
        names = sample.seating(number, pile.seats)
        round_number = number // pile.seats
        return GameTask(
            place * STRIDE + number,
            round_number,
            tuple(self._places[name] for name in names),
            self._start(sample, round_number // sample.pairs_per_start),
        )

    def _start(self, sample: Sample, number: int) -> Position:
        """A start of a sample, by its number; samples of one game have the same."""
        game_id, *words = sample.game.split(" ")
        chance = Random(self._tournament.seed_of("start", number))
        return fresh_start(find_game(game_id), split_words(words), chance)


def seats_of(sample: Sample) -> int:
    """How many play a game of a sample."""
    game, options = parse_game_text(sample.game)
    return game.new(options).players
