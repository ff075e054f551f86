"""The names of players: who they are, what they set, how bad ones are refused."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.games import games, start
from tabuleiro.players import KINDS, PlayerError, make_player, player_names
from tabuleiro.players.names import SETTINGS
from tabuleiro.players.searches import SEARCHES

SQUEX = games()["squex"]
SMALL = start("squex rows=3 columns=3")


def refusal(name: str, game: Game[Any] = SQUEX) -> str:
    """Why there is no such player."""
    with pytest.raises(PlayerError) as error:
        make_player(name, game)
    return str(error.value)


def test_the_players_of_a_game_are_listed_by_name() -> None:
    assert player_names(SQUEX) == [
        "random",
        "classic:random",
        "classic:greedy",
        "mcts",
        "guided",
        "alphabeta",
        *(f"level:{number}" for number in range(1, 11)),
        "adaptive",
    ]


def test_every_simple_player_search_and_low_level_plays_a_legal_move(game: Game[Any]) -> None:
    names = [name for name in player_names(game) if name.startswith(("random", "classic"))]
    position = game.start()
    searching = [f"{kind}:depth=2,nodes=50" for kind in SEARCHES]
    for name in (*names, *searching, "level:1", "level:2,time=0.5"):
        assert make_player(name, game).choose(position).move in position.legal_moves()


def test_the_same_seed_gives_the_same_choices() -> None:
    searching = [f"{kind}:nodes=50" for kind in SEARCHES]
    for name in ("random", *searching, "guided:nodes=50,playouts=0.5", "level:2"):
        first, second = (make_player(name, SQUEX, seed=5) for _ in range(2))
        position = SQUEX.start()
        for _ in range(4):
            choice = first.choose(position)
            assert second.choose(position).move == choice.move
            position = position.play(choice.move)


def test_nodes_are_a_limit_of_a_move() -> None:
    choice = make_player("mcts:nodes=123,megabytes=2", SQUEX).choose(SQUEX.start())
    assert choice.progress
    assert choice.progress.nodes == 123


def test_lyngk_has_alphabeta_of_any_depth() -> None:
    lyngk = games()["lyngk"]
    assert make_player("classic:alphabeta-7", lyngk)
    for depth in ("0", "10", "x", ""):
        assert "classic:alphabeta-1" in refusal(f"classic:alphabeta-{depth}", lyngk)


@pytest.mark.parametrize(
    "name",
    ["", "nobody", "Random", "random:", "random:1", "classic", "classic:", "classic:ai",
     "classic:alphabeta-2", "level", "level:", "level:0", "level:11", "level:x", "level:01",
     "adaptive:3", "mcts:", "mcts:fast", " mcts"],
)  # fmt: skip
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    reason = refusal(name)
    assert repr(name) in reason
    assert all(known in reason for known in player_names(SQUEX))


@pytest.mark.parametrize("name", ["mcts:speed=3", "alphabeta:threads=2", "level:3,nodes=5"])
def test_an_unknown_setting_lists_those_of_the_kind(name: str) -> None:
    kind = KINDS[name.partition(":")[0]]
    assert all(setting in refusal(name) for setting in kind.settings)


def test_a_kind_without_settings_says_so() -> None:
    assert refusal("random:time=1") == "random has no setting 'time': its settings are none"


@pytest.mark.parametrize("name", ["mcts:nodes=5,nodes=6", "level:3,time=1,time=2"])
def test_a_setting_is_given_once(name: str) -> None:
    assert "given twice" in refusal(name)


def test_a_setting_has_a_number() -> None:
    assert "name=number" in refusal("mcts:nodes=5,fast")


BAD_NUMBERS = {
    "nodes": ["0", "-1", "1.5", "x", "", "1e3", "9" * 16, "٣"],
    "time": ["0", "0.001", "3601", "inf", "nan", "-1", "1.", "1.2345"],
    "depth": ["0", "501"],
    "playouts": ["1.001", "-0.5", "half"],
    "exploration": ["10.5", "-1", "1e1"],
    "threads": ["0", "65"],
    "megabytes": ["0", "65537"],
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_number_out_of_range_is_refused_with_the_range(setting: str) -> None:
    known = SETTINGS[setting]
    kind = next(kind for kind in KINDS.values() if setting in kind.settings)
    for number in BAD_NUMBERS[setting]:
        reason = refusal(f"{kind.name}:{setting}={number}")
        assert f"{setting} cannot be {number!r}" in reason
        assert f"from {known.low} to {known.high}" in reason


def test_the_ends_of_a_range_are_taken() -> None:
    for setting in SETTINGS.values():
        for number in (setting.low, setting.high):
            assert setting.read(str(number)) == number


def test_every_setting_belongs_to_a_kind_and_every_kind_has_known_settings() -> None:
    assert {name for kind in KINDS.values() for name in kind.settings} == set(SETTINGS)


def test_a_player_forgets() -> None:
    player = make_player("mcts:nodes=200", SQUEX, seed=3)
    first = player.choose(SMALL)
    player.forget()
    again = player.choose(SMALL)
    assert first.move == again.move
    assert first.progress and again.progress
    assert first.progress.nodes == again.progress.nodes
