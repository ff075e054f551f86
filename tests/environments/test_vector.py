"""The vector environment plays by the rules, the same with any number of threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tabuleiro as tb
from tabuleiro.core.message import GameError, MoveError, TabuleiroError
from tabuleiro.environments import VectorEnvironment
from tabuleiro.environments.starts import rewards
from tabuleiro.games import games

GAMES = [
    "squex rows=4 columns=5", "squex rows=3 columns=3 swap=on", "fuse rows=2 columns=3 seed=4",
    "eigenstate", "lyngk seed=5", "control_v size=5", "control_v size=6 players=3",
    "control_v size=6 players=4 quarter-turns=on", "noughts",
]  # fmt: skip
api: Any = VectorEnvironment


@pytest.mark.parametrize("text", GAMES)
def test_every_step_is_that_of_the_rules(text: str) -> None:
    environment = VectorEnvironment(text, 2, seed=3)
    step = environment.reset()
    start = tb.start(text)
    positions = [start] * 2
    ended = 0
    for _ in range(80):
        for number, position in enumerate(positions):
            assert step.players[number] == position.player
            assert (step.masks[number] == position.action_mask()).all()
            assert (step.observations[number] == position.tensor()).all()
        actions = environment.sample_actions()
        step = environment.step(actions)
        for number, (position, action) in enumerate(zip(positions, actions, strict=True)):
            after = position.play(position.move_of(action))
            assert step.terminated[number] == after.over
            assert np.allclose(step.rewards[number], rewards(after))
            assert not step.truncated[number]
            ended += after.over
            positions[number] = start if after.over else after
    assert ended or text == "eigenstate"


def test_rewards_of_a_shared_first_place_sum_to_zero() -> None:
    """Many games of four players, some of them shared by two or three."""
    environment = VectorEnvironment("control_v size=5 players=4 castles=0", 64, observations=False)
    seen = set()
    for _ in range(200):
        step = environment.step(environment.sample_actions())
        assert np.allclose(step.rewards.sum(axis=1), 0, atol=1e-6)
        for row in step.rewards[step.terminated]:
            seen.add(int((row > 0).sum()))
    assert {1, 2, 3} <= seen


def played(environment: VectorEnvironment, steps: int) -> list[bytes]:
    found = [environment.reset(seed=9)]
    arrays = [b"".join(one.tobytes() for one in found[0])]
    for _ in range(steps):
        step = environment.step(environment.sample_actions())
        arrays.append(b"".join(one.tobytes() for one in step))
    environment.close()
    return arrays


@pytest.mark.parametrize("text", ["squex rows=4 columns=4", "fuse", "noughts"])
def test_the_seed_decides_and_threads_do_not(text: str) -> None:
    one = played(VectorEnvironment(text, 7, seed=1), 50)
    assert one == played(VectorEnvironment(text, 7, seed=2, threads=3), 50)
    assert one != played(VectorEnvironment(text, 8), 50)


def test_random_starts_differ_unless_the_seed_is_given() -> None:
    def starts(text: str) -> set[bytes]:
        environment = VectorEnvironment(text, 4)
        found = {row.tobytes() for row in environment.reset().observations}
        for _ in range(40):
            step = environment.step(environment.sample_actions())
            found |= {row.tobytes() for row in step.observations[step.terminated]}
        return found

    assert len(starts("fuse rows=2 columns=2")) > 4
    assert len(starts("fuse rows=2 columns=2 seed=3")) == 1


def test_a_game_can_start_from_a_position_and_end_early() -> None:
    position = tb.read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")
    environment = VectorEnvironment(position, 1, max_moves=2)
    win = position.action_of(position.move("a3"))
    step = environment.step([win])
    assert (step.terminated[0], step.rewards[0].tolist()) == (True, [1.0, -1.0])
    assert (step.observations[0] == position.tensor()).all()
    for expected in (False, True):
        legal = [action for action in np.flatnonzero(step.masks[0]) if action != win]
        step = environment.step(legal[-1:])
        assert (step.terminated[0], step.truncated[0]) == (False, expected)
    assert step.rewards[0].tolist() == [0.0, 0.0]


def test_an_illegal_action_changes_nothing() -> None:
    environment = VectorEnvironment("squex rows=3 columns=3", 3)
    environment.step([4, 4, 4])
    before = [one.copy() for one in environment._step]
    for actions in ([0, 4, 0], [0, 0, -1], [0, 9, 0]):
        with pytest.raises(MoveError, match="is not a legal action in game"):
            environment.step(actions)
    assert all(map(np.array_equal, before, environment._step))
    with pytest.raises(TabuleiroError, match="takes 3 actions"):
        environment.step([0, 0])
    with pytest.raises(ValueError, match="read-only"):
        environment.reset().masks[0, 0] = False


def test_wrong_arguments_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: tuple[Callable[[], Any], ...] = (
        lambda: api("squex", 0),
        lambda: api("squex", 2, threads=0),
        lambda: api("squex", "2"),
        lambda: api("chess", 2),
        lambda: api(None, 2),
        lambda: api("squex", 2, seed="x"),
    )
    for call in calls:
        with pytest.raises(TabuleiroError):
            call()
    monkeypatch.setitem(games()["noughts"].__dict__, "encoding", None)
    with pytest.raises(GameError, match="how networks see it"):
        VectorEnvironment("noughts", 2)
    assert VectorEnvironment("noughts", 2, observations=False).actions == 9
