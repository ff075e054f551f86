"""A minimal HTTP client for benchmarks of the server. It needs so little CPU time that it can
simulate hundreds of browsers on the same machine as the server."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

Data = dict[str, Any]

API = "/api/v1"
PATIENCE = 180.0  # seconds to wait for an answer; only a server that hangs takes longer
CHOICES = re.compile(rb'"choices":(\{.*\}), "clocks"', re.DOTALL)


class LostError(ConnectionError):
    """A connection ended before the response was complete."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """Its JSON data."""
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Told:
    """A server-sent event: its name, its version, and its data as received."""

    name: str
    version: int
    data: bytes

    def moves(self) -> list[str]:
        """The legal moves in a state. The rest of the data is not parsed."""
        found = CHOICES.search(self.data)
        return [move for move, _ in json.loads(found[1])["moves"]] if found else []


class Wire:
    """One connection to a server. It is opened at its first use, and again after it was lost."""

    def __init__(self, address: str, secret: str = "") -> None:
        self.address = address
        self.secret = secret
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Data | None = None, **more: str) -> Reply:
        """Sends a request and returns the response. If none arrives, it raises LostError; the
        server may or may not have handled the request."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader = await self._send(method, path, body, more)
                status, headers = await read_head(reader)
                reply = Reply(status, headers, await read_body(reader, headers))
        except (OSError, EOFError, ValueError) as error:  # a timeout is an OSError too
            self.close()
            raise LostError(repr(error)) from error
        if headers.get("connection") == "close":
            self.close()
        self._keep_secret(headers.get("set-cookie", ""))
        return reply

    async def follow(
        self, path: str, close: bool = True, body: Data | None = None
    ) -> AsyncIterator[Told]:
        """The events of a live stream, until it ends. With `close`, the connection is closed when
        the caller stops reading. A `body` is sent with POST."""
        try:
            reader = await self._send("GET" if body is None else "POST", path, body, {})
            status, _ = await read_head(reader)
            if status != 200:
                raise LostError(f"status {status}")
            while chunk := await read_chunk(reader):
                if chunk.startswith(b"event: "):
                    yield read_event(chunk)
        except (OSError, EOFError, ValueError) as error:
            raise LostError(repr(error)) from error
        finally:
            if close:
                self.close()

    def abort(self) -> None:
        """Drops the connection without closing it properly."""
        if self._writer:
            self._writer.transport.abort()
        self._reader = self._writer = None

    def close(self) -> None:
        """Ends the connection."""
        if self._writer:
            self._writer.close()
        self._reader = self._writer = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.close()

    async def _send(
        self, method: str, path: str, body: Data | None, more: dict[str, str]
    ) -> asyncio.StreamReader:
        where = urlsplit(self.address)
        if self._reader and self._reader.at_eof():  # the server closed an idle connection
            self.close()
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(where.hostname, where.port)
        headers = {"Host": where.netloc, "X-Tabuleiro": "1", **more}
        if self.secret:
            headers["Cookie"] = f"tabuleiro={self.secret}"
        text = json.dumps(body) if body is not None else ""
        if body is not None:
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(text))}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._writer.write(f"{method} {API}{path} HTTP/1.1\r\n{head}\r\n{text}".encode())
        await self._writer.drain()
        return self._reader

    def _keep_secret(self, cookie: str) -> None:
        if found := re.match(r"tabuleiro=([^;]+)", cookie):
            self.secret = found[1]


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and the headers of a response."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}


async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    """The body of a response."""
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    parts = []
    if headers.get("transfer-encoding") == "chunked":
        while chunk := await read_chunk(reader):
            parts.append(chunk)
    return b"".join(parts)


async def read_chunk(reader: asyncio.StreamReader) -> bytes:
    """The next chunk of a chunked body; empty at its end."""
    size = int(await reader.readuntil(b"\r\n"), 16)
    chunk = await reader.readexactly(size + 2)
    return chunk[:-2]


def read_event(chunk: bytes) -> Told:
    """A server-sent event; the server sends each in one chunk."""
    lines = chunk.strip().split(b"\n")
    parts = dict(line.split(b": ", 1) for line in lines)
    return Told(parts[b"event"].decode(), int(parts.get(b"id", b"0")), parts[b"data"])


# --- games -----------------------------------------------------------------------------------


async def open_game(wire: Wire, game: str, *seats: str, control: str = "") -> str:
    """Opens a game and returns its id; a seat is `me`, `open` or a computer player."""
    orders = [
        {"who": seat} if seat in ("me", "open") else {"who": "computer", "computer": seat}
        for seat in seats
    ]
    body = {"game": game, "seats": orders, "control": control}
    reply = await wire.ask("POST", "/games", body)
    if reply.status != 201:
        raise LostError(f"no game was opened: {reply.status} {reply.body!r}")
    return str(reply.data["id"])


async def join_game(opener: Wire, guest: Wire, game_id: str) -> None:
    """Lets a guest take the free seats of a game."""
    found = answered(await opener.ask("GET", f"/games/{game_id}/invitations"))
    for invitation in found.data["invitations"]:
        body = {"token": invitation["token"], "name": "Guest"}
        answered(await guest.ask("POST", "/join", body))


def answered(reply: Reply) -> Reply:
    """The response, unless it is a server error."""
    if reply.status >= 500:
        raise LostError(f"status {reply.status}")
    return reply


def command(request: str, version: int, do: str, **more: Any) -> Data:
    """A command in the format of the API."""
    return {"request": request, "version": version, "do": do, **more}
