"""The tables of the database for SQLite and PostgreSQL, and their rows as dataclasses.

Times are seconds since 1970. Of secrets only the digests are stored. When a game is deleted, all
its rows in other tables are deleted too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import UnionType
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

SCHEMA = 4
"""The version of this schema; a change needs a step in `migrations.STEPS`."""

VERSION_KEY, ALIVE_KEY, DOWNTIME_KEY = "schema", "alive", "downtime"
BLOCKED = "blocked "
"""Before an address or a network that may not use the server, in a key of `meta`."""
PROTECTED = "protected"

JobName = Literal["computer", "flag"]
"""Jobs without a request: a computer player moves, a flag falls."""
TYPES: Mapping[Any, Any] = {
    str: Text, JobName: Text, int: Integer, float: Double, bool: Boolean, Mapping[str, Any]: JSON
}  # fmt: skip
"""The types of columns by those of fields."""

metadata = MetaData()


def columns_of(row: type, *key: str, unique: str = "", **others: str) -> Iterator[Column[Any]]:
    """The columns for the fields of a row, except those that are not compared; `key` names the
    primary key, and `others` the columns of other tables that fields refer to."""
    kinds = get_type_hints(row)
    for name in (each.name for each in fields(row) if each.compare):
        optional = isinstance(kinds[name], UnionType)
        type_ = TYPES[get_args(kinds[name])[0] if optional else kinds[name]]
        refers = [ForeignKey(others[name], ondelete="CASCADE")] if name in others else []
        yield Column(
            name,
            type_,
            *refers,
            primary_key=name in key,
            unique=name == unique or None,
            nullable=optional,
        )


# --- games ---------------------------------------------------------------------------------


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


games = Table("games", metadata, *columns_of(GameRow, "id"))

events = Table(
    "events",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("data", JSON, nullable=False),
)


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are wanted: those that are over or not, those of some rules."""

    over: bool | None = None
    rules: str = ""


EVERY_GAME = GameFilter()


# --- seats and who holds them --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a game. It is open as long as it has `invite_hash`, the digest of the invitation
    that lets a player take it."""

    game: str
    seat: int
    name: str
    computer: str
    invite_hash: str | None

    @property
    def is_open(self) -> bool:
        """Whether a player may take the seat."""
        return self.invite_hash is not None


seats = Table(
    "seats", metadata, *columns_of(SeatRow, "game", "seat", unique="invite_hash", game="games.id")
)


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
        """Whether the link can still be used."""
        return self.used is None and self.revoked is None


links = Table("links", metadata, *columns_of(LinkRow, "id", unique="token_hash", game="games.id"))


@dataclass(frozen=True, slots=True)
class HolderRow:
    """A browser that may act for a seat, by the digest of its secret, and the link it came by."""

    game: str
    seat: int
    secret_hash: str
    link: str | None
    created: float


holders = Table(
    "holders",
    metadata,
    *columns_of(HolderRow, "game", "seat", "secret_hash", game="games.id", link="links.id"),
)

requests = Table(
    "requests",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("request", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("status", Integer, nullable=False),
    Column("answer", JSON, nullable=False),
)

recoveries = Table(
    "recoveries",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("token_hash", Text, unique=True, nullable=False),
    Column("sealed", Text, nullable=False),
    Column("settings", JSON, nullable=False),
)


# --- studies -------------------------------------------------------------------------------


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


studies = Table("studies", metadata, *columns_of(StudyRow, "id", unique="shared"))


# --- servers -------------------------------------------------------------------------------


class Downtime(NamedTuple):
    """A time in which no server was running."""

    begin: float
    end: float


NO_DOWNTIME = Downtime(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a server to do a job for a version of a game, until a time."""

    game: str
    what: JobName
    version: int
    owner: str
    until: float
    source: str = field(default="", compare=False)


leases = Table("leases", metadata, *columns_of(Lease, "game", "what", game="games.id"))
meta = Table(
    "meta", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False)
)


# --- indexes -------------------------------------------------------------------------------


def partial_index(name: str, column: Column[object], where: ColumnElement[bool]) -> Index:
    """An index of few rows that are often looked up."""
    return Index(name, column, sqlite_where=where, postgresql_where=where)


partial_index("games_by_flag", games.c.flag_at, games.c.flag_at.is_not(None))
partial_index("games_by_computer", games.c.updated, games.c.computer != "")
partial_index("games_listed", games.c.created, games.c.listed)
partial_index("games_unstarted", games.c.updated, ~games.c.started)
partial_index("games_by_board", games.c.board, games.c.board != "")
Index("studies_by_owner", studies.c.owner, studies.c.updated)
Index("holders_by_secret", holders.c.secret_hash)
Index("holders_by_link", holders.c.link)
Index("links_by_game", links.c.game)
Index("requests_by_time", requests.c.at)
