"""The game service: everything that can be done with games, each action in one transaction.

The browser that holds the secret of a seat acts for it. A command carries the version of the game
that the player has seen and an id: a command for another version changes nothing, and one that is
sent again is answered as the first time. There is no HTTP here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from threading import Lock

from tabuleiro.core.message import say
from tabuleiro.play import Table, new_record
from tabuleiro.records import Record
from tabuleiro.web.games.commands import GameCommand, acting_seat, apply_command, attempt
from tabuleiro.web.games.device_links import DeviceLinks
from tabuleiro.web.games.errors import (
    INVITATION_USED,
    ForeignSeatError,
    NotAllowedError,
    StaleError,
    UsedUpError,
)
from tabuleiro.web.games.fair_play import FairPlay
from tabuleiro.web.games.heartbeat import Heartbeat, steady_time
from tabuleiro.web.games.names import clean_name
from tabuleiro.web.games.new_game import (
    NewGameRequest,
    create_rematch,
    date_of,
    plies_of,
    seat_of,
    setup_of_request,
    starting_position,
    store_game,
)
from tabuleiro.web.games.recovery import RecoveryLinks
from tabuleiro.web.games.repository import GameRepository, held_seats, snapshot_of
from tabuleiro.web.games.seats import SeatOffer, invitation, invitations_in, invited_seat
from tabuleiro.web.games.state import GameSnapshot, ViewedGame
from tabuleiro.web.games.studies import StudyService
from tabuleiro.web.secrets import digest, new_id, source_of
from tabuleiro.web.store.schema import GameFilter, GameRow, HolderRow, SeatRow
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import ReadTransaction, Transaction

MOST_GAMES, MOST_LISTED = 100, 50
MOST_PUBLIC = 5  # open public games of an address
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class CommandResult:
    """An accepted command: the version that it made, and the game now."""

    version: int
    seen: ViewedGame


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game in a list: who plays, and which seats are the reader's own."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    own: tuple[int, ...] = ()

    @property
    def your_turn(self) -> bool:
        """Whether the reader is to move."""
        return self.row.player in self.own


def listings(
    reading: ReadTransaction, held: Sequence[tuple[GameRow, tuple[int, ...]]]
) -> list[GameListing]:
    """Games, and the seats in each that are the reader's own, with all their seats."""
    seats = reading.seats_of([row.id for row, _ in held])
    return [GameListing(row, seats[row.id], own) for row, own in held]


# --- the service ---------------------------------------------------------------------------


class GameService:
    """Games in a store. `now` returns the time in seconds since 1970; `chance` draws
    starts and seats; names have at most `name_length` characters. Every thread may use it.

    `device_links` has the players' links for further devices, `recovery` the recovery links,
    `heartbeat` the heartbeats of servers, `studies` the studies; `fair_play` says which positions
    may not be analysed.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float] = steady_time,
        chance: Random | None = None,
        name_length: int = LONGEST_NAME,
    ) -> None:
        self.store = store
        self.now = now
        self.name_length = name_length
        self.chance = chance or SystemRandom()
        self.repository = GameRepository(store, now)
        self.device_links = DeviceLinks(self.repository)
        self.fair_play = FairPlay(self.repository)
        self.studies = StudyService(store, now)
        self.heartbeat = Heartbeat(self.repository)
        self.moves: Counter[str] = Counter()
        """How many moves a `person` or a `computer` has made here."""
        self._counting = Lock()
        self.recovery = RecoveryLinks(store)

    # --- opening and joining

    def open_game(self, secret: str, request: NewGameRequest, address: str = "") -> str:
        """Opens a game for somebody at an address; its id."""
        now = self.now()
        start = starting_position(request, self.chance)
        seats = list(request.seats)
        if request.shuffle:
            self.chance.shuffle(seats)
        name = clean_name(request.name, self.name_length)
        sides = tuple(seat_of(each, name, start.game) for each in seats)
        setup = setup_of_request(request, sides)
        record = new_record(start, setup, date_of(now), drawn=not request.plays_on)
        record = replace(record, plies=plies_of(request, start))
        if request.continues:
            self.fair_play.check(record.final)
        game_id = new_id()
        hashes = [
            digest(invitation(secret, game_id, i)) if seat.free else None
            for i, seat in enumerate(sides)
        ]
        mine = [i for i, each in enumerate(seats) if each.who == "me"]
        control = str(setup.control or "")
        terms = {"hints": request.hints, "listed": request.listed, "control": control}
        if request.continues:
            terms["continues"] = True
        source = source_of(address)
        with self.store.transaction() as transaction:
            if request.listed and address:
                transaction.lock_listing()
                if transaction.count_listed(source) >= MOST_PUBLIC:
                    raise NotAllowedError(
                        say("you have {most} open public games: cancel one first", most=MOST_PUBLIC)
                    )
            store_game(transaction, game_id, record, hashes, terms, now, source)
            for seat in mine:
                transaction.add_holder(HolderRow(game_id, seat, digest(secret), None, now))
        self.repository.wake_jobs()
        return game_id

    def invitations(self, game_id: str, secret: str) -> dict[int, str]:
        """The tokens by which others take the free seats of a game that this secret opened."""
        with self.store.reading() as reading:
            return invitations_in(reading, game_id, secret)

    def invited(self, token: str) -> SeatOffer:
        """The seat of an invitation, which stays valid."""
        with self.store.reading() as reading:
            seat = invited_seat(reading, token)
            return SeatOffer(self.repository.load(reading, seat.game), seat.seat)

    def join(self, token: str, secret: str, name: str) -> str:
        """Takes the seat of an invitation, which is used up then; the id of the game. The same
        browser may repeat it, as the answer may be lost."""
        request = f"join {digest(token)}"
        with self.store.transaction() as transaction:
            if joined := transaction.joined_game(digest(secret), request):
                return joined
            seat = invited_seat(transaction, token)
            self._take_seat(transaction, seat, secret, name, request)
        return seat.game

    def join_listed(self, game_id: str, secret: str, name: str) -> None:
        """Takes a free seat of a public game; the same browser may repeat it."""
        request = f"join {game_id}"
        with self.store.transaction() as transaction:
            if transaction.joined_game(digest(secret), request):
                return
            row = transaction.lock_game(game_id)
            if row is None or not row.listed:
                raise UsedUpError(say("this game has no open seat any more"))
            free = next(seat for seat in transaction.seats(game_id) if seat.is_open)
            self._take_seat(transaction, free, secret, name, request)

    def rename_host(self, game_id: str, secret: str, name: str) -> None:
        """Names the player of a game that still has free seats."""
        with self.repository.locked(game_id) as locked:
            name = clean_name(name, self.name_length)
            for seat in locked.own_seats(secret):
                locked.table.rename(seat, name, self.now())
                locked.transaction.rename_seat(game_id, seat, name)

    def withdraw(self, game_id: str, secret: str) -> None:
        """Deletes a game that still has free seats; only the player who opened it may."""
        with self.repository.locked(game_id) as locked:
            locked.own_seats(secret)
            if not locked.table.free_seats:
                raise NotAllowedError(say("the game has started: you can only resign"))
            if not invitations_in(locked.transaction, game_id, secret):
                raise NotAllowedError(say("only the player who opened the game can cancel it"))
            locked.transaction.delete_game(game_id)

    # --- looking

    def view(self, game_id: str, secret: str = "") -> ViewedGame:
        """A game as it stands, and the seats that this secret holds in it."""
        with self.store.reading() as reading:
            game = self.repository.load(reading, game_id)
            return ViewedGame(game, held_seats(reading, game_id, secret))

    def seats_held(self, game_id: str, secret_hashes: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """The seats of a game that secrets hold, by their digests."""
        with self.store.reading() as reading:
            return {each: reading.seats_held(game_id, each) for each in secret_hashes}

    def game_at_version(self, game_id: str, version: int) -> GameSnapshot:
        """A game that has at least that version."""
        return self.repository.cached(game_id, version) or self.view(game_id).game

    def my_games(self, secret: str) -> list[GameListing]:
        """The games in which this secret holds seats: those where it is to move first, then those
        in progress, then those that are over."""
        with self.store.reading() as reading:
            found = listings(reading, reading.held_by(digest(secret), MOST_GAMES))
        return sorted(found, key=lambda each: (not each.your_turn, each.row.over))

    def history(
        self, secret: str, wanted: GameFilter, page: int, size: int
    ) -> tuple[list[GameListing], int, int]:
        """A page of the wanted games in which this secret holds seats, its number, which is that
        of the nearest page, and how many pages there are."""
        owner = digest(secret)
        with self.store.reading() as reading:
            pages = -(-reading.count_held(owner, wanted) // size)
            page = max(1, min(page, pages))
            held = reading.held_by(owner, size, (page - 1) * size, wanted)
            return listings(reading, held), page, pages

    def open_games(self) -> list[GameListing]:
        """The public games with free seats, the newest first."""
        with self.store.reading() as reading:
            return listings(reading, [(row, ()) for row in reading.listed(MOST_LISTED)])

    def is_listed(self, game_id: str) -> bool:
        """Whether anybody may take a free seat of a game."""
        with self.store.reading() as reading:
            row = reading.game(game_id)
        return row is not None and row.listed

    def record(self, game_id: str) -> Record:
        """The record of a game, without evaluations while hints are not allowed."""
        game = self.view(game_id).game
        record = game.table.record()
        return record if game.may_advise else record.without_values()

    def game_for_hint(self, game_id: str, secret: str) -> tuple[GameSnapshot, frozenset[str]]:
        """A game in which this secret is to move and may be given a hint, and the keys of boards
        that the hint must not show."""
        seen = self.view(game_id, secret)
        if not seen.game.may_advise:
            raise NotAllowedError(say("hints are off in games between people"))
        if seen.game.table.player is None or seen.game.table.player not in seen.seats:
            raise ForeignSeatError(say("hints are only for the player to move"))
        return seen.game, self.fair_play.check(seen.game.table.position)

    # --- playing

    def command(self, game_id: str, secret: str, command: GameCommand) -> CommandResult:
        """Carries out a command, once. Its changes are stored before this returns."""
        if command.do == "move":
            # before the game is locked, because comparing with all boards may take long
            self._check_answered(game_id, secret, command)
        now = self._time_to_act(game_id)
        with self.repository.locked(game_id) as locked:
            transaction, row = locked.transaction, locked.row
            held = locked.own_seats(secret)
            made = transaction.version_made_by(game_id, held[0], command.request)
            table = locked.table
            seen = ViewedGame(snapshot_of(row, table), held)
            if made is not None:
                return CommandResult(made, seen)
            if command.version != table.version:
                raise StaleError(seen)
            seat = acting_seat(table, held, command)
            refusal = attempt(table, lambda: apply_command(table, seat, command, now, self.chance))
            if table.rematch_agreed:
                rematch = create_rematch(transaction, row, table, self.chance, now)
                table.announce_next_game(rematch, now)
            if refusal is None:
                transaction.keep_answer(game_id, held[0], command.request, table.version, now)
        if refusal is not None:
            raise refusal
        if command.do == "move":
            self._count_move("person")
        return CommandResult(table.version, seen)

    def move_for_computer(self, game_id: str, version: int, move: str, value: float | None) -> bool:
        """Makes a move that a computer player chose; False if the game has changed since."""
        made = self._change(
            game_id, lambda table, now: table.move(table.position.player, move, now, value), version
        )
        if made:
            self._count_move("computer")
        return made

    def time_out(self, game_id: str) -> bool:
        """Records that the time of a player is over; False if it is not."""
        return self._change(game_id, lambda table, now: table.tick(now))

    # --- inside

    def _check_answered(self, game_id: str, secret: str, command: GameCommand) -> None:
        """Refuses a move that a computer player would answer where other people play: the answer
        would tell them what to do. This is so only in games that were opened from a position or
        with moves. Commands that are refused anyway are left alone."""
        table = self.game_at_version(game_id, command.version).table
        if table.over or command.version != table.version or table.position.explain(command.move):
            return
        after = table.position.play(command.move)
        if after.over or not table.computer_at(after.player):
            return
        with self.store.reading() as reading:
            row, held = reading.game(game_id), held_seats(reading, game_id, secret)
        if row and row.settings.get("continues") and table.player in held:
            try:
                self.fair_play.check(after)
            except NotAllowedError:
                raise NotAllowedError(
                    say(
                        "the computer would answer on a board where people are playing now: make "
                        "another move, or wait until they have moved on"
                    )
                ) from None

    def _count_move(self, player: str) -> None:
        with self._counting:
            self.moves[player] += 1

    def _time_to_act(self, game_id: str) -> float:
        """The time now, after a heartbeat if one is overdue, with the clocks of the game resumed if
        they were paused."""
        self.heartbeat.beat_if_overdue()
        self.heartbeat.resume_game(game_id)
        return self.now()

    def _change(
        self, game_id: str, act: Callable[[Table, float], object], version: int | None = None
    ) -> bool:
        """Changes a game without a command of a player; whether anything changed."""
        now = self._time_to_act(game_id)
        with self.repository.locked(game_id) as locked:
            if version not in (None, locked.row.version):
                return False
            attempt(locked.table, lambda: act(locked.table, now))
        return locked.table.version > locked.row.version

    def _take_seat(
        self, transaction: Transaction, seat: SeatRow, secret: str, name: str, request: str
    ) -> None:
        locked = self.repository.lock(transaction, seat.game)
        if held_seats(transaction, seat.game, secret):
            raise NotAllowedError(say("you have a seat in this game already"))
        table, now = locked.table, self.now()
        name = clean_name(name, self.name_length)
        if not transaction.take_seat(seat, name, digest(secret), now):
            raise UsedUpError(INVITATION_USED)
        table.join(seat.seat, name, now)
        locked.save()
        transaction.keep_answer(seat.game, seat.seat, request, table.version, now)
