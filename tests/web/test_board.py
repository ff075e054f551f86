"""The board in a real browser: whole games by mouse, by touch and by keyboard, on a strict page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from board_page import Play, served
from tabuleiro.core.game import Game
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.reading import site_in_words
from tabuleiro.core.scene import Mark, Step
from tabuleiro.games import start
from tabuleiro.web.board import choices_of, moving_board, still_board

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}
TARGET = 40  # pixels

Open = Callable[..., tuple[Page, Play]]


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield launched
    launched.close()


@pytest.fixture
def open_board(browser: Browser) -> Iterator[Open]:
    """Opens a page with a board; afterwards nothing may have been complained of in its console."""
    complaints: list[str] = []
    with ExitStack() as stack:

        def opened(position: Position, **settings: Any) -> tuple[Page, Play]:
            play = Play(position)
            address = stack.enter_context(served(play))
            context = browser.new_context(**{"viewport": DESKTOP, **settings})
            stack.callback(context.close)
            page = context.new_page()
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(address)
            page.wait_for_function("window.board?.sites.buttons.size")
            return page, play

        yield opened
    assert complaints == []


# --- hands ---------------------------------------------------------------------------------


def point(page: Page, site: str) -> tuple[float, float]:
    """Where a site stands on the screen."""
    found = page.evaluate("site => board.sites.point(site)", site)
    return found["x"], found["y"]


def click(page: Page, step: Step) -> None:
    page.mouse.click(*point(page, step[0]))


def tap(page: Page, step: Step) -> None:
    """A tap; where it shows what the move would do, a second one plays it."""
    page.touchscreen.tap(*point(page, step[-1]))
    if page.evaluate("board.waiting"):
        page.touchscreen.tap(*point(page, step[-1]))


def press(page: Page, step: Step) -> None:
    """Goes from one site that may be touched to the next, until it is there, by what is said."""
    target = page.evaluate("site => board.sites.said.get(site)", step[0])
    for _ in range(400):
        said = page.evaluate("document.activeElement.getAttribute('aria-label')")
        if said == f"{target}; may be touched":
            page.keyboard.press("Enter")
            return
        page.keyboard.press("PageDown")
    pytest.fail(f"no key leads to {target}")


Touch = Callable[[Page, Step], None]


def play_through(page: Page, play: Play, touch: Touch, seed: int = 1) -> None:
    """A whole game, of moves drawn by chance."""
    chance = Random(seed)
    while not play.position.over:
        move = chance.choice(play.position.legal_moves())
        text, steps, before = play.position.move_text(move), play.position.steps(move), play.sent[:]
        for step in steps:
            touch(page, step)
        page.wait_for_function("!board.sent")
        assert play.sent == [*before, text]


def short(game: Game[Any]) -> Position:
    """A start from which a game is soon over: the smallest board that the options allow."""
    least = {
        option.name: option.domain()["min"]
        for option in game.options
        if "min" in option.domain() and not option.start_only
    }
    return game.start(**least)


def test_a_whole_game_is_played_by_mouse(game: Game[Any], open_board: Open) -> None:
    page, play = open_board(short(game))
    play_through(page, play, click)


def test_a_whole_game_is_played_by_touch(game: Game[Any], open_board: Open) -> None:
    page, play = open_board(short(game), viewport=PHONE, has_touch=True)
    play_through(page, play, tap)


def test_a_whole_game_is_played_by_keyboard(game: Game[Any], open_board: Open) -> None:
    page, play = open_board(short(game))
    page.keyboard.press("Tab")
    play_through(page, play, press)
