"""The interface that all searches have."""

from collections.abc import Iterator
from typing import Protocol

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Progress


class Search(Protocol):
    """A search. To give players a new one, add it to `SEARCHES` in `players/searches.py`."""

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        """Progress now and then; the last one has the move to play."""

    def clear(self) -> None:
        """Forgets everything."""
