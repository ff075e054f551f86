"""Everything that can happen at a table, as dataclasses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tabuleiro.records import Record

ProposalKind = Literal["draw", "takeback", "rematch"]


@dataclass(frozen=True, slots=True)
class Event:
    """Anything that happens."""

    at: float


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """The table is opened with a record: a new one, or one of a game to go on with."""

    record: Record


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A person takes a seat that was free."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class LayoutAnswered(Event):
    """A player likes the start that was drawn, or does not."""

    seat: int
    likes: bool


@dataclass(frozen=True, slots=True)
class Redrawn(Event):
    """Nobody liked the start: this one was drawn instead, as a position text."""

    start: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move. `value` is what a search expected of it for the mover, `by` a stand-in."""

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
    """Moves are taken back, so that only the first `moves` stand."""

    moves: int


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """The moves that were taken back last stand again."""


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """All who remain have agreed to a draw."""


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player gives up."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """A player's time is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The clocks stand still from now on."""


@dataclass(frozen=True, slots=True)
class Continued(Event):
    """The clocks go on."""


@dataclass(frozen=True, slots=True)
class Followed(Event):
    """All have agreed to play again: the next game is known by this name."""

    game: str
