"""The ten levels of every game, as data and as players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from clocks import TICK, FakeClock, set_search_clock
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.games import GAMES, games, start
from tabuleiro.players import Level, levels, make_player
from tabuleiro.players.fast_networks import served_search
from tabuleiro.players.levels import CEILING, DEFAULT, LEVEL_NAMES, level_table

LEVEL = Level(3, say("Third"), "mcts", nodes=64)
STRONGEST = Level(10, say("Tenth"), "mcts", time=2.0)


def test_every_game_has_ten_levels_with_the_same_names(game: Game[Any]) -> None:
    assert [level.number for level in levels(game)] == list(range(1, 11))
    assert tuple(level.name for level in levels(game)) == LEVEL_NAMES


def test_only_time_limits_the_last_level_and_nodes_the_others(game: Game[Any]) -> None:
    *others, strongest = levels(game)
    assert all(level.nodes for level in others)
    assert strongest.nodes is None
    assert strongest.seconds(None) == 2
    assert all(level.seconds(None) <= CEILING for level in others)


def test_our_games_have_tables_of_their_own_and_others_the_default() -> None:
    assert set(level_table()) == {game.id for game in GAMES} | {DEFAULT}
    assert [level.nodes for level in levels(games()["noughts"])] == [
        row.get("nodes") for row in level_table()[DEFAULT]
    ]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_level_searches_its_nodes(number: int) -> None:
    squex = games()["squex"]
    choice = make_player(f"level:{number}", squex).choose(squex.start())
    assert choice.progress
    assert choice.progress.nodes == levels(squex)[number - 1].nodes


def test_a_given_time_is_a_ceiling_for_levels_of_nodes_and_the_time_of_the_last() -> None:
    assert LEVEL.seconds(None) == CEILING
    assert LEVEL.seconds(0.2) == 0.2
    assert LEVEL.seconds(60) == CEILING
    assert STRONGEST.seconds(None) == 2
    assert STRONGEST.seconds(60) == 60


def test_the_last_level_thinks_as_long_as_its_name_says(monkeypatch: pytest.MonkeyPatch) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK))
    squex = games()["squex"]
    choice = make_player("level:10,time=0.4", squex).choose(squex.start())
    assert choice.progress
    assert 0.3 < choice.progress.seconds < 0.5  # its own time would be 2 s


def test_what_a_level_does_is_said_in_a_sentence() -> None:
    assert str(LEVEL.description()) == "Tree search, 64 nodes a move."
    assert str(replace(LEVEL, nodes=1).description()) == "Tree search, 1 node a move."
    assert str(STRONGEST.description()) == "Tree search, 2 s a turn."
    habits = replace(LEVEL, search="alphabeta", endgame=True)
    assert str(habits.description()) == (
        "Alpha-beta search, 64 nodes a move, solves the end of a game exactly."
    )


def test_a_level_with_a_network_says_so_and_whether_it_takes_chances() -> None:
    policy = replace(LEVEL, search="policy", nodes=1, settings={"temperature": 1.5})
    assert (
        str(policy.description()) == "Network without search, varies its moves (temperature 1.5)."
    )
    net = replace(STRONGEST, search="net", endgame=True)
    assert str(net.description()) == (
        "Tree search with a network, 2 s a turn, solves the end of a game exactly."
    )


def test_a_strength_is_a_number_with_its_error_or_not_measured() -> None:
    assert str(LEVEL.strength()) == "not measured"
    assert str(replace(LEVEL, elo=420, error=35).strength()) == "420 ± 35"


def test_a_fast_network_gives_way_to_the_large_one_on_boards_that_it_does_not_know() -> None:
    assert served_search("nnue", start("fuse")) == "nnue"
    assert served_search("nnue", start("fuse", rows=5, columns=5)) == "net"
    assert served_search("mcts", start("fuse", rows=5, columns=5)) == "mcts"


def test_the_last_level_of_fuse_plays_on_every_board() -> None:
    player = make_player("level:10,time=0.02", "fuse")
    for size in (5, 6):
        position = start("fuse", rows=size, columns=size)
        assert player.choose(position).move in position.legal_moves()
        player.forget()
