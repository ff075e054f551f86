"""Who sits at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's `name`, and which computer player it is; none for a person."""

    name: str
    computer: str = ""

    @property
    def is_person(self) -> bool:
        """Whether somebody has to be asked."""
        return not self.computer


def seats_of(names: Sequence[str], headers: Mapping[str, str]) -> tuple[Seat, ...]:
    """Who sits where, by the names of the players in a record and its further headers; seats that
    these do not speak of are people's."""
    return tuple(
        Seat(name, "" if player == PERSON else player)
        for number, name in enumerate(names, start=1)
        for player in [headers.get(f"Seat{number}", PERSON)]
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
