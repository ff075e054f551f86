"""News of games: whoever wants to know hears of what is committed, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from tabuleiro.play.events import Moved
from tabuleiro.web.store.bus import (
    MOST_BYTES,
    UNKNOWN_UPDATE,
    EventBus,
    GameUpdate,
    PostgresEventBus,
    TransientEvent,
    read_transient,
    write_transient,
)
from tabuleiro.web.store.database import read_url
from tabuleiro.web.store.store import Store
from waiting import PATIENCE, wait_for
from web.store.games_in_store import add_game, append, append_and_fail

if TYPE_CHECKING:
    from postgres import Databases, PostgresServer


def hear(store: Store) -> list[GameUpdate]:
    """The updates of a store, as they come; from now on all are heard."""
    heard: list[GameUpdate] = []
    store.bus.subscribe(heard.append)
    if isinstance(store.bus, PostgresEventBus):
        assert store.bus._listening.wait(PATIENCE)
    return heard


def test_what_is_committed_is_heard(store: Store) -> None:
    heard = hear(store)
    game = add_game(store)
    append(store, game, Moved(1.0, 0, "c4"))
    assert [update for update in heard if update in (GameUpdate(game, 1), GameUpdate(game, 2))][
        -1
    ] == GameUpdate(game, 2)


def test_news_come_after_the_commit(store: Store) -> None:
    seen: list[tuple[int, int]] = []

    def look(update: GameUpdate) -> None:
        with store.reading() as reading:
            row = reading.game(update.game or "")
            seen.append((update.version, row.version if row else 0))

    game = add_game(store)
    store.bus.subscribe(look)
    append(store, game, Moved(1.0, 0, "c4"))
    assert (2, 2) in seen
    assert all(told <= found for told, found in seen)


def test_a_subscriber_that_fails_keeps_nobody_from_hearing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(update: GameUpdate) -> None:
        raise RuntimeError

    bus, heard = EventBus(), list[GameUpdate]()
    bus.subscribe(fail)
    bus.subscribe(heard.append)
    bus.notify(GameUpdate("a", 1))
    assert heard == [GameUpdate("a", 1)]
    assert "a subscriber failed" in caplog.text


def test_processes_hear_of_each_others_commits_and_of_nothing_else(
    postgres: Databases, tmp_path: Path
) -> None:
    with (
        postgres.empty_database() as address,
        closing(Store.open(address, 0.0, tmp_path)) as mine,
        closing(Store.open(address, 0.0, tmp_path)) as yours,
    ):
        heard = hear(yours)
        game = add_game(mine)
        with pytest.raises(ZeroDivisionError):
            append_and_fail(mine, game)
        append(mine, game, Moved(1.0, 0, "c4"), Moved(2.0, 1, "d4"))
        wait_for(lambda: GameUpdate(game, 3) in heard)
        assert [update for update in heard if update.game] == [
            GameUpdate(game, 1),
            GameUpdate(game, 3),
        ]


@contextmanager
def listening(server: Databases) -> Iterator[tuple[str, list[GameUpdate]]]:
    """The URL of a database, and a list to which its updates are added as they arrive."""
    with server.empty_database() as address, closing(PostgresEventBus(read_url(address))) as bus:
        heard: list[GameUpdate] = []
        bus.subscribe(heard.append)
        assert bus._listening.wait(PATIENCE)
        yield address, heard


def test_messages_of_others_are_not_passed_on(postgres: Databases) -> None:
    with listening(postgres) as (address, heard):
        postgres.execute("NOTIFY tabuleiro", address)
        postgres.execute("NOTIFY tabuleiro, 'anything else'", address)
        postgres.execute("NOTIFY tabuleiro, 'game 7'", address)
        wait_for(lambda: GameUpdate("game", 7) in heard)
        assert {update.game for update in heard} <= {None, "game"}


def test_after_a_reconnection_everybody_is_told_to_look_again(own_postgres: PostgresServer) -> None:
    with listening(own_postgres) as (address, heard):
        own_postgres.execute("NOTIFY tabuleiro, 'game 1'", address)
        wait_for(lambda: GameUpdate("game", 1) in heard)
        with own_postgres.killed():
            heard.clear()
        wait_for(lambda: UNKNOWN_UPDATE in heard)
        own_postgres.execute("NOTIFY tabuleiro, 'game 2'", address)
        wait_for(lambda: GameUpdate("game", 2) in heard)


# --- what passes ---------------------------------------------------------------------------


def attend(store: Store) -> list[TransientEvent]:
    """What passes, as it is told; from now on all of it."""
    heard: list[TransientEvent] = []
    store.bus.transient.subscribe(heard.append)
    if isinstance(store.bus, PostgresEventBus):
        assert store.bus._listening.wait(PATIENCE)
    return heard


def test_what_passes_is_heard_here_at_once(store: Store) -> None:
    heard = attend(store)
    store.bus.send_transient("game", "thinking", {"value": 0.5})
    assert heard == [TransientEvent("game", "thinking", {"value": 0.5})]


@pytest.fixture
def all_told(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event; other processes are told nothing until it is set."""
    told, send = Event(), PostgresEventBus._send_latest

    def send_later(bus: PostgresEventBus, connection: Any) -> None:
        if told.is_set():
            send(bus, connection)

    monkeypatch.setattr(PostgresEventBus, "_send_latest", send_later)
    return told


def test_of_what_passes_other_processes_hear_the_latest_of_each_game(
    postgres: Databases, tmp_path: Path, all_told: Event
) -> None:
    with (
        postgres.empty_database() as address,
        closing(Store.open(address, 0.0, tmp_path)) as mine,
        closing(Store.open(address, 0.0, tmp_path)) as yours,
    ):
        own, heard = attend(mine), attend(yours)
        told = [(f"game {number % 3}", number) for number in range(300)]
        for game, number in told:
            mine.bus.send_transient(game, "thinking", {"number": number})
        all_told.set()
        latest = [
            TransientEvent(f"game {game}", "thinking", {"number": 297 + game}) for game in range(3)
        ]
        wait_for(lambda: all(passing in heard for passing in latest))
        assert sorted(heard, key=str) == latest and len(own) == 300


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "{}", '{"sender":"own","game":"g","name":"thinking","data":{}}',
     '{"sender":"a","game":1,"name":"thinking","data":{}}',
     '{"sender":"a","game":"g","name":"a\\nb","data":{}}',
     '{"sender":"a","game":"g","name":"thinking","data":[]}',
     '{"sender":"a","game":"g","name":"thinking","data":{},"more":1}'],
)  # fmt: skip
def test_what_is_none_of_ours_or_our_own_is_not_passed_on(text: str) -> None:
    assert read_transient(text, "own") is None


def test_what_is_too_long_is_not_told_to_others() -> None:
    short, long = (
        TransientEvent("g", "thinking", {"line": length * "é"}) for length in (10, MOST_BYTES)
    )
    assert write_transient(long, "a") == ""
    assert read_transient(write_transient(short, "a"), "b") == short
