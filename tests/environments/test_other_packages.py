"""Environments of PettingZoo and Gymnasium pass the tests of these packages."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import pytest

import tabuleiro as tb
from tabuleiro import environments
from tabuleiro.core.message import MoveError, TabuleiroError

check: Any = pytest.importorskip("gymnasium.utils.env_checker")
zoo: Any = pytest.importorskip("pettingzoo.test")

GAMES = [
    "squex rows=3 columns=3", "squex rows=4 columns=4 swap=on", "fuse rows=3 columns=3",
    "eigenstate", "lyngk", "control_v size=5", "control_v size=6 players=3",
    "control_v size=6 players=4", "noughts",
]  # fmt: skip

# An empty board is all 0, and masks need a dictionary; the tests of PettingZoo remark on both.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes"),
]


@pytest.mark.parametrize("text", GAMES)
def test_pettingzoo_accepts_it(text: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        zoo.api_test(environments.PettingZooEnvironment(text), num_cycles=60)
        zoo.seed_test(lambda: environments.PettingZooEnvironment(text), num_cycles=20)


@pytest.mark.parametrize("text", GAMES)
def test_gymnasium_accepts_it(text: str) -> None:
    environment = environments.GymnasiumEnvironment(text, player=None)
    check.check_env(environment)
    environment.close()


def play_to_the_end(environment: Any, seed: int) -> tuple[list[int], float]:
    """Random legal actions: what was played, and the reward at the end."""
    _, info = environment.reset(seed=seed)
    environment.action_space.seed(seed)
    actions: list[int] = []
    while True:
        actions.append(int(environment.action_space.sample(info["action_mask"].astype("int8"))))
        _, reward, terminated, truncated, info = environment.step(actions[-1])
        if terminated or truncated:
            return actions, reward


def test_the_opponent_plays_by_its_name_and_the_seed_decides() -> None:
    text = "squex rows=4 columns=4"
    strong = environments.GymnasiumEnvironment(text, "mcts:nodes=200")
    played = [play_to_the_end(strong, seed) for seed in range(5)]
    assert [reward for _, reward in played].count(-1.0) >= 4
    assert played[:2] == [play_to_the_end(strong, seed) for seed in range(2)]
    seats = set()
    for seed in range(10):
        both = environments.GymnasiumEnvironment(text, player=None)
        both.reset(seed=seed)
        assert both.position.player == both.seat
        seats.add(both.seat)
    assert seats == {0, 1}


def test_an_illegal_action_loses_or_is_refused() -> None:
    one = environments.GymnasiumEnvironment("squex rows=3 columns=3", render_mode="ansi")
    one.reset(seed=1)
    one.step(one.action_space.start)
    _, reward, terminated, _, info = one.step(one.action_space.start)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    assert one.render() == str(one.position)
    both = environments.PettingZooEnvironment("squex rows=3 columns=3", render_mode="ansi")
    both.reset(seed=1)
    both.step(4)
    with pytest.raises(MoveError):
        both.step(4)
    assert both.render() == str(tb.start("squex rows=3 columns=3").play("b2"))


def test_a_long_game_is_cut_off() -> None:
    one = environments.GymnasiumEnvironment("lyngk", max_moves=3)
    actions, reward = play_to_the_end(one, 1)
    assert (len(actions), reward) == (2, 0.0)
    both = environments.PettingZooEnvironment("lyngk", max_moves=1)
    both.reset(seed=1)
    both.step(int(both.observe(both.agent_selection)["action_mask"].argmax()))
    assert all(both.truncations.values())


def test_wrong_arguments_are_refused_in_words() -> None:
    for call in (
        lambda: environments.GymnasiumEnvironment("chess"),
        lambda: environments.GymnasiumEnvironment("squex", "nobody"),
        lambda: environments.GymnasiumEnvironment("squex", player=2),
        lambda: environments.PettingZooEnvironment("squex rows=2"),
    ):
        with pytest.raises(TabuleiroError):
            call()
