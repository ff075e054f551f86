"""Players who search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from tabuleiro.core.kit import Stop
from tabuleiro.core.position import Position
from tabuleiro.players.player import NO_LIMIT, Choice, Player
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Progress


class Search(Protocol):
    """What all searches have in common."""

    def search(
        self, position: Position, limit: Limit, stop: Stop | None = None
    ) -> Iterator[Progress]:
        """Progress now and then; the last one has the move to play."""

    def clear(self) -> None:
        """Forgets everything."""


class SearchingPlayer(Player):
    """Plays the best line of a search within a limit of its own."""

    def __init__(self, search: Search, limit: Limit) -> None:
        self._search = search
        self._limit = limit

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: Stop | None = None
    ) -> Iterator[Choice]:
        own = limit.for_player(position.player).within(self._limit)
        for progress in self._search.search(position, own, stop):
            yield Choice(progress.line[0], progress)

    def forget(self) -> None:
        self._search.clear()
