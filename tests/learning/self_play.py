"""Forests with a network whose answers depend on the questions alone, as if by chance.

As a program it prints fingerprints of what some forests harvest, and whether it ran compiled.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np

from tabuleiro.core.primitives import COMPILED
from tabuleiro.games import games, start
from tabuleiro.learning.game_batch import GameBatch, Samples, SelfPlaySettings

QUICK = SelfPlaySettings(full=12, fast=4, full_share=0.5)
SEEN = [name for name, game in games().items() if game.encoding is not None]
SHORT = [
    "squex rows=3 columns=3", "squex rows=3 columns=4", "fuse rows=2 columns=3",
    "control_v size=5", "control_v size=5 players=3", "control_v size=5 players=4",
]  # fmt: skip


class Crowd:
    """A forest, with a network whose answers depend on the questions alone."""

    def __init__(
        self, text: str, games: int, settings: SelfPlaySettings = QUICK, seed: int = 1
    ) -> None:
        self.start = start(text)
        self.forest = GameBatch([self.start], games, settings, seed)
        self.answers = np.zeros((games, self.forest.entries + self.forest.seats), np.float32)
        self.questions = np.zeros((games, self.forest.words), np.uint64)

    def step(self, times: int = 1) -> None:
        """Takes steps, each with the answers to the questions before."""
        for _ in range(times):
            self.forest.step(self.answers, self.questions)
            for row, question in enumerate(self.questions.tolist()):
                self.answers[row] = answer(tuple(question), self.forest.entries, self.forest.seats)

    def play(self, games: int) -> Samples:
        """The samples of so many games at least."""
        parts = []
        while self.forest.counts["games"] < games:
            self.step(8)
            parts.append(self.forest.drain())
        return joined(parts)


@cache
def answer(question: tuple[int, ...], entries: int, seats: int) -> Any:
    """What the network says."""
    draw = Random(hash(question))
    chances = [draw.random() for _ in range(seats)]
    logits = [draw.gauss(0, 1) for _ in range(entries)]
    return np.array([*logits, *(each / sum(chances) for each in chances)], np.float32)


def joined(parts: list[Samples]) -> Samples:
    """Samples that were fetched one after the other."""
    fields = ("questions", "entries", "visits", "results", "values")
    return Samples(*[np.concatenate([getattr(part, name) for part in parts]) for name in fields])


def same(one: Samples, other: Samples) -> bool:
    """Whether two are equal, number by number."""
    return all(np.array_equal(a, b) for a, b in zip(parts(one), parts(other), strict=True))


def parts(samples: Samples) -> list[Any]:
    return [samples.questions, samples.entries, samples.visits, samples.results, samples.values]


def fingerprints() -> dict[str, Any]:
    """Of short games to their ends, and of the first moves of others."""
    brief = SelfPlaySettings(full=6, fast=3, full_share=0.5, longest=12)
    found: dict[str, Any] = {text: fingerprint(Crowd(text, 2), 4) for text in SHORT}
    found |= {text: fingerprint(Crowd(text, 2, brief), 3) for text in SEEN}
    return found | {"compiled": COMPILED}


def fingerprint(crowd: Crowd, games: int) -> str:
    """Everything that a few games leave behind."""
    samples = crowd.play(games)
    left = b"".join(part.tobytes() for part in parts(samples))
    return sha256(left + json.dumps(crowd.forest.counts).encode()).hexdigest()


if __name__ == "__main__":
    print(json.dumps(fingerprints()))
