"""The pages in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Request, Route, expect

from tabuleiro.core.drawing.theme import THEMES
from tabuleiro.core.game import Game
from tabuleiro.games import GAMES, find_game, games, read, start
from waiting import wait_for
from web.browser.readers import (
    DESKTOP,
    PHONE,
    PHONE_TOUCH,
    NewReader,
    Reader,
    hold_back,
    violations,
    wait_for_held,
)
from web.browser.touching import at, click, expect_touchable, tap
from web.serving import Browser, Data, Served
from web.short_games import soon_over

MOST_BYTES = 200_000
CONTRAST = "color-contrast"  # the only rule whose result depends on the colours


def opened(someone: Reader, site: Served, game: str, *seats: str, **more: Any) -> str:
    """A game that a reader creates through the API and opens."""
    with Browser(site.address) as browser:
        game_id = browser.opens(game, *seats, **more)
        secret = browser.cookies["tabuleiro"]
    someone.context.add_cookies([{"name": "tabuleiro", "value": secret, "url": site.address}])
    someone.page.goto(f"/g/{game_id}")
    return game_id


def write(page: Page, text: str) -> None:
    """Types a move or a question, and sends it."""
    page.get_by_label("A move, or a command").fill(text)
    page.get_by_role("button", name="Send").click()


def moves(page: Page) -> list[str]:
    return page.locator("#moves button").all_inner_texts()


# --- every page ----------------------------------------------------------------------------


def addresses(site: Served) -> Iterator[str]:
    """A page of every kind."""
    yield from ("/", "/learn", "/nowhere")
    for path in ("new", "rules", "first"):
        yield f"/{path}/control_v"
    host = site.browser()
    game = host.opens("squex rows=3 columns=3", "me", "open", listed=True)
    yield f"/g/{game}"
    (invitation,) = host.get(f"games/{game}/invitations").json()["invitations"]
    yield f"/join/{invitation['token']}"
    yield f"/device/{host.post(f'games/{game}/links', json={}).json()['token']}"


@pytest.mark.parametrize(
    ("theme", "viewport"), [("light", PHONE), ("dark", DESKTOP)], ids=["phone", "desktop"]
)
def test_axe_finds_nothing_wrong_with_any_page(
    site: Served, chromium: Chromium, theme: str, viewport: Data
) -> None:
    someone = Reader(chromium, site.address, viewport=viewport, cookies={"theme": theme})
    for address in addresses(site):
        someone.page.goto(address)
        kind = address.split("/")[1]
        assert violations(someone.page) == [], kind
        wide = someone.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= viewport["width"], f"{kind} scrolls sideways"
    someone.close()


@pytest.mark.parametrize("theme", [name for name in THEMES if name not in ("light", "dark")])
def test_axe_finds_nothing_wrong_with_games_and_settings_in_other_colours(
    site: Served, reader: NewReader, theme: str
) -> None:
    someone = reader(cookies={"theme": theme})
    for game in games():
        opened(someone, site, game, "me", "me")
        expect(someone.page.locator("html")).to_have_attribute("data-theme", theme)
        someone.page.locator("button[data-site]").first.focus()
        assert violations(someone.page, CONTRAST) == [], game
    someone.page.locator(".menu summary").click()
    assert violations(someone.page, CONTRAST) == []


@pytest.mark.parametrize("path", ["/", "/rules/eigenstate", "/first/lyngk", "/g/"])
def test_a_page_is_small_on_the_wire(chromium: Chromium, site: Served, path: str) -> None:
    someone = Reader(chromium, site.address)  # nothing is in the cache
    asked: list[Request] = []
    if path == "/g/":
        path += site.browser().opens("control_v players=4", "me", *["level:1"] * 3)

    def note(request: Request) -> None:
        if "/live?" not in request.url:  # a stream, which never ends while the page is open
            asked.append(request)

    someone.page.on("request", note)
    someone.page.goto(path)
    sizes = [request.sizes()["responseBodySize"] for request in asked]  # waits for the responses
    assert len(sizes) > 3 and 0 < sum(sizes) < MOST_BYTES
    someone.close()


def test_every_game_is_on_the_first_page_with_its_picture(reader: NewReader) -> None:
    page = reader().page
    page.goto("/")
    for game in games().values():
        card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=game.name))
        expect(card.get_by_role("img")).to_be_visible()


CUT_OFF = """[...document.querySelectorAll(".row strong")]
    .some((name) => name.scrollWidth > name.clientWidth)"""


@pytest.mark.parametrize("language", ["en", "pt"])
def test_lists_fit_a_phone(reader: NewReader, site: Served, language: str) -> None:
    ana = site.browser()
    for seats in (["level:1"] * 3, ["open"] * 3):
        ana.does(ana.opens("control_v players=4", "me", *seats, name="Ana"), "resign")
    someone = reader(viewport=PHONE, cookies={"lang": language, **ana.cookies})
    for path in ("/", "/games", "/study"):
        someone.page.goto(path)
        wide = someone.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], path
        assert not someone.page.evaluate(CUT_OFF), path


@pytest.mark.parametrize("height", [600, 650])
def test_games_can_be_started_at_once_on_low_screens(reader: NewReader, height: int) -> None:
    page = reader(viewport={"width": 1280, "height": height}).page
    page.goto("/")
    for name in ("Play Eigenstate", "Play a friend Eigenstate"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Learn Eigenstate")).to_be_in_viewport(ratio=1)
    page.get_by_label("Level of the computer in Fuse").select_option("4")
    page.get_by_role("button", name="Play Fuse", exact=True).click()
    page.wait_for_url("**/g/*")
    expect(page.locator("h1")).to_contain_text("Level 4")


# --- settings ------------------------------------------------------------------------------


def test_language_and_colours_are_kept_by_the_browser(reader: NewReader) -> None:
    page = reader().page
    page.goto("/learn")
    page.locator(".menu summary").click()
    page.get_by_label("Theme").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator(".menu summary").click()
    page.locator("select[name=language]").select_option("pt")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    assert page.url.endswith("/learn")


# --- beginning -----------------------------------------------------------------------------


def test_one_click_begins_a_game_in_which_it_is_your_turn(
    reader: NewReader, game: Game[Any]
) -> None:
    page = reader().page
    page.goto("/")
    page.get_by_role("button", name=f"Play {game.name}").click()
    expect(page).to_have_title(re.compile("^● "))
    page.goto("/")
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    expect(page.get_by_text("your turn")).to_be_visible()


def test_the_form_works_without_scripts(reader: NewReader) -> None:
    page = reader(java_script_enabled=False).page
    page.goto("/new/control_v")
    page.get_by_label("How many play", exact=False).fill("3")
    page.get_by_label("Player 2").select_option("level:1")
    page.get_by_label("Player 3").select_option("classic:random")
    page.get_by_label("10 min + 5 s").check()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("h1")).to_contain_text("Ana – Level 1 (Beginner)")
    expect(page.get_by_text("Players: 3 · 10 min + 5 s")).to_be_visible()


def test_a_form_that_cannot_be_had_says_why_and_keeps_what_was_filled_in(
    reader: NewReader,
) -> None:
    someone = reader(java_script_enabled=False)
    page = someone.page
    page.goto("/new/squex")
    page.get_by_label("Rows of octagons", exact=False).fill("5")
    page.get_by_label("The second player may take over", exact=False).check()
    page.get_by_role("button", name="Start game").click()
    expect(page.get_by_role("alert")).to_contain_text("Swap needs a square board")
    expect(page.get_by_label("Rows of octagons", exact=False)).to_have_value("5")
    someone.complaints.clear()  # browsers note the status of a form that is refused


def test_as_many_seats_are_shown_as_play(reader: NewReader) -> None:
    page = reader().page
    page.goto("/new/control_v")
    expect(page.locator(".seat:visible")).to_have_count(2)
    page.get_by_label("How many play", exact=False).fill("4")
    expect(page.locator(".seat:visible")).to_have_count(4)


# --- lessons and rules ---------------------------------------------------------------------


def touch(page: Page, site: str) -> None:
    """Touches a site by keyboard."""
    page.locator(f'.board [data-site="{site}"]:is(button)').first.focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_lesson_is_played_from_its_first_touch_to_a_game(
    reader: NewReader, game: Game[Any]
) -> None:
    page = reader().page
    page.goto(f"/first/{game.id}")
    for number, stage in enumerate(game.lesson, start=1):
        expect(page.locator("#words")).to_have_text(str(stage.task))
        position = read(stage.position)
        for step in position.steps(position.move(stage.move)):
            touch(page, step[0])
        expect(page.locator("#words")).to_have_text(str(stage.lesson))
        if number < len(game.lesson):
            page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Play a game").click()
    expect(page.get_by_text("Level 1 (Beginner)").first).to_be_visible()


def test_a_lesson_says_why_a_touch_is_wrong(reader: NewReader) -> None:
    page = reader().page
    page.goto("/first/squex")
    touch(page, "a1")
    expect(page.locator("#reason")).to_have_text(
        "That is allowed too, but for now follow the task."
    )
    touch(page, "c3")
    expect(page.locator("#reason")).to_be_empty()
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#words")).to_contain_text("select d2")
    touch(page, "c2")
    expect(page.locator("#reason")).to_contain_text("c2 already holds")


@pytest.mark.parametrize("game", ["control_v", "squex"])
def test_a_wrong_tap_in_a_lesson_neither_moves_the_board_nor_leaves_the_page(
    reader: NewReader, game: str
) -> None:
    page = reader(**PHONE_TOUCH).page
    page.goto(f"/first/{game}")
    expect_touchable(page, "c3")
    before = at(page, "c3")
    for site in ("a1", "b1", "c1"):
        tap(page, site)
        expect(page.locator("#reason")).to_contain_text("allowed")
        assert at(page, "c3") == before
    tap(page, "c3")
    expect(page.get_by_role("button", name="Next")).to_be_visible()
    assert at(page, "c3") == before
    assert page.url.endswith(f"/first/{game}")


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_the_colour_that_a_lesson_asks_for_can_be_seen_on_a_phone(
    reader: NewReader, size: tuple[int, int]
) -> None:
    page = reader(
        **PHONE_TOUCH | {"viewport": dict(zip(("width", "height"), size, strict=True))}
    ).page
    page.goto("/first/lyngk")
    expect_touchable(page, "e4")
    for site in ("e4", "e5"):
        tap(page, site)
    page.get_by_role("button", name="Next").tap()
    expect(page.locator("#words")).to_contain_text("unclaimed")
    expect(page.locator('button[data-site="claim-red"]')).to_be_in_viewport(ratio=1)


def test_a_tap_never_clicks_what_moves_under_the_finger(reader: NewReader) -> None:
    page = reader(**PHONE_TOUCH).page
    page.goto("/first/squex")
    expect_touchable(page, "a1")
    page.evaluate(
        """() => document.querySelector(".board").addEventListener("move", () => {
            const link = document.querySelector(".lesson-card .links a");
            Object.assign(link.style, { position: "fixed", inset: "0", zIndex: "99" });
            document.body.append(link);
        })"""
    )
    tap(page, "a1")
    expect(page.locator("#reason")).not_to_be_empty()
    assert page.url.endswith("/first/squex")
    page.touchscreen.tap(180, 300)
    page.wait_for_url("**/rules/squex")


@pytest.mark.parametrize(
    ("game", "wrong"),
    [("eigenstate", ("c1", "d2")), ("lyngk", ("c3",))],
    ids=str,
)
def test_a_wrong_touch_in_a_lesson_starts_the_task_anew(
    reader: NewReader, game: str, wrong: tuple[str, ...]
) -> None:
    page = reader().page
    page.goto(f"/first/{game}")
    stage = find_game(game).lesson[0]
    expect_touchable(page, wrong[0])
    for site in wrong:
        click(page, site)
    expect(page.locator("#reason")).not_to_be_empty()
    position = read(stage.position)
    first, second = position.steps(position.move(stage.move))
    click(page, first[0])
    expect(page.locator("#reason")).to_be_empty()
    click(page, second[0])
    expect(page.locator("#words")).to_have_text(str(stage.lesson))


def test_the_hole_of_a_task_is_marked_in_the_enlarged_piece(reader: NewReader) -> None:
    page = reader().page
    page.goto("/first/eigenstate")
    for site in ("c1", "c2"):
        touch(page, site)
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#words")).to_contain_text("two pegs")
    touch(page, "c2")
    expect(page.locator(".lens-title")).to_have_text("Piece on c2")
    expect(page.locator(".open-dot.pointed")).to_have_count(1)


def test_an_example_of_the_rules_can_be_followed_and_left(reader: NewReader) -> None:
    page = reader().page
    page.goto("/rules/squex")
    page.locator("summary", has_text="A move").click()
    example = page.locator(".example").first
    example.get_by_role("button", name="Try it").click()
    example.get_by_role("button", name="Next move: d4").click()
    expect(example).to_contain_text("Blue places an octagon on d4.")
    touch(page, "a1")
    expect(example).to_contain_text("Orange places an octagon on a1.")
    expect(example.get_by_role("button", name="Next move")).to_be_hidden()


# --- a game --------------------------------------------------------------------------------


def test_a_game_is_played_in_writing_and_taken_back(reader: NewReader, site: Served) -> None:
    someone = reader()
    opened(someone, site, "squex rows=3 columns=3", "me", "level:1")
    page = someone.page
    write(page, "b2")
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page).to_have_title(re.compile("^● "))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves button")).to_have_count(0)
    write(page, "score")
    expect(page.locator("#answer")).not_to_be_empty()
    write(page, "zz")
    expect(page.locator("#reason")).to_contain_text("zz")


def test_the_first_board_can_be_touched_before_the_server_is_asked_for_anything_more(
    reader: NewReader, site: Served
) -> None:
    """benchmarks/web_first_touch.py measures how many milliseconds that takes."""
    someone = reader()
    held = hold_back(someone.page, "**/api/**")
    opened(someone, site, "squex rows=4 columns=4", "me", "me")
    touch(someone.page, "b2")
    wait_for_held(someone.page, held, 2)
    assert [route.request.url.rpartition("/")[2].partition("?")[0] for route in held] == [
        "live",
        "commands",
    ]


def test_past_positions_are_shown_by_click_and_key(reader: NewReader, site: Served) -> None:
    someone = reader()
    opened(someone, site, "squex rows=4 columns=4", "me", "me")
    page = someone.page
    for move in ("a1", "b2", "c3"):
        write(page, move)
        expect(page.locator("#moves button").last).to_have_text(move)
    page.get_by_role("button", name="b2", exact=True).click()
    expect(page.locator("#past")).to_contain_text("After move 1: b2")
    expect(page.locator(".board .stack")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".board .stack")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".board .stack")).to_have_count(3)
    expect(page.locator("#past")).to_be_hidden()


def test_a_click_between_octagons_plays_none_of_them(reader: NewReader, site: Served) -> None:
    someone = reader()
    opened(someone, site, "squex rows=4 columns=4", "me", "me")
    page, board = someone.page, someone.page.locator(".board-stage")
    centres = [page.locator(f'button[data-site="{name}"]').bounding_box() for name in ("b2", "c3")]
    stage = board.bounding_box()
    assert stage and all(centres)
    x = sum(box["x"] + box["width"] / 2 for box in centres if box) / 2
    y = sum(box["y"] + box["height"] / 2 for box in centres if box) / 2
    board.click(position={"x": x - stage["x"], "y": y - stage["y"]})
    expect(page.locator("#reason")).to_contain_text("Square b2-c3")
    expect(page.locator("#moves button")).to_have_count(0)


def test_moves_are_numbered_by_rounds(reader: NewReader, site: Served) -> None:
    someone = reader()
    opened(someone, site, "squex rows=4 columns=4", "me", "me")
    for move in ("a1", "b2", "c3"):
        write(someone.page, move)
        expect(someone.page.locator("#moves button").last).to_have_text(move)
    expect(someone.page.locator("#moves .turn")).to_have_text(["1", "2"])
    someone.page.goto("/study/line/squex?rows=4&columns=4&moves=a1+b2+c3")
    expect(someone.page.locator("#tree")).to_have_text("1.a1b22.c3")


def test_a_refused_touch_says_which_rule_forbids_it(reader: NewReader, site: Served) -> None:
    someone = reader()
    opened(someone, site, "squex rows=4 columns=4", "me", "me")
    write(someone.page, "b2")
    expect(someone.page.locator("#moves button")).to_have_count(1)
    touch(someone.page, "b2")
    expect(someone.page.locator("#reason")).to_contain_text("b2 already holds")


def test_a_refusal_is_forgotten_by_a_click_which_hits_what_it_was_meant_for(
    reader: NewReader, site: Served
) -> None:
    someone = reader()
    opened(someone, site, "squex rows=4 columns=4", "me", "me")
    for count, move in enumerate(("a1", "b2"), start=1):
        write(someone.page, move)
        expect(someone.page.locator("#moves button")).to_have_count(count)
    touch(someone.page, "b2")
    expect(someone.page.locator("#reason")).to_contain_text("b2 already holds")
    someone.page.get_by_role("button", name="a1", exact=True).click()
    expect(someone.page.locator("#past")).to_contain_text("After move 1: a1")
    expect(someone.page.locator("#reason")).to_be_empty()


def test_names_are_shown_as_they_are_written(reader: NewReader, site: Served) -> None:
    page = reader().page
    name = "<b>Ana</b> {x}"
    page.goto(f"/g/{site.browser().opens('squex rows=3 columns=3', 'me', 'me', name=name)}")
    expect(page.locator("#below strong")).to_have_text(f"Blue ({name})")
    expect(page.locator("#task")).to_have_text(f"You are watching. Blue ({name}) to move.")


def test_resigning_is_asked_for_first_and_a_rematch_leads_to_the_next_game(
    reader: NewReader, site: Served
) -> None:
    someone = reader()
    game = opened(someone, site, "fuse rows=3 columns=3", "me", "level:1")
    page = someone.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="No").click()
    expect(page.locator("#notice")).to_be_hidden()
    page.get_by_role("button", name="Resign").click()
    page.locator("#ask-yes").click()
    expect(page.locator("#notice")).to_contain_text("You lost")
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(re.compile(game))
    expect(page.locator(".player")).to_have_count(2)


def test_a_touched_piece_opens_as_a_sheet_from_below_on_a_phone(
    reader: NewReader, site: Served
) -> None:
    someone = reader(viewport=PHONE, has_touch=True, is_mobile=True)
    page = someone.page
    opened(someone, site, "eigenstate", "me", "me")
    position = start("eigenstate")
    first = position.legal_moves()[0]
    write(page, position.move_text(first))
    expect(page.locator("#moves button")).to_have_count(1)
    position = position.play(first)
    touch(page, position.steps(position.legal_moves()[0])[0][0])
    sheet = page.locator(".lens")
    expect(sheet).to_be_visible()
    sheet.evaluate("it => it.getAnimations().forEach((motion) => motion.finish())")
    box = sheet.bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, PHONE["width"])
    assert box["y"] + box["height"] == pytest.approx(PHONE["height"], abs=1)


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_wrong_with_what_opens_over_a_game(
    reader: NewReader, site: Served, theme: str
) -> None:
    someone = reader(cookies={"theme": theme})
    opened(someone, site, "squex", "me", "level:1")
    page = someone.page
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Create a link").click()
    page.get_by_label("Open this link once").wait_for()
    assert violations(page) == []
    page.locator("#more").get_by_role("button", name="Rules").click()
    page.locator("#rules summary", has_text="A move").click()
    page.locator("#rules .example").first.get_by_role("button", name="Try it").click()
    page.locator("#rules .board button").first.wait_for()
    assert violations(page) == []
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Resign").click()
    page.locator("#ask-yes").click()
    page.get_by_role("heading", name="You lost").wait_for()
    assert violations(page) == []


def test_a_game_is_played_to_its_end_by_names_roles_and_announcements(
    reader: NewReader, site: Served, game: Game[Any]
) -> None:
    someone = reader()
    text, made = soon_over(game)
    opened(someone, site, text, "me", "me", moves=made)
    page, chance = someone.page, Random(1)
    board = page.get_by_role("application")
    over = page.get_by_role("heading", name=re.compile("won$|^Draw$"))
    if game.refusable_start:
        page.get_by_role("button", name="Play it").press("Enter")
        expect(page.get_by_role("button", name="Play it")).to_have_count(0)
    touchable = board.get_by_role("button", name=re.compile("can be selected"))
    while True:
        expect(over.or_(touchable).first).to_be_visible()
        if over.count():
            break
        said = announcements(page)
        other = re.compile(f"of Player {2 if 'Player 1' in turn(page) else 1}.*can be selected")
        theirs = board.get_by_role("button", name=other)  # captures shorten a game
        chance.choice(theirs.all() or touchable.all()).focus()
        page.keyboard.press("Enter")
        wait_for_more_than(said, page)
    expect(over).to_be_visible()


def announcements(page: Page) -> list[str]:
    """All text that a screen reader announces."""
    return page.get_by_role("status").all_inner_texts()


def wait_for_more_than(said: list[str], page: Page) -> None:
    """Wait until something else is announced."""
    wait_for(lambda: announcements(page) != said)


def turn(page: Page) -> str:
    """The player to move, from the list of players."""
    return page.get_by_role("listitem").filter(has_text="to move").inner_text()


# --- with others ---------------------------------------------------------------------------


def invitation(host: Reader) -> str:
    """The link for a friend, as shown to the host."""
    return host.page.locator("#notice").get_by_role("textbox").input_value()


def join(host: Reader, guest: Reader) -> None:
    """Let a guest join by the link of the host, and wait until both pages show it."""
    guest.page.goto(invitation(host))
    guest.page.get_by_role("button", name="Join the game").click()
    guest.page.locator("#game").wait_for()
    expect(host.page.locator("#notice").get_by_role("textbox")).to_have_count(0)


def test_a_move_is_made_though_a_draw_is_proposed_meanwhile(
    reader: NewReader, site: Served
) -> None:
    someone, rui = reader(), site.browser()
    game = opened(someone, site, "squex rows=3 columns=3", "me", "open")
    rui.post("join", json={"token": invitation(someone).rpartition("/")[2], "name": "Rui"})
    page = someone.page
    proposed: list[int] = []

    def propose(route: Route) -> None:
        if not proposed:
            proposed.append(rui.does(game, "draw").status_code)
        route.continue_()

    page.route("**/commands", propose)
    write(page, "b2")
    expect(page.locator("#moves button")).to_have_text(["b2"])
    assert proposed == [200]
    someone.complaints.clear()  # browsers note the status of a command that is stale


def test_a_browser_has_its_secret_before_it_joins(reader: NewReader, site: Served) -> None:
    """Otherwise a lost response would lose the seat."""
    host, guest = reader(), reader()
    opened(host, site, "squex", "me", "open", name="Ana")
    guest.page.goto(invitation(host))
    (secret,) = [each for each in guest.context.cookies() if each["name"] == "tabuleiro"]
    assert secret["httpOnly"] and secret["sameSite"] == "Lax"


def test_opening_an_invitation_changes_nothing_and_joining_uses_it_up(
    reader: NewReader, site: Served
) -> None:
    host, guest = reader(), reader()
    opened(host, site, "squex rows=3 columns=3", "me", "open", name="Ana")
    link = invitation(host)
    for _ in range(2):
        guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Rui")
    guest.page.get_by_role("button", name="Join the game").click()
    expect(host.page.locator("#above strong")).to_have_text("Rui")
    expect(host.page.locator("#notice")).to_be_hidden()
    assert httpx.get(link, headers={"Accept": "text/html"}).status_code == 410


def test_two_play_while_one_reloads_and_one_is_offline(reader: NewReader, site: Served) -> None:
    host, guest = reader(), reader()
    opened(host, site, "squex rows=4 columns=4", "me", "open")
    join(host, guest)
    write(host.page, "a1")
    expect(guest.page.locator("#moves button")).to_have_count(1)
    host.page.reload()
    guest.context.set_offline(True)
    touch(guest.page, "b2")
    expect(guest.page.locator("#connection")).to_be_visible()
    assert moves(host.page) == ["a1"]
    guest.context.set_offline(False)
    expect(host.page.locator("#moves button")).to_have_count(2)
    expect(guest.page.locator("#connection")).to_be_hidden()
    write(host.page, "c3")
    expect(guest.page.locator("#moves button")).to_have_count(3)
    assert moves(guest.page) == ["a1", "b2", "c3"]
    guest.complaints.clear()  # browsers complain of a network that is away


def test_a_game_among_people_offers_no_hints(reader: NewReader, site: Served) -> None:
    host, guest = reader(), reader()
    opened(host, site, "squex rows=3 columns=3", "me", "open")
    join(host, guest)
    expect(host.page.get_by_role("button", name="Hint")).to_be_disabled()


def test_a_takeback_is_asked_of_the_other(reader: NewReader, site: Served) -> None:
    host, guest = reader(), reader()
    opened(host, site, "squex rows=3 columns=3", "me", "open", name="Ana")
    join(host, guest)
    write(host.page, "a1")
    host.page.get_by_role("button", name="Undo").click()
    expect(guest.page.locator("#notice")).to_contain_text("Ana asks to take back a move.")
    guest.page.get_by_role("button", name="Agree").click()
    expect(host.page.locator("#moves button")).to_have_count(0)


def test_focus_is_led_on_when_what_had_it_is_gone(reader: NewReader, site: Served) -> None:
    someone = reader()
    opened(someone, site, "fuse", "me", "me")
    page = someone.page
    page.get_by_role("button", name="Play it").press("Enter")
    expect(page.locator("#notice")).to_be_hidden()
    expect(page.locator('.board button[tabindex="0"]')).to_be_focused()


def test_the_players_are_asked_about_a_start_that_was_drawn(
    reader: NewReader, site: Served
) -> None:
    host, guest = reader(), reader()
    opened(host, site, "fuse", "me", "open")
    join(host, guest)
    host.page.get_by_role("button", name="Another one").click()
    guest.page.get_by_role("button", name="Play it").click()
    expect(host.page).to_have_title(re.compile("^● "))


def test_a_personal_link_works_once_and_can_be_revoked(reader: NewReader, site: Served) -> None:
    someone, other = reader(), reader()
    game = opened(someone, site, "squex rows=3 columns=3", "me", "level:1")
    someone.page.get_by_role("button", name="More").click()
    someone.page.get_by_role("button", name="Create a link").click()
    link = someone.page.get_by_label("Open this link once").input_value()
    other.page.goto(link)
    other.page.get_by_role("button", name="Continue here").click()
    expect(other.page).to_have_title(re.compile("^● "))
    someone.page.reload()
    someone.page.get_by_role("button", name="More").click()
    someone.page.get_by_role("button", name="Revoke").click()
    expect(someone.page.locator("#links li")).to_have_count(0)
    other.page.goto(f"/g/{game}")
    expect(other.page.get_by_role("button", name="Resign")).to_be_hidden()


def test_an_open_invitation_is_listed_and_taken_by_anybody(reader: NewReader, site: Served) -> None:
    host, guest = reader(), reader()
    game = opened(host, site, "lyngk", "me", "open", listed=True, name="Ana")
    guest.page.goto("/")
    row = guest.page.locator(".row", has=guest.page.locator(f'a[href="/g/{game}"]'))
    row.get_by_role("link", name="Join").click()
    expect(guest.page.get_by_role("heading", name="against Ana")).to_be_visible()
    assert not host.page.title().startswith("● "), "to look changes nothing"
    guest.page.get_by_label("Your name").fill("Rui")
    guest.page.get_by_role("button", name="Join the game").click()
    expect(guest.page).to_have_url(re.compile(f"/g/{game}$"))
    expect(host.page).to_have_title(re.compile("^● "))
    expect(host.page.get_by_text("Rui", exact=True)).to_be_visible()
    answer = httpx.get(f"{site.address}/g/{game}/join", headers={"Accept": "text/html"})
    assert answer.status_code == 410 and "has no open seat any more" in answer.text
