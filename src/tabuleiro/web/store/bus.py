"""The event bus: notifies subscribers of every committed change, in this process and in others.

Updates may come twice, and late: they say that a game has changed, not how. Transient events, such
as what a computer player thinks, may also be lost.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import URL, Connection, text

from tabuleiro.web.secrets import new_id
from tabuleiro.web.store.database import postgres_address, postgres_arguments

if TYPE_CHECKING:
    import psycopg

CHANNEL, TRANSIENT_CHANNEL = "tabuleiro", "tabuleiro_passing"
LOOKING_UP = 0.1  # seconds between two checks whether there is something to send, or to stop
FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0  # seconds before a lost connection is tried again
INTERVAL = 0.5  # seconds between two rounds of transient events
MOST_GAMES = 64  # in one round
MOST_BYTES = 7_000  # of a transient event; PostgreSQL carries less than 8,000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """A game has reached a version. Without a game: updates may have been missed in any game."""

    game: str | None = None
    version: int = 0


@dataclass(frozen=True, slots=True)
class TransientEvent:
    """A transient event of a game: its name and its data."""

    game: str
    name: str
    data: dict[str, Any]


UNKNOWN_UPDATE = GameUpdate()
Item = TypeVar("Item")


class Subscribers(Generic[Item]):
    """Callbacks for events, called in the thread that reports an event; they must be quick."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[Item], None]] = []

    def subscribe(self, callback: Callable[[Item], None]) -> None:
        """Registers a callback for as long as the bus exists."""
        self._callbacks.append(callback)

    def notify(self, what: Item) -> None:
        """Calls all callbacks, also if one of them fails."""
        for callback in tuple(self._callbacks):
            try:
                callback(what)
            except Exception:
                log.exception("a subscriber failed")


class EventBus(Subscribers[GameUpdate]):
    """Updates within one process; `transient` has the subscribers of transient events."""

    def __init__(self) -> None:
        super().__init__()
        self.transient = Subscribers[TransientEvent]()

    def send_transient(self, game_id: str, name: str, data: dict[str, Any]) -> None:
        """Sends a transient event of a game."""
        self.transient.notify(TransientEvent(game_id, name, data))

    def publish(self, connection: Connection, update: GameUpdate) -> None:
        """Notifies other processes when the transaction is committed; here there are none."""

    def close(self) -> None:
        """Stops its threads."""


class PostgresEventBus(EventBus):
    """Updates between processes, by NOTIFY of PostgreSQL. One thread listens, and sends the latest
    transient event of each game now and then."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._url = url
        self._own = new_id()
        self._transient: dict[str, str] = {}  # the latest of each game that was not sent yet
        self._transient_lock = Lock()
        self._stopping = Event()
        self._listening = Event()
        self._thread = Thread(target=self._listen_on, name="bus", daemon=True)
        self._thread.start()

    def publish(self, connection: Connection, update: GameUpdate) -> None:
        connection.execute(
            text("SELECT pg_notify(:channel, :payload)"),
            {"channel": CHANNEL, "payload": f"{update.game} {update.version}"},
        )

    def send_transient(self, game_id: str, name: str, data: dict[str, Any]) -> None:
        """Sends to this process at once, to others soon, unless a later event replaces it."""
        super().send_transient(game_id, name, data)
        if text := write_transient(TransientEvent(game_id, name, data), self._own):
            with self._transient_lock:
                self._transient[game_id] = text

    def close(self) -> None:
        self._stopping.set()
        self._thread.join(LONGEST_WAIT)  # it may be waiting for a database that does not answer

    def _listen_on(self) -> None:
        """Listens until it is stopped, and connects again whenever the connection is lost."""
        import psycopg

        wait = FIRST_WAIT
        while not self._stopping.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("no news from the database: %s", error)
                with self._transient_lock:
                    self._transient.clear()  # they would be out of date
            wait = FIRST_WAIT if self._listening.is_set() else min(2 * wait, LONGEST_WAIT)
            self._listening.clear()
            self._stopping.wait(wait)

    def _listen(self) -> None:
        """Listens on one connection. Updates may have been missed before it."""
        import psycopg

        address, arguments = postgres_address(self._url), postgres_arguments(self._url)
        with psycopg.connect(address, autocommit=True, **arguments) as connection:
            for channel in (CHANNEL, TRANSIENT_CHANNEL):
                connection.execute(f"LISTEN {channel}")
            connection.execute("SET synchronous_commit = off")  # what is sent here may be lost
            self._listening.set()
            self.notify(UNKNOWN_UPDATE)
            sent = monotonic()
            while not self._stopping.is_set():
                for notification in connection.notifies(timeout=LOOKING_UP):
                    self._receive(notification)
                if monotonic() - sent >= INTERVAL:
                    self._send_latest(connection)
                    sent = monotonic()

    def _receive(self, notification: psycopg.Notify) -> None:
        """Passes on a notification, unless it is not ours."""
        if notification.channel == TRANSIENT_CHANNEL:
            if event := read_transient(notification.payload, self._own):
                self.transient.notify(event)
            return
        game, _, version = notification.payload.partition(" ")
        if game and version.isdecimal():
            self.notify(GameUpdate(game, int(version)))

    def _send_latest(self, connection: psycopg.Connection[Any]) -> None:
        """Sends a round of transient events. The rest is dropped: it would be out of date by the
        next round."""
        with self._transient_lock:
            rows = [(TRANSIENT_CHANNEL, text) for text in self._transient.values()][:MOST_GAMES]
            self._transient.clear()
        if rows:
            with connection.transaction(), connection.cursor() as cursor:
                cursor.executemany("SELECT pg_notify(%s, %s)", rows)


def write_transient(event: TransientEvent, sender: str) -> str:
    """An event as text; empty if it is too long to be sent."""
    text = json.dumps({"sender": sender, **asdict(event)}, separators=(",", ":"))
    return text if len(text) <= MOST_BYTES else ""


def read_transient(text: str, own: str) -> TransientEvent | None:
    """The event that another process sent; None if this one sent it, or if it is not ours."""
    try:
        data = json.loads(text)
        if data.pop("sender") == own:
            return None
        found = TransientEvent(**data)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    texts = isinstance(found.game, str) and isinstance(found.name, str)
    return found if texts and found.name.isidentifier() and isinstance(found.data, dict) else None
