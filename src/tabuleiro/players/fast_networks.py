"""Finds and reads the fast network of a game: the one that ships with it, or a file.

The first line of a file is a header in JSON: the `game`, the `options` that it serves, the widths
of its layers, the numbers of features that it has weights for, and a checksum. The weights follow
as integers of 16 bits, the low byte first, in the order of `FastNetwork`.
"""

from __future__ import annotations

import json
import sys
from array import array
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from tabuleiro.core.encoding import Features
from tabuleiro.core.fast_network import FastNetwork
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.players.networks import (
    MOST_CACHED,
    NetworkError,
    load_network,
    shipped_network,
    unusable_network,
)

SUFFIX = ".nnue"
EXAMPLE = "nnue:file=PATH"
SIZES = ("heads", "rows", "entries", "move_rows", "features_per_move")  # of `Features`


def features_of(game: Game[Any]) -> Features | None:
    """The features of the game for fast networks, if it has any."""
    return game.encoding.features if game.encoding else None


def has_fast_network(game: Game[Any]) -> bool:
    """Whether a fast network of the game ships with this package."""
    return features_of(game) is not None and shipped_network(game, SUFFIX).is_file()


def find_fast_network(game: Game[Any], path: str | None = None) -> FastNetwork:
    """The fast network of a game: from a file, else the one that ships with it."""
    if features_of(game) is None:
        raise NetworkError(say("{game} has no features for fast networks", game=game.name))
    return load_network(game, path, SUFFIX, EXAMPLE, _network_at)


def served_search(search: str, position: Position) -> str:
    """The search, or the one with the large network if it is the one with the fast network and that
    was not trained for the options of the position."""
    if search == "nnue" and not find_fast_network(position.game).serves(position.options()):
        return "net"
    return search


@lru_cache(maxsize=MOST_CACHED)
def _network_at(game: Game[Any], path: Path, written: tuple[int, int]) -> FastNetwork:
    features = features_of(game)
    assert features
    header, _, weights = path.read_bytes().partition(b"\n")
    try:
        facts = json.loads(header)
        trained_for, sizes = facts["game"], {name: facts[name] for name in SIZES}
        widths = {name: facts[name] for name in ("width", "policy_width", "value_width")}
        network = FastNetwork(features, facts["options"], **widths, weights=as_numbers(weights))
        sound = network.size == len(network.weights) and facts["checksum"] == crc32(weights)
    except (ValueError, KeyError, TypeError) as error:
        raise unusable_network(path, say("it is damaged or not a fast network")) from error
    if trained_for != game.id:
        raise unusable_network(path, say("it was trained for {other}", other=trained_for))
    if sizes != {name: getattr(features, name) for name in SIZES}:
        raise unusable_network(path, say("its features are not those of the game"))
    if not sound:
        raise unusable_network(path, say("it is damaged or not a fast network"))
    return network


def as_numbers(weights: bytes) -> memoryview[int]:
    """Bytes as integers of 16 bits."""
    numbers = array("h", weights)
    if sys.byteorder == "big":
        numbers.byteswap()
    return memoryview(numbers).toreadonly()


def fast_network_file(game: Game[Any], network: FastNetwork) -> bytes:
    """The content of the file of a network."""
    numbers = array("h", network.weights)
    if sys.byteorder == "big":
        numbers.byteswap()
    weights = numbers.tobytes()
    facts = {
        "game": game.id,
        "options": network.options,
        "width": network.width,
        "policy_width": network.policy_width,
        "value_width": network.value_width,
        **{name: getattr(network.features, name) for name in SIZES},
        "checksum": crc32(weights),
    }
    return json.dumps(facts).encode() + b"\n" + weights
