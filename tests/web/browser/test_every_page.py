"""Checks for every page, made on some: one for each screen size and theme.

`make pictures` goes through all pages in all of them.
"""

from __future__ import annotations

from itertools import chain

import pytest
from playwright.sync_api import Browser as Chromium

from web.browser.pictures_of_pages import LOOKS, Look, faults, reading, states
from web.every_page import exercises, shared_lines, studies_of
from web.serving import Browser, Served

SOME = (
    "game-study-own-variation",
    "edit-lyngk",
    "game-puzzle-control_v",
    "game-review-answer",
    "import-shown",
    "line",
    "puzzles-squex",
)


@pytest.fixture(scope="module")
def ana(site: Served) -> Browser:
    return site.browser()


@pytest.fixture(scope="module")
def pages(ana: Browser) -> dict[str, str]:
    return dict(chain(studies_of(ana), exercises(), shared_lines()))


@pytest.mark.parametrize(("state", "look"), tuple(zip(SOME, LOOKS, strict=True)), ids=str)
def test_nothing_is_wrong_with_a_page(
    site: Served, chromium: Chromium, ana: Browser, pages: dict[str, str], state: str, look: Look
) -> None:
    name = max((name for name in pages if state.startswith(name)), key=len)
    with reading(chromium, site, ana, look) as reader:
        assert state in states(reader, name, pages[name])
        assert faults(reader.page) == []
        assert reader.complaints == []
