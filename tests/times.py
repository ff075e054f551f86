"""Where the time of the tests goes: `pytest --times` lists the files with what each takes.

CPU time is that of the test and of the processes that it has waited for; the rest of the time is
waiting: for programs that still run, for the other tests on this machine, or for time to pass.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from dataclasses import dataclass

import pytest

CPU = pytest.StashKey[float]()


@dataclass
class Spent:
    """The seconds and the tests of a file."""

    seconds: float = 0.0
    cpu: float = 0.0
    tests: int = 0

    @property
    def row(self) -> str:
        waiting = max(0.0, self.seconds - self.cpu)
        return f"{self.seconds:8.1f} {self.cpu:8.1f} {waiting:8.1f} {self.tests:6}"


def cpu_seconds() -> float:
    """The CPU time of this process and of those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Times:
    """Measures every test where it runs, and adds up by file where all are reported."""

    def __init__(self) -> None:
        self.files: defaultdict[str, Spent] = defaultdict(Spent)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None]:
        yield from self._measured(item)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        yield from self._measured(item)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None]:
        yield from self._measured(item)

    def _measured(self, item: pytest.Item) -> Generator[None]:
        begun = cpu_seconds()
        try:
            yield
        finally:
            item.stash[CPU] = cpu_seconds() - begun

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        report.user_properties = [("cpu", item.stash[CPU])]  # these travel between processes
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        spent = self.files[report.nodeid.partition("::")[0]]
        spent.seconds += report.duration
        spent.cpu += sum(float(str(seconds)) for _, seconds in report.user_properties)
        spent.tests += report.when == "call"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("seconds, CPU, waiting, tests")
        for file, spent in sorted(self.files.items(), key=lambda one: -one[1].seconds):
            terminalreporter.write_line(f"{spent.row}  {file}")
        whole = Spent(
            sum(spent.seconds for spent in self.files.values()),
            sum(spent.cpu for spent in self.files.values()),
            sum(spent.tests for spent in self.files.values()),
        )
        terminalreporter.write_line(f"{whole.row}  all files")
