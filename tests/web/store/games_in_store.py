"""Games for the tests of the store, and programs that other processes run on one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tabuleiro.games import start
from tabuleiro.play import Seat, Setup, Table, new_record
from tabuleiro.play.events import Event, Moved, Paused
from tabuleiro.web.secrets import digest, new_id
from tabuleiro.web.store.schema import (
    GameRow,
    GameStatus,
    JobName,
    Lease,
    SeatRow,
)
from tabuleiro.web.store.store import Store

ANA, RUI = Seat("Ana"), Seat("Rui")
ROBOT = Seat("Robot", "level:1")
OPEN = Seat("", free=True)
INVITATION = digest("invitation")


def opened(at: float = 0.0) -> tuple[Event, ...]:
    """The first event of a game of Squex."""
    record = new_record(start("squex"), Setup((Seat("Ana"), Seat("Rui"))))
    return Table.open(record, at).events


def add_game(
    store: Store,
    changes: GameStatus = GameStatus(),  # noqa: B008 - a value that nobody can change
    seats: Sequence[Seat] = (ANA, RUI),
    happened: Sequence[Event] = (),
    at: float = 0.0,
    game: str = "squex",
    source: str = "",
) -> str:
    """Stores a new game; its id."""
    row = GameRow(
        id=new_id(),
        game=game,
        created=at,
        updated=at,
        version=0,
        started=False,
        people=sum(seat.is_person for seat in seats),
        settings={"hints": False},
        source=source,
    )
    seat_rows = [
        SeatRow(row.id, number, seat.name, seat.computer, INVITATION if seat.free else None)
        for number, seat in enumerate(seats)
    ]
    with store.transaction() as transaction:
        transaction.new_game(row, seat_rows, [*opened(at), *happened], changes)
    return row.id


def append(store: Store, game: str, *happened: Event, changes: GameStatus | None = None) -> int:
    """Stores what has happened; the version of the game then."""
    with store.transaction() as transaction:
        return transaction.append(game, happened, changes or GameStatus())


def append_and_fail(store: Store, game: str) -> None:
    """Stores a move in a transaction that fails after it."""
    with store.transaction() as transaction:
        transaction.append(game, [Moved(1.0, 0, "c4")], GameStatus(over=True))
        raise ZeroDivisionError


def row_of(store: Store, game: str) -> GameRow:
    """A game that there is."""
    with store.reading() as reading:
        row = reading.game(game)
    assert row
    return row


Contents = dict[str, tuple[GameRow, tuple[Event, ...], tuple[SeatRow, ...]]]


def contents(store: Store) -> Contents:
    """Every game with all that has happened in it and its seats."""
    with store.reading() as reading:
        found: Contents = {}
        for game in reading.game_ids():
            row = reading.game(game)
            assert row
            found[game] = (row, tuple(reading.events(game)), reading.seats(game))
    return found


def claim(store: Store, owner: str, what: JobName = "computer", now: float = 0.0) -> list[Lease]:
    """Leases for six seconds, five at most."""
    with store.transaction() as transaction:
        return transaction.claim(what, owner, now, now + 6, limit=5)


def claim_all(address: str, folder: str, owner: str) -> list[str]:
    """A process claims until nothing is left; the games it got."""
    with closing(Store.open(address, 0.0, Path(folder))) as store:
        found: list[str] = []
        while leases := claim(store, owner):
            found += [lease.game for lease in leases]
        return found


def count_up(address: str, folder: str, game: str, times: int) -> list[int]:
    """A process lets something happen in a game again and again; the versions it made."""
    with closing(Store.open(address, 0.0, Path(folder))) as store:
        return [count_one(store, game) for _ in range(times)]


def count_one(store: Store, game: str) -> int:
    """Reads the version of a game under its lock, then lets something happen in it."""
    with store.transaction() as transaction:
        row = transaction.lock_game(game)
        assert row
        version = transaction.append(game, [Paused(float(row.version))], GameStatus())
        assert version == row.version + 1
        return version
