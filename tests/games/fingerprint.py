"""What the rules do on fixed seeds: equal for a compiled and an uncompiled run."""

from __future__ import annotations

from typing import Any

from tabuleiro.core import playouts
from tabuleiro.core.game import Game
from tabuleiro.core.options import Number

SEEDS = range(3)


def settings_of(game: Game[Any]) -> list[dict[str, Any]]:
    """The defaults, each switch and choice, the ends of each range."""
    found: list[dict[str, Any]] = [{}]
    for option in game.options:
        ends = (
            [option.low, option.high] if isinstance(option, Number) else option.domain()["values"]
        )
        found += [{option.name: value} for value in ends]
    return found


def fingerprint(game: Game[Any]) -> list[Any]:
    """Walks, tallies, hashes and scores under each setting."""
    found: list[Any] = []
    for given in settings_of(game):
        try:
            start = game.start(**given)
        except ValueError as error:
            found.append([given, str(error)])
            continue
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
