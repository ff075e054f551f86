"""The names of players: kinds, settings, and errors."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.games import games, start
from tabuleiro.players import (
    KINDS,
    PlayerError,
    make_player,
    opponents,
    player_names,
    player_title,
)
from tabuleiro.players.names import FILE, SETTINGS
from tabuleiro.players.networks import has_network
from tabuleiro.players.searches import SEARCHES
from tabuleiro.search import memory

SQUEX = games()["squex"]
SMALL = start("squex rows=3 columns=3")


def searches_of(game: Game[Any]) -> list[str]:
    """The searches whose names are player names of the game."""
    return [name for name in player_names(game) if name in SEARCHES]


def refusal(name: str, game: Game[Any] = SQUEX) -> str:
    """The error for a name."""
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
        *(["net", "net:policy"] if has_network(SQUEX) else []),
        *(f"level:{number}" for number in range(1, 11)),
    ]


def test_every_simple_player_search_and_low_level_plays_a_legal_move(game: Game[Any]) -> None:
    names = [name for name in player_names(game) if name.startswith(("random", "classic"))]
    position = game.start()
    searching = [f"{kind}:depth=2,nodes=50" for kind in searches_of(game)]
    for name in (*names, *searching, "level:1", "level:2,time=0.5"):
        assert make_player(name, game).choose(position).move in position.legal_moves()


def test_the_same_seed_gives_the_same_choices() -> None:
    searching = [f"{kind}:nodes=50" for kind in searches_of(SQUEX)]
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
        reason = refusal(f"classic:alphabeta-{depth}", lyngk)
        assert all(f"classic:alphabeta-{known}" in reason for known in range(1, 4))


def test_a_former_player_is_replaced_in_stored_games() -> None:
    position = start("squex rows=4 columns=4")
    former, level = (make_player(name, SQUEX, seed=5) for name in ("adaptive", "level:5"))
    assert former.choose(position).move == level.choose(position).move
    assert player_title("adaptive", SQUEX) == player_title("level:5", SQUEX)
    assert "adaptive" not in (*player_names(SQUEX), *opponents(SQUEX))


@pytest.mark.parametrize(
    "name",
    ["", "nobody", "random:", "random:1", "adaptive:3", "mcts:", "mcts:fast"],
)
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    reason = refusal(name)
    assert repr(name) in reason
    assert all(known in reason for known in player_names(SQUEX))


@pytest.mark.parametrize(
    ("name", "meant"),
    [("levels:3", "level:3"), ("Mtcs:nodes=5", "mcts:nodes=5"), (" mcts", "mcts")],
)
def test_a_name_like_a_known_one_suggests_it(name: str, meant: str) -> None:
    assert refusal(name) == f"no player of Squex is called {name!r}: did you mean {meant!r}?"


@pytest.mark.parametrize(
    "name", ["level", "level:", "level:0", "level:11", "level:x", "level:01", "LEVEL:11"]
)
def test_an_unknown_level_is_told_which_there_are(name: str) -> None:
    range_of_levels = "levels go from level:1 to level:10"
    assert refusal(name) == f"no player of Squex is called {name!r}: {range_of_levels}"


@pytest.mark.parametrize("name", ["classic", "classic:", "classic:ai", "classic:alphabeta-2"])
def test_an_unknown_classic_player_is_told_the_classic_ones(name: str) -> None:
    assert refusal(name) == (
        f"no player of Squex is called {name!r}: "
        "the players of this kind are classic:random, classic:greedy"
    )


def test_a_game_without_classic_players_lists_all_others() -> None:
    assert "the players are random, mcts" in refusal("classic:ai", games()["noughts"])


@pytest.mark.parametrize("name", ["Random", "Classic:greedy", "MCTS:nodes=5", "Level:3"])
def test_kinds_are_taken_in_either_case_of_letters(name: str) -> None:
    first, second = (make_player(each, SQUEX, seed=5) for each in (name, name.lower()))
    assert first.choose(SMALL).move == second.choose(SMALL).move


@pytest.mark.parametrize("name", ["mcts:speed=3", "alphabeta:threads=2", "level:3,nodes=5"])
def test_an_unknown_setting_lists_those_of_the_kind(name: str) -> None:
    kind = KINDS[name.partition(":")[0]]
    assert all(setting in refusal(name) for setting in kind.settings)


def test_a_kind_without_settings_says_so() -> None:
    assert refusal("random:time=1") == "random has no setting 'time': it has no settings"


@pytest.mark.parametrize("name", ["mcts:nodes=5,nodes=6", "level:3,time=1,time=2"])
def test_a_setting_is_given_once(name: str) -> None:
    assert "given twice" in refusal(name)


def test_a_setting_has_a_number() -> None:
    assert "name=number" in refusal("mcts:nodes=5,fast")


BAD_NUMBERS = {
    "nodes": ["0", "-1", "1.5", "x", "", "1e3", "9" * 16, "٣"],
    "time": ["0", "0.001", "3601", "inf", "nan", "-1", "1.", "0.0099"],
    "depth": ["0", "251"],
    "playouts": ["1.001", "-0.5", "half"],
    "exploration": ["10.5", "-1", "1e1"],
    "temperature": ["10.5", "-1", "hot"],
    "batch": ["0", "257", "1.5"],
    "endgame": ["2", "-1", "yes"],
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


def test_a_number_has_as_many_decimals_as_one_likes() -> None:
    assert SETTINGS["time"].read("0.1234") == 0.1234


@pytest.mark.parametrize("name", ["mcts", "guided", "alphabeta", "level:2", "level:10"])
def test_memory_that_the_machine_has_not_is_refused_as_it_was_asked_for(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "machine_megabytes", lambda: 100.0)
    given = f"{name}{',' if ':' in name else ':'}megabytes="
    assert make_player(f"{given}100", SQUEX)
    with pytest.raises(TabuleiroError, match=r"^101 megabytes of memory are not available$"):
        make_player(f"{given}101", SQUEX)


def test_memory_refused_to_a_part_of_a_player_is_named_as_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*size: int, **flags: int) -> None:
        raise OSError

    monkeypatch.setattr("mmap.mmap", refuse)
    with pytest.raises(TabuleiroError, match=r"^80 megabytes of memory are not available$"):
        make_player("level:10,megabytes=80", SQUEX)


def test_every_setting_belongs_to_a_kind_and_every_kind_has_known_settings() -> None:
    assert {name for kind in KINDS.values() for name in kind.settings} == {*SETTINGS, FILE}


def test_a_player_forgets() -> None:
    player = make_player("mcts:nodes=200", SQUEX, seed=3)
    first = player.choose(SMALL)
    player.forget()
    again = player.choose(SMALL)
    assert first.move == again.move
    assert first.progress and again.progress
    assert first.progress.nodes == again.progress.nodes
