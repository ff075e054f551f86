"""Rules that end a match before its last game."""

from collections.abc import Callable, Iterable
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.scores import ScoreTally
from tabuleiro.arena.sprt import Decision, SprtRun
from tabuleiro.arena.tournament import Tournament
from tabuleiro.arena.tournament_statistics import PairsInOrder

FEWEST_PAIRS = 10  # pairs before a match may end early


class StopRule:
    """Looks at the finished pairs of a match in order, so that the order in which games end does
    not matter. `is_decided_by` adds the player's score in the next pair, and returns whether the
    match is decided. `decided_after` is the number of pairs that decided it, None before that."""

    def __init__(self, player: str, is_decided_by: Callable[[float], bool]) -> None:
        self._player = player
        self._is_decided_by = is_decided_by
        self._pairs = PairsInOrder()
        self.decided_after: int | None = None

    def add(self, result: Result) -> None:
        """Adds a finished game."""
        for games in self._pairs.add(result):
            score = fmean(game.score_of(self._player) for game in games)
            if self.decided_after is None and self._is_decided_by(score):
                self.decided_after = self._pairs.count

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
