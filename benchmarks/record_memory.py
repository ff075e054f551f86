"""How much memory it takes to read a small and a large file of games, in every way.

    python benchmarks/record_memory.py --games 1000 1000000

Prints the peak memory of a new process for each file and each way, in megabytes (on Linux). However
many games there are, a reader holds one game at a time or, for a Parquet table, one row group.
`table` needs the extra `data`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from record_speed import random_records
from tabuleiro.games import start
from tabuleiro.records.stream import (
    RecordFormat,
    format_record,
    open_stream,
    read_stream,
    write_stream,
)

GAME = "squex rows=3 columns=3"
VARIETY = 100  # different games in a file


def read_strictly(path: Path) -> int:
    """The number of games that the strict reader finds."""
    with open_stream(path) as (stream, form):
        return sum(1 for _ in read_stream(stream, form))


def recover(path: Path) -> int:
    """The number of games that the reader of damaged files finds."""
    with open_stream(path) as (stream, form):
        return sum(1 for _ in read_stream(stream, form, lambda fault: None))


def convert(path: Path) -> int:
    """Reads a file and writes text as JSON, or JSON as text."""
    with open_stream(path) as (stream, form), path.with_suffix(".again").open("wb") as out:
        other = RecordFormat.json if form is RecordFormat.text else RecordFormat.text
        return write_stream(out, read_stream(stream, form), other)


def tabulate(path: Path) -> int:
    """Writes a Parquet table and reads it back."""
    table = path.with_suffix(".parquet")
    with open_stream(path) as (stream, form), table.open("wb") as out:
        write_stream(out, read_stream(stream, form), RecordFormat.parquet)
    return read_strictly(table)


WAYS: dict[str, Callable[[Path], int]] = {
    "read": read_strictly,
    "recover": recover,
    "convert": convert,
    "table": tabulate,
}


def measure_here(way: str, path: Path) -> dict[str, float]:
    """Measures one way in this process."""
    begun = process_time()
    count = WAYS[way](path)
    seconds = process_time() - begun
    return {"games": count, "megabytes": peak_kilobytes() / 1024, "seconds": seconds}


def peak_kilobytes() -> int:
    """The peak memory of this process. `getrusage` would also count the process that started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


def measure(way: str, path: Path) -> dict[str, float]:
    """Measures one way in a new process."""
    command = [sys.executable, __file__, "--ways", way, "--file", str(path)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def write_files(folder: Path, count: int) -> list[Path]:
    """A file with this many games in each format: the same few, repeated."""
    paths = {RecordFormat.text: folder / "games.txt", RecordFormat.json: folder / "games.jsonl"}
    records = list(random_records(start(GAME), VARIETY, seed=1))
    for form, path in paths.items():
        pieces = [format_record(record, form, first=False).encode() for record in records]
        with path.open("wb") as file:
            file.writelines(islice(cycle(pieces), count))
    return list(paths.values())


def main() -> None:
    """Run the command; the measured process also runs it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, nargs="+", default=[1000, 1_000_000])
    parser.add_argument("--ways", choices=WAYS, nargs="+", default=list(WAYS))
    parser.add_argument("--file", type=Path, help="measure the first way here, with this file")
    asked = parser.parse_args()
    if asked.file:
        sys.stdout.write(json.dumps(measure_here(asked.ways[0], asked.file)))
        return
    for count in asked.games:
        with TemporaryDirectory() as folder:
            for path in write_files(Path(folder), count):
                for way in asked.ways:
                    found = measure(way, path)
                    sys.stdout.write(
                        f"{path.suffix[1:]:<6} {way:<8} {found['games']:>10,.0f} games"
                        f" {found['megabytes']:>7.1f} MB {found['seconds']:>8.1f} s of CPU time\n"
                    )
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
