"""Runs an external engine as a process: starts it, exchanges lines with it, always ends it.

A thread reads the output of the program into a queue of limited length; a program that writes more
is not read any further, so that it blocks.
"""

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
MOST_BYTES = 2**26  # of output between two lines that are sent to it
LONGEST_LOGGED = 500  # characters of a line
LONGEST_ERROR = 200  # characters of the last line of standard error in a message
LONGEST_TITLE = 60  # characters
MOST_ERROR_LINES = 1000  # lines of standard error that are logged
QUIT_SECONDS = 0.5  # for a program to end after "quit"
POLL_SECONDS = 0.01
WATCHDOG_SCRIPT = "read nothing; kill -s KILL -- -$1"  # a shell that waits for the end of its input


class Reason(StrEnum):
    """The kind of fault of an external engine."""

    died = "died"  # its process ended, or closed its output
    hung = "hung"  # no answer, not even to "stop"
    slow = "slow"  # the move came too late
    illegal = "illegal"  # the move is not legal
    refused = "refused"  # it cannot be started, or refuses the game
    flooded = "flooded"  # it writes too much


class EngineError(PlayerError):
    """A fault of an external engine; `reason` is its kind."""

    def __init__(self, reason: Reason, message: Message) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return EngineError, (self.reason, self.message)


@dataclass(frozen=True)
class EngineCommand:
    """How an external UGI engine is started, and how long it may take.

    `words` are the program and its arguments, `folder` is its working directory. `options` are set
    besides the game and the options of the game. All lines are written to `log`, with their times.
    `start_seconds` is the time to get ready; `margin` are the seconds by which a move may exceed
    its time, for pipes and a busy machine; `move_timeout` is that of a move without a limit.
    """

    words: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    folder: Path | None = None
    log: Path | None = None
    start_seconds: float = 10.0
    margin: float = 0.1
    move_timeout: float = 600.0

    def __post_init__(self) -> None:
        if not self.words or not self.words[0]:
            raise PlayerError(say("an engine needs the name of its program"))
        for name in ("start_seconds", "margin", "move_timeout"):
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
    """A log of the lines sent and received: time, process, and direction (`>` to it, `<` from it,
    `!` standard error, `#` start and end). Lines are appended one at a time, so that several
    programs can share a file."""

    def __init__(self, path: Path | None) -> None:
        self._file: IO[bytes] | None = None
        try:
            if path:
                self._file = path.open("ab", buffering=0)
        except OSError as error:
            reason = say("{path} cannot be written: {error}", path=path, error=error.strerror)
            raise EngineError(Reason.refused, reason) from error

    def note(self, process: int, direction: str, line: str) -> None:
        """Writes a line. If the disk is full, the log is lost, but the game continues."""
        if self._file:
            time = datetime.now(UTC).isoformat(timespec="milliseconds")
            text = f"{time} {process} {direction} {one_line(line, LONGEST_LOGGED)}\n"
            with suppress(OSError, ValueError):
                self._file.write(text.encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Closes the file."""
        if self._file:
            self._file.close()


class ProcessWatchdog:
    """A process that kills a process group when this process ends in any way: the system then
    closes the pipe that it reads. A parent-death signal would not reach the whole group, and is
    also sent when a thread ends."""

    def __init__(self, group: int) -> None:
        self._shell: Popen[bytes] | None = None
        if hasattr(os, "killpg"):
            words = ("sh", "-c", WATCHDOG_SCRIPT, "guard", str(group))
            with suppress(OSError):  # without a shell there is no watchdog
                self._shell = Popen(
                    words, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
                )

    def cancel(self) -> None:
        """Ends the watchdog: the group has ended, and its id may be used again."""
        if self._shell:
            self._shell.kill()
            self._shell.communicate()


class EngineProcess:
    """A running program. It ends with all processes that it starts, at the latest when this process
    ends."""

    def __init__(self, command: EngineCommand) -> None:
        self.title = command.title
        self._log = EngineLog(command.log)
        self._process = self._start(command)
        self._watchdog = ProcessWatchdog(self._process.pid)
        self._lines: Queue[tuple[float, str] | None] = Queue(MOST_UNREAD)
        self._last_error = ""
        self._too_long = False
        self._bytes = 0  # received since the last line that was sent
        self._readers = (Thread(target=self._read_output), Thread(target=self._read_errors))
        for reader in self._readers:
            reader.daemon = True
            reader.start()
        self._note("#", f"started: {self.title}")

    def send(self, line: str) -> None:
        """Sends a line. Only a few short lines are ever unread: they fit into the pipe even if the
        program never reads."""
        self._note(">", line)
        self._bytes = 0
        try:
            self._input.write(line.encode() + b"\n")
            self._input.flush()
        except (OSError, ValueError) as error:
            raise self._exit_error() from error

    def read_line(self, seconds: float) -> tuple[float, str] | None:
        """The next line within a time in seconds, if any, with the time when it came."""
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except Empty:
            return None
        if line is None:
            raise self._output_error() if self._too_long else self._exit_error()
        self._bytes += len(line[1])
        if self._bytes > MOST_BYTES:
            raise self._output_error()
        return line

    def end(self, *, politely: bool = False) -> None:
        """Ends the program and its processes; `politely` sends "quit" first and waits a moment."""
        if politely:
            with suppress(EngineError, TimeoutExpired):
                self.send("quit")
                self._process.wait(QUIT_SECONDS)
        self._kill()
        self._finish_reading()
        with suppress(OSError):  # unread input cannot be flushed any more
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
            reason = say(
                "{engine} cannot be started: {error}",
                engine=self.title,
                error=f"{error.strerror}: {error.filename}",
            )
            raise EngineError(Reason.refused, reason) from error

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
        self._watchdog.cancel()
        self._process.wait()

    def _finish_reading(self) -> None:
        """Waits until the readers reach the end of the output, unless a process that left the group
        keeps it open."""
        until = monotonic() + QUIT_SECONDS
        for reader, stream in zip(
            self._readers, (self._process.stdout, self._process.stderr), strict=True
        ):
            while reader.is_alive() and monotonic() < until:
                with suppress(Empty):
                    self._lines.get(timeout=POLL_SECONDS)
            if stream and not reader.is_alive():
                stream.close()

    # --- its output

    def _read_output(self) -> None:
        assert self._process.stdout
        with suppress(OSError):
            while line := self._process.stdout.readline(LONGEST_LINE + 1):
                text = line.decode("utf-8", "replace").strip()
                self._note("<", text)
                if len(line) > LONGEST_LINE:
                    self._too_long = True
                    break
                self._lines.put((monotonic(), text))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self._process.stderr
        count = 0
        with suppress(OSError):
            while line := self._process.stderr.readline(LONGEST_LINE):
                if text := line.decode("utf-8", "replace").strip():
                    self._last_error = text
                count += 1
                if count <= MOST_ERROR_LINES:
                    self._note("!", text)

    def _note(self, direction: str, line: str) -> None:
        self._log.note(self._process.pid, direction, line)

    # --- its faults

    def _exit_error(self) -> EngineError:
        with suppress(TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
            self._readers[1].join(QUIT_SECONDS)
        how = say("{engine} {fate}", engine=self.title, fate=exit_text(self._process.returncode))
        if self._last_error:
            error = one_line(self._last_error, LONGEST_ERROR)
            how = say("{how}; its last output: {words}", how=how, words=error)
        return EngineError(Reason.died, how)

    def _output_error(self) -> EngineError:
        return EngineError(Reason.flooded, say("{engine} writes endless output", engine=self.title))


def exit_text(code: int | None) -> Message:
    """How a process ended, by its exit code; None if it only closed its output."""
    if code is None:
        return say("closed its output")
    if code < 0:
        return say("was ended by signal {number}", number=-code)
    return say("ended with exit code {code}", code=code)
