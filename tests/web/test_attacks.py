"""Attacks that people might try: none succeeds, and none reveals data of other people."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tabuleiro.games import start
from tabuleiro.records import read_records
from tabuleiro.web.games.commands import GameCommand
from tabuleiro.web.games.errors import NotAllowedError, UsedUpError
from tabuleiro.web.games.service import GameService
from tabuleiro.web.games.state import Viewer
from tabuleiro.web.http import middleware, protocol
from tabuleiro.web.http.addresses import client_network, networks
from tabuleiro.web.http.protocol import MOST_HEAD, MOST_READ, ConnectionCounter
from tabuleiro.web.live.streams import LiveStreams
from tabuleiro.web.settings import ServerSettings
from waiting import PATIENCE, wait_for
from web.players_at_server import ME, OPEN, ROBOT, SMALL, Person, QuickPool, two_people, version_of
from web.serving import Browser, Served

SCRIPT = "<script>alert('1')</script>\"&"
THREE = "control_v players=3 size=6 castles=1"
TELLING = ("value", "mate", "depth", "nodes", "line", "evaluation")
"""What judges a position, as thoughts name it."""


def two_browsers(served: Served, **more: Any) -> tuple[str, Browser, Browser]:
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens(SMALL, "me", "open", **more)
    ana.invites(game_id, rui)
    return game_id, ana, rui


def keys_of(data: Any) -> set[str]:
    """All keys in JSON data, at any depth."""
    if isinstance(data, list):
        return {key for each in data for key in keys_of(each)}
    if isinstance(data, dict):
        return set(data) | {key for each in data.values() for key in keys_of(each)}
    return set()


# --- links ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["join", "device"])
def test_the_page_of_a_link_does_not_repeat_its_secret(served: Served, path: str) -> None:
    ana = served.browser()
    game_id = ana.opens(SMALL, "me", "open")
    (invitation,) = ana.get(f"games/{game_id}/invitations").json()["invitations"]
    link = ana.post(f"games/{game_id}/links", json={}).json()
    token = {"join": invitation, "device": link}[path]["token"]
    page = served.visitor().get(f"/{path}/{token}")
    assert page.status_code == 200 and token not in page.text
    assert page.headers["referrer-policy"] == "strict-origin"
    assert page.headers["cache-control"] == "no-store"
    elsewhere = served.visitor().get(f"/{path}/{token}/")
    assert elsewhere.status_code == 404 and "location" not in elsewhere.headers


def test_a_link_that_was_revoked_before_its_use_lets_nobody_in(service: GameService) -> None:
    game_id, ana, rui = two_people(service)
    token = service.device_links.new_link(game_id, ana.secret)
    (link,) = service.device_links.links(game_id, ana.secret)
    service.device_links.revoke(game_id, ana.secret, link.id)
    for attempt in (
        service.device_links.link_target,
        lambda token: service.device_links.use_link(token, rui.secret),
    ):
        with pytest.raises(UsedUpError):
            attempt(token)


def test_of_many_who_join_by_the_same_invitation_one_gets_the_seat(service: GameService) -> None:
    ana = Person(service)
    game_id = ana.opens(ME, OPEN)
    token = service.invitations(game_id, ana.secret)[1]

    def joins(guest: Person) -> bool:
        try:
            guest.joins(token)
        except UsedUpError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(joins, [Person(service) for _ in range(8)])) == 1


def test_a_guest_takes_no_game_back(service: GameService) -> None:
    ana, rui = Person(service), Person(service)
    game_id = ana.opens(ME, OPEN, OPEN, game=THREE)
    rui.joins(service.invitations(game_id, ana.secret)[1])
    with pytest.raises(NotAllowedError):
        service.withdraw(game_id, rui.secret)
    service.withdraw(game_id, ana.secret)


# --- commands ------------------------------------------------------------------------------


def test_the_same_command_many_times_at_once_is_carried_out_once(service: GameService) -> None:
    game_id, ana, _ = two_people(service)
    command = GameCommand("once", version_of(service, game_id), "move", "b2")
    with ThreadPoolExecutor(8) as threads:
        done = list(
            threads.map(lambda _: service.command(game_id, ana.secret, command).version, range(8))
        )
    assert len(set(done)) == 1
    assert [ply.move for ply in service.view(game_id).game.table.plies] == ["b2"]


# --- advice --------------------------------------------------------------------------------


def test_no_answer_judges_a_game_while_people_play_each_other(served: Served) -> None:
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens(THREE, "level:1", "me", "open")
    ana.invites(game_id, rui)
    for someone in (ana, rui, served.browser()):
        refused = someone.post(f"games/{game_id}/hint")
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_allowed")
        state = someone.sees(game_id)
        assert not state["advice"] and not state["can"]["hint"]
        record = someone.get(f"games/{game_id}/record", params={"form": "json"}).json()
        past = someone.get(f"games/{game_id}/positions/0").json()
        assert not keys_of([state, record, past]) & set(TELLING)
        for text in ("hint", "analyse", "evaluate"):
            assert not someone.get(f"games/{game_id}/ask", params={"text": text}).json()["words"]


FIVE = "squex rows=5 columns=5"
SO_FAR = ("c3", "b2")


@pytest.fixture
def cheat(served: Served) -> Iterator[Browser]:
    """A player to move in a game between people without hints, after SO_FAR."""
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens(FIVE, "me", "open")
    ana.invites(game_id, rui)
    for player, move in zip((ana, rui), SO_FAR, strict=True):
        assert player.does(game_id, "move", move=move).status_code == 200
    yield ana
    ana.does(game_id, "resign")


def refuses_help(answer: httpx.Response) -> bool:
    """Whether a request is refused because people are playing that position."""
    return answer.status_code == 403 and "people are playing" in answer.text


@pytest.mark.parametrize("more", [(), ("d4",)], ids=["now", "next"])
def test_no_game_with_a_computer_goes_on_where_people_play(
    served: Served, cheat: Browser, more: tuple[str, ...]
) -> None:
    seats = [{"who": "me"}, {"who": "computer", "computer": "level:10"}]
    order = {"game": FIVE, "seats": seats, "moves": [*SO_FAR, *more]}
    for someone in (cheat, served.browser()):
        assert refuses_help(someone.post("games", json=order))
    assert cheat.post("games", json={**order, "moves": ["c3", "a1"]}).status_code == 201


@pytest.mark.parametrize("more", [(), ("d4",)], ids=["now", "next"])
def test_no_game_against_oneself_gives_hints_where_people_play(
    cheat: Browser, more: tuple[str, ...]
) -> None:
    copy = cheat.opens(FIVE, "me", "me", hints=True)
    for move in (*SO_FAR, *more):
        assert cheat.does(copy, "move", move=move).status_code == 200
    assert refuses_help(cheat.post(f"games/{copy}/hint"))
    assert cheat.does(copy, "move", move="e5").status_code == 200
    if more:
        assert cheat.post(f"games/{copy}/hint").status_code == 200


@pytest.mark.parametrize("more", [(), ("d4",)], ids=["now", "next"])
def test_no_analysis_where_people_play_with_or_without_a_cookie(
    served: Served, cheat: Browser, more: tuple[str, ...]
) -> None:
    position = start(FIVE)
    for move in (*SO_FAR, *more):
        position = position.play(move)
    for someone in (cheat, served.browser()):
        assert refuses_help(someone.post("analysis", json={"position": position.full_text}))


def test_no_computer_answers_in_a_game_that_was_opened_to_ask_it(
    served: Served, cheat: Browser
) -> None:
    seats = [{"who": "computer", "computer": "level:1"}, {"who": "me"}]
    order = {"game": FIVE, "seats": seats, "moves": SO_FAR[:1]}
    for someone in (cheat, served.browser()):
        copy = someone.post("games", json=order).json()["id"]
        refused = someone.does(copy, "move", move=SO_FAR[1])
        assert refuses_help(refused) and "the computer would answer" in refused.text
        stranger = served.browser().does(copy, "move", move=SO_FAR[1])
        assert stranger.status_code == 403 and "you have no seat" in stranger.text
        assert someone.does(copy, "move", move="a1").status_code == 200


def test_who_leaves_gets_no_advice_for_those_who_stay(service: GameService) -> None:
    ana, rui = Person(service), Person(service)
    game_id = ana.opens(ME, OPEN, ROBOT, game=THREE)
    rui.joins(service.invitations(game_id, ana.secret)[1])
    rui.does(game_id, "resign")
    for secret in (ana.secret, rui.secret, ""):
        with pytest.raises(NotAllowedError):
            service.game_for_hint(game_id, secret)


def test_a_game_that_waits_for_a_person_gives_no_advice_yet(service: GameService) -> None:
    ana = Person(service)
    with pytest.raises(NotAllowedError):
        service.game_for_hint(ana.opens(ME, OPEN), ana.secret)


def test_who_joins_an_open_game_is_told_the_terms_first(served: Served) -> None:
    ana = served.browser()
    game_id = ana.opens(SMALL, "me", "open", listed=True, hints=True, control="5+3")
    listed = served.browser().get("games").json()["games"]
    (row,) = [each for each in listed if each["id"] == game_id]
    assert (row["control"], row["hints"]) == ("5+3", True)
    page = served.visitor().get("/").text
    assert "5 min + 3 s" in page and "hints are allowed" in page
    ana.delete(f"games/{game_id}")


# --- user input ----------------------------------------------------------------------------


def test_names_are_escaped_in_pages_and_kept_in_records(served: Served) -> None:
    game_id, ana, _ = two_browsers(served, name=SCRIPT)
    listed = ana.opens(SMALL, "me", "open", listed=True, name=SCRIPT)
    for path in (f"/g/{game_id}", "/"):
        page = served.visitor().get(path).text
        assert "<script>alert" not in page and "&lt;script&gt;" in page
    ana.delete(f"games/{listed}")
    answer = ana.get(f"games/{game_id}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    (record,) = read_records(answer.text)
    assert record.players[0] == SCRIPT


def test_names_are_as_long_as_the_setting_allows(tmp_path: Path) -> None:
    served = Served(tmp_path, lambda settings: QuickPool(), name_length=5)
    try:
        ana = served.browser()
        game_id = ana.opens(SMALL, "me", "level:1", name="Anastácia")
        assert ana.sees(game_id)["seats"][0]["name"] == "Anast"
    finally:
        served.close()


@pytest.mark.parametrize(
    "path",
    ["/static/../pages.py", "/static/..%2fpages.py", "/static/%2e%2e/pages.py",
     "/static//etc/passwd", "/static/..%5cpages.py", "/static/%00"],
)  # fmt: skip
def test_no_file_is_served_that_is_not_ours_to_show(served: Served, path: str) -> None:
    assert raw(served, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")[:2] == ["HTTP/1.1", "404"]


# --- sizes and times -----------------------------------------------------------------------


def raw(served: Served, text: str) -> list[str]:
    """Send a request without changing it; return the words of the response."""
    port = int(served.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(text.encode("latin-1"))
        return connection.recv(10_000).decode("latin-1").split()


@pytest.mark.parametrize(("size", "end"), [(2 * MOST_HEAD, "\r\n\r\n"), (2 * MOST_READ, "")])
def test_headers_that_are_too_long_are_refused(served: Served, size: int, end: str) -> None:
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: {'x' * size}{end}"
    with suppress(ConnectionError):  # the server may close it while the headers are sent
        assert raw(served, request)[1] == "400"


def test_a_part_of_a_body_is_nothing(served: Served) -> None:
    ana = served.browser()
    before = len(ana.get("games").json()["games"])
    body = json.dumps({"game": SMALL, "seats": [{"who": "me"}, {"who": "open"}], "listed": True})
    port = int(served.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(
            f"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Tabuleiro: 1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body) + 9}\r\n\r\n"
            f"{body}".encode()
        )
        connection.shutdown(socket.SHUT_WR)
        assert b" 201 " not in connection.recv(10_000)
    assert len(ana.get("games").json()["games"]) == before


def test_a_body_that_does_not_arrive_is_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "BODY_TIMEOUT", 0.05)
    port = int(served.address.rpartition(":")[2])
    request = (
        f"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Tabuleiro: 1\r\n"
        "Content-Length: 100\r\n\r\n{"
    )
    assert raw(served, request)[1] == "408"


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nX-Slow: ", b"GET / HT"])
def test_a_head_that_does_not_arrive_is_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(protocol, "HEAD_TIMEOUT", 0.05)
    port = int(served.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(sent)
        with suppress(ConnectionResetError):
            assert connection.recv(100) == b""


def test_the_next_head_of_a_connection_is_not_waited_for_either(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(served.address.rpartition(":")[2])
    request = f"GET /api/v1/rules/squex HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(f"{request}\r\n".encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(protocol, "HEAD_TIMEOUT", 0.05)
        connection.sendall(request.encode())
        with suppress(ConnectionResetError):
            while connection.recv(10_000):
                pass


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system cannot do so")
def test_a_reader_who_reads_nothing_is_dropped_by_the_system(served: Served) -> None:
    ana = served.browser()
    assert ana.get("rules").status_code == 200
    connections: Any = list(served.server.server_state.connections)
    waits = [
        each.transport.get_extra_info("socket").getsockopt(
            socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT
        )
        for each in connections
    ]
    assert waits and set(waits) == {1000 * protocol.UNREAD_TIMEOUT}


def test_half_sent_heads_of_an_address_are_bounded_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    served = Served(tmp_path, lambda settings: QuickPool(), connections_per_address=3)
    address = ("127.0.0.1", int(served.address.rpartition(":")[2]))
    try:
        with ExitStack() as stack:
            slow = [
                stack.enter_context(socket.create_connection(address, PATIENCE)) for _ in range(5)
            ]
            for connection in slow:
                with suppress(ConnectionError):
                    connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            for connection in slow[3:]:
                with suppress(ConnectionResetError):
                    assert connection.recv(100) == b""
        assert "127.0.0.1 has 3 connections: more are closed" in caplog.text

        def is_served_again() -> bool:
            try:  # refused until the server has noticed that the connections are closed
                return served.visitor().get("/api/v1/rules/squex").status_code == 200
            except httpx.TransportError:
                return False

        wait_for(is_served_again)
    finally:
        served.close()


def test_the_connections_of_a_proxy_are_those_of_many() -> None:
    counter = ConnectionCounter(1, networks(["192.0.2.0/24", "2001:db8::/32"]))
    assert [counter.add("198.51.100.1") for _ in range(2)] == [True, False]
    for proxy in ("192.0.2.7", client_network("2001:db8::1")):
        assert all(counter.add(proxy) for _ in range(3))
    counter.remove("198.51.100.1")
    assert counter.add("198.51.100.1")


def test_streams_that_come_at_the_same_moment_are_counted_too(service: GameService) -> None:
    game_id, _, _ = two_people(service)

    async def begun() -> list[int]:
        live = LiveStreams(service, None, ServerSettings(streams_per_address=2))  # type: ignore[arg-type]  # no states are shown
        for _ in range(4):
            live.check_room("somewhere")
        streams = [live.stream(game_id, Viewer((), "en"), 0, "somewhere") for _ in range(4)]
        first = [[text async for text in only_first(stream)] for stream in streams]
        live.close()
        return [len(texts) for texts in first]

    async def only_first(stream: Any) -> Any:
        async for text in stream:
            yield text
            return

    assert asyncio.run(begun()) == [1, 1, 0, 0]


def test_a_further_name_of_a_server_is_known_in_any_letters(tmp_path: Path) -> None:
    served = Served(tmp_path, lambda settings: QuickPool(), hosts=("Games.Example",), https=True)
    try:
        ana = served.browser()
        game_id = ana.opens(SMALL, "me", "level:1")
        page = served.visitor(Host="games.example").get(f"/g/{game_id}")
        assert f"https://games.example/g/{game_id}" in page.text
    finally:
        served.close()
