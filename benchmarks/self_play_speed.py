"""How fast self-play games are without the cost of a network: its answers are random.

    python benchmarks/self_play_speed.py [GAME [OPTION=VALUE ...]] [--games 64 256 1024]
        [--rounds 5] [--seconds 0.2]

Prints evaluations per CPU second of one core as JSON lines, for each number of games at once, with
128 or 32 evaluations per move. All cases take turns, and each figure is the median of its rounds.
`self_play.py` measures with a network.
"""

from __future__ import annotations

import argparse
import json
import random
from array import array
from dataclasses import asdict, dataclass

from tabuleiro.bench import Counts, Work, game_texts, in_this_process, medians
from tabuleiro.core.playouts import random_games
from tabuleiro.core.position import Position
from tabuleiro.games import start
from tabuleiro.learning.game_batch import GameBatch
from tabuleiro.learning.self_play_settings import SelfPlaySettings

LENGTHS = 64  # random games, to measure how long a game is
SPARE = 509  # additional answers, so that a game does not soon get the same answers again


@dataclass(frozen=True)
class SelfPlayRow:
    """Evaluations per CPU second of one core, with this many games at once."""

    game: str
    games: int
    evaluations: float


def bench_self_play(
    texts: list[str], games: list[int], rounds: int, seconds: float
) -> list[SelfPlayRow]:
    """Measures every game with every number of games at once."""
    cases = [(text, count) for text in texts for count in games]
    works = [self_play(start(text), count) for text, count in cases]
    measured = medians({"here": in_this_process(works, seconds)}, rounds)["here"]
    return [
        SelfPlayRow(*case, rates["evaluations"])
        for case, rates in zip(cases, measured, strict=True)
    ]


def self_play(position: Position, games: int) -> Work:
    """Games from one position. They begin with random moves, so that they are at all stages."""
    openings = random_games(position, LENGTHS, 1).moves // LENGTHS
    batch = GameBatch([position], games, SelfPlaySettings(opened=1, openings=openings), 1)
    answers = random_answers(batch, games + SPARE, seed=1)
    questions = array("Q", bytes(8 * games * batch.words))
    size = batch.entries + batch.seats
    draw = random.Random(1).randrange
    batch.step(
        answers[: games * size], questions
    )  # asks the first questions; there is nothing to answer yet

    def work(amount: int) -> Counts:
        before = batch.counts["evaluations"]
        for _ in range(amount):
            first = draw(SPARE) * size
            batch.step(answers[first : first + games * size], questions)
        batch.drain()
        return {"evaluations": int(batch.counts["evaluations"] - before)}

    return work


def random_answers(batch: GameBatch, count: int, seed: int) -> memoryview[float]:
    """Random answers: logits around 0, and scores that sum to 1."""
    draw = random.Random(seed)
    answers = array("f")
    for _ in range(count):
        answers.extend(draw.gauss(0, 1) for _ in range(batch.entries))
        scores = [0.1 + draw.random() for _ in range(batch.seats)]
        answers.extend(score / sum(scores) for score in scores)
    return memoryview(answers)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--games", type=int, nargs="+", default=[64, 256, 1024])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2)
    given = parser.parse_args()
    texts = game_texts(given.game, given.options)
    for row in bench_self_play(texts, given.games, given.rounds, given.seconds):
        print(json.dumps(asdict(row)))


if __name__ == "__main__":
    main()
