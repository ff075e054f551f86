"""The app from end to end: a server as people start it, real browsers, whole games."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Route, expect

from tabuleiro.core.game import Game
from tabuleiro.players import opponents
from waiting import wait_for
from web.browser.readers import ELSEWHERE, PATIENCE_MS, PHONE_TOUCH, NewReader, Reader
from web.serving import GENEROUS, Browser, Process
from web.short_games import soon_over

TOUCHABLE = 'button[data-site][aria-label*="can be selected"]'
OVER = re.compile(r"\bwon$|You lost|You finished|^Draw$")
RANDOM = "classic:random"
MOST_TOUCHES = 2_000  # of a game
MOST_STEPS = 60  # from one place of a page to another by keys


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(tmp_path_factory.mktemp("site"), hosts=ELSEWHERE, **GENEROUS)
    yield process
    assert process.end(signal.SIGINT) == (0, "")


def quick_player(game: Game[Any]) -> str:
    """A very fast computer player."""
    names = opponents(game)
    return next((name for name in names if name.startswith("classic:")), names[0])


def opened(someone: Reader, game: str, *seats: str, **more: Any) -> str:
    """A game that a reader creates through the API and opens."""
    with Browser(someone.address) as browser:
        game_id = browser.opens(game, *seats, **more)
        secret = browser.cookies["tabuleiro"]
    someone.context.add_cookies([{"name": "tabuleiro", "value": secret, "url": someone.address}])
    someone.page.goto(f"/g/{game_id}")
    return game_id


def opened_late(someone: Reader, game: Game[Any]) -> None:
    """A short game against a computer."""
    text, made = soon_over(game)
    opened(someone, text, "me", quick_player(game), moves=made)


def joined(host: Reader, *guests: Reader) -> None:
    """Guests join by the links shown to the host."""
    links = host.page.locator("#notice").get_by_role("textbox")
    addresses = [links.nth(seat).input_value() for seat in range(links.count())]
    for guest, address in zip(guests, addresses, strict=True):
        guest.page.goto(address)
        guest.page.get_by_role("button", name="Join the game").click()
        guest.page.locator("#game").wait_for()
    expect(host.page.locator("#notice")).to_be_hidden()


def moves(page: Page) -> list[str]:
    return page.locator("#moves button").all_inner_texts()


def expect_moves(page: Page, count: int) -> None:
    expect(page.locator("#moves button")).to_have_count(count)


def over(page: Page) -> bool:
    return page.get_by_role("heading", name=OVER).count() > 0


# --- hands ---------------------------------------------------------------------------------

PLACE = """([selector, chance]) => {
    const all = [...document.querySelectorAll(selector)];
    const captures = all.filter((one) => one.ariaLabel.includes("of Player 2"));
    const from = captures.length ? captures : all;
    const found = from[Math.floor(chance * from.length)];
    if (!found) return null;
    found.scrollIntoView({ block: "center" });
    const { x, y, width, height } = found.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
"""Where one of the touchable sites is on the screen; captures first, to shorten the game."""


def wait_for_turn(page: Page) -> None:
    """Waits until a site can be touched or the game is over."""
    end = page.get_by_role("heading", name=OVER)
    page.locator(TOUCHABLE).or_(end).first.wait_for(state="attached")


def some_place(page: Page, chance: Random) -> tuple[float, float]:
    x, y = page.evaluate(PLACE, [TOUCHABLE, chance.random()])
    return x, y


def click(page: Page, chance: Random) -> None:
    page.mouse.click(*some_place(page, chance))


def tap(page: Page, chance: Random) -> None:
    """A tap; if the board shows a preview of the move, its button plays it."""
    page.touchscreen.tap(*some_place(page, chance))
    play = page.locator(".board").get_by_role("button", name=re.compile("^Play "))
    if play.is_visible():
        play.tap()


def press(page: Page, chance: Random) -> None:
    """Moves the focus to one of the next touchable sites, and touches it."""
    tab_to(page, "site")
    for _ in range(chance.randrange(1, 4)):
        page.keyboard.press("PageDown")
    assert "can be selected" in focused(page), "keys lead to what can be selected"
    page.keyboard.press("Enter")


def tab_to(page: Page, words: str) -> None:
    """Presses Tab until something has the focus, unless it has it already."""
    for _ in range(MOST_STEPS):
        if words in focused(page):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {words}")


def focused(page: Page) -> str:
    """A description of the focused element; buttons on the board are sites."""
    words: str = page.evaluate(
        """() => {
            const { dataset, ariaLabel, innerText } = document.activeElement;
            return `${dataset.site ? "site " : ""}${ariaLabel ?? innerText}`;
        }"""
    )
    return words


Touch = Callable[[Page, Random], None]


def play_through(page: Page, touch: Touch, seed: int = 1) -> None:
    """All touches to the end of a game."""
    chance = Random(seed)
    for _ in range(MOST_TOUCHES):
        wait_for_turn(page)
        if over(page):
            return
        touch(page, chance)
    pytest.fail("the game does not end")


# --- whole games ---------------------------------------------------------------------------


def test_a_game_is_played_to_its_end_by_mouse(reader: NewReader, game: Game[Any]) -> None:
    someone = reader()
    opened_late(someone, game)
    play_through(someone.page, click)


def test_a_game_is_played_to_its_end_by_touch(reader: NewReader, game: Game[Any]) -> None:
    someone = reader(**PHONE_TOUCH)
    opened_late(someone, game)
    play_through(someone.page, tap)


def test_a_game_is_played_to_its_end_by_keyboard_and_the_focus_stays(
    reader: NewReader, game: Game[Any]
) -> None:
    someone = reader()
    page = someone.page
    opened_late(someone, game)
    tab_to(page, "site")
    play_through(page, press)
    assert "site" in focused(page)


# --- together ------------------------------------------------------------------------------


def one_turn(page: Page, chance: Random) -> None:
    wait_for_turn(page)
    click(page, chance)


def test_nothing_is_lost_or_doubled_while_one_reloads_and_one_is_offline(
    reader: NewReader, site: Process
) -> None:
    host, guest, chance = reader(), reader(), Random(3)
    game_id = opened(host, "squex rows=4 columns=4", "me", "open")
    joined(host, guest)
    seen: list[str] = []
    for turn in range(6):
        mover, other = (host, guest) if turn % 2 == 0 else (guest, host)
        expect(mover.page).to_have_title(re.compile("^● "))
        wait_for_turn(mover.page)
        if turn in (1, 2):
            mover.context.set_offline(True)
        if turn == 3:
            other.context.set_offline(True)
        click(mover.page, chance)
        if turn == 4:
            mover.page.reload()
        if turn in (1, 2):
            expect(mover.page.locator("#connection")).to_be_visible()
            assert moves(other.page) == seen
            mover.context.set_offline(False)
        other.context.set_offline(False)
        for each in (mover, other):
            expect_moves(each.page, turn + 1)
        seen = moves(mover.page)
        assert moves(other.page) == seen
    with Browser(site.address) as anybody:
        assert [move["text"] for move in anybody.sees(game_id)["moves"]] == seen
    for each in (host, guest):
        each.complaints.clear()  # browsers complain of a network that is away


def test_a_command_sent_twice_by_a_page_that_was_left_is_done_once(reader: NewReader) -> None:
    someone = reader()
    opened(someone, "squex rows=4 columns=4", "me", "me")
    page = someone.page
    wait_for_turn(page)
    page.route("**/commands", lose_answer)
    click(page, Random(1))
    expect(page.locator("#connection")).to_be_visible()
    page.unroute_all(behavior="wait")
    page.reload()
    expect_moves(page, 1)
    wait_for_turn(page)
    click(page, Random(2))
    expect_moves(page, 2)
    someone.complaints.clear()


def lose_answer(route: Route) -> None:
    """Pass a request on to the server, but lose the response."""
    route.fetch(timeout=PATIENCE_MS)
    route.abort()


def test_a_page_without_https_from_another_machine_can_be_played(
    site: Process, chromium: Chromium
) -> None:
    address = site.address.replace("127.0.0.1", ELSEWHERE)
    someone = Reader(chromium, address)
    someone.page.goto("/new/squex?against=here")
    someone.page.get_by_role("button", name="Start game").click()
    assert not someone.page.evaluate("isSecureContext")
    for count in (1, 2):
        one_turn(someone.page, Random(count))
        expect_moves(someone.page, count)
    someone.close()


def test_who_watches_sees_every_move_and_can_do_nothing(reader: NewReader) -> None:
    host, watcher = reader(), reader()
    game_id = opened(host, "squex rows=4 columns=4", "me", "me")
    watcher.page.goto(f"/g/{game_id}")
    for count in range(1, 4):
        one_turn(host.page, Random(count))
        expect_moves(watcher.page, count)
    assert moves(watcher.page) == moves(host.page)
    expect(watcher.page.locator(TOUCHABLE)).to_have_count(0)
    for name in ("Undo", "Hint", "Draw", "Resign"):
        expect(watcher.page.get_by_role("button", name=name, exact=True)).to_be_hidden()


def test_people_and_computers_play_a_game_of_three(reader: NewReader) -> None:
    host, guest, chance = reader(), reader(), Random(5)
    opened(host, "control_v players=3 size=6 castles=1", "me", "open", RANDOM, name="Ana")
    joined(host, guest)
    for _ in range(MOST_TOUCHES):
        wait_for(lambda: over(host.page) or to_move(host, guest))
        if over(host.page):
            break
        for each in to_move(host, guest):
            click(each.page, chance)
    expect(guest.page.get_by_role("heading", name=OVER)).to_be_visible()
    assert moves(guest.page) == moves(host.page)


def to_move(*readers: Reader) -> list[Reader]:
    """The readers who can touch something on the board."""
    return [reader for reader in readers if reader.page.locator(TOUCHABLE).count()]


def test_a_draw_is_proposed_and_agreed_and_a_rematch_leads_both_to_the_next_game(
    reader: NewReader,
) -> None:
    host, guest = reader(), reader()
    first = opened(host, "control_v", "me", "open", name="Ana")
    joined(host, guest)
    host.page.get_by_role("button", name="Draw").click()
    host.page.locator("#ask-yes").click()
    expect(guest.page.locator("#notice")).to_contain_text("Ana offers a draw.")
    guest.page.get_by_role("button", name="Decline").click()
    expect(host.page.locator("#notice")).to_be_hidden()
    guest.page.get_by_role("button", name="Draw").click()
    guest.page.locator("#ask-yes").click()
    host.page.get_by_role("button", name="Agree").click()
    for each in (host, guest):
        expect(each.page.get_by_role("heading", name="Draw")).to_be_visible()
    host.page.get_by_role("button", name="Rematch").click()
    guest.page.get_by_role("button", name="Agree").click()
    for each in (host, guest):
        expect(each.page).not_to_have_url(re.compile(first))
    assert host.page.url == guest.page.url
    expect(guest.page).to_have_title(re.compile("^● "))


def test_a_takeback_that_is_declined_changes_nothing(reader: NewReader) -> None:
    host, guest = reader(), reader()
    opened(host, "squex rows=4 columns=4", "me", "open")
    joined(host, guest)
    one_turn(host.page, Random(1))
    expect_moves(guest.page, 1)
    host.page.get_by_role("button", name="Undo").click()
    guest.page.get_by_role("button", name="Decline").click()
    expect(guest.page.locator("#notice")).to_be_hidden()
    expect_moves(host.page, 1)


def test_who_resigns_against_a_person_has_lost_and_the_other_has_won(reader: NewReader) -> None:
    host, guest = reader(), reader()
    opened(host, "squex rows=4 columns=4", "me", "open")
    joined(host, guest)
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.locator("#ask-yes").click()
    expect(guest.page.get_by_role("heading", name="You lost")).to_be_visible()
    expect(host.page.get_by_role("heading", name="You won")).to_be_visible()


def test_a_clock_runs_down_and_its_flag_is_shown_to_both(reader: NewReader) -> None:
    host, guest = reader(), reader()
    opened(host, "squex rows=4 columns=4", "me", "open", control="0:02+0")
    expect(host.page.locator(".clock")).to_have_text(["0:02.0", "0:02.0"])
    guest.page.goto(host.page.locator("#notice").get_by_role("textbox").input_value())
    guest.page.get_by_role("button", name="Join the game").click()
    expect(host.page.get_by_role("heading", name="You lost")).to_be_visible()
    expect(guest.page.get_by_role("heading", name="You won")).to_be_visible()
    for each in (host, guest):
        expect(each.page.locator("#notice")).to_contain_text("time")
    expect(host.page.locator("#below .clock")).to_have_text("0:00.0")
    expect(host.page.locator("#above .clock")).to_have_text("0:02.0")


# --- what strangers learn ------------------------------------------------------------------


def test_links_that_hold_a_secret_show_it_in_no_title_and_pass_it_on_to_nobody(
    reader: NewReader,
) -> None:
    host, guest = reader(), reader()
    opened(host, "squex rows=4 columns=4", "me", "open")
    link = host.page.locator("#notice").get_by_role("textbox").input_value()
    token = link.rpartition("/")[2]
    referrers: list[str] = []
    guest.page.on("request", lambda it: referrers.append(it.headers.get("referer", "")))
    guest.page.goto(link)
    assert token not in guest.page.title()
    guest.page.get_by_role("link", name="Learn").click()
    guest.page.get_by_role("heading", name="Learn").wait_for()
    assert any(referrers) and not any(token in referrer for referrer in referrers)
    assert guest.page.evaluate("document.referrer").count("/") == 3, "only where it comes from"


def test_names_are_text_wherever_they_are_shown(reader: NewReader) -> None:
    host, guest = reader(), reader()
    name = "\u202e<img src=x onerror=document.title='!'>"
    game_id = opened(host, "squex rows=4 columns=4", "me", "open", name=name, listed=True)
    link = f"/join/{invitation(host, game_id)}"
    for each, address in (
        (host, f"/g/{game_id}"),
        (host, "/"),
        (guest, "/"),
        (guest, link),
        (guest, f"/g/{game_id}"),
    ):
        each.page.goto(address)
        assert each.page.locator("img[src=x]").count() == 0, address
        assert "\u202e" not in each.page.content(), address
        assert each.page.title() != "!"


def invitation(host: Reader, game_id: str) -> str:
    """The token of the free seat in a game that a reader opened, listed or not."""
    answer = host.context.request.get(f"/api/v1/games/{game_id}/invitations")
    (found,) = answer.json()["invitations"]
    token: str = found["token"]
    return token
