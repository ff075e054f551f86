"""Dialogs, menus and other things that can be opened in pages, to be checked as well."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.sync_api import Page

from tabuleiro.games import start
from tabuleiro.records import Record, write_records
from web.every_page import written_study


def open_more(page: Page) -> None:
    page.locator('[data-do="more"]').click()


def open_rules(page: Page) -> None:
    open_more(page)
    page.locator('#more [data-do="rules"]').click()
    page.locator("#rules details:has(.example) > summary").first.click()
    page.locator("#rules .example").first.wait_for()


def open_line(page: Page) -> None:
    """Shows the line of the best move."""
    page.locator("#candidates .candidate-row").first.click()


def open_play_on(page: Page) -> None:
    page.locator('[data-do="play-on"]').click()


def open_found(page: Page) -> None:
    """Waits until the review of a game is complete."""
    page.locator("#progress").wait_for(state="hidden")


def open_moment(page: Page) -> None:
    open_found(page)
    page.locator("#go-on").click()


def open_answer(page: Page) -> None:
    open_moment(page)
    page.locator('[data-do="answer"]').click()


def open_summary(page: Page) -> None:
    page.locator('[data-do="summary"]').click()


def open_solution(page: Page) -> None:
    page.locator('[data-do="solution"]').click()


def touch(page: Page) -> None:
    """Touches a place, so that a move is partly entered."""
    page.locator("button[data-site]").first.focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")


def open_variation(page: Page) -> None:
    """Goes to a move that has a comment and marks."""
    page.locator("#tree .move").nth(2).click()
    page.locator("#candidates .candidate-row").first.wait_for()


def open_own(page: Page) -> None:
    open_variation(page)
    open_more(page)


def open_import(page: Page) -> None:
    other = Record(start("fuse"), ("Eva", "level:3"))
    page.locator("#text").fill(write_records([written_study(), other]))
    page.locator("#form .primary").click()
    page.locator(".game-choice").first.click()
    page.locator("#shown").wait_for()


def open_trouble(page: Page) -> None:
    page.locator("#text").fill('[Game "squex"]\n\n1. d4 d4')
    page.locator("#form .primary").click()
    page.locator("#trouble > *").first.wait_for()


def open_options(page: Page) -> None:
    page.locator(".editor-options summary").click()


def open_impossible(page: Page) -> None:
    page.locator("#text").fill("x7/8/8/8/8/8/8/8 6x/7/7/7/7/7/7 x 1")
    page.locator("#verdict.impossible").wait_for()


OPENED: Mapping[str, Mapping[str, Callable[[Page], None]]] = {
    "game-squex": {"more": open_more, "rules": open_rules},
    "game-control_v": {"touched": touch},
    "game-fuse": {"touched": touch},
    "game-eigenstate": {"touched": touch},
    "game-lyngk": {"touched": touch},
    "game-studied": {"more": open_more, "line": open_line, "play-on": open_play_on},
    "game-study-own": {"variation": open_variation, "more": open_own},
    "game-reviewed": {"found": open_found, "summary": open_summary},
    "game-puzzle-fuse": {"solution": open_solution},
    "game-review": {"moment": open_moment, "answer": open_answer, "summary": open_summary},
    "edit-squex": {"options": open_options},
    "edit-impossible": {"text": open_impossible},
    "import": {"shown": open_import, "trouble": open_trouble},
    "learn": {"menu": lambda page: page.locator(".menu summary").click()},
}
"""How each thing is opened, by the name of its picture."""
