"""Starts a training run or resumes one."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tabuleiro.core.message import quote, say
from tabuleiro.games import find_game
from tabuleiro.learning.checkpoints import has_run, load_games, load_run
from tabuleiro.learning.distributed import RaySelfPlayPool
from tabuleiro.learning.errors import LearningError
from tabuleiro.learning.plan import Budget, Plan, find_device, plan_from_state
from tabuleiro.learning.self_play_pool import SelfPlayPool
from tabuleiro.learning.settings import settings_for
from tabuleiro.learning.training_run import TrainingRun


@dataclass(frozen=True)
class TrainingRequest:
    """The arguments of a run; None means as before, or the default.

    `given` are options of the game, which are then the only course; `settings` are texts
    NAME=VALUE. `keep_games` says whether games in progress and samples are saved, so that the run
    can be resumed exactly. `on` is `ray` if games are played on a Ray cluster.
    """

    game: str
    folder: Path
    given: Mapping[str, str]
    budget: Budget
    settings: Sequence[str] = ()
    seed: int | None = None
    threads: int | None = None
    device: str | None = None
    compiled: bool = False
    resume: bool = False
    keep_games: bool = True
    on: str | None = None


def start_run(request: TrainingRequest) -> TrainingRun:
    """The run of a request, ready to train."""
    return resume_run(request) if request.resume else new_run(request)


def new_run(request: TrainingRequest) -> TrainingRun:
    """A new run, in a folder without one."""
    if has_run(request.folder):
        reason = say(
            "there is a run in {path}: use --resume, or another folder", path=request.folder
        )
        raise LearningError(reason)
    device = find_device(request.device)
    plan = Plan(
        find_game(request.game),
        request.given,
        settings_for(request.game, device.type, request.settings),
        seed=1 if request.seed is None else request.seed,
        threads=request.threads or os.cpu_count() or 1,
        device=device,
        compiled=request.compiled,
    )
    return _run(request, plan)


def resume_run(request: TrainingRequest) -> TrainingRun:
    """The run of a folder, from its last saved state."""
    state = load_run(request.folder)
    plan = plan_from_state(state, find_device(request.device), compiled=request.compiled)
    games = load_games(request.folder, state)
    _check(request, plan, games)
    if request.threads:
        plan = replace(plan, threads=request.threads)
    run = _run(request, plan)
    run.restore(state, games)
    return run


def _run(request: TrainingRequest, plan: Plan) -> TrainingRun:
    if request.on is not None and request.on != "ray":
        raise LearningError(
            say("games are played on ray or on this machine, not on {on}", on=quote(request.on))
        )
    return TrainingRun(
        plan,
        request.budget,
        request.folder,
        keep_games=request.keep_games,
        pool_type=RaySelfPlayPool if request.on else SelfPlayPool,
    )


def _check(request: TrainingRequest, plan: Plan, games: dict[str, Any] | None) -> None:
    """Refuses arguments that a resumed run cannot change."""
    fixed: dict[str, tuple[Any, Any]] = {
        "GAME": (request.game, plan.game.id),
        "NAME=VALUE": (dict(request.given) or None, dict(plan.given)),
        "--seed": (request.seed, plan.seed),
        "--set": (list(request.settings) or None, []),
        "--threads": (request.threads if games else None, plan.threads),
    }
    for name, (asked, was) in fixed.items():
        if asked is not None and asked != was:
            reason = say(
                "the run in {path} was started with {was}, so {name} cannot be {asked}",
                path=request.folder,
                was=str(was),
                name=name,
                asked=str(asked),
            )
            raise LearningError(reason)
