"""The commands of a game (move, takeback, draw, ...): which seat each is for and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from tabuleiro.core.message import say
from tabuleiro.play import Table, TableError
from tabuleiro.web.games.errors import ForeignSeatError
from tabuleiro.web.games.state import takes_back_alone

CommandName = Literal["move", "takeback", "redo", "draw", "answer", "resign", "layout", "rematch"]


@dataclass(frozen=True, slots=True)
class GameCommand:
    """What somebody wants to do in a game: `request` is an id that he made up, `version` the one
    that he has seen. `seat` is needed only by who holds several."""

    request: str
    version: int
    do: CommandName
    move: str = ""
    agrees: bool = True
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class CommandContext:
    """A command being carried out for a seat."""

    table: Table
    seat: int
    command: GameCommand
    now: float
    chance: Random


def redo(doing: CommandContext) -> None:
    """Lets moves stand again that were taken back without anybody's consent."""
    if not takes_back_alone(doing.table):
        raise TableError(say("what was taken back by consent is played again, not redone"))
    doing.table.redo(doing.now)


COMMANDS: dict[CommandName, Callable[[CommandContext], None]] = {
    "move": lambda it: it.table.move(it.seat, it.command.move, it.now),
    "takeback": lambda it: it.table.propose(it.seat, "takeback", it.now),
    "redo": redo,
    "draw": lambda it: it.table.propose(it.seat, "draw", it.now),
    "answer": lambda it: it.table.answer(it.seat, it.command.agrees, it.now),
    "resign": lambda it: it.table.resign(it.seat, it.now),
    "layout": lambda it: it.table.answer_layout(it.seat, it.command.agrees, it.now, it.chance),
    "rematch": lambda it: it.table.propose(it.seat, "rematch", it.now),
}
"""What commands do."""


def no_seats(table: Table) -> Sequence[int | None]:
    """No seat in particular."""
    return ()


EXPECTED_SEATS: dict[CommandName, Callable[[Table], Sequence[int | None]]] = {
    "takeback": lambda table: [position.player for position in reversed(table.positions[:-1])],
    "answer": lambda table: sorted(table.asked_to_agree),
    "rematch": lambda table: sorted(table.asked_to_agree),
    "layout": lambda table: [table.asked_about_layout],
}
"""Whose deed each would be, the likeliest first."""


def acting_seat(table: Table, held: tuple[int, ...], command: GameCommand) -> int:
    """For which of the seats that somebody holds a command is: the one it names, else the one of
    whom it is expected, else the first."""
    if command.seat is not None:
        return own_seat(held, command.seat)
    wanted = [*EXPECTED_SEATS.get(command.do, no_seats)(table), table.player, *table.remaining]
    return next((seat for seat in wanted if seat is not None and seat in held), held[0])


def own_seat(held: tuple[int, ...], seat: int | None) -> int:
    """The seat that is named, which must be one's own; the first when none is."""
    if seat is None:
        return held[0]
    if seat not in held:
        raise ForeignSeatError(say("this is not your seat"))
    return seat
