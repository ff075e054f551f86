"""A training run: self-play, training steps, reports and checkpoints until its budget is spent."""

import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

import torch

from tabuleiro.core.message import say
from tabuleiro.learning.checkpoints import (
    LOG,
    LogEntry,
    TrainingLog,
    rounded,
    save_checkpoint,
    save_run,
)
from tabuleiro.learning.distributed import RaySelfPlayPool
from tabuleiro.learning.errors import LearningError
from tabuleiro.learning.plan import MINUTE, Budget, Plan
from tabuleiro.learning.sample_buffer import Samples
from tabuleiro.learning.self_play_pool import SelfPlayPool
from tabuleiro.learning.training import BatchSource, Learner

REPORT_SECONDS = 10.0  # between two reports
REPORTS = 40  # of a run with a number of steps
SWITCH = 0.0002  # seconds that a thread may keep Python's lock: the workers rarely need it

OTHER_DEVICE = "Resumed on another device: games in progress and random numbers start again."

OnReport = Callable[[LogEntry], None]


class TrainingRun:
    """A training run. `keep_games` says whether games and samples are saved with its state;
    `pool_type` is the pool that plays the games."""

    def __init__(
        self,
        plan: Plan,
        budget: Budget,
        folder: Path,
        *,
        keep_games: bool = True,
        pool_type: type[SelfPlayPool | RaySelfPlayPool] = SelfPlayPool,
    ) -> None:
        prepare_torch(plan)
        self.plan, self.budget, self.folder = plan, budget, folder
        self.keep_games = keep_games
        self.learner = Learner(plan.architecture, plan.settings, plan.device, plan.seed)
        self.sources = [BatchSource(plan, group) for group in plan.shape_groups]
        self.sources_by_course = {
            number: (source, place)
            for source, group in zip(self.sources, plan.shape_groups, strict=True)
            for place, number in enumerate(group.numbers)
        }
        self.pool = pool_type(plan, self.learner.average)
        self.searches = (0, 0)
        self.refreshed = 0
        self.mark = 0
        self.seconds = 0.0  # of the run before it was resumed
        self.begun = perf_counter()
        self.log_size = 0
        self.notes: LogEntry = {}  # for the next report

    # --- progress --------------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """The seconds of the run."""
        return self.seconds + perf_counter() - self.begun

    @property
    def part(self) -> float:
        """How much of the run is done, from 0 to 1."""
        spent = self.budget.spent(self.elapsed, self.learner.steps)
        return min(1.0, spent / self.budget.total)

    # --- the loop --------------------------------------------------------------------------

    def train(self, on_report: OnReport) -> None:
        """Plays and trains until the end; reports are logged and passed to `on_report`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        log = TrainingLog(self.folder / LOG, self.log_size)
        self.begun = perf_counter()
        try:
            self._loop(log, on_report)
        finally:
            self.pool.close()

    def _loop(self, log: TrainingLog, on_report: OnReport) -> None:
        reporter = Reporter(self)
        if self.mark == 0:
            self._save_checkpoint()
        while (part := self.part) < 1:
            self._take_turn(part)
            if reporter.is_due():
                report = reporter.report()
                log.write(report)
                on_report(report)
            self._pass_marks(log)
        self.mark += 1
        self._save_checkpoint()
        self._save_state(log)
        self._check_trained()

    def _check_trained(self) -> None:
        if self.learner.steps == 0:
            reason = say(
                "no training step was made, so the network is untrained: train longer with "
                "--resume, since games must be played first"
            )
            raise LearningError(reason)

    def _take_turn(self, part: float) -> None:
        """Continues one group of games, and makes one step if one is due: not more, so that games
        never wait long."""
        self._set_searches(part)
        self._add_samples(self.pool.play_turn())
        ready = [source for source in self.sources if source.ready]
        if not ready:
            return
        self.learner.train_step(max(ready, key=lambda source: source.credit), part)
        if self.learner.steps >= self.refreshed:
            self.pool.refresh(self.learner.average)
            self.refreshed = self.learner.steps + self.plan.settings.refresh

    def _set_searches(self, part: float) -> None:
        searches = self.plan.settings.searches_at(part)
        if searches != self.searches:
            self.searches = searches
            self.pool.set_searches(*searches, self.plan.settings.full_share)

    def _add_samples(self, samples: list[tuple[int, Samples]]) -> None:
        for course, some in samples:
            source, place = self.sources_by_course[course]
            source.replay.add(some, place)
            source.add_credit(len(some.questions))

    # --- saving ----------------------------------------------------------------------------

    def _pass_marks(self, log: TrainingLog) -> None:
        mark = self.budget.mark(self.budget.spent(self.elapsed, self.learner.steps))
        if mark > self.mark and self.part < 1:
            self.mark = mark
            self._save_checkpoint()
            self._save_state(log)

    def _save_checkpoint(self) -> None:
        facts = {"minutes": self.elapsed / MINUTE, "steps": self.learner.steps}
        save_checkpoint(self.folder, self.learner.average, facts, self.mark)

    def _save_state(self, log: TrainingLog) -> None:
        self._add_samples(self.pool.finish_turns())
        self.pool.refresh(self.learner.average)  # a resumed run does the same
        play = None
        if self.keep_games:
            replays = [one.replay.state() for one in self.sources]
            play = {"replays": replays, "hall": self.pool.state()}  # a stored name
        state = {
            "plan": self.plan.facts(),
            "form": asdict(self.plan.architecture),
            "learner": self.learner.state(),
            "credits": [one.credit for one in self.sources],
            "refreshed": self.refreshed,
            "mark": self.mark,
            "seconds": self.elapsed,
            "log": log.size,
        }
        save_run(self.folder, state, play)

    def restore(self, state: dict[str, Any], play: dict[str, Any] | None) -> None:
        """Continues from a saved state. On another kind of device the games in progress start
        again, because there they are in other batches."""
        same_device = self.learner.restore(state["learner"])
        if not same_device:
            self.notes["note"] = OTHER_DEVICE
        self.pool.refresh(self.learner.average)
        self.refreshed, self.mark = state["refreshed"], state["mark"]
        self.seconds, self.log_size = state["seconds"], state["log"]
        if play is not None:
            if same_device:
                self.pool.restore(play["hall"])
            for one, credit, replay in zip(
                self.sources, state["credits"], play["replays"], strict=True
            ):
                one.credit = credit
                one.replay.restore(replay)


class Reporter:
    """Reports on a run every few seconds, or every few steps."""

    def __init__(self, run: TrainingRun) -> None:
        self.run = run
        self.clock = perf_counter()
        self.before = self._numbers()  # at the last report
        self.next = self._following()

    def _spent(self) -> float:
        return self.run.budget.spent(self.run.elapsed, self.run.learner.steps)

    def _following(self) -> float:
        """When the next report is due: at multiples of the period, also in a resumed run."""
        budget = self.run.budget
        period = REPORT_SECONDS if budget.minutes is not None else budget.total / REPORTS
        return (self._spent() // period + 1) * period

    def is_due(self) -> bool:
        """Whether it is time for a report."""
        return self._spent() >= self.next

    def _numbers(self) -> dict[str, float]:
        run = self.run
        waits = {f"wait_{name}": seconds for name, seconds in run.pool.waits.items()}
        samples = sum(one.replay.total for one in run.sources)
        return {**run.pool.counts(), **waits, "samples": samples, "steps": run.learner.steps}

    def report(self) -> LogEntry:
        """What happened since the last report."""
        self.next = self._following()
        run = self.run
        now = perf_counter()
        seconds, self.clock = now - self.clock, now
        numbers = self._numbers()
        grown = {name: value - self.before.get(name, 0) for name, value in numbers.items()}
        self.before = numbers
        notes, run.notes = run.notes, {}
        return rounded(
            {
                "seconds": run.elapsed,
                "part": run.part,
                "steps": run.learner.steps,
                "samples": numbers["samples"],
                "games": numbers["games"],
                **run.learner.figures(),
                **rates(grown, seconds),
                "searches": run.searches[0],
                "rate": float(run.learner.rate),
                **notes,
            }
        )


def rates(grown: dict[str, float], seconds: float) -> dict[str, float]:
    """Work per second, waiting times, the length of games, and how they ended."""
    games = max(1.0, grown["games"])
    speeds = {
        f"{name}_a_second": grown[name] / seconds
        for name in ("evaluations", "games", "samples", "steps")
    }
    speeds |= {name: part / seconds for name, part in grown.items() if name.startswith("wait_")}
    shares = {name: grown[name] / games for name in ("plies", "proved", "cut_short")}
    if grown["unopened"]:
        shares["first_score"] = grown["first_score"] / grown["unopened"]
    return speeds | shares


def prepare_torch(plan: Plan) -> None:
    """Sets options of PyTorch for the whole process. Each operation uses one thread, because on the
    CPU our own threads share the work."""
    torch.set_num_threads(1)
    sys.setswitchinterval(SWITCH)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    if plan.device.type == "cpu":
        torch.use_deterministic_algorithms(mode=True)
