"""All SQL about games and studies: what is read and written in one transaction."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, fields, replace
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from tabuleiro.play.events import Event, Moved, Opened
from tabuleiro.web.secrets import is_id
from tabuleiro.web.store.bus import EventBus, GameUpdate
from tabuleiro.web.store.event_data import event_data, read_event
from tabuleiro.web.store.schema import (
    ALIVE_KEY,
    BLOCKED,
    DOWNTIME_KEY,
    EVERY_GAME,
    NO_DOWNTIME,
    Downtime,
    GameFilter,
    GameRow,
    GameStatus,
    HolderRow,
    JobName,
    Lease,
    LinkRow,
    SeatRow,
    StudyRow,
    StudySummary,
    events,
    games,
    holders,
    leases,
    links,
    meta,
    recoveries,
    requests,
    seats,
    studies,
)

Item = TypeVar("Item")
UPSERTS: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
NO_LIMIT = 2**31

DUE: Mapping[JobName, Callable[[float], ColumnElement[bool]]] = {
    "computer": lambda now: games.c.computer != "",
    "flag": lambda now: games.c.flag_at <= now,
}
FIRST: Mapping[JobName, ColumnElement[Any]] = {"computer": games.c.updated, "flag": games.c.flag_at}

# Statements of every command, built once: to build one takes longer than to execute it.
GAME = select(games).where(games.c.id == bindparam("game"))
GAME_FOR_UPDATE = GAME.with_for_update()
HOLDERS = (
    select(holders)
    .where(holders.c.game == bindparam("game"))
    .order_by(holders.c.seat, holders.c.created, holders.c.secret_hash)
)
SEATS_HELD = (
    select(holders.c.seat)
    .where(holders.c.game == bindparam("game"), holders.c.secret_hash == bindparam("secret_hash"))
    .order_by(holders.c.seat)
)
ANSWER = select(requests.c.answer).where(
    requests.c.game == bindparam("game"),
    requests.c.seat == bindparam("seat"),
    requests.c.request == bindparam("request"),
)
ADVANCE = (
    update(games)
    .where(games.c.id == bindparam("which"))
    .values(version=games.c.version + bindparam("more"))
    .returning(games.c.version)
)
NEW_EVENTS, NEW_ANSWER = insert(events), insert(requests)
SUMMARY = [studies.c[field.name] for field in fields(StudySummary)]


class ReadTransaction:
    """Queries, all in one snapshot."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _all(
        self, row: Callable[..., Item], query: Select[Any], asked: Mapping[str, Any] | None = None
    ) -> list[Item]:
        """What a query finds, each as a row of that class."""
        return [row(**each._mapping) for each in self._connection.execute(query, asked)]

    def _one(
        self, row: Callable[..., Item], query: Select[Any], asked: Mapping[str, Any] | None = None
    ) -> Item | None:
        """The row that a query finds, if there is one."""
        return next(iter(self._all(row, query, asked)), None)

    # --- games -----------------------------------------------------------------------------

    def game(self, game_id: str) -> GameRow | None:
        """A game; None if there is none with that id."""
        return self._one_game(game_id, GAME)

    def events(self, game_id: str, after: int = 0) -> list[Event]:
        """The events of a game after a version, in order."""
        query = (
            select(events.c.data)
            .where(events.c.game == game_id, events.c.version > after)
            .order_by(events.c.version)
        )
        return [read_event(data) for data in self._connection.scalars(query)]

    def game_ids(self) -> list[str]:
        """The ids of all games."""
        return list(self._connection.scalars(select(games.c.id).order_by(games.c.id)))

    def listed(self, limit: int) -> list[GameRow]:
        """The public games with free seats, the newest first."""
        query = select(games).where(games.c.listed).order_by(games.c.created.desc()).limit(limit)
        return self._all(GameRow, query)

    def count_listed(self, source: str) -> int:
        """The number of public games with free seats that a source opened."""
        listed = select(func.count()).select_from(games)
        return self._connection.scalar(listed.where(games.c.listed, games.c.source == source)) or 0

    def held_by(
        self, secret_hash: str, limit: int, offset: int = 0, wanted: GameFilter = EVERY_GAME
    ) -> list[tuple[GameRow, tuple[int, ...]]]:
        """The wanted games and the seats that a secret holds in them: unfinished games first, then
        the latest."""
        query = (
            select(games)
            .where(held_games(secret_hash, wanted))
            .order_by(games.c.over, games.c.updated.desc(), games.c.id)
            .limit(limit)
            .offset(offset)
        )
        rows = self._all(GameRow, query)
        taken = select(holders.c.game, holders.c.seat).where(
            holders.c.secret_hash == secret_hash, holders.c.game.in_([row.id for row in rows])
        )
        found: dict[str, list[int]] = defaultdict(list)
        for game, seat in self._connection.execute(taken.order_by(holders.c.seat)):
            found[game].append(seat)
        return [(row, tuple(found[row.id])) for row in rows]

    def count_held(self, secret_hash: str, wanted: GameFilter) -> int:
        """The number of wanted games in which a secret holds seats."""
        query = select(func.count()).select_from(games).where(held_games(secret_hash, wanted))
        return self._connection.scalar(query) or 0

    def protected_games(self, rules: str, since: float) -> list[tuple[str, int]]:
        """The games of some rules, changed since a time, whose positions may not be analysed, with
        their versions."""
        played = games.c.board != "", games.c.updated >= since, has_rules(rules)
        query = select(games.c.id, games.c.version).where(*played)
        return [(row.id, row.version) for row in self._connection.execute(query)]

    def games_to_resume(self, downtime: Downtime, limit: int) -> list[str]:
        """Games whose clocks have been running since before a downtime, the most urgent first."""
        paused = and_(games.c.flag_at.is_not(None), games.c.updated < downtime.end)
        query = select(games.c.id).where(paused).order_by(games.c.flag_at, games.c.id)
        return list(self._connection.scalars(query.limit(limit)))

    def next_flag(self) -> float | None:
        """When the next flag falls in any game."""
        falls: float | None = self._connection.scalar(select(func.min(games.c.flag_at)))
        return falls

    def _one_game(self, game_id: str, query: Select[Any]) -> GameRow | None:
        """None for a text that is not an id; some such texts would make the database fail."""
        return self._one(GameRow, query, {"game": game_id}) if is_id(game_id) else None

    # --- seats and who holds them ----------------------------------------------------------

    def seats(self, game_id: str) -> tuple[SeatRow, ...]:
        """The seats of a game, in order."""
        return self.seats_of([game_id]).get(game_id, ())

    def seats_of(self, game_ids: Collection[str]) -> dict[str, tuple[SeatRow, ...]]:
        """The seats of several games."""
        query = select(seats).where(seats.c.game.in_(game_ids)).order_by(seats.c.game, seats.c.seat)
        rows = groupby(self._all(SeatRow, query), key=attrgetter("game"))
        return {game: tuple(each) for game, each in rows}

    def invited_to(self, invite_hash: str) -> SeatRow | None:
        """The open seat of an invitation."""
        return self._one(SeatRow, select(seats).where(seats.c.invite_hash == invite_hash))

    def holders(self, game_id: str) -> list[HolderRow]:
        """Who may act for the seats of a game, by the digests of their secrets."""
        return self._all(HolderRow, HOLDERS, {"game": game_id})

    def seats_held(self, game_id: str, secret_hash: str) -> tuple[int, ...]:
        """The seats of a game that a secret holds, by its digest, in order."""
        asked = {"game": game_id, "secret_hash": secret_hash}
        return tuple(self._connection.scalars(SEATS_HELD, asked))

    def link_of(self, token_hash: str) -> LinkRow | None:
        """The device link of a token, used or not."""
        return self._one(LinkRow, select(links).where(links.c.token_hash == token_hash))

    def links(self, game_id: str, seat: int) -> list[LinkRow]:
        """The device links of a seat, the oldest first."""
        query = select(links).where(links.c.game == game_id, links.c.seat == seat)
        return self._all(LinkRow, query.order_by(links.c.created, links.c.id))

    def blocked_addresses(self) -> list[str]:
        """The addresses and networks that may not use the server."""
        query = select(meta.c.key).where(meta.c.key.startswith(BLOCKED))
        return [key.removeprefix(BLOCKED) for key in self._connection.scalars(query)]

    # --- requests --------------------------------------------------------------------------

    def version_made_by(self, game_id: str, seat: int, request: str) -> int | None:
        """The version that a command made, if it was carried out before."""
        asked = {"game": game_id, "seat": seat, "request": request}
        answer = self._connection.scalar(ANSWER, asked)
        return answer["version"] if answer else None

    def joined_game(self, secret_hash: str, request: str) -> str | None:
        """The game in which a secret took a seat by this request."""
        own = and_(holders.c.game == requests.c.game, holders.c.seat == requests.c.seat)
        query = select(requests.c.game).select_from(requests.join(holders, own))
        joined = query.where(holders.c.secret_hash == secret_hash, requests.c.request == request)
        return self._connection.scalar(joined.limit(1))

    # --- studies ---------------------------------------------------------------------------

    def study(self, study_id: str) -> StudyRow | None:
        """A study by its own id."""
        return self._one_study(studies.c.id, study_id)

    def shared_study(self, shared: str) -> StudyRow | None:
        """A study by the id of its public link."""
        return self._one_study(studies.c.shared, shared)

    def studies_of(self, owner: str, limit: int) -> list[StudySummary]:
        """The studies of an owner, the last changed first."""
        query = select(*SUMMARY).where(studies.c.owner == owner)
        latest = query.order_by(studies.c.updated.desc(), studies.c.id).limit(limit)
        return self._all(StudySummary, latest)

    def _one_study(self, column: ColumnElement[Any], value: str) -> StudyRow | None:
        query = select(studies).where(column == value)
        return self._one(StudyRow, query) if is_id(value) else None

    def has_recovery(self, owner: str) -> bool:
        """Whether an owner has a recovery link."""
        query = select(recoveries.c.owner).where(recoveries.c.owner == owner)
        return self._connection.execute(query).first() is not None


class Transaction(ReadTransaction):
    """A transaction that writes."""

    def __init__(self, connection: Connection, bus: EventBus) -> None:
        super().__init__(connection)
        self._bus = bus
        self.updates: dict[str | None, GameUpdate] = {}
        self.after_commit: list[Callable[[], None]] = []
        """What is done once the changes are stored, before anybody is notified of them."""

    # --- games -----------------------------------------------------------------------------

    def new_game(
        self,
        row: GameRow,
        seat_rows: Sequence[SeatRow],
        new_events: Sequence[Event],
        status: GameStatus,
    ) -> None:
        """Stores a game of version 0, its seats, and the events that it begins with."""
        self._connection.execute(insert(games).values(asdict(row)))
        self._connection.execute(insert(seats), [asdict(seat) for seat in seat_rows])
        self.append(row.id, new_events, status)

    def lock_game(self, game_id: str) -> GameRow | None:
        """A game that no one else changes before this transaction ends."""
        return self._one_game(game_id, GAME_FOR_UPDATE)

    def append(self, game_id: str, new_events: Sequence[Event], status: GameStatus) -> int:
        """Stores new events of a game as its next versions; its version then."""
        changed = {"updated": new_events[-1].at, **asdict(status)}
        if any(map(is_move, new_events)):
            changed["started"] = True
        given = {"which": game_id, "more": len(new_events), **changed}
        version: int = self._connection.execute(ADVANCE, given).scalar_one()
        first = version - len(new_events) + 1
        rows = [
            {"game": game_id, "version": number, "at": event.at, "data": event_data(event)}
            for number, event in enumerate(new_events, start=first)
        ]
        self._connection.execute(NEW_EVENTS, rows)
        self._notify(GameUpdate(game_id, version))
        return version

    def lock_listing(self) -> None:
        """Waits until no other transaction lists a game."""
        alive = select(meta.c.key).where(meta.c.key == ALIVE_KEY)
        self._connection.execute(alive.with_for_update())

    def delete_unstarted(self, before: float) -> list[str]:
        """Deletes the games without a move in which nothing has happened since; their ids."""
        stale = delete(games).where(~games.c.started, games.c.updated < before)
        return list(self._connection.scalars(stale.returning(games.c.id)))

    def delete_game(self, game_id: str) -> None:
        """Deletes a game and all that belongs to it; its viewers are notified."""
        self._connection.execute(delete(games).where(games.c.id == game_id))
        self._notify(GameUpdate(game_id))

    def _notify(self, game_update: GameUpdate) -> None:
        """Notifies viewers after the commit, perhaps of a change without a new version."""
        self.updates[game_update.game] = game_update
        self._bus.publish(self._connection, game_update)

    # --- seats and who holds them ----------------------------------------------------------

    def take_seat(self, seat: SeatRow, name: str, secret_hash: str, now: float) -> bool:
        """Gives an open seat to its player; False if the invitation is not valid any more."""
        invited = and_(seat_of(seat.game, seat.seat), seats.c.invite_hash == seat.invite_hash)
        taken = seat.is_open and self._changes(
            update(seats).where(invited).values(name=name, invite_hash=None)
        )
        if taken:
            self.add_holder(HolderRow(seat.game, seat.seat, secret_hash, None, now))
        return taken

    def rename_seat(self, game: str, seat: int, name: str) -> None:
        """Changes the name of a player."""
        self._connection.execute(update(seats).where(seat_of(game, seat)).values(name=name))

    def add_holder(self, holder: HolderRow) -> None:
        """Lets a browser act for a seat. If it already may, nothing changes."""
        row = self._upsert(holders).values(asdict(holder)).on_conflict_do_nothing()
        self._connection.execute(row)

    def new_link(self, link: LinkRow) -> None:
        """Stores a new device link."""
        self._connection.execute(insert(links).values(asdict(link)))

    def use_link(self, link_id: str, secret_hash: str, now: float) -> bool:
        """Uses up a device link: that browser holds its seat. False if it was used before."""
        unused = and_(links.c.id == link_id, links.c.used.is_(None), links.c.revoked.is_(None))
        used = update(links).where(unused).values(used=now).returning(links.c.game, links.c.seat)
        row = self._connection.execute(used).one_or_none()
        if row:
            self.add_holder(HolderRow(row.game, row.seat, secret_hash, link_id, now))
        return row is not None

    def revoke_link(self, game_id: str, seat: int, link_id: str, now: float) -> bool:
        """Revokes a device link of a seat, and the device that came by it; viewers are notified.
        False if there is no such link."""
        own = and_(links.c.id == link_id, links.c.game == game_id, links.c.seat == seat)
        found = is_id(link_id) and self._changes(update(links).where(own).values(revoked=now))
        if found:
            self._connection.execute(delete(holders).where(holders.c.link == link_id))
            self._notify(GameUpdate(game_id))
        return found

    def remove_holders(self, game_id: str, seat: int) -> None:
        """Takes a seat away from all browsers that hold it; viewers are notified."""
        own = and_(holders.c.game == game_id, holders.c.seat == seat)
        self._connection.execute(delete(holders).where(own))
        self._notify(GameUpdate(game_id))

    def block(self, address: str, now: float) -> None:
        """Keeps an address or a network from using the server."""
        row = self._upsert(meta).values(key=f"{BLOCKED}{address}", value=repr(now))
        self._connection.execute(row.on_conflict_do_nothing())

    def unblock(self, address: str) -> bool:
        """Lets an address use the server again; False if it was not blocked."""
        return self._changes(delete(meta).where(meta.c.key == f"{BLOCKED}{address}"))

    # --- recovery links --------------------------------------------------------------------

    def recovery(self, token_hash: str) -> tuple[str, str, dict[str, Any]] | None:
        """The owner of a recovery link, its secret, sealed with the token, and its settings."""
        columns = recoveries.c.owner, recoveries.c.sealed, recoveries.c.settings
        query = select(*columns).where(recoveries.c.token_hash == token_hash)
        return self._connection.execute(query).one_or_none()

    def replace_recovery(self, owner: str, **values: Any) -> None:
        """Stores the only recovery link of an owner; without values, removes it."""
        self._connection.execute(delete(recoveries).where(recoveries.c.owner == owner))
        if values:
            self._connection.execute(insert(recoveries).values(owner=owner, **values))

    def merge_owners(self, before: str, after: str) -> None:
        """Gives the seats and studies of an owner to another one."""
        held = select(holders).where(holders.c.secret_hash == before)
        for holder in self._all(HolderRow, held):
            self.add_holder(replace(holder, secret_hash=after))
        self._connection.execute(delete(holders).where(holders.c.secret_hash == before))
        mine = update(studies).where(studies.c.owner == before)
        self._connection.execute(mine.values(owner=after))

    # --- studies ---------------------------------------------------------------------------

    def new_study(self, study: StudyRow) -> None:
        """Stores a new study."""
        self._connection.execute(insert(studies).values(asdict(study)))

    def change_study(self, study_id: str, version: int, **values: Any) -> bool:
        """Stores the next version of a study; False if it has another version by now."""
        same_version = and_(studies.c.id == study_id, studies.c.version == version)
        changed = update(studies).where(same_version)
        return self._changes(changed.values(version=version + 1, **values))

    def share_study(self, study_id: str, shared: str | None) -> None:
        """Sets the id of the public link of a study, or removes it."""
        study = update(studies).where(studies.c.id == study_id)
        self._connection.execute(study.values(shared=shared))

    def delete_study(self, study_id: str) -> None:
        """Deletes a study."""
        self._connection.execute(delete(studies).where(studies.c.id == study_id))

    # --- requests --------------------------------------------------------------------------

    def keep_answer(self, game_id: str, seat: int, request: str, version: int, now: float) -> None:
        """Stores the version that a command made, in case the command is sent again."""
        row = {"game": game_id, "seat": seat, "request": request, "at": now, "status": 200}
        self._connection.execute(NEW_ANSWER, {**row, "answer": {"version": version}})

    def forget_answers(self, before: float) -> None:
        """Deletes answers before a time; their requests are not sent again."""
        self._connection.execute(delete(requests).where(requests.c.at < before))

    # --- jobs ------------------------------------------------------------------------------

    def claim(
        self,
        what: JobName,
        owner: str,
        now: float,
        until: float,
        limit: int,
        *,
        most_each: int = NO_LIMIT,
        busy: Mapping[str, int] = MappingProxyType({}),
    ) -> list[Lease]:
        """Leases of jobs that are due and that no other server has. Sources take turns, and of one
        source the longest due come first: `most_each` with the `busy` ones it has already.

        A lease of an earlier version of its game does not count.
        """
        mine = and_(leases.c.game == games.c.id, leases.c.what == what)
        free = or_(
            leases.c.game.is_(None), leases.c.until <= now, leases.c.version < games.c.version
        )
        order = FIRST[what].label("first"), games.c.id
        turn = func.row_number().over(partition_by=games.c.source, order_by=order).label("turn")
        due = (
            select(turn, *order)
            .select_from(games.outerjoin(leases, mine))
            .where(DUE[what](now), free)
            .subquery()
        )
        found = (
            select(games.c.id, games.c.version, games.c.source, due.c.turn)
            .join(due, due.c.id == games.c.id)
            .order_by(due.c.turn, due.c.first, due.c.id)
            .limit(limit + sum(busy.values()))
            .with_for_update(of=games, skip_locked=True)
        )
        wanted = [
            Lease(row.id, what, row.version, owner, until, row.source)
            for row in self._connection.execute(found).all()
            if row.turn + busy.get(row.source, 0) <= most_each
        ]
        return [lease for lease in wanted[:limit] if self._obtain(lease, now)]

    def renew(self, lease: Lease, until: float) -> bool:
        """Prolongs a lease; False if another server has it by now."""
        return self._changes(update(leases).where(same(lease)).values(until=until))

    def release(self, lease: Lease) -> None:
        """Gives a lease back."""
        self._connection.execute(delete(leases).where(same(lease)))

    def heartbeat(self, now: float, allowed_gap: float) -> Downtime:
        """Writes a heartbeat; returns the last downtime. A longer time than allowed since the last
        heartbeat of any server is one; all servers are told of it."""
        alive = meta.c.key == ALIVE_KEY
        query = select(meta.c.value).where(alive).with_for_update()
        value = self._connection.execute(query).scalar_one()
        last = float(value) if value else now
        latest = repr(float(max(last, now)))
        self._connection.execute(update(meta).where(alive).values(value=latest))
        return self._last_downtime(last, now, allowed_gap)

    def _last_downtime(self, last: float, now: float, allowed_gap: float) -> Downtime:
        """The last downtime: this one, if the last heartbeat was too long ago. One after which
        clocks have not been resumed yet continues."""
        stored = self._connection.scalar(select(meta.c.value).where(meta.c.key == DOWNTIME_KEY))
        downtime = Downtime(*map(float, stored.split())) if stored else NO_DOWNTIME
        if now - last <= allowed_gap:
            return downtime
        begin = downtime.begin if self.games_to_resume(downtime, 1) else last
        row = {"key": DOWNTIME_KEY, "value": f"{begin!r} {now!r}"}
        new = self._upsert(meta).values(row)
        self._connection.execute(new.on_conflict_do_update(index_elements=["key"], set_=row))
        return Downtime(begin, now)

    def end_leases(self, owner: str = "", before: float | None = None) -> None:
        """Ends all leases, those of one server, or those until a time: others may do the jobs."""
        ended = delete(leases)
        ended = ended.where(leases.c.owner == owner) if owner else ended
        ended = ended if before is None else ended.where(leases.c.until < before)
        self._connection.execute(ended)

    def _obtain(self, lease: Lease, now: float) -> bool:
        """Takes a lease, unless another server has taken it since the query: the rows that it saw
        may be older than those it locked."""
        over = or_(leases.c.until <= now, leases.c.version < lease.version)
        row = asdict(lease)
        del row["source"]  # of the game
        taken = (
            self._upsert(leases)
            .values(row)
            .on_conflict_do_update(
                index_elements=[leases.c.game, leases.c.what],
                set_={"version": lease.version, "owner": lease.owner, "until": lease.until},
                where=over,
            )
            .returning(leases.c.game)
        )
        return self._connection.execute(taken).one_or_none() is not None

    def _upsert(self, table: Table) -> Any:
        return UPSERTS[self._connection.dialect.name](table)

    def _changes(self, statement: Any) -> bool:
        """Whether a statement changes anything."""
        return self._connection.execute(statement).rowcount > 0


def is_move(event: Event) -> bool:
    """Whether it is a move, or opens a game with moves that were made before."""
    return isinstance(event, Moved) or (isinstance(event, Opened) and bool(event.record.plies))


def held_games(secret_hash: str, wanted: GameFilter) -> ColumnElement[bool]:
    """The rows of the wanted games in which a secret holds seats."""
    held = select(holders.c.game).where(holders.c.secret_hash == secret_hash)
    found: ColumnElement[bool] = games.c.id.in_(held)
    if wanted.over is not None:
        found = and_(found, games.c.over == wanted.over)
    if wanted.rules:
        found = and_(found, has_rules(wanted.rules))
    return found


def has_rules(rules: str) -> ColumnElement[bool]:
    """The rows of the games of some rules, which are the first word of the text with options."""
    return func.substr(games.c.game + " ", 1, len(rules) + 1) == f"{rules} "


def seat_of(game_id: str, seat: int) -> ColumnElement[bool]:
    """The row of a seat."""
    return and_(seats.c.game == game_id, seats.c.seat == seat)


def same(lease: Lease) -> ColumnElement[bool]:
    """The row of a lease, if the same owner still has it."""
    return and_(
        leases.c.game == lease.game,
        leases.c.what == lease.what,
        leases.c.version == lease.version,
        leases.c.owner == lease.owner,
    )
