"""The position editor in a real browser: by mouse, touch and keyboard, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tabuleiro.core.game import Game
from tabuleiro.games import GAMES
from web.browser.readers import (
    DESKTOP,
    PHONE,
    NewReader,
    hold_back,
    violations,
    wait_for_held,
)

EMPTY = "squex rows=3 columns=3 | 3/3/3 2/2 x 1"
TINY = "/edit/squex?rows=3&columns=3"


def opened(page: Page, address: str) -> Page:
    """The page of an editor, with its board shown and the first tool selected."""
    page.goto(address)
    expect(page.locator("button[data-site]").first).to_be_attached()
    return page


def expect_text(page: Page, text: str) -> None:
    expect(page.get_by_label("Position as text")).to_have_value(text)


def place_of(page: Page, site: str) -> tuple[float, float]:
    button = page.locator(f'button[data-site="{site}"]')
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# --- hands and keys ------------------------------------------------------------------------


def test_a_position_is_set_up_by_mouse(reader: NewReader) -> None:
    page = opened(reader().page, TINY)
    page.mouse.click(*place_of(page, "b2"))
    expect_text(page, "squex rows=3 columns=3 | 3/1x1/3 2/2 x 1")
    page.get_by_role("button", name="Octagon of Orange").click()
    page.mouse.click(*place_of(page, "a1"))
    expect_text(page, "squex rows=3 columns=3 | o2/1x1/3 2/2 x 1")
    page.get_by_role("radio", name="Orange").check(force=True)
    expect_text(page, "squex rows=3 columns=3 | o2/1x1/3 2/2 o 1")
    expect(page.locator("#verdict")).to_contain_text("Orange to move")
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    expect_text(page, "squex rows=3 columns=3 | 3/1x1/3 2/2 x 1")
    page.get_by_role("button", name="Redo").click()
    expect_text(page, "squex rows=3 columns=3 | o2/1x1/3 2/2 x 1")
    page.get_by_role("button", name="Remove").click()
    page.mouse.click(*place_of(page, "a1"))
    expect_text(page, "squex rows=3 columns=3 | 3/1x1/3 2/2 x 1")
    page.get_by_role("button", name="Clear").click()
    expect_text(page, EMPTY)


def test_what_is_done_while_an_answer_is_awaited_is_done_after_it(reader: NewReader) -> None:
    page = opened(reader().page, TINY)
    for place in ("b2", "a1"):
        page.mouse.click(*place_of(page, place))
        expect(page.locator(f'.stack[data-site="{place}"]')).to_be_attached()
    held = hold_back(page, "**/editing", times=1)
    for name in ("Undo", "Undo", "Octagon of Orange"):
        page.get_by_role("button", name=name).click()
    wait_for_held(page, held)
    held.pop().continue_()
    expect_text(page, EMPTY)
    pressed = page.get_by_role("button", name="Octagon of Orange")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Redo").click()
    expect_text(page, "squex rows=3 columns=3 | 3/1x1/3 2/2 x 1")


def test_stacks_and_claims_are_set_up_by_touch(reader: NewReader) -> None:
    page = opened(reader(viewport=PHONE, has_touch=True, is_mobile=True).page, "/edit/lyngk")
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator("#text")).to_have_value(re.compile("-:- 0:0 - -$"))
    for colour in ("blue", "red"):
        page.get_by_role("button", name=f"{colour} (key").tap()
        page.touchscreen.tap(*place_of(page, "e4"))
        expect(page.locator("#text")).to_have_value(
            re.compile({"blue": ",b,", "red": ",rb,"}[colour])
        )
    page.locator('button[data-site="claim-red"]').tap()
    expect(page.locator("#text")).to_have_value(re.compile(" r:- "))
    page.get_by_label("Stacks won by Player 1").fill("3")
    page.get_by_label("Stacks won by Player 1").blur()
    expect(page.locator("#text")).to_have_value(re.compile(" r:- 3:0 - -$"))


def test_pieces_and_pegs_are_set_up_by_keys(reader: NewReader) -> None:
    page = opened(reader().page, "/edit/eigenstate")
    page.locator('button[data-site="a1"]').focus()
    page.keyboard.press("4")
    expect(page.get_by_role("button", name="Remove")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile(r"\| 1xxxxx/"))
    page.keyboard.press("3")
    expect(page.get_by_role("button", name=re.compile("^Peg:"))).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".lens")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile(" 800080,000080,"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile(" c00080,000080,"))
    page.keyboard.press("Escape")
    expect(page.locator(".lens")).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(page.locator("#text")).to_have_value(re.compile(" 800080,000080,"))


# --- the text ------------------------------------------------------------------------------


def test_the_text_is_read_as_it_is_written_and_what_is_wrong_is_said(reader: NewReader) -> None:
    page = opened(reader().page, TINY)
    text, verdict = page.locator("#text"), page.locator("#verdict")
    text.fill("x2/1x1/2x 2/2 o 1")
    expect(verdict).to_contain_text("octagons make it x")
    expect(page.locator('.stack[data-site="a1"]')).to_be_attached()
    expect(page.get_by_text("Play from here")).to_have_attribute("aria-disabled", "true")
    text.fill("x2/1x1/2 2/2 o 1")
    expect(verdict).to_contain_text("row 3 has 3 cells, not 2")
    expect(verdict).to_contain_text("shows the last valid position")
    text.fill("x2/1x1/3 x1/2 o 1")
    expect(verdict).to_contain_text("Orange to move")
    expect(page.get_by_text("Play from here")).to_have_attribute("aria-disabled", "false")
    query = "rows=3&columns=3&position=x2/1x1/3+x1/2+o+1"
    expect(page).to_have_url(re.compile(re.escape(f"/edit/squex?{query}") + "$"))
    text.fill("fuse rows=2 columns=2 | 1o2/4/4/4 o")
    page.wait_for_url("**/edit/fuse?**")
    expect_text(page, "fuse rows=2 columns=2 | 1o2/4/4/4 o")


def test_markup_in_the_text_is_shown_as_text(reader: NewReader) -> None:
    page = opened(reader().page, TINY)
    page.locator("#text").fill('<img src=x onerror="document.title=1">')
    expect(page.locator("#verdict")).to_contain_text("fields")
    page.locator("#text").fill("3/3/3 2/2 <b>x</b> 1")
    expect(page.locator("#verdict")).to_contain_text("'<b>x</b>'")
    assert page.locator("#verdict b, main img").count() == 0


def test_other_boards_are_chosen_in_the_page(reader: NewReader) -> None:
    page = opened(reader().page, TINY)
    page.get_by_text("Board and variant").click()
    page.locator("#option-rows").fill("4")
    page.locator("#option-rows").blur()
    expect_text(page, "squex rows=4 columns=3 | 3/3/3/3 2/2/2 x 1")
    expect(page.locator('button[data-site="c4"]')).to_be_attached()
    page.mouse.click(*place_of(page, "c4"))
    expect_text(page, "squex rows=4 columns=3 | 3/3/3/2x 2/2/2 x 1")


def test_a_game_that_says_nothing_of_tools_has_its_text(reader: NewReader) -> None:
    page = opened(reader().page, "/edit/noughts")
    expect(page.locator("#text-only")).to_have_text("For this game, only the text can be edited.")
    page.locator("#text").fill("1x1/3/3 o")
    expect(page.locator('.stack[data-site="b1"]')).to_be_attached()


# --- the ways on ---------------------------------------------------------------------------


def test_a_position_is_played_on_against_whom_one_likes(reader: NewReader) -> None:
    page = opened(reader().page, "/edit/squex?rows=3&columns=3&position=3/1x1/3+2/2+o+1")
    page.get_by_role("link", name="Play from here").click()
    expect(page.get_by_role("heading", name="Continue from a position: Squex")).to_be_visible()
    expect(page.locator("#seat2")).to_have_value("me")
    page.get_by_role("link", name="On this device").click()
    expect(page.locator("#seat1")).to_have_value("me")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/g/*")
    expect(page.locator('.stack[data-site="b2"]')).to_be_attached()
    mover = page.get_by_role("listitem").filter(has_text="to move")
    expect(mover).to_contain_text("Orange")


# --- every game, both languages ------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_axe_finds_nothing_wrong_with_the_editor_of_any_game(
    reader: NewReader, game: Game[Any]
) -> None:
    """Every other game is opened on a phone, with dark colours, in Portuguese."""
    phone = GAMES.index(game) % 2 == 1
    theme, language, viewport = ("dark", "pt", PHONE) if phone else ("light", "en", DESKTOP)
    page = reader(cookies={"theme": theme, "lang": language}, viewport=viewport).page
    opened(page, f"/edit/{game.id}")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator(".editor-options summary").click()
    assert violations(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= viewport["width"], "it scrolls sideways"


def test_the_editor_speaks_portuguese(reader: NewReader) -> None:
    page = opened(reader(locale="pt").page, TINY)
    expect(page.get_by_role("heading", name="Editor de posições: Squex")).to_be_visible()
    page.locator("#text").fill("x2/1x1/2x 2/2 o 1")
    expect(page.locator("#verdict")).to_contain_text("octógonos")
