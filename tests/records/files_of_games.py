"""Files of games for the tests, as bytes, and the place of each game in them."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

from record_speed import random_record
from tabuleiro.games import GAMES
from tabuleiro.records import Ply, Record
from tabuleiro.records.stream import Fault, RecordFormat, format_record, read_stream, write_stream

TRAPS = ('[Game "squex"]', "a \\ { } ( [%", 'one\n\n[Game "x"]\n\ntwo', "none", "")


def sample_records() -> list[Record]:
    """One game of each kind and one more; their comments look like other parts of a record."""
    chance = Random(5)
    bare = [random_record(game.start(), chance) for game in GAMES]
    return [annotated(record, number) for number, record in enumerate([*bare, bare[0]])]


def annotated(record: Record, number: int) -> Record:
    """The first moves of a record; every third has a comment that is hard to parse."""
    plies = tuple(
        replace(ply, comment=TRAPS[index % len(TRAPS)], value=0.5) if index % 3 == 0 else ply
        for index, ply in enumerate(record.plies[:12])
    )
    first = plies[0]
    varied = replace(first, variations=((Ply(first.move, before="so"),),))
    headers = {"Ending": "agreement", "Event": f"Open {number}"}
    return replace(record, plies=(varied, *plies[1:]), result="draw", headers=headers)


def as_bytes(records: list[Record], form: RecordFormat) -> bytes:
    """A whole file."""
    file = BytesIO()
    assert write_stream(file, records, form) == len(records)
    return file.getvalue()


def spans(records: list[Record], form: RecordFormat) -> list[tuple[int, int]]:
    """The start and the end of each record in the file."""
    found, at = [], 0
    for record in records:
        gap = len(format_record(record, form, first=at == 0)) - len(
            format_record(record, form, True)
        )
        size = len(format_record(record, form, True).encode())
        found.append((at + gap, at + gap + size))
        at += gap + size
    return found


def read_all(data: bytes, form: RecordFormat = RecordFormat.text) -> list[Record]:
    """The records that the strict reader returns."""
    return list(read_stream(BytesIO(data), form))


def recovered(
    data: bytes, form: RecordFormat = RecordFormat.text
) -> tuple[list[Record], list[Fault]]:
    """The records and faults that the recovering reader returns."""
    faults: list[Fault] = []
    return list(read_stream(BytesIO(data), form, faults.append)), faults
