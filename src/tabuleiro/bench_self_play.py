"""Speed of self-play games with a network that answers at once."""

from __future__ import annotations

import random
from array import array
from dataclasses import dataclass

from tabuleiro.bench import Counts, Work, in_this_process, medians
from tabuleiro.core.playouts import random_games
from tabuleiro.core.position import Position
from tabuleiro.games import start
from tabuleiro.learning.game_batch import GameBatch, SelfPlaySettings

LENGTHS = 64  # random games that say how long a game is
SPARE = 509  # answers more than games, so that no game gets the same ones again soon


@dataclass(frozen=True)
class SelfPlayRow:
    """Evaluations per CPU second of one core, with so many games at once."""

    game_text: str
    games: int
    evaluations: float


def bench_self_play(
    texts: list[str], games: list[int], rounds: int, seconds: float
) -> list[SelfPlayRow]:
    """Games with answers of chance; all take turns, and each figure is the median of its rounds."""
    cases = [(text, count) for text in texts for count in games]
    works = [self_play(start(text), count) for text, count in cases]
    measured = medians({"here": in_this_process(works, seconds)}, rounds)["here"]
    return [
        SelfPlayRow(*case, evaluations)
        for case, (evaluations, _) in zip(cases, measured, strict=True)
    ]


def self_play(position: Position, games: int) -> Work:
    """Games from one position; random moves put them at all stages."""
    openings = random_games(position, LENGTHS, 1).moves // LENGTHS
    forest = GameBatch([position], games, SelfPlaySettings(opened=1, openings=openings), 1)
    answers = made_up_answers(forest, games + SPARE, seed=1)
    questions = array("Q", bytes(8 * games * forest.words))
    size = forest.entries + forest.seats
    draw = random.Random(1).randrange
    forest.step(answers[: games * size], questions)  # the first questions: nothing is answered yet

    def work(amount: int) -> Counts:
        before = forest.counts["evaluations"]
        for _ in range(amount):
            first = draw(SPARE) * size
            forest.step(answers[first : first + games * size], questions)
        forest.drain()
        return int(forest.counts["evaluations"] - before), 0

    return work


def made_up_answers(forest: GameBatch, count: int, seed: int) -> memoryview[float]:
    """Answers of chance: logits around 0, and scores that sum to 1."""
    draw = random.Random(seed)
    answers = array("f")
    for _ in range(count):
        answers.extend(draw.gauss(0, 1) for _ in range(forest.entries))
        scores = [0.1 + draw.random() for _ in range(forest.seats)]
        answers.extend(score / sum(scores) for score in scores)
    return memoryview(answers)
