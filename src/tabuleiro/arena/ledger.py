"""The games of a match in a file, so that a match that was broken off goes on where it was.

The first line has the facts of the match, each other line one game, all as JSON. A line counts once
its line break is written.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tabuleiro.arena.game import End, Result
from tabuleiro.arena.match import Match, MatchError
from tabuleiro.core.message import say


class Ledger:
    """A file of games; `results` are those that were in it, by number."""

    def __init__(self, path: Path, match: Match) -> None:
        head = as_line({"match": match.facts()})
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and not head.startswith(text):
            raise not_a_ledger(path)
        self.results = read_results(path, match, whole)
        self._file = path.open("r+b" if path.exists() else "wb")
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self._write(head)

    def add(self, result: Result) -> None:
        """Writes a game down at once."""
        self._write(as_line(asdict(result) | {"moves": " ".join(result.moves)}))

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()


def as_line(value: dict[str, Any]) -> bytes:
    """One line of the file."""
    return json.dumps(value).encode() + b"\n"


def read_results(path: Path, match: Match, text: bytes) -> dict[int, Result]:
    """The games of a file of that match, by number; of a game written twice the first."""
    head, *lines = text.splitlines() or [as_line({"match": match.facts()})]
    check_facts(path, match.facts(), facts_of(path, head))
    results: dict[int, Result] = {}
    for number, line in enumerate(lines, start=2):
        result = read_result(path, number, line)
        results.setdefault(result.number, result)
    return results


def facts_of(path: Path, line: bytes) -> dict[str, Any]:
    """The facts of the match that a file was begun with."""
    try:
        facts = json.loads(line)["match"]
    except (ValueError, LookupError, TypeError):
        facts = None
    if not isinstance(facts, dict):
        raise not_a_ledger(path)
    return facts


def check_facts(path: Path, wanted: dict[str, Any], found: dict[str, Any]) -> None:
    """Refuses a file of another match, with what differs."""
    for name, value in wanted.items():
        if found.get(name) != value:
            raise MatchError(
                say(
                    "{path} is of another match: its {name} is {found}, not {wanted}",
                    path=path,
                    name=name,
                    found=json.dumps(found.get(name)),
                    wanted=json.dumps(value),
                )
            )


def read_result(path: Path, number: int, line: bytes) -> Result:
    """The game in a line."""
    try:
        facts = json.loads(line)
        first, second = facts["turns"]
        facts |= {
            "moves": tuple(facts["moves"].split()),
            "turns": (first, second),
            "seconds": tuple(facts["seconds"]),
            "end": End(facts["end"]),
        }
        return Result(**facts)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise MatchError(
            say("{path}: line {number} is not a game of a match", path=path, number=number)
        ) from error


def not_a_ledger(path: Path) -> MatchError:
    """The error for a file of some other kind: it is left as it is."""
    return MatchError(say("{path} is not a record of a match", path=path))
