"""Converts the games of a tournament to records."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import BinaryIO

from tabuleiro.arena.game import End, Result
from tabuleiro.arena.results_file import parse_result
from tabuleiro.arena.tournament_statistics import winner_of
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import NOBODY
from tabuleiro.games import read
from tabuleiro.records import Ply, Record, RecordError
from tabuleiro.records.record import ENDING
from tabuleiro.records.stream import Fault, FaultListener


def record_of(result: Result) -> Record:
    """A game as a record that starts with its opening."""
    winner = winner_of(result)
    ending = {} if result.end is End.rules else {ENDING: result.end.value}
    detail = {"Detail": result.detail} if result.detail else {}
    numbers = zip_longest(result.moves, result.values, result.spent)
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
