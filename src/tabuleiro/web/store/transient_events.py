"""Transient events, such as a computer player's current line, sent through PostgreSQL."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from itertools import islice
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL

from tabuleiro.web.store.database import postgres_address, postgres_arguments

if TYPE_CHECKING:
    import psycopg

TRANSIENT_CHANNEL = "tabuleiro_passing"
INTERVAL = 0.5  # seconds between two rounds
MOST_GAMES = 64  # in one message
MOST_BYTES = 7_000  # of one of them; PostgreSQL carries less than 8,000
LEAVING = 2.0  # seconds that closing waits for a database that does not answer

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TransientEvent:
    """A transient event of a game: its name and its data."""

    game: str
    name: str
    data: dict[str, Any]


def write_transient(passing: TransientEvent, sender: str) -> str:
    """An event as text; empty if it is too long to be sent."""
    text = json.dumps({"sender": sender, **asdict(passing)}, separators=(",", ":"))
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


class TransientEventSender:
    """Sends texts, the latest of each game, in a thread of its own."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._lock = Lock()
        self._latest: dict[str, str] = {}
        self._something, self._stopping = Event(), Event()
        self._thread = Thread(target=self._run, name="transient events", daemon=True)
        self._thread.start()

    def send(self, game_id: str, text: str) -> None:
        """Sends a text of a game, unless a later one comes before its turn."""
        with self._lock:
            self._latest[game_id] = text
        self._something.set()

    def close(self) -> None:
        """Ends the thread; texts that wait are dropped."""
        self._stopping.set()
        self._something.set()
        self._thread.join(LEAVING)

    def _run(self) -> None:
        import psycopg

        while self._something.wait() and not self._stopping.is_set():
            try:
                with self._connect() as connection:
                    self._send_on(connection)
            except psycopg.Error as error:
                log.info("what passes is not told: %s", error)
                self._take_latest()
            self._stopping.wait(INTERVAL)

    def _connect(self) -> psycopg.Connection[Any]:
        """A connection; its commits need not survive a power cut."""
        import psycopg

        address, arguments = postgres_address(self._url), postgres_arguments(self._url)
        connection = psycopg.connect(address, autocommit=True, **arguments)
        connection.execute("SET synchronous_commit = off")
        return connection

    def _send_on(self, connection: psycopg.Connection[Any]) -> None:
        while not self._stopping.is_set():
            rows = [(TRANSIENT_CHANNEL, text) for text in self._take_latest()]
            if rows:
                with connection.transaction(), connection.cursor() as cursor:
                    cursor.executemany("SELECT pg_notify(%s, %s)", rows)
            self._stopping.wait(INTERVAL)
            self._something.wait()

    def _take_latest(self) -> list[str]:
        """The texts of a round. The rest is dropped, as it would be out of date by the next."""
        with self._lock:
            texts = list(islice(self._latest.values(), MOST_GAMES))
            self._latest.clear()
            self._something.clear()
        return texts
