"""What computer players are asked and what they answer, as data that goes between processes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from tabuleiro.core.message import Message
from tabuleiro.core.position import Position
from tabuleiro.core.telling import line_texts
from tabuleiro.players import Choice
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.progress import Progress


class Priority(IntEnum):
    """What comes first when not everything can be done at once."""

    move = 0  # somebody waits for his opponent
    hint = 1
    analysis = 2


@dataclass(frozen=True)
class Task:
    """A position for the player of that name to think about.

    Players of the same `game` (any text that tells games apart) and the same seat remember what
    they thought. `seed` is where the chance of a new player comes from. `limit` comes on top of
    the limits that the player's name gives it.
    """

    position: Position
    player: str
    game: str
    seed: int = 1
    limit: Limit = NO_LIMIT
    priority: Priority = Priority.move

    @property
    def memory(self) -> tuple[str, int, str]:
        """Tasks with the same are for the same player, who remembers."""
        return self.game, self.position.player, self.player


@dataclass(frozen=True)
class Thought:
    """The move that a player would make, and the line that it expects, in texts.

    `progress` is what its search knows; None from a player who does not search. `note` says why
    the move is another's than the player's who was asked.
    """

    move: str
    line: tuple[str, ...]
    progress: Progress | None = None
    note: Message | None = None

    @classmethod
    def of(cls, position: Position, choice: Choice) -> Thought:
        """A choice in that position; MoveError when the rules forbid it."""
        moves = choice.progress.line if choice.progress else (choice.move,)
        move, *_ = line_texts(position, (choice.move,))
        return cls(move, tuple(line_texts(position, moves)), choice.progress)


@dataclass(frozen=True)
class Report:
    """A thought before the last one."""

    thought: Thought


@dataclass(frozen=True)
class Failure:
    """Why there is no thought."""

    reason: Message


@dataclass(frozen=True)
class Ready:
    """The first word of a worker: it has loaded everything."""


@dataclass(frozen=True)
class Alive:
    """A sign of a worker that has a task, whether or not there is anything to report."""


Word = Ready | Alive | Report | Thought | Failure
"""What workers say. The answer to a task is any number of signs and reports, then a thought or a
failure."""
