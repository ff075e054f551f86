"""Speed of reading and writing record files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO

from tabuleiro.bench import Counts, Work, in_this_process, medians
from tabuleiro.core.position import Position
from tabuleiro.games import another_start, start
from tabuleiro.records import Ply, Record
from tabuleiro.records.stream import RecordFormat, read_stream, write_stream

GAMES = 20  # in a file
LONGEST = 400  # moves of a random game
FORMS = (RecordFormat.text, RecordFormat.json)


@dataclass(frozen=True)
class RecordsRow:
    """Moves per CPU second: of files in one form, of one game, their moves `bare` or each with what
    a search knew of it."""

    game_text: str
    bare: bool
    form: RecordFormat
    reading: float
    writing: float


def bench_records(texts: list[str], rounds: int, seconds: float) -> list[RecordsRow]:
    """Files of random games; all take turns, and each figure is the median of its rounds."""
    cases = [(text, bare, form) for text in texts for bare in (True, False) for form in FORMS]
    works = [work for case in cases for work in works_of(*case)]
    moves = [rate[1] for rate in medians({"here": in_this_process(works, seconds)}, rounds)["here"]]
    return [
        RecordsRow(*case, reading, writing)
        for case, reading, writing in zip(cases, moves[::2], moves[1::2], strict=True)
    ]


def works_of(text: str, bare: bool, form: RecordFormat) -> tuple[Work, Work]:
    """Reading and writing one file, again and again."""
    records = list(random_records(start(text), GAMES, seed=1))
    if not bare:
        records = [with_facts(record, number) for number, record in enumerate(records)]
    file = BytesIO()
    write_stream(file, records, form)
    counts = len(records), sum(len(record.plies) for record in records)

    def reading(amount: int) -> Counts:
        for _ in range(amount):
            for _ in read_stream(BytesIO(file.getvalue()), form):
                pass
        return amount * counts[0], amount * counts[1]

    def writing(amount: int) -> Counts:
        for _ in range(amount):
            write_stream(BytesIO(), records, form)
        return amount * counts[0], amount * counts[1]

    return reading, writing


def random_records(position: Position, games: int, seed: int) -> Iterator[Record]:
    """Random games under the options of a position; a random start is drawn anew for each."""
    chance = random.Random(seed)
    for _ in range(games):
        yield random_record(another_start(position, chance), chance)


def random_record(begin: Position, chance: random.Random) -> Record:
    """One random game from a position."""
    position = begin
    plies: list[Ply] = []
    while not position.over and len(plies) < LONGEST:
        move = chance.choice(position.legal_moves())
        plies.append(Ply(position.move_text(move)))
        position = position.play(move)
    outcome = position.outcome()
    names = tuple(f"Player {number + 1}" for number in range(begin.players))
    return Record(begin, names, tuple(plies), outcome.result if outcome else "none")


def with_facts(record: Record, seed: int) -> Record:
    """The record as of a game between searches: each move with its value and its times."""
    chance = random.Random(seed)
    plies = tuple(
        replace(ply, value=chance.random(), clock=300 - number, spent=chance.random())
        for number, ply in enumerate(record.plies[:300])
    )
    kept = replace(record, plies=plies, headers={"Event": "Bench", "Round": str(seed + 1)})
    return kept if len(plies) == len(record.plies) else replace(kept, result="none")
