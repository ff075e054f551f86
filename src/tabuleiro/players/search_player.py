"""The interface of searches, and the player that plays the move of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import Protocol

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.endgame import EndgameSolver
from tabuleiro.players.player import MoveChoice, Player
from tabuleiro.players.turn_timer import TurnTimer
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.progress import Progress

PART = 4  # such a part of a limit is spent on an attempt to finish the game at most


class Search(Protocol):
    """What all searches have in common."""

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        """Progress now and then; the last one has the move to play."""

    def clear(self) -> None:
        """Forgets everything."""


class SearchPlayer(Player):
    """Plays the best line of a search within limits of its own: one for each move, and the time
    of a turn if it has one. What a finisher has solved is not searched."""

    def __init__(
        self,
        search: Search,
        limit: Limit,
        turn: TurnTimer | None = None,
        finisher: EndgameSolver | None = None,
    ) -> None:
        self._search = search
        self._limit = limit
        self._turn = turn
        self._finisher = finisher

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        own = limit.for_player(position.player).within(self._limit)
        if self._turn is None:
            yield from self._choices(position, own, stop)
            return
        own = own.within(Limit(movetime=self._turn.start_move(position)))
        for choice in self._choices(position, own, stop):
            if not own.infinite:
                self._turn.record_move(position, choice.move)
            yield choice

    def forget(self) -> None:
        self._search.clear()
        if self._turn:
            self._turn.forget()
        if self._finisher:
            self._finisher.forget()

    def _choices(
        self, position: Position, limit: Limit, stop: StopFlag | None
    ) -> Iterator[MoveChoice]:
        nodes, seconds = 0, 0.0
        if self._finisher and self._finisher.is_near(position, limit):
            begun = perf_counter()
            choice, nodes = self._finisher.attempt(position, endgame_limit(limit), stop)
            if choice:
                yield choice
                return
            seconds = perf_counter() - begun
        for progress in self._search.search(position, remaining_limit(limit, nodes, seconds), stop):
            spent = progress.nodes + nodes, progress.seconds + seconds
            yield MoveChoice(progress.line[0], replace(progress, nodes=spent[0], seconds=spent[1]))


def endgame_limit(limit: Limit) -> Limit:
    """The limit of an attempt to finish the game exactly."""
    movetime = None if limit.movetime is None else limit.movetime // PART
    nodes = None if limit.nodes is None else max(1, limit.nodes // PART)
    return Limit(movetime=movetime, nodes=nodes)


def remaining_limit(limit: Limit, nodes: int, seconds: float) -> Limit:
    """What is left of a limit when so much of it is spent."""
    if limit.movetime is not None:
        limit = replace(limit, movetime=max(0, limit.movetime - round(1000 * seconds)))
    if limit.nodes is not None:
        limit = replace(limit, nodes=max(1, limit.nodes - nodes))
    return limit
