"""Tournaments on a Ray cluster of several nodes on this machine."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import pytest
from ray.cluster_utils import Cluster

from arena.troublesome import make
from tabuleiro.arena import (
    End,
    Entry,
    Result,
    Tournament,
    TournamentKind,
    new_match,
    play_tournament,
)
from tabuleiro.arena.distributed import play_on_ray
from tabuleiro.cli import run
from waiting import PATIENCE

NODES = ("mcts:nodes=1500", "mcts:nodes=700", "alphabeta:depth=2", "random")


def plain(results: list[Result]) -> list[dict[str, Any]]:
    """Results without times."""
    return [asdict(replace(result, seconds=(), spent=())) for result in results]


def test_a_node_that_is_lost_costs_nothing_but_its_running_games(cluster: Cluster) -> None:
    entries = tuple(Entry(name, name) for name in NODES)
    tournament = Tournament(TournamentKind.swiss, entries, "squex", 3)
    doomed = cluster.add_node(num_cpus=1, wait=False)
    cluster.wait_for_nodes(timeout=PATIENCE)
    results: list[Result] = []
    for result in play_tournament(tournament, play_on_ray):
        results.append(result)
        if len(results) == 5:
            cluster.remove_node(doomed, allow_graceful=False)
    results.sort(key=lambda result: result.number)
    assert [result.number for result in results] == list(range(24))
    cluster.wait_for_nodes(timeout=PATIENCE)  # until the cluster has noticed the loss: two are left
    here = sorted(play_tournament(tournament), key=lambda result: result.number)
    assert plain(results) == plain(here)


def test_a_player_that_ends_its_process_forfeits_there_too(cluster: Cluster) -> None:
    match = new_match("die", "random", "squex rows=3 columns=3", 2, make=make)
    results = play_tournament(match, play_on_ray)
    assert [(result.end, result.score_of("die")) for result in results] == [(End.died, 0.0)] * 2


def test_the_command_plays_on_the_cluster(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "random", "mcts:nodes=50", "squex", "rows=4", "columns=4", "--pairs", "2"]
    tables = []
    for more in (["--on", "ray"], []):
        assert run([*words, *more, "--json"]) == 0
        tables.append(json.loads(capsys.readouterr().out))
        for player in tables[-1]["players"]:
            del player["seconds_per_turn"]
    assert tables[0] == tables[1]
