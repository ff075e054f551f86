"""The store: what is written is there, all of it or nothing, whoever else writes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from sqlalchemy import text

from tabuleiro.games import start
from tabuleiro.play.events import Moved, Opened, Paused, Redrawn, TakenBack
from tabuleiro.records import Ply, Record
from tabuleiro.web.secrets import digest, new_id, new_secret
from tabuleiro.web.store.bus import GameUpdate
from tabuleiro.web.store.database import UnavailableError, make_engine, read_url
from tabuleiro.web.store.schema import (
    Downtime,
    GameFilter,
    GameStatus,
    HolderRow,
    LinkRow,
)
from tabuleiro.web.store.store import Store
from web.store.games_in_store import (
    ANA,
    OPEN,
    ROBOT,
    add_game,
    append,
    append_and_fail,
    count_one,
    count_up,
    opened,
    row_of,
)

if TYPE_CHECKING:
    from postgres import Databases, PostgresServer

T = TypeVar("T")

MINE, YOURS = digest("mine"), digest("yours")


def together(work: Callable[[], T], threads: int = 8) -> list[T]:
    """What several threads get that do the same at the same time."""
    with ThreadPoolExecutor(threads) as pool:
        return [each.result() for each in [pool.submit(work) for _ in range(threads)]]


# --- games and events ----------------------------------------------------------------------


def test_a_new_game_is_read_back(store: Store) -> None:
    game = add_game(store, GameStatus(player=0, listed=True), [ANA, ROBOT], at=5.0)
    row = row_of(store, game)
    assert (row.game, row.created, row.updated, row.version) == ("squex", 5.0, 5.0, 1)
    assert (row.player, row.computer, row.flag_at, row.people) == (0, "", None, 1)
    assert row.listed and not row.started and not row.over
    assert row.settings == {"hints": False}
    with store.reading() as reading:
        assert [(seat.seat, seat.name, seat.computer) for seat in reading.seats(game)] == [
            (0, "Ana", ""),
            (1, "Robot", "level:1"),
        ]
        assert tuple(reading.events(game)) == opened(5.0)


@pytest.mark.parametrize("game_id", ["1" * 12, "", "\0", "x' OR 1", "\ud800", "é" * 12])
def test_there_is_no_game_of_another_id(store: Store, game_id: str) -> None:
    with store.transaction() as transaction:
        assert transaction.lock_game(game_id) is None
        assert transaction.game(game_id) is None


def test_events_get_the_next_versions(store: Store) -> None:
    game = add_game(store)
    moves = [Moved(3.0, 0, "c4", 0.25), Moved(4.5, 1, "d4", by="level:3")]
    assert append(store, game, *moves, changes=GameStatus(player=0, flag_at=9.5)) == 3
    with store.reading() as reading:
        assert reading.events(game, after=1) == moves
        assert reading.events(game, after=3) == []
        assert reading.next_flag() == 9.5
        assert reading.games_to_resume(Downtime(4.0, 5.0), 10) == [game]
        assert reading.games_to_resume(Downtime(4.0, 4.5), 10) == []
    row = row_of(store, game)
    assert (row.version, row.updated, row.player, row.flag_at) == (3, 4.5, 0, 9.5)


def test_any_text_is_kept(store: Store) -> None:
    strange = "'; DROP TABLE games; -- \0 \ud800 \U0001f600"
    game = add_game(store, happened=[Redrawn(1.0, strange)])
    with store.reading() as reading:
        assert reading.events(game, after=1) == [Redrawn(1.0, strange)]


def test_a_transaction_that_fails_changes_nothing_and_tells_nobody(store: Store) -> None:
    game = add_game(store)
    heard: list[GameUpdate] = []
    store.bus.subscribe(heard.append)
    with pytest.raises(ZeroDivisionError):
        append_and_fail(store, game)
    assert row_of(store, game).version == 1
    assert GameUpdate(game, 2) not in heard


def test_who_reads_sees_one_moment_and_holds_nobody_up(store: Store) -> None:
    game = add_game(store)
    with store.reading() as reading:
        before = reading.game(game)
        append(store, game, Moved(3.0, 0, "c4"))
        assert reading.game(game) == before
        assert len(reading.events(game)) == 1
    assert row_of(store, game).version == 2


def test_threads_that_change_the_same_game_take_turns(store: Store) -> None:
    game = add_game(store)
    versions = together(lambda: [count_one(store, game) for _ in range(5)])
    assert sorted(chain(*versions)) == list(range(2, 42))
    with store.reading() as reading:
        assert reading.events(game, after=1) == [Paused(float(n)) for n in range(1, 41)]


def test_processes_that_change_the_same_game_take_turns(
    store: Store, address: str, tmp_path: Path
) -> None:
    game = add_game(store)
    with get_context("spawn").Pool(2) as pool:
        versions = pool.starmap(count_up, [(address, str(tmp_path), game, 20)] * 2)
    assert sorted(versions[0] + versions[1]) == list(range(2, 42))
    assert row_of(store, game).version == 41


def test_one_who_waits_for_a_locked_game_finds_what_the_other_left(store: Store) -> None:
    game = add_game(store)
    with ThreadPoolExecutor(1) as pool:
        with store.transaction() as transaction:
            transaction.lock_game(game)
            waiting = pool.submit(count_one, store, game)
            transaction.append(game, [Moved(3.0, 0, "c4")], GameStatus())
        assert waiting.result() == 3


# --- lists of games ------------------------------------------------------------------------


def test_my_games_are_those_whose_seats_i_hold_unfinished_ones_first(store: Store) -> None:
    over, old, new, others = (
        add_game(store, GameStatus(over=is_over), at=at)
        for is_over, at in [(True, 9.0), (False, 1.0), (False, 2.0), (False, 3.0)]
    )
    with store.transaction() as transaction:
        for game, seat in [(over, 0), (old, 1), (old, 0), (new, 0)]:
            transaction.add_holder(HolderRow(game, seat, MINE, None, 1.0))
        transaction.add_holder(HolderRow(others, 0, YOURS, None, 1.0))
    with store.reading() as reading:
        assert [(row.id, own) for row, own in reading.held_by(MINE, limit=10)] == [
            (new, (0,)),
            (old, (0, 1)),
            (over, (0,)),
        ]
        assert [row.id for row, _ in reading.held_by(MINE, limit=1)] == [new]
        assert reading.held_by(digest("nobody's"), limit=10) == []


def test_my_games_are_filtered_and_counted_in_parts(store: Store) -> None:
    texts = ["squex", "squex rows=5", "control_v size=6", "controlxv", "squexes"]
    mine = {
        (text, is_over): add_game(store, GameStatus(over=is_over), game=text, at=float(number))
        for number, text in enumerate(texts)
        for is_over in (False, True)
    }
    with store.transaction() as transaction:
        for game in mine.values():
            transaction.add_holder(HolderRow(game, 0, MINE, None, 1.0))
            transaction.add_holder(HolderRow(game, 1, MINE, None, 1.0))
    for over, rules, found in [
        (None, "", [*reversed(texts), *reversed(texts)]),
        (True, "", [*reversed(texts)]),
        (False, "squex", ["squex rows=5", "squex"]),
        (None, "control_v", ["control_v size=6"] * 2),
        (None, "Squex", []),
        (None, "%", []),
    ]:
        wanted = GameFilter(over, rules)
        with store.reading() as reading:
            assert reading.count_held(MINE, wanted) == len(found)
            assert reading.count_held(YOURS, wanted) == 0
            parts = [reading.held_by(MINE, 4, offset, wanted) for offset in range(0, 12, 4)]
        rows = [row for part in parts for row, _ in part]
        assert [row.game for row in rows] == found
        assert len({row.id for row in rows}) == len(rows)
        assert all(own == (0, 1) for part in parts for _, own in part)


def test_open_invitations_are_the_listed_games_the_newest_first(store: Store) -> None:
    old = add_game(store, GameStatus(listed=True), at=1.0)
    add_game(store, at=2.0)
    new = add_game(store, GameStatus(listed=True), at=3.0)
    with store.reading() as reading:
        assert [row.id for row in reading.listed(limit=10)] == [new, old]
        assert [row.id for row in reading.listed(limit=1)] == [new]
        assert set(reading.seats_of([old, new])) == {old, new}
    append(store, new, Paused(4.0), changes=GameStatus(listed=False))
    with store.reading() as reading:
        assert [row.id for row in reading.listed(limit=10)] == [old]


# --- seats and who holds them --------------------------------------------------------------


def test_an_invitation_is_used_up_by_who_takes_the_seat(store: Store) -> None:
    game = add_game(store, seats=[ANA, OPEN])
    with store.transaction() as transaction:
        seat = transaction.invited_to(digest("invitation"))
        assert seat and (seat.game, seat.seat, seat.is_open) == (game, 1, True)
        assert transaction.take_seat(seat, "Eva", MINE, 2.0)
        assert not transaction.take_seat(seat, "Leo", YOURS, 3.0)
        for taken in transaction.seats(game):
            assert not transaction.take_seat(taken, "Leo", YOURS, 3.0)
    with store.reading() as reading:
        assert reading.invited_to(digest("invitation")) is None
        assert [seat.name for seat in reading.seats(game)] == ["Ana", "Eva"]
        assert reading.holders(game) == [HolderRow(game, 1, MINE, None, 2.0)]


def test_of_many_who_take_a_seat_at_the_same_time_one_gets_it(store: Store) -> None:
    game = add_game(store, seats=[ANA, OPEN])
    with store.reading() as reading:
        seat = reading.seats(game)[1]

    def take() -> bool:
        with store.transaction() as transaction:
            return transaction.take_seat(seat, "Eva", digest(new_secret()), 2.0)

    assert sorted(together(take)) == [False] * 7 + [True]
    with store.reading() as reading:
        assert len(reading.holders(game)) == 1


def test_who_holds_a_seat_twice_holds_it_once(store: Store) -> None:
    game = add_game(store)
    with store.transaction() as transaction:
        transaction.add_holder(HolderRow(game, 0, MINE, None, 1.0))
        transaction.add_holder(HolderRow(game, 0, MINE, None, 2.0))
        assert transaction.holders(game) == [HolderRow(game, 0, MINE, None, 1.0)]


def test_a_personal_link_serves_once_until_it_is_revoked(store: Store) -> None:
    game = add_game(store)
    link = LinkRow(new_id(), game, 0, digest("token"), 1.0)
    with store.transaction() as transaction:
        transaction.add_holder(HolderRow(game, 0, MINE, None, 1.0))
        transaction.new_link(link)
        assert transaction.links(game, 0) == [link] and transaction.links(game, 1) == []
        assert transaction.use_link(link.id, YOURS, 2.0)
        assert not transaction.use_link(link.id, digest("a third"), 3.0)
        used = transaction.link_of(digest("token"))
        assert used and used.used == 2.0 and not used.is_open
        assert [each.secret_hash for each in transaction.holders(game)] == [MINE, YOURS]
        assert not transaction.revoke_link(game, 1, link.id, 4.0)
        assert transaction.revoke_link(game, 0, link.id, 4.0)
        assert [each.secret_hash for each in transaction.holders(game)] == [MINE]


def test_a_link_that_was_revoked_is_of_no_use(store: Store) -> None:
    game = add_game(store)
    link = LinkRow(new_id(), game, 0, digest("token"), 1.0)
    with store.transaction() as transaction:
        transaction.new_link(link)
        transaction.revoke_link(game, 0, link.id, 2.0)
        assert not transaction.use_link(link.id, YOURS, 3.0)
        assert transaction.holders(game) == []


# --- requests ------------------------------------------------------------------------------


def test_the_first_answer_to_a_request_is_kept(store: Store) -> None:
    game = add_game(store)
    with store.transaction() as transaction:
        assert transaction.version_made_by(game, 0, "r1") is None
        transaction.keep_answer(game, 0, "r1", 2, 5.0)
    with store.transaction() as transaction:
        assert transaction.version_made_by(game, 0, "r1") == 2
        assert transaction.version_made_by(game, 1, "r1") is None
        transaction.forget_answers(before=5.0)
        assert transaction.version_made_by(game, 0, "r1") == 2
        transaction.forget_answers(before=5.1)
        assert transaction.version_made_by(game, 0, "r1") is None


# --- expiry --------------------------------------------------------------------------------


def expire(store: Store, before: float) -> list[str]:
    with store.transaction() as transaction:
        return transaction.delete_unstarted(before)


def test_a_game_without_a_move_expires_with_all_that_belongs_to_it(store: Store) -> None:
    game = add_game(store, seats=[ANA, OPEN], happened=[Paused(5.0)])
    with store.transaction() as transaction:
        transaction.add_holder(HolderRow(game, 0, MINE, None, 1.0))
        transaction.keep_answer(game, 0, "r1", 1, 1.0)
    assert expire(store, before=5.0) == []
    assert expire(store, before=5.1) == [game]
    with store.reading() as reading:
        assert reading.game(game) is None
        assert reading.events(game) == [] and reading.seats(game) == ()
        assert reading.held_by(MINE, limit=10) == []
        assert reading.version_made_by(game, 0, "r1") is None


def test_a_game_with_a_move_never_expires_even_if_it_is_taken_back(store: Store) -> None:
    game = add_game(store, happened=[Moved(1.0, 0, "c4")])
    append(store, game, TakenBack(2.0, 0))
    assert expire(store, before=1e12) == []
    assert row_of(store, game).version == 3


def test_a_game_that_was_opened_with_moves_never_expires(store: Store) -> None:
    game = add_game(store)
    append(store, game, Opened(1.0, Record(start("squex"), ("Ana", "Rui"), (Ply("c4"),))))
    assert row_of(store, game).started
    assert expire(store, before=1e12) == []


def test_a_game_whose_first_move_is_being_made_does_not_expire(store: Store) -> None:
    game = add_game(store)
    with ThreadPoolExecutor(1) as pool:
        with store.transaction() as transaction:
            transaction.lock_game(game)
            expiring = pool.submit(expire, store, 1e12)
            transaction.append(game, [Moved(1.0, 0, "c4")], GameStatus())
        assert expiring.result() == []
    assert row_of(store, game).version == 2


# --- durability ----------------------------------------------------------------------------


def test_every_connection_of_sqlite_commits_durably(tmp_path: Path) -> None:
    engine = make_engine(read_url(f"sqlite:///{tmp_path}/games.db"))
    with engine.connect() as connection:
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        for name, value in wanted.items():
            assert connection.execute(text(f"PRAGMA {name}")).scalar_one() == value
        assert connection.execute(text("PRAGMA busy_timeout")).scalar_one() > 0
    engine.dispose()


def test_every_connection_of_postgresql_commits_durably(postgres: Databases) -> None:
    with postgres.empty_database() as address:
        engine = make_engine(read_url(address))
        postgres.execute(f"ALTER DATABASE {engine.url.database} SET synchronous_commit = off")
        with engine.connect() as connection:
            assert connection.execute(text("SHOW synchronous_commit")).scalar_one() == "on"
            assert connection.execute(text("SHOW fsync")).scalar_one() == "on"
        engine.dispose()


def test_what_is_committed_is_there_after_opening_again(address: str, tmp_path: Path) -> None:
    with closing(Store.open(address, 0.0, tmp_path)) as store:
        game = add_game(store, happened=[Moved(1.0, 0, "c4")])
    with closing(Store.open(address, 0.0, tmp_path)) as store, store.reading() as reading:
        assert reading.events(game, after=1) == [Moved(1.0, 0, "c4")]


def test_a_killed_database_is_unavailable_until_it_is_back(
    own_postgres: PostgresServer, tmp_path: Path
) -> None:
    with (
        own_postgres.empty_database() as address,
        closing(Store.open(address, 0.0, tmp_path)) as store,
    ):
        game = add_game(store)
        append(store, game, Moved(1.0, 0, "c4"))
        with own_postgres.killed(), pytest.raises(UnavailableError) as refused:
            append(store, game, Moved(2.0, 1, "d4"))
        assert "try again" in str(refused.value.message)
        assert "connection" in refused.value.reason
        assert append(store, game, Moved(2.0, 1, "d4")) == 3
