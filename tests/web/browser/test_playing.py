"""The page of a game: what to do is said, everything fits the window, opponents can be followed."""

from __future__ import annotations

import re
from functools import partial
from itertools import accumulate, groupby
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from games.test_instructions import PHASES
from tabuleiro.core.position import Position
from tabuleiro.games import games, start
from waiting import wait_for
from web.browser.readers import PHONE_TOUCH, NewReader, Reader, hold_back, wait_for_held
from web.browser.touching import at, click, expect_touchable, tap
from web.every_page import HALFWAY, halfway
from web.serving import Browser, Served
from web.short_games import random_game

SIZES = ((360, 740), (768, 1024), (1366, 650), (1280, 600), (740, 360), (720, 450))
BESIDE = {size for size in SIZES if size[0] > size[1]}
"""Windows in which the whole board is beside its controls."""
UPRIGHT: ViewportSize = {"width": 360, "height": 740}
ON_ITS_SIDE: ViewportSize = {"width": 740, "height": 360}
FOUR = ("me", "level:1", "level:1", "level:1")
LARGE = {
    "squex rows=15 columns=15": ("me", "level:1"),
    "control_v size=14 players=4": FOUR,
    "control_v players=4 quarter-turns=on": FOUR,
}
PLAYED = {**dict.fromkeys(games(), ("me", "level:1")), **LARGE}

OUTSIDE = """(beside) => {
  const bar = document.querySelector(".actions").getBoundingClientRect();
  const boxes = (query) => [...document.querySelectorAll(query)]
    .filter((one) => one.getClientRects().length)
    .map((one) => [query, one.getBoundingClientRect()]);
  const shown = ["#task", "#status", ".why", ".notice-card .button"];
  const always = [...shown, ".actions .button"];
  const outside = ([, { left, top, right, bottom }]) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const behind = ([, box]) => box.bottom > bar.top + 1 && box.top < bar.bottom
    && box.right > bar.left && box.left < bar.right;
  const parts = beside ? [...always, ".board-stage", ".player", ".supply-site"] : always;
  return [
    ...parts.flatMap(boxes).filter(outside).map(([name]) => `${name} is outside`),
    ...shown.flatMap(boxes).filter(behind).map(([name]) => `${name} is hidden`),
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : []),
    ...(boxes("g.entry > *, #game.over").length ? [] : ["what can be touched is not shown"]),
  ];
}"""
"""What is not where it can be seen."""


def shown(
    someone: Reader, site: Served, game: str, *seats: str, **more: Any
) -> tuple[Browser, str]:
    """A half-finished game that a reader looks at."""
    browser = site.browser()
    game_id = halfway(browser, game, *seats, **more)
    look_as(someone, site, browser, game_id)
    return browser, game_id


def look_as(someone: Reader, site: Served, browser: Browser, game_id: str) -> None:
    """A reader looks at a game, as the person with this browser."""
    secret = browser.cookies["tabuleiro"]
    someone.context.add_cookies([{"name": "tabuleiro", "value": secret, "url": site.address}])
    someone.page.goto(f"/g/{game_id}")


def expect_to_fit(page: Page) -> None:
    """Everything can be seen without scrolling, in windows of every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        faults = page.evaluate(OUTSIDE, (width, height) in BESIDE)
        assert faults == [], f"{width} x {height}"


@pytest.mark.parametrize("game", PLAYED)
def test_what_to_do_and_all_buttons_are_in_the_window(
    reader: NewReader, site: Served, game: str
) -> None:
    someone = reader()
    browser, game_id = shown(someone, site, game, *PLAYED[game], control="90+30")
    page = someone.page
    expect(page.locator("#task")).not_to_be_empty()
    expect(page.locator("#status")).not_to_be_empty()
    expect_to_fit(page)
    browser.does(game_id, "resign")
    page.locator("#game.over").wait_for()
    expect(page.locator(".why")).not_to_be_empty()
    expect_to_fit(page)
    someone.context.add_cookies([{"name": "lang", "value": "pt", "url": site.address}])
    page.reload()
    page.locator("#game.over").wait_for()
    expect_to_fit(page)


@pytest.mark.parametrize(("game", "moves", "told"), PHASES)
def test_what_to_do_is_in_the_window_in_every_phase(
    reader: NewReader, site: Served, game: str, moves: str, told: str
) -> None:
    someone, browser = reader(), site.browser()
    game_id = browser.opens(game, "me", "me")
    if browser.sees(game_id)["layout"]:
        browser.does(game_id, "layout", agrees=True)
    for move in moves.split():
        browser.does(game_id, "move", move=move)
    look_as(someone, site, browser, game_id)
    page = someone.page
    expect(page.locator("#task")).to_contain_text(told, ignore_case=True)
    expect_to_fit(page)
    state = browser.sees(game_id)
    first = state["choices"]["steps"][0][0]
    page.locator(f'button[data-site="{first}"]').press("Enter")
    if any(way == [0] for _, way in state["choices"]["moves"]):
        expect(page.locator("#moves button")).to_have_count(len(state["moves"]) + 1)
    else:
        expect(page.locator("#task")).to_contain_text(state["task"][1], ignore_case=True)
    expect_to_fit(page)


COVERED = """() => {
  const box = (element) => element.getBoundingClientRect();
  const task = box(document.querySelector("#task"));
  return [...document.querySelectorAll(".player, .board-stage, .notice-card:not([hidden])")]
    .filter((one) => box(one).top < task.bottom && task.top < box(one).bottom)
    .filter((one) => box(one).left < task.right && task.left < box(one).right)
    .map((one) => one.className);
}"""
"""What the line that says what to do lies on."""


def test_what_to_do_covers_nothing_while_the_opponent_asks_for_something(
    reader: NewReader, site: Served
) -> None:
    someone, ana, rui = reader(), site.browser(), site.browser()
    game_id = ana.opens("squex", "me", "open", name="Ana")
    ana.invites(game_id, rui)
    movers = (ana, rui) if ana.sees(game_id)["can"]["move"] else (rui, ana)
    for mover, move in zip(movers, ("d4", "e5"), strict=True):
        mover.does(game_id, "move", move=move)
    secret = movers[0].cookies["tabuleiro"]
    someone.context.add_cookies([{"name": "tabuleiro", "value": secret, "url": site.address}])
    page = someone.page
    page.goto(f"/g/{game_id}")
    movers[1].does(game_id, "takeback")
    page.get_by_role("button", name="Decline").wait_for()
    expect(page.locator("#task")).to_have_text("Place an octagon.")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == [], f"{width} x {height}"


@pytest.mark.parametrize("control", ["", "90+30"])
def test_the_turn_of_a_computer_is_shown_part_by_part_until_the_board_is_touched(
    reader: NewReader, site: Served, control: str
) -> None:
    someone = reader()
    someone.install_clock()
    browser, game_id = shown(someone, site, "eigenstate", "me", "level:1", control=control)
    page = someone.page
    expect(page.locator("g.entry").first).to_be_attached()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    finish_turn(browser, game_id)
    state = browser.sees(game_id)
    parts = [move["text"] for move in state["moves"] if move["seat"] == 1][-3:]
    listed = page.locator("#moves button")
    expect(listed).to_have_count(len(state["moves"]) - 2)
    page.clock.run_for(700)
    expect(listed).to_have_count(len(state["moves"]) - 1)
    expect(page.locator("#task")).to_contain_text(state["task"][0].capitalize())
    click(page, state["choices"]["steps"][state["choices"]["moves"][0][1][0]][0])
    expect(listed).to_have_count(len(state["moves"]))
    expect(page.locator("#task")).to_contain_text(state["task"][1].capitalize())
    pieces = {text.split(":")[0] for text in parts[1:]}
    for place in (parts[0][2:], *pieces):  # what the turn did stays described and marked
        expect(page.locator("#status")).to_contain_text(place)
    assert set(state["marked"]) >= {parts[0][2:], *parts[1:]}


def finish_turn(browser: Browser, game_id: str) -> None:
    """Make moves until the computer has had its turn."""
    made = before = 0
    while made <= before + 1:
        state = browser.sees(game_id)
        before = len(state["moves"])
        browser.does(game_id, "move", move=state["choices"]["moves"][0][0])
        wait_for(lambda: browser.sees(game_id)["can"]["move"])
        made = len(browser.sees(game_id)["moves"])


@pytest.mark.parametrize("game", HALFWAY)
def test_all_that_an_opponent_does_in_a_turn_is_shown_in_order_and_stays(
    reader: NewReader, site: Served, game: str
) -> None:
    someone, ana, rui = reader(), site.browser(), site.browser()
    someone.install_clock()
    begin = start(game)
    made, turn = long_turn(begin)
    game_id = ana.opens(begin.full_text, "me", "open", name="Ana")
    ana.invites(game_id, rui)
    for each in (ana, rui) if begin.game.refusable_start else ():
        each.does(game_id, "layout", agrees=True)
    for move in made:
        to_move(game_id, ana, rui).does(game_id, "move", move=move)
    mover = to_move(game_id, ana, rui)
    viewer = rui if mover is ana else ana
    look_as(someone, site, viewer, game_id)
    page, listed = someone.page, someone.page.locator("#moves button")
    expect(listed).to_have_count(len(made))
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    ends = set()
    for move in turn:
        mover.does(game_id, "move", move=move)
        ends.update(viewer.sees(game_id)["last"])
    for count in range(len(made) + 1, len(made) + len(turn)):
        expect(listed).to_have_count(count)
        page.clock.run_for(700)
    expect(listed).to_have_count(len(made) + len(turn))
    state = viewer.sees(game_id)
    for words in state["recent"]:
        expect(page.locator("#status")).to_contain_text(words, ignore_case=True)
    assert ends <= {*state["marked"], *state["last"]}


def long_turn(begin: Position) -> tuple[list[str], list[str]]:
    """The moves of a random game up to a turn of several moves, and those of this turn."""
    for seed in range(100):
        moves = random_game(begin, seed)
        positions = accumulate(moves, Position.play, initial=begin)
        played = zip((position.player for position in positions), moves, strict=False)
        made: list[str] = []
        for _, group in groupby(played, lambda each: each[0]):
            turn = [move for _, move in group]
            if made and 1 < len(turn) <= 4:
                return made, turn
            made += turn
    raise AssertionError("no player moves twice in a row")


def to_move(game_id: str, *browsers: Browser) -> Browser:
    """The browser of the player to move."""
    return next(each for each in browsers if each.sees(game_id)["can"]["move"])


@pytest.mark.parametrize("game", games())
def test_a_move_is_drawn_at_once_and_taken_back_with_the_reason_if_it_is_refused(
    reader: NewReader, site: Served, game: str
) -> None:
    someone = reader()
    browser, game_id = shown(someone, site, game, "me", "me")
    page = someone.page
    choices = browser.sees(game_id)["choices"]
    held = hold_back(page, "**/commands")
    *_, (_, way) = choices["moves"]
    for site_name in (choices["steps"][step][0] for step in way):
        page.locator(f'button[data-site="{site_name}"]').press("Enter")
    wait_for_held(page, held)
    page.locator("g.entry.sent").wait_for(state="attached")
    refuse(held[0])
    expect(page.locator("#reason")).to_have_text("The rules forbid it.")
    page.locator("g.entry:not(.sent)").wait_for(state="attached")
    someone.complaints.clear()  # browsers note the status of a command that is refused


def refuse(route: Route) -> None:
    error = {"code": "move", "message": "the rules forbid it"}
    route.fulfill(status=400, json={"error": error})


@pytest.mark.parametrize("game", HALFWAY)
def test_keys_and_buttons_go_through_the_moves_after_a_click_on_the_board(
    reader: NewReader, site: Served, game: str
) -> None:
    someone = reader()
    browser, game_id = shown(someone, site, game, "me", "me")
    page, past = someone.page, someone.page.locator("#past")
    state = browser.sees(game_id)
    click(page, state["choices"]["steps"][0][0])
    played = any(way == [0] for _, way in state["choices"]["moves"])
    expect(page.locator("#moves button")).to_have_count(len(state["moves"]) + played)
    for key, hidden in (("ArrowLeft", False), ("ArrowRight", True), ("Home", False), ("End", True)):
        page.keyboard.press(key)
        expect(past).to_be_visible(visible=not hidden)
    for label, hidden in (("Back", False), ("Forward", True), ("Start", False), ("End", True)):
        page.get_by_role("button", name=label, exact=True).click()
        expect(past).to_be_visible(visible=not hidden)
    page.keyboard.press("ArrowLeft")
    expect(past).to_be_visible()


def test_a_silent_connection_is_noticed(reader: NewReader, site: Served) -> None:
    someone = reader()
    someone.install_clock()
    shown(someone, site, "squex", "me", "level:1")
    someone.page.context.set_offline(True)
    someone.page.clock.run_for(10_000)
    expect(someone.page.locator("#connection")).to_be_visible()
    someone.page.context.set_offline(False)
    someone.complaints.clear()  # browsers note connections that fail


def test_the_banner_stays_while_a_waiting_move_is_sent_again(
    reader: NewReader, site: Served
) -> None:
    someone = reader()
    shown(someone, site, "squex", "me", "me")
    page, banner = someone.page, someone.page.locator("#connection")
    page.route("**/commands", lambda route: route.abort())
    click(page, "a1")
    expect(banner).to_contain_text("Your move will be sent")
    page.unroute("**/commands")
    held = hold_back(page, "**/commands")
    wait_for_held(page, held)
    expect(banner).to_contain_text("Your move will be sent")
    held[0].continue_()
    expect(banner).to_be_hidden()
    someone.complaints.clear()  # browsers note connections that fail


def test_spectators_are_told_so_and_have_no_field_for_moves(
    reader: NewReader, site: Served
) -> None:
    page = reader().page
    page.goto(f"/g/{site.browser().opens('squex', 'me', 'me', name='Ana')}")
    expect(page.locator("#task")).to_have_text("You are watching. Blue (Ana) to move.")
    expect(page.locator("#typed")).to_have_count(0)


def test_evaluations_appear_with_the_first_and_can_be_switched_off_and_squex_has_no_draws(
    reader: NewReader, site: Served
) -> None:
    someone = reader()
    shown(someone, site, "squex", "me", "level:1")
    page, bar = someone.page, someone.page.locator("#evaluation")
    expect(bar).to_be_hidden()
    room = page.locator("#board").bounding_box()
    hint = {"move": "a1", "line": ["a1"], "value": 0.6, "nodes": 1_000}
    page.route("**/hint", lambda route: route.fulfill(json=hint))
    page.get_by_role("button", name="Hint").click()
    expect(bar).to_be_visible()
    assert page.locator("#board").bounding_box() == room
    expect(page.get_by_role("button", name="Draw")).to_have_count(0)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Evaluation").click()
    expect(bar).to_be_hidden()
    page.reload()
    expect(bar).to_be_hidden()


def test_the_evaluation_of_an_earlier_position_is_shown_as_such(
    reader: NewReader, site: Served
) -> None:
    someone = reader()
    shown(someone, site, "squex", "me", "level:1")
    page, bar = someone.page, someone.page.locator("#evaluation")
    hint = {"move": "a1", "line": ["a1"], "value": 0.6, "nodes": 1_000}
    page.route("**/hint", lambda route: route.fulfill(json=hint))
    page.get_by_role("button", name="Hint").click()
    expect(bar).to_have_attribute("aria-label", re.compile("expects"))
    expect(bar).not_to_have_class(re.compile("expired"))
    page.locator("#typed").fill("a1")
    page.keyboard.press("Enter")
    expect(bar).to_have_class(re.compile("expired"))


@pytest.mark.parametrize(
    ("game", "move", "language", "words"),
    [
        ("lyngk", "claim-", "pt", "Dica: reivindicar o "),
        ("fuse", "", "en", "Hint: ring spot "),
    ],
)
def test_a_hint_says_where_to_touch_and_leaves_what_happened(
    reader: NewReader, site: Served, game: str, move: str, language: str, words: str
) -> None:
    someone, browser = reader(locale=language), site.browser()
    game_id = browser.opens(game, "level:1", "me")
    wait_for(lambda: browser.sees(game_id)["choices"])
    choices = browser.sees(game_id)["choices"]
    look_as(someone, site, browser, game_id)
    page, status = someone.page, someone.page.locator("#status")
    expect(status).not_to_be_empty()
    before = status.text_content() or ""
    text, steps = next(each for each in choices["moves"] if each[0].startswith(move))
    first = choices["steps"][steps[0]][0]
    hint = {"move": text, "line": [], "value": 0.6, "nodes": 1_000}
    page.route("**/hint", lambda route: route.fulfill(json=hint))
    page.locator("[data-do=hint]").click()
    expect(page.locator("#task")).to_contain_text(words)
    expect(status).to_have_text(before)
    if game == "lyngk":
        expect(page.locator(f"button[data-site='{first}']")).to_have_class(
            re.compile("marked-selected")
        )
    click(page, first)
    expect(page.locator("#task")).not_to_contain_text(words)


RESIZE = "(row, width) => { row.style.cssText = `width: ${width}px; flex: none`; }"
BEGINS_INSIDE = """(row, width) => {
  const move = row.querySelector("[aria-current]");
  const start = move.getBoundingClientRect().left - row.getBoundingClientRect().left;
  return -1 < start && start < width;
}"""


def test_a_move_that_is_wider_than_the_row_is_shown_from_its_beginning(
    reader: NewReader, site: Served
) -> None:
    someone = reader(viewport={"width": 360, "height": 740})
    shown(someone, site, "squex", "me", "me")
    row = someone.page.locator("#moves")
    for width in (20, 300, 20):
        row.evaluate(RESIZE, width)
        wait_for(partial(row.evaluate, BEGINS_INSIDE, width))


CUT_OFF = """() => [...document.querySelectorAll("#more, #more .button, #more select")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""
"""Parts of the dialog that are wider than their place."""


@pytest.mark.parametrize(("language", "more"), [("en", "More"), ("pt", "Mais")])
def test_what_opens_over_a_game_fits_a_phone(
    reader: NewReader, site: Served, language: str, more: str
) -> None:
    someone = reader(viewport={"width": 360, "height": 740}, locale=language)
    shown(someone, site, "squex", "me", "level:1")
    someone.page.get_by_role("button", name=more).click()
    assert someone.page.evaluate(CUT_OFF) == []


LONG = {
    "en": "You copy the block of 2 cells at d9 by a half turn about the crossing of axes f and o. "
    "The copy fills e3, e4. The copy is now part of a block of 4 cells.",
    "pt": "Copiou o bloco de 2 casas em d9 com meia volta em torno do cruzamento dos eixos f e o. "
    "A cópia ocupa e3, e4. A cópia faz agora parte de um bloco de 4 casas.",
}
"""What a move is described as, if much is to be said."""
CUT_SHORT = """(parts) => [...document.querySelectorAll(parts)]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("language", LONG)
def test_no_text_about_a_game_is_cut_short_on_a_phone(
    reader: NewReader, site: Served, language: str
) -> None:
    someone = reader(**PHONE_TOUCH, locale=language)
    browser, game_id = shown(someone, site, "squex", "me", "me", control="10+5")
    page = someone.page
    page.locator("#status").evaluate(
        "(status, words) => { status.textContent = words; }", LONG[language]
    )
    for size in UPRIGHT, ON_ITS_SIDE:
        page.set_viewport_size(size)
        assert page.evaluate(CUT_SHORT, "#status, .player .note") == []
    browser.does(game_id, "resign")
    page.locator("#game.over").wait_for()
    for size in UPRIGHT, ON_ITS_SIDE:
        page.set_viewport_size(size)
        assert page.evaluate(CUT_SHORT, ".player .note, .why") == []


@pytest.mark.parametrize("language", LONG)
def test_a_page_that_waits_for_an_opponent_fits_a_phone_on_its_side(
    reader: NewReader, site: Served, language: str
) -> None:
    someone, browser = reader(**PHONE_TOUCH, locale=language), site.browser()
    look_as(someone, site, browser, browser.opens("squex", "me", "open"))
    page = someone.page
    page.set_viewport_size(ON_ITS_SIDE)
    expect(page.locator("#moves")).to_be_hidden()
    card, actions = (page.locator(part).bounding_box() for part in ("#notice", "#actions"))
    assert card
    assert actions
    assert card["y"] + card["height"] <= actions["y"]


def test_the_buttons_that_confirm_a_move_leave_the_board_visible_on_a_phone_on_its_side(
    reader: NewReader, site: Served
) -> None:
    someone, browser = reader(**PHONE_TOUCH), site.browser()
    look_as(someone, site, browser, browser.opens("squex", "me", "me"))
    page = someone.page
    page.set_viewport_size(ON_ITS_SIDE)
    page.evaluate("localStorage.setItem('tabuleiro-confirm', 'on')")
    page.reload()
    expect_touchable(page, "d4")
    tap(page, "d4")
    button = page.locator(".board-confirm .primary")
    expect(button).to_be_visible()
    confirm, board = button.bounding_box(), page.locator(".board-stage").bounding_box()
    assert confirm
    assert board
    assert confirm["x"] >= board["x"] + board["width"]
    expect(page.locator("#actions")).to_be_hidden()
    button.tap()
    expect(page.locator("#actions")).to_be_visible()
    expect(page.locator("#moves")).to_contain_text("d4")


def test_a_copy_button_says_that_it_is_done_and_then_what_it_does(
    reader: NewReader, site: Served
) -> None:
    someone = reader()
    shown(someone, site, "squex", "me", "level:1")
    someone.page.get_by_role("button", name="More").click()
    button = someone.page.locator("[data-copy=watch]")
    before, width = button.inner_html(), button.bounding_box()
    for _ in range(2):
        button.click()
        expect(button).to_contain_text("Copied")
    expect(button).not_to_contain_text("Copied")
    assert button.inner_html() == before
    assert button.bounding_box() == width


SEATS = {"me level:1": "0", "level:1 me": "1", "me me": "1"}
"""Who plays Eigenstate, in which the first player starts at the top, and whose side is below."""


@pytest.mark.parametrize("seats", SEATS)
def test_your_side_of_the_board_is_at_the_bottom_beside_your_row(
    reader: NewReader, site: Served, seats: str
) -> None:
    someone = reader()
    browser, game_id = shown(someone, site, "eigenstate", *seats.split())
    page, state = someone.page, browser.sees(game_id)
    name = state["seats"][int(SEATS[seats])]["name"]
    expect(page.locator("#below")).to_contain_text(name)
    lower, upper = ("a6", "a1") if SEATS[seats] == "1" else ("a1", "a6")
    assert at(page, lower)[1] > at(page, upper)[1]
    page.locator(f'button[data-site="{upper}"]').press("ArrowDown")
    expect(page.locator("button[data-site]:focus")).to_have_attribute(
        "data-site", "a5" if upper == "a6" else "a2"
    )
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Flip the board").click()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#above")).to_contain_text(name)
    assert at(page, lower)[1] < at(page, upper)[1]


def test_the_owners_of_stacks_are_shown_above_everything_else(
    reader: NewReader, site: Served
) -> None:
    someone = reader()
    browser, game_id = shown(someone, site, "lyngk", "me", "me")
    browser.does(game_id, "move", move="claim-red")
    owners = someone.page.locator("g.entry ~ g.top .owner")
    expect(owners.first).to_be_visible()
    click(someone.page, owners.first.get_attribute("data-site") or "")
    expect(owners.first).to_be_visible()


def test_help_names_only_what_works_in_the_field(reader: NewReader, site: Served) -> None:
    someone = reader()
    shown(someone, site, "squex", "me", "level:1")
    someone.page.locator("#typed").fill("help")
    someone.page.locator("#typed").press("Enter")
    answer = someone.page.locator("#answer")
    expect(answer).to_contain_text(re.compile("Moves, moves [a-h][1-8]"))
    for absent in ("exit", "Save", "draw"):
        expect(answer).not_to_contain_text(absent)


def test_a_block_is_copied_to_the_cell_that_is_pointed_at(reader: NewReader, site: Served) -> None:
    someone = reader()
    browser, game_id = shown(someone, site, "control_v", "me", "me")
    page, choices = someone.page, browser.sees(game_id)["choices"]
    block = choices["steps"][choices["moves"][0][1][0]]
    copies = {
        choices["moves"][int(move)][0]: cells
        for move, cells in choices["ghosts"].items()
        if choices["steps"][choices["moves"][int(move)][1][0]] == block
    }
    cell = next(iter(copies.values()))[0]
    first = next(cells for cells in copies.values() if cell in cells)
    same = [text for text, cells in copies.items() if sorted(cells) == sorted(first)]
    click(page, block[0])
    expect_touchable(page, choices["steps"][choices["moves"][0][1][1]][0])
    click(page, cell)
    expect(page.locator("#moves button").last).to_have_text(min(same, key=len))
