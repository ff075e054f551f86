"""Files of fast networks, and the player that uses them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from search.fake_networks import random_fast_network
from tabuleiro.core.game import Game
from tabuleiro.games import find_game, games
from tabuleiro.players import make_player, player_names
from tabuleiro.players.fast_networks import (
    SUFFIX,
    fast_network_file,
    find_fast_network,
    has_fast_network,
)
from tabuleiro.players.networks import NetworkError, shipped_network
from tabuleiro.players.player import PlayerError

FEATURED = [game for game in games().values() if game.encoding and game.encoding.features]
WITH_NETWORK = [game for game in games().values() if has_fast_network(game)]


@pytest.fixture(params=FEATURED, ids=lambda game: game.id)
def featured(request: pytest.FixtureRequest) -> Game[Any]:
    """A game with features for fast networks."""
    found: Game[Any] = request.param
    return found


@pytest.fixture
def path(featured: Game[Any], tmp_path: Path) -> Path:
    """A file with a network of random weights."""
    path = tmp_path / "some.nnue"
    path.write_bytes(fast_network_file(featured, random_fast_network(1, game=featured.id)))
    return path


def test_a_network_is_read_as_it_was_written(featured: Game[Any], path: Path) -> None:
    network = find_fast_network(featured, str(path))
    assert fast_network_file(featured, network) == path.read_bytes()
    position = featured.start()
    choice = make_player(f"nnue:nodes=50,file={path}", featured).choose(position)
    assert choice.move in position.legal_moves()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"game": "', b'"game": "not_', "it was trained for not_"),
        (b'"move_rows": ', b'"move_rows": 1', "its features are not those of the game"),
        (b'"width": 16', b'"width": 17', "it is damaged"),
        (b'"checksum": ', b'"checksum": 1', "it is damaged"),
        (b'"options"', b'"choices"', "it is damaged"),
        (b"{", b"", "it is damaged"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    featured: Game[Any], path: Path, old: bytes, new: bytes, reason: str
) -> None:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))
    with pytest.raises(NetworkError, match=f"the network {path} cannot be used: {reason}"):
        find_fast_network(featured, str(path))


def test_a_file_that_is_cut_off_or_missing_is_refused(featured: Game[Any], path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(NetworkError, match="it is damaged"):
        find_fast_network(featured, str(path))
    with pytest.raises(NetworkError, match="there is no such file"):
        find_fast_network(featured, str(path.parent))


def test_a_game_without_features_takes_no_fast_network(path: Path) -> None:
    squex = find_game("squex")
    assert "nnue" not in player_names(squex)
    with pytest.raises(NetworkError, match="Squex has no features for fast networks"):
        make_player(f"nnue:file={path}", squex)


def test_a_fast_network_has_no_players_but_its_search(featured: Game[Any], path: Path) -> None:
    with pytest.raises(PlayerError, match="is called 'nnue:policy"):
        make_player(f"nnue:policy,file={path}", featured)


@pytest.mark.parametrize("owner", WITH_NETWORK, ids=lambda game: game.id)
def test_the_networks_of_the_package_have_cards_and_serve_what_is_learnt(owner: Game[Any]) -> None:
    assert "nnue" in player_names(owner)
    assert owner.encoding
    network = find_fast_network(owner)
    for _, options in owner.curriculum:
        assert network.serves(owner.start(**options).options())
    card = Path(str(shipped_network(owner, SUFFIX))).with_suffix(".nnue.md").read_text("utf-8")
    for heading in ("Data", "Training", "Command", "Strength", "Licence"):
        assert f"## {heading}\n" in card
