"""Two servers on one PostgreSQL database serve the same page."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from waiting import PATIENCE, wait_for
from web.players_at_server import SMALL, QuickPool
from web.serving import Browser, Served

if TYPE_CHECKING:
    from postgres import Databases


@pytest.fixture(scope="module")
def pair(
    postgres: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Served, Served]]:
    """Two servers with the same database."""
    folder = tmp_path_factory.mktemp("pair")
    with postgres.empty_database() as address:
        servers = [Served(folder, lambda settings: QuickPool(), database=address) for _ in range(2)]
        for server in servers:
            assert server.app.state.services.games.store.bus._listening.wait(PATIENCE)
        yield servers[0], servers[1]
        for server in servers:
            server.close()


def wait_for_viewers(served: Served, game_id: str, count: int = 1) -> None:
    streams = served.app.state.services.live._streams
    wait_for(lambda: len(streams.get(game_id, ())) == count)


def test_what_happens_at_one_server_is_shown_by_the_other(pair: tuple[Served, Served]) -> None:
    here, there = pair
    ana, rui = here.browser(), there.browser()
    game_id = ana.opens(SMALL, "me", "open")
    ana.invites(game_id, rui)
    events = rui.follows(game_id)
    next(events)
    ana.does(game_id, "move", move="b2")
    name, state = next(events)
    assert (name, state["version"], state["moves"][0]["text"]) == ("state", 3, "b2")


def test_what_a_player_thinks_at_one_server_is_shown_by_the_other(
    pair: tuple[Served, Served],
) -> None:
    here, there = pair
    ana = here.browser()
    game_id = ana.opens(SMALL, "me", "level:1")
    with ThreadPoolExecutor() as threads:
        heard = threads.submit(thoughts, there.browser(), game_id)
        wait_for_viewers(there, game_id)
        here.app.state.services.games.store.bus.send_transient(game_id, "thinking", {"value": 0.25})
        assert heard.result(PATIENCE) == {"value": 0.25}


def thoughts(browser: Browser, game_id: str) -> Any:
    """The first thinking event that a viewer receives."""
    return next(data for name, data in browser.follows(game_id) if name == "thinking")


@pytest.mark.parametrize("server", [0, 1], ids=["same", "other"])
def test_a_device_that_is_revoked_sees_its_stream_end_on_every_server(
    pair: tuple[Served, Served], server: int
) -> None:
    here, there = pair[0], pair[server]
    ana, phone, watching = here.browser(), there.browser(), there.browser()
    game_id = ana.opens(SMALL, "me", "level:1")
    token = ana.post(f"games/{game_id}/links", json={}).json()["token"]
    assert phone.post("device", json={"token": token}).status_code == 200
    assert phone.post(f"games/{game_id}/links", json={}).status_code == 403
    assert offers_links(here, ana, game_id) and not offers_links(there, phone, game_id)
    with ThreadPoolExecutor() as threads:
        ended = threads.submit(list, phone.follows(game_id))
        others = [threads.submit(list, one.follows(game_id)) for one in (watching, ana)]
        wait_for_viewers(there, game_id, 3 if here is there else 2)
        (link,) = ana.get(f"games/{game_id}/links").json()["links"]
        assert phone.delete(f"games/{game_id}/links/{link['id']}").status_code == 403
        assert ana.delete(f"games/{game_id}/links/{link['id']}").status_code == 204
        assert [name for name, _ in ended.result(PATIENCE)] == ["state"]
        assert not any(other.done() for other in others)
        assert phone.sees(game_id)["you"] == []
        end_streams(pair, game_id)


def offers_links(served: Served, browser: Browser, game_id: str) -> bool:
    """Whether the page of a game has a button that creates a link."""
    page = browser.get(f"{served.address}/g/{game_id}", headers={"Accept": "text/html"})
    assert page.status_code == 200
    return 'data-do="link"' in page.text


def end_streams(pair: tuple[Served, Served], game_id: str) -> None:
    """End all live streams of a game."""
    for served in pair:
        live = served.app.state.services.live
        for stream in list(live._streams.get(game_id, ())):
            live._loop.call_soon_threadsafe(stream.end)
