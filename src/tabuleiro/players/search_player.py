"""The player that plays the move of a search."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.endgame import EndgameSolver
from tabuleiro.players.fast_networks import served_search
from tabuleiro.players.player import MoveChoice, Player
from tabuleiro.players.turn_timer import TurnTimer
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.search import Search

PART = 4  # at most 1 / PART of a limit is used to try to solve the position


class SearchPlayer(Player):
    """Plays the best line of a search, with a limit for each move, and the time of a turn if there
    is a timer. With an endgame solver, positions that it solves are not searched."""

    def __init__(
        self,
        search: Search,
        limit: Limit,
        timer: TurnTimer | None = None,
        endgame: EndgameSolver | None = None,
    ) -> None:
        self._search = search
        self._limit = limit
        self._timer = timer
        self._endgame = endgame

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        own = limit.for_player(position.player).within(self._limit)
        if self._timer is None:
            yield from self._choices(position, own, stop)
            return
        own = own.within(Limit(movetime=self._timer.start_move(position)))
        for choice in self._choices(position, own, stop):
            if not own.infinite:
                self._timer.record_move(position, choice.move)
            yield choice

    def forget(self) -> None:
        self._search.clear()
        if self._timer:
            self._timer.forget()
        if self._endgame:
            self._endgame.forget()

    def _choices(
        self, position: Position, limit: Limit, stop: StopFlag | None
    ) -> Iterator[MoveChoice]:
        nodes, seconds = 0, 0.0
        if self._endgame and self._endgame.is_near(position, limit):
            begun = perf_counter()
            choice, nodes = self._endgame.attempt(position, endgame_limit(limit), stop)
            if choice:
                yield choice
                return
            seconds = perf_counter() - begun
        for progress in self._search.search(position, limit.remaining(nodes, seconds), stop):
            spent = progress.nodes + nodes, progress.seconds + seconds
            yield MoveChoice(progress.line[0], replace(progress, nodes=spent[0], seconds=spent[1]))


class FastPlayer(Player):
    """A level that searches with the fast network, or with the large one on boards for which the
    fast one was not trained. `make` makes the player of a search."""

    def __init__(self, make: Callable[[str], SearchPlayer]) -> None:
        self._make = make
        self._players: dict[str, SearchPlayer] = {}

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        search = served_search("nnue", position)
        if search not in self._players:
            self._players[search] = self._make(search)
        yield from self._players[search].think(position, limit, stop)

    def forget(self) -> None:
        for player in self._players.values():
            player.forget()


def endgame_limit(limit: Limit) -> Limit:
    """The limit of an attempt to solve the position."""
    movetime = None if limit.movetime is None else limit.movetime // PART
    nodes = None if limit.nodes is None else max(1, limit.nodes // PART)
    return Limit(movetime=movetime, nodes=nodes)
