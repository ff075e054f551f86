"""Kills a tournament at random moments and resumes it, and checks that nothing is lost: in the end
every game is in the record once, and no game that was there before a kill has changed. If players
are limited by nodes, the tables are the same as without kills.

    python benchmarks/arena_kills.py [--kills 10] [--clocks] [--seed 1] [--json]

With `--clocks` the players have real clocks, so that no two runs have the same games.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

TOURNAMENT = """\
kind = "swiss"
game = "squex rows=6 columns=6"
players = ["mcts:nodes=2000", "mcts:nodes=1500", "mcts:nodes=1000", "mcts:nodes=500", "random"]
pairs = {pairs}
rounds = 4
seed = {seed}
{limits}
"""
CLOCKS = '[limits]\nclock = "0:05+1"\n'
GAMES_A_KILL = 5  # on average: enough for the tournament to last until the last kill
LONGEST_START = 300.0  # seconds until a game is written
LATE = 0.1  # seconds at most from the end of a game to a kill
TIMES = ("seconds_per_turn",)  # figures that differ from run to run


def command(folder: Path, record: Path) -> list[str]:
    """The command that runs the tournament."""
    file, words = str(folder / "cup.toml"), ["--json", "--record", str(record)]
    return [sys.executable, "-m", "tabuleiro", "arena", file, "--processes", "2", *words]


def whole_run(folder: Path, record: Path) -> dict[str, Any]:
    """Plays the missing games; returns the tables without times."""
    done = subprocess.run(
        command(folder, record), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    )
    tables: dict[str, Any] = json.loads(done.stdout)
    for player in tables["players"]:
        for name in TIMES:
            del player[name]
    return tables


def games_in(record: Path) -> list[bytes]:
    """The lines of the games that count."""
    with suppress(FileNotFoundError):
        return record.read_bytes().splitlines(keepends=True)[1:]
    return []


def whole_games(record: Path) -> list[bytes]:
    """The games whose lines are complete."""
    return [line for line in games_in(record) if line.endswith(b"\n")]


def run_and_kill(folder: Path, record: Path, chance: Random) -> bool:
    """Kills a run after some more games; returns whether it was still running."""
    wanted = len(whole_games(record)) + chance.randint(0, 2 * GAMES_A_KILL)
    with subprocess.Popen(
        command(folder, record), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        until = monotonic() + LONGEST_START
        while process.poll() is None and len(whole_games(record)) < wanted:
            if monotonic() > until:
                process.kill()
                raise TimeoutError("no game was written")
            sleep(0.005)
        sleep(chance.uniform(0, LATE))
        running = process.poll() is None
        process.kill()
    return running


def disturbed_run(folder: Path, record: Path, kills: int, chance: Random) -> dict[str, Any]:
    """Kills this many runs; returns how many were killed and what changed unexpectedly. If a
    tournament ends before its last kill, it is played again."""
    done = changed = 0
    while done < kills:
        before = whole_games(record)
        running = run_and_kill(folder, record, chance)
        changed += whole_games(record)[: len(before)] != before
        done += running
        if not running:
            record.unlink()
    return {"kills": done, "changed": changed}


def measure(kills: int, seed: int, *, clocks: bool) -> dict[str, Any]:
    """Both runs, compared."""
    with TemporaryDirectory(prefix="arena-kills-") as name:
        folder = Path(name)
        pairs = max(2, -(-(kills + 2) * GAMES_A_KILL // 16))
        text = TOURNAMENT.format(pairs=pairs, seed=seed, limits=CLOCKS if clocks else "")
        (folder / "cup.toml").write_text(text)
        killed = folder / "killed.jsonl"
        found = disturbed_run(folder, killed, kills, Random(seed))
        tables = whole_run(folder, killed)
        numbers = [json.loads(line)["number"] for line in games_in(killed)]
        games = 2 * 2 * 4 * pairs  # games per pair, pairings per round, rounds
        found |= {
            "games": len(numbers),
            "lost": len(set(range(games)) - set(numbers)),
            "repeated": len(numbers) - len(set(numbers)),
        }
        if not clocks:
            found["same tables"] = tables == whole_run(folder, folder / "whole.jsonl")
        return found


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--clocks", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = measure(given.kills, given.seed, clocks=given.clocks)
    lines = [json.dumps(found)] if given.json else [f"{key}: {one}" for key, one in found.items()]
    sys.stdout.write("\n".join(lines) + "\n")
    wrong = found["changed"] or found["lost"] or found["repeated"]
    sys.exit(bool(wrong or not found.get("same tables", True)))


if __name__ == "__main__":
    main()
