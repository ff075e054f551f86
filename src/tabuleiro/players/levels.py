"""The ten levels of every game, read from `levels.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any
from warnings import warn

from tabuleiro.core.extras import has_package
from tabuleiro.core.game import Game
from tabuleiro.core.message import GameError, Message, localised_number, say
from tabuleiro.players.searches import SEARCHES

CEILING = 10.0  # the most seconds of a turn, also for levels with nodes on a slow machine
DEFAULT = "default"  # the table for games without their own

NETWORK_SEARCHES = ("net", "policy")  # they need ONNX Runtime

LEVEL_NAMES = (
    say("Beginner"), say("Very easy"), say("Easy"), say("Fairly easy"), say("Medium"),
    say("Fairly hard"), say("Hard"), say("Very hard"), say("Expert"), say("Strongest"),
)  # fmt: skip


@dataclass(frozen=True)
class Level:
    """One level of a game.

    It searches `nodes` nodes for a move, or `time` seconds for a turn if `nodes` is None.
    `settings` are other settings of its search. `endgame` says whether it solves positions near the
    end. `elo` is its measured strength, where the random player has 0, and `error` half of the
    width of its 95 % interval; None if it was not measured. People can choose it if it is
    `offered`.
    """

    number: int
    name: Message
    search: str
    nodes: int | None = None
    time: float = CEILING
    settings: Mapping[str, float] = field(default_factory=dict)
    endgame: bool = False
    elo: int | None = None
    error: int | None = None
    offered: bool = True

    def seconds(self, given: float | None) -> float:
        """The time of a turn. A given time replaces that of a level without nodes; otherwise it is
        only an upper limit."""
        own = min(self.time, CEILING)
        if given is None:
            return own
        return given if self.nodes is None else min(own, given)

    def description(self) -> Message:
        """What it does."""
        habits = []
        if "temperature" in self.settings:
            temperature = localised_number(f"{self.settings['temperature']:g}")
            habits.append(say("varies its moves (temperature {number})", number=temperature))
        if self.endgame:
            habits.append(say("solves the end of a game exactly"))
        return say("{parts}.", parts=(self.effort(), *habits))

    def effort(self) -> Message:
        """How it searches, and how much."""
        search = SEARCHES[self.search].title
        if SEARCHES[self.search].is_instant:
            return search
        if self.nodes is None:
            seconds = localised_number(f"{self.time:g}")
            return say("{search}, {seconds} s a turn", search=search, seconds=seconds)
        if self.nodes == 1:
            return say("{search}, 1 node a move", search=search)
        nodes = localised_number(f"{self.nodes:,}")
        return say("{search}, {nodes} nodes a move", search=search, nodes=nodes)

    def strength(self) -> Message:
        """Its measured Elo."""
        if self.elo is None:
            return say("not measured")
        return say("{elo} ± {error}", elo=self.elo, error=self.error)


def levels(game: Game[Any]) -> tuple[Level, ...]:
    """The levels of a game, the first being level 1. Without ONNX Runtime, games whose levels use
    a network have the default ones."""
    rows = level_table().get(game.id) or own_levels(game) or level_table()[DEFAULT]
    if any(row["search"] in NETWORK_SEARCHES for row in rows) and not can_run_networks():
        rows = level_table()[DEFAULT]
    numbered = enumerate(zip(LEVEL_NAMES, rows, strict=True), start=1)
    return tuple(Level(number, name, **row) for number, (name, row) in numbered)


@cache
def own_levels(game: Game[Any]) -> list[dict[str, Any]]:
    """The rows of the file `levels.toml` beside a game of another package, if it has one."""
    text = game.file_text("levels.toml")
    rows: list[dict[str, Any]] = tomllib.loads(text)["levels"] if text else []
    if rows and len(rows) != len(LEVEL_NAMES):
        facts = {"game": game.id, "wanted": len(LEVEL_NAMES), "found": len(rows)}
        raise GameError(say("{game} must have {wanted} levels, not {found}", **facts))
    return rows


@cache
def can_run_networks() -> bool:
    """Whether networks can be used; a warning says it once if not."""
    if has_package("onnxruntime"):
        return True
    command = "pip install 'tabuleiro[net]'"
    warn(f"levels play without networks, and are weaker; to fix it: {command}", stacklevel=4)
    return False


@cache
def level_table() -> dict[str, list[dict[str, Any]]]:
    """All rows, by the id of the game."""
    return tomllib.loads((files("tabuleiro.players") / "levels.toml").read_text("utf-8"))
