"""What a search reports, and the interface that all searches have."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import Limit

MEANINGFUL_NODES = 50
"""With fewer nodes, an expected score that is not proved means little."""


@dataclass(frozen=True)
class Progress:
    """What a search knows so far, from the point of view of the player to move.

    `value` is the expected score, 0 to 1. `mate` is the number of moves to a proved win, counting
    those of all players, negative for a proved loss, else None. `line` is the best line, never
    empty. `depth` is how many moves ahead was searched; each search defines how it counts them.
    `proved` says whether the value is certainly that of best play.
    """

    depth: int
    value: float
    mate: int | None
    nodes: int
    seconds: float
    line: tuple[int, ...]
    proved: bool = False

    @property
    def is_meaningful(self) -> bool:
        """Whether the value is worth showing: it is proved, or based on enough nodes."""
        return self.mate is not None or self.nodes >= MEANINGFUL_NODES


@dataclass(frozen=True)
class Variation:
    """A legal move, and the best line that begins with it.

    `value`, `mate` and `proved` are as in `Progress`, if that move is made. `share` is the part of
    the search that was spent on it, 0 to 1.
    """

    line: tuple[int, ...]
    value: float
    mate: int | None
    proved: bool
    share: float

    @property
    def move(self) -> int:
        """The move itself."""
        return self.line[0]


class Search(Protocol):
    """A search. To give players a new one, add it to `SEARCHES` in `players/searches.py`."""

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        """Progress now and then; the last one has the move to play."""

    def clear(self) -> None:
        """Forgets everything."""
