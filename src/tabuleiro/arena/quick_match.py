"""A match in one call, between players by name, as objects or as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tabuleiro.arena.match import Match
from tabuleiro.arena.match_summary import MatchSummary, summarise
from tabuleiro.arena.tournament import CAP, ArenaError
from tabuleiro.arena.tournament_runner import iterate_match
from tabuleiro.core.game import Game
from tabuleiro.core.message import check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players import MoveChoice, Player, make_player
from tabuleiro.search.limit import NO_LIMIT, Limit

ChooseMove = Callable[[Position], int | str]
"""A player as a function: the move, as a number or a text, that it plays in a position."""


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
    """Plays a match and returns its summary; `Match` explains the arguments.

    Players are names, objects or functions of a position. Objects and functions play in this
    process, which is `processes=0`; two names play in one process per core.
    """
    check_type("game", game, str)
    check_type("games", games, int)
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
        return make_player(given, rules, seed) if isinstance(given, str) else GivenPlayer(given)

    match = Match(
        one, other, game, games, seed, opening, cap, turn_time,
        make=make if processes == 0 else make_player, stop_early=stop_early,
    )  # fmt: skip
    summary = summarise(match, iterate_match(match, processes))
    assert summary, "a match has at least one pair"
    return summary


def name_of(given: str | Player | ChooseMove, number: int) -> str:
    """The name of a player in the results."""
    if isinstance(given, str):
        return given
    name = getattr(given, "__name__", type(given).__name__)
    return f"player {number}" if name == "<lambda>" else name


class GivenPlayer(Player):
    """A player or a function that the caller owns: it is used again in every game, forgets the
    game before, and is never closed."""

    def __init__(self, given: Player | ChooseMove) -> None:
        if not (isinstance(given, Player) or callable(given)):
            raise ArenaError(say("a player is a name, a player object or a function"))
        self._given = given
        if isinstance(given, Player):
            given.forget()

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        if isinstance(self._given, Player):
            yield from self._given.think(position, limit, stop)
            return
        move = self._given(position)
        yield MoveChoice(position.move(move) if isinstance(move, str) else move)

    def prepare(self, position: Position) -> None:
        if isinstance(self._given, Player):
            self._given.prepare(position)

    def observe(self, position: Position, move: int) -> None:
        if isinstance(self._given, Player):
            self._given.observe(position, move)
