"""Who sits at a table."""

from __future__ import annotations

from dataclasses import dataclass

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
