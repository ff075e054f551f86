"""Shared by the tests in a real browser: one Chromium, and people who use it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser as Chromium

from web.browser.board_page import Boards
from web.browser.readers import NewReader, Windows, browsing
from web.serving import Process, Served


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """A browser without open windows."""
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="module")
def windows(site: Boards | Process | Served, chromium: Chromium) -> Iterator[Windows]:
    """The windows in which the module's site is read."""
    windows = Windows(chromium, site.address)
    yield windows
    windows.close()


@pytest.fixture
def reader(windows: Windows) -> Iterator[NewReader]:
    """People who read the module's site; their consoles must show no errors or warnings."""
    yield windows.take
    assert windows.leave() == []
