"""The HTTP protocol class: limits on the size and the arrival time of request headers, and on the
connections of an address."""

import asyncio
import logging
import socket
from collections import Counter
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tabuleiro.web.http.addresses import Networks, client_network, is_in

MOST_HEAD = 2**16  # bytes of the path and all headers
MOST_READ = MOST_HEAD + 2**18  # bytes read before a head is complete; 2**18 may come at a time
HEAD_TIMEOUT = 20.0  # seconds that a head may take to arrive
UNREAD_TIMEOUT = 60.0  # seconds after which a client that does not read is dropped


log = logging.getLogger(__name__)


class ConnectionCounter:
    """The open connections of each address. Those of our proxies are not limited, as they are those
    of many clients. Use it in the event loop only."""

    def __init__(self, most: int, proxies: Networks = ()) -> None:
        self._most = most
        self._proxies = proxies
        self._open: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Counts a connection; False if it is one too many."""
        if self._open[address] >= self._most and not is_in(address, self._proxies):
            log.warning("%s has %s connections: more are closed", address, self._most)
            return False
        self._open[address] += 1
        return True

    def remove(self, address: str) -> None:
        """Counts a connection no more."""
        self._open -= Counter([address])  # this drops counts of 0


class BoundedProtocol(HttpToolsProtocol):
    """Refuses request heads that are too long, and closes connections whose head does not arrive,
    whose client does not read or has too many of them."""

    _counted = ""
    _head = 0
    _read = 0
    _in_head = False
    _timer: asyncio.TimerHandle | None = None

    def __init__(self, *given: Any, open_connections: ConnectionCounter, **named: Any) -> None:
        super().__init__(*given, **named)
        self.open_connections = open_connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn calls it
        super().connection_made(transport)
        address = client_network(self.client[0] if self.client else "")
        if not self.open_connections.add(address):
            transport.abort()
            return
        self._counted = address
        drop_if_unread(transport, UNREAD_TIMEOUT)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._counted:
            self.open_connections.remove(self._counted)
            self._counted = ""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._read = self._read + len(data) if self._in_head else 0
        if self._read > MOST_READ and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        self._head, self._in_head = 0, True
        self._wait_for_head()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def _count(self, size: int) -> None:
        """Raises an error if the head is too long; the parser then refuses the request."""
        self._head += size
        if self._head > MOST_HEAD:
            raise ValueError

    def _wait_for_head(self) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(HEAD_TIMEOUT, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()


def drop_if_unread(transport: asyncio.Transport, seconds: float) -> None:
    """Asks the system, if it can, to drop a connection if nothing is read for that long."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None:
        with suppress(OSError):  # it is gone already
            connection: socket.socket = transport.get_extra_info("socket")
            connection.setsockopt(socket.IPPROTO_TCP, option, round(1000 * seconds))
