"""The commands of a game (move, takeback, draw, ...): which seat each is for and what it does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.play import Table, TableError
from tabuleiro.play.computer_players import answer_proposals
from tabuleiro.web.fields import NO_OTHER_FIELDS, Flag, RequestId, SeatNumber, Text, Version
from tabuleiro.web.games.errors import ForeignSeatError
from tabuleiro.web.games.state import takes_back_alone

CommandName = Literal["move", "takeback", "redo", "draw", "answer", "resign", "layout", "rematch"]


@dataclass(frozen=True, slots=True)
class GameCommand:
    """A command. `request` is an id that you make up: a command that is sent again is answered as
    the first time. `version` is that of the state you have seen. `move` goes with `move`, `agrees`
    with `answer` and `layout`; `seat` is needed only if you hold several."""

    __pydantic_config__ = NO_OTHER_FIELDS

    request: RequestId
    version: Version
    do: CommandName
    move: Text = ""
    agrees: Flag = True
    seat: SeatNumber | None = None


def apply_command(
    table: Table, seat: int, command: GameCommand, now: float, chance: Random
) -> None:
    """Carries out a command for a seat. Computer players answer an offer of a draw at once."""
    match command.do:
        case "move":
            table.move(seat, command.move, now)
        case "takeback" | "rematch":
            table.propose(seat, command.do, now)
        case "redo":
            if not takes_back_alone(table):
                message = say("what was taken back by consent is played again, not redone")
                raise TableError(message)
            table.redo(now)
        case "draw":
            table.propose(seat, "draw", now)
            answer_proposals(table, now)
        case "answer":
            table.answer(seat, command.agrees, now)
        case "resign":
            table.resign(seat, now)
        case "layout":
            table.answer_layout(seat, command.agrees, now, chance)


def attempt(table: Table, act: Callable[[], object]) -> TabuleiroError | None:
    """Does something at a table. A refusal that changed the table (a clock ran out) is returned, so
    that the change can be stored; any other is raised."""
    version = table.version
    try:
        act()
    except TabuleiroError as refusal:
        if table.version == version:
            raise
        return refusal
    return None


def acting_seat(table: Table, held: tuple[int, ...], command: GameCommand) -> int:
    """Which of the seats that a player holds a command is for: the one it names, else the one that
    is expected to act, else the first."""
    if command.seat is not None:
        return own_seat(held, command.seat)
    wanted = [*expected_seats(table, command.do), table.player, *table.remaining]
    return next((seat for seat in wanted if seat is not None and seat in held), held[0])


def expected_seats(table: Table, do: CommandName) -> Sequence[int | None]:
    """The seats that a command is probably for, the most likely first."""
    match do:
        case "takeback":
            return [position.player for position in reversed(table.positions[:-1])]
        case "answer" | "rematch":
            return sorted(table.asked_to_agree)
        case "layout":
            return [table.asked_about_layout]
        case _:
            return ()


def own_seat(held: tuple[int, ...], seat: int | None) -> int:
    """The named seat, which must be one of those held; the first if none is named."""
    if seat is None:
        return held[0]
    if seat not in held:
        raise ForeignSeatError(say("this is not your seat"))
    return seat
