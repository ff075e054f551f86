"""Live streams: every viewer sees every state once, even if the connection breaks."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.web.games.state import Viewer
from tabuleiro.web.live.streams import MOST_WAITING, LiveStream
from waiting import PATIENCE, wait_for
from web.players_at_server import QuickPool
from web.serving import Browser, Served

SMALL = "squex rows=3 columns=3"


def two_people(served: Served) -> tuple[str, Browser, Browser]:
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens(SMALL, "me", "open")
    ana.invites(game_id, rui)
    return game_id, ana, rui


def next_state(events: Any) -> dict[str, Any]:
    return next(data for name, data in events if name == "state")


def test_players_and_spectators_are_shown_every_move(served: Served) -> None:
    game_id, ana, rui = two_people(served)
    streams = [person.follows(game_id) for person in (rui, served.browser())]
    assert [next_state(stream)["version"] for stream in streams] == [2, 2]
    ana.does(game_id, "move", move="b2")
    mine, theirs = (next_state(stream) for stream in streams)
    assert mine["version"] == theirs["version"] == 3
    assert mine["choices"] and theirs["choices"] is None
    assert mine["said"][0]["words"] == theirs["said"][0]["words"]


def test_who_has_the_present_version_is_sent_only_what_comes(served: Served) -> None:
    game_id, ana, rui = two_people(served)
    with ThreadPoolExecutor() as threads:
        heard = threads.submit(next, rui.follows(game_id, version=2))
        wait_for(lambda: game_id in served.app.state.services.live._streams)
        ana.does(game_id, "move", move="b2", version=2)
        name, state = heard.result(PATIENCE)
    assert (name, state["version"]) == ("state", 3)


def test_who_was_away_is_shown_the_present_and_told_what_was_missed(served: Served) -> None:
    game_id, ana, rui = two_people(served)
    ana.does(game_id, "move", move="b2")
    rui.does(game_id, "move", move="a1")
    rui.headers["Last-Event-ID"] = "2"
    state = next_state(rui.follows(game_id))
    assert state["version"] == 4
    assert [said["version"] for said in state["said"]] == [4, 3, 2, 1]


def test_what_a_computer_player_thinks_is_shown(served: Served) -> None:
    ana = served.browser()
    events = ana.follows(game_id := ana.opens(SMALL, "me", "level:1"))
    next_state(events)
    bus = served.app.state.services.games.store.bus
    bus.send_transient(game_id, "thinking", {"version": 1, "value": 0.5})
    assert next(events) == ("thinking", {"version": 1, "value": 0.5})


def test_a_game_that_is_taken_back_ends_its_streams(served: Served) -> None:
    ana = served.browser()
    game_id = ana.opens(SMALL, "me", "open")
    events = served.browser().follows(game_id)
    next_state(events)
    ana.delete(f"games/{game_id}")
    assert list(events) == []


def test_there_is_no_stream_of_no_game(served: Served) -> None:
    assert served.browser().get("games/x/live").status_code == 404


def test_an_address_watches_so_many_games_at_a_time(tmp_path: Path) -> None:
    server = Served(tmp_path, lambda settings: QuickPool(), streams_per_address=1)
    try:
        ana = server.browser()
        game_id = ana.opens(SMALL, "me", "open")
        watching = server.browser()
        events = watching.follows(game_id)
        next_state(events)
        assert ana.get(f"games/{game_id}/live").status_code == 429
        events.close()  # type: ignore[attr-defined]  # a generator
        wait_for(lambda: server.app.state.services.live._addresses.total() == 0)
        next_state(ana.follows(game_id))
    finally:
        server.close()


def test_a_server_that_stops_ends_its_streams(tmp_path: Path) -> None:
    server = Served(tmp_path, lambda settings: QuickPool())
    watching = Browser(server.address)
    game_id = server.browser().opens(SMALL, "me", "open")
    events = watching.follows(game_id)
    next_state(events)
    server.close()
    assert list(events) == []
    watching.close()


def test_a_reader_who_is_too_slow_is_dropped() -> None:
    async def fall_behind() -> list[bytes | None]:
        stream = LiveStream("game", Viewer((), "en"))
        for version in range(MOST_WAITING + 2):
            stream.show(b"{}", version + 1)
        return [stream.queue.get_nowait() for _ in range(stream.queue.qsize())]

    assert asyncio.run(fall_behind())[0] is None


def test_nobody_is_shown_an_old_state() -> None:
    async def show() -> int:
        stream = LiveStream("game", Viewer((), "en"))
        for version in (3, 2, 3, 4):
            stream.show(b"{}", version)
        return stream.queue.qsize()

    assert asyncio.run(show()) == 2


@pytest.mark.parametrize("version", ["-1", "x", str(2**40)])
def test_a_version_that_is_none_is_refused(served: Served, version: str) -> None:
    game_id, ana, _ = two_people(served)
    answer = ana.get(f"games/{game_id}/live", params={"version": version})
    assert answer.status_code == 422
