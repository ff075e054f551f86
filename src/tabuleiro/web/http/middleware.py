"""The ASGI middleware that every request passes: host, origin, form token, size, rate; security
headers.

It refuses requests that are for another host name, from pages of other sites, too large or too
frequent. The headers of responses forbid browsers to run scripts of other sites, to show pages in
frames and to guess content types. The log has the route, never the path, which may hold a secret.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import fields
from hmac import compare_digest
from time import monotonic
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabuleiro.core.message import say
from tabuleiro.web.http.addresses import (
    UNKNOWN_ADDRESS,
    BlockList,
    client_network,
    is_in,
    networks,
    parse_address,
)
from tabuleiro.web.http.errors import RefusalError, error_response, route_of, status_error
from tabuleiro.web.http.rate_limits import Rate, RateLimiter
from tabuleiro.web.http.session import FORM_COOKIE
from tabuleiro.web.settings import ServerSettings

log = logging.getLogger("tabuleiro.web")

OUR_HEADER = "x-tabuleiro"
"""A header that browsers let pages of other sites send only if we allow it."""
FORM_FIELD = "form_token"
FORM_TYPE, JSON_TYPE = "application/x-www-form-urlencoded", "application/json"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
IMPORT_PATH = "/api/v1/import"
"""The only path with the larger body limit."""
PERIODS = {"minute": 60, "hour": 3600}  # seconds
BODY_TIMEOUT = 20.0  # seconds that a body may take to arrive

POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def policy_text(policy: Mapping[str, str]) -> str:
    """The header value of a policy."""
    return "; ".join(f"{kind} {source}" for kind, source in policy.items())


HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": policy_text(POLICY),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer browsers would hide the origin of our own forms from us.
    "Referrer-Policy": "strict-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SHOWN_HEADERS: Mapping[str, str] = {**HEADERS, "Cross-Origin-Resource-Policy": "cross-origin"}
"""The headers of a picture that other sites may show."""
FRAMED_HEADERS: Mapping[str, str] = {
    name: value for name, value in SHOWN_HEADERS.items() if name != "X-Frame-Options"
} | {"Content-Security-Policy": policy_text({**POLICY, "frame-ancestors": "*"})}
"""The headers of a page that other sites may show in a frame: it cannot change anything."""
HEADERS_FOR = {"": HEADERS, "framed": FRAMED_HEADERS, "shown": SHOWN_HEADERS}
"""By the value of `EMBEDDING_HEADER` in a response."""
EMBEDDING_HEADER = "X-Elsewhere"
"""Set by pages; the middleware reads and removes it."""
UNDER_HTTPS: Mapping[str, str] = {"Strict-Transport-Security": "max-age=31536000"}


class SecurityMiddleware:
    """The outermost layer of the app. It also finds out the address of each client."""

    def __init__(
        self,
        app: ASGIApp,
        settings: ServerSettings,
        limiter: RateLimiter,
        blocked: BlockList,
        count_request: Callable[[int, float], None],
    ) -> None:
        self.app = app
        self.settings = settings
        self.limiter = limiter
        self.blocked = blocked
        self.count_request = count_request
        more = UNDER_HTTPS if settings.https else {}
        self.headers = {use: {**headers, **more} for use, headers in HEADERS_FOR.items()}
        self.names = {*LOCAL_NAMES, *map(bracketed, settings.hosts), bracketed(settings.host)}
        self.proxies = networks(settings.proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        else:  # there are no WebSockets
            await send({"type": "websocket.close", "code": 1008})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = monotonic()
        sent: list[int] = []

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent.append(message["status"])
                self.count_request(message["status"], monotonic() - begun)
                self._add_headers(message)
            await send(message)

        try:
            await self._pass(scope, receive, send_guarded)
        except ClientDisconnect:  # the client is gone, and nothing was done
            return
        except Exception:
            log.exception("%s %s failed", scope["method"], route_of(scope))
            if sent:
                raise
            response = error_response(HTTPConnection(scope), status_error(500))
            await response(scope, receive, send_guarded)
        if log.isEnabledFor(logging.INFO):
            status, milliseconds = sent[0] if sent else 0, 1000 * (monotonic() - begun)
            log.info("%s %s %s %.1f ms", scope["method"], route_of(scope), status, milliseconds)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on to the app, or refuses it."""
        request = HTTPConnection(scope)
        scope.setdefault("state", {})["address"] = address = self._address(request)
        try:
            self._check_host(request.headers)
            if self.blocked.networks and is_in(address, self.blocked.networks):
                raise RefusalError(403, "blocked", say("this address may not use the server"))
            self.limiter.consume("requests", address)
            if scope["method"] not in SAFE_METHODS:
                receive = await self._check_change(request, receive, address)
        except RefusalError as refusal:
            response = error_response(request, refusal)
            response.headers["Connection"] = "close"  # its body may not have been read
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _add_headers(self, message: Message) -> None:
        headers = MutableHeaders(scope=message)
        use = headers.get(EMBEDDING_HEADER, "")
        del headers[EMBEDDING_HEADER]
        for name, value in self.headers[use].items():
            headers[name] = value
        headers.setdefault("Cache-Control", "no-store")

    # --- address and host ------------------------------------------------------------------

    def _address(self, request: HTTPConnection) -> str:
        """The address of the client, as far as it can be trusted: our proxies say which address
        they forward; anything before that may be forged."""
        nearest = request.client.host if request.client else UNKNOWN_ADDRESS
        forwarded = ",".join(request.headers.getlist("x-forwarded-for")).split(",")
        for hop in reversed([part.strip() for part in forwarded if part.strip()]):
            if not is_in(nearest, self.proxies):
                break
            nearest = hop
        return client_network(nearest)

    def _check_host(self, headers: Headers) -> None:
        """Refuses names that are not ours: another site may have a name that leads here."""
        name = without_port(headers.get("host", "")).lower()
        known = name in self.names or (
            self.settings.host in EVERY_ADDRESS and parse_address(name.strip("[]")) is not None
        )
        if not known:
            message = say(
                "this server is not known by that name: its owner can allow it as a setting"
            )
            raise RefusalError(421, "unknown_host", message)

    # --- requests that change something ----------------------------------------------------

    async def _check_change(
        self, request: HTTPConnection, receive: Receive, address: str
    ) -> Receive:
        """Refuses requests of other sites, too many or too large ones; then the body is read."""
        self._check_origin(request.headers)
        self.limiter.consume("commands", address)
        large = request.url.path == IMPORT_PATH
        most = self.settings.import_bytes if large else self.settings.body_bytes
        body = await whole_body(Request(request.scope, receive), most)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if OUR_HEADER not in request.headers:
            check_token(request, body if kind == FORM_TYPE else b"")
        elif body and kind not in (JSON_TYPE, FORM_TYPE):
            raise RefusalError(415, "wrong_type", say("send JSON"))
        return replayed_body(body, receive)

    def _check_origin(self, headers: Headers) -> None:
        scheme = "https" if self.settings.https else "http"
        origin = headers.get("origin")
        site = headers.get("sec-fetch-site", "same-origin")
        ours = f"{scheme}://{headers.get('host', '')}"
        if (origin is not None and origin != ours) or site not in ("same-origin", "none"):
            raise RefusalError(403, "foreign_origin", say("this comes from a page of another site"))


# --- parts of requests and answers ---------------------------------------------------------


def check_token(request: HTTPConnection, form: bytes) -> None:
    """Refuses a form without the token that is in the cookie for our forms."""
    kept = request.cookies.get(FORM_COOKIE, "")
    sent = parse_qs(form.decode("utf-8", "replace")).get(FORM_FIELD, [""])[0]
    if not kept or not compare_digest(kept.encode(), sent.encode()):
        message = say("send the header {header}, or the token of a form", header="X-Tabuleiro: 1")
        raise RefusalError(403, "no_token", message)


async def whole_body(request: Request, most: int) -> bytes:
    """The body, if it is not too large and arrives in time: a slow sender occupies a connection."""
    announced = request.headers.get("content-length", "")
    length = int(announced[:20]) if announced.isdecimal() else 0
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            if length <= most:
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        break
    except TimeoutError as error:
        raise RefusalError(
            408, "too_slow", say("the request took too long to arrive: send it again")
        ) from error
    if max(length, len(body)) > most:
        message = say("at most {most} kB may be sent at a time", most=most // 1024)
        raise RefusalError(413, "too_large", message)
    return bytes(body)


def replayed_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that first returns a body that was read already."""
    waiting = [body]

    async def receive_again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return receive_again


def without_port(host: str) -> str:
    """The name in a Host header."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host


def bracketed(host: str) -> str:
    """An address as a Host header writes it."""
    return f"[{host}]" if ":" in host else host.lower()


def rates_of(settings: ServerSettings) -> dict[str, Rate]:
    """The rate limits per address, from settings such as `games_per_hour`."""
    names = ((each.name, *each.name.split("_per_")) for each in fields(settings))
    return {
        words[0]: Rate(getattr(settings, name), PERIODS[words[1]])
        for name, *words in names
        if words[-1] in PERIODS
    }
