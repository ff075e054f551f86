"""How a table is set up (seats, clock, move limit), as headers of its record."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from tabuleiro.core.message import quote, say
from tabuleiro.core.position import Position
from tabuleiro.play.clock import TimeControl, read_control
from tabuleiro.play.seats import PERSON, Seat, recorded_seats
from tabuleiro.records import Record, RecordError

MOVE_LIMIT = 1_000
PROGRESS_HEADERS = ("Layout", "Forfeits", "Ending")
"""The headers that say how a game went; the others say how its table was set up."""

ForfeitReason = Literal["resignation", "time"]
Forfeit = tuple[int, ForfeitReason]
"""The seat that has left the game, and how."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, with how much time, and after how many moves the game is a draw.

    With `free_takebacks` nobody has to agree to a takeback: people share a keyboard.
    """

    seats: tuple[Seat, ...]
    control: TimeControl | None = None
    move_limit: int = MOVE_LIMIT
    free_takebacks: bool = False

    def headers(self) -> dict[str, str]:
        """The headers of the record that store the setup."""
        found = {seat_header(number): seat.header_value for number, seat in enumerate(self.seats)}
        if self.control:
            found["Clock"] = str(self.control)
        if self.move_limit != MOVE_LIMIT:
            found["MoveLimit"] = str(self.move_limit)
        if self.free_takebacks:
            found["Takebacks"] = "free"
        return found


def seat_header(seat: int) -> str:
    """The name of the header of a seat."""
    return f"Seat{seat + 1}"


def new_record(
    start: Position, setup: Setup, date: str = "", drawn: bool = True, local: bool = False
) -> Record:
    """The record of a new game; `date` as in `2026-11-15`. People are only asked about a start that
    was `drawn` at random, and against computer players only if the game is `local`."""
    headers = {"Date": date} if date else {}
    people = sum(seat.is_person for seat in setup.seats)
    if drawn and start.game.refusable_start and people >= (1 if local else len(setup.seats)):
        headers["Layout"] = "open"
    names = tuple(seat.name for seat in setup.seats)
    return Record(start, names, headers={**headers, **setup.headers()})


def setup_of(record: Record) -> Setup:
    """The setup stored in a record."""
    headers = record.headers
    seats = recorded_seats(record.players, headers)
    clock, limit = headers.get("Clock"), headers.get("MoveLimit", str(MOVE_LIMIT))
    if not limit.isdecimal() or len(limit) > 9:
        raise RecordError(say("MoveLimit is not a whole number: {text}", text=quote(limit)))
    control = read_control(clock) if clock else None
    return Setup(seats, control, int(limit), headers.get("Takebacks") == "free")


def forfeits_of(record: Record) -> tuple[Forfeit, ...]:
    """Who has left the game, in order: `[Forfeits "3 resignation, 2 time"]`."""
    text, players = record.headers.get("Forfeits", ""), len(record.players)
    found = tuple(read_forfeit(part, players) for part in text.split(", ") if part)
    if len({seat for seat, _ in found}) < len(found) or len(found) >= players:
        raise RecordError(say("Forfeits: each player can leave once, and one must stay"))
    return found


def read_forfeit(text: str, players: int) -> Forfeit:
    """One entry of the header."""
    number, _, reason = text.partition(" ")
    if number.isdecimal() and 1 <= int(number[:2]) <= players:
        for known in get_args(ForfeitReason):
            if reason == known:
                return int(number) - 1, known
    message = say(
        "Forfeits: {text} is not the number of a player and {reasons}",
        text=quote(text),
        reasons=say("resignation or time"),
    )
    raise RecordError(message)


def write_forfeits(forfeits: tuple[Forfeit, ...]) -> dict[str, str]:
    """The header; empty if nobody has left."""
    entries = [f"{seat + 1} {reason}" for seat, reason in forfeits]
    return {"Forfeits": ", ".join(entries)} if entries else {}


def with_player(record: Record, seat: int, name: str) -> Record:
    """The record after a person of that name has taken a seat."""
    players = tuple(name if each == seat else old for each, old in enumerate(record.players))
    return replace(record, players=players, headers={**record.headers, seat_header(seat): PERSON})


def with_headers(record: Record, without: tuple[str, ...], more: Mapping[str, str]) -> Record:
    """The record without some headers and with others."""
    kept = {name: text for name, text in record.headers.items() if name not in without}
    return replace(record, headers={**kept, **more})
