"""The numbers of positions of games: counts worked out by hand, and bounds."""

from __future__ import annotations

from math import comb, factorial, log10
from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, parse_game_text, start
from tabuleiro.games.lyngk import claims, stacks
from tabuleiro.report import ReportPlan


def states(game_text: str) -> float:
    game, options = parse_game_text(game_text)
    assert game.state_space
    return game.state_space(options).log10


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_of_ours_counts_its_positions_under_every_option(game: Game[Any]) -> None:
    plan = ReportPlan(game.id)
    assert game.state_space
    for text in (game.id, *(variant.game for variant in plan.variants)):
        found = game.state_space(parse_game_text(text)[1])
        assert 1 < found.log10 < 1000
        assert str(found.counted).startswith("An ")


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("squex rows=3 columns=3", 3**9 * (83 / 81) ** 4 * 4),
        ("control_v size=5", comb(25, 4) * 3**21 * 2),
        ("control_v size=5 castles=0 players=3", 4**25 * 3),
        ("fuse rows=2 columns=2", 2 * factorial(12) / (factorial(4) ** 2 * factorial(4))),
        ("fuse rows=2 columns=2 kings=1", 2 * factorial(12) / (factorial(3) ** 2 * factorial(4))),
    ],
)
def test_counts_are_those_worked_out_by_hand(game: str, count: float) -> None:
    assert states(game) == pytest.approx(log10(count))


def test_lyngk_counts_stacks_of_different_colours_with_jokers_anywhere() -> None:
    """Of two pieces: 5 × 4 of colours, 2 × 5 with a joker, 1 of jokers."""
    assert [stacks(height) for height in range(4)] == [1, 6, 31, 136]


def test_lyngk_counts_up_to_two_claims_of_either_player() -> None:
    assert claims() == (1 + 5 + 10) + 5 * (1 + 4 + 6) + 10 * (1 + 3 + 3)


@pytest.mark.parametrize("game", ["fuse rows=2 columns=2", "squex rows=3 columns=3"])
def test_no_more_positions_can_be_reached_than_were_counted(game: str) -> None:
    seen: set[Position] = {start(game)}
    found = [start(game)]
    while found and len(seen) < 3000:
        position = found.pop()
        for move in position.legal_moves():
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                found.append(after)
    assert 100 < len(seen) <= 10 ** states(game)
