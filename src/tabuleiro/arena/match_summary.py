"""The summary of a match: score, interval, Elo."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.scores import Estimate, elo_estimate
from tabuleiro.arena.tournament import Tournament
from tabuleiro.arena.tournament_runner import counted_games
from tabuleiro.arena.tournament_statistics import TournamentStatistics
from tabuleiro.core.message import Message


@dataclass(frozen=True)
class MatchSummary:
    """The finished pairs of a match between `players`, from the first player's view.

    A game with a shared first place is a draw. `elo` is None with more than two players.
    `identical` counts the games that repeat another from the same opening, move for move;
    `repeated` the pairs that start from the opening of an earlier pair; `unfinished` the games
    that do not count because their pair is incomplete or the match was decided before.
    """

    players: tuple[str, str]
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

    def _repr_html_(self) -> str:
        from tabuleiro.core.drawing.notebook import figure, paragraph, table

        head = ("Games", "Wins", "Draws", "Losses", "Score", "95 % interval")
        counts = (self.games, self.wins, self.draws, self.losses)
        score = f"{100 * self.score:.1f} %", f"{100 * self.low:.1f} to {100 * self.high:.1f} %"
        first, second = self.players
        row = (*map(str, counts), *score)
        return figure(paragraph(f"{first} against {second}"), table(head, [row]))


def summarise(match: Tournament, results: Iterable[Result]) -> MatchSummary | None:
    """The summary of the finished pairs, or None if there are none. If the match may stop early,
    games after the pair that decided it do not count."""
    results = list(results)
    statistics = TournamentStatistics(counted_games(match, results))
    games = statistics.games
    if not games:
        return None
    first, second = (entry.name for entry in match.entries)
    scores = [game.score_of(first) for game in games]
    tally = statistics.score(first)
    low, high = tally.interval()
    return MatchSummary(
        players=(match.entries[0].player, match.entries[1].player),
        seats=match.seats,
        games=len(games),
        wins=scores.count(1.0),
        draws=sum(0 < one < 1 for one in scores),
        losses=scores.count(0.0),
        score=fmean(scores),
        low=low,
        high=high,
        elo=elo_estimate(tally) if match.seats == 2 else None,
        seconds_per_turn=(statistics.seconds_per_turn(first), statistics.seconds_per_turn(second)),
        identical=statistics.openings.identical,
        repeated=statistics.openings.repeated,
        unfinished=len(results) - len(games),
        notes=tuple(note for game in games if (note := game.note())),
    )
