"""The interface of computer players, and the move that one chooses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from tabuleiro.core.message import TabuleiroError, check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.progress import Progress


class PlayerError(TabuleiroError):
    """An unknown player name, or a wrong setting in one."""


@dataclass(frozen=True)
class MoveChoice:
    """A move, and what a search knows about it; None from a player that does not search. `others`
    are the next best moves of a player that is asked for several."""

    move: int
    progress: Progress | None = None
    others: tuple[MoveChoice, ...] | None = None


class Player(ABC):
    """A computer player. It may remember what it found in a game until `forget` is called.

    A player has its own limits, given by its name; those of `think` and `choose` apply as well. The
    game must not be over.
    """

    @abstractmethod
    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        """Yields the moves that it would choose so far; the last one is its choice. There is always
        one, even if it is stopped at once."""

    def choose(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> MoveChoice:
        """The last choice of `think`."""
        check_type("position", position, Position)
        check_type("limit", limit, Limit)
        check_type("stop", stop, StopFlag | None)
        if position.over:
            raise PlayerError(say("the game is over: there is no move to choose"))
        *_, choice = self.think(position, limit, stop)
        return choice

    async def choose_async(self, position: Position, limit: Limit = NO_LIMIT) -> MoveChoice:
        """The same for asyncio programs; cancelling the task stops the search."""
        from tabuleiro.search.asynchronous import run_stoppable  # asyncio takes time to load

        return await run_stoppable(lambda stop: self.choose(position, limit, stop), self.close)

    def forget(self) -> None:  # noqa: B027 - optional: some remember nothing
        """Forgets the last game: a new one starts."""

    def prepare(self, position: Position) -> None:  # noqa: B027 - optional: most are ready at once
        """Gets ready to play from that position: before a game, while no clock runs."""

    def observe(self, position: Position, move: int) -> None:  # noqa: B027 - optional, as above
        """Notes a move of the game, by any player; the position is the one before it."""

    def close(self) -> None:  # noqa: B027 - optional: most hold nothing
        """Releases processes and files. The caller that made the player closes it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        from asyncio import to_thread

        await to_thread(self.close)
