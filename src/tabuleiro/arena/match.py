"""A match as data: two players, and the tournament of the two."""

from dataclasses import dataclass, replace
from functools import cached_property

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
from tabuleiro.core.message import check_type, say
from tabuleiro.players import make_player

NUMBERS = {
    "games": int,
    "seed": int,
    "opening": int | None,
    "cap": int,
    "turn_time": float | int | None,
}
"""The types of the numbers of a match."""


@dataclass(frozen=True)
class Match:
    """Two players by name, a game text, and how many games.

    A pair is as many games as the game has players, all from one opening: the first player has
    every seat once, the second has all others. `opening` is the number of random moves of an
    opening (None: the game's own number), `cap` the number of moves after which a game is a draw.
    `turn_time` is in seconds. `seed` decides everything random. `make` must be a function of a
    module, so that the processes of a match can import it. With `stop_early`, the match ends when
    the interval of the score no longer contains an even score.
    """

    first: str
    second: str
    game: str
    games: int
    seed: int = 1
    opening: int | None = None
    cap: int = CAP
    turn_time: float | None = None
    make: MakePlayer = make_player
    stop_early: bool = False

    def __post_init__(self) -> None:
        for name, kind in NUMBERS.items():
            check_type(name, getattr(self, name), kind)
        facts = {"seats": self.seats, "games": self.games}
        if self.games < 1:
            raise ArenaError(
                say("a match of {seats} players has at least {seats} games, not {games}", **facts)
            )
        if self.games % self.seats:
            reason = say(
                "a match of {seats} players has a multiple of {seats} games, not {games}", **facts
            )
            raise ArenaError(reason)

    @property
    def entries(self) -> tuple[str, str]:
        """The names of the two in the results, where they must differ."""
        same = self.first == self.second
        return self.first, f"{self.second} (2)" if same else self.second

    @cached_property
    def tournament(self) -> Tournament:
        """The match as a tournament."""
        first, second = self.entries
        one_pair = Tournament(
            TournamentKind.match,
            (Entry(first, self.first), Entry(second, self.second)),
            self.game,
            pairs=1,
            seed=self.seed,
            cap=self.cap,
            openings=OpeningPlan(self.opening, balance=None, repeat=True),
            limits=Limits(self.turn_time),
            make=self.make,
        )
        return replace(one_pair, pairs=max(1, self.games // one_pair.seats))

    @property
    def seats(self) -> int:
        """How many players a game has, which is how many games a pair has."""
        return self.tournament.seats

    @property
    def game_text(self) -> str:
        """The game text, as the notation writes it."""
        return self.tournament.game_text
