"""Check the answers of a proof by the naive rules in tests/games/reference.

    python tools/check_proof.py FILE... [--sample 100000] [--seed 1]

A file of tools/prove.py claims that a player holds a win or a draw from a start, and has an answer
for each of their turns. Every position that can come up is visited: the opponent makes all moves,
the player their answer, and no game may end below the claim. With `--sample`, that many positions
are visited in games in which the opponent moves at random. Nothing of Tabuleiro is used.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

PLAYERS = {1: "x", 2: "o"}
SCORES = {"p1win": {1: 1.0, 2: 0.0}, "p2win": {1: 0.0, 2: 1.0}, "draw": {1: 0.5, 2: 0.5}}


class ProofError(Exception):
    """A file that does not prove what it claims."""


class Proof:
    """A claim, with the answers that prove it."""

    def __init__(self, text: str) -> None:
        head, *lines = text.splitlines()
        claim = json.loads(head)
        self.player: int = claim["player"]
        self.score: float = claim["score"]
        self.answers: Mapping[str, str] = dict(line.rsplit(": ", 1) for line in lines)
        game_text, _, position = claim["start"].partition(" | ")
        game, *words = game_text.split(" ")
        rules = importlib.import_module(f"games.reference.{game}")
        options = dict(word.split("=") for word in words)
        self.start = rules.Reference.read(position, options)
        starts = rules.is_start(position, options) if game == "fuse" else None
        if starts is False or (starts is None and self.start != rules.Reference.start(options)):
            raise ProofError(f"{position} is no start of the game")

    def replies(self, position: Any) -> list[str]:
        """The answer if it is the player's turn, else all moves."""
        legal: list[str] = position.legal()
        if position.player() != PLAYERS[self.player]:
            return legal
        answer = self.answers.get(position.text())
        if answer not in legal:
            raise ProofError(f"the answer to {position.text()} is {answer}, which is not legal")
        return [answer]

    def check_end(self, position: Any) -> bool:
        """Whether the game is over; ProofError if the player has less than was claimed."""
        result: str = position.result()
        if result == "none":
            return False
        if SCORES[result][self.player] < self.score:
            raise ProofError(f"{position.text()} is the end: {result}")
        return True


def check_all(proof: Proof) -> int:
    """Visits every position that can come up; returns how many there are."""
    seen, waiting = {proof.start.text()}, [proof.start]
    while waiting:
        position = waiting.pop()
        if proof.check_end(position):
            continue
        for move in proof.replies(position):
            after = position.play(move)
            if after.text() not in seen:
                seen.add(after.text())
                waiting.append(after)
    return len(seen)


def check_sample(proof: Proof, count: int, chance: Random) -> int:
    """Visits that many positions of games against random moves; returns how many."""
    visited = 0
    while visited < count:
        visited += sum(1 for _ in random_game(proof, chance))
    return visited


def random_game(proof: Proof, chance: Random) -> Iterator[Any]:
    """The positions of a game."""
    position = proof.start
    while not proof.check_end(position):
        yield position
        position = position.play(chance.choice(proof.replies(position)))
    yield position


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = Random(given.seed)
    for file in given.files:
        proof = Proof(gzip.decompress(file.read_bytes()).decode())
        visited = check_sample(proof, given.sample, chance) if given.sample else check_all(proof)
        claim = f"player {proof.player} scores {proof.score:g} or more"
        print(f"{file.name}: {claim}, {visited:,} positions checked", flush=True)


if __name__ == "__main__":
    main()
