"""Whole games in a browser, played by touching only what the page offers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.browser.readers import NewReader
from web.browser.touching import click, tap
from web.serving import Served

LAPTOP = {"width": 1366, "height": 650}
WAYS: dict[str, dict[str, Any]] = {
    "mouse": {"viewport": LAPTOP},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "phone-on-its-side": {
        "viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True,
    },
    "keys": {"viewport": LAPTOP},
}  # fmt: skip
GAMES = ("squex rows=4 columns=4", "control_v size=5", "fuse", "eigenstate", "lyngk")
MOST_TOUCHES = 2_000
MOST_KEYS = 200

WAITING = "#game.over, button.touch[data-site], .board-confirm:not([hidden])"
"""What a person waits for."""
OFFERED = """() => [...document.querySelectorAll("button.touch[data-site]")]
  .map((button) => [button.dataset.site, button.getAttribute("aria-label")])"""
FOCUSED = "document.activeElement.dataset.site ?? ''"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(reader: NewReader, site: Served, game: str, way: str) -> None:
    browser = site.browser()
    game_id = browser.opens(game, "me", "level:1")
    page = reader(cookies=dict(browser.cookies), **WAYS[way]).page
    page.goto("/")
    page.evaluate("localStorage.setItem('tabuleiro-pace', 'off')")
    page.goto(f"/g/{game_id}")
    play_to_the_end(page, way)


def play_to_the_end(page: Any, way: str) -> None:
    """Touches what can be touched until the game is over and the page says why."""
    chance = Random(1)
    for _ in range(MOST_TOUCHES):
        page.locator(WAITING).first.wait_for(state="attached")
        if page.locator("#game.over").count():
            break
        touch_something(page, way, chance)
    expect(page.locator(".why")).not_to_be_empty()


def touch_something(page: Page, way: str, chance: Random) -> None:
    """Touch a place that is offered, best with the opponent's piece, or confirm the move."""
    offered = page.evaluate(OFFERED)
    if not offered:
        page.locator(".board-confirm .primary").tap()  # only fingers are asked
        return
    expect(page.locator("#task")).not_to_be_empty()
    better = [name for name, label in offered if "Player 2" in label]
    site = chance.choice(better or [name for name, _ in offered])
    {"mouse": click, "keys": choose_by_keys}.get(way, tap)(page, site)


def choose_by_keys(page: Page, site: str) -> None:
    """Walk to a place with the keys, and touch it."""
    for _ in range(MOST_KEYS):
        focused = page.evaluate(FOCUSED)
        if focused == site:
            break
        page.keyboard.press("PageDown" if focused else "Tab")
    page.keyboard.press("Enter")
