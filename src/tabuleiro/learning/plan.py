"""What a training run is to do and for how long, as data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import torch

from tabuleiro.core.game import Game
from tabuleiro.core.message import quote, say
from tabuleiro.core.position import Position
from tabuleiro.games import find_game
from tabuleiro.learning import curriculum
from tabuleiro.learning.errors import LearningError
from tabuleiro.learning.network import Architecture
from tabuleiro.learning.settings import TrainingSettings, settings_of

MARKS = 8  # of a run with a number of steps
MINUTE = 60.0


@dataclass(frozen=True)
class Budget:
    """How long a run takes: minutes, or training steps."""

    minutes: float | None = None
    steps: int | None = None

    def __post_init__(self) -> None:
        if (self.minutes is None) == (self.steps is None):
            raise LearningError(say("a run takes either --minutes or --steps"))
        if not (self.minutes or self.steps or 0) > 0:
            raise LearningError(say("a run takes more than 0 minutes or steps"))

    @property
    def total(self) -> float:
        """Seconds, or steps."""
        return self.minutes * MINUTE if self.minutes is not None else float(self.steps or 0)

    def spent(self, seconds: float, steps: int) -> float:
        """How much of the total is used: seconds, or steps."""
        return seconds if self.minutes is not None else float(steps)

    def mark(self, spent: float) -> int:
        """How many marks were passed: one every minute, or after equal parts of the steps."""
        return int(spent / (MINUTE if self.minutes is not None else self.total / MARKS) + 1e-9)


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a run does, except how long."""

    game: Game[Position]
    given: Mapping[str, str]
    settings: TrainingSettings
    seed: int
    threads: int
    device: torch.device
    compiled: bool = False

    @cached_property
    def courses(self) -> list[curriculum.Course]:
        """The variants that are trained."""
        return curriculum.courses_of(self.game, self.given)

    @property
    def shape_groups(self) -> list[curriculum.ShapeGroup]:
        """The courses by the shapes of their boards."""
        return curriculum.group_by_shape(self.courses)

    @property
    def architecture(self) -> Architecture:
        """The architecture of the network."""
        encoding = curriculum.encoding_of(self.game)
        return Architecture(
            inputs=len(encoding.planes) + len(encoding.numbers),
            answers=len(encoding.policy_planes),
            seats=max(self.game.players),
            blocks=self.settings.blocks,
            channels=self.settings.channels,
        )

    def facts(self) -> dict[str, Any]:
        """What is stored to resume the run."""
        return {
            "game": self.game.id,
            "given": dict(self.given),
            "settings": asdict(self.settings),
            "seed": self.seed,
            "threads": self.threads,
        }


def plan_from_facts(
    facts: Mapping[str, Any], device: torch.device, *, compiled: bool = False
) -> Plan:
    """The plan with these facts."""
    game, settings = find_game(facts["game"]), settings_of(facts["settings"])
    return Plan(game, facts["given"], settings, facts["seed"], facts["threads"], device, compiled)


def plan_from_state(
    state: Mapping[str, Any], device: torch.device, *, compiled: bool = False
) -> Plan:
    """The plan of a saved run; refused if the encoding of the game has changed since."""
    plan = plan_from_facts(state["plan"], device, compiled=compiled)
    if asdict(plan.architecture) != state["form"]:
        reason = say(
            "the run is from a version with another encoding of {game}: start a new run",
            game=plan.game.name,
        )
        raise LearningError(reason)
    return plan


def find_device(name: str | None) -> torch.device:
    """The device of that name; by default the GPU if there is one."""
    name = name or ("cuda" if torch.cuda.is_available() else "cpu")
    if name not in ("cuda", "cpu"):
        raise LearningError(say("the device is cuda or cpu, not {name}", name=quote(name)))
    if name == "cuda" and not torch.cuda.is_available():
        raise LearningError(say("PyTorch finds no GPU here: use --device cpu"))
    return torch.device(name)
