"""Running the app: port, server lock, browser, shutdown."""

import asyncio
import gc
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, nullcontext, suppress
from functools import partial
from importlib.util import find_spec
from typing import Any

import uvicorn
from fastapi import FastAPI

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.web.app import make_app
from tabuleiro.web.http.addresses import networks
from tabuleiro.web.http.middleware import EVERY_ADDRESS, bracketed
from tabuleiro.web.logs import set_up_log
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store.database import database_file
from tabuleiro.web.store.server_lock import AlreadyRunningError, hold_server_lock

MORE_PORTS = 50  # that are tried if one is taken
IDLE = 75  # seconds that a connection may be idle: longer than a move takes, or a proxy waits
SHUTDOWN_TIMEOUT = 3  # seconds that connections have to end when the server stops
GRAPHICAL = ("DISPLAY", "WAYLAND_DISPLAY")
"""Environment variables of a Unix system with a screen."""

COLLECTIONS = 700, 10, 100
"""How often garbage is collected. A collection of everything takes 0.2 seconds with 1,000 live
connections, and finds little, so it is done ten times less often than usual."""

OTHER_FILES = 200  # open files besides live connections: databases, processes, requests

log = logging.getLogger("tabuleiro.web")

PrintMessage = Callable[[Message], None]


class ServerError(TabuleiroError):
    """A server that cannot be started."""


# --- running it ----------------------------------------------------------------------------


def http_protocol(settings: ServerSettings) -> Any:
    """The HTTP parser: the fast one, if it is installed."""
    if find_spec("httptools") is None:
        return "h11"  # it limits request heads itself
    from tabuleiro.web.http.protocol import BoundedProtocol, ConnectionCounter

    most, proxies = settings.connections_per_address, networks(settings.proxies)
    return partial(BoundedProtocol, open_connections=ConnectionCounter(most, proxies))


def check_file_limit(settings: ServerSettings) -> None:
    """Raises the limit of open files if necessary, and warns if it stays too low: then nobody could
    connect once there are as many live connections."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    wanted = settings.streams + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return
    possible = wanted if hard == unlimited else min(wanted, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    if possible < wanted:
        text = (
            "at most %s files can be open, but STREAMS is %s: raise the limit (ulimit -n %s) or "
            "lower the setting"
        )
        log.warning(text, possible, settings.streams, wanted)


class Server(uvicorn.Server):
    """A server that ends its live streams before it waits for connections to end."""

    def __init__(self, app: FastAPI, on_start: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                port=0,  # any, where no socket is given
                http=http_protocol(app.state.settings),
                access_log=False,  # paths hold secrets: the middleware logs routes
                log_config=None,
                proxy_headers=False,  # the middleware knows which proxies to trust
                server_header=False,
                lifespan="off",  # see `startup`: uvicorn would print a traceback of our errors
                timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
            )
        )
        logging.getLogger("uvicorn.access").disabled = True  # even if it has handlers
        self._app = app
        self._on_start = on_start
        self._lifespan = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._lifespan.enter_async_context(self._app.router.lifespan_context(self._app))
        await super().startup(sockets)
        if self.started:
            await asyncio.to_thread(self._on_start)
            self._app.state.services.jobs.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if services := getattr(self._app.state, "services", None):
            services.live.close()
            services.analyses.close()
        await super().shutdown(sockets)
        await self._lifespan.aclose()


def run(settings: ServerSettings, print_message: PrintMessage, browser: bool = True) -> None:
    """Serves until interrupted, or opens the page of a server that already runs on the data. Only
    the owner of the process can read the files that it creates."""
    os.umask(0o077)
    file = database_file(settings.database_url)
    lock = hold_server_lock(file) if file else nullcontext(lambda address: None)
    try:
        with lock as announce:
            serve(settings, print_message, announce, browser)
    except AlreadyRunningError as other:
        if not other.address:
            raise
        print_message(say("Tabuleiro already runs at {address}", address=other.address))
        open_page(other.address, browser)


def serve(
    settings: ServerSettings,
    print_message: PrintMessage,
    announce: Callable[[str], None],
    browser: bool,
) -> None:
    """Serves on the first port that is free."""
    set_up_log(settings.log_level)
    check_file_limit(settings)
    with listening(settings.host, settings.port) as bound:
        address = address_of(settings, bound)
        app = make_app(settings)

        def on_start() -> None:
            gc.collect()
            gc.freeze()  # collecting everything that is loaded would delay requests
            gc.set_threshold(*COLLECTIONS)
            announce(address)
            print_message(say("Tabuleiro runs at {address} (Ctrl-C stops it)", address=address))
            open_page(address, browser)

        with suppress(KeyboardInterrupt):  # everything has been stopped by then
            Server(app, on_start).run([bound])


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens on a port, or on the next one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = port if port == 0 else min(port + MORE_PORTS, 65_535)
    with socket.socket(family, socket.SOCK_STREAM) as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bind_first(bound, host, range(port, last + 1))
        bound.listen(2048)
        bound.set_inheritable(True)
        yield bound


def bind_first(bound: socket.socket, host: str, ports: range) -> None:
    """Binds a socket to the first port that is free."""
    for port in ports:
        try:
            bound.bind((host, port))
        except OSError as error:
            reason = error.strerror or str(error)
        else:
            return
    values = {"host": host, "first": ports[0], "last": ports[-1], "reason": reason}
    raise ServerError(say("cannot listen on {host}, ports {first} to {last}: {reason}", **values))


def address_of(settings: ServerSettings, bound: socket.socket) -> str:
    """The URL of the server, from this machine or with the host name in the settings."""
    port = bound.getsockname()[1]
    if settings.https and settings.hosts:
        return f"https://{settings.hosts[0]}/"
    host = "127.0.0.1" if settings.host in EVERY_ADDRESS else bracketed(settings.host)
    return f"http://{host}:{port}/"


def open_page(address: str, browser: bool) -> None:
    """Opens a page, if wanted and possible."""
    if browser and has_browser():
        webbrowser.open(address)


def has_browser() -> bool:
    """Whether there is a screen on which a browser can open."""
    if sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, GRAPHICAL)):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
