"""Playing a tournament: its games in processes, each written down as it ends."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path

from tabuleiro.arena.game import Result
from tabuleiro.arena.ledger import Ledger
from tabuleiro.arena.match import Match
from tabuleiro.arena.rating import Summary, Verdict, summarise
from tabuleiro.arena.schedule import Schedule
from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.arena.workers import most_games_at_once, play_games
from tabuleiro.core.message import say

OnResult = Callable[[Result], None]
"""Hears of every game that is over: first of those already in the record, then as they end."""

Crew = Callable[[Tournament, Schedule], Generator[Result]]
"""Plays what a schedule has to play, wherever that is."""


def local_crew(tournament: Tournament, processes: int | None = None) -> Crew:
    """Processes on this machine: without a number, one on every core. Where time decides games
    there are never more than the cores can play at once."""
    most = most_games_at_once(tournament)
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
    crew: Crew | None = None,
    record: Path | None = None,
    on_result: OnResult = lambda result: None,
    is_over: Callable[[], bool] = lambda: False,
) -> list[Result]:
    """Plays a tournament; gives its games by number.

    With a record, games already in it are not played again. `is_over` is asked after each game
    whether the tournament ends before its last. Players of a kind that is the same each time give
    the same games, however many processes there are and whatever was broken off; only times
    differ.
    """
    crew = crew or local_crew(tournament)
    tournament.check_players()
    with closing(Ledger(record, tournament)) if record else nullcontext() as ledger:
        schedule = Schedule(tournament, ledger.results if ledger else {})
        for number in sorted(schedule.results):
            on_result(schedule.results[number])
        if not is_over():
            with closing(crew(tournament, schedule)) as games:
                for result in games:
                    if ledger:
                        ledger.add(result)
                    schedule.add(result)
                    on_result(result)
                    if is_over():
                        break
    return [schedule.results[number] for number in sorted(schedule.results)]


def play_match(
    match: Match,
    processes: int | None = None,
    record: Path | None = None,
    on_result: OnResult = lambda result: None,
    *,
    stop_early: bool = False,
) -> Summary:
    """Plays a match as a tournament of two. With `stop_early` it ends once the interval of the
    score is clear of an even one."""
    verdict = Verdict(match)

    def take(result: Result) -> None:
        verdict.take(result)
        on_result(result)

    def is_over() -> bool:
        return stop_early and verdict.decided_after is not None

    tournament = match.tournament
    crew = local_crew(tournament, processes)
    results = play_tournament(tournament, crew, record, take, is_over)
    summary = summarise(match, results, stop_early=stop_early)
    assert summary is not None, "every match has a round"
    return summary
