"""Runs a tournament or a match: plays what is missing, stores each game, yields the results."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.match import Match
from tabuleiro.arena.match_summary import EarlyStop, MatchSummary, summarise
from tabuleiro.arena.results_file import ResultsFile
from tabuleiro.arena.schedule import Schedule
from tabuleiro.arena.sprt import Decision, Sprt, SprtRun
from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.arena.workers import max_parallel_games, play_games
from tabuleiro.core.message import say

OnResult = Callable[[Result], None]
"""Hears of every game that is over: first of those already in the record, then as they end."""

Backend = Callable[[Tournament, Schedule], Generator[Result]]
"""Plays what a schedule has to play, wherever that is."""


def local_backend(tournament: Tournament, processes: int | None = None) -> Backend:
    """Processes on this machine: without a number, one on every core. Where time decides games
    there are never more than the cores can play at once."""
    most = max_parallel_games(tournament)
    if processes is not None and processes < 1:
        raise ArenaError(say("a tournament needs at least 1 process"), "processes")
    if processes is not None and processes > most and tournament.limits.timed:
        raise ArenaError(
            say(
                "{processes} games at once would share cores while their clocks run: this "
                "machine has cores for {most}",
                processes=processes,
                most=most,
            ),
            "processes",
        )
    return partial(play_games, processes=processes or most)


def play_tournament(
    tournament: Tournament,
    crew: Backend | None = None,
    record: Path | None = None,
    on_result: OnResult = lambda result: None,
    is_over: Callable[[], bool] = lambda: False,
) -> list[Result]:
    """Plays a tournament; gives its games by number.

    With a record, games already in it are not played again. `is_over` is asked after each game
    whether the tournament ends before its last; a sequential test ends it by itself, and then
    only the games up to its decision are given. Players of a kind that is the same each time give
    the same games, however many processes there are and whatever was broken off; only times
    differ.
    """
    crew = crew or local_backend(tournament)
    tournament.check_players()
    test = SprtStop(tournament, tournament.sprt) if tournament.sprt else None

    def take(result: Result) -> bool:
        """Whether it goes on after this game."""
        if test:
            test.add(result)
        on_result(result)
        return not is_over() and not (test and test.decided_after)

    with closing(ResultsFile(record, tournament)) if record else nullcontext() as ledger:
        schedule = Schedule(tournament, ledger.results if ledger else {})
        played = [schedule.results[number] for number in sorted(schedule.results)]
        if all([take(result) for result in played]):
            with closing(crew(tournament, schedule)) as games:
                for result in games:
                    if ledger:
                        ledger.add(result)
                    schedule.add(result)
                    if not take(result):
                        break
    last = test.decided_after if test else None
    results = (schedule.results[number] for number in sorted(schedule.results))
    return [result for result in results if last is None or result.pair < last]


class SprtStop:
    """The sequential test of a match on its way. Only what comes before a missing pair counts, so
    that the order in which games end has no say; `decided_after` is the number of pairs then, None
    as long as it is not decided."""

    def __init__(self, tournament: Tournament, sprt: Sprt) -> None:
        self._seats = tournament.seats
        self._first = tournament.entries[0].name
        self._waiting: dict[int, list[float]] = {}
        self.run = SprtRun(sprt, tournament.seats)

    @property
    def decided_after(self) -> int | None:
        """How many pairs decided it."""
        decided = self.run.decision is not Decision.nothing
        return len(self.run.llr_history) if decided else None

    def add(self, result: Result) -> None:
        """One more game."""
        self._waiting.setdefault(result.pair, []).append(result.score_of(self._first))
        while self.decided_after is None and self._is_next_finished():
            self.run.add(fmean(self._waiting.pop(len(self.run.llr_history))))

    def _is_next_finished(self) -> bool:
        return len(self._waiting.get(len(self.run.llr_history), ())) == self._seats


def play_match(
    match: Match,
    processes: int | None = None,
    record: Path | None = None,
    on_result: OnResult = lambda result: None,
    *,
    stop_early: bool = False,
) -> MatchSummary:
    """Plays a match as a tournament of two. With `stop_early` it ends once the interval of the
    score is clear of an even one."""
    verdict = EarlyStop(match)

    def take(result: Result) -> None:
        verdict.add(result)
        on_result(result)

    def is_over() -> bool:
        return stop_early and verdict.decided_after is not None

    tournament = match.tournament
    crew = local_backend(tournament, processes)
    results = play_tournament(tournament, crew, record, take, is_over)
    summary = summarise(match, results, stop_early=stop_early)
    assert summary is not None, "every match has a round"
    return summary
