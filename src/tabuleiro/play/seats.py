"""Seats of a table: people, computer players and free seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.scene import player_name
from tabuleiro.players.titles import player_title

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
