"""Players with a network: without search, with search, and with a temperature."""

from __future__ import annotations

import sys
from collections import Counter
from math import exp
from pathlib import Path
from typing import Any

import onnxruntime
import pytest

from clocks import TICK, FakeClock, set_search_clock
from players.untrained import plainly_unpacked, some_positions, write_network
from tabuleiro.analysis import analyse, iterate_judgements, make_search
from tabuleiro.analysis.review import NETWORK_LIMIT, default_limit
from tabuleiro.core.game import Game
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games, read, start
from tabuleiro.players import PlayerError, make_player, networks, player_names
from tabuleiro.players.networks import find_network
from tabuleiro.players.policy import PolicySearch, TemperatureSearch
from tabuleiro.records import Ply, Record
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.network_mcts import NetworkMcts

SQUEX = games()["squex"]
SIGHTED = [game for game in games().values() if game.encoding]
CAP = 30  # moves of a game that are played
WIN = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")
THREAT = read("squex rows=4 columns=4 | xo2/xo2/xo2/4 3/3/3 o 1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an untrained network of every game."""
    folder = tmp_path_factory.mktemp("networks")
    for game in SIGHTED:
        write_network(game, folder / f"{game.id}.onnx")
    return folder


def played(name: str, position: Position, seed: int = 1) -> list[int]:
    """The moves that a player makes against itself."""
    player = make_player(name, position.game, seed)
    moves: list[int] = []
    while not position.over and len(moves) < CAP:
        moves.append(player.choose(position).move)
        assert moves[-1] in position.legal_moves()
        position = position.play(moves[-1])
    return moves


def plain_logits(position: Position, path: Path) -> dict[int, float]:
    """The logits of the legal moves, computed in the simplest way."""
    session = onnxruntime.InferenceSession(path)
    (answer,) = session.run(["logits"], {"planes": plainly_unpacked(position)[None]})
    return {
        move: float(answer[0, position.policy_indices(move)].sum())
        for move in position.legal_moves()
    }


# --- games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SIGHTED, ids=lambda game: game.id)
@pytest.mark.parametrize("name", ["net:policy", "net:policy,temperature=1", "net:nodes=24"])
def test_neural_players_make_legal_moves_and_the_same_ones_again(
    name: str, game: Game[Any], folder: Path
) -> None:
    name = f"{name},file={folder / game.id}.onnx"
    moves = played(name, game.start())
    assert moves
    assert played(name, game.start()) == moves


@pytest.mark.parametrize("text", ["control_v players=3", "control_v players=4 size=8"])
def test_they_play_with_three_and_four_players(text: str, folder: Path) -> None:
    assert played(f"net:nodes=16,file={folder}/control_v.onnx", start(text))


@pytest.mark.parametrize("text", ["squex rows=5 columns=9", "fuse rows=3 columns=5"])
def test_one_network_plays_on_boards_of_other_sizes(text: str, folder: Path) -> None:
    position = start(text)
    assert played(f"net:nodes=16,file={folder / position.game.id}.onnx", position)


# --- without search --------------------------------------------------------------------------


@pytest.mark.parametrize("game", SIGHTED, ids=lambda game: game.id)
def test_the_policy_plays_the_legal_move_with_the_highest_logit(
    game: Game[Any], folder: Path
) -> None:
    path = folder / f"{game.id}.onnx"
    player = make_player(f"net:policy,file={path}", game)
    for position in some_positions(game):
        logits = plain_logits(position, path)
        assert logits[player.choose(position).move] == pytest.approx(max(logits.values()))


def test_with_a_temperature_moves_come_as_often_as_their_logits_say(folder: Path) -> None:
    position = start("squex rows=3 columns=3")
    path = folder / "squex.onnx"
    player = make_player(f"net:policy,temperature=2,file={path}", SQUEX, seed=3)
    counted = Counter(player.choose(position).move for _ in range(2000))
    weights = {move: exp(logit / 2) for move, logit in plain_logits(position, path).items()}
    for move, weight in weights.items():
        share = weight / sum(weights.values())
        assert counted[move] / 2000 == pytest.approx(share, abs=4 * (share / 2000) ** 0.5)


def test_the_policy_says_what_it_expects(folder: Path) -> None:
    path = folder / "lyngk.onnx"
    position = start("lyngk")
    progress = make_player(f"net:policy,file={path}", position.game).choose(position).progress
    session = onnxruntime.InferenceSession(path)
    (values,) = session.run(["values"], {"planes": plainly_unpacked(position)[None]})
    assert progress
    assert progress.value == pytest.approx(values[0, 0], rel=1e-5)
    assert (progress.nodes, progress.mate, progress.proved) == (1, None, False)


def test_nothing_is_said_of_a_game_that_is_over(folder: Path) -> None:
    over = random_walk(start("squex rows=3 columns=3"), 99, 1)
    search = PolicySearch(find_network(SQUEX, str(folder / "squex.onnx")))
    assert not list(search.search(over, Limit()))


# --- with search -----------------------------------------------------------------------------


def test_nodes_and_time_are_limits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK, end=5.0))
    position = SQUEX.start()
    file = f"file={folder}/squex.onnx"
    counted = make_player(f"net:nodes=50,{file}", SQUEX).choose(position).progress
    assert counted and counted.nodes == 50
    timed = make_player(f"net:time=0.4,{file}", SQUEX).choose(position).progress
    assert timed and timed.nodes > 0
    assert 0.3 < timed.seconds < 0.5


def test_a_win_at_once_is_proved_and_played(folder: Path) -> None:
    choice = make_player(f"net:nodes=20,file={folder}/squex.onnx", SQUEX).choose(WIN)
    assert choice.progress
    assert (WIN.move_text(choice.move), choice.progress.mate) == ("a3", 1)


def test_the_size_of_a_batch_is_set_by_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network = find_network(SQUEX, str(folder / "squex.onnx"))
    sizes: list[int] = []
    answer = network.evaluate

    def noting(questions: memoryview, shape: tuple[int, int]) -> Any:
        sizes.append(questions.nbytes // question)
        return answer(questions, shape)

    question = 8 * len(SQUEX.start().encode())
    monkeypatch.setattr(network, "evaluate", noting)
    make_player(f"net:nodes=64,batch=4,file={folder}/squex.onnx", SQUEX).choose(SQUEX.start())
    assert max(sizes) == 4


# --- levels ----------------------------------------------------------------------------------


@pytest.fixture
def neural_levels(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Squex has a network, and its levels use it."""
    monkeypatch.setattr(
        networks, "shipped_network", lambda game, suffix="": folder / f"{game.id}.onnx"
    )
    low = [{"search": "policy", "nodes": 1, "settings": {"temperature": 2.0}}] * 5
    middle = [{"search": "net", "nodes": 16, "settings": {"temperature": 0.5}}] * 4
    top = [{"search": "net", "time": 2.0, "endgame": True}]
    module = sys.modules["tabuleiro.players.levels"]
    monkeypatch.setattr(module, "level_table", lambda: {"squex": [*low, *middle, *top]})


@pytest.mark.usefixtures("neural_levels")
@pytest.mark.parametrize("name", ["level:1", "level:7", "level:10,time=0.05", "net", "net:policy"])
def test_levels_may_ask_the_network_of_the_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK))
    position = start("squex rows=4 columns=4")
    assert make_player(name, SQUEX).choose(position, Limit(movetime=50)).progress


@pytest.mark.usefixtures("neural_levels")
def test_analyses_ask_the_network_that_the_last_level_asks() -> None:
    assert isinstance(make_search(SQUEX.start()), NetworkMcts)


@pytest.mark.usefixtures("neural_levels")
def test_a_game_that_has_a_network_lists_the_players_who_ask_it() -> None:
    assert [name for name in player_names(SQUEX) if "net" in name] == ["net", "net:policy"]
    with pytest.raises(PlayerError, match="the players of this kind are net, net:policy"):
        make_player("net:value", SQUEX)


@pytest.mark.usefixtures("neural_levels")
def test_a_level_without_onnx_runtime_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    networks._network_at.cache_clear()
    monkeypatch.delitem(sys.modules, "tabuleiro.players.onnx_network")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(PlayerError, match="pip install 'tabuleiro\\[net\\]'"):
        make_player("level:5", SQUEX)


# --- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("net:value", "the players of this kind are net, net:policy|name a file"),
        ("net:policy,nodes=5", "net:policy has no setting 'nodes'"),
        ("net:batch=0", "batch cannot be '0'"),
        ("net:temperature=11", "temperature cannot be '11'"),
        ("net:threads=2", "net has no setting 'threads'"),
        ("net:file=nowhere.onnx", "nowhere.onnx cannot be used: there is no such file"),
        ("net:policy,file=nowhere.onnx", "nowhere.onnx cannot be used: there is no such file"),
    ],
)
def test_a_name_that_makes_no_sense_is_refused(name: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        make_player(name, SQUEX)


# --- analysis --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["lyngk", "control_v players=3"])
def test_a_network_analyses(text: str, folder: Path) -> None:
    position = start(text)
    search = make_search(position, player=f"net:file={folder / position.game.id}.onnx")
    analysis = analyse(position, Limit(nodes=64), lines=3, search=search)
    assert len(analysis.lines) == 3
    assert sum(analysis.values) == pytest.approx(1)
    assert analysis.nodes == 64


def test_a_network_reviews_with_few_nodes(folder: Path) -> None:
    search = make_search(WIN, player=f"net:file={folder}/squex.onnx")
    assert default_limit(search) == NETWORK_LIMIT
    record = Record(WIN, ("First", "Second"), (Ply("a3"),), "p1win")
    (judgement,) = iterate_judgements(record, search=search)
    assert judgement.kind == "best"


def test_only_searches_analyse_and_without_chance() -> None:
    for name in ("net:policy", "classic:greedy", "level:3"):
        with pytest.raises(PlayerError, match="cannot analyse: the searches that can are"):
            make_search(WIN, player=name)
    with pytest.raises(PlayerError, match="has no setting 'temperature'"):
        make_search(WIN, player="guided:temperature=1")
    assert isinstance(make_search(start("control_v players=3"), player="alphabeta"), GuidedMcts)


# --- chance ----------------------------------------------------------------------------------


def test_a_tempered_search_plays_moves_as_often_as_it_visited_them() -> None:
    position = start("squex rows=3 columns=3")
    drawn = Counter[int]()
    tempered = TemperatureSearch(Mcts(megabytes=1), 1.0, seed=1)
    for _ in range(400):
        tempered.clear()
        *_, progress = tempered.search(position, Limit(nodes=30))
        drawn[progress.line[0]] += 1
    search = Mcts(megabytes=1)
    list(search.search(position, Limit(nodes=30)))
    for move, visits in search.tree.root_visits().items():
        assert drawn[move] / 400 == pytest.approx(visits / 30, abs=0.08)


def test_a_tempered_search_plays_what_is_proved() -> None:
    for seed in range(1, 6):
        *_, progress = TemperatureSearch(Mcts(megabytes=1), 10.0, seed).search(
            WIN, Limit(nodes=100)
        )
        assert (WIN.move_text(progress.line[0]), progress.mate) == ("a3", 1)


def test_a_tempered_search_never_plays_what_is_proved_to_lose() -> None:
    for seed in range(1, 21):
        search = Mcts(megabytes=1)
        *_, progress = TemperatureSearch(search, 10.0, seed).search(THREAT, Limit(nodes=40))
        lost = [one.move for one in search.tree.variations(99) if one.proved and one.value == 0]
        assert lost and not search.tree.proved()
        assert progress.line[0] not in lost


def test_told_to_think_for_ever_a_tempered_search_takes_no_chances() -> None:
    stop = StopFlag()
    stop.set()
    position = start("squex rows=3 columns=3")
    search = Mcts(megabytes=1)
    list(search.search(position, Limit(nodes=20)))
    (last,) = TemperatureSearch(search, 10.0, 1).search(position, Limit(infinite=True), stop)
    assert last.line[0] == search.tree.variations(1)[0].move
