"""A match in one call, between players by name, as objects or as functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabuleiro.arena.match import new_match
from tabuleiro.arena.match_summary import MatchSummary, summarise
from tabuleiro.arena.tournament import CAP, ArenaError
from tabuleiro.arena.tournament_runner import iterate_match
from tabuleiro.core.game import Game
from tabuleiro.core.message import check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players import MoveChoice, Player, make_player
from tabuleiro.players.simple import ChooseMove, as_player, name_of
from tabuleiro.search.limit import NO_LIMIT, Limit


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
