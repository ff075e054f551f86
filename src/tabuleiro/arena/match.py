"""A match as data: who plays whom at what, and from which openings."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from random import Random
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.options import split_words
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, fresh_start
from tabuleiro.players import Player, make_player

CAP = 1000  # moves after which a game ends as a draw
LONGEST_OPENING = 10_000  # moves
ATTEMPTS = 100  # draws of an opening until it is a new one

Make = Callable[[str, Game[Any], int], Player]
"""Makes a player of that name for a game, with a seed."""


class MatchError(TabuleiroError):
    """A match that cannot be played."""


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
    make: Make = make_player

    def __post_init__(self) -> None:
        if self.games < 1:
            raise MatchError(
                say(
                    "a match of {seats} players has at least {seats} games, not {games}",
                    seats=self.seats,
                    games=self.games,
                )
            )
        if self.games % self.seats:
            raise MatchError(
                say(
                    "a match of {seats} players has a multiple of {seats} games, not {games}",
                    seats=self.seats,
                    games=self.games,
                )
            )
        if self.opening is not None and not 0 <= self.opening <= LONGEST_OPENING:
            raise MatchError(say("an opening has from 0 to {most} moves", most=LONGEST_OPENING))
        if self.cap < 1:
            raise MatchError(say("the cap must be at least 1 move"))
        if self.turn_time is not None and not 0 < self.turn_time < math.inf:
            raise MatchError(say("the time of a turn must be more than 0 seconds"))

    @cached_property
    def rules(self) -> Game[Any]:
        """The game that is played."""
        return find_game(self.game.split(" ")[0])

    @cached_property
    def given(self) -> dict[str, str]:
        """The options that the game text sets."""
        words = split_words(self.game.split(" ")[1:])
        return {name.replace("_", "-"): text for name, text in words.items()}

    @cached_property
    def seats(self) -> int:
        """How many players a game has, which is how many games a round has."""
        start: Position = self.rules.start(**self.given)
        return start.players

    @property
    def rounds(self) -> int:
        """How many openings are played."""
        return self.games // self.seats

    @property
    def opening_moves(self) -> int:
        """How many random moves an opening has."""
        own = self.rules.opening_moves(self.rules.settle(self.given))
        return own if self.opening is None else self.opening

    @property
    def game_text(self) -> str:
        """The game text, each option written where it differs from its default; a fixed draw of
        the start always."""
        options = self.rules.settle(self.given)
        fixed = (o for o in self.rules.options if o.start_only and o.name in self.given)
        same = [f"{o.name}={o.default}" for o in fixed if options[o.name] == o.default]
        return " ".join([self.rules.text_with(options), *same])

    def facts(self) -> dict[str, Any]:
        """All that the games follow from, but for their number."""
        return {
            "players": [self.first, self.second],
            "game": self.game_text,
            "seed": self.seed,
            "opening": self.opening_moves,
            "cap": self.cap,
            "turn_time": self.turn_time,
        }

    @property
    def entries(self) -> tuple[str, str]:
        """What the two are called in the results, where both need a name of their own."""
        same = self.first == self.second
        return self.first, f"{self.second} (2)" if same else self.second

    def entry_at(self, number: int, seat: int) -> str:
        """Who sits there in that game, as results call him."""
        return self.entries[seat != number % self.seats]

    def name_at(self, number: int, seat: int) -> str:
        """Who sits there in that game: the first player moves on by one seat each game."""
        return self.first if seat == number % self.seats else self.second

    def make_at(self, number: int, seat: int) -> Player:
        """A new player for that seat of that game."""
        return self.make(self.name_at(number, seat), self.rules, self.seed_of(number, seat))

    def seed_of(self, *place: int | str) -> int:
        """A seed for one place of the match, unlike those of all others."""
        text = repr((self.seed, *place)).encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest()) >> 4

    def check_players(self) -> None:
        """Makes each player once: the error of a bad name comes before anything is played."""
        for name in (self.first, self.second):
            self.make(name, self.rules, self.seed_of("check"))


def draw_openings(match: Match) -> list[Position]:
    """The opening of every round, none over and, as long as there are enough, all different. Those
    of a longer match begin with those of a shorter one."""
    drawn: list[Position] = []
    seen: set[Position] = set()
    for number in range(match.rounds):
        drawn.append(draw_opening(match, number, seen))
        seen.add(drawn[-1])
    return drawn


def draw_opening(match: Match, number: int, seen: set[Position]) -> Position:
    """The opening of a round; one already seen only where many draws bring no other."""
    known = None
    for attempt in range(ATTEMPTS):
        position = draw_position(match, match.seed_of("opening", number, attempt))
        if not position.over and position not in seen:
            return position
        known = known if position.over else position
    if known is None:
        raise MatchError(
            say("{moves} random moves leave no game to play", moves=match.opening_moves)
        )
    return known


def draw_position(match: Match, seed: int) -> Position:
    """A start, drawn anew where the game draws its starts, and random moves from there."""
    start = fresh_start(match.rules, match.given, Random(seed))
    return random_walk(start, match.opening_moves, seed)
