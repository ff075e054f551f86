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
from tabuleiro.core.position import NOBODY

MOST = 10**9  # of anything that is counted in a game


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
        result = read_result(path, number, line, match.seats)
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


def read_result(path: Path, number: int, line: bytes, seats: int) -> Result:
    """The game in a line, for so many seats."""
    try:
        facts = json.loads(line)
        facts |= {
            "moves": tuple(facts["moves"].split()),
            "turns": tuple(facts["turns"]),
            "seconds": tuple(facts["seconds"]),
            "end": End(facts["end"]),
        }
        result = Result(**facts)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise not_a_game(path, number) from error
    if not is_sound(result, seats):
        raise not_a_game(path, number)
    return result


def is_sound(result: Result, seats: int) -> bool:
    """Whether all that was read of a game is of its type and in its range."""
    faults = (NOBODY, NOBODY) if result.end in (End.rules, End.cap) else (0, seats - 1)
    return (
        is_whole(result.number, 0, MOST)
        and is_whole(result.seat, *[result.number % seats] * 2)
        and all(isinstance(text, str) for text in (result.opening, result.detail))
        and len(result.turns) == len(result.seconds) == 2
        and all(is_whole(turns, 0, MOST) for turns in result.turns)
        and all(is_number(seconds, 0, MOST) for seconds in result.seconds)
        and is_number(result.score, 0, 1)
        and is_whole(result.fault, *faults)
    )


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether it is a whole number from `low` to `high`."""
    return type(value) is int and low <= value <= high


def is_number(value: object, low: int, high: int) -> bool:
    """Whether it is a number from `low` to `high`."""
    return is_whole(value, low, high) or (type(value) is float and low <= value <= high)


def not_a_game(path: Path, number: int) -> MatchError:
    """The error for a line that has no game."""
    return MatchError(
        say("{path}: line {number} is not a game of a match", path=path, number=number)
    )


def not_a_ledger(path: Path) -> MatchError:
    """The error for a file of some other kind: it is left as it is."""
    return MatchError(say("{path} is not a record of a match", path=path))
