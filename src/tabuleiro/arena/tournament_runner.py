"""Runs a tournament or a match: plays the missing games and yields each result."""

import pickle
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path

from tabuleiro.arena.game import Result
from tabuleiro.arena.results_file import ResultsFile
from tabuleiro.arena.schedule import Schedule
from tabuleiro.arena.stop_rules import stop_rule_of
from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.arena.workers import TaskSource, max_parallel_games, play_games, play_games_here
from tabuleiro.core.message import check_type, say

Backend = Callable[[Tournament, TaskSource], Generator[Result]]
"""Plays the games of a source somewhere, and yields each when it has ended."""


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
