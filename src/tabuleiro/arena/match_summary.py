"""The summary of a match (score, interval, Elo), and the rule that may end it early."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.match import Match
from tabuleiro.arena.scores import Estimate, ScoreTally, elo_estimate, tally_of
from tabuleiro.arena.tournament_statistics import PairsInOrder, finished_pairs
from tabuleiro.core.message import Message

FEWEST_PAIRS = 10  # rounds before an early end


@dataclass(frozen=True)
class MatchSummary:
    """The finished rounds of a match, from the first player's view.

    A game shared with others is a draw. `elo` is None with more than two players. `identical`
    counts the games that repeat another move for move from the same opening; `repeated` the
    rounds that begin from the opening of an earlier one; `unfinished` the games that do not
    count, since others of their round are missing or the match was decided before.
    """

    seats: int
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    elo: Estimate | None
    seconds_per_turn: tuple[float, float]
    identical: int
    repeated: int
    unfinished: int
    notes: tuple[Message, ...]


def first_player_score(match: Match, games: Sequence[Result]) -> float:
    """The first player's mean score."""
    return fmean(game.score_of(match.first) for game in games)


class EarlyStop:
    """Whether the games of a match, one after the other, have decided it.

    `decided_after` is the number of rounds after which the interval was first clear of an even
    score; None as long as it was not. Only what comes before a missing round counts, so that the
    order in which games end has no say.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rounds = PairsInOrder()
        self._tally = ScoreTally()
        self.decided_after: int | None = None

    def add(self, result: Result) -> None:
        """One more game."""
        for games in self._rounds.add(result):
            if self.decided_after is None:
                self._look(games)

    def _look(self, games: list[Result]) -> None:
        self._tally.add(first_player_score(self._match, games))
        low, high = self._tally.interval()
        if self._tally.count >= FEWEST_PAIRS and not low <= 1 / self._match.seats <= high:
            self.decided_after = self._tally.count


def decided_after(match: Match, results: Iterable[Result]) -> int | None:
    """The number of rounds that decided a match; None when none did."""
    verdict = EarlyStop(match)
    for result in results:
        verdict.add(result)
    return verdict.decided_after


def summarise(
    match: Match, results: Sequence[Result], *, stop_early: bool = False
) -> MatchSummary | None:
    """The summary of what is finished; None when no round is."""
    rounds = finished_pairs(results)
    if stop_early:
        rounds = rounds[: decided_after(match, results)]
    if not rounds:
        return None
    games = [game for games in rounds for game in games]
    scores = [game.score_of(match.first) for game in games]
    score = fmean(scores)
    tally = tally_of(first_player_score(match, games) for games in rounds)
    low, high = tally.interval()
    notes = (game.note() for game in games)
    return MatchSummary(
        seats=match.seats,
        games=len(games),
        wins=scores.count(1.0),
        draws=sum(0 < one < 1 for one in scores),
        losses=scores.count(0.0),
        score=score,
        low=low,
        high=high,
        elo=elo_estimate(tally) if match.seats == 2 else None,
        seconds_per_turn=(
            seconds_per_turn(games, match.entries[0]),
            seconds_per_turn(games, match.entries[1]),
        ),
        identical=len(games) - len({(game.opening, game.moves) for game in games}),
        repeated=len(rounds) - len({game.opening for game in games}),
        unfinished=len(results) - len(games),
        notes=tuple(note for note in notes if note),
    )


def seconds_per_turn(games: Sequence[Result], entry: str) -> float:
    """What a turn of an entry took."""
    seats = [(game, seat) for game in games for seat in game.seats_of(entry)]
    turns = sum(game.turns[seat] for game, seat in seats)
    return sum(game.seconds[seat] for game, seat in seats) / max(1, turns)
