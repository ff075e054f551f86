"""Everything that can happen at a table, as dataclasses."""

import re
from dataclasses import dataclass
from typing import Literal

from tabuleiro.records import Record

ProposalKind = Literal["draw", "takeback", "rematch"]


@dataclass(frozen=True, slots=True)
class Event:
    """Base class: something that happened at the time `at`."""

    at: float


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """The table is opened with the record of a new game, or of a game to resume."""

    record: Record


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A person takes a free seat."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class LayoutAnswered(Event):
    """A player accepts or rejects the start that was drawn."""

    seat: int
    likes: bool


@dataclass(frozen=True, slots=True)
class Redrawn(Event):
    """All players rejected the start: this one was drawn instead, as a position text."""

    start: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move. `value` is the player's expected score, from a search; `by` is a stand-in's name."""

    seat: int
    move: str
    value: float | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """A player proposes a draw, asks for a takeback, or wants to play again after the end."""

    seat: int
    what: ProposalKind


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A player agrees to what is proposed, or declines it."""

    seat: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """Moves are taken back; the first `moves` remain."""

    moves: int


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """The moves that were taken back last are restored."""


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """All remaining players have agreed to a draw."""


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player resigns."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """A player runs out of time."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The clocks are paused."""


@dataclass(frozen=True, slots=True)
class Continued(Event):
    """The clocks run again."""


@dataclass(frozen=True, slots=True)
class Followed(Event):
    """All have agreed to a rematch: the id of the next game."""

    game: str


def kind_of(event: type[Event]) -> str:
    """The name of a kind of event, such as `layout answered`. These names and the fields of the
    events are stored, so keep them."""
    return re.sub("(?<!^)(?=[A-Z])", " ", event.__name__).lower()


KINDS = {
    kind_of(event): event
    for event in (
        *(Opened, Joined, LayoutAnswered, Redrawn, Moved, Proposed, Answered, TakenBack, Redone),
        *(Drawn, Resigned, TimedOut, Paused, Continued, Followed),
    )
}
"""All kinds of events by their names."""
