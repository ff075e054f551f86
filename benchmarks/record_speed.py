"""How fast record files are read, with every move checked by the rules, and written.

    python benchmarks/record_speed.py [GAME [OPTION=VALUE ...]] [--rounds 5] [--seconds 0.2]

Prints moves per CPU second of one core as JSON lines. Files are text or JSON lines; moves are bare,
or each has a value and two times, as in a match between searches. All cases take turns, and each
figure is the median of its rounds.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from io import BytesIO

from tabuleiro.bench import Counts, Work, game_texts, in_this_process, medians
from tabuleiro.core.position import Position
from tabuleiro.games import another_start, start
from tabuleiro.records import Ply, Record
from tabuleiro.records.stream import RecordFormat, read_stream, write_stream

GAMES = 20  # in a file
LONGEST = 400  # moves of a random game
FORMATS = (RecordFormat.text, RecordFormat.json)


@dataclass(frozen=True)
class RecordsRow:
    """Moves per CPU second in files of one format; `bare` moves have no value and no times."""

    game: str
    bare: bool
    format: RecordFormat
    read: float
    written: float


def bench_records(texts: list[str], rounds: int, seconds: float) -> list[RecordsRow]:
    """Measures files of random games."""
    cases = [(text, bare, form) for text in texts for bare in (True, False) for form in FORMATS]
    works = [work for case in cases for work in works_of(*case)]
    moves = [
        rate["moves"] for rate in medians({"here": in_this_process(works, seconds)}, rounds)["here"]
    ]
    return [
        RecordsRow(*case, read, written)
        for case, read, written in zip(cases, moves[::2], moves[1::2], strict=True)
    ]


def works_of(text: str, bare: bool, form: RecordFormat) -> tuple[Work, Work]:
    """Functions that read and write one file repeatedly."""
    records = list(random_records(start(text), GAMES, seed=1))
    if not bare:
        records = [with_facts(record, number) for number, record in enumerate(records)]
    file = BytesIO()
    write_stream(file, records, form)
    moves = sum(len(record.plies) for record in records)

    def reading(amount: int) -> Counts:
        for _ in range(amount):
            for _ in read_stream(BytesIO(file.getvalue()), form):
                pass
        return {"moves": amount * moves}

    def writing(amount: int) -> Counts:
        for _ in range(amount):
            write_stream(BytesIO(), records, form)
        return {"moves": amount * moves}

    return reading, writing


def random_records(position: Position, games: int, seed: int) -> Iterator[Record]:
    """Random games with the options of a position, each with a new random start."""
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
    """The record with a value and two times for each move, as after a game between searches."""
    chance = random.Random(seed)
    plies = tuple(
        replace(ply, value=chance.random(), clock=300 - number, spent=chance.random())
        for number, ply in enumerate(record.plies[:300])
    )
    kept = replace(record, plies=plies, headers={"Event": "Bench", "Round": str(seed + 1)})
    return kept if len(plies) == len(record.plies) else replace(kept, result="none")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2)
    given = parser.parse_args()
    texts = game_texts(given.game, given.options)
    for row in bench_records(texts, given.rounds, given.seconds):
        print(json.dumps(asdict(row)))


if __name__ == "__main__":
    main()
