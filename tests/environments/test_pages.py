"""The pages about environments: their code runs, and their agent learns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tabuleiro as tb
from builds import ROOT

ENVIRONMENTS = ROOT / "docs" / "environments.md"
TRAINING = ROOT / "docs" / "train-agent.md"
NAMES = [
    "PettingZooEnvironment",
    "GymnasiumEnvironment",
    # Only `make test-all` installs OpenSpiel.
    pytest.param("register_games", marks=pytest.mark.extended),
    pytest.param("BotPlayer", marks=pytest.mark.extended),
]


def programs(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", NAMES)
def test_the_programs_of_the_page_run(name: str) -> None:
    (program,) = [one for one in programs(ENVIRONMENTS) if f"import {name}" in one]
    exec(compile(program, ENVIRONMENTS.name, "exec"), {})


def test_the_table_of_actions_is_true() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| ([\d,]+) \| ([\d ×]+) \|$", ENVIRONMENTS.read_text(), re.MULTILINE
    )
    assert len(rows) == 5
    for game, actions, tensor in rows:
        position = tb.start(game)
        assert len(position.action_mask()) == int(actions.replace(",", ""))
        assert position.tensor().shape == tuple(map(int, tensor.split(" × ")))


@pytest.mark.parametrize(
    ("rounds", "games", "score"),
    [(30, 60, 0.65), pytest.param(200, 100, 0.85, marks=pytest.mark.extended)],
)
def test_the_agent_of_the_tutorial_learns_to_win(rounds: int, games: int, score: float) -> None:
    """A part of the training of the page: enough to beat random moves, and clearly after more."""
    (program,) = programs(TRAINING)
    names: dict[str, Any] = {"__name__": "agent"}
    exec(compile(program, TRAINING.name, "exec"), names)
    agent = names["train"](rounds=rounds)
    summary = tb.play_match(agent.choose, "random", names["GAME"], games=games)
    assert summary.notes == ()
    assert summary.score > score
