"""Our games in OpenSpiel, and its bots as our players."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import tabuleiro as tb
from tabuleiro import environments
from tabuleiro.games import games

pyspiel: Any = pytest.importorskip("pyspiel", reason="make test-all installs OpenSpiel")
mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
openspiel: Any = pytest.importorskip("tabuleiro.environments.openspiel")
minimax: Any = pytest.importorskip("open_spiel.python.algorithms.minimax")

pytestmark = pytest.mark.extended  # only `make test-all` installs OpenSpiel

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("squex", {}),
    ("squex", {"rows": 4, "columns": 4, "swap": True}),
    ("control_v", {"size": "6"}),
    ("control_v", {"players": 4, "size": "6", "quarter_turns": True}),
    ("fuse", {"rows": 4, "columns": 3, "seed": 7}),
    ("eigenstate", {"variant": "last-two"}),
    ("lyngk", {}),
    ("noughts", {}),
]
SMALL = "squex rows=3 columns=3"


def make_bot(game: Any, simulations: int = 30) -> Any:
    """OpenSpiel's tree search in Python."""
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    return mcts.MCTSBot(game, 2.0, simulations, evaluator, random_state=chance)


def test_every_game_is_registered() -> None:
    assert (
        environments.register_games()
        == environments.register_games()
        == [f"tabuleiro_{name}" for name in games()]
    )
    assert {*environments.register_games()} <= {*pyspiel.registered_names()}


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_it_passes_the_tests_of_openspiel(name: str, parameters: dict[str, Any]) -> None:
    environments.register_games()
    game = pyspiel.load_game(f"tabuleiro_{name}", parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = game.new_initial_state()
    start = tb.start(name, **parameters)
    assert state.position == start
    assert state.observation_tensor(0) == start.tensor().reshape(-1).tolist()
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert sorted(texts) == sorted(map(start.move_text, start.legal_moves()))


@pytest.mark.parametrize("name", [name for name in games() if name != "eigenstate"])
def test_its_tree_search_plays_them(name: str) -> None:
    environments.register_games()
    small = {"squex": {"rows": 3, "columns": 3}, "control_v": {"size": "5"}}
    game = pyspiel.load_game(f"tabuleiro_{name}", small.get(name, {}))
    state = game.new_initial_state()
    bot = make_bot(game, 3)
    for _ in range(4):
        state.apply_action(bot.step(state))
    assert state.move_number() == 4


def test_its_minimax_agrees_with_our_solver() -> None:
    environments.register_games()
    game = pyspiel.load_game("tabuleiro_squex(rows=3,columns=3)")
    start = tb.start(SMALL)
    replies = [start.play(move) for move in start.legal_moves()]
    for position in (start, *replies, *map(replies[0].play, replies[0].legal_moves())):
        state = game.new_initial_state()
        state.position = position
        value, _ = minimax.alpha_beta_search(game, state=state, maximizing_player_id=0)
        solution = tb.solve(position)
        assert solution is not None
        assert (value > 0) == (0 in solution.winners)


def test_a_bot_of_openspiel_is_a_player() -> None:
    summary = tb.play_match(environments.BotPlayer(make_bot), "random", SMALL, games=10)
    assert (summary.games, summary.notes) == (10, ())
    assert summary.score > 0.5


def test_its_tree_search_has_a_player_name() -> None:
    name = "openspiel:nodes=20"
    first, second = (tb.play_match(name, "random", SMALL, games=2, processes=0) for _ in range(2))
    assert (first.notes, first.score) == ((), second.score)
    assert type(tb.make_player("openspiel", "squex")) is openspiel.TreeSearchPlayer


@pytest.mark.parametrize("name", ["openspiel:fast", "openspiel:time=1", "openspiel:nodes=0"])
def test_the_name_takes_nodes_only(name: str) -> None:
    with pytest.raises(tb.TabuleiroError, match=r"openspiel|nodes"):
        tb.make_player(name, "squex")


def test_the_program_ends_without_an_error() -> None:
    code = (
        "import pyspiel; from tabuleiro.environments import register_games; register_games(); "
        "pyspiel.load_game('tabuleiro_squex').new_initial_state()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
