"""Random games: uniform at every ply, reproducible by seed; and perft, which can be stopped."""

from __future__ import annotations

import math
import threading
from collections import Counter, defaultdict
from typing import Any

import pytest

from strategies import random_game
from tabuleiro.core.game import Game
from tabuleiro.core.playouts import perft, random_games, random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import Random, StopFlag
from variants import variants
from waiting import PATIENCE

MOST_OUTCOMES = 850
SAMPLES_AN_OUTCOME = 12
IMPROBABLE = 5.0  # standard deviations


def distribution(position: Position, plies: int) -> dict[str, float]:
    """The probability of each position after that many uniformly random moves."""
    chances = {position: 1.0}
    for _ in range(plies):
        following: defaultdict[Position, float] = defaultdict(float)
        for each, chance in chances.items():
            moves = each.legal_moves()
            for move in moves:
                following[each.play(move)] += chance / len(moves)
            if not moves:
                following[each] += chance
            if len(following) > MOST_OUTCOMES:
                return {}
        chances = dict(following)
    return {each.text: chance for each, chance in chances.items()}


def surprise(expected: dict[str, float], seen: Counter[str], samples: int) -> float:
    """How many standard deviations the chi-squared statistic is above its mean. (The cube root of
    chi-squared divided by its degrees of freedom is nearly normal.)"""
    statistic = sum((seen[t] - samples * p) ** 2 / (samples * p) for t, p in expected.items())
    freedom = len(expected) - 1
    spread = 2 / (9 * freedom)
    return (math.cbrt(statistic / freedom) - (1 - spread)) / math.sqrt(spread)


def check_uniform(position: Position, plies: int) -> bool:
    """Walks from `position` have the exact distribution; False if it is too wide to test."""
    expected = distribution(position, plies)
    if len(expected) < 2:
        return False
    samples = SAMPLES_AN_OUTCOME * len(expected)
    seen = Counter(random_walk(position, plies, seed).text for seed in range(samples))
    assert set(seen) <= set(expected)
    assert surprise(expected, seen, samples) < IMPROBABLE, f"{plies} plies from {position}"
    return True


@pytest.mark.in_base("lyngk")
def test_playouts_are_uniform_at_every_ply(game: Game[Any]) -> None:
    """One to three random moves from many stages of a game have the right probabilities."""
    stages = [game.start(), *(position for _, position in random_game(game.start(), 5))]
    chosen = stages[:: max(1, len(stages) // 6)] + stages[-5:]
    checked = sum(check_uniform(stage, plies) for stage in chosen for plies in (1, 2, 3))
    assert checked >= 6


@pytest.mark.extended
def test_playouts_of_every_variant_are_uniform(game: Game[Any]) -> None:
    """The same near the end of games under each option."""
    for values in variants(game):
        stages = [position for _, position in random_game(game.start(**values), 9)]
        chosen = (stages[len(stages) // 2], *stages[-6:-1:2])
        assert sum(check_uniform(stage, 2) for stage in chosen) >= 2


def exact_value(position: Position) -> float:
    """Player 1's expected score under uniformly random play."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.values[0]
    moves = position.legal_moves()
    return sum(exact_value(position.play(move)) for move in moves) / len(moves)


@pytest.mark.parametrize(
    ("games", "error"), [(2_000, 0.05), pytest.param(6_000, 0.03, marks=pytest.mark.extended)]
)
def test_tallies_are_those_of_uniform_play(game: Game[Any], games: int, error: float) -> None:
    """Near the end of games, the expected score is exact, including shared first places."""
    near = near_the_end(game)
    tally = random_games(near, games, 4)
    assert tally.games == games
    assert tally.moves >= games
    assert sum(tally.value(player) for player in range(near.players)) == pytest.approx(1)
    assert tally.value(0) == pytest.approx(exact_value(near), abs=error)


def near_the_end(game: Game[Any]) -> Position:
    """A position of a random game with a small game tree."""
    for seed in range(100):
        for _, position in random_game(game.start(), seed):
            if not position.over and small_tree(position):
                return position
    raise AssertionError("no small tree in a hundred games")


def small_tree(position: Position, most: int = 500) -> bool:
    """Whether at most that many sequences of moves lead to the end."""
    depth = 1
    while count := perft(position, depth):
        if count > most:
            return False
        depth += 1
    return True


def test_random_games_are_the_same_for_a_seed(game: Game[Any]) -> None:
    """A seed gives the same random games; another seed gives others."""
    start = game.start()
    one, same, other = (random_games(start, 50, seed) for seed in (1, 1, 2))
    assert vars_of(one) == vars_of(same)
    assert random_walk(start, 5, 1) == random_walk(start, 5, 1)
    assert any(random_walk(start, 5, 1) != random_walk(start, 5, seed) for seed in range(2, 9))
    assert other.games == 50


def vars_of(tally: Any) -> tuple[Any, ...]:
    return tally.games, tally.moves, tally.wins, tally.shared


def test_random_numbers_are_fixed_for_all_machines() -> None:
    """The stream of a seed is part of the contract: starts are drawn from it."""
    random = Random(1)
    assert [random.draw(1000) for _ in range(8)] == STREAM_OF_SEED_1
    assert all(0 <= Random(seed).draw(7) < 7 for seed in (0, 2**63, 2**64 - 1))


STREAM_OF_SEED_1 = [674, 101, 64, 239, 493, 929, 296, 535]


def test_perft_can_be_stopped(game: Game[Any]) -> None:
    """A count that would take forever ends after the stop flag is set."""
    stop, begun = StopFlag(), threading.Event()

    def count() -> None:
        begun.set()
        perft(game.start(), 60, stop)

    counting = threading.Thread(target=count, daemon=True)
    counting.start()
    assert begun.wait(PATIENCE)
    stop.set()
    counting.join(PATIENCE)
    assert not counting.is_alive()


def test_perft_of_depth_zero_is_one(game: Game[Any]) -> None:
    """There is one empty sequence of moves."""
    assert perft(game.start(), 0) == 1
