"""Replayed, embedded and imported lines in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from tabuleiro.games import start
from tabuleiro.records import Ply, Record, write_records
from web.browser.readers import PATIENCE_MS, PHONE, NewReader
from web.serving import Served

LINE = "/p/squex?rows=3&columns=3&moves=b1+a1+b2+a2+b3"
MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>&"'


def expect_place(page: Page, words: str, *sites: str) -> None:
    """The current place in the line, and the pieces on the board."""
    expect(page.locator("#place")).to_have_text(words)
    expect(page.locator(".stack[data-shape=octagon]")).to_have_count(len(sites))
    for site in sites:
        expect(page.locator(f'.stack[data-site="{site}"]')).to_be_attached()


# --- going through -------------------------------------------------------------------------


def test_a_line_is_gone_through_by_mouse_and_the_address_follows(reader: NewReader) -> None:
    page = reader().page
    page.goto(f"{LINE}&at=2")
    expect_place(page, "After move 1: a1", "b1", "a1")
    page.get_by_role("button", name="Forward").click()
    expect_place(page, "After move 2: b2", "b1", "a1", "b2")
    expect(page).to_have_url(re.compile(r"moves=b1\+a1\+b2\+a2\+b3&at=3$"))
    expect(page.locator("#link")).to_have_value(re.compile("&at=3$"))
    saved = page.get_by_role("link", name="Picture (PNG)")
    expect(saved).to_have_attribute("href", re.compile(r"/position.png\?.*&at=3$"))
    study = page.locator("#study")
    expect(study).to_have_attribute("href", re.compile("^/study/line/squex.*&at=3$"))
    edit = page.get_by_role("link", name="Edit")
    expect(edit).to_have_attribute("href", re.compile("position=ox1/1x1/3"))
    page.get_by_role("list", name="Moves").get_by_role("button", name="b3").click()
    expect(page.locator("#caption")).to_contain_text("Blue has won")
    expect(page.get_by_text("Play from here")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Start", exact=True).click()
    expect_place(page, "The start")


def test_a_line_is_gone_through_by_keys(reader: NewReader) -> None:
    page = reader().page
    page.goto(LINE)
    expect(page.locator("#place")).to_have_text("After move 3: b3")
    for key, words in (
        ("ArrowLeft", "After move 2: a2"),
        ("ArrowUp", "The start"),
        ("ArrowRight", "After move 1: b1"),
        ("ArrowDown", "After move 3: b3"),
        ("Home", "The start"),
    ):
        page.keyboard.press(key)
        expect(page.locator("#place")).to_have_text(words)


def test_a_line_is_gone_through_by_touch_in_portuguese(reader: NewReader) -> None:
    page = reader(viewport=PHONE, has_touch=True, is_mobile=True, locale="pt").page
    page.goto(f"{LINE}&at=0")
    page.get_by_role("button", name="Avançar").tap()
    expect(page.locator("#place")).to_have_text("Depois da jogada 1: b1")
    expect(page.get_by_role("heading", name="Squex: 5 jogadas")).to_be_visible()


def test_a_line_plays_by_itself_and_stops(reader: NewReader) -> None:
    someone = reader()
    someone.install_clock()
    page = someone.page
    page.goto(f"{LINE}&at=0")
    page.get_by_role("button", name="Autoplay").click()
    for count in (1, 2):
        page.clock.run_for(1_300)
        expect(page.locator("#place")).to_have_text(f"After move {count} of 5")
    page.get_by_role("button", name="Autoplay").click()
    page.clock.run_for(5_000)
    expect(page.locator("#place")).to_have_text("After move 1: a1")


def test_a_finished_game_leads_to_its_page_and_its_files(reader: NewReader, site: Served) -> None:
    ana = site.browser()
    game_id = ana.opens("squex rows=3 columns=3", "me", "me", name="Ana")
    for move in ("b1", "a1", "b2", "a2", "b3"):
        ana.does(game_id, "move", move=move)
    page = reader().page
    page.goto(f"/g/{game_id}")
    page.locator('#actions [data-do="more"]').click()
    page.get_by_role("link", name="Replay, save or embed").click()
    page.wait_for_url(f"**/g/{game_id}/share")
    with page.expect_download() as download:
        page.get_by_role("link", name="Animation (GIF)").click()
    assert download.value.suggested_filename == "squex-game.gif"
    assert Path(download.value.path()).read_bytes().startswith(b"GIF89a")


# --- in frames of others -------------------------------------------------------------------


def test_a_page_of_others_shows_a_frame_and_no_other_page(site: Served, chromium: Chromium) -> None:
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    frames = [f"{site.address}{path}" for path in (LINE.replace("/p/", "/embed/"), LINE)]
    with page_of_others(*frames) as other:
        page.goto(other)
        check_frames(page)
    context.close()


@contextmanager
def page_of_others(*frames: str) -> Iterator[str]:
    """The address of a page of another origin that embeds these."""
    body = "".join(f'<iframe src="{address}" width=500 height=620></iframe>' for address in frames)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            """Logs nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def check_frames(page: Page) -> None:
    """The first frame can be replayed, the second is blocked."""
    shown = page.frame_locator("iframe").first
    expect(shown.get_by_role("heading", name="Squex: 5 moves")).to_be_visible()
    shown.get_by_role("button", name="Back").click()
    expect(shown.locator("#place")).to_have_text("After move 2: a2")
    refused = page.frame_locator("iframe").nth(1)
    expect(refused.locator("#line")).to_have_count(0)


# --- records that are brought --------------------------------------------------------------


def record(*moves: str, **more: object) -> Record:
    plies = tuple(Ply(move, comment=MARKUP) for move in moves)
    given = {"headers": {"Event": MARKUP}, "comment": MARKUP, **more}
    names = (f"Ana {MARKUP}", "Rui")
    return Record(start("squex rows=3 columns=3"), names, plies, **given)  # type: ignore[arg-type]  # a test's own


def test_a_record_is_pasted_and_all_of_it_is_shown_as_text(reader: NewReader) -> None:
    page = reader().page
    page.goto("/import")
    page.get_by_label("Game, moves, position or link").fill(write_records([record("b1", "a1")]))
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#title")).to_have_text(f"Squex: Ana {MARKUP} – Rui")
    expect(page.locator("#comment")).to_have_text(MARKUP)
    page.get_by_role("button", name="Forward").click()
    expect_place(page, "After move 1 of 2", "b1")
    expect(page.locator("#comment")).to_have_text(MARKUP)
    assert page.locator("main img").count() == 0
    assert page.title() == "Import a game · Tabuleiro"
    page.get_by_role("link", name="Share").click()
    page.wait_for_url("**/p/squex?**moves=b1+a1")


def test_an_example_can_be_tried(reader: NewReader) -> None:
    page = reader().page
    page.goto("/import")
    page.get_by_role("button", name="Try an example").click()
    expect(page.locator("#place")).to_have_text("The start")
    expect(page.locator("#moves button").last).to_have_text("d3")
    expect(page.locator("#assumed")).not_to_contain_text("Reading")


def test_a_record_that_is_brought_becomes_a_study(reader: NewReader) -> None:
    page = reader().page
    page.goto("/import")
    page.get_by_label("Game, moves, position or link").fill(write_records([record("b1", "a1")]))
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_role("button", name="Study").click()
    page.wait_for_url("**/study/*")
    assert page.locator("main img").count() == 0


def test_a_file_of_many_games_offers_a_choice(reader: NewReader, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    text = write_records([record("b1"), record("b2", "c1"), record("c3")])
    file.write_text(text.replace("1. c3", "1. z9"))
    page = reader().page
    page.goto("/import")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#count")).to_have_text("2 games: choose one")
    expect(page.locator("#trouble")).to_contain_text(re.compile(r"Line \d+, column \d+: z9 is not"))
    page.locator(".game-choice").nth(1).press("Enter")
    expect_place(page, "The start")
    page.keyboard.press("End")
    expect_place(page, "After move 2 of 2", "b2", "c1")


def test_what_cannot_be_read_is_said_and_nothing_is_shown(reader: NewReader) -> None:
    page = reader().page
    page.goto("/import")
    trouble, text = page.locator("#trouble"), page.get_by_label("Game, moves, position or link")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(trouble).to_have_text("Paste a game, or choose a file.")
    for hostile, words in (
        (MARKUP, "This is HTML"),
        ("squex d4 z9", "Line 1, column 10: Move 2: z9 is not on the board"),
        ('[Game "squex"]\n\n1. z9\n', "Line 3, column 4: Move 1: z9"),
        ("x" * 2**20 + "x", "A file has at most 1024 kB."),
    ):
        text.evaluate("(field, value) => { field.value = value; }", hostile)
        page.get_by_role("button", name="Show", exact=True).click()
        expect(trouble).to_contain_text(words)
        expect(page.locator("#shown")).to_be_hidden()
    assert page.locator("main img").count() == 0
