"""How much memory files of games take: a small file and a large one, in every way they are read.

    python benchmarks/record_memory.py --games 1000 1000000

Prints the peak memory of a process of its own for each file and each way, in megabytes (on Linux).
Whatever the number of games, a reader holds one of them at a time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from tabuleiro.bench_records import random_records
from tabuleiro.games import start
from tabuleiro.records import Record
from tabuleiro.records.stream import Form, open_stream, read_stream, write_stream

GAME = "squex rows=4 columns=4"
VARIETY = 100  # different games in a file


def games() -> Iterator[Record]:
    """Games without end."""
    return cycle(list(random_records(start(GAME), VARIETY, seed=1)))


def read_strictly(path: Path) -> int:
    """The number of games that the strict reader gives."""
    with open_stream(path) as (stream, form):
        return sum(1 for _ in read_stream(stream, form))


def recover(path: Path) -> int:
    """The same of the reader of damaged files."""
    with open_stream(path) as (stream, form):
        return sum(1 for _ in read_stream(stream, form, lambda fault: None))


def convert(path: Path) -> int:
    """Reads and writes at once."""
    with open_stream(path) as (stream, form), path.with_suffix(".again").open("wb") as out:
        other = Form.json if form is Form.text else Form.text
        return write_stream(out, read_stream(stream, form), other)


WAYS: dict[str, Callable[[Path], int]] = {
    "read": read_strictly,
    "recover": recover,
    "convert": convert,
}


def measure_here(way: str, path: Path) -> dict[str, float]:
    """What one way takes of this process."""
    begun = process_time()
    count = WAYS[way](path)
    seconds = process_time() - begun
    return {"games": count, "megabytes": peak_kilobytes() / 1024, "seconds": seconds}


def peak_kilobytes() -> int:
    """The most memory that this process has held. Not `getrusage`: its figure counts the process
    that started this one."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


def measure(way: str, path: Path) -> dict[str, float]:
    """The same of a process of its own."""
    command = [sys.executable, __file__, "--way", way, "--file", str(path)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def write_files(folder: Path, count: int) -> list[Path]:
    """A file of so many games in each form."""
    paths = [folder / "games.txt", folder / "games.jsonl"]
    for path, form in zip(paths, (Form.text, Form.json), strict=True):
        with path.open("wb") as file:
            write_stream(file, islice(games(), count), form)
    return paths


def main() -> None:
    """Measures, or is the process that is measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, nargs="+", default=[1000, 1_000_000])
    parser.add_argument("--way", choices=WAYS)
    parser.add_argument("--file", type=Path)
    asked = parser.parse_args()
    if asked.way:
        sys.stdout.write(json.dumps(measure_here(asked.way, asked.file)))
        return
    for count in asked.games:
        with TemporaryDirectory() as folder:
            for path in write_files(Path(folder), count):
                for way in WAYS:
                    found = measure(way, path)
                    sys.stdout.write(
                        f"{path.suffix[1:]:<6} {way:<8} {found['games']:>10,.0f} games"
                        f" {found['megabytes']:>7.1f} MB {found['seconds']:>8.1f} s of CPU time\n"
                    )
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
