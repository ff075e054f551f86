"""Live streams of games as server-sent events: each viewer gets every new state.

A state is complete, so a viewer who was away needs only the latest. A stream is opened with the
version that its reader has; if that is the current one, nothing is sent until the game changes. A
reader that is too slow is dropped and may reconnect.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.concurrency import run_in_threadpool

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.web.games.service import GameService
from tabuleiro.web.games.state import Viewer, to_json
from tabuleiro.web.http.errors import TooManyError
from tabuleiro.web.secrets import digest
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.store.bus import GameUpdate, TransientEvent
from tabuleiro.web.workers.renderer import StateRenderer

HEARTBEAT = 15.0  # seconds without a message after which a comment is sent
MOST_WAITING = 16  # messages that a reader may be behind
RETRY = 1_000  # milliseconds after which a browser reconnects
CURRENT_VERSION = 0  # instead of a version: the latest one in the store
KEEP_ALIVE = ":\n\n"
ALIVE = 4.0  # seconds after which a page gets a sign that its connection works


@dataclass(eq=False)
class LiveStream:
    """The stream of one viewer of one game: `holder` is the digest of the secret that holds their
    seats. None in the queue ends it."""

    game_id: str
    viewer: Viewer
    version: int = 0
    holder: str = ""
    queue: asyncio.Queue[bytes | None] = field(
        default_factory=lambda: asyncio.Queue(MOST_WAITING + 1)
    )

    def send(self, message: bytes) -> None:
        """Queues a message for its reader; a reader with too many is dropped."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait(message)
        else:
            self.end()

    def show(self, state: bytes, version: int) -> None:
        """Sends the event with a state, unless the reader has it or a later one."""
        if version > self.version:
            self.version = version
            self.send(state)

    def end(self) -> None:
        """Ends the stream; queued messages are dropped."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class LiveStreams:
    """All streams of this process. Use it in the event loop only, except `on_update` and
    `send_transient`."""

    def __init__(
        self, games: GameService, renderer: StateRenderer, settings: ServerSettings
    ) -> None:
        self.games = games
        self.renderer = renderer
        self.settings = settings
        self._loop = asyncio.get_running_loop()
        self._streams: dict[str, set[LiveStream]] = {}
        self._addresses: Counter[str] = Counter()
        self._due: dict[str, set[int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        games.store.bus.subscribe(self.on_update)
        games.store.bus.transient.subscribe(self.send_transient)

    def close(self) -> None:
        """Ends all streams."""
        for streams in self._streams.values():
            for stream in streams:
                stream.end()

    @property
    def count(self) -> int:
        """The number of streams."""
        return self._addresses.total()

    # --- from any thread

    def on_update(self, update: GameUpdate) -> None:
        """Sends the new state of a game to its viewers."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._on_update, update)

    def send_transient(self, event: TransientEvent) -> None:
        """Sends a transient event to the viewers of a game, such as what a player thinks."""
        if event.game in self._streams and not self._loop.is_closed():
            message = sse_event(event.name, to_json(event.data)).encode()
            self._loop.call_soon_threadsafe(self._send_transient, event.game, message)

    # --- one stream

    async def stream(
        self, game_id: str, viewer: Viewer, version: int, address: str, secret: str = ""
    ) -> AsyncIterator[bytes]:
        """The events for a viewer who has that version, until they leave or lose their
        seats."""
        if not self._has_room(address):  # others have come since `check_room`
            return
        holder = digest(secret) if viewer.seats else ""
        with self._joined(LiveStream(game_id, viewer, version, holder), address) as stream:
            yield f"retry: {RETRY}\n\n".encode()
            await self._push(game_id, CURRENT_VERSION, [stream])
            while True:
                try:
                    async with asyncio.timeout(ALIVE):
                        message = await stream.queue.get()
                except TimeoutError:
                    message = STILL_HERE
                if message is None:
                    return
                yield message

    def check_room(self, address: str) -> None:
        """Refuses a stream if its address, or all addresses together, have too many."""
        if not self._has_room(address):
            raise TooManyError(say("too many games are being watched from here"), wait=10)

    def _has_room(self, address: str) -> bool:
        settings = self.settings
        return (
            self._addresses[address] < settings.streams_per_address
            and self._addresses.total() < settings.streams
        )

    @contextmanager
    def _joined(self, stream: LiveStream, address: str) -> Iterator[LiveStream]:
        streams = self._streams.setdefault(stream.game_id, set())
        streams.add(stream)
        self._addresses[address] += 1
        try:
            yield stream
        finally:
            streams.discard(stream)
            if not streams and self._streams.get(stream.game_id) is streams:
                del self._streams[stream.game_id]
            self._addresses -= Counter([address])  # this drops counts of 0

    # --- all streams of a game

    def _on_update(self, update: GameUpdate) -> None:
        """Notes that a game has changed. If it is being sent, it is sent again afterwards."""
        games = [update.game] if update.game else list(self._streams)
        for game_id in games:
            if game_id in self._streams:
                if game_id not in self._due:
                    task = self._loop.create_task(self._show(game_id))
                    self._tasks.add(task)  # the loop keeps only a weak reference
                    task.add_done_callback(self._tasks.discard)
                self._due.setdefault(game_id, set()).add(update.version)

    async def _show(self, game_id: str) -> None:
        """Sends a game to its viewers as long as there is something new."""
        try:
            while versions := self._due[game_id]:
                version = max(versions) if all(versions) else CURRENT_VERSION
                versions.clear()
                await self._push(game_id, version, list(self._streams.get(game_id, ())))
        finally:  # after an error too, so that the next update is shown
            del self._due[game_id]

    async def _push(self, game_id: str, version: int, streams: list[LiveStream]) -> None:
        try:
            known = self.games.repository.cached(game_id, version) if version else None
            game = known or (await run_in_threadpool(self.games.view, game_id)).game
            viewers = {stream.viewer for stream in streams}
            texts = await self.renderer.render_all(game, viewers, self.games.now())
            if version == CURRENT_VERSION:
                await self._end_revoked(game_id, [each for each in streams if each.holder])
        except TabuleiroError:  # a viewer who reconnects gets the error
            for stream in streams:
                stream.end()
            return
        version = game.table.version
        states = {
            viewer: sse_event("state", text, version).encode() for viewer, text in texts.items()
        }
        for stream in streams:
            stream.show(states[stream.viewer], version)

    async def _end_revoked(self, game_id: str, streams: list[LiveStream]) -> None:
        """Ends the streams of viewers who do not hold their seats any more."""
        holders = {stream.holder for stream in streams}
        held = await run_in_threadpool(self.games.seats_held, game_id, holders) if holders else {}
        for stream in streams:
            if held[stream.holder] != stream.viewer.seats:
                stream.end()

    def _send_transient(self, game_id: str, message: bytes) -> None:
        for stream in self._streams.get(game_id, ()):
            if stream.queue.empty():  # transient: dropped if the reader is behind
                stream.send(message)


def sse_event(name: str, data: str, version: int | None = None) -> str:
    """A server-sent event. JSON has no line breaks that would end it."""
    number = "" if version is None else f"id: {version}\n"
    return f"event: {name}\n{number}data: {data}\n\n"


STILL_HERE = sse_event("alive", "{}").encode()
