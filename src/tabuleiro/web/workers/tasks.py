"""Messages between the server and its worker processes: tasks, partial results, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from tabuleiro.analysis import Analysis
from tabuleiro.analysis.reasons import Line, Reason, with_positions
from tabuleiro.core.message import Message
from tabuleiro.core.position import Position
from tabuleiro.core.wording import line_texts
from tabuleiro.players import MoveChoice
from tabuleiro.search.limit import NO_LIMIT, Limit
from tabuleiro.search.progress import Progress


class Priority(IntEnum):
    """The order of tasks when not all can be done at once."""

    move = 0  # a person is waiting for the opponent
    hint = 1
    analysis = 2


@dataclass(frozen=True)
class WorkerTask:
    """A position for the named player to think about.

    Tasks with the same `game` (any text that identifies it) and the same seat are given to the same
    player, which reuses what it found. `seed` is the random seed of a new player. `limit` is added
    to the limits in the player's name.

    Tasks of different `source`s take turns: the address that asks, as a digest.

    With `lines` the task is an analysis with that many lines instead of a move, and no player is
    named; one analyst works for all seats of a `game`. With a `turn` of moves, the task is to find
    reasons for them or, with `fault`, against them.
    """

    position: Position
    player: str
    game: str
    seed: int = 1
    limit: Limit = NO_LIMIT
    priority: Priority = Priority.move
    lines: int = 0
    source: str = ""
    turn: tuple[int, ...] = ()
    fault: bool = False

    @property
    def memory(self) -> tuple[str, int, str]:
        """The key of the player or analyst for this task."""
        return self.game, 0 if self.lines else self.position.player, self.player


@dataclass(frozen=True)
class LineMove:
    """A move of a line: its text, the player, and the sites to touch for it; with several of
    them, also those that it fills."""

    move: str
    player: int
    sites: tuple[str, ...]
    filled: tuple[str, ...] = ()


def line_moves(position: Position, line: Iterable[int]) -> tuple[LineMove, ...]:
    """The moves of a line that starts in this position."""
    return shown_line(with_positions(position, line))


def shown_line(line: Line) -> tuple[LineMove, ...]:
    """The moves of a line, each from its own position."""
    moves = []
    for position, move in line:
        sites = tuple(step[0] for step in position.steps(move))
        fills = position.game.preview_sites if len(sites) > 1 else None
        filled = tuple(fills(position, move)) if fills else ()
        moves.append(LineMove(position.move_text(move), position.player, sites, filled))
    return tuple(moves)


def positions_of(line: Line) -> Iterator[Position]:
    """The positions before the moves of a line, and the one after the last."""
    yield from (position for position, _ in line)
    yield from (position.play(move) for position, move in line[-1:])


@dataclass(frozen=True)
class WorkerResult:
    """The move that a player would make, and the line that it expects, in texts.

    `progress` is the last report of its search; None from a player that does not search. `note`
    says why the move is not the one of the player that was asked. A task for an analysis is only
    answered with `analysis` and the moves of its `lines`. One for reasons is answered with
    `reasons`: each with the moves that show it, and the positions that these pass. The worker works
    these out, to keep the event loop free. A `partial` result is not the last one.
    """

    move: str = ""
    line: tuple[str, ...] = ()
    progress: Progress | None = None
    note: Message | None = None
    analysis: Analysis | None = None
    lines: tuple[tuple[LineMove, ...], ...] = ()
    partial: bool = False
    reasons: tuple[tuple[Message, tuple[LineMove, ...], tuple[Position, ...]], ...] = ()

    @classmethod
    def of_reasons(cls, reasons: Iterable[Reason]) -> WorkerResult:
        """Reasons for a move."""
        return cls(
            reasons=tuple(
                (each.said, shown_line(each.line), tuple(positions_of(each.line)))
                for each in reasons
            )
        )

    @classmethod
    def of(cls, position: Position, choice: MoveChoice | Analysis) -> WorkerResult:
        """An analysis of this position, or a choice in it; MoveError if the move is illegal."""
        if isinstance(choice, Analysis):
            lines = tuple(line_moves(position, each.line) for each in choice.lines)
            return cls(analysis=choice, lines=lines)
        moves = choice.progress.line if choice.progress else (choice.move,)
        move, *_ = line_texts(position, (choice.move,))
        return cls(move, tuple(line_texts(position, moves)), choice.progress)


class Sign(Enum):
    """What a worker sends by itself: that it has loaded everything, or its heartbeat while it has a
    task."""

    ready = auto()
    alive = auto()


WorkerMessage = Sign | WorkerResult | Message
"""The messages of workers. The answer to a task is any number of heartbeats and partial results,
then the last result, or the reason why there is none."""
