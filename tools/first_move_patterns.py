"""Measure how much the pattern around a first move says about its value, where starts are random.

    python tools/first_move_patterns.py GAME [--starts 800] [--deep 50] [--nodes 3000] [--radii R]

The network of the game evaluates the position after each first move of random starts. A pattern is
what lies near the sites that a move touches, the same for symmetric or recoloured pictures; the
wider the radius, the more it shows. Half of the starts give the mean value of each pattern,
compared with the other moves of the same start. The other half say how much of the differences
between moves these means explain, and a deep search of some of them says how good the move is that
the pattern prefers. Moves that touch no place of the board have no pattern; their mean is printed
apart.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random
from statistics import fmean
from typing import Any

from tabuleiro.analysis import Analysis, analyse, make_search
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Point
from tabuleiro.core.symmetry import (
    PLACES,
    Feature,
    Key,
    Motion,
    board_lines,
    board_points,
    features_of,
    key_after,
    motions_of,
)
from tabuleiro.games import find_game, fresh_start
from tabuleiro.players.position_network import load_network
from tabuleiro.search.limit import Limit

RADII = (0.1, 1.1, 1.6, 2.3)  # in pitches of the board
SHRINKAGE = 5  # samples of a pattern that count as much as the mean of all moves
MARGIN = 0.02  # how far from the best value a move is as good as the best

Patterns = Callable[[Position], dict[int, Key]]
Gains = dict[int, float]
"""The value of each move, compared with the mean of all moves of the start."""


def patterns_of(position: Position, radius: float, *, placed: bool) -> dict[int, Key]:
    """The pattern of each move; unless it is `placed`, it is the same everywhere on the board."""
    scene = position.scene()
    sites = {site.name: (site.x, site.y) for site in scene.sites}
    features = list(features_of(scene, position))
    motions = motions_of(board_points(scene), board_lines(scene))
    found = {}
    for move in position.legal_moves():
        touched = [sites[step[0]] for step in position.steps(move) if step[0] in sites]
        near = [one for one in features if is_near(one.points, touched, radius)]
        marks = [Feature((at,), 0, f"touch {n}", -1, "") for n, at in enumerate(touched)]
        turns = motions if placed or not touched else [
            Motion(complex(*touched[0]), motion.turn, motion.mirrored) for motion in motions
        ]  # fmt: skip
        found[move] = min(key_after(motion, near + marks, []) for motion in turns)
    return found


def is_near(points: Iterable[Point], touched: Iterable[Point], radius: float) -> bool:
    """Whether any of the points is near a touched site."""
    return any(
        abs(complex(*one) - complex(*other)) <= radius for one in points for other in touched
    )


def gains_of(network: Any, position: Position) -> Gains:
    """What the network says about the moves of a start."""
    moves = position.legal_moves()
    after = [position.play(move) for move in moves]
    values = network.evaluate(after).values[:, position.player]
    usual = fmean(values[i] for i, move in enumerate(moves) if touches_board(position, move))
    return {move: float(value - usual) for move, value in zip(moves, values, strict=True)}


def touches_board(position: Position, move: int) -> bool:
    """Whether a person touches a place of the board to make a move."""
    sites = {site.name for site in position.scene().sites if site.shape in PLACES}
    return any(step[0] in sites for step in position.steps(move))


def fit(samples: Iterable[tuple[dict[int, Key], Gains]]) -> dict[Key, float]:
    """The mean gain of each pattern, closer to 0 the fewer samples it has."""
    sums: dict[Key, list[float]] = defaultdict(list)
    for patterns, gains in samples:
        for move, gain in gains.items():
            sums[patterns[move]].append(gain)
    return {key: sum(one) / (len(one) + SHRINKAGE) for key, one in sums.items()}


def explained(means: dict[Key, float], samples: list[tuple[dict[int, Key], Gains]]) -> float:
    """The part of the variance of the gains that the means explain."""
    pairs = [
        (means.get(patterns[move], 0.0), gain)
        for patterns, gains in samples
        for move, gain in gains.items()
    ]
    return 1 - sum((gain - guess) ** 2 for guess, gain in pairs) / sum(g**2 for _, g in pairs)


def deep_values(game: Game[Any], position: Position, nodes: int) -> Analysis:
    """All moves of a start after a long search."""
    return analyse(position, Limit(nodes=nodes), lines=1000, search=make_search(position))


def report_deep(
    game: Game[Any], starts: list[Position], means: dict[Key, float], patterns: Patterns, nodes: int
) -> None:
    """How good the moves are that the patterns prefer, by a long search after each."""
    losses: dict[str, list[float]] = {"pattern": [], "any move": []}
    chance = Random(1)
    for start in starts:
        found = patterns(start)
        moves = [move for move in found if touches_board(start, move)]
        chosen = max(moves, key=lambda move: means.get(found[move], 0.0))
        best = deep_values(game, start, nodes).values[start.player]
        for name, move in (("pattern", chosen), ("any move", chance.choice(moves))):
            after = deep_values(game, start.play(move), nodes).values[start.player]
            losses[name].append(max(0.0, best - after))
    for name, loss in losses.items():
        good = fmean(one <= MARGIN for one in loss)
        print(
            f"  {name}: loses {100 * fmean(loss):.1f} % on average; as good as best in {good:.0%}"
        )


def print_moves_beside(every: list[Gains], gains: list[Gains]) -> None:
    """Prints what the moves that touch no place of the board are worth, if there are any."""
    pairs = zip(every, gains, strict=True)
    beside = [gain for one, kept in pairs for move, gain in one.items() if move not in kept]
    if beside:
        print(f"  moves beside the board: {100 * fmean(beside):+.1f} % on average")


def main() -> None:
    """Prints the figures of a game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", type=find_game)
    parser.add_argument("--starts", type=int, default=800)
    parser.add_argument("--deep", type=int, default=50, help="starts that are searched")
    parser.add_argument("--nodes", type=int, default=3000, help="of these searches")
    parser.add_argument("--radii", type=float, nargs="+", default=RADII, help="of the patterns")
    given = parser.parse_args()
    network = load_network(given.game)
    starts = [fresh_start(given.game, {}, Random(seed)) for seed in range(given.starts)]
    every = [gains_of(network, start) for start in starts]
    gains = [
        {move: gain for move, gain in one.items() if touches_board(start, move)}
        for start, one in zip(starts, every, strict=True)
    ]
    print_moves_beside(every, gains)
    half = len(starts) // 2
    spread = fmean(gain**2 for one in gains for gain in one.values()) ** 0.5
    print(f"{given.game.name}: first moves differ by {100 * spread:.2f} % (standard deviation)")
    best: tuple[float, Any, Any] = (-1.0, None, None)
    for placed in (True, False):
        for radius in given.radii:
            seen = [patterns_of(start, radius, placed=placed) for start in starts]
            samples = list(zip(seen, gains, strict=True))
            means = fit(samples[:half])
            part = explained(means, samples[half:])
            where = "placed" if placed else "anywhere"
            print(f"  radius {radius}, {where}: {len(means)} patterns explain {100 * part:.1f} %")
            if part > best[0]:
                best = (part, means, (radius, placed))
    _, means, (radius, placed) = best
    report_deep(
        given.game,
        starts[half : half + given.deep],
        means,
        lambda start: patterns_of(start, radius, placed=placed),
        given.nodes,
    )


if __name__ == "__main__":
    main()
