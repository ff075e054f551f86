"""A match as data: two players, and the tournament of the two."""

from __future__ import annotations

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
from tabuleiro.core.message import say
from tabuleiro.players import make_player


@dataclass(frozen=True)
class Match:
    """Two players by name, a game text, and how many games.

    A round is as many games as the game has players, all from one opening: the first player
    sits once on every seat, the second on all others. With two players it is a pair. `opening`
    counts the random moves of an opening (None: what the game says), `cap` the moves of the
    players after which a game is a draw. `turn_time` is in seconds. Everything random follows from
    `seed`. `make` is a function of a module, for the processes of a match to find it.
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

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ArenaError(
                say(
                    "a match of {seats} players has at least {seats} games, not {games}",
                    seats=self.seats,
                    games=self.games,
                )
            )
        if self.games % self.seats:
            raise ArenaError(
                say(
                    "a match of {seats} players has a multiple of {seats} games, not {games}",
                    seats=self.seats,
                    games=self.games,
                )
            )

    @property
    def entries(self) -> tuple[str, str]:
        """What the two are called in the results, where each needs a name of its own."""
        same = self.first == self.second
        return self.first, f"{self.second} (2)" if same else self.second

    @cached_property
    def _round(self) -> Tournament:
        """The tournament of one round."""
        first, second = self.entries
        return Tournament(
            TournamentKind.match,
            (Entry(first, self.first), Entry(second, self.second)),
            self.game,
            seed=self.seed,
            cap=self.cap,
            openings=OpeningPlan(self.opening, balance=None, repeat=True),
            limits=Limits(self.turn_time),
            make=self.make,
        )

    @cached_property
    def tournament(self) -> Tournament:
        """The match as a tournament."""
        return replace(self._round, pairs=self.games // self.seats)

    @property
    def seats(self) -> int:
        """How many players a game has, which is how many games a round has."""
        return self._round.seats

    @property
    def game_text(self) -> str:
        """The game text, as the notation writes it."""
        return self._round.game_text
