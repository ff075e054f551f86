"""`load_network`: what a network says about many positions is what it says about each."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import numpy as np
import pytest

import tabuleiro as tb
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.position import Position
from tabuleiro.players.networks import find_network, has_network
from tabuleiro.players.policy import predict

GAMES = [game.id for game in tb.games().values() if has_network(game)]
TEXTS = [*GAMES, "squex rows=4 columns=6", "control_v players=3", "control_v players=4"]


def random_positions(text: str, count: int) -> list[Position]:
    chance = Random(3)
    positions = [tb.start(text)]
    while len(positions) < count:
        after = positions[-1].play(chance.choice(positions[-1].legal_moves()))
        positions.append(tb.start(text) if after.over else after)
    return positions


@pytest.mark.parametrize("text", TEXTS)
def test_a_batch_has_what_the_network_predicts_for_each_position(text: str) -> None:
    positions = random_positions(text, 12)
    game = positions[0].game
    policies, values = tb.load_network(game).evaluate(positions)
    network = find_network(game)
    for position, policy, value in zip(positions, policies, values, strict=True):
        expected = predict(network, position)
        best = max(expected.logits.values())
        odds = {move: exp(logit - best) for move, logit in expected.logits.items()}
        assert np.isclose(policy.sum(), 1, atol=1e-5)
        assert not policy[~position.action_mask()].any()
        for move, one in odds.items():
            share = one / sum(odds.values())
            assert np.isclose(policy[position.action_of(move)], share, atol=1e-3)
        assert np.allclose(value, expected.values, atol=1e-3)


def test_positions_that_cannot_be_evaluated_together_are_refused() -> None:
    network: Any = tb.load_network("squex")
    start = tb.start("squex rows=3 columns=3")
    over = tb.read("squex rows=3 columns=3 | xo1/xo1/xo1 2/2 - -")
    for positions in ([], [3], [start, tb.start("squex")], [start, over], [tb.start("fuse")]):
        with pytest.raises(TabuleiroError):
            network.evaluate(positions)
    with pytest.raises(TabuleiroError, match="no such file"):
        tb.load_network("squex", "nowhere.onnx")
