"""The commands that the documentation shows: finds them, runs them, and updates their outputs.

In a fenced block, a line that starts with `$` is a command, and the lines after it are its output.
In a block without `$`, lines that start with the name of a program are commands. The commands of a
block after a line `<!-- not run: REASON -->` are only parsed: they take long, or their output
depends on the machine. After a change of an output, run `python tools/doc_commands.py`.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from random import Random
from shutil import copy
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tabuleiro.cli import run
from tabuleiro.games import start
from tabuleiro.records import Ply, Record, write_records

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ANALYSIS = (ROOT / "docs" / "analysis.md").read_text("utf-8")
RECORD = re.compile(r"^```record\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<reason>.+) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
LANGUAGES = ("", "sh", "text", "console")
PROGRAM = re.compile(r"([A-Z_]+=\S+ )*(tabuleiro|make|pip|python|curl|\.venv/bin/\w+)( |$)")
COMMENT = re.compile(r"\s+# .*$")
NOT_STARTED = ("web", "train", "curves", "export", "bench", "report", "backup", "restore", "admin")
"""Commands that take long, or need what the documentation does not show."""
VARYING = re.compile(r"\b[\d.,]+ (ms|s)\b")
PROGRESS = re.compile(r"^\d+ of \d+ games after .*\n", re.MULTILINE)  # only on slow machines


@dataclass(frozen=True)
class ShownCommand:
    """A command of a page, the output that is shown after it, and why it is not run."""

    page: Path
    text: str
    output: str
    reason: str | None

    @property
    def words(self) -> list[str]:
        """The words of the command, without settings of the environment; of a pipe, those of its
        first part."""
        words = parts_of(self.text)[0]
        return words[next(i for i, word in enumerate(words) if not re.match(r"[A-Z_]+=", word)) :]

    @property
    def is_ours(self) -> bool:
        """Whether it is a command of Tabuleiro."""
        return Path(self.words[0]).name == "tabuleiro"

    @property
    def can_run(self) -> bool:
        """Whether it is run by the tests."""
        long = len(self.words) < 2 or self.words[1] in NOT_STARTED
        return self.is_ours and not self.reason and not long

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.text}"


def shown_commands(page: Path) -> list[ShownCommand]:
    """The commands of a page, in order."""
    return [
        ShownCommand(page, command, output, block["reason"])
        for block in BLOCK.finditer(page.read_text("utf-8"))
        if block["language"] in LANGUAGES and not block["text"].startswith("> ")
        for command, output in commands_of(block["text"])
    ]


def commands_of(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a block with their outputs."""
    lines = block.replace("\\\n", " ")
    if not lines.startswith("$ "):
        for line in lines.splitlines():
            if PROGRAM.match(line):
                yield COMMENT.sub("", line), ""
        return
    for part in re.split(r"^\$ ", lines, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield COMMENT.sub("", command), output.rstrip("\n")


def parts_of(command: str) -> list[list[str]]:
    """The words of each part of a pipe, without the file that the output goes to."""
    parts: list[list[str]] = [[]]
    for word in takewhile(lambda word: word != ">", shlex.split(command)):
        if word == "|":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def write_samples(folder: Path) -> None:
    """Writes the files that commands of the documentation read."""
    text = write_records([sample_game(seed) for seed in (1, 2, 3)])
    for name in ("games.txt", "games.record", "monday.txt", "tuesday.txt"):
        (folder / name).write_text(text)
    (folder / "docs" / "images").mkdir(parents=True)
    copy(ROOT / "tests" / "stored" / "match.jsonl", folder / "guests.jsonl")
    for name, record in zip(
        ("game.record", "missed.record"), RECORD.findall(ANALYSIS), strict=False
    ):
        (folder / name).write_text(record)


def sample_game(seed: int) -> Record:
    """A game of Squex with the opening of the documentation, then random moves to the end."""
    random, position = Random(seed), start("squex rows=6 columns=6")
    opening = position
    moves = ["d4", "e4"]
    for move in moves:
        position = position.play(move)
    while not position.over:
        moves.append(position.move_text(random.choice(position.legal_moves())))
        position = position.play(moves[-1])
    plies = tuple(map(Ply, moves))
    outcome = position.outcome()
    assert outcome
    return Record(opening, ("level:3", "Ana"), plies, outcome.result, {"Date": "2026-11-15"})


def execute(command: str, folder: Path) -> tuple[int, str]:
    """Runs a command, or several in a pipe, in this process; returns the exit code and output."""
    data, code = b"", 0
    for part in parts_of(command):
        words = [found for word in part[1:] for found in expand(word, folder)]
        code, data = execute_one(words, data, folder)
        if code:
            break
    return code, data.decode("utf-8")


def expand(word: str, folder: Path) -> list[str]:
    """The files that a pattern stands for, or the word itself."""
    is_pattern = word.startswith("*.")
    return [path.name for path in sorted(folder.glob(word))] if is_pattern else [word]


def execute_one(words: list[str], data: bytes, folder: Path) -> tuple[int, bytes]:
    """Runs a command with that input, in a folder that also holds its saved games."""
    buffer = io.BytesIO()
    output = io.TextIOWrapper(buffer, "utf-8", write_through=True)
    given = io.TextIOWrapper(io.BytesIO(data), "utf-8")
    private = {"TABULEIRO_DATA": str(folder / "data"), "COLUMNS": "120"}
    with (
        chdir(folder),
        patch.dict(os.environ, private),
        patch.object(sys, "stdin", given),
        redirect_stdout(output),
        redirect_stderr(output),
    ):
        code = run(words)
    return code, buffer.getvalue()


def without_times(output: str) -> str:
    """An output without times and without the width of its columns, which depend on them."""
    return re.sub(r" +", " ", VARYING.sub("TIME", PROGRESS.sub("", output))).strip()


def update(page: Path) -> None:
    """Writes the outputs of the commands of a page anew, where they are shown and have changed."""
    with TemporaryDirectory() as name:
        write_samples(Path(name))
        text = page.read_text("utf-8")
        for command in shown_commands(page):
            if command.can_run and command.output:
                _, output = execute(command.text, Path(name))
                if without_times(output) != without_times(command.output):
                    text = text.replace(command.output, output.rstrip("\n"))
        page.write_text(text, "utf-8")


if __name__ == "__main__":
    for one in PAGES:
        update(one)
