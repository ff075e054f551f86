"""Statistics of a tournament: standings, crosstable, sides and openings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.ratings import ELO, PairScores, RatingPool, connected_groups
from tabuleiro.arena.scores import Estimate, ScoreTally, tally_of
from tabuleiro.arena.tournament import Tournament
from tabuleiro.core.message import TabuleiroError, quote, say
from tabuleiro.core.position import NOBODY

UNKNOWN = Estimate(None, None, None)


class RatingError(TabuleiroError):
    """Players who cannot be rated so."""


@dataclass(frozen=True)
class Standing:
    """A player at the end of a tournament, by its finished rounds.

    `points` are its scores in all games. `elo` lies above the anchor, or above the mean of all
    where there is none; it has no value where no chain of games leads to the others. `superiority`
    is the likelihood that the player is stronger than the next in the table.
    """

    player: str
    elo: Estimate
    superiority: float | None
    games: int
    points: float
    score: ScoreTally
    seconds_per_turn: float
    forfeits: int


@dataclass(frozen=True)
class OpeningStatistics:
    """What openings had to say: how many were played, how many of them are the same as an earlier
    one, how many games repeat another move for move; and in how many rounds one seat won
    every game (the opening decided), one player did, or every game was drawn."""

    pairs: int
    repeated: int
    identical: int
    by_seat: int
    by_player: int
    drawn: int


class TournamentStatistics:
    """The finished rounds of a tournament and what they add up to; `unfinished` counts the games
    that others of their round are missing for."""

    def __init__(self, results: Sequence[Result], anchor: str | None = None) -> None:
        self.games_of_pairs = finished_pairs(results)
        self.games = [game for games in self.games_of_pairs for game in games]
        self.unfinished = len(results) - len(self.games)
        self.pairs = [pair_scores(games) for games in self.games_of_pairs]
        self.players = list(dict.fromkeys(name for game in self.games for name in game.players))
        self.anchor = anchor
        if anchor is not None and anchor not in self.players:
            raise RatingError(
                say(
                    "{player}, who is to have Elo 0, has played no round of games: the players "
                    "are {players}",
                    player=quote(anchor),
                    players=tuple(self.players),
                )
            )

    @property
    def seats(self) -> int:
        """How many sit at a game; 2 as long as none was played."""
        return max((one.seats for one in self.pairs), default=2)

    # --- the players -----------------------------------------------------------------------

    @cached_property
    def pool(self) -> RatingPool | None:
        """Those who can be compared: with the anchor, else the most; None without a round."""
        groups = connected_groups(self.pairs)
        if self.anchor is not None:
            groups = [group for group in groups if self.anchor in group]
        if not groups:
            return None
        return RatingPool([one for one in self.pairs if groups[0].issuperset(one.players)])

    @cached_property
    def standings(self) -> list[Standing]:
        """All players, the strongest first, and last those who cannot be compared."""
        estimates = {player: self.elo(player) for player in self.players}

        def place(player: str) -> tuple[bool, float]:
            value = estimates[player].value
            return value is None, -(value or 0.0)

        order = sorted(self.players, key=place)
        following = [*order[1:], None][: len(order)]
        return [
            self._standing(player, estimates[player], after)
            for player, after in zip(order, following, strict=True)
        ]

    def elo(self, player: str) -> Estimate:
        """A player's rating and its interval."""
        pool = self.pool
        if pool is None or player not in pool.players:
            return UNKNOWN
        if player == self.anchor:
            return Estimate(0.0, 0.0, 0.0)
        contrast = (
            pool.contrast_between(player, self.anchor)
            if self.anchor
            else pool.contrast_to_mean(player)
        )
        low, high = pool.interval(contrast, pool.dispersion(player))
        won_all, lost_all = (self.score(player).mean == extreme for extreme in (1, 0))
        return Estimate(
            ELO * pool.value(contrast),
            None if lost_all else ELO * low,
            None if won_all else ELO * high,
        )

    def score(self, player: str, against: str | None = None) -> ScoreTally:
        """The scores of a player's rounds, or of those that another sat in too."""
        return tally_of(
            one.scores[player]
            for one in self.pairs
            if player in one.scores and (against is None or against in one.scores)
        )

    def score_history(self, player: str) -> Iterator[float]:
        """The scores of a player's rounds in their order, up to the first round that is missing: so
        the order in which games end has no say."""
        for number, (games, one) in enumerate(zip(self.games_of_pairs, self.pairs, strict=True)):
            if games[0].pair != number:
                return
            if player in one.scores:
                yield one.scores[player]

    def pair_points(self, player: str, against: str | None = None) -> Counter[float]:
        """How often a player made how many points in a round."""
        rounds = (one for one in self.pairs if player in one.scores)
        return Counter(
            round(one.seats * one.scores[player], 6)
            for one in rounds
            if against is None or against in one.scores
        )

    def _standing(self, player: str, elo: Estimate, after: str | None) -> Standing:
        games = [game for game in self.games if player in game.players]
        compared = self.pool and after in self.pool.players and elo.value is not None
        return Standing(
            player,
            elo,
            self.pool.superiority(player, after) if self.pool and after and compared else None,
            len(games),
            sum(game.score_of(player) for game in games),
            self.score(player),
            self.seconds_per_turn(player),
            sum(game.fault in game.seats_of(player) for game in games),
        )

    def seconds_per_turn(self, player: str) -> float:
        """The mean time of a player's turns."""
        seats = [(game, seat) for game in self.games for seat in game.seats_of(player)]
        turns = sum(game.turns[seat] for game, seat in seats)
        return sum(game.seconds[seat] for game, seat in seats) / max(1, turns)

    # --- sides and openings ----------------------------------------------------------------

    def seat_score(self, seat: int) -> ScoreTally:
        """What a seat scored in the games of each round, whoever sat there."""
        return tally_of(
            fmean(game.scores[seat] for game in games)
            for games in self.games_of_pairs
            if seat < len(games)
        )

    @cached_property
    def openings(self) -> OpeningStatistics:
        """What the openings had to say."""
        rounds = self.games_of_pairs
        winners = [[winner_of(game) for game in games] for games in rounds]
        names = [
            [
                NOBODY if seat == NOBODY else game.players[seat]
                for game, seat in zip(*one, strict=True)
            ]
            for one in zip(rounds, winners, strict=True)
        ]
        return OpeningStatistics(
            len(rounds),
            len(rounds) - len({games[0].opening for games in rounds}),
            len(self.games) - len({(game.opening, game.moves) for game in self.games}),
            sum(len(set(seats)) == 1 and seats[0] != NOBODY for seats in winners),
            sum(len(set(players)) == 1 and players[0] != NOBODY for players in names),
            sum(set(seats) == {NOBODY} for seats in winners),
        )


def statistics_of(
    tournament: Tournament, results: Sequence[Result], anchor: str | None = None
) -> TournamentStatistics:
    """The table of a tournament's games. Where nobody is named as anchor, it is the second of two
    players, so that the first one's Elo is the difference."""
    names = [entry.name for entry in tournament.entries]
    if anchor is None and len(names) == 2 and finished_pairs(results):
        anchor = names[1]
    return TournamentStatistics(results, anchor)


class PairsInOrder:
    """Games as they end, given out as rounds: each once it and all before it are complete, so that
    the order in which games end has no say."""

    def __init__(self) -> None:
        self._waiting: dict[int, list[Result]] = {}
        self.count = 0

    def add(self, result: Result) -> Iterator[list[Result]]:
        """One more game; the rounds that may be looked at now."""
        self._waiting.setdefault(result.pair, []).append(result)
        while is_complete_pair(self._waiting.get(self.count, ())):
            self.count += 1
            yield self._waiting.pop(self.count - 1)


def is_complete_pair(games: Sequence[Result]) -> bool:
    """Whether these are all games of a round."""
    return bool(games) and len(games) == len(games[0].players)


def finished_pairs(results: Sequence[Result]) -> list[list[Result]]:
    """The rounds of which every game is there, in order, and the games of each in order."""
    rounds: dict[int, list[Result]] = {}
    for result in sorted(results, key=lambda result: result.number):
        rounds.setdefault(result.pair, []).append(result)
    return [games for _, games in sorted(rounds.items()) if is_complete_pair(games)]


def pair_scores(games: Sequence[Result]) -> PairScores:
    """What the statistics take of a round."""
    players = games[0].players
    return PairScores(
        players, {name: fmean(game.score_of(name) for game in games) for name in players}
    )


def winner_of(game: Result) -> int:
    """The seat that alone came first, or NOBODY."""
    return game.scores.index(1.0) if 1.0 in game.scores else NOBODY
