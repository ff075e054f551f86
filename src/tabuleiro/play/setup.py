"""Who plays at a table and how it is set up (clock, move limit), as headers of its record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, quote, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.play.clock import TimeControl, read_control
from tabuleiro.players.titles import player_title
from tabuleiro.records import Record, RecordError

MOVE_LIMIT = 1_000
PROGRESS_HEADERS = ("Layout", "Forfeits", "Ending")
"""The headers that say how a game went; the others say how its table was set up."""

ForfeitReason = Literal["resignation", "time"]
Forfeit = tuple[int, ForfeitReason]
"""The seat that has left the game, and how."""

STAND_IN = "level:3"
"""The computer player that moves for players who have left a game of three or four."""

PERSON = "person"
"""The header of a seat with a person."""

FREE = "free"
"""The header of a free seat."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The `name` of a player and the `computer` player, empty for a person; or a `free` seat."""

    name: str
    computer: str = ""
    free: bool = False

    @property
    def is_person(self) -> bool:
        """Whether the seat is for a person."""
        return not self.computer

    @property
    def header_value(self) -> str:
        """The header value that says who has the seat."""
        return FREE if self.free else self.computer or PERSON


def recorded_seats(names: Sequence[str], headers: Mapping[str, str]) -> tuple[Seat, ...]:
    """The seats of a record, by its player names and headers; without a header it is a person."""
    values = [headers.get(f"Seat{number}", PERSON) for number in range(1, len(names) + 1)]
    return tuple(
        Seat(name, "" if value in (PERSON, FREE) else value, free=value == FREE)
        for name, value in zip(names, values, strict=True)
    )


def seat_title(number: int, seat: Seat, game: Game[Any]) -> Message:
    """The title of a seat: the computer player, the person's name, or the seat number."""
    if seat.computer:
        return player_title(seat.computer, game)
    if seat.name == PERSON:
        return say("a person")
    if seat.name in ("", str(player_name(number))):
        return player_name(number)
    return say("{name}", name=seat.name)


def seat_of(number: int, computer: str = "") -> Seat:
    """A seat by its number, from 0, named after the computer player or the number."""
    return Seat(computer or str(player_name(number)), computer)


def seats_of(computers: Iterable[str]) -> tuple[Seat, ...]:
    """The seats of a table, from the computer player of each; empty for a person."""
    return tuple(seat_of(number, computer) for number, computer in enumerate(computers))


def rotate_seats(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The same players, starting with the second. Seats named after their number get a new name."""
    unnamed = {seat_of(number) for number in range(len(seats))}
    moved = enumerate((*seats[1:], seats[0]))
    return tuple(seat_of(number) if seat in unnamed else seat for number, seat in moved)


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
