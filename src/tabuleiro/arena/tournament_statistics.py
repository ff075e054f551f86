"""Statistics of a tournament: standings, crosstable, sides and openings."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from statistics import fmean

from tabuleiro.arena.game import Result
from tabuleiro.arena.ratings import ELO, PairScores, RatingPool, connected_groups
from tabuleiro.arena.scores import Estimate, ScoreTally, tally_of
from tabuleiro.arena.tournament import Tournament
from tabuleiro.core.message import TabuleiroError, quote, say
from tabuleiro.core.position import NOBODY

UNKNOWN = Estimate(None, None, None)


@dataclass(frozen=True)
class Standing:
    """A player at the end of a tournament, by its finished pairs.

    `points` is the sum of its scores. `elo` is relative to the anchor, or to the mean of all
    players if there is none; it has no value if no chain of games connects the player to the
    others. `superiority` is the likelihood that the player is stronger than the next in the table.
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
    """Statistics of openings: how many were played, how many of them repeat an earlier one, how
    many games repeat another move for move; and in how many pairs one seat won all games (the
    opening decided), one player won all games, or all games were draws."""

    pairs: int
    repeated: int
    identical: int
    by_seat: int
    by_player: int
    drawn: int


class TournamentStatistics:
    """The statistics of finished pairs; `unfinished` counts the games of incomplete pairs."""

    def __init__(self, results: Sequence[Result], anchor: str | None = None) -> None:
        self.games_of_pairs = finished_pairs(results)
        self.games = [game for games in self.games_of_pairs for game in games]
        self.unfinished = len(results) - len(self.games)
        self.pairs = [
            PairScores(
                games[0].players,
                {name: fmean(one.score_of(name) for one in games) for name in games[0].players},
            )
            for games in self.games_of_pairs
        ]
        self.players = list(dict.fromkeys(name for game in self.games for name in game.players))
        self.anchor = anchor
        if anchor is not None and anchor not in self.players:
            reason = say(
                "{player} cannot be Elo 0, because they have not finished a round: the players "
                "are {players}",
                player=quote(anchor),
                players=tuple(self.players),
            )
            raise TabuleiroError(reason)

    @property
    def seats(self) -> int:
        """The number of players in a game; 2 before the first pair."""
        return max((one.seats for one in self.pairs), default=2)

    # --- the players -----------------------------------------------------------------------

    @cached_property
    def pool(self) -> RatingPool | None:
        """The players who can be compared with the anchor; without an anchor, the largest group
        that can be compared. None without a finished pair."""
        groups = connected_groups(self.pairs)
        if self.anchor is not None:
            groups = [group for group in groups if self.anchor in group]
        if not groups:
            return None
        return RatingPool([one for one in self.pairs if groups[0].issuperset(one.players)])

    @cached_property
    def standings(self) -> list[Standing]:
        """All players, the strongest first, those who cannot be compared last."""
        estimates = {player: self.elo(player) for player in self.players}

        def place(player: str) -> tuple[bool, float]:
            value = estimates[player].value
            return value is None, -(value or 0.0)

        order = sorted(self.players, key=place)
        following = zip_longest(order, order[1:])
        return [self._standing(player, estimates[player], after) for player, after in following]

    def elo(self, player: str) -> Estimate:
        """A player's rating and its interval."""
        pool = self.pool
        if pool is None or player not in pool.players:
            return UNKNOWN
        if player == self.anchor:
            return Estimate(0.0, 0.0, 0.0)
        if self.anchor:
            contrast = pool.contrast_between(player, self.anchor)
        else:
            contrast = pool.contrast_to_mean(player)
        low, high = pool.interval(contrast, pool.dispersion(player))
        won_all, lost_all = (self.score(player).mean == extreme for extreme in (1, 0))
        return Estimate(
            ELO * pool.value(contrast),
            None if lost_all else ELO * low,
            None if won_all else ELO * high,
        )

    def _pairs_of(self, player: str, against: str | None = None) -> list[PairScores]:
        """A player's pairs, or only those against another player."""
        players = {player, against or player}
        return [one for one in self.pairs if players <= one.scores.keys()]

    def score(self, player: str, against: str | None = None) -> ScoreTally:
        """The scores of a player's pairs, or only of those against another player."""
        return tally_of(one.scores[player] for one in self._pairs_of(player, against))

    def score_history(self, player: str) -> Iterator[float]:
        """The scores of a player's pairs in order, up to the first missing pair, so that the order
        in which games end does not matter."""
        for number, (games, one) in enumerate(zip(self.games_of_pairs, self.pairs, strict=True)):
            if games[0].pair != number:
                return
            if player in one.scores:
                yield one.scores[player]

    def pair_points(self, player: str, against: str | None = None) -> Counter[float]:
        """How often a player made how many points in a pair."""
        pairs = self._pairs_of(player, against)
        return Counter(round(one.seats * one.scores[player], 6) for one in pairs)

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
        """The scores of a seat in each pair."""
        return tally_of(
            fmean(game.scores[seat] for game in games)
            for games in self.games_of_pairs
            if seat < len(games)
        )

    @cached_property
    def openings(self) -> OpeningStatistics:
        """The statistics of openings."""
        pairs = self.games_of_pairs
        seats = [{winner_of(game) for game in games} for games in pairs]
        names = [
            {None if (seat := winner_of(game)) == NOBODY else game.players[seat] for game in games}
            for games in pairs
        ]
        return OpeningStatistics(
            pairs=len(pairs),
            repeated=len(pairs) - len({games[0].opening for games in pairs}),
            identical=len(self.games) - len({(game.opening, game.moves) for game in self.games}),
            by_seat=sum(len(one) == 1 and one != {NOBODY} for one in seats),
            by_player=sum(len(one) == 1 and one != {None} for one in names),
            drawn=seats.count({NOBODY}),
        )


def statistics_of(tournament: Tournament, results: Sequence[Result]) -> TournamentStatistics:
    """The statistics of a tournament. The anchor is the second of two players, so that the Elo of
    the first is the difference."""
    names = [entry.name for entry in tournament.entries]
    anchored = len(names) == 2 and finished_pairs(results)
    return TournamentStatistics(results, names[1] if anchored else None)


def is_complete_pair(games: Sequence[Result]) -> bool:
    """Whether these are all games of a pair."""
    return bool(games) and len(games) == len(games[0].players)


def finished_pairs(results: Sequence[Result]) -> list[list[Result]]:
    """The complete pairs in order, each with its games in order."""
    pairs: dict[int, list[Result]] = {}
    for result in sorted(results, key=lambda result: result.number):
        pairs.setdefault(result.pair, []).append(result)
    return [games for _, games in sorted(pairs.items()) if is_complete_pair(games)]


def winner_of(game: Result) -> int:
    """The seat with the sole first place, or NOBODY."""
    return game.scores.index(1.0) if 1.0 in game.scores else NOBODY
