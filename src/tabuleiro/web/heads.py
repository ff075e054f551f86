"""Requests whose heads have a bound: the quick parser of HTTP has none of its own."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 2**16  # bytes of the path and all headers
MOST_READ = MOST_HEAD + 2**18  # bytes read before a head is complete; so many come at a time


class BoundedProtocol(HttpToolsProtocol):
    """HTTP in which a head that is too long is refused, whether it ends or not."""

    _head = 0
    _read = 0
    _in_head = False

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._read = self._read + len(data) if self._in_head else 0
        if self._read > MOST_READ and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        self._head, self._in_head = 0, True
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def _count(self, size: int) -> None:
        """The parser takes an error for one of the request's, which is refused."""
        self._head += size
        if self._head > MOST_HEAD:
            raise ValueError
