"""Tree search with a fast network: what the network decides, and options that it does not serve."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any
from zlib import crc32

import pytest

from search.fake_networks import random_fast_network
from tabuleiro.core.fast_network import FastNetwork
from tabuleiro.core.message import TabuleiroError
from tabuleiro.games import start
from tabuleiro.search.fast_mcts import FastMcts
from tabuleiro.search.limit import Limit


def searched(network: FastNetwork, text: str) -> Any:
    """The last progress of a search of a few nodes."""
    *_, last = FastMcts(network, megabytes=1).search(start(text), Limit(nodes=200))
    return replace(last, seconds=0.0)


@pytest.mark.parametrize(
    "text",
    [
        "eigenstate", "eigenstate variant=last-two", "fuse", "fuse kings=2 ring-counts=on",
        "lyngk", "lyngk variant=stack6 lines=horizontal",
    ],
)  # fmt: skip
def test_the_network_decides_where_it_serves(text: str) -> None:
    one, other = (random_fast_network(seed, game=text.split(maxsplit=1)[0]) for seed in (1, 2))
    assert searched(one, text) != searched(other, text)


def test_options_that_it_does_not_serve_are_evaluated_by_the_game() -> None:
    one, other = random_fast_network(1, "standard"), random_fast_network(2, "standard")
    assert searched(one, "eigenstate") != searched(other, "eigenstate")
    for text in ("eigenstate variant=last-two", "lyngk", "squex rows=3 columns=3"):
        assert searched(one, text) == searched(other, text)
    one, other = (random_fast_network(seed, "standard", game="lyngk") for seed in (1, 2))
    for text in ("lyngk variant=stack6", "eigenstate"):
        assert searched(one, text) == searched(other, text)


def test_the_priors_are_the_policy_of_the_network() -> None:
    """A move with a much higher weight is visited most; the value of the leaves is the same."""
    network = random_fast_network(1)
    weights = memoryview(bytearray(2 * network.size)).cast("h")
    chosen = start("eigenstate").legal_moves()[3]
    cell, target = chosen // 64, chosen % 64 - 24
    place = 12 + 5 * (target // 6 - cell // 6) + target % 6 - cell % 6
    entry = 36 * (place - (place > 12)) + cell
    biases = network.size - network.features.move_rows - network.features.entries
    weights[biases + entry] = 4 * 1024
    assert searched(replace(network, weights=weights), "eigenstate").line[0] == chosen


SIGNATURES = {"eigenstate": 3467071383, "fuse": 4114158973, "lyngk": 125806366}


@pytest.mark.parametrize("game", SIGNATURES)
def test_the_search_has_a_signature(game: str) -> None:
    """A change that is not meant to change the search must not change these numbers: a sum over the
    visits of all moves, from a position in the middle of a random game."""
    position, chance = start(game), Random(3)
    for _ in range(16):
        position = position.play(chance.choice(position.legal_moves()))
    search = FastMcts(random_fast_network(1, game=game), megabytes=4)
    *_, _ = search.search(position, Limit(nodes=500))
    visits = sorted(search.tree.root_visits().items())
    assert crc32(repr(visits).encode()) == SIGNATURES[game]


def test_exploration_is_not_negative() -> None:
    with pytest.raises(TabuleiroError, match="exploration cannot be negative"):
        FastMcts(random_fast_network(1), exploration=-1)
