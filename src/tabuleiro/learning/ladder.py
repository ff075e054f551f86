"""How strong the checkpoints of a run are: each plays the one before it."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import log10, sqrt
from random import Random
from typing import Any

import numpy as np
import torch

from tabuleiro.core.encoding import Encoding, Shape
from tabuleiro.core.position import Position
from tabuleiro.games import fresh_start
from tabuleiro.learning.curriculum import Course, encoding_of
from tabuleiro.learning.network import InferenceModel, Net, folded_copy
from tabuleiro.learning.planes import Planes
from tabuleiro.search.limit import Limit
from tabuleiro.search.network_mcts import NetworkMcts

NODES = 64
PAIRS = 20
CREDIT = 0.5  # drawn games added to each score, so that no difference is infinite
LONGEST = 400  # moves, after which a game counts as shared by all


class TorchNetwork:
    """A PyTorch network on the CPU or a GPU."""

    def __init__(self, net: Net, encoding: Encoding) -> None:
        self.encoding = encoding
        self.seats = net.architecture.seats
        self.device = next(net.parameters()).device
        self.model = InferenceModel(folded_copy(net))
        self.planes = cache(lambda shape: Planes(encoding, shape, self.device))

    @torch.inference_mode()
    def evaluate(self, questions: Any, shape: Shape) -> Any:
        """Rows of logits and expected scores, one after the other."""
        planes = self.planes(shape)
        words = np.frombuffer(questions, np.int64).reshape(-1, planes.words)
        asked = torch.from_numpy(words.copy()).to(self.device)
        return torch.cat(self.model(planes.unpack(asked)), 1).cpu().numpy().ravel()


@dataclass(frozen=True)
class CheckpointRating:
    """A checkpoint against the one before it: its score, 0 to 1, the number of games, and its Elo
    above the first checkpoint, with the standard error of the last step."""

    score: float
    games: int
    elo: float
    error: float


def rate_checkpoints(
    nets: Sequence[Net], course: Course, *, pairs: int = PAIRS, nodes: int = NODES, threads: int = 1
) -> Iterator[CheckpointRating]:
    """Plays every checkpoint but the first against the one before it."""
    encoding = encoding_of(course.game)
    networks = [TorchNetwork(net, encoding) for net in nets]
    elo = 0.0
    for before, after in pairwise(networks):
        score, games = compare_networks(
            after, before, course, pairs=pairs, nodes=nodes, threads=threads
        )
        step, error = elo_difference(score, games)
        elo += step
        yield CheckpointRating(score, games, elo, error)


def compare_networks(
    first: TorchNetwork,
    second: TorchNetwork,
    course: Course,
    *,
    pairs: int,
    nodes: int,
    threads: int = 1,
) -> tuple[float, int]:
    """The mean score of the first of two networks, and the number of games."""
    openings = [random_opening(course, Random(seed)) for seed in range(pairs)]
    tasks = [(start, turn) for start in openings for turn in (0, 1)]

    def play(task: tuple[Position, int]) -> float:
        start, turn = task
        return play_game(start, [first, second] if turn == 0 else [second, first], nodes, turn)

    with ThreadPoolExecutor(threads) as pool:
        scores = list(pool.map(play, tasks))
    return sum(scores) / len(scores), len(scores)


def random_opening(course: Course, chance: Random) -> Position:
    """A start with a few random moves, after which the game is not over."""
    while True:
        position = fresh_start(course.game, dict(course.given), chance)
        for _ in range(course.game.opening_moves(course.options)):
            if not position.over:
                position = position.play(chance.choice(position.legal_moves()))
        if not position.over:
            return position


def play_game(
    position: Position, networks: Sequence[TorchNetwork], nodes: int, first: int
) -> float:
    """The mean score of the seats of network number `first`; the two take every second seat."""
    searches = [NetworkMcts(network, megabytes=8) for network in networks]
    moves = 0
    while not position.over and moves < LONGEST:
        *_, last = searches[position.player % 2].search(position, Limit(nodes=nodes))
        position = position.play(last.line[0])
        moves += 1
    outcome = position.outcome()
    winners = outcome.winners if outcome else tuple(range(position.players))
    seats = range(first, position.players, 2)
    own = sum(seat in winners for seat in seats) / len(winners) / len(seats)
    other = (1 - own * len(seats)) / (position.players - len(seats))
    return own / (own + other)


def elo_difference(score: float, games: int) -> tuple[float, float]:
    """The difference in Elo behind a score, and its standard error."""
    chance = (score * games + CREDIT / 2) / (games + CREDIT)
    error = sqrt(chance * (1 - chance) / games)
    return 400 * log10(chance / (1 - chance)), 400 * error / (chance * (1 - chance)) / 2.302585
