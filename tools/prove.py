"""Prove the value of small boards, with a file of the answers that prove it.

    python tools/prove.py squex rows=4 columns=4 --out build/proofs
    python tools/prove.py fuse rows=4 columns=4 --out build/proofs --values-only

Every start is solved; of those of Fuse that differ by a turn or a reflection of the board, only
one. A line of FOLDER/GAME.jsonl says who wins. A file for each player who can hold something, a
win or a draw, has their answers: one move for each position in which it is their turn, if they
follow it, whatever the opponent does. tools/check_proof.py checks such files by rules of its own.
The command can be stopped at any time and continues where it stopped.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.games import find_game
from tabuleiro.games.fuse.random_start import COLOURS, count_rings, spots
from tabuleiro.search.solver import ProofFrame, ProofQuestion, Solver

STEP = 1_000_000  # nodes


def starts(game: Game[Any], given: dict[str, str]) -> Iterator[tuple[Position, int]]:
    """Every start up to symmetry, and how many starts it stands for."""
    first: Position = game.start(**given)
    if game.id != "fuse":
        yield first, 1
        return
    options = first.options()
    rows, columns = int(options["rows"]), int(options["columns"])
    for ring in rings(rows + columns):
        same = set(images(ring, rows, columns))
        if ring == min(same):
            yield game.read(start_text(ring, rows, columns), given), len(same)


def rings(discs: int, beginning: str = "") -> Iterator[str]:
    """Every ring with this many discs per player and this beginning."""
    if len(beginning) == 2 * discs:
        yield beginning
        return
    for colour in COLOURS:
        if count_rings(discs, beginning + colour):
            yield from rings(discs, beginning + colour)


def images(ring: str, rows: int, columns: int) -> list[str]:
    """The ring after every reflection, and on square boards every turn, of the board."""
    places = spots(rows, columns)
    discs = dict(zip(places, ring, strict=True))
    flips = [(down, right) for down in (False, True) for right in (False, True)]
    transposed = (False, True) if rows == columns else (False,)
    return [
        "".join(discs[flipped(place, rows, columns, *flip, turn)] for place in places)
        for flip in flips
        for turn in transposed
    ]


def flipped(
    place: tuple[int, int], rows: int, columns: int, down: bool, right: bool, transposed: bool
) -> tuple[int, int]:
    """A place after reflections of the board."""
    row, column = place
    row, column = rows + 1 - row if down else row, columns + 1 - column if right else column
    return (column, row) if transposed else (row, column)


def start_text(ring: str, rows: int, columns: int) -> str:
    """The starting position with this ring, in notation."""
    grid = [["1"] * (columns + 2) for _ in range(rows + 2)]
    for (row, column), disc in zip(spots(rows, columns), ring, strict=True):
        grid[row][column] = disc
    for line in grid[1:-1]:
        line[1:-1] = [str(columns)]
    return "/".join("".join(line) for line in grid) + " x"


class Answers:
    """The answers of a player who holds a win (1) or a draw (0.5) from a position on."""

    def __init__(self, solver: Solver, start: Position, holder: int, score: float) -> None:
        self.start, self.holder, self.score = start, holder, score
        self.question = ProofQuestion(solver.table)
        self.frame = ProofFrame(start, 0, self.question)
        self.moves: dict[str, str] = {}

    def find(self) -> None:
        """Finds the answer to every position that can come up."""
        waiting, seen = [self.start], {self.start}
        while waiting:
            position = waiting.pop()
            for move in self.replies(position):
                after = position.play(move)
                if not after.over and after not in seen:
                    seen.add(after)
                    waiting.append(after)

    def replies(self, position: Position) -> list[int]:
        """All moves of the opponent; the answer of the holder."""
        if position.player != self.holder:
            return list(position.legal_moves())
        move = self.answer(position)
        self.moves[position.text] = position.move_text(move)
        return [move]

    def answer(self, position: Position) -> int:
        """A move that holds the score. Whoever holds a draw prevents a win of the opponent."""
        attacker = self.holder if self.score == 1 else 1 - self.holder
        self.frame.set_goal(position, attacker)
        while self.frame.result() is None:
            self.frame.run(STEP)
        assert self.frame.result() == (self.score == 1)
        return self.frame.best_move()

    def write(self, path: Path) -> None:
        """Writes the file: a line with the claim, then the answers."""
        claim = {"start": self.start.full_text, "player": self.holder + 1, "score": self.score}
        answers = sorted(f"{text}: {move}" for text, move in self.moves.items())
        lines = [json.dumps(claim), *answers]
        unfinished = path.with_suffix(".part")
        with gzip.GzipFile(unfinished, "wb", mtime=0) as file:
            file.write("\n".join(lines).encode() + b"\n")
        unfinished.rename(path)


def claims(value: float, player: int) -> list[tuple[int, float]]:
    """Who holds which score from a start of that value for the player to move."""
    if value == 0.5:
        return [(0, 0.5), (1, 0.5)]
    return [(player if value == 1 else 1 - player, 1.0)]


def solved(file: Path) -> dict[str, dict[str, Any]]:
    """What is known, by start."""
    lines = file.read_text().splitlines() if file.exists() else []
    return {fact["start"]: fact for fact in map(json.loads, lines)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--megabytes", type=int, default=1_000)
    parser.add_argument("--values-only", action="store_true")
    words = parser.parse_args(arguments)
    game = find_game(words.game)
    words.out.mkdir(parents=True, exist_ok=True)
    file = words.out / f"{'-'.join([game.id, *words.options])}.jsonl"
    solver, known, values = Solver(megabytes=words.megabytes), solved(file), Counter[float]()
    for number, (start, count) in enumerate(starts(game, split_words(words.options))):
        if start.full_text not in known:
            known[start.full_text] = solve(solver, start)
            with file.open("a") as log:
                log.write(json.dumps(known[start.full_text]) + "\n")
        value = known[start.full_text]["value"]
        values[value] += count
        if not words.values_only:
            write_answers(solver, start, value, file.with_name(f"{file.stem}-{number}"))
    print(summary(values, known))


def write_answers(solver: Solver, start: Position, value: float, path: Path) -> None:
    """Writes the files of a start that do not exist yet."""
    for holder, score in claims(value, start.player):
        file = path.with_name(f"{path.name}-player{holder + 1}.txt.gz")
        if not file.exists():
            answers = Answers(solver, start, holder, score)
            answers.find()
            answers.write(file)


def summary(values: Counter[float], known: dict[str, dict[str, Any]]) -> str:
    """How many starts are won, drawn and lost for the first player, and what it took."""
    counts = f"{values[1.0]} won, {values[0.5]} drawn, {values[0.0]} lost"
    nodes, seconds = (sum(fact[name] for fact in known.values()) for name in ("nodes", "seconds"))
    found = f"{values.total()} starts, up to symmetry {len(known)}"
    return f"{found}: {counts} ({nodes:,} nodes, {seconds:.0f} s)"


def solve(solver: Solver, start: Position) -> dict[str, Any]:
    """The value of a start for the player to move, and what it took."""
    begun = process_time()
    solution = solver.solve(start)
    assert solution
    seconds = round(process_time() - begun, 1)
    return {
        "start": start.full_text,
        "value": solution.value,
        "nodes": solution.nodes,
        "seconds": seconds,
    }


if __name__ == "__main__":
    main()
