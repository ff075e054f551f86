"""The house: all that can be done with games. Every deed is one transaction of the store.

Whoever holds the secret of a seat acts for it. A command carries the version of the game that its
author has seen and an id of its own: a command made for another version changes nothing, and one
that comes again is answered as the first time. There is no HTTP here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from time import time

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.play import Table, new_record
from tabuleiro.play.computers import answer_proposals
from tabuleiro.records import Record
from tabuleiro.web.deeds import DEEDS, Command, Doing, acting_seat
from tabuleiro.web.devices import Devices
from tabuleiro.web.fairness import Fairness
from tabuleiro.web.names import clean_name
from tabuleiro.web.opening import date_of, open_next, store_game
from tabuleiro.web.orders import Order, plies_of, seat_of, setup_of_order, start_of
from tabuleiro.web.pulse import Pulse
from tabuleiro.web.refusals import (
    ForeignSeatError,
    NotAllowedError,
    StaleError,
    UsedUpError,
    invitation_used_up,
)
from tabuleiro.web.rooms import Rooms, append, game_of, lock
from tabuleiro.web.seating import (
    Invited,
    held_seats,
    invitation,
    invitations_in,
    invited_seat,
    own_seats,
)
from tabuleiro.web.secrets import digest, new_id
from tabuleiro.web.state import Game
from tabuleiro.web.store.rows import Answer, GameRow, HolderRow, SeatRow
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import Transaction
from tabuleiro.web.studies import Studies

MOST_GAMES, MOST_LISTED = 100, 50
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


# --- the house -----------------------------------------------------------------------------


class House:
    """Games in a store. `now` is where the time comes from, in seconds since 1970; `chance` draws
    starts and seats; names have at most `name_length` characters. Every thread may use it.

    `devices` has the players' links for further devices, `pulse` the signs that servers run,
    `studies` what people study; `fairness` says what nobody may be told.
    """

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
        self.rooms = Rooms(store, now)
        self.devices = Devices(self.rooms)
        self.fairness = Fairness(self.rooms)
        self.studies = Studies(store, now)
        self.pulse = Pulse(self.rooms)

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
        record = new_record(start, setup, date_of(now), drawn=not order.plays_on)
        record = replace(record, plies=plies_of(order, start))
        if order.plays_on:
            self.fairness.check(record.final)
        game_id = new_id()
        hashes = [
            digest(invitation(secret, game_id, i)) if seat.free else None
            for i, seat in enumerate(sides)
        ]
        mine = [i for i, each in enumerate(seats) if each.who == "me"]
        control = str(setup.control or "")
        terms = {"hints": order.hints, "listed": order.listed, "control": control}
        with self.store.transaction() as transaction:
            store_game(transaction, record, (game_id, hashes), terms, now)
            for seat in mine:
                transaction.hold(HolderRow(game_id, seat, digest(secret), None, now))
        self.rooms.on_duty()
        return game_id

    def invitations(self, game_id: str, secret: str) -> dict[int, str]:
        """The tokens by which others take the free seats of a game that this secret opened."""
        with self.store.reading() as reading:
            return invitations_in(reading, game_id, secret)

    def invited(self, token: str) -> Invited:
        """What an invitation leads to; to look changes nothing."""
        with self.store.reading() as reading:
            seat = invited_seat(reading, token)
            return Invited(self.rooms.look(reading, seat.game), seat.seat)

    def join(self, token: str, secret: str, name: str) -> str:
        """Takes the seat of an invitation, which is used up then; the id of the game."""
        with self.store.transaction() as transaction:
            seat = invited_seat(transaction, token)
            self._take_seat(transaction, seat, secret, name)
        self.rooms.on_duty()
        return seat.game

    def join_listed(self, game_id: str, secret: str, name: str) -> None:
        """Takes a free seat of a game that is open to everybody."""
        with self.store.transaction() as transaction:
            row = transaction.lock(game_id)
            if row is None or not row.listed:
                raise UsedUpError(say("nobody is waited for in this game any more"))
            free = next(seat for seat in transaction.seats(game_id) if seat.is_open)
            self._take_seat(transaction, free, secret, name)
        self.rooms.on_duty()

    def withdraw(self, game_id: str, secret: str) -> None:
        """Takes back a game that somebody is still waited for in; only who opened it may."""
        with self.store.transaction() as transaction:
            row = lock(transaction, game_id)
            own_seats(transaction, game_id, secret)
            if not self.rooms.table(transaction, row).free_seats:
                raise NotAllowedError(say("the game has begun: it can only be given up"))
            if not invitations_in(transaction, game_id, secret):
                raise NotAllowedError(say("only who opened a game takes it back"))
            transaction.delete_game(game_id)

    # --- looking

    def look(self, game_id: str, secret: str = "") -> Seen:
        """A game as it stands, and the seats that this secret holds in it."""
        with self.store.reading() as reading:
            game = self.rooms.look(reading, game_id)
            return Seen(game, held_seats(reading, game_id, secret))

    def held(self, game_id: str) -> dict[str, tuple[int, ...]]:
        """The seats of a game by the digests of the secrets that hold them."""
        with self.store.reading() as reading:
            holders = reading.holders(game_id)
        seats: dict[str, tuple[int, ...]] = {}
        for holder in holders:
            seats[holder.secret_hash] = (*seats.get(holder.secret_hash, ()), holder.seat)
        return seats

    def game_at(self, game_id: str, version: int) -> Game:
        """A game that has got at least to that version."""
        known = self.rooms.known(game_id)
        if known is not None and known.table.version >= version:
            return known
        with self.store.reading() as reading:
            return self.rooms.look(reading, game_id)

    def known(self, game_id: str) -> Game | None:
        """A game as it was last seen here, if it was."""
        return self.rooms.known(game_id)

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
        return record if game.may_advise else record.without_values()

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
        self.pulse.check()
        now = self.now()
        with self.rooms.changing(game_id) as (transaction, row):
            held = own_seats(transaction, game_id, secret)
            first = transaction.answer_of(game_id, held[0], command.request)
            table = self.rooms.table(transaction, row)
            if first is not None:
                return Done(first.answer["version"], Seen(game_of(row, table), held))
            if command.version != table.version:
                raise StaleError(game_of(row, table), held)
            seat = acting_seat(table, held, command)
            table = table.copy()
            refusal = self._attempt(table, lambda: self._do(table, seat, command, now))
            if table.plays_again:
                table.follow(open_next(transaction, row, table, self.chance, now), now)
            game = append(transaction, row, table)
            if refusal is None:
                answer = Answer(DONE, {"version": table.version})
                transaction.keep_answer(game_id, held[0], command.request, answer, now)
        self.rooms.keep(game)
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

    # --- inside

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
        self.pulse.check()
        now = self.now()
        with self.rooms.changing(game_id) as (transaction, row):
            if version not in (None, row.version):
                return False
            table = self.rooms.table(transaction, row).copy()
            self._attempt(table, lambda: act(table, now))
            if table.version == row.version:
                return False
            game = append(transaction, row, table)
        self.rooms.keep(game)
        return True

    def _do(self, table: Table, seat: int, command: Command, now: float) -> None:
        DEEDS[command.do](Doing(table, seat, command, now, self.chance))
        answer_proposals(table, now)

    def _take_seat(self, transaction: Transaction, seat: SeatRow, secret: str, name: str) -> None:
        row = lock(transaction, seat.game)
        if held_seats(transaction, row.id, secret):
            raise NotAllowedError(say("you have a seat in this game already"))
        table, now = self.rooms.table(transaction, row).copy(), self.now()
        name = clean_name(name, self.name_length)
        if not transaction.take_seat(seat, name, digest(secret), now):
            raise invitation_used_up()
        table.join(seat.seat, name, now)
        append(transaction, row, table)
