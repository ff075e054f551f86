"""The interface of computer players, and the move that one chooses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.progress import Progress


class PlayerError(TabuleiroError):
    """A name that no player has, or with a setting that is none."""


@dataclass(frozen=True)
class MoveChoice:
    """A move, and what a search knows of it; None from a player who does not search."""

    move: int
    progress: Progress | None = None


class Player(ABC):
    """A computer player. It may remember what it thought about one game until told to forget.

    A player has limits of its own, which its name gives; those of `think` and `choose` come on
    top. The position is one in which someone is to move.
    """

    @abstractmethod
    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        """The move it would choose so far, now and then; the last is its choice. There is always
        one, even when stopped at once."""

    def choose(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> MoveChoice:
        """The last word of `think`."""
        if position.over:
            raise PlayerError(say("the game is over: nobody has a move to choose"))
        *_, choice = self.think(position, limit, stop)
        return choice

    def forget(self) -> None:  # noqa: B027 - who remembers nothing has nothing to write
        """Lets go of what it remembers: a new game begins."""

    def prepare(self, position: Position) -> None:  # noqa: B027 - most are ready at once
        """Gets ready to play from that position on: before a game, while no clock is running."""

    def close(self) -> None:  # noqa: B027 - who holds nothing has nothing to write
        """Lets go of processes and files. Whoever made the player closes it; it plays no more."""
