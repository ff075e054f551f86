"""Playing a match: its games in processes, each written down as it ends."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path

from tabuleiro.arena.game import Result
from tabuleiro.arena.ledger import Ledger
from tabuleiro.arena.match import Match, MatchError, draw_openings
from tabuleiro.arena.rating import Summary, Verdict, summarise
from tabuleiro.arena.workers import available_cores, play_games
from tabuleiro.core.message import say

OnResult = Callable[[Result], None]
"""Hears of every game that is over: first of those already in the record, then as they end."""


def play_match(
    match: Match,
    processes: int | None = None,
    record: Path | None = None,
    on_result: OnResult = lambda result: None,
    *,
    stop_early: bool = False,
) -> Summary:
    """Plays a match; without a number of processes, one on every core.

    With a record, games already in it are not played again. With `stop_early` the match ends once
    the interval of the score is clear of an even one. Players of a kind that is the same each
    time give the same summary, however many processes there are; only times differ.
    """
    if processes is not None and processes < 1:
        raise MatchError(say("a match needs at least 1 process"))
    match.check_players()
    openings = draw_openings(match)
    results: list[Result] = []
    verdict = Verdict(match)

    def take(result: Result) -> None:
        results.append(result)
        verdict.take(result)
        on_result(result)

    def is_over() -> bool:
        return stop_early and verdict.decided_after is not None

    with closing(Ledger(record, match)) if record else nullcontext() as ledger:
        known = ledger.results if ledger else {}
        for number in sorted(known):
            if number < match.games:
                take(known[number])
        missing = [] if is_over() else [n for n in range(match.games) if n not in known]
        with closing(play_games(match, openings, missing, processes or available_cores())) as games:
            for result in games:
                if ledger:
                    ledger.add(result)
                take(result)
                if is_over():
                    break
    summary = summarise(match, results, stop_early=stop_early)
    assert summary is not None, "every match has a round"
    return summary
