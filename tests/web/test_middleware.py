"""The middleware: a test for each kind of request that it refuses or changes."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from tabuleiro.web.games.names import clean_name
from tabuleiro.web.games.service import GameService
from tabuleiro.web.http.addresses import BlockList
from tabuleiro.web.http.middleware import SecurityMiddleware, rates_of
from tabuleiro.web.http.monitoring import Metrics
from tabuleiro.web.http.rate_limits import MOST_BUCKETS, Rate, RateLimiter
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.settings import ServerSettings
from waiting import wait_for
from web.players_at_server import ME, OPEN, Person, QuickPool, Time
from web.serving import NO_CERTIFICATES, Browser, Served

ORDER = {"game": "squex", "seats": [{"who": "me"}, {"who": "open"}]}


def code(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["code"]
    return found


def guarded(settings: ServerSettings, peer: str = "203.0.113.9") -> httpx.Client:
    """A client of an app behind the middleware. The app returns the client address it is given."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/fail":
            raise RuntimeError("secret reasons")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": scope["state"]["address"].encode()})

    limiter = RateLimiter(rates_of(settings), Time())
    guard = SecurityMiddleware(app, settings, limiter, BlockList(), Metrics().count_request)
    return Browserless(httpx.ASGITransport(guard, client=(peer, 1)))


class Browserless(httpx.Client):
    """A synchronous client of an app that runs in this process."""

    def __init__(self, transport: httpx.ASGITransport) -> None:
        super().__init__(base_url="http://127.0.0.1", verify=NO_CERTIFICATES)
        self.transport = transport

    def send(self, request: httpx.Request, **options: object) -> httpx.Response:
        import anyio

        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=self.transport) as client:
                return await client.request(
                    request.method, request.url, headers=request.headers, content=request.content
                )

        return anyio.run(ask)


# --- names, origins, tokens ----------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost@x"])
def test_a_name_that_is_not_ours_is_refused(served: Served, host: str) -> None:
    answer = served.browser(Host=host).get("rules")
    assert (answer.status_code, code(answer)) == (421, "unknown_host")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "[::1]:80", "LOCALHOST:8765"])
def test_names_of_this_machine_are_known(served: Served, host: str) -> None:
    assert served.browser(Host=host).get("rules").status_code == 200


def test_further_names_are_known_if_they_are_set() -> None:
    settings = ServerSettings(hosts=("play.example",))
    assert guarded(settings).get("http://play.example/").status_code == 200
    assert guarded(settings).get("http://192.0.2.1/").status_code == 421
    everywhere = ServerSettings(host="::")
    assert guarded(everywhere).get("http://192.0.2.1/").status_code == 200
    assert guarded(everywhere).get("http://evil.example/").status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
def test_a_change_that_a_page_of_others_asks_for_is_refused(served: Served, origin: str) -> None:
    answer = served.browser(Origin=origin).post("games", json=ORDER)
    assert (answer.status_code, code(answer)) == (403, "foreign_origin")


def test_a_change_that_another_site_started_is_refused(served: Served) -> None:
    answer = served.browser(**{"Sec-Fetch-Site": "cross-site"}).post("games", json=ORDER)
    assert code(answer) == "foreign_origin"


def test_our_own_pages_may_change_things(served: Served) -> None:
    browser = served.browser(**{"Origin": served.address, "Sec-Fetch-Site": "same-origin"})
    assert browser.post("games", json=ORDER).status_code == 201


def test_a_change_needs_our_header_or_the_token_of_a_form(served: Served) -> None:
    plain = served.visitor()
    assert code(plain.post("/api/v1/games", json=ORDER)) == "no_token"
    token = new_secret()
    plain.cookies.set("tabuleiro_form", token)
    assert code(plain.post("/nothing", data={"form_token": new_secret()})) == "no_token"
    assert code(plain.post("/nothing", data={})) == "no_token"
    assert code(plain.post("/nothing", json={"form_token": token})) == "no_token"
    assert code(plain.post("/nothing", data={"form_token": token})) == "not_found"


def test_the_api_takes_json_only(served: Served) -> None:
    answer = served.browser().post(
        "games", content=b"game=squex", headers={"Content-Type": "text/plain"}
    )
    assert (answer.status_code, code(answer)) == (415, "wrong_type")


def test_websockets_are_refused(served: Served) -> None:
    host, port = served.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as raw:
        raw.sendall(
            b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert not raw.recv(100).startswith(b"HTTP/1.1 101")


# --- response headers ----------------------------------------------------------------------


@pytest.mark.parametrize("path", ["rules", "nothing", "games/x", "openapi.json"])
def test_every_answer_tells_browsers_to_trust_nothing_else(served: Served, path: str) -> None:
    headers = served.browser().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy and "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "strict-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert "server" not in headers


def test_refusals_and_failures_have_these_headers_too() -> None:
    client = guarded(ServerSettings())
    refused, failed = client.get("http://evil.example/"), client.get("/fail")
    assert (refused.status_code, failed.status_code) == (421, 500)
    for answer in (refused, failed):
        assert "frame-ancestors" in answer.headers["Content-Security-Policy"]
    assert "secret reasons" not in failed.text


def test_secrets_are_kept_where_scripts_and_other_sites_cannot_reach(served: Served) -> None:
    cookie = served.browser().post("games", json=ORDER).headers["Set-Cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts


def test_under_https_cookies_are_sent_nowhere_else(tmp_path: Path) -> None:
    server = Served(tmp_path, lambda settings: QuickPool(), https=True)
    try:
        origin = server.address.replace("http:", "https:")
        answer = server.browser(Origin=origin).post("games", json=ORDER)
        assert "Secure" in answer.headers["Set-Cookie"]
        assert "max-age" in answer.headers["Strict-Transport-Security"]
    finally:
        server.close()


# --- limits --------------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_refused(served: Served) -> None:
    browser = served.browser()
    large = b"x" * (served.settings.body_bytes + 1)
    kind = {"Content-Type": "application/json"}
    assert code(browser.post("games", content=large, headers=kind)) == "too_large"

    def in_pieces() -> Iterator[bytes]:
        yield from (large[i : i + 8192] for i in range(0, len(large), 8192))

    try:
        answer = browser.post("games", content=in_pieces(), headers=kind)
    except httpx.TransportError:  # refused while the body was still being sent
        return
    assert code(answer) == "too_large"


def test_an_address_may_do_so_much_and_then_has_to_wait() -> None:
    client = guarded(ServerSettings(requests_per_minute=3))
    answers = [client.get("/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert code(answers[3]) == "too_many"
    assert int(answers[3].headers["Retry-After"]) == 21


def test_changes_games_and_hints_have_rates_of_their_own(tmp_path: Path) -> None:
    server = Served(tmp_path, lambda settings: QuickPool(), games_per_hour=1, hints_per_minute=1)
    server.app.state.limiter.now = Time()  # the clock stands still, so no limit is lifted
    try:
        ana = server.browser()
        game_id = ana.opens("squex", "me", "level:1")
        assert code(ana.post("games", json=ORDER)) == "too_many"
        assert ana.post(f"games/{game_id}/hint").status_code == 200
        assert code(ana.post(f"games/{game_id}/hint")) == "too_many"
    finally:
        server.close()


def test_tokens_come_back_with_time() -> None:
    time = Time()
    limiter = RateLimiter({"x": Rate(2, 60)}, time)
    for _ in range(2):
        limiter.consume("x", "a")
    with pytest.raises(ValueError, match="try again in 31 s"):
        limiter.consume("x", "a")
    limiter.consume("x", "b")
    time.seconds += 30
    limiter.consume("x", "a")


def test_addresses_are_counted_in_a_bounded_memory() -> None:
    limiter = RateLimiter({"x": Rate(2, 60)}, Time())
    for number in range(MOST_BUCKETS + 100):
        limiter.consume("x", str(number))
    assert len(limiter._buckets) == MOST_BUCKETS


def test_every_rate_is_a_setting() -> None:
    rates = rates_of(ServerSettings(hints_per_minute=7, games_per_hour=8))
    assert (rates["hints"], rates["games"]) == (Rate(7, 60), Rate(8, 3600))


# --- forwarded addresses -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peer", "forwarded", "believed"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.5", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.5", "192.0.2.66, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.5", "192.0.2.66, 198.51.100.1, 10.0.0.7", "198.51.100.1"),
        ("10.0.0.5", "", "10.0.0.5"),
        ("10.0.0.5", "nonsense", "unknown"),
        ("2001:db8::1", "", "2001:db8::/64"),
    ],
)
def test_a_forwarded_address_is_believed_from_our_proxies_only(
    peer: str, forwarded: str, believed: str
) -> None:
    client = guarded(ServerSettings(proxies=("10.0.0.0/8",)), peer)
    assert client.get("/", headers={"X-Forwarded-For": forwarded}).text == believed


# --- secrets -------------------------------------------------------------------------------


OUR_LOGGERS = ("tabuleiro", "uvicorn")


def test_secrets_are_in_no_log(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    for logger in OUR_LOGGERS:
        caplog.set_level(logging.DEBUG, logger)
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens("squex", "me", "open")
    (invitation,) = ana.get(f"games/{game_id}/invitations").json()["invitations"]
    rui.get(f"join/{invitation['token']}")
    rui.post("join", json={"token": invitation["token"]})
    link = ana.post(f"games/{game_id}/links", json={}).json()["token"]
    secrets = [invitation["token"], link, *secrets_of(ana), *secrets_of(rui)]
    for path in (f"join/{invitation['token']}", f"device/{link}"):
        served.visitor().get(f"/{path}")
    wait_for(lambda: "/device/{token}" in said_in(caplog))
    assert "/games/{game_id}/invitations" in said_in(caplog)
    assert not any(secret in said_in(caplog) for secret in secrets)


def said_in(caplog: pytest.LogCaptureFixture) -> str:
    """What the server has logged so far."""
    ours = [record for record in caplog.records if record.name.startswith(OUR_LOGGERS)]
    return " ".join(record.getMessage() for record in ours)


def secrets_of(browser: Browser) -> list[str]:
    return [browser.cookies["tabuleiro"]]


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_secrets_are_not_in_the_database(service: GameService, tmp_path: Path) -> None:
    ana, rui = Person(service), Person(service)
    game_id = ana.opens(ME, OPEN)
    token = service.invitations(game_id, ana.secret)[1]
    link = service.device_links.new_link(game_id, ana.secret)
    rui.joins(token)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("games.db*"))
    assert game_id.encode() in kept
    for secret in (ana.secret, rui.secret, token, link):
        assert secret.encode() not in kept


def test_a_server_listens_on_this_machine_unless_told_otherwise() -> None:
    assert ServerSettings().host == "127.0.0.1"


# --- names of people -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "clean"),
    [("Ana", "Ana"), (" A\tn\na ", "A n a"), ("\u202eAna\u2066", "Ana"), ("A\x00\x1bn\x9fa", "Ana"),
     ("\u200bAna\ufeff\ud800", "Ana"), ("x" * 50, "x" * 40), ("Zé 李", "Zé 李"), ("<b>", "<b>")],
)  # fmt: skip
def test_names_have_nothing_that_is_not_seen(name: str, clean: str) -> None:
    assert clean_name(name, 40) == clean
