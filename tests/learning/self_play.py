"""Self-play with a network whose answers look random but depend on the questions only.

As a program it prints fingerprints of the samples of some games, and whether it ran compiled.
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
from tabuleiro.learning.game_batch import GameBatch
from tabuleiro.learning.sample_buffer import Samples
from tabuleiro.learning.self_play_settings import SelfPlaySettings

QUICK = SelfPlaySettings(full=12, fast=4, full_share=0.5)
SEEN = [name for name, game in games().items() if game.encoding is not None]
SHORT = [
    "squex rows=3 columns=3", "squex rows=3 columns=4", "fuse rows=2 columns=3",
    "control_v size=5", "control_v size=5 players=3", "control_v size=5 players=4",
]  # fmt: skip


class PlayedBatch:
    """A batch of games, with a network whose answers depend on the questions only."""

    def __init__(
        self, text: str, games: int, settings: SelfPlaySettings = QUICK, seed: int = 1
    ) -> None:
        self.start = start(text)
        self.batch = GameBatch([self.start], games, settings, seed)
        self.answers = np.zeros((games, self.batch.entries + self.batch.seats), np.float32)
        self.questions = np.zeros((games, self.batch.words), np.uint64)

    def step(self, times: int = 1) -> None:
        """Makes steps, each with the answers to the last questions."""
        for _ in range(times):
            self.batch.step(self.answers, self.questions)
            for row, question in enumerate(self.questions.tolist()):
                self.answers[row] = answer(tuple(question), self.batch.entries, self.batch.seats)

    def play(self, games: int) -> Samples:
        """The samples of at least this many games."""
        parts = []
        while self.batch.counts["games"] < games:
            self.step(8)
            parts.append(self.batch.drain())
        return joined(parts)


@cache
def answer(question: tuple[int, ...], entries: int, seats: int) -> Any:
    """The answer of the network."""
    draw = Random(hash(question))
    chances = [draw.random() for _ in range(seats)]
    logits = [draw.gauss(0, 1) for _ in range(entries)]
    return np.array([*logits, *(each / sum(chances) for each in chances)], np.float32)


def joined(parts: list[Samples]) -> Samples:
    """Samples of several calls of `drain`."""
    fields = ("questions", "entries", "visits", "results", "values")
    return Samples(*[np.concatenate([getattr(part, name) for part in parts]) for name in fields])


def same(one: Samples, other: Samples) -> bool:
    """Whether all numbers are equal."""
    return all(np.array_equal(a, b) for a, b in zip(parts(one), parts(other), strict=True))


def parts(samples: Samples) -> list[Any]:
    return [samples.questions, samples.entries, samples.visits, samples.results, samples.values]


def fingerprints() -> dict[str, Any]:
    """Fingerprints of short games, and of the first moves of others."""
    brief = SelfPlaySettings(full=6, fast=3, full_share=0.5, longest=12)
    found: dict[str, Any] = {text: fingerprint(PlayedBatch(text, 2), 4) for text in SHORT}
    found |= {text: fingerprint(PlayedBatch(text, 2, brief), 3) for text in SEEN}
    return found | {"compiled": COMPILED}


def fingerprint(played: PlayedBatch, games: int) -> str:
    """A fingerprint of all samples and counts of a few games."""
    samples = played.play(games)
    left = b"".join(part.tobytes() for part in parts(samples))
    return sha256(left + json.dumps(played.batch.counts).encode()).hexdigest()


if __name__ == "__main__":
    print(json.dumps(fingerprints()))
