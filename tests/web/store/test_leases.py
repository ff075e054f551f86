"""Leases: what must happen is done by one server at a time, and by another when that one dies."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.play.events import Continued, Moved, Paused
from tabuleiro.web.store.schema import NO_DOWNTIME, Downtime, GameStatus, JobName, Lease
from tabuleiro.web.store.store import Store
from web.store.games_in_store import add_game, append, claim, claim_all

THINKING = GameStatus(player=1, computer="level:1")
TIMED = GameStatus(player=1, flag_at=10.0)


def test_a_duty_that_is_due_is_claimed_once(store: Store) -> None:
    game = add_game(store, THINKING)
    add_game(store)
    assert claim(store, "a") == [Lease(game, "computer", 1, "a", 6.0)]
    assert claim(store, "b") == []
    assert claim(store, "a") == []


@pytest.mark.parametrize(("now", "due"), [(9.9, 0), (10.0, 1), (99.0, 1)])
def test_a_flag_is_due_when_it_falls(store: Store, now: float, due: int) -> None:
    add_game(store, TIMED)
    assert len(claim(store, "a", "flag", now)) == due


def test_a_computer_that_thinks_does_not_keep_its_flag_from_falling(store: Store) -> None:
    add_game(store, GameStatus(player=1, computer="level:1", flag_at=3.0))
    (thinking,) = claim(store, "a", "computer", 3.0)
    (falling,) = claim(store, "a", "flag", 3.0)
    assert (thinking.what, falling.what) == ("computer", "flag")


def test_the_longest_due_come_first_and_no_more_than_asked_for(store: Store) -> None:
    late, early = (add_game(store, GameStatus(flag_at=at)) for at in (2.0, 1.0))
    games = [add_game(store, GameStatus(flag_at=3.0)) for _ in range(4)]
    first = [lease.game for lease in claim(store, "a", "flag", 5.0)]
    assert first[:2] == [early, late] and len(first) == 5
    (last,) = claim(store, "a", "flag", 5.0)
    assert {*first[2:], last.game} == set(games)


def test_a_lease_that_has_run_out_is_anothers(store: Store) -> None:
    add_game(store, THINKING)
    (lease,) = claim(store, "a", now=0.0)
    assert claim(store, "b", now=5.9) == []
    (taken,) = claim(store, "b", now=6.0)
    with store.transaction() as transaction:
        assert not transaction.renew(lease, 20.0)
        transaction.release(lease)
        assert transaction.renew(taken, 20.0)
    assert claim(store, "a", now=19.0) == []


def test_a_lease_that_is_renewed_stays(store: Store) -> None:
    add_game(store, THINKING)
    (lease,) = claim(store, "a", now=0.0)
    with store.transaction() as transaction:
        assert transaction.renew(lease, 8.0)
    assert claim(store, "b", now=7.0) == []


def test_a_lease_that_is_given_back_can_be_claimed_at_once(store: Store) -> None:
    add_game(store, THINKING)
    (lease,) = claim(store, "a")
    with store.transaction() as transaction:
        transaction.release(lease)
    assert len(claim(store, "b")) == 1


def test_a_lease_of_an_earlier_version_holds_nobody_up(store: Store) -> None:
    game = add_game(store, THINKING)
    (old,) = claim(store, "a")
    append(store, game, Paused(1.0), changes=THINKING)
    (new,) = claim(store, "b")
    assert (old.version, new.version) == (1, 2)
    with store.transaction() as transaction:
        assert not transaction.renew(old, 9.0)


def test_what_has_been_done_is_not_due_any_more(store: Store) -> None:
    game = add_game(store, THINKING)
    claim(store, "a")
    append(store, game, Moved(1.0, 1, "c4"))
    assert claim(store, "b", now=100.0) == []


def test_a_server_that_stops_leaves_its_duties_to_others(store: Store) -> None:
    add_game(store, THINKING)
    claim(store, "a")
    with store.transaction() as transaction:
        transaction.end_leases("a")
    assert len(claim(store, "b")) == 1


def test_leases_that_ended_long_ago_are_forgotten(store: Store) -> None:
    games = [add_game(store, THINKING) for _ in range(2)]
    claim(store, "dead", now=0.0)
    with store.transaction() as transaction:
        transaction.renew(Lease(games[1], "computer", 1, "dead", 6.0), 100.0)
        transaction.end_leases(before=50.0)
    assert [lease.game for lease in claim(store, "b", now=1.0)] == [games[0]]


@pytest.mark.parametrize("what", ["computer", "flag"])
def test_threads_never_claim_the_same(store: Store, what: JobName) -> None:
    games = {add_game(store, GameStatus(computer="level:1", flag_at=0.0)) for _ in range(40)}
    with ThreadPoolExecutor(8) as pool:
        rounds = pool.map(lambda n: claim(store, f"server {n}", what), range(40))
        found = [lease.game for leases in rounds for lease in leases]
    assert sorted(found) == sorted(games)


def test_sources_take_turns_and_have_only_so_many_jobs_at_a_time(store: Store) -> None:
    for source in ["greedy"] * 10 + ["other"] * 2:
        add_game(store, THINKING, source=source)

    def claimed(**more: Any) -> list[str]:
        with store.transaction() as transaction:
            leases = transaction.claim("computer", "server", 0.0, 6.0, 5, **more)
            for lease in leases:
                transaction.release(lease)
        return [lease.source for lease in leases]

    assert sorted(claimed()) == ["greedy"] * 3 + ["other"] * 2
    assert sorted(claimed(most_each=1)) == ["greedy", "other"]
    assert claimed(most_each=2, busy={"greedy": 2}) == ["other", "other"]


def test_processes_never_claim_the_same(store: Store, address: str, tmp_path: Path) -> None:
    games = [add_game(store, THINKING) for _ in range(40)]
    with get_context("spawn").Pool(2) as pool:
        arguments = [(address, str(tmp_path), owner) for owner in ("a", "b")]
        found = pool.starmap(claim_all, arguments, chunksize=1)
    assert sorted(found[0] + found[1]) == sorted(games)


def test_a_heartbeat_that_is_late_is_a_downtime_that_every_server_is_told_of(store: Store) -> None:
    with store.transaction() as transaction:
        assert transaction.heartbeat(10.0, 3.0) == NO_DOWNTIME
        assert transaction.heartbeat(11.0, 3.0) == NO_DOWNTIME
        assert transaction.heartbeat(15.0, 3.0) == Downtime(11.0, 15.0)
        assert transaction.heartbeat(14.5, 3.0) == Downtime(11.0, 15.0)
        assert transaction.heartbeat(19.0, 3.0) == Downtime(15.0, 19.0)


def test_a_downtime_goes_on_until_clocks_are_resumed(store: Store) -> None:
    game = add_game(store, GameStatus(player=0, flag_at=99.0))
    with store.transaction() as transaction:
        transaction.heartbeat(10.0, 3.0)
        assert transaction.heartbeat(20.0, 3.0) == Downtime(10.0, 20.0)
        assert transaction.heartbeat(30.0, 3.0) == Downtime(10.0, 30.0)
        resumed = Continued(30.0)
        transaction.append(game, [resumed], GameStatus(player=0, flag_at=99.0))
        assert transaction.heartbeat(40.0, 3.0) == Downtime(30.0, 40.0)


def test_a_downtime_is_seen_once(store: Store) -> None:
    with store.transaction() as transaction:
        transaction.heartbeat(10.0, 3.0)

    def beat(server: int) -> Downtime:
        with store.transaction() as transaction:
            return transaction.heartbeat(99.0, 3.0)

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(beat, range(8))) == {Downtime(10.0, 99.0)}
