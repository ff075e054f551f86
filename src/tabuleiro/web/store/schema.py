"""The database tables and indexes, for SQLite and PostgreSQL.

Times are seconds since 1970. Of secrets only the digests are stored. When a game is deleted, all
its rows in other tables are deleted too.
"""

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

metadata = MetaData()


def game_column(*, in_primary_key: bool = True) -> Column[str]:
    """The game that a row belongs to; it may begin the primary key."""
    return Column(
        "game",
        Text,
        ForeignKey("games.id", ondelete="CASCADE"),
        primary_key=in_primary_key,
        nullable=False,
    )


games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("version", Integer, nullable=False),
    Column("started", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("result", Text, nullable=False),
    Column("player", Integer),
    Column("computer", Text, nullable=False),
    Column("flag_at", Double),
    Column("listed", Boolean, nullable=False),
    Column("board", Text, nullable=False),
    Column("people", Integer, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("source", Text, nullable=False),
)

events = Table(
    "events",
    metadata,
    game_column(),
    Column("version", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("data", JSON, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    game_column(),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("computer", Text, nullable=False),
    Column("invite_hash", Text, unique=True),
)

links = Table(
    "links",
    metadata,
    Column("id", Text, primary_key=True),
    game_column(in_primary_key=False),
    Column("seat", Integer, nullable=False),
    Column("token_hash", Text, unique=True, nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double),
    Column("revoked", Double),
)

holders = Table(
    "holders",
    metadata,
    game_column(),
    Column("seat", Integer, primary_key=True),
    Column("secret_hash", Text, primary_key=True),
    Column("link", Text, ForeignKey("links.id", ondelete="CASCADE")),
    Column("created", Double, nullable=False),
)

requests = Table(
    "requests",
    metadata,
    game_column(),
    Column("seat", Integer, primary_key=True),
    Column("request", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("status", Integer, nullable=False),
    Column("answer", JSON, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    game_column(),
    Column("what", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("owner", Text, nullable=False),
    Column("until", Double, nullable=False),
)

studies = Table(
    "studies",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("version", Integer, nullable=False),
    Column("shared", Text, unique=True),
    Column("record", JSON, nullable=False),
)

recoveries = Table(
    "recoveries",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("token_hash", Text, unique=True, nullable=False),
    Column("sealed", Text, nullable=False),
    Column("settings", JSON, nullable=False),
)

meta = Table(
    "meta", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False)
)


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
