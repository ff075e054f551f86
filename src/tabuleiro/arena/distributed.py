"""Plays the games of a tournament on a Ray cluster (extra `ray`).

Every game is one Ray task, for as many cores as its players use. The process of the task starts a
worker process for the game, so that a player that dies or hangs forfeits the game, as on one
machine. If a node is lost, Ray runs its tasks on another one; since the number of a game decides
everything in it, the same game is played again.
"""

from collections.abc import Generator
from typing import Any

from tabuleiro.arena.game import Result
from tabuleiro.arena.game_runner import GameTask
from tabuleiro.arena.tournament import ArenaError, Tournament
from tabuleiro.arena.workers import TaskSource, Worker, play_to_end
from tabuleiro.core.extras import import_extra
from tabuleiro.core.message import say

QUEUED_PER_SLOT = 2  # tasks given to Ray for each that can run, so that the next starts at once
UNLIMITED = -1  # how often a lost task is played again
CHECK_SECONDS = 1.0  # between two checks of the size of the cluster


def play_on_ray(tournament: Tournament, schedule: TaskSource) -> Generator[Result]:
    """Plays the games of a schedule on the cluster that `ray.init` finds: the one at RAY_ADDRESS,
    or one that runs on this machine, or a new one."""
    ray = import_extra("ray")
    is_new = not ray.is_initialized()
    if is_new:
        ray.init(log_to_driver=False, logging_level="error")
    try:
        yield from play_tasks(ray, tournament, schedule)
    finally:
        if is_new:
            ray.shutdown()


def play_tasks(ray: Any, tournament: Tournament, schedule: TaskSource) -> Generator[Result]:
    """Keeps the cluster busy until the schedule is empty."""
    remote = ray.remote(num_cpus=tournament.cores, max_retries=UNLIMITED)(play_task)
    shared = ray.put(tournament)
    running: list[Any] = []
    try:
        while True:
            cores = int(ray.cluster_resources().get("CPU", 0))  # the cluster may grow
            slots = max(1, cores // tournament.cores)
            room = QUEUED_PER_SLOT * slots - len(running)
            while room > 0 and (task := schedule.next_task()):
                running.append(remote.remote(shared, task))
                room -= 1
            if not running:
                return
            schedule.prepare_next()
            done, running = ray.wait(running, timeout=CHECK_SECONDS)
            yield from fetch_results(ray, done)
    finally:
        for reference in running:
            ray.cancel(reference, force=True)


def fetch_results(ray: Any, done: list[Any]) -> list[Result]:
    """The results of finished tasks; an error if a node could not even start a game."""
    try:
        results: list[Result] = ray.get(done)
    except ray.exceptions.RayError as error:
        *_, reason = str(error).strip().splitlines()
        message = say(
            "a game could not be played on the cluster: {reason}; every node needs the same "
            "version of tabuleiro and the modules of your own players",
            reason=reason.strip(),
        )
        raise ArenaError(message) from error
    return results


# --- on a node -----------------------------------------------------------------------------

_workers: dict[str, Worker] = {}  # of this process, which Ray reuses for other tasks


def play_task(tournament: Tournament, task: GameTask) -> Result:
    """Plays one game in the worker of this process."""
    facts = repr(tournament.facts())
    if facts not in _workers:
        for worker in _workers.values():
            worker.end()
        _workers.clear()
        _workers[facts] = Worker(tournament)
    return play_to_end(_workers[facts], task)
