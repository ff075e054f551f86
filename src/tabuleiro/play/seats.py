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
"""Makes the remaining moves of a player who has left a game of three or four."""

PERSON = "person"
"""What a record calls a seat that no computer player has."""

FREE = "free"
"""What a record calls a seat that nobody has taken yet."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's `name`, and which computer player it is; none for a person. A `free` seat is one
    that a person has yet to take."""

    name: str
    computer: str = ""
    free: bool = False

    @property
    def is_person(self) -> bool:
        """Whether somebody has to be asked."""
        return not self.computer

    @property
    def holder(self) -> str:
        """What a record calls whoever has it."""
        return FREE if self.free else self.computer or PERSON


def read_seat(name: str, holder: str) -> Seat:
    """The seat of that name, whose holder is written as a record writes it."""
    return Seat(name, "" if holder in (PERSON, FREE) else holder, holder == FREE)


def recorded_seats(names: Sequence[str], headers: Mapping[str, str]) -> tuple[Seat, ...]:
    """Who sits where, by the names of the players in a record and its further headers; seats that
    these do not speak of are people's."""
    return tuple(
        read_seat(name, headers.get(f"Seat{number}", PERSON))
        for number, name in enumerate(names, start=1)
    )


def seat_title(number: int, seat: Seat, game: Game[Any]) -> Message:
    """What a seat is called: by the computer player, by a person's name, or by its number."""
    if seat.computer:
        return player_title(seat.computer, game)
    if seat.name == PERSON:
        return say("a person")
    if seat.name == str(player_name(number)):
        return player_name(number)
    return say("{name}", name=seat.name)


def seat_of(number: int, computer: str = "") -> Seat:
    """A seat by its number, from 0: its name is that of the computer player, or the number's."""
    return Seat(computer or str(player_name(number)), computer)


def seats_of(computers: Iterable[str]) -> tuple[Seat, ...]:
    """The seats of a table, from the computer players on them; none where a person sits."""
    return tuple(seat_of(number, computer) for number, computer in enumerate(computers))


def rotate_seats(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The same players, the second of whom begins; who is called by a number is called by the new
    one."""
    names = enumerate((*seats[1:], seats[0]))
    before = {seat_of(number) for number in range(len(seats))}
    return tuple(seat_of(number) if seat in before else seat for number, seat in names)
