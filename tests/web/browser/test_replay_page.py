"""The exported replay of a record in a browser: it is a single file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from records.test_record import WON
from tabuleiro.records.pictures import replay_page
from web.browser.readers import PATIENCE_MS, violations


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    """The page of a game of five moves."""
    file = tmp_path / "replay.html"
    file.write_text(replay_page(WON), encoding="utf-8")
    return file


def test_a_game_is_gone_through_with_keys_buttons_and_its_moves(
    page_file: Path, chromium: Browser
) -> None:
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE_MS)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    page.goto(page_file.as_uri())
    board = page.locator("#board svg svg")
    page.locator("#moves button").nth(4).wait_for()
    captions = {
        "ArrowRight": "Player 2 to move",
        "End": "Player 1 has won",
        "Home": "Player 1 to move",
    }
    for key, said in captions.items():
        page.keyboard.press(key)
        expect(board).to_have_attribute("aria-label", re.compile(said))
    page.locator("#forward").click()
    expect(page.locator("#place")).to_have_value("1")
    page.locator("#moves button").nth(2).click()
    expect(page.locator("[aria-current]")).to_have_text("b2")
    assert violations(page) == []
    assert wrong == []
    page.close()
