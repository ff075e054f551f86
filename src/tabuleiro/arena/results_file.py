"""The results file of a tournament (JSON lines): to resume the tournament, and as records.

The first line has the facts of the tournament, each other line one game, all as JSON. A line counts
once its line break is written. A lock keeps other runs from writing to the file.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from tabuleiro.arena.game import WITHOUT_FAULT, End, Result
from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.arena.tournament_statistics import winner_of
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import NOBODY
from tabuleiro.games import read
from tabuleiro.records import Ply, Record, RecordError
from tabuleiro.records.record import ENDING
from tabuleiro.records.stream import Fault, FaultListener

MOST = 10**9  # of anything that is counted in a game


class ResultsFile:
    """A file of games; `results` are those that it had when it was opened, by number."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self._lock = lock_file(path)
        try:
            self._open(path, tournament)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, path: Path, tournament: Tournament) -> None:
        head = json_line({"tournament": tournament.facts()})
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and not head.startswith(text):
            raise not_a_results_file(path)
        self.results = read_results(path, tournament, whole)
        self._file = path.open("r+b" if path.exists() else "wb")
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self._write(head)

    def add(self, result: Result) -> None:
        """Writes a game at once."""
        self._write(json_line(asdict(result) | {"moves": " ".join(result.moves)}))

    def close(self) -> None:
        """Closes the file and releases its lock."""
        self._file.close()
        self._lock.release()

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()


def lock_file(path: Path) -> FileLock:
    """Locks a file against other runs until the lock is released or the process ends. The file is
    created first: if it cannot be written, no lock file is left."""
    path.open("ab").close()
    lock = FileLock(path.with_name(f"{path.name}.lock"), timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        reason = say("{path} is being written by another run: wait for it or end it", path=path)
        raise ArenaError(reason) from error
    return lock


def json_line(value: dict[str, Any]) -> bytes:
    """One line of the file."""
    return json.dumps(value).encode() + b"\n"


def read_results(path: Path, tournament: Tournament, text: bytes) -> dict[int, Result]:
    """The games of a results file, by number. If a game was written twice, the first counts."""
    head, *lines = text.splitlines() or [json_line({"tournament": tournament.facts()})]
    try:
        facts = json.loads(head)["tournament"]
    except (ValueError, LookupError, TypeError):
        facts = None
    if not isinstance(facts, dict):
        raise not_a_results_file(path)
    check_facts(path, tournament.facts(), facts)
    names, seats = {entry.name for entry in tournament.entries}, tournament.seats
    results: dict[int, Result] = {}
    for number, line in enumerate(lines, start=2):
        result = parse_result(line)
        if result is None or len(result.players) != seats or not names.issuperset(result.players):
            place = {"path": path, "number": number}
            raise ArenaError(say("{path}: line {number} is not a game of this tournament", **place))
        results.setdefault(result.number, result)
    return results


def check_facts(path: Path, wanted: dict[str, Any], found: dict[str, Any]) -> None:
    """Raises an error that names the difference if a file belongs to another tournament."""
    for name, value in wanted.items():
        if found.get(name) != value:
            reason = say(
                "{path} belongs to another tournament: its {name} is {found}, not {wanted}; "
                "choose another file, or continue that tournament",
                path=path,
                name=name,
                found=json.dumps(found.get(name)),
                wanted=json.dumps(value),
            )
            raise ArenaError(reason)


def parse_result(line: bytes) -> Result | None:
    """The game in a line, or None if the line is invalid."""
    try:
        facts = json.loads(line)
        facts |= {name: tuple(facts[name]) for name in ("players", "scores", "turns", "seconds")}
        facts |= {"moves": tuple(facts["moves"].split()), "end": End(facts["end"])}
        facts |= {name: tuple(facts.get(name, ())) for name in ("values", "spent")}
        result = Result(**facts)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return result if is_valid(result) else None


def is_valid(result: Result) -> bool:
    """Whether all values of a game have the right type and range."""
    seats = len(result.players)
    faults = (NOBODY, NOBODY) if result.end in WITHOUT_FAULT else (0, seats - 1)
    a_seat = (result.players, result.scores, result.turns, result.seconds)
    return (
        seats > 0
        and is_integer(result.number, 0, MOST)
        and type(result.pair) is int
        and result.pair == result.number // seats
        and all(isinstance(text, str) for text in (result.opening, result.detail, *result.players))
        and all(len(values) == seats for values in a_seat)
        and all(is_integer(turns, 0, MOST) for turns in result.turns)
        and all(is_number(seconds, 0, MOST) for seconds in result.seconds)
        and all(is_number(score, 0, 1) for score in result.scores)
        and all(value is None or is_number(value, 0, 1) for value in result.values)
        and all(is_number(seconds, 0, MOST) for seconds in result.spent)
        and {len(result.values), len(result.spent)} <= {0, len(result.moves)}
        and is_integer(result.fault, *faults)
    )


def is_integer(value: object, low: int, high: int) -> bool:
    """Whether it is a whole number from `low` to `high`."""
    return type(value) is int and low <= value <= high


def is_number(value: object, low: int, high: int) -> bool:
    """Whether it is a number from `low` to `high`."""
    return is_integer(value, low, high) or (type(value) is float and low <= value <= high)


def not_a_results_file(path: Path) -> ArenaError:
    """The error for a file that is not a results file; it is not changed."""
    return ArenaError(say("{path} is not a results file of a tournament", path=path))


# --- records -------------------------------------------------------------------------------


def record_of(result: Result) -> Record:
    """A game as a record that starts with its opening."""
    winner = winner_of(result)
    ending = {} if result.end is End.rules else {ENDING: result.end.value}
    detail = {"Detail": result.detail} if result.detail else {}
    spent = (seconds or None for seconds in result.spent)  # without those that round to 0
    numbers = zip_longest(result.moves, result.values, spent)
    return Record(
        start=read(result.opening),
        players=result.players,
        plies=tuple(Ply(move, value=value, spent=spent) for move, value, spent in numbers),
        result="draw" if winner == NOBODY else f"p{winner + 1}win",
        headers={"Round": str(result.pair + 1), **ending, **detail},
    )


def read_results_file(stream: BinaryIO, on_fault: FaultListener | None) -> Iterator[Record]:
    """The games of a results file in the order in which they ended, checked by the rules. A last
    line without a line break is incomplete and does not count."""
    for number, line in enumerate(stream, start=1):
        if number == 1 or not line.endswith(b"\n"):
            continue
        try:
            result = parse_result(line)
            if result is None:
                raise RecordError(say("this is not a game of a tournament"))
            record = record_of(result)
            record.check()
        except TabuleiroError as error:
            fault = Fault(number, 1, error.message)
            if on_fault is None:
                raise RecordError(fault.reason, fault.place) from error
            on_fault(fault)
        else:
            yield record
