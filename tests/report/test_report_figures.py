"""The statistics of reports, against values worked out by hand."""

from __future__ import annotations

import math
from random import Random

import pytest

from tabuleiro.core.game import choose_random
from tabuleiro.games import start
from tabuleiro.report.sample_schedule import trace_game
from tabuleiro.report.wording import (
    bootstrap,
    mean_estimate,
    quantile,
    spread_of,
    tree_size,
)

GAMES_OF_NOUGHTS = 255_168  # on the board of 3 × 3, a well-known count


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    found = mean_estimate([1, 2, 3])
    reach = 1.959964 * (1 + 0.38 / 2) * 1 / math.sqrt(3)
    assert found.value == 2
    assert found.low == pytest.approx(2 - reach, abs=1e-6)
    assert found.high == pytest.approx(2 + reach, abs=1e-6)


def test_one_value_has_no_interval_and_none_has_no_mean() -> None:
    assert (mean_estimate([5]).value, mean_estimate([5]).low) == (5, None)
    assert mean_estimate([]).value is None


@pytest.mark.parametrize(("part", "value"), [(0.05, 1), (0.25, 3), (0.5, 5), (0.95, 10), (1, 10)])
def test_a_quantile_is_not_exceeded_by_its_share(part: float, value: int) -> None:
    assert quantile([3, 1, 2, 10, 9, 8, 7, 4, 5, 6], part) == value


def test_a_tree_may_be_too_large_to_write() -> None:
    assert tree_size([1, 2], 1).value == pytest.approx(math.log10(55))
    assert tree_size([1000, 1001], 1).value == pytest.approx(999 + math.log10(55))


def test_knuths_estimate_of_a_known_tree_is_near_it() -> None:
    chance = Random(1)
    logarithms = []
    for _ in range(400):
        position = start("noughts")
        moves = []
        while not position.over:
            move = choose_random(position, chance)
            moves.append(position.move_text(move))
            position = position.play(move)
        logarithms.append(trace_game(start("noughts"), moves, 0).log10_product)
    found = tree_size(logarithms, seed=1)
    assert found.value == pytest.approx(math.log10(GAMES_OF_NOUGHTS), abs=0.03)
    assert found.low is not None and found.high is not None
    assert found.low < math.log10(GAMES_OF_NOUGHTS) < found.high


def test_luck_is_taken_out_of_the_spread_over_starts() -> None:
    """The means are 1/2, 1 and 0: variance 1/4. Within the starts the variance is 1/2, 0 and 0,
    with mean 1/6; the mean of two games has half of that."""
    found = spread_of([[0, 1], [1, 1], [0, 0]], 1)[0]
    assert found.seen == pytest.approx(1 / 2)
    assert found.luck == pytest.approx(math.sqrt(1 / 12))
    assert found.real == pytest.approx(math.sqrt(1 / 6))
    assert found.luck_share == pytest.approx(1 / 3)


def test_starts_that_are_all_alike_have_no_spread_of_their_own() -> None:
    found = spread_of([[0, 1], [1, 0], [0, 1]], 1)[0]
    assert (found.seen, found.real, found.luck_share) == (0, 0, 1)


def test_coins_show_luck_alone_and_loaded_coins_their_load() -> None:
    chance = Random(3)
    fair = [[float(chance.random() < 0.5) for _ in range(12)] for _ in range(300)]
    loads = [0.3 if number % 2 else 0.7 for number in range(300)]
    loaded = [[float(chance.random() < load) for _ in range(12)] for load in loads]
    assert spread_of(fair, 1)[1].low == 0
    found = spread_of(loaded, 1)[1]
    assert found.low is not None and found.high is not None
    assert found.low < 0.2 < found.high


def test_drawing_again_follows_from_the_seed() -> None:
    values = [float(number) for number in range(50)]
    once, again = (bootstrap(values, lambda drawn: sum(drawn) / 50, seed=2) for _ in range(2))
    assert once == again
    assert once.value == 24.5 and once.low is not None and 18 < once.low < 24.5
