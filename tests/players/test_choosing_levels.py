"""The tool that chooses levels, with small numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import choose_levels
from choose_levels import NODES, Candidate, candidates
from measure_levels import name_of
from players.untrained import write_network
from tabuleiro.core.message import say
from tabuleiro.games import games
from tabuleiro.players import Level, levels, make_player

SQUEX = games()["squex"]


def test_levels_are_evenly_spaced_and_the_strongest_is_the_last() -> None:
    assert choose_levels.spaced([10, 11, 12, 50, 100, 149, 200, 203], 4) == [3, 4, 5, 7]
    assert choose_levels.spaced([5, 300, 302, 304], 4) == [0, 1, 2, 3]
    assert choose_levels.spaced([100, 90, 210, 200, 300], 3) == [0, 3, 4]


@pytest.mark.parametrize("top", NODES)
def test_every_candidate_is_a_player_and_a_row_of_the_table(top: str, tmp_path: Path) -> None:
    game = games()["eigenstate" if top == "nnue" else "squex"]
    file = str(write_network(game, tmp_path / "some.onnx"))
    players = candidates(top)
    table = tomllib.loads("rows = [\n" + "\n".join(each.row() for each in players) + "\n]")
    for row, candidate in zip(table["rows"], players, strict=True):
        level = Level(1, say("Some"), **row)
        assert (level.nodes, level.endgame) == (candidate.nodes, candidate.endgame)
        assert level.settings == candidate.settings
        assert level.description()
        assert make_player(candidate.name("time=0.1", file), game)
    assert len(players) > choose_levels.LEVELS
    assert players[-1].nodes is None


def test_candidates_play_each_the_one_below(tmp_path: Path) -> None:
    file = str(write_network(SQUEX, tmp_path / "some.onnx"))
    some = [Candidate("policy", 1, {"temperature": 1.0}), Candidate("net", 8)]
    found = choose_levels.elos("squex rows=3 columns=3", some, 1, "nodes=4", 1, file)
    assert len(found) == 2


def test_a_timed_level_is_measured_with_seconds_or_with_nodes() -> None:
    *_, counted, timed = levels(SQUEX)
    assert name_of(counted, "nodes=90") == "level:9"
    assert name_of(timed, "time=0.1") == "level:10,time=0.1"
    assert name_of(timed, "nodes=90") == "net:nodes=90,endgame=1"
