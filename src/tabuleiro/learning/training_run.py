"""A training run: self-play, training steps, reports and checkpoints until its budget is spent."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

import torch

from tabuleiro.learning.checkpoints import LOG, save_checkpoint, save_run
from tabuleiro.learning.distributed import RaySelfPlayPool
from tabuleiro.learning.plan import MINUTE, Budget, Plan
from tabuleiro.learning.sample_buffer import Samples
from tabuleiro.learning.self_play_pool import SelfPlayPool
from tabuleiro.learning.training import BatchSource, Learner
from tabuleiro.learning.training_log import CounterDeltas, LogEntry, TrainingLog, rounded

REPORTED = 10.0  # seconds between two reports
REPORTS = 40  # of a run that is measured in steps
SWITCH = 0.0002  # seconds that a thread may keep Python to itself: the crew has little to do there

OnReport = Callable[[LogEntry], None]


class TrainingRun:
    """A run that goes on from where it stands; `keep_games` says whether its games and samples
    are kept with its state, `players` who plays them."""

    def __init__(
        self,
        plan: Plan,
        budget: Budget,
        folder: Path,
        *,
        keep_games: bool = True,
        players: type[SelfPlayPool | RaySelfPlayPool] = SelfPlayPool,
    ) -> None:
        prepare_torch(plan)
        self.plan, self.budget, self.folder = plan, budget, folder
        self.keep_games = keep_games
        self.learner = Learner(plan.architecture, plan.settings, plan.device, plan.seed)
        self.sources = [BatchSource(plan, board) for board in plan.shape_groups]
        self.sources_by_course = {
            number: (study, place)
            for study, board in zip(self.sources, plan.shape_groups, strict=True)
            for place, number in enumerate(board.numbers)
        }
        self.pool = players(plan, self.learner.average)
        self.searches = (0, 0)
        self.refreshed = 0
        self.mark = 0
        self.seconds = 0.0  # of the run before it was started this time
        self.begun = perf_counter()
        self.log_size = 0

    # --- how far it is ---------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """The seconds of the run."""
        return self.seconds + perf_counter() - self.begun

    @property
    def part(self) -> float:
        """How much of the run is over, from 0 to 1."""
        spent = self.budget.spent(self.elapsed, self.learner.steps)
        return min(1.0, spent / self.budget.total)

    # --- the loop --------------------------------------------------------------------------

    def train(self, heard: OnReport) -> None:
        """Plays and learns until the end; reports are written down and told."""
        self.folder.mkdir(parents=True, exist_ok=True)
        journal = TrainingLog(self.folder / LOG, self.log_size)
        self.begun = perf_counter()
        try:
            self._go_on(journal, heard)
        finally:
            self.pool.close()

    def _go_on(self, journal: TrainingLog, heard: OnReport) -> None:
        reporter = Reporter(self)
        if self.mark == 0:
            self._save_checkpoint()
        while (part := self.part) < 1:
            self._take_turn(part)
            if reporter.is_due():
                report = reporter.report()
                journal.write(report)
                heard(report)
            self._pass_marks(journal)
        self.mark += 1
        self._save_checkpoint()
        self._save_state(journal)

    def _take_turn(self, part: float) -> None:
        """Goes on with a group of games, and makes a step if one is due: no more, so that games
        never wait long."""
        self._set_searches(part)
        self._keep(self.pool.play_turn())
        ready = [study for study in self.sources if study.ready]
        if not ready:
            return
        self.learner.train_step(max(ready, key=lambda study: study.credit), part)
        if self.learner.steps >= self.refreshed:
            self.pool.refresh(self.learner.average)
            self.refreshed = self.learner.steps + self.plan.settings.refresh

    def _set_searches(self, part: float) -> None:
        searches = self.plan.settings.searches_at(part)
        if searches != self.searches:
            self.searches = searches
            self.pool.set_searches(*searches, self.plan.settings.full_share)

    def _keep(self, samples: list[tuple[int, Samples]]) -> None:
        for course, some in samples:
            study, place = self.sources_by_course[course]
            study.replay.add(some, place)
            study.add_credit(len(some.questions))

    # --- what is kept ----------------------------------------------------------------------

    def _pass_marks(self, journal: TrainingLog) -> None:
        mark = self.budget.mark(self.budget.spent(self.elapsed, self.learner.steps))
        if mark > self.mark and self.part < 1:
            self.mark = mark
            self._save_checkpoint()
            self._save_state(journal)

    def _save_checkpoint(self) -> None:
        facts = {"minutes": self.elapsed / MINUTE, "steps": self.learner.steps}
        save_checkpoint(self.folder, self.learner.average, facts, self.mark)

    def _save_state(self, journal: TrainingLog) -> None:
        self._keep(self.pool.finish_turns())
        self.pool.refresh(self.learner.average)  # as the run that goes on from here does
        play = self._play_state() if self.keep_games else None
        state = {
            "plan": self.plan.facts(),
            "form": asdict(self.plan.architecture),
            "learner": self.learner.state(),
            "credits": [one.credit for one in self.sources],
            "refreshed": self.refreshed,
            "mark": self.mark,
            "seconds": self.elapsed,
            "log": journal.size,
        }
        save_run(self.folder, state, play)

    def _play_state(self) -> dict[str, Any]:
        return {
            "replays": [one.replay.state() for one in self.sources],
            "hall": self.pool.state(),
        }

    def restore(self, state: dict[str, Any], play: dict[str, Any] | None) -> None:
        """Goes on from a state that was kept."""
        self.learner.restore(state["learner"])
        self.pool.refresh(self.learner.average)
        self.refreshed, self.mark = state["refreshed"], state["mark"]
        self.seconds, self.log_size = state["seconds"], state["log"]
        if play is not None:
            self.pool.restore(play["hall"])
            for one, credit, replay in zip(
                self.sources, state["credits"], play["replays"], strict=True
            ):
                one.credit = credit
                one.replay.restore(replay)


class Reporter:
    """What is told of a run every few seconds, or every few steps."""

    def __init__(self, run: TrainingRun) -> None:
        self.run = run
        self.clock = perf_counter()
        self.pace = CounterDeltas(self._numbers())
        self.next = self._following()

    def _spent(self) -> float:
        return self.run.budget.spent(self.run.elapsed, self.run.learner.steps)

    def _period(self) -> float:
        budget = self.run.budget
        return REPORTED if budget.minutes is not None else budget.total / REPORTS

    def _following(self) -> float:
        """When the next report is due: at whole periods, wherever a run was taken up again."""
        period = self._period()
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
        """What happened since the report before."""
        self.next = self._following()
        run = self.run
        now = perf_counter()
        seconds, self.clock = now - self.clock, now
        numbers = self._numbers()
        grown = self.pace.since_last(numbers)
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
            }
        )


def rates(grown: dict[str, float], seconds: float) -> dict[str, float]:
    """What was done a second, how long games were, how players fared, and what was waited for."""
    games = max(1.0, grown["games"])
    told = {
        f"{name}_a_second": grown[name] / seconds
        for name in ("evaluations", "games", "samples", "steps")
    }
    told |= {name: part / seconds for name, part in grown.items() if name.startswith("wait_")}
    shares = {name: grown[name] / games for name in ("plies", "proved", "cut_short")}
    if grown["unopened"]:
        shares["first_score"] = grown["first_score"] / grown["unopened"]
    return told | shares


def prepare_torch(plan: Plan) -> None:
    """Settings for the whole process: on the CPU our threads share the work, and not those of every
    single product of matrices."""
    torch.set_num_threads(1)
    sys.setswitchinterval(SWITCH)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    if plan.device.type == "cpu":
        torch.use_deterministic_algorithms(mode=True)
