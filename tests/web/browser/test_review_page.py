"""Reviews in real browsers: by mouse, touch and keyboard, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from waiting import wait_for
from web.browser.readers import PHONE, PHONE_TOUCH, NewReader, violations
from web.browser.touching import at, click, expect_touchable, press, tap
from web.serving import Browser, Served

START = "rows=4&columns=4&position=1ox1/o2o/2ox/2xx+o2/2o/2x+x+1"  # only c2 wins, at once
MISSED = f"/review/line/squex?{START}&moves=a1"
WON = "squex rows=4 columns=4 | 1ox1/o2o/2ox/2xx o2/2o/2x x 1"


def reviewing(reader: NewReader, address: str = MISSED, **settings: Any) -> Page:
    """A page with a complete review."""
    page = reader(**settings).page
    page.goto(address)
    expect(page.locator("#progress")).to_be_hidden()
    return page


def at_moment(reader: NewReader, **settings: Any) -> Page:
    """A page that shows the missed win as a task."""
    page = reviewing(reader, **settings)
    page.locator("#go-on").click()
    expect(page.locator('[data-do="answer"]')).to_be_visible()
    expect_touchable(page, "c2")
    return page


def over(browser: Browser, game: str = "squex rows=3 columns=3", move: str = "b2") -> str:
    """A finished game against the computer."""
    game_id = browser.opens(game, "me", "level:1", name="Ana")
    browser.does(game_id, "move", move=move)
    wait_for(lambda: browser.sees(game_id)["can"]["move"])
    browser.does(game_id, "resign")
    return game_id


# --- moments -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("touch", "settings"),
    [(click, {}), (tap, PHONE_TOUCH), (press, {})],
    ids=["mouse", "touch", "keyboard"],
)
def test_a_better_move_is_looked_for_before_the_answer(
    reader: NewReader, touch: Any, settings: dict[str, Any]
) -> None:
    page = at_moment(reader, **settings)
    told, reason = page.locator("#words"), page.locator("#reason")
    expect(told).to_contain_text("Missed win")
    expect(told).to_contain_text("Blue played a1. Find a better move.")
    touch(page, "a1")
    expect(reason).to_have_text("a1 is the move that was played. Find a better one.")
    touch(page, "a3")
    expect(reason).to_have_text("a3 is no better than a1. Try again.")
    touch(page, "c2")
    expect(told).to_contain_text("Correct: c2 is better.")
    expect(told).to_contain_text("Better was c2")
    expect(page.locator("#line button")).to_have_text(["c2"])
    page.locator("#words").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#line [aria-current]")).to_have_text("c2")


def assert_nothing_given_away(page: Page) -> None:
    expect(page.locator("#graph")).to_be_hidden()
    expect(page.locator("#moments")).to_be_hidden()
    expect(page.locator("#line button")).to_have_count(0)
    expect(page.locator(".study-layer > *")).to_have_count(0)
    assert "c2" not in page.locator("#words").inner_text()


def test_nothing_is_given_away_before_it_is_asked_for(reader: NewReader) -> None:
    page = reviewing(reader)
    assert_nothing_given_away(page)
    page.locator("#go-on").click()
    expect(page.locator("#place")).to_have_text("Move to improve 1 of 1")
    assert_nothing_given_away(page)


def test_a_hint_shows_a_place_and_the_answer_the_line(reader: NewReader) -> None:
    page = at_moment(reader)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#words")).to_contain_text("in the marked part of the board")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#words")).to_contain_text("Hint: the move starts at c2.")
    expect(page.locator(".study-layer .figure.drawn")).to_have_count(1)
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".study-layer .badge text")).to_have_text(["1"])
    expect(page.locator("#words")).to_contain_text("Better was c2")


def test_the_answer_comes_with_reasons_that_are_drawn_on_the_board(reader: NewReader) -> None:
    page = at_moment(reader)
    expect(page.locator("#reasons li")).to_have_count(0)
    page.get_by_role("button", name="Answer").click()
    bad, good = (page.locator("#reasons button").nth(i) for i in range(2))
    expect(bad).to_contain_text("a1 loses by force, for example a1 c2")
    expect(good).to_have_text("c2 wins at once")
    bad.click()
    expect(bad).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".study-layer .badge text")).to_have_text(["5", "4", "3", "2", "1"])
    good.click()
    expect(bad).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".study-layer .badge text")).to_have_text(["1"])
    assert violations(page) == []
    page.get_by_role("button", name="Summary and graph").click()
    expect(page.locator("#reasons li")).to_have_count(0)


def test_the_summary_has_words_a_graph_and_all_moments(reader: NewReader) -> None:
    page = reviewing(reader)
    page.get_by_role("button", name="Summary and graph").click()
    expect(page.locator("#words")).to_contain_text("Blue: accuracy 0 %.")
    expect(page.locator("#graph .graph-line")).to_be_attached()
    page.locator("#graph").click(position={"x": 2, "y": 20})
    expect(page.locator('[data-do="previous"]')).to_be_disabled()
    page.locator("#moments button").first.click()
    expect(page.locator("#place")).to_contain_text("Move to improve 1 of")
    expect(page.locator("#graph")).to_be_hidden()


def test_it_is_tried_again_from_here_against_a_level(reader: NewReader, site: Served) -> None:
    page = at_moment(reader)
    page.get_by_role("button", name="Answer").click()
    page.get_by_role("button", name="Try again from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Blue")).to_be_checked()
    dialog.get_by_role("combobox").select_option("level:1")
    dialog.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/g/*")
    expect_touchable(page, "c2")
    click(page, "c2")
    expect(page.get_by_role("heading", name="You won")).to_be_visible()


def missed_by_both(ana: Browser, rui: Browser) -> str:
    """A game in which both players missed a win, and the first resigned."""
    seats = [{"who": "me"}, {"who": "open"}]
    order = {"game": WON, "moves": ["a1", "d1", "a3"], "seats": seats}
    game_id: str = ana.post("games", json=order).json()["id"]
    ana.invites(game_id, rui)
    ana.does(game_id, "resign")
    return game_id


@pytest.mark.parametrize(
    ("touch", "settings"),
    [
        (lambda choice: choice.click(), {}),
        (lambda choice: choice.tap(), PHONE_TOUCH),
        (lambda choice: choice.press("Space"), {}),
    ],
    ids=["mouse", "touch", "keyboard"],
)
def test_one_keeps_to_the_moments_of_the_side_one_played(
    reader: NewReader, site: Served, touch: Any, settings: dict[str, Any]
) -> None:
    ana = site.browser()
    address = f"/review/game/{missed_by_both(ana, site.browser())}"
    page = reviewing(reader, address, cookies=dict(ana.cookies), **settings)
    expect(page.get_by_label("My moves")).to_be_checked()
    page.get_by_role("button", name="Summary and graph").click()
    moments = page.locator("#moments button")
    expect(moments.filter(has_text="You")).not_to_have_count(0)
    expect(moments.filter(has_text="Rui")).to_have_count(0)
    touch(page.get_by_label("All players"))
    expect(moments.filter(has_text="Rui")).not_to_have_count(0)
    touch(page.get_by_label("My moves"))
    expect(moments.filter(has_text="Rui")).to_have_count(0)


def test_the_side_one_played_is_at_the_bottom_and_called_you(
    reader: NewReader, site: Served
) -> None:
    someone, browser = reader(), site.browser()
    game_id = over(browser, "eigenstate", "c1c2")
    someone.context.add_cookies(
        [{"name": "tabuleiro", "value": browser.cookies["tabuleiro"], "url": site.address}]
    )
    someone.page.goto(f"/review/game/{game_id}")
    assert at(someone.page, "a1")[1] > at(someone.page, "a6")[1]
    expect(someone.page).to_have_title(re.compile("Eigenstate: You – Level 1"))
    expect(someone.page.locator(".exercise-more .note")).to_contain_text("You – Level 1")


def test_who_did_not_play_sees_the_moments_of_all(reader: NewReader, site: Served) -> None:
    address = f"/review/game/{missed_by_both(site.browser(), site.browser())}"
    page = reviewing(reader, address)
    expect(page.get_by_label("My moves")).to_be_hidden()
    page.get_by_role("button", name="Summary and graph").click()
    expect(page.locator("#moments button").filter(has_text="Rui")).not_to_have_count(0)


def test_a_review_ends_when_its_page_is_left(reader: NewReader, site: Served) -> None:
    pool = site.app.state.services.pool
    pool.hold_back = True
    try:
        page = reader().page
        page.goto(MISSED)
        wait_for(lambda: pool.held)
        ((_, future),) = pool.held
        page.goto("about:blank")
        wait_for(future.cancelled)
    finally:
        pool.hold_back = False
        pool.held.clear()


# --- which games ---------------------------------------------------------------------------


def test_a_game_that_is_over_leads_to_its_review(reader: NewReader, site: Served) -> None:
    page = reader().page
    page.goto(f"/g/{over(site.browser())}")
    page.get_by_role("link", name="Review", exact=True).click()
    page.wait_for_url("**/review/game/*")
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#words")).to_contain_text("Analysis finished.")


# --- for everybody -------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_reviews_speak_portuguese_and_are_accessible(reader: NewReader, theme: str) -> None:
    page = at_moment(reader, cookies={"lang": "pt", "theme": theme}, viewport=PHONE)
    expect(page.locator("#words")).to_contain_text("Azul jogou a1. Encontre uma jogada melhor")
    assert violations(page) == []
    page.locator('[data-do="answer"]').click()
    page.locator('[data-do="summary"]').click()
    expect(page.locator("#graph")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
