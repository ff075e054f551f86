"""The app as the static site runs it, here without a browser."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.games import start
from tabuleiro.players.levels import DEFAULT, level_table
from tabuleiro.records import Ply, Record
from tabuleiro.records.json import as_object
from tabuleiro_site import levels as site_levels
from tabuleiro_site.engine import answer
from tabuleiro_site.levels import STRONGEST, STRONGEST_WITHOUT_NETWORKS
from tabuleiro_site.server import SiteServer

ADDRESS = "https://example.org/some/folder/"
JSON = [("content-type", "application/json")]
FORM = [("content-type", "application/x-www-form-urlencoded")]
LINK = re.compile(r'(?:href|src|action)="(/[^"]*)"')


class Visitor:
    """The only visitor of a site."""

    def __init__(self, server: SiteServer) -> None:
        self.server = server

    async def asks(
        self, method: str, target: str, body: bytes = b"", headers: Any = ()
    ) -> tuple[int, dict[str, str], str]:
        """The status, the headers and the body of an answer."""
        started: list[Any] = []
        parts: list[bytes] = []
        await self.server.respond(
            method, target, [*headers], body, lambda *given: started.append(given), parts.append
        )
        ((status, sent),) = started
        return status, dict(sent), b"".join(parts).decode()

    async def data(self, method: str, target: str, body: object = None) -> Any:
        """The data of an answer of the API."""
        sent = b"" if body is None else json.dumps(body).encode()
        status, _, text = await self.asks(method, f"/api/v1{target}", sent, JSON)
        assert status < 300, text
        return json.loads(text)


async def think(task: bytes, report: Callable[[bytes], None]) -> bytes:
    """The engine, in this thread."""
    return answer(task, report)


@asynccontextmanager
async def visiting(
    folder: Path, save: Callable[[], Awaitable[None] | None] = lambda: None
) -> AsyncIterator[Visitor]:
    """A visitor of a site that keeps its games in a folder."""
    server = SiteServer(ADDRESS, str(folder), think, save)
    await server.start()
    try:
        yield Visitor(server)
    finally:
        await server.close()


async def state_of(visitor: Visitor, game: str, moves: int) -> Any:
    """The state of a game once it is the visitor's turn after that many moves."""
    while True:
        state = await visitor.data("GET", f"/games/{game}")
        if len(state["moves"]) >= moves and (state["can"]["move"] or state["finish"]):
            return state
        await asyncio.sleep(0.01)


def test_a_game_against_the_computer_is_kept(tmp_path: Path) -> None:
    changes: list[None] = []

    async def play() -> str:
        async with visiting(tmp_path, lambda: changes.append(None)) as visitor:
            status, sent, _ = await visitor.asks("POST", "/play/squex", b"level=1", FORM)
            assert status == 303 and sent["location"].startswith("/some/folder/g/")
            game = sent["location"].rpartition("/")[2]
            version = (await visitor.data("GET", f"/games/{game}"))["version"]
            command = {"request": "a" * 32, "version": version, "do": "move", "move": "c4"}
            await visitor.data("POST", f"/games/{game}/commands", command)
            state = await state_of(visitor, game, 2)
            assert state["moves"][0]["text"] == "c4"
            return game

    async def come_back(game: str) -> None:
        async with visiting(tmp_path) as visitor:
            state = await visitor.data("GET", f"/games/{game}")
            assert state["you"] == [0] and state["can"]["move"]
            _, _, page = await visitor.asks("GET", "/")
            assert f'href="/some/folder/g/{game}"' in page

    game = asyncio.run(play())
    assert changes
    asyncio.run(come_back(game))


def test_a_game_is_confirmed_when_it_is_kept(tmp_path: Path) -> None:
    async def open_game() -> None:
        loop = asyncio.get_running_loop()
        saves: list[asyncio.Future[None]] = []

        def save() -> asyncio.Future[None]:
            saves.append(loop.create_future())
            return saves[-1]

        async with visiting(tmp_path, save) as visitor:
            opening = asyncio.create_task(visitor.asks("POST", "/play/squex", b"level=1", FORM))
            while not any(tmp_path.glob("cookies.json")):
                await asyncio.sleep(0.01)
            for _ in range(100):
                await asyncio.sleep(0)
            assert not opening.done()
            for each in saves:
                each.set_result(None)
            status, *_ = await opening
            assert status == 303

    asyncio.run(open_game())


def test_a_study_is_kept_when_it_is_changed(tmp_path: Path) -> None:
    async def study() -> None:
        saves: list[None] = []
        async with visiting(tmp_path, lambda: saves.append(None)) as visitor:
            record = Record(start("squex rows=3 columns=3"), ("Ana", "Rui"), (Ply("b2"),))
            body: dict[str, Any] = {"record": as_object(record), "title": "A study"}
            created = await visitor.data("POST", "/studies", body)
            before = len(saves)
            changed = {**body, "title": "Another", "version": 1}
            await visitor.data("PUT", f"/studies/{created['id']}", changed)
            assert len(saves) > before

    asyncio.run(study())


def test_a_repeated_request_waits_until_what_could_not_be_kept_is_kept(tmp_path: Path) -> None:
    async def open_game() -> None:
        loop = asyncio.get_running_loop()
        full = [True]

        def save() -> asyncio.Future[None]:
            saving: asyncio.Future[None] = loop.create_future()
            if full:
                saving.set_exception(OSError("no room"))
                saving.exception()  # nobody may wait for it
            else:
                saving.set_result(None)
            return saving

        async with visiting(tmp_path, save) as visitor:
            repeated = "POST", "/positions", {"position": "squex rows=3 columns=3 | 3/3/3 2/2 x 1"}
            with pytest.raises(OSError, match="no room"):
                await visitor.asks("POST", "/play/squex", b"level=1", FORM)
            with pytest.raises(OSError, match="no room"):
                await visitor.data(*repeated)
            full.clear()
            with pytest.raises(OSError, match="no room"):  # of the attempt before
                await visitor.data(*repeated)
            await visitor.data(*repeated)

    asyncio.run(open_game())


@pytest.mark.parametrize(
    "page", ["/", "/learn", "/rules/squex", "/new/lyngk?against=here", "/import"]
)
def test_links_stay_in_the_folder(tmp_path: Path, page: str) -> None:
    async def read() -> str:
        async with visiting(tmp_path) as visitor:
            status, sent, text = await visitor.asks("GET", page)
            assert status == 200
            assert "x-frame-options" not in sent and "set-cookie" not in sent
            assert "frame-ancestors 'self'" in sent["content-security-policy"]
            return text

    links = LINK.findall(asyncio.run(read()))
    assert links
    assert [link for link in links if not link.startswith("/some/folder/")] == []


def test_a_shared_link_leads_to_the_first_page(tmp_path: Path) -> None:
    async def read() -> str:
        async with visiting(tmp_path) as visitor:
            return (await visitor.asks("GET", "/p/squex?moves=c4"))[2]

    assert "https://example.org/some/folder/#/p/squex" in asyncio.run(read())


def test_the_link_to_a_game_has_its_moves(tmp_path: Path) -> None:
    async def read() -> str:
        async with visiting(tmp_path) as visitor:
            seats = [{"who": "me"}, {"who": "me"}]
            opened = {"game": "squex", "seats": seats, "moves": ["c4", "e4"]}
            game = (await visitor.data("POST", "/games", opened))["id"]
            return (await visitor.asks("GET", f"/g/{game}/share"))[2]

    page = asyncio.run(read())
    assert "https://example.org/some/folder/#/p/squex?moves=c4+e4" in page
    assert "position.svg" in page and "position.png" not in page


def test_what_needs_a_server_is_not_offered(tmp_path: Path) -> None:
    async def read(page: str) -> str:
        async with visiting(tmp_path) as visitor:
            return (await visitor.asks("GET", page))[2]

    home, new = asyncio.run(read("/")), asyncio.run(read("/new/squex"))
    assert "/friend/" not in home and "/keep" not in home
    assert 'value="friend"' not in new and "against=anybody" not in new
    assert 'value="me"' in new
    assert all("on a server also has the levels" in page for page in (home, new))


def test_cookies_are_kept(tmp_path: Path) -> None:
    async def choose() -> None:
        async with visiting(tmp_path) as visitor:
            await visitor.asks("POST", "/settings", b"language=pt&theme=dark&sound=off", FORM)

    async def read() -> str:
        async with visiting(tmp_path) as visitor:
            return (await visitor.asks("GET", "/", headers=[("accept-language", "en")]))[2]

    asyncio.run(choose())
    assert '<html lang="pt" data-theme="dark"' in asyncio.run(read())


def test_the_stronger_levels_are_not_offered_and_the_others_are_unchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = level_table()
    limited = deepcopy(table)
    monkeypatch.setattr(site_levels, "level_table", lambda: limited)
    site_levels.limit_levels()
    assert set(STRONGEST) == set(table) - {DEFAULT}
    assert sum(row.get("offered", True) for row in limited[DEFAULT]) == STRONGEST_WITHOUT_NETWORKS
    for game, strongest in STRONGEST.items():
        assert limited[game][:strongest] == table[game][:strongest]
        assert all(row["offered"] is False for row in limited[game][strongest:])
        assert all(row["search"] != "nnue" for row in limited[game])
