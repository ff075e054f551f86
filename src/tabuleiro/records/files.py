"""Reading text files within a size limit, and writing files atomically."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.records.ply import RecordError

MOST_BYTES = 16 * 2**20
TOO_LARGE = say("it is larger than {most} MB, which no record is", most=MOST_BYTES // 2**20)
PART_SUFFIX = ".part"  # of files that are still being written
REASONS: dict[type[OSError], Message] = {
    FileNotFoundError: say("No such file or directory"),
    IsADirectoryError: say("Is a directory"),
    PermissionError: say("Permission denied"),
}
"""The usual errors of the operating system, to be translated."""


class FileError(TabuleiroError):
    """A file or folder that cannot be read or written."""


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turns errors of the operating system into FileError with the path."""
    try:
        yield
    except OSError as error:
        reason = REASONS.get(type(error), error.strerror or str(error))
        raise FileError(say("{path}: {reason}", path=path, reason=reason)) from error


def user_path(text: str) -> Path:
    """The path that a user typed; `~` is the home folder."""
    if not text.isprintable():
        raise FileError(say("{text} is not a file name", text=quote(text)))
    with suppress(RuntimeError):  # no such user
        return Path(text).expanduser()
    return Path(text)


def read_file(path: Path) -> str:
    """The text of a file in UTF-8."""
    with file_errors(path), path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return decode(data)


def decode(data: bytes, line: int = 1) -> str:
    """Decodes UTF-8, with or without a byte order mark; `line` is the number of its first line."""
    if len(data) > MOST_BYTES:
        raise RecordError(TOO_LARGE)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = data[: error.start].decode("utf-8-sig", "replace").split("\n")
        number, column = line + len(lines) - 1, len(lines[-1]) + 1
        raise RecordError(
            say("this is not a text in UTF-8"),
            say("line {line}, column {column}", line=number, column=column),
        ) from error


def write_file(path: Path, text: str) -> None:
    """Replaces a file. Even if this is interrupted, the old or the new file is there and complete.
    Once it returns, the new one survives a power failure."""
    with atomic_writer(path) as file:
        file.write(text.encode())


@contextmanager
def atomic_writer(path: Path) -> Iterator[BinaryIO]:
    """A file to write to. At the end it replaces the earlier file; after an error it is removed."""
    part = path.with_name(f"{path.name}.{os.urandom(4).hex()}{PART_SUFFIX}")
    with file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def write_new_file(path: Path, text: str) -> None:
    """Writes a new file in an existing folder; FileError if the file exists."""
    with file_errors(path):
        taken, has_folder = path.exists(), path.parent.is_dir()
    if not has_folder:
        raise FileError(say("there is no folder {path}", path=quote(str(path.parent))))
    if taken:
        raise FileError(say("{path} exists already: choose another name", path=quote(str(path))))
    write_file(path, text)


def sync_folder(folder: Path) -> None:
    """Flushes the entries of a folder to the disk, if the system can."""
    with suppress(OSError):  # not possible on Windows and some file systems
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
