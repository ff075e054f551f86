"""The house: all that can be done with games. Every deed is one transaction of the store.

Whoever holds the secret of a seat acts for it. A command carries the version of the game that its
author has seen and an id of its own: a command made for another version changes nothing, and one
that comes again is answered as the first time. There is no HTTP here.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from hmac import digest as keyed_digest
from random import Random, SystemRandom
from time import time
from typing import Any

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.games import another_start
from tabuleiro.play import Table, new_record
from tabuleiro.play.computers import answer_proposals
from tabuleiro.records import Record
from tabuleiro.web.deeds import DEEDS, Command, Doing, acting_seat, own_seat
from tabuleiro.web.names import clean_name
from tabuleiro.web.orders import Order, seat_of, setup_of_order, start_of
from tabuleiro.web.refusals import (
    ForeignSeatError,
    NotAllowedError,
    StaleError,
    UsedUpError,
    invitation_used_up,
    link_used_up,
    no_such_game,
)
from tabuleiro.web.secrets import digest, is_secret, matches, new_id, new_secret
from tabuleiro.web.state import Game
from tabuleiro.web.store.rows import (
    Answer,
    Changes,
    GameRow,
    HolderRow,
    LinkRow,
    NewGame,
    NewSeat,
    SeatRow,
)
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import Reading, Transaction
from tabuleiro.web.tables import Tables

SILENCE = 3.0  # seconds without a sign of any server after which none was running
MOST_GAMES, MOST_LISTED, MOST_LINKS = 100, 50, 10
LONGEST_NAME = 40
DONE = 200  # the status under which answers are kept


@dataclass(frozen=True, slots=True)
class Seen:
    """A game and the seats that whoever looks at it holds."""

    game: Game
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A command was accepted, with the version that it made; how the game stands now."""

    version: int
    seen: Seen


@dataclass(frozen=True, slots=True)
class Listing:
    """A game in a list: who plays, and which seats are the reader's own."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    own: tuple[int, ...] = ()

    @property
    def your_turn(self) -> bool:
        """Whether the reader is to move."""
        return self.row.player in self.own


@dataclass(frozen=True, slots=True)
class Invited:
    """A free seat, and the game that it is in."""

    game: Game
    seat: int


# --- the house -----------------------------------------------------------------------------


class House:
    """Games in a store. `now` is where the time comes from, in seconds since 1970; `chance` draws
    starts and seats; names have at most `name_length` characters. Every thread may use it."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float] = time,
        chance: Random | None = None,
        name_length: int = LONGEST_NAME,
    ) -> None:
        self.store = store
        self.now = now
        self.name_length = name_length
        self.chance = chance or SystemRandom()
        self.on_duty: Callable[[], None] = lambda: None
        """Called when a computer player may be to move."""
        self._tables = Tables()

    # --- opening and joining

    def open_game(self, secret: str, order: Order) -> str:
        """Opens a game; its id."""
        now = self.now()
        start = start_of(order, self.chance)
        seats = list(order.seats)
        if order.shuffle:
            self.chance.shuffle(seats)
        name = clean_name(order.name, self.name_length)
        sides = tuple(seat_of(each, name, start.game) for each in seats)
        setup = setup_of_order(order, sides)
        record = new_record(start, setup, date_of(now))
        game_id = new_id()
        hashes = [
            digest(invitation(secret, game_id, i)) if seat.free else None
            for i, seat in enumerate(sides)
        ]
        mine = [i for i, each in enumerate(seats) if each.who == "me"]
        control = str(setup.control or "")
        terms = {"hints": order.hints, "listed": order.listed, "control": control}
        with self.store.transaction() as transaction:
            self._store_game(transaction, game_id, record, hashes, terms)
            for seat in mine:
                transaction.hold(HolderRow(game_id, seat, digest(secret), None, now))
        self.on_duty()
        return game_id

    def invitations(self, game_id: str, secret: str) -> dict[int, str]:
        """The tokens by which others take the free seats of a game that this secret opened."""
        with self.store.reading() as reading:
            return invitations_in(reading, game_id, secret)

    def invited(self, token: str) -> Invited:
        """What an invitation leads to; to look changes nothing."""
        with self.store.reading() as reading:
            seat = self._invited_seat(reading, token)
            return Invited(self._look(reading, seat.game), seat.seat)

    def join(self, token: str, secret: str, name: str) -> str:
        """Takes the seat of an invitation, which is used up then; the id of the game."""
        with self.store.transaction() as transaction:
            seat = self._invited_seat(transaction, token)
            self._take_seat(transaction, seat, secret, name)
        self.on_duty()
        return seat.game

    def join_listed(self, game_id: str, secret: str, name: str) -> None:
        """Takes a free seat of a game that is open to everybody."""
        with self.store.transaction() as transaction:
            row = transaction.lock(game_id)
            if row is None or not row.listed:
                raise UsedUpError(say("nobody is waited for in this game any more"))
            free = next(seat for seat in transaction.seats(game_id) if seat.is_open)
            self._take_seat(transaction, free, secret, name)
        self.on_duty()

    def withdraw(self, game_id: str, secret: str) -> None:
        """Takes back a game that somebody is still waited for in; only who opened it may."""
        with self.store.transaction() as transaction:
            row, _ = self._seated(transaction, game_id, secret)
            if not self._table(transaction, row).free_seats:
                raise NotAllowedError(say("the game has begun: it can only be given up"))
            if not invitations_in(transaction, game_id, secret):
                raise NotAllowedError(say("only who opened a game takes it back"))
            transaction.delete_game(game_id)

    # --- looking

    def look(self, game_id: str, secret: str = "") -> Seen:
        """A game as it stands, and the seats that this secret holds in it."""
        with self.store.reading() as reading:
            game = self._look(reading, game_id)
            return Seen(game, held_seats(reading, game_id, secret))

    def game_at(self, game_id: str, version: int) -> Game:
        """A game that has got at least to that version."""
        known = self._tables.get(game_id)
        if known is not None and known.table.version >= version:
            return known
        with self.store.reading() as reading:
            return self._look(reading, game_id)

    def known(self, game_id: str) -> Game | None:
        """A game as it was last seen here, if it was."""
        return self._tables.get(game_id)

    def my_games(self, secret: str) -> list[Listing]:
        """The games in which this secret holds seats: those where it is to move first, then those
        that go on, then those that are over."""
        with self.store.reading() as reading:
            held = reading.held_by(digest(secret), MOST_GAMES) if secret else []
            seats = reading.seats_of([each.row.id for each in held])
        found = [Listing(each.row, seats[each.row.id], each.seats) for each in held]
        return sorted(found, key=lambda each: (not each.your_turn, each.row.over))

    def open_games(self) -> list[Listing]:
        """The games that wait for anybody, the newest first."""
        with self.store.reading() as reading:
            rows = reading.listed(MOST_LISTED)
            seats = reading.seats_of([row.id for row in rows])
        return [Listing(row, seats[row.id]) for row in rows]

    def record(self, game_id: str) -> Record:
        """The record of a game. While it may not be judged, nothing in it judges the moves."""
        game = self.look(game_id).game
        record = game.table.record()
        if game.may_advise:
            return record
        return replace(record, plies=tuple(replace(ply, value=None) for ply in record.plies))

    def to_advise(self, game_id: str, secret: str) -> Game:
        """A game in which this secret is to move and may be given a hint."""
        seen = self.look(game_id, secret)
        if not seen.game.may_advise:
            raise NotAllowedError(say("there are no hints while people play each other"))
        if seen.game.table.player is None or seen.game.table.player not in seen.seats:
            raise ForeignSeatError(say("only the player to move is given hints"))
        return seen.game

    # --- playing

    def command(self, game_id: str, secret: str, command: Command) -> Done:
        """Does what somebody wants, once. What it changes is stored before this returns."""
        now = self.now()
        with self._changing(game_id) as (transaction, row):
            held = self._held(transaction, game_id, secret)
            first = transaction.answer_of(game_id, held[0], command.request)
            table = self._table(transaction, row)
            if first is not None:
                return Done(first.answer["version"], Seen(self._game(row, table), held))
            if command.version != table.version:
                raise StaleError(self._game(row, table), held)
            seat = acting_seat(table, held, command)
            table = table.copy()
            refusal = self._attempt(table, lambda: self._do(table, seat, command, now))
            if table.plays_again:
                table.follow(self._open_next(transaction, row, table), now)
            game = self._append(transaction, row, table)
            if refusal is None:
                answer = Answer(DONE, {"version": table.version})
                transaction.keep_answer(game_id, held[0], command.request, answer, now)
        self._keep(game)
        if refusal is not None:
            raise refusal
        return Done(table.version, Seen(game, held))

    def move_for_computer(self, game_id: str, version: int, move: str, value: float | None) -> bool:
        """Makes the move of a computer player that it thought of in that version; whether it was
        still wanted."""
        return self._happen(
            game_id,
            lambda table, now: table.move(table.position.player, move, now, value),
            version,
        )

    def fell_flag(self, game_id: str) -> bool:
        """Whether somebody's time in a game is over; it is noted once."""
        return self._happen(game_id, lambda table, now: table.tick(now))

    def beat(self, server: str) -> None:
        """Says that a server runs. When none did for a while, that time is taken off no clock."""
        now = self.now()
        with self.store.transaction() as transaction:
            alive = transaction.heartbeat(server, now)
            stood = alive is not None and now - alive > SILENCE
            games = [
                game
                for game_id in (transaction.timed() if stood else [])
                if (game := self._stop_clock(transaction, game_id, alive or now, now))
            ]
        for game in games:
            self._tables.put(game)

    # --- other devices

    def new_link(self, game_id: str, secret: str, seat: int | None = None) -> str:
        """The token of a link by which another device acts for a seat as well."""
        token, now = new_secret(), self.now()
        with self.store.transaction() as transaction:
            _, held = self._seated(transaction, game_id, secret)
            chosen = own_seat(held, seat)
            links = [link for link in transaction.links(game_id, chosen) if not link.revoked]
            if len(links) >= MOST_LINKS:
                raise NotAllowedError(say("there are enough links: revoke one of them first"))
            transaction.new_link(LinkRow(new_id(), game_id, chosen, digest(token), now))
        return token

    def links(self, game_id: str, secret: str) -> list[LinkRow]:
        """The links of the seats that this secret holds, without those that were revoked."""
        with self.store.reading() as reading:
            held = self._held(reading, game_id, secret)
            found = [link for seat in held for link in reading.links(game_id, seat)]
        return [link for link in found if link.revoked is None]

    def revoke_link(self, game_id: str, secret: str, link_id: str) -> None:
        """Revokes a link, and whoever came by it."""
        with self.store.transaction() as transaction:
            _, held = self._seated(transaction, game_id, secret)
            now = self.now()
            if not any(transaction.revoke_link(game_id, seat, link_id, now) for seat in held):
                raise UsedUpError(say("there is no such link"))

    def linked(self, token: str) -> Invited:
        """What a link leads to; to look changes nothing."""
        with self.store.reading() as reading:
            link = self._open_link(reading, token)
            return Invited(self._look(reading, link.game), link.seat)

    def use_link(self, token: str, secret: str) -> str:
        """Lets the browser of this secret act for the seat of a link; the id of the game."""
        with self.store.transaction() as transaction:
            link = self._open_link(transaction, token)
            if not transaction.use_link(link.id, digest(secret), self.now()):
                raise link_used_up()
        return link.game

    # --- inside: who

    def _held(self, reading: Reading, game_id: str, secret: str) -> tuple[int, ...]:
        """The seats that this secret holds, at least one."""
        held = held_seats(reading, game_id, secret)
        if not held:
            raise ForeignSeatError(say("you have no seat in this game"))
        return held

    def _seated(
        self, transaction: Transaction, game_id: str, secret: str
    ) -> tuple[GameRow, tuple[int, ...]]:
        row = transaction.lock(game_id)
        if row is None:
            raise no_such_game()
        return row, self._held(transaction, game_id, secret)

    def _invited_seat(self, reading: Reading, token: str) -> SeatRow:
        seat = reading.invited_to(digest(token)) if is_secret(token) else None
        if seat is None:
            raise invitation_used_up()
        return seat

    def _open_link(self, reading: Reading, token: str) -> LinkRow:
        link = reading.link_of(digest(token)) if is_secret(token) else None
        if link is None or not link.is_open:
            raise link_used_up()
        return link

    # --- inside: games

    def _keep(self, game: Game) -> None:
        """Keeps a game as the store has it now, and calls whoever has to do something."""
        self._tables.put(game)
        player = game.table.player
        if game.table.next_game or (player is not None and game.table.computer_at(player)):
            self.on_duty()

    def _look(self, reading: Reading, game_id: str) -> Game:
        row = reading.game(game_id)
        if row is None:
            self._tables.forget(game_id)
            raise no_such_game()
        game = self._game(row, self._table(reading, row))
        self._tables.put(game)
        return game

    def _game(self, row: GameRow, table: Table) -> Game:
        return Game(row.id, table, bool(row.settings.get("hints")))

    def _table(self, reading: Reading, row: GameRow) -> Table:
        """The table of a game as the store has it now. Nothing may happen on it."""
        known = self._tables.get(row.id)
        if known is None:
            return Table(reading.events(row.id))
        if known.table.version >= row.version:
            return known.table
        table = known.table.copy()
        table.follow_events(reading.events(row.id, after=table.version))
        return table

    @contextmanager
    def _changing(self, game_id: str) -> Iterator[tuple[Transaction, GameRow]]:
        """A transaction in which nobody else changes the game."""
        with self.store.transaction() as transaction:
            row = transaction.lock(game_id)
            if row is None:
                raise no_such_game()
            yield transaction, row

    def _append(self, transaction: Transaction, row: GameRow, table: Table) -> Game:
        """Stores what has happened at a table since the row was read."""
        happened = table.events[row.version :]
        transaction.append(row.id, happened, changes_of(table, row.settings.get("listed")))
        return self._game(row, table)

    def _attempt(self, table: Table, act: Callable[[], object]) -> TabuleiroError | None:
        """Does something at a table. A refusal that changed it, since a time was over, is given
        back; one that did not is raised."""
        version = table.version
        try:
            act()
        except TabuleiroError as refusal:
            if table.version == version:
                raise
            return refusal
        return None

    def _happen(
        self, game_id: str, act: Callable[[Table, float], object], version: int | None = None
    ) -> bool:
        """Lets something happen that nobody asked for; whether anything did."""
        now = self.now()
        with self._changing(game_id) as (transaction, row):
            if version not in (None, row.version):
                return False
            table = self._table(transaction, row).copy()
            self._attempt(table, lambda: act(table, now))
            if table.version == row.version:
                return False
            game = self._append(transaction, row, table)
        self._keep(game)
        return True

    def _do(self, table: Table, seat: int, command: Command, now: float) -> None:
        DEEDS[command.do](Doing(table, seat, command, now, self.chance))
        answer_proposals(table, now)

    def _stop_clock(
        self, transaction: Transaction, game_id: str, alive: float, now: float
    ) -> Game | None:
        """Takes the time since a server was last alive off no clock of a game."""
        row = transaction.lock(game_id)
        if row is None:
            return None
        table = self._table(transaction, row).copy()
        if table.over or table.clock is None or table.clock.running is None:
            return None
        table.pause(max(alive, table.events[-1].at))
        table.go_on(now)
        return self._append(transaction, row, table)

    def _take_seat(self, transaction: Transaction, seat: SeatRow, secret: str, name: str) -> None:
        row = transaction.lock(seat.game)
        if row is None:
            raise no_such_game()
        if held_seats(transaction, row.id, secret):
            raise NotAllowedError(say("you have a seat in this game already"))
        table, now = self._table(transaction, row).copy(), self.now()
        name = clean_name(name, self.name_length)
        if not transaction.take_seat(seat, name, digest(secret), now):
            raise invitation_used_up()
        table.join(seat.seat, name, now)
        self._append(transaction, row, table)

    def _store_game(
        self,
        transaction: Transaction,
        game_id: str,
        record: Record,
        hashes: Sequence[str | None],
        terms: dict[str, Any],
    ) -> None:
        """Stores a game that begins now."""
        table = Table.open(record, self.now())
        seats = tuple(
            NewSeat(seat.name, seat.computer, invite_hash)
            for seat, invite_hash in zip(table.setup.seats, hashes, strict=True)
        )
        new = NewGame(game_id, record.game_text, seats, terms)
        transaction.new_game(new, table.events, changes_of(table, terms["listed"]))

    def _open_next(self, transaction: Transaction, row: GameRow, table: Table) -> str:
        """Opens the game that follows another: everybody one seat further on."""
        now, count = self.now(), table.position.players
        seats = table.setup.seats
        moved = tuple(seats[(i - 1) % count] for i in range(count))
        start = another_start(table.position, self.chance)
        record = new_record(start, replace(table.setup, seats=moved), date_of(now))
        game_id = new_id()
        self._store_game(transaction, game_id, record, [None] * count, dict(row.settings))
        for holder in transaction.holders(row.id):
            seat = (holder.seat + 1) % count
            link = self._same_link(transaction, holder, game_id, seat) if holder.link else None
            transaction.hold(HolderRow(game_id, seat, holder.secret_hash, link, now))
        return game_id

    def _same_link(
        self, transaction: Transaction, holder: HolderRow, game_id: str, seat: int
    ) -> str:
        """A link, used up, by which a device that came by one is revoked in the next game too."""
        link, now = new_id(), self.now()
        transaction.new_link(LinkRow(link, game_id, seat, digest(new_secret()), now, used=now))
        return link


def held_seats(reading: Reading, game_id: str, secret: str) -> tuple[int, ...]:
    """The seats that a secret holds in a game."""
    if not secret:
        return ()
    holders = reading.holders(game_id)
    return tuple(holder.seat for holder in holders if matches(secret, holder.secret_hash))


def invitation(secret: str, game_id: str, seat: int) -> str:
    """The token of an invitation. Whoever opened the game finds it again by his own secret, and
    nobody else can."""
    keyed = keyed_digest(secret.encode(), f"{game_id} {seat}".encode(), sha256)
    return urlsafe_b64encode(keyed).decode().rstrip("=")


def invitations_in(reading: Reading, game_id: str, secret: str) -> dict[int, str]:
    """The tokens of the free seats of a game; none, unless this secret opened it."""
    tokens = ((seat, invitation(secret, game_id, seat.seat)) for seat in reading.seats(game_id))
    return {
        seat.seat: token
        for seat, token in tokens
        if seat.invite_hash and matches(token, seat.invite_hash)
    }


def changes_of(table: Table, listed: bool | None) -> Changes:
    """How a game stands, for the store to find it by."""
    finish, player, clock = table.finish, table.player, table.clock
    return Changes(
        over=finish is not None,
        result=finish.result if finish else "none",
        player=player,
        computer="" if player is None else table.computer_at(player),
        flag_at=None if finish or clock is None else clock.flag_falls(),
        listed=bool(listed) and bool(table.free_seats),
    )


def date_of(now: float) -> str:
    """The day of a time, as records write it."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()
