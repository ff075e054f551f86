"""Helpers for tests of the game service: a clock that tests set, players, and their games."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from tabuleiro.core.primitives import StopFlag
from tabuleiro.players import make_player
from tabuleiro.search.limit import Limit
from tabuleiro.web.games.commands import GameCommand
from tabuleiro.web.games.new_game import NewGameRequest, SeatRequest
from tabuleiro.web.games.service import CommandResult, GameService
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.workers.pool import OnProgress, WorkerPool, check_task
from tabuleiro.web.workers.tasks import WorkerResult, WorkerTask
from tabuleiro.web.workers.worker import Analyst, explain

ME, OPEN = SeatRequest("me"), SeatRequest("open")
ROBOT = SeatRequest("computer", "level:1")
SMALL = "squex rows=3 columns=3"
REQUESTS = count()


@dataclass
class Time:
    """A clock that stands still until a test changes it."""

    seconds: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Person:
    """A person with their own browser."""

    service: GameService
    secret: str = field(default_factory=new_secret)

    def opens(self, *seats: SeatRequest, game: str = SMALL, **more: Any) -> str:
        return self.service.open_game(self.secret, NewGameRequest(game, seats, **more))

    def joins(self, token: str, name: str = "Rui") -> str:
        return self.service.join(token, self.secret, name)

    def does(self, game_id: str, do: Any, **more: Any) -> CommandResult:
        """Send a command for the current version of the game."""
        given = {"request": f"r{next(REQUESTS)}", "version": version_of(self.service, game_id)}
        return self.service.command(game_id, self.secret, GameCommand(do=do, **{**given, **more}))

    def moves(self, game_id: str, move: str) -> CommandResult:
        return self.does(game_id, "move", move=move)


def version_of(service: GameService, game_id: str) -> int:
    return service.view(game_id).game.table.version


def two_people(service: GameService, game: str = SMALL, **more: Any) -> tuple[str, Person, Person]:
    """A game between two people who have both joined."""
    ana, rui = Person(service), Person(service)
    game_id = ana.opens(ME, OPEN, game=game, name="Ana", **more)
    rui.joins(service.invitations(game_id, ana.secret)[1])
    return game_id, ana, rui


def chance(task: WorkerTask) -> WorkerResult:
    """A random move."""
    player = make_player("random", task.position.game, 1)
    return WorkerResult.of(task.position, player.choose(task.position))


NODES = 200  # in a short analysis: enough for three lines and a value, on any machine


def glimpse(task: WorkerTask, nodes: int = NODES) -> WorkerResult:
    """A short analysis that is marked as done."""
    analyst, limit = Analyst(task.position, 16), Limit(nodes=nodes)
    *_, analysis = analyst.analyses(task.position, task.lines, limit, StopFlag())
    return WorkerResult.of(analysis.position, replace(analysis, done=True))


class QuickPool(WorkerPool):
    """Chooses random moves and makes short analyses, immediately and in this process. With
    `hold_back` it keeps the tasks and does not answer."""

    def __init__(self, nodes: int = NODES) -> None:
        self.nodes = nodes
        self.held: list[tuple[WorkerTask, Future[WorkerResult]]] = []
        self.hold_back = False

    def think(
        self, task: WorkerTask, on_progress: OnProgress | None = None
    ) -> Future[WorkerResult]:
        check_task(task)
        future: Future[WorkerResult] = Future()
        thought = glimpse(task, self.nodes) if task.lines else chance(task)
        if task.turn:
            thought = explain(task, StopFlag())
        if on_progress:
            on_progress(thought)
        if self.hold_back:
            self.held.append((task, future))
        else:
            future.set_result(thought)
        return future

    def sizes(self) -> dict[str, int]:
        return {"queue": len(self.held), "workers_busy": 0, "workers": 1}

    def close(self) -> None:
        pass
