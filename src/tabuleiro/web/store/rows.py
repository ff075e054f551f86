"""The rows of the store as dataclasses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

JobName = Literal["computer", "flag"]
"""Jobs without a request: a computer player moves, a flag falls."""


class Downtime(NamedTuple):
    """A time in which no server was running."""

    begin: float
    end: float


NO_DOWNTIME = Downtime(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class NewSeatRow:
    """A seat of a new game. It is open as long as it has `invite_hash`, the digest of the
    invitation that lets a player take it."""

    name: str
    computer: str = ""
    invite_hash: str | None = None


PROTECTED = "protected"


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The state of a game after its last event, as columns by which games are found.

    `player` is the seat to move, `computer` the computer player who is to move, none for a person.
    `flag_at` is when the running clock falls. `listed` shows the game among the open ones.
    `board` is PROTECTED if the position may not be analysed; earlier versions stored its key.
    """

    over: bool = False
    result: str = "none"
    player: int | None = None
    computer: str = ""
    flag_at: float | None = None
    listed: bool = False
    board: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow(GameStatus):
    """A game as the store knows it. `version` is the number of its events; `started` says that a
    move was ever made; `people` is how many seats are not a computer player's; `source` is the
    digest of the address that opened it."""

    id: str
    game: str
    created: float
    updated: float
    version: int
    started: bool
    people: int
    settings: Mapping[str, Any] = field(hash=False)
    source: str = ""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are wanted: those that are over or not, those of some rules."""

    over: bool | None = None
    rules: str = ""


EVERY_GAME = GameFilter()


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a game."""

    game: str
    seat: int
    name: str
    computer: str
    invite_hash: str | None

    @property
    def is_open(self) -> bool:
        """Whether a player may take it."""
        return self.invite_hash is not None


@dataclass(frozen=True, slots=True)
class HolderRow:
    """A browser that may act for a seat, by the digest of its secret, and the link it came by."""

    game: str
    seat: int
    secret_hash: str
    link: str | None
    created: float


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A device link, with which a player continues on another device. It can be used once."""

    id: str
    game: str
    seat: int
    token_hash: str
    created: float
    used: float | None = None
    revoked: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can still be used."""
        return self.used is None and self.revoked is None


@dataclass(frozen=True, slots=True)
class StudySummary:
    """A study without its moves. `owner` is the digest of the secret that may change it; `version`
    grows with every change; `shared` is the id of its public link, if there is one;
    `game` is the text of its game with options."""

    id: str
    owner: str
    title: str
    game: str
    created: float
    updated: float
    version: int
    shared: str | None


@dataclass(frozen=True, slots=True)
class StudyRow(StudySummary):
    """A study; its record is as `records.json` writes it."""

    record: Mapping[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a server to do a job for a version of a game, until a time."""

    game: str
    what: JobName
    version: int
    owner: str
    until: float
    source: str = field(default="", compare=False)
