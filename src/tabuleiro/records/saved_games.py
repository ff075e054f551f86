"""The folder of saved games: one file per game, written atomically and locked while in use."""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.records.files import PART_SUFFIX, FileError, file_errors, read_file, write_file
from tabuleiro.records.ply import RecordError, UnknownGameError
from tabuleiro.records.record import UNFINISHED, Record
from tabuleiro.records.text import (
    RecordSummary,
    read_record,
    read_start,
    read_summary,
    write_record,
)

T = TypeVar("T")

SUFFIX = ".record"
NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,99}")
LEFT_OVER = 3600  # seconds after which an unfinished file must be from a dead process


class LockedGameError(TabuleiroError):
    """A saved game that is open in another program."""


class DamagedGameError(TabuleiroError):
    """A saved game that could not be read and was moved to `path`."""

    def __init__(self, message: Message, path: Path) -> None:
        super().__init__(message)
        self.path = path


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game in the list: its name, a summary, and when it was last saved."""

    name: str
    summary: RecordSummary
    saved: datetime

    @property
    def game_id(self) -> str:
        """The id of its game."""
        return self.summary.game.partition(" ")[0]

    @property
    def finished(self) -> bool:
        """Whether the game has a result."""
        return self.summary.result != UNFINISHED


def data_folder() -> Path:
    """The folder for the user's data: TABULEIRO_DATA, else the standard folder of the platform."""
    given = os.environ.get("TABULEIRO_DATA")
    if given:
        return Path(given)
    from platformdirs import user_data_path  # only imported when needed

    return user_data_path("tabuleiro", appauthor=False)


class SavedGames:
    """The saved games of a folder. `on_warning` gets messages for the user, such as about files set
    aside."""

    def __init__(
        self,
        folder: Path | None = None,
        on_warning: Callable[[Message], None] = lambda message: None,
    ) -> None:
        self.folder = folder or data_folder() / "games"
        self.on_warning = on_warning
        self._locked: set[str] = set()

    # --- saving -----------------------------------------------------------------------------

    def new(self, record: Record, now: datetime) -> str:
        """Saves a game under a new name, made from the time and the game, and returns the name."""
        game = re.sub(r"[^0-9A-Za-z_-]", "-", record.start.game.id)[:40]
        while True:
            name = f"{now:%Y-%m-%d-%H%M%S}-{game}-{os.urandom(2).hex()}"
            with suppress(LockedGameError), self.lock(name):
                path = self.path_of(name)
                if not exists(path):
                    write_file(path, write_record(record))
                    return name

    def save(self, name: str, record: Record) -> None:
        """Saves a game again under its name. Another game is never overwritten; a file that is not
        a game is set aside."""
        path = self.path_of(name)
        text = write_record(record)
        if exists(path):
            try:
                other = self._read(name, read_start) != record.start
            except DamagedGameError as error:
                other = False
                self.on_warning(error.message)
            if other:
                raise FileError(
                    say("{name} is another game: it is left as it is", name=quote(name))
                )
        write_file(path, text)

    def path_of(self, name: str) -> Path:
        """The file of that name; an error if the name could point to another folder."""
        if not NAME.fullmatch(name):
            reason = say(
                "{name} is not the name of a saved game: it has letters, digits, - and _",
                name=quote(name),
            )
            raise FileError(reason)
        return self.folder / f"{name}{SUFFIX}"

    def delete(self, name: str) -> None:
        """Deletes the saved game of that name; an error if another program has it open."""
        path = self.check_exists(name)
        with self._locking(name), file_errors(path):
            path.unlink(missing_ok=True)  # another program may have deleted it since

    def check_exists(self, name: str) -> Path:
        """The file of that name; an error if there is none."""
        path = self.path_of(name)
        if not exists(path):
            reason = say(
                "there is no saved game {name}: list them with {command}",
                name=quote(name, 100),
                command="tabuleiro saved",
            )
            raise TabuleiroError(reason)
        return path

    # --- reading ----------------------------------------------------------------------------

    def load(self, name: str) -> Record:
        """The saved game of that name. An unreadable file is set aside: DamagedGameError."""
        self.check_exists(name)
        return self._read(name, read_record)

    def games(self) -> list[SavedGame]:
        """All saved games, unfinished ones first, then the newest first."""
        entries = [entry for name in self._names() if (entry := self._entry(name))]
        newest_first = sorted(entries, key=lambda entry: (entry.saved, entry.name), reverse=True)
        return sorted(newest_first, key=lambda entry: entry.finished)

    def _names(self) -> list[str]:
        """The names of all saved games; removes files left by dead processes."""
        with file_errors(self.folder):
            paths = list(self.folder.iterdir()) if self.folder.exists() else []
        for path in paths:
            with suppress(OSError):
                if path.suffix == PART_SUFFIX and time.time() - path.stat().st_mtime > LEFT_OVER:
                    path.unlink()
        names = (path.stem for path in paths if path.suffix == SUFFIX)
        return [name for name in names if NAME.fullmatch(name)]

    def _entry(self, name: str) -> SavedGame | None:
        """A game in the list; None, with a message to the user, if it cannot be read."""
        path = self.path_of(name)
        try:
            with file_errors(path):
                saved = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            summary = self._read(name, read_summary)
        except TabuleiroError as error:
            self.on_warning(error.message)
            return None
        return SavedGame(name, summary, saved)

    def _read(self, name: str, read: Callable[[str], T]) -> T:
        """The result of `read` for a file; a file that it cannot read is set aside."""
        path = self.path_of(name)
        try:
            return read(read_file(path))
        except UnknownGameError:
            raise
        except RecordError:
            with self._locking(name):
                try:
                    return read(read_file(path))  # it may have been saved again since
                except UnknownGameError:
                    raise
                except RecordError as error:
                    raise quarantine(path, error.message) from error

    # --- locking ----------------------------------------------------------------------------

    def _locking(self, name: str) -> AbstractContextManager[None]:
        """Locks a game, unless it is locked by this program already."""
        return nullcontext() if name in self._locked else self.lock(name)

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Locks a game; LockedGameError if another program has locked it."""
        from filelock import FileLock, Timeout  # only imported when needed

        path = self.path_of(name).parent / "locks" / f"{name}.lock"
        lock = FileLock(path, timeout=0, thread_local=False)
        with file_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire()
            except Timeout as error:
                reason = say(
                    "{name} is open elsewhere: close it there, or choose another game",
                    name=quote(name, 100),
                )
                raise LockedGameError(reason) from error
        self._locked.add(name)
        try:
            yield
        finally:
            self._locked.discard(name)
            lock.release()


def quarantine(path: Path, reason: Message) -> DamagedGameError:
    """Moves an unreadable file to a free name; returns the error to raise."""
    with file_errors(path):
        target = free_path(path.parent / "damaged" / path.name)
        target.parent.mkdir(exist_ok=True)
        path.rename(target)
    message = say(
        "the saved game {name} is damaged and was set aside as {path}: {reason}",
        name=quote(path.stem, most=100),
        path=target,
        reason=reason,
    )
    return DamagedGameError(message, target)


def exists(path: Path) -> bool:
    """Whether there is such a file."""
    with file_errors(path):
        return path.exists()


def free_path(path: Path) -> Path:
    """The path itself or, if it exists, one with a number."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
