"""The study board in real browsers: by mouse, touch and keyboard, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tabuleiro.analysis.explorer import explorer_path
from tabuleiro.analysis.explorer_builder import build
from tabuleiro.core.game import Game
from tabuleiro.games import start
from waiting import wait_for
from web.browser.readers import (
    DESKTOP,
    PHONE,
    PHONE_TOUCH,
    NewReader,
    hold_back,
    violations,
    wait_for_held,
)
from web.browser.touching import at
from web.serving import Browser, Served

TABLET = {"width": 768, "height": 1024}
SMALL = "/study/line/squex?rows=6&columns=6"


def studying(reader: NewReader, address: str = SMALL, **settings: Any) -> Page:
    """The page of a study, ready for input."""
    page = reader(**settings).page
    page.goto(address)
    page.locator("button[data-site]").first.wait_for(state="attached")
    expect_position(page)
    return page


def click(page: Page, *sites: str) -> None:
    """Makes moves of one touch each."""
    for site in sites:
        expect_position(page)
        page.mouse.click(*at(page, site))
        expect(current(page)).to_have_text(re.compile(f"^{site}"))
    expect_position(page)


def expect_position(page: Page) -> None:
    """Wait until the board shows the position that is selected in the tree."""
    expect(page.locator('#board[aria-busy="false"]')).to_be_attached()


def current(page: Page) -> Locator:
    return page.locator("#tree [aria-current]")


def expect_moves(page: Page, moves: list[str]) -> None:
    expect(page.locator("#tree .move")).to_have_text(moves)


def candidates(page: Page) -> Locator:
    return page.locator("#candidates .candidate-row")


def expect_analysed(page: Page, count: int = 3) -> None:
    """Wait until the analysis of the position is finished, with this many candidate moves."""
    expect(candidates(page)).to_have_count(count)
    expect(page.locator("#analysis")).not_to_have_class(re.compile("thinking"))


def saved(page: Page) -> str:
    """Saves a study; returns its address."""
    page.get_by_role("button", name=re.compile("^(Save|Save a copy)$")).first.click()
    expect(page.locator("#save-status")).to_have_text("Saved")
    page.wait_for_url(re.compile("/study/[^/?]+$"))
    return page.url


# --- moves ---------------------------------------------------------------------------------


def test_own_moves_make_variations_and_the_analysis_follows(reader: NewReader) -> None:
    page = studying(reader)
    expect_analysed(page)
    click(page, "b2", "c3")
    expect_analysed(page)
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_text("b2")
    click(page, "a1", "d4")
    expect_moves(page, ["b2", "c3", "a1", "d4"])
    expect(page.locator("#tree .variation .move")).to_have_text(["a1", "d4"])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(current(page)).to_have_text("c3")
    page.keyboard.press("ArrowDown")
    expect(current(page)).to_have_text("a1")
    page.keyboard.press("End")
    expect(current(page)).to_have_text("d4")
    page.keyboard.press("Home")
    expect(current(page)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_have_text("c3")


def test_a_move_of_every_game_is_made_and_analysed(reader: NewReader, game: Game[Any]) -> None:
    page = studying(reader, f"/study/line/{game.id}")
    expect(candidates(page).first).to_be_visible()
    candidates(page).first.click()
    line = page.locator("#candidates .candidate-line button:visible")
    expected = line.first.inner_text()
    line.first.click()
    expect(current(page)).to_have_text(expected)
    expect(candidates(page).first).to_be_visible()
    expect(page.locator(".study-layer .chip, [data-worth]")).not_to_have_count(0)


def test_candidates_are_drawn_with_what_they_are_worth_and_lines_in_order(
    reader: NewReader,
) -> None:
    page = studying(reader)
    expect(page.locator(".study-layer .chip.candidate")).to_have_count(3)
    best = candidates(page).first
    worth = re.search(r"(\d+)[.,]\d %", best.inner_text())
    assert worth
    written = int(page.locator(".study-layer .chip.best text").text_content() or "")
    assert abs(written - int(worth[1])) <= 1
    expect(best).to_contain_text("of the search")
    expect(page.locator("#evaluation")).to_have_attribute(
        "aria-label", re.compile(r"Blue expects \d+ %; Orange expects \d+ %")
    )
    best.click()
    expect(best).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".study-layer .badge text").first).to_be_visible()
    buttons = page.locator("#candidates .candidate-line button:visible")
    line = buttons.all_inner_texts()[:2]
    buttons.nth(1).click()
    expect_moves(page, line)


def test_a_proved_result_is_shown_as_proved(reader: NewReader) -> None:
    query = "rows=3&columns=3&position=1x1/oxo/3+2/2+x+1"
    page = studying(reader, f"/study/line/squex?{query}")
    expect(candidates(page).first).to_contain_text("wins within 1 move")
    expect(page.locator("#candidates .proved").first).to_be_visible()
    expect(page.locator("#evaluation.proved")).to_have_attribute("aria-label", re.compile("proved"))
    click(page, page.locator("#candidates .candidate-move").first.inner_text())
    expect(page.locator("#analysis-note")).to_have_text("The game is over here.")
    expect(page.locator("#evaluation.proved")).to_have_attribute(
        "aria-label", re.compile("Blue expects 100 %")
    )


def test_a_selected_candidate_has_reasons_that_are_drawn_on_the_board(reader: NewReader) -> None:
    query = "rows=4&columns=4&position=1o2/o3/2ox/2xx+o2/3/2x+x+1"
    page = studying(reader, f"/study/line/squex?{query}")
    expect(page.locator(".candidates .reasons:visible")).to_have_count(0)
    row = page.locator(".candidates > li", has_text="b2").first
    row.locator(".candidate-row").click()
    reason = row.locator(".reasons button").first
    expect(reason).to_contain_text("b2 wins by force, for example b2")
    expect(row.locator(".reasons button").nth(1)).to_have_text("No other move wins")
    row.locator(".reasons button").nth(1).click()
    expect(page.locator(".study-layer .badge text")).to_have_text(["1"])
    assert violations(page) == []
    click(page, "b2")
    expect(page.locator(".candidates .reasons:visible")).to_have_count(0)


def test_the_graph_leads_to_a_move_and_the_board_is_turned(reader: NewReader) -> None:
    page = studying(reader)
    expect_analysed(page)
    click(page, "b2")
    expect_analysed(page)
    graph = page.locator("#graph")
    expect(graph).to_be_visible()
    graph.click(position={"x": 2, "y": 10})
    expect(current(page)).to_have_count(0)
    before = at(page, "a1")
    page.get_by_role("button", name="Flip").click()
    wait_for(lambda: at(page, "a1") != before)


def test_why_a_place_cannot_be_touched_is_said_in_words(reader: NewReader) -> None:
    page = studying(reader)
    click(page, "b2")
    page.mouse.click(*at(page, "b2"))
    expect(page.locator("#reason")).to_contain_text("b2 already holds")


def test_a_position_is_asked_for_once_when_the_touch_begins(reader: NewReader) -> None:
    page = studying(reader)
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(re.findall("/positions$", request.url)))
    page.mouse.move(*at(page, "b2"))
    with page.expect_response(re.compile("/positions$")):
        page.mouse.down()
    expect_moves(page, [])
    page.mouse.up()
    expect_moves(page, ["b2"])
    expect_position(page)
    assert len(asked) == 1


def test_the_analysis_is_switched_off_and_stays_off(reader: NewReader) -> None:
    page = studying(reader)
    expect_analysed(page)
    page.get_by_role("button", name="Analyse").click()
    expect(candidates(page)).to_have_count(0)
    expect(page.locator("#analysis-note")).to_have_text("Analysis is off.")
    page.reload()
    click(page, "b2")
    expect(page.locator("#analysis-note")).to_have_text("Analysis is off.")
    expect(candidates(page)).to_have_count(0)
    page.get_by_role("button", name="Analyse").click()
    expect_analysed(page)


HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_analysis_rests_while_nobody_looks_at_the_page(reader: NewReader, site: Served) -> None:
    pool = site.app.state.services.pool
    pool.hold_back = True
    try:
        page = studying(reader)
        wait_for(lambda: pool.held)
        ((_, before),) = pool.held
        page.evaluate(HIDE, True)
        expect(page.locator("#analysis-note")).to_have_text("Paused while the page is hidden.")
        wait_for(before.cancelled)
        page.evaluate(HIDE, False)
        wait_for(lambda: len(pool.held) == 2)
        _, (_, after) = pool.held
        page.goto("about:blank")
        wait_for(after.cancelled)
    finally:
        pool.hold_back = False
        pool.held.clear()


# --- remarks -------------------------------------------------------------------------------


def test_comments_signs_and_marks_are_kept_in_the_record(reader: NewReader, site: Served) -> None:
    page = studying(reader)
    click(page, "b2")
    expect_analysed(page)
    page.locator("#comment").fill("the <b>middle</b>")
    page.get_by_role("button", name="interesting move").click()
    page.get_by_role("button", name="Marks").click()
    for place in ("c3", "c3", "a1", "b2"):
        page.mouse.click(*at(page, place))
    expect(page.locator(".study-layer .drawn")).to_have_count(2)
    expect(current(page)).to_have_text("b2!?")
    expect(page.locator("#tree .move-comment")).to_have_text("the <b>middle</b>")
    study = saved(page).rpartition("/")[2]
    record = page.request.get(f"/api/v1/studies/{study}").json()["record"]
    assert record["plies"][0]["comment"] == "!? [c3] [a1 b2] the <b>middle</b>"
    text = page.request.get(f"/api/v1/studies/{study}/record").text()
    assert "{[%value" in text and "!? [c3] [a1 b2] the <b>middle</b>}" in text.replace("\n", " ")
    page.reload()
    page.locator("#tree .move").click()
    expect(page.locator(".study-layer .drawn")).to_have_count(2)


def test_a_record_with_variations_of_variations_stays_what_it_is(
    reader: NewReader, site: Served
) -> None:
    inner = [{"move": "c4", "before": "or so"}, {"move": "a2"}]
    other = [{"move": "a1", "variations": [inner]}, {"move": "b3", "comment": "? [a1 b3]"}]
    record = {
        "version": 1,
        "game": "squex rows=4 columns=4",
        "start": "4/4/4/4 3/3/3 x 1",
        "players": ["Ana", "Rui"],
        "result": "p2win",
        "headers": {"Ending": "resignation", "Event": "<script>"},
        "comment": "at first",
        "plies": [{"move": "b2", "clock": 60.5}, {"move": "c3", "variations": [other]}],
    }
    ana = site.browser()
    study = ana.post("studies", json={"record": record}).json()["id"]
    page = studying(reader, f"/study/{study}", cookies=dict(ana.cookies))
    expect_moves(page, ["b2", "c3", "a1", "b3?", "c4", "a2"])
    page.locator("#tree .move").first.click()
    page.locator("#comment").fill("now")
    expect(page.locator("#save-status")).to_have_text("Saved")
    kept = ana.get(f"studies/{study}").json()["record"]
    for ply in (kept["plies"][0], *kept["plies"][1]["variations"][0]):
        ply.pop("value", None)
    assert kept["plies"][0].pop("comment") == "now"
    kept["plies"][1].pop("value", None)
    flat = [{"move": "a1"}, {"move": "b3", "comment": "? [a1 b3]"}]
    record["plies"] = [
        {"move": "b2", "clock": 60.5},
        {"move": "c3", "variations": [flat, inner]},
    ]
    assert kept == record, "variations of the first move of a variation stand beside it"


def test_variations_become_the_main_line_and_lines_are_deleted(reader: NewReader) -> None:
    page = studying(reader)
    click(page, "b2", "c3")
    page.keyboard.press("ArrowLeft")
    click(page, "a1")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Make main line").click()
    expect_moves(page, ["b2", "a1", "c3"])
    page.get_by_role("button", name="Delete from here").click()
    page.get_by_role("button", name="Yes").click()
    expect_moves(page, ["b2", "c3"])
    expect(current(page)).to_have_text("b2")


# --- keeping -------------------------------------------------------------------------------


def test_a_study_is_private_until_it_is_shared_and_others_change_nothing(
    reader: NewReader, site: Served
) -> None:
    page = studying(reader)
    click(page, "b2")
    page.reload()
    expect(page.locator("#tree .move")).to_have_text("b2")  # not saved, and not lost
    address = saved(page)
    click(page, "c3")
    expect(page.locator("#save-status")).to_have_text("Saved")
    with site.browser() as stranger:
        assert stranger.get(address, headers={"Accept": "text/html"}).status_code == 404
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("#study-title").fill("<i>Openings</i>")
    page.get_by_role("button", name="Create a public link").click()
    link = page.locator("#link")
    expect(link).to_have_value(re.compile("/shared/"))
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#title")).to_have_text("<i>Openings</i>")

    other = studying(reader, link.input_value())
    expect_moves(other, ["b2", "c3"])
    expect(other.locator("#title")).to_have_text("<i>Openings</i>")
    click(other, "a1")
    copied = saved(other)
    assert copied != address
    page.goto("/study")
    mine = page.get_by_role("region", name="Your studies").locator(".row")
    expect(mine.locator("strong")).to_have_text("<i>Openings</i>")
    mine.locator("a").click()
    page.locator("#tree .move").first.wait_for()
    expect_moves(page, ["b2", "c3"])
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Delete the study").click()
    page.get_by_role("button", name="Yes").click()
    page.wait_for_url("**/study")
    expect(page.get_by_role("heading", name="Your studies")).to_be_visible()
    expect(mine).to_have_count(0)


def test_a_study_that_was_changed_elsewhere_is_not_overwritten(reader: NewReader) -> None:
    someone = reader()
    page = someone.page
    page.goto(SMALL)
    click(page, "b2")
    address = saved(page)
    second = someone.new_page()
    second.goto(address)
    second.locator("#tree .move").wait_for()
    click(second, "a1")
    expect(second.locator("#save-status")).to_have_text("Saved")
    click(page, "c3")
    expect(page.locator("#reason")).to_contain_text("changed elsewhere")
    someone.complaints.clear()  # the refusal is in the console


# --- ways there and on ---------------------------------------------------------------------


def over(browser: Browser) -> str:
    """A finished game against the computer."""
    game_id = browser.opens("squex rows=4 columns=4", "me", "level:1", name="Ana")
    browser.does(game_id, "move", move="b2")
    wait_for(lambda: browser.sees(game_id)["can"]["move"])
    browser.does(game_id, "resign")
    return game_id


def test_a_game_that_is_over_leads_to_its_study_and_on_to_another(
    reader: NewReader, site: Served
) -> None:
    game_id = over(site.browser())
    page = reader().page
    page.goto(f"/g/{game_id}")
    page.get_by_role("link", name="Study", exact=True).last.click()
    expect(page.locator("#tree .move")).to_have_count(2)
    page.locator("#tree .move").first.click()
    expect(current(page)).to_have_text("b2")
    page.get_by_role("button", name="Play from here").click()
    expect(page.get_by_role("radio", name="Orange")).to_be_checked()
    page.locator("#opponent").select_option("level:2")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("#moves button").first).to_have_text("b2")
    expect(page.locator("#below")).to_contain_text("You")


def back_before_the_answer(reader: NewReader) -> tuple[Page, Route]:
    """A study one move before its end, while the request for its position is held back."""
    page = reader().page
    held = hold_back(page, "**/positions")  # before there are requests that it might miss
    page.goto(f"{SMALL}&moves=b2+c3")
    wait_for_held(page, held)
    held.pop().continue_()
    expect(current(page)).to_have_text("c3")
    expect_position(page)
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_text("b2")
    wait_for_held(page, held)
    return page, held.pop()


def test_who_plays_on_is_to_move_though_the_position_comes_late(reader: NewReader) -> None:
    page, answer = back_before_the_answer(reader)
    page.get_by_role("button", name="Play from here").click()
    answer.continue_()
    expect(page.get_by_role("radio", name="Orange")).to_be_checked()


def test_a_touch_means_nothing_while_the_board_shows_another_position(reader: NewReader) -> None:
    page, answer = back_before_the_answer(reader)
    page.mouse.click(*at(page, "a1"))
    answer.continue_()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect_moves(page, ["b2", "c3"])


def test_a_position_is_played_on_with_a_friend(reader: NewReader) -> None:
    page = studying(reader)
    click(page, "b2")
    page.get_by_role("button", name="Play from here").click()
    page.locator("#opponent").select_option("friend")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("#notice").get_by_role("textbox")).to_have_count(1)


def test_a_game_between_people_is_studied_only_when_it_is_over(
    reader: NewReader, site: Served
) -> None:
    ana, rui = site.browser(), site.browser()
    game_id = ana.opens("squex rows=5 columns=5", "me", "open")
    ana.invites(game_id, rui)
    ana.does(game_id, "move", move="b2")
    someone = reader()
    answer = someone.page.goto(f"/study/game/{game_id}")
    assert answer and answer.status == 403
    expect(someone.page.locator("main")).to_contain_text("when it is over")
    someone.page.goto("/study/line/squex?rows=5&columns=5&moves=b2")
    note = someone.page.locator("#analysis-note")
    expect(note).to_contain_text("people are playing now")
    someone.complaints.clear()  # both refusals are in the console


# --- by touch, by keys, in Portuguese ------------------------------------------------------


def test_a_study_by_touch_on_a_phone(reader: NewReader) -> None:
    page = studying(reader, **PHONE_TOUCH)
    page.touchscreen.tap(*at(page, "b2"))
    expect(current(page)).to_have_text("b2")
    page.get_by_role("button", name="Previous move").tap()
    expect(current(page)).to_have_count(0)
    page.get_by_role("button", name="Next move").tap()
    expect(current(page)).to_have_text("b2")
    expect_analysed(page)
    candidates(page).nth(1).tap()
    page.locator("#candidates .candidate-line button:visible").first.tap()
    expect(page.locator("#tree .move")).to_have_count(2)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide == PHONE["width"]


def test_a_study_by_keys_alone(reader: NewReader) -> None:
    page = studying(reader)
    page.locator('button[data-site][tabindex="0"]').focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    expect(page.locator("#tree .move")).to_have_count(1)
    page.keyboard.press("ArrowLeft")  # walks over the board
    expect(current(page)).to_have_count(1)
    expect_analysed(page)
    candidates(page).first.focus()
    page.keyboard.press("Enter")
    expect(candidates(page).first).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#tree .move")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tree .move").first).to_have_attribute("aria-current", "true")


def test_a_study_in_portuguese(reader: NewReader) -> None:
    page = studying(reader, cookies={"lang": "pt"})
    expect(page.get_by_role("heading", name="Estudo de Squex")).to_be_visible()
    expect(candidates(page).first).to_contain_text("da pesquisa")
    page.get_by_role("button", name="Guardar").first.click()
    expect(page.locator("#save-status")).to_have_text("Guardado")
    page.goto("/study")
    expect(page.get_by_role("heading", name="Os seus estudos")).to_be_visible()


# --- the opening explorer ------------------------------------------------------------------


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The site has an explorer for small boards."""
    monkeypatch.setenv("TABULEIRO_EXPLORER", str(tmp_path))
    small = start("squex rows=6 columns=6")
    list(build(explorer_path(small), small, 60, nodes=8))


@pytest.mark.usefixtures("explored")
def test_a_move_of_the_explorer_is_played_with_a_click(reader: NewReader) -> None:
    page = studying(reader)
    rows = page.locator("#explored .candidate-row")
    expect(page.locator("#explored-note")).to_contain_text("The explorer has 60 positions")
    first = rows.first.locator(".candidate-move").inner_text().split()[0]
    rows.first.click()
    expect(current(page)).to_have_text(first)
    expect_position(page)
    second = rows.first
    expect(second.locator(".candidate-move")).not_to_have_text(re.compile(f"^{first}"))
    second.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tree .move")).to_have_count(2)
    page.locator("#explorer summary").click()
    page.reload()
    expect(page.locator("#explorer:not([open])")).to_be_visible()


def test_without_data_there_is_no_explorer(reader: NewReader) -> None:
    page = studying(reader)
    expect(page.locator("#explorer")).to_have_count(0)


@pytest.mark.usefixtures("explored")
@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
def test_the_explorer_can_be_used_by_everybody(
    reader: NewReader, size: dict[str, int], theme: str, language: str
) -> None:
    page = studying(reader, viewport=size, cookies={"theme": theme, "lang": language})
    expect(page.locator("#explored .candidate-row").first).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


@pytest.mark.parametrize(
    ("size", "theme"),
    [(PHONE, "light"), (TABLET, "dark"), (DESKTOP, "light")],
    ids=["phone", "tablet", "desktop"],
)
def test_the_pages_can_be_used_by_everybody(
    reader: NewReader, size: dict[str, int], theme: str
) -> None:
    page = studying(reader, viewport=size, cookies={"theme": theme})
    click(page, "b2")
    page.locator("#comment").fill("a comment")
    expect_analysed(page)
    candidates(page).first.click()
    assert violations(page) == []
    page.get_by_role("button", name="More", exact=True).click()
    assert violations(page) == []
    page.goto("/study")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
