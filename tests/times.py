"""The pytest option `--times`: list the seconds that each test file takes.

CPU time includes processes that the test started and waited for. The rest is waiting: for servers
that keep running, for a free core, or for time to pass.
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
    """The time that the tests of a file took."""

    seconds: float = 0.0
    cpu: float = 0.0
    tests: int = 0

    @property
    def row(self) -> str:
        waiting = max(0.0, self.seconds - self.cpu)
        return f"{self.seconds:8.1f} {self.cpu:8.1f} {waiting:8.1f} {self.tests:6}"


def cpu_seconds() -> float:
    """CPU time of this process and of the child processes that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Times:
    """Measure each test in its worker, and add the results up by file in the main process."""

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
        report.user_properties.append(("cpu", item.stash[CPU]))  # sent to the main process
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        spent = self.files[report.nodeid.partition("::")[0]]
        spent.seconds += report.duration
        spent.cpu += sum(
            float(str(seconds)) for name, seconds in report.user_properties if name == "cpu"
        )
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
