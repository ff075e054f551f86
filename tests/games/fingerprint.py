"""What rules and search do on fixed seeds: equal for a compiled and an uncompiled run."""

from __future__ import annotations

from typing import Any

from tabuleiro.core import playouts
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from variants import variants

SEEDS = range(3)
NODES = 20  # of a search


def searched(position: Position, seed: int) -> list[Any]:
    """What a short search finds."""
    *_, found = [None, *Mcts(seed=seed).search(position, Limit(nodes=NODES))]
    return [found.line, found.value, found.mate] if found else []


def evaluated(position: Position) -> list[int]:
    """The evaluation of each player; none when the game is over."""
    return [] if position.over else [position.evaluate(p) for p in range(position.players)]


def asked(position: Position) -> list[Any]:
    """What a network is asked about a position, and where its moves are in the answer."""
    if position.over:
        return []
    return [position.encode(), [position.policy_indices(move) for move in position.legal_moves()]]


def fingerprint(game: Game[Any]) -> list[Any]:
    """Walks, tallies, hashes, scores, evaluations, questions to networks and searches of each
    variant."""
    found: list[Any] = []
    for given in variants(game):
        start = game.start(**given)
        for seed in SEEDS:
            tally = playouts.random_games(start, 3, seed)
            walk = playouts.random_walk(start, 12 + 9 * seed, seed)
            found.append(
                [
                    given, seed, tally.moves, tally.wins, tally.shared, walk.text, hash(walk),
                    walk.scores(), evaluated(walk), asked(walk), walk.legal_moves(),
                    playouts.perft(walk, 1), searched(walk, seed),
                ]
            )  # fmt: skip
    return found
