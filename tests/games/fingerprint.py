"""What the rules do on fixed seeds: equal for a compiled and an uncompiled run."""

from __future__ import annotations

from typing import Any

from tabuleiro.core import playouts
from tabuleiro.core.game import Game
from variants import variants

SEEDS = range(3)


def fingerprint(game: Game[Any]) -> list[Any]:
    """Walks, tallies, hashes and scores of each variant."""
    found: list[Any] = []
    for given in variants(game):
        start = game.start(**given)
        for seed in SEEDS:
            tally = playouts.random_games(start, 3, seed)
            walk = playouts.random_walk(start, 12 + 9 * seed, seed)
            found.append(
                [
                    given, seed, tally.moves, tally.wins, tally.shared, walk.text, hash(walk),
                    walk.scores(), walk.legal_moves(), playouts.perft(walk, 1),
                ]
            )  # fmt: skip
    return found
