"""Runs a tournament or a match: plays the missing games and yields each result."""

import pickle
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.game_runner import GameTask
from tabuleiro.arena.openings import Openings, check_openings
from tabuleiro.arena.pairing import Pair, count_pairs, known_pairs
from tabuleiro.arena.results_file import ResultsFile
from tabuleiro.arena.scores import ScoreTally
from tabuleiro.arena.sprt import Decision, SprtRun
from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.arena.tournament_statistics import is_complete_pair
from tabuleiro.arena.workers import TaskSource, max_parallel_games, play_games, play_games_here
from tabuleiro.core.message import check_type, say

Backend = Callable[[Tournament, TaskSource], Generator[Result]]
"""Plays the games of a source somewhere, and yields each when it has ended."""
FEWEST_PAIRS = 10  # pairs before a match may end early


class Schedule(TaskSource):
    """Hands out the missing games. `results` are the finished games by number. They decide the
    pairings of later rounds, so that there may be no next game at the moment."""

    def __init__(self, tournament: Tournament, played: dict[int, Result]) -> None:
        self._tournament = tournament
        self.games = count_pairs(tournament) * tournament.seats
        self.results = {number: game for number, game in played.items() if number < self.games}
        known = {game.pair: game.opening for game in self.results.values()}
        check_openings(tournament, count_pairs(tournament))
        self._openings = Openings(tournament, known)
        self._pairs: list[Pair] = []
        self._next = 0

    def add(self, result: Result) -> None:
        """Adds a finished game."""
        self.results[result.number] = result

    def find_task(self) -> GameTask | None:
        seats = self._tournament.seats
        while True:
            if self._next == len(self._pairs) * seats:  # all known games were handed out
                if len(self.results) < self._next or self._next == self.games:
                    return None
                self._pairs = known_pairs(self._tournament, self.results)
                if self._next == len(self._pairs) * seats:
                    return None
            number = self._next
            self._next += 1
            pair = self._pairs[number // seats]
            seating = pair.seating(number % seats, seats)
            if number not in self.results:
                return GameTask(number, pair.number, seating, self._openings[pair.number])
            self._check(self.results[number], seating)

    def _check(self, result: Result, seating: tuple[int, ...]) -> None:
        names = tuple(self._tournament.entries[place].name for place in seating)
        if result.players != names:
            reason = say(
                "game {number} of the results file is {found}, but this tournament pairs {wanted}",
                number=result.number + 1,
                found=" - ".join(result.players),
                wanted=" - ".join(names),
            )
            raise ArenaError(reason)


class StopRule:
    """Looks at the finished pairs of a match in order, so that the order in which games end does
    not matter. `is_decided_by` adds the player's score in the next pair, and returns whether the
    match is decided. `decided_after` is the number of pairs that decided it, None before that."""

    def __init__(self, player: str, is_decided_by: Callable[[float], bool]) -> None:
        self._player = player
        self._is_decided_by = is_decided_by
        self._waiting: dict[int, list[Result]] = {}  # games by the numbers of their pairs
        self._pairs = 0  # that are complete, like all before them
        self.decided_after: int | None = None

    def add(self, result: Result) -> None:
        """Adds a finished game."""
        self._waiting.setdefault(result.pair, []).append(result)
        while is_complete_pair(self._waiting.get(self._pairs, ())):
            games = self._waiting.pop(self._pairs)
            self._pairs += 1
            score = fmean(game.score_of(self._player) for game in games)
            if self.decided_after is None and self._is_decided_by(score):
                self.decided_after = self._pairs

    def pairs_needed(self, results: Iterable[Result]) -> int | None:
        """The number of pairs that decide a match with these games, or None if none do."""
        for result in results:
            self.add(result)
        return self.decided_after


def stop_rule_of(tournament: Tournament) -> StopRule | None:
    """What ends a tournament before its last game, if it has such a rule."""
    return early_stop(tournament) if tournament.stop_early else sprt_stop(tournament)


def early_stop(match: Tournament) -> StopRule:
    """Ends a match once the interval of the score no longer contains an even score."""
    tally = ScoreTally()

    def is_decided_by(score: float) -> bool:
        tally.add(score)
        low, high = tally.interval()
        return tally.count >= FEWEST_PAIRS and not low <= 1 / match.seats <= high

    return StopRule(match.entries[0].name, is_decided_by)


def sprt_stop(tournament: Tournament) -> StopRule | None:
    """Ends a match once its sequential test is decided, if it has one."""
    if tournament.sprt is None:
        return None
    run = SprtRun(tournament.sprt, tournament.seats)
    name = tournament.entries[0].name
    return StopRule(name, lambda score: run.add(score) is not Decision.nothing)


def local_backend(tournament: Tournament, processes: int | None = None) -> Backend:
    """Plays in processes on this machine, by default one per core, or with 0 in this process. If
    players have time limits, there are never more games at once than the cores can play."""
    check_type("processes", processes, int | None)
    if processes == 0:
        return play_games_here
    most = max_parallel_games(tournament)
    if processes is not None and processes < 1:
        raise ArenaError(say("the number of processes cannot be negative"), "processes")
    if processes is not None and processes > most and tournament.limits.timed:
        reason = say(
            "{processes} games at once would have to share cores while their clocks run: this "
            "machine has cores for {most}",
            processes=processes,
            most=most,
        )
        raise ArenaError(reason, "processes")
    check_importable(tournament)
    return partial(play_games, processes=processes or most)


def check_importable(tournament: Tournament) -> None:
    """Raises an error if other processes cannot import the function that makes players."""
    make = tournament.make
    try:
        pickle.dumps(make)
        found = make.__module__ != "__main__" or hasattr(sys.modules["__main__"], "__file__")
    except (pickle.PicklingError, AttributeError, TypeError):
        found = False
    if not found:
        reason = say(
            "other processes cannot import {make}: move it to a module, or play in this process "
            "with processes=0",
            make=getattr(make, "__name__", repr(make)),
        )
        raise ArenaError(reason, "make")


def play_tournament(
    tournament: Tournament, backend: Backend | None = None, record: Path | None = None
) -> Generator[Result]:
    """Plays a tournament and yields its finished games: first those that are already in the
    record, by number, then the others as they end.

    The stop rule of a match may end it before its last game. Deterministic players play the same
    games with any number of processes and after any interruption; only times differ. Close the
    generator to end the tournament early: `with closing(games):`.
    """
    backend = backend or local_backend(tournament)
    tournament.check_players()
    return _play(tournament, backend, record)


def _play(tournament: Tournament, backend: Backend, record: Path | None) -> Generator[Result]:
    rule = stop_rule_of(tournament)

    def noted(result: Result) -> Result:
        if rule:
            rule.add(result)
        return result

    # Opened here and not by the caller: a generator that is never started must not lock the file.
    with closing(ResultsFile(record, tournament)) if record else nullcontext() as file:
        schedule = Schedule(tournament, file.results if file else {})
        for number in sorted(schedule.results):
            yield noted(schedule.results[number])
        if rule and rule.decided_after:
            return
        with closing(backend(tournament, schedule)) as games:
            for result in games:
                if file:
                    file.add(result)
                schedule.add(result)
                yield noted(result)
                if rule and rule.decided_after:
                    return


def counted_games(tournament: Tournament, games: Iterable[Result]) -> list[Result]:
    """The games of a tournament that count, by number: those up to the pair that ended it."""
    results = sorted(games, key=lambda result: result.number)
    rule = stop_rule_of(tournament)
    last = rule.pairs_needed(results) if rule else None
    return [result for result in results if last is None or result.pair < last]


def iterate_match(
    match: Tournament, processes: int | None = None, record: Path | None = None
) -> Generator[Result]:
    """Plays a match on this machine and yields its finished games, as `play_tournament` does."""
    return play_tournament(match, local_backend(match, processes), record)
