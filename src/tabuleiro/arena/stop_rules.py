"""Rules that end a match before its last game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.match import Match
from tabuleiro.arena.scores import ScoreTally
from tabuleiro.arena.sprt import Decision, Sprt, SprtRun
from tabuleiro.arena.tournament import Tournament
from tabuleiro.arena.tournament_statistics import PairsInOrder

FEWEST_PAIRS = 10  # pairs before a match may end early


class StopRule(ABC):
    """Looks at the finished pairs of a match in order, so that the order in which games end does
    not matter. `decided_after` is the number of pairs that decided the match, None before that."""

    def __init__(self, player: str) -> None:
        self._player = player
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

    @abstractmethod
    def _is_decided_by(self, score: float) -> bool:
        """Adds the player's score in the next pair, and returns whether the match is decided."""


class EarlyStop(StopRule):
    """Ends a match once the interval of the score no longer contains an even score."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.first)
        self._even = 1 / match.seats
        self._tally = ScoreTally()

    def _is_decided_by(self, score: float) -> bool:
        self._tally.add(score)
        low, high = self._tally.interval()
        return self._tally.count >= FEWEST_PAIRS and not low <= self._even <= high


class SprtStop(StopRule):
    """Ends a match once its sequential test is decided."""

    def __init__(self, tournament: Tournament, sprt: Sprt) -> None:
        super().__init__(tournament.entries[0].name)
        self._run = SprtRun(sprt, tournament.seats)

    def _is_decided_by(self, score: float) -> bool:
        return self._run.add(score) is not Decision.nothing
