"""A match, which is the tournament of two players: its summary, and a match in one call."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from tabuleiro.arena.game import Result
from tabuleiro.arena.scores import Estimate, elo_estimate
from tabuleiro.arena.tournament import (
    CAP,
    ArenaError,
    Entry,
    Limits,
    MakePlayer,
    OpeningPlan,
    Tournament,
    TournamentKind,
)
from tabuleiro.arena.tournament_runner import counted_games, iterate_match
from tabuleiro.arena.tournament_statistics import TournamentStatistics
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players import MoveChoice, Player, make_player
from tabuleiro.players.simple import ChooseMove, as_player, name_of
from tabuleiro.search.limit import NO_LIMIT, Limit


def new_match(
    first: str,
    second: str,
    game: str,
    games: int,
    seed: int = 1,
    opening: int | None = None,
    cap: int = CAP,
    turn_time: float | None = None,
    *,
    make: MakePlayer = make_player,
    stop_early: bool = False,
) -> Tournament:
    """A match of two players by name, with this number of games.

    The first player has every seat of a pair once, the second has all others. `opening` is the
    number of random moves of an opening (None: the game's own number). `turn_time` is in seconds.
    `Tournament` explains the other arguments.
    """
    check_type("games", games, int)
    check_type("seed", seed, int)
    check_type("opening", opening, int | None)
    check_type("cap", cap, int)
    check_type("turn_time", turn_time, float | int | None)
    other = f"{second} (2)" if first == second else second
    one_pair = Tournament(
        TournamentKind.match,
        (Entry(first, first), Entry(other, second)),
        game,
        pairs=1,
        seed=seed,
        cap=cap,
        openings=OpeningPlan(opening, balance=None, repeat=True),
        limits=Limits(turn_time),
        stop_early=stop_early,
        make=make,
    )
    if games < 1 or games % one_pair.seats:
        facts = {"seats": one_pair.seats, "games": games}
        reason = say(
            "a match of {seats} players has a multiple of {seats} games, not {games}", **facts
        )
        raise ArenaError(reason)
    return replace(one_pair, pairs=games // one_pair.seats)


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


def play_match(
    first: str | Player | ChooseMove,
    second: str | Player | ChooseMove,
    game: str,
    games: int = 100,
    *,
    seed: int = 1,
    opening: int | None = None,
    cap: int = CAP,
    turn_time: float | None = None,
    stop_early: bool = False,
    processes: int | None = None,
) -> MatchSummary:
    """Plays a match and returns its summary; `new_match` explains the arguments.

    Players are names, objects or functions of a position. Objects and functions play in this
    process, which is `processes=0`; two names play in one process per core.
    """
    check_type("game", game, str)
    one, other = name_of(first, 1), name_of(second, 2)
    if one == other and first != second:
        other += " 2"
    players = {one: first, other: second}
    if not (isinstance(first, str) and isinstance(second, str)):
        if processes:
            raise ArenaError(
                say("player objects and functions play in this process: leave processes out"),
                "processes",
            )
        processes = 0

    def make(name: str, rules: Game[Any], seed: int) -> Player:
        given = players[name]
        if isinstance(given, str):
            return make_player(given, rules, seed)
        return GivenPlayer(as_player(given))

    match = new_match(
        one, other, game, games, seed, opening, cap, turn_time,
        make=make if processes == 0 else make_player, stop_early=stop_early,
    )  # fmt: skip
    summary = summarise(match, iterate_match(match, processes))
    assert summary, "a match has at least one pair"
    return summary


class GivenPlayer(Player):
    """A player that the caller owns: it is used again in every game, forgets the game before, and
    is never closed."""

    def __init__(self, player: Player) -> None:
        self._player = player
        player.forget()

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        return self._player.think(position, limit, stop)

    def prepare(self, position: Position) -> None:
        self._player.prepare(position)

    def observe(self, position: Position, move: int) -> None:
        self._player.observe(position, move)
