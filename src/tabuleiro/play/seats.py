"""Who sits at a table."""

from __future__ import annotations

from dataclasses import dataclass

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
