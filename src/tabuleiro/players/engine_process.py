"""Runs an external engine as a process: starts it, exchanges lines with it, always ends it.

What a program writes is read by a thread of its own and waits to be heard, a bounded number of
lines; whoever writes more is not read any further, and so comes to a halt itself.
"""

from __future__ import annotations

import os
import shlex
import signal
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from queue import Empty, Queue
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread
from time import monotonic
from typing import IO, Any

from tabuleiro.core.message import Message, one_line, quote, say
from tabuleiro.players.player import PlayerError

LONGEST_LINE = 2**16  # bytes
MOST_UNREAD = 1000  # lines
MOST_BYTES = 2**26  # from one thing it is told to the next
LONGEST_LOGGED = 500  # characters of a line
LONGEST_WORDS = 200  # characters of what a program says at its end
LONGEST_TITLE = 60  # characters
MOST_COMPLAINTS = 1000  # lines of its standard error that are logged
FAREWELL = 0.5  # seconds that a program has to end by itself
GLANCE = 0.01  # seconds
WATCHDOG_SCRIPT = "read nothing; kill -s KILL -- -$1"  # a shell that waits for the end of its input


class Reason(StrEnum):
    """What kind of fault an outside engine has."""

    died = "died"  # its process ended, or closed its output
    hung = "hung"  # no answer came, not even after it was told to stop
    slow = "slow"  # the move came too late
    illegal = "illegal"  # the move is none
    refused = "refused"  # it cannot be started, or will not play this
    flooded = "flooded"  # it writes without end


class EngineError(PlayerError):
    """An outside engine that does not do what it must; `reason` is the kind of fault."""

    def __init__(self, reason: Reason, message: Message) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return EngineError, (self.reason, self.message)


@dataclass(frozen=True)
class EngineCommand:
    """How an outside UGI engine is started and what it is allowed.

    `words` are the program and its arguments, `folder` is where it runs. `options` are set besides
    the game and the game's own. `log` takes every line that passes, with its time. `start_seconds`
    is how long it may take to get ready; `margin` by how many seconds a move may exceed its time,
    which is what pipes and a busy machine take; `patience` how many seconds a move may take that
    has no time limit.
    """

    words: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    folder: Path | None = None
    log: Path | None = None
    start_seconds: float = 10.0
    margin: float = 0.1
    patience: float = 600.0

    def __post_init__(self) -> None:
        if not self.words or not self.words[0]:
            raise PlayerError(say("an engine needs the name of its program"))
        for name in ("start_seconds", "margin", "patience"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise PlayerError(say("{name} must be a number of seconds, at least 0", name=name))
        for text in (*self.words, *(text for option in self.options for text in option)):
            if not text.isprintable():
                raise PlayerError(
                    say("{text} cannot be sent to an engine: it is not one line", text=quote(text))
                )

    @property
    def title(self) -> str:
        """The program and its arguments, for people."""
        return one_line(shlex.join(self.words), LONGEST_TITLE)


class EngineLog:
    """The lines that pass between a program and us: when, which process, which way (`>` to it,
    `<` from it, `!` its standard error, `#` what happened to it). Files are appended to, a line at
    a time, so that several programs may share one."""

    def __init__(self, path: Path | None) -> None:
        self._file: IO[bytes] | None = None
        try:
            if path:
                self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise EngineError(
                Reason.refused,
                say("{path} cannot be written: {error}", path=path, error=error.strerror),
            ) from error

    def note(self, process: int, way: str, line: str) -> None:
        """Writes a line down. A disk that is full loses the log, not the game."""
        if self._file:
            moment = datetime.now(UTC).isoformat(timespec="milliseconds")
            text = f"{moment} {process} {way} {one_line(line, LONGEST_LOGGED)}\n"
            with suppress(OSError, ValueError):
                self._file.write(text.encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """No more is written."""
        if self._file:
            self._file.close()


class ProcessWatchdog:
    """A process that ends a group of processes as soon as this one is gone, however it went: the
    system then closes the pipe that it reads. A signal at the death of the parent would not reach
    the whole group, and comes when a thread ends."""

    def __init__(self, group: int) -> None:
        self._shell: Popen[bytes] | None = None
        if hasattr(os, "killpg"):
            words = ("sh", "-c", WATCHDOG_SCRIPT, "guard", str(group))
            with suppress(OSError):  # no shell: nobody guards
                self._shell = Popen(
                    words, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
                )

    def cancel(self) -> None:
        """The group has ended, and its number may soon be that of another."""
        if self._shell:
            self._shell.kill()
            self._shell.communicate()


class EngineProcess:
    """A running program. It and all the processes that it starts are one group and end together,
    at the latest with this process."""

    def __init__(self, command: EngineCommand) -> None:
        self.title = command.title
        self._log = EngineLog(command.log)
        self._process = self._start(command)
        self._guard = ProcessWatchdog(self._process.pid)
        self._heard: Queue[tuple[float, str] | None] = Queue(MOST_UNREAD)
        self._last_words = ""
        self._too_long = False
        self._bytes = 0  # since it was told something
        self._readers = (Thread(target=self._read_answers), Thread(target=self._read_complaints))
        for reader in self._readers:
            reader.daemon = True
            reader.start()
        self._note("#", f"started: {self.title}")

    def send(self, line: str) -> None:
        """Tells it something. No more than a few short lines ever wait to be read by it, so that
        the pipe takes them even if it never reads."""
        self._note(">", line)
        self._bytes = 0
        try:
            self._input.write(line.encode() + b"\n")
            self._input.flush()
        except (OSError, ValueError) as error:
            raise self._death() from error

    def read_line(self, seconds: float) -> tuple[float, str] | None:
        """The next line that it says within so many seconds, and when it came; None when there
        is none."""
        try:
            heard = self._heard.get(timeout=max(0.0, seconds))
        except Empty:
            return None
        if heard is None:
            raise self._flood() if self._too_long else self._death()
        self._bytes += len(heard[1])
        if self._bytes > MOST_BYTES:
            raise self._flood()
        return heard

    def end(self, *, politely: bool = False) -> None:
        """Ends it and its processes; politely: after it was told to quit and given a moment."""
        if politely:
            with suppress(EngineError, TimeoutExpired):
                self.send("quit")
                self._process.wait(FAREWELL)
        self._kill()
        self._finish_reading()
        with suppress(OSError):  # what it never read cannot be written any more
            self._input.close()
        self._note("#", f"ended: {self._process.returncode}")
        self._log.close()

    # --- the process

    def _start(self, command: EngineCommand) -> Popen[bytes]:
        try:
            return Popen(
                command.words,
                cwd=command.folder,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                start_new_session=True,
            )
        except OSError as error:
            self._log.close()
            raise EngineError(
                Reason.refused,
                say(
                    "{engine} cannot be started: {error}",
                    engine=self.title,
                    error=f"{error.strerror}: {error.filename}",
                ),
            ) from error

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin
        return self._process.stdin

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # all have ended
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._guard.cancel()
        self._process.wait()

    def _finish_reading(self) -> None:
        """Lets the readers come to the end of what was written, unless a process that left the
        group keeps it open."""
        until = monotonic() + FAREWELL
        for reader, stream in zip(
            self._readers, (self._process.stdout, self._process.stderr), strict=True
        ):
            while reader.is_alive() and monotonic() < until:
                with suppress(Empty):
                    self._heard.get(timeout=GLANCE)
            if stream and not reader.is_alive():
                stream.close()

    # --- what it says

    def _read_answers(self) -> None:
        assert self._process.stdout
        with suppress(OSError):
            while line := self._process.stdout.readline(LONGEST_LINE + 1):
                text = line.decode("utf-8", "replace").strip()
                self._note("<", text)
                if len(line) > LONGEST_LINE:
                    self._too_long = True
                    break
                self._heard.put((monotonic(), text))
        self._heard.put(None)

    def _read_complaints(self) -> None:
        assert self._process.stderr
        count = 0
        with suppress(OSError):
            while line := self._process.stderr.readline(LONGEST_LINE):
                if text := line.decode("utf-8", "replace").strip():
                    self._last_words = text
                count += 1
                if count <= MOST_COMPLAINTS:
                    self._note("!", text)

    def _note(self, way: str, line: str) -> None:
        self._log.note(self._process.pid, way, line)

    # --- its faults

    def _death(self) -> EngineError:
        with suppress(TimeoutExpired):
            self._process.wait(FAREWELL)
            self._readers[1].join(FAREWELL)
        how = say("{engine} {fate}", engine=self.title, fate=exit_text(self._process.returncode))
        if self._last_words:
            words = one_line(self._last_words, LONGEST_WORDS)
            how = say("{how}; its last words: {words}", how=how, words=words)
        return EngineError(Reason.died, how)

    def _flood(self) -> EngineError:
        return EngineError(Reason.flooded, say("{engine} writes without end", engine=self.title))


def exit_text(code: int | None) -> Message:
    """What became of a process whose output has ended, by its exit code."""
    if code is None:
        return say("closed its output")
    if code < 0:
        return say("was ended by signal {number}", number=-code)
    return say("ended with exit code {code}", code=code)
