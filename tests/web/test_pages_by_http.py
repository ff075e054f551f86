"""Every page of the site as HTML, in every language: checks that need no browser."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from starlette.routing import compile_path

from tabuleiro.analysis import shipped_puzzles
from tabuleiro.core.game import Game
from tabuleiro.core.scene import PROSPECTS
from tabuleiro.games import GAMES, find_game
from tabuleiro.language import LANGUAGES, translator
from tabuleiro.web.api.positions import PositionView
from tabuleiro.web.pages.home import FIRST_LISTED
from tabuleiro.web.pages.puzzles import puzzle_of_the_day
from tabuleiro.web.pages.routes import ROUTES
from waiting import PATIENCE
from web.every_page import addresses
from web.serving import Browser, Process, Served, Visitor

STATUSES = {"error": 404, "embed-nothing": 422}
"""The status codes of error pages; all other pages have 200."""
FILES = re.compile(r"\{name\}$|\.css$")
"""Routes that are not pages."""
SPOKEN = ("alt", "aria-label", "content", "placeholder", "title")
"""Attributes that people read or hear."""
PLACEHOLDER = re.compile(r"\{\w*\}|\{\{|\{%|%\(\w+\)s|Undefined|Traceback")
"""What a template contains if values are missing."""


class PageReader:
    """Gets pages with these cookies and, for a single page, additional ones."""

    def __init__(self, site: Served | Process, cookies: dict[str, str] | None = None) -> None:
        self.address = site.address
        self.cookies = cookies or {}

    def get(self, path: str, **cookies: str) -> httpx.Response:
        with Visitor(self.address, Accept="text/html") as visitor:
            visitor.cookies.update({**self.cookies, **cookies})
            return visitor.get(path)


class Words(HTMLParser):
    """All text of a page, including attributes that screen readers read. Code is left out, since it
    is the same in all languages, and so are `data-` attributes with templates for scripts.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.title = ""
        self.said: list[str] = []
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        self.said += [text for name, text in attrs if name in SPOKEN and text]

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if self.inside == "title":
            self.title += text
        if text and self.inside != "code":
            self.said.append(text)

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


@pytest.fixture(scope="module")
def ana(site: Served) -> Browser:
    return site.browser()


@pytest.fixture(scope="module")
def pages(site: Served, ana: Browser) -> dict[str, str]:
    return dict(addresses(ana, site.browser()))


@pytest.fixture(scope="module")
def visitor(site: Served, ana: Browser, pages: dict[str, str]) -> PageReader:
    """Ana, who has a cookie because she has opened games."""
    assert pages
    return PageReader(site, dict(ana.cookies))


@pytest.fixture(scope="module")
def anybody(site: Served) -> PageReader:
    return PageReader(site)


# --- every page ----------------------------------------------------------------------------


SCRIPT_OR_STYLE = re.compile(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:")
ELSEWHERE = re.compile(r'<(?!a\s)[^>]*\s(src|href)="(?!/|#)')


def page_routes() -> Iterator[re.Pattern[str]]:
    """Patterns for the URLs of pages, in the order of the routes."""
    for method, path, _ in ROUTES:
        if method == "GET" and not FILES.search(path):
            yield compile_path(path)[0]


def test_every_kind_of_page_is_looked_at(pages: dict[str, str]) -> None:
    paths = [address.partition("?")[0] for address in pages.values()]
    missing = [route.pattern for route in page_routes() if not any(map(route.match, paths))]
    assert missing == []


def is_code(text: str) -> bool:
    """Whether a text may be something to type, such as `swap`, which is not translated."""
    return text.islower() and text.isalpha()


@pytest.mark.in_base("pt")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title_the_words_of_its_language_and_no_scripts_or_styles_inside(
    visitor: PageReader, pages: dict[str, str], language: str
) -> None:
    translate = translator(language)
    for name, address in pages.items():
        answer = visitor.get(address, lang=language)
        assert answer.status_code == STATUSES.get(name, 200), (name, answer.text)
        assert f'<html lang="{language}"' in answer.text, name
        words = Words(answer.text)
        assert "Tabuleiro" in words.title, name
        gaps = [text for text in words.said if PLACEHOLDER.search(text)]
        assert gaps == [], name
        foreign = [text for text in words.said if translate(text) != text and not is_code(text)]
        assert foreign == [], name
        page = answer.text.replace(visitor.address, "")
        assert not SCRIPT_OR_STYLE.search(page), name
        assert not ELSEWHERE.search(page), name


@pytest.mark.parametrize("path", ["/", "/learn", "/new/fuse", "/rules/fuse", "/nowhere"])
def test_pages_are_guarded_as_the_api_is(anybody: PageReader, path: str) -> None:
    headers = anybody.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "strict-origin"


# --- some pages ----------------------------------------------------------------------------


def test_errors_are_pages_in_words(anybody: PageReader) -> None:
    gone = anybody.get(f"/join/{'a' * 43}")
    assert gone.status_code == 410 and "This link no longer works" in gone.text
    none = anybody.get("/g/nothing")
    assert none.status_code == 404 and "Not found" in none.text


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Level 2 (Very easy)"), ("pt", "Nível 2 (Muito fácil)")]
)
def test_the_levels_to_play_say_how_hard_they_are(site: Served, language: str, name: str) -> None:
    page = httpx.get(f"{site.address}/", headers={"Accept-Language": language}).text
    chosen = f'<option value="2" selected>{name}</option>'
    assert page.count(chosen) == page.count('name="level"') > 0


def test_of_many_games_of_ones_own_the_first_are_shown_and_the_rest_folded(site: Served) -> None:
    someone = site.browser()
    for _ in range(FIRST_LISTED + 1):
        someone.opens("squex rows=3 columns=3", "me", "me")
    page = PageReader(site, dict(someone.cookies)).get("/").text
    first, _, rest = page.partition('<details class="more-rows">')
    assert first.count('href="/g/') == FIRST_LISTED
    assert f"Show all {FIRST_LISTED + 1}" in rest


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_rules_are_told_in_the_language_of_the_page(anybody: PageReader, game: Game[Any]) -> None:
    page = anybody.get(f"/rules/{game.id}", lang="pt").text
    assert "Depois de " in page and "After " not in page


def test_rules_begin_with_goal_turn_and_end_and_fold_the_details(anybody: PageReader) -> None:
    text = anybody.get("/rules/squex").text
    brief, _, details = text.partition('<details class="rules-part">')
    assert re.findall("<h2>([^<]+)</h2>", brief) == ["Goal", "Your turn", "The end"]
    assert brief.count('class="picture"') == 3
    assert len(re.findall("<summary><h2>", details)) == details.count("</details>")
    assert "<summary><h2>Board</h2></summary>" in text


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/\\example.org"])
def test_settings_lead_back_to_our_own_pages_only(site: Served, back: str) -> None:
    form = {"language": "pt", "theme": "dark", "sound": "on", "back": back}
    headers = {"X-Tabuleiro": "1"}
    answer = httpx.post(f"{site.address}/settings", data=form, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 303 and answer.headers["location"] == "/"


def test_a_game_that_goes_on_is_not_reviewed(site: Served, anybody: PageReader) -> None:
    answer = anybody.get(f"/review/game/{site.browser().opens('squex', 'me', 'level:1')}")
    assert answer.status_code == 403
    assert "This game can be reviewed when it is over." in answer.text


@pytest.mark.parametrize(
    ("language", "of_line", "of_game"),
    [
        ("en", "Review of Squex: 2 moves", "Review of Squex: Ana – Ana"),
        ("pt", "Revisão de Squex: 2 jogadas", "Revisão de Squex: Ana – Ana"),
    ],
)
def test_the_title_of_a_review_says_what_is_reviewed(
    site: Served, anybody: PageReader, language: str, of_line: str, of_game: str
) -> None:
    ana = site.browser()
    played = ana.opens("squex", "me", "me", name="Ana")
    ana.does(played, "resign")
    for path, title in (
        ("/review/line/squex?moves=d4+e5", of_line),
        (f"/review/game/{played}", of_game),
    ):
        page = anybody.get(path, lang=language).text
        assert f"<title>{title} · Tabuleiro</title>" in page


# --- puzzles -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/learn", "/rules/{id}"])
def test_pages_lead_to_the_puzzles_of_games_that_have_some(
    anybody: PageReader, game: Game[Any], path: str
) -> None:
    page = anybody.get(path.format(id=game.id)).text
    assert (f'href="/puzzles/{game.id}"' in page) == bool(shipped_puzzles(game))


def test_a_game_without_puzzles_says_so(anybody: PageReader, game: Game[Any]) -> None:
    page = anybody.get(f"/puzzles/{game.id}").text
    assert (f"There are no puzzles for {game.name}." in page) == (not shipped_puzzles(game))


@pytest.mark.parametrize("number", ["0", "{more}", "x", "01", "1" * 40])
def test_a_number_without_a_puzzle_is_not_found_in_words(anybody: PageReader, number: str) -> None:
    count = len(shipped_puzzles(find_game("squex")))
    answer = anybody.get(f"/puzzles/squex/{number.format(more=count + 1)}")
    assert answer.status_code == 404
    assert f"Squex has puzzles 1 to {count}." in answer.text


def test_the_puzzle_of_the_day_is_the_same_for_everybody(anybody: PageReader) -> None:
    days = [date(2026, 11, 19) + timedelta(days=day) for day in range(60)]
    found = [puzzle_of_the_day(day) for day in days]
    assert found == [puzzle_of_the_day(day) for day in days]
    assert {game.id for game, _ in filter(None, found)} == {game.id for game in GAMES}
    assert len({(game.id, number) for game, number in filter(None, found)}) > 40
    link = re.compile(r'href="(/puzzles/\w+/\d+)">Puzzle of the day')
    (path,) = link.findall(anybody.get("/puzzles").text)
    assert link.findall(anybody.get("/puzzles", theme="dark").text) == [path]
    assert anybody.get(path).status_code == 200


# --- puzzles and reviews ---------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_puzzle_marks_what_could_happen_next(game: Game[Any]) -> None:
    for puzzle in shipped_puzzles(game):
        for position in puzzle.positions():
            look = PositionView(position, position.scene(), prospects=False)
            assert not look.scene().sites_by_mark().keys() & PROSPECTS


def test_the_page_of_a_puzzle_marks_nothing_and_names_the_colour(
    anybody: PageReader, ana: Browser
) -> None:
    solvers = [each.position.player for each in shipped_puzzles(find_game("squex"))]
    page = f"/puzzles/squex/{solvers.index(1) + 1}"
    text = anybody.get(page, theme="light").text
    assert "Orange to move and win" in text
    assert "Red to move and win" in anybody.get(page, theme="classic").text
    assert '<p class="note" id="instruction">Place an octagon.</p>' in text
    shown = json.loads(html.unescape(re.findall(r'data-state="([^"]*)"', text)[0]))
    body = {"position": shown["position"], "still": False}
    assert "dash" in ana.post("positions", json=body).json()["board"]
    quiet = ana.post("positions", json={**body, "prospects": False}).json()
    assert quiet["board"] == shown["board"]
    assert "dash" not in quiet["board"]


def test_grades_without_puzzles_cannot_be_chosen(anybody: PageReader) -> None:
    text = anybody.get("/puzzles/squex").text
    filled = {puzzle.grade for puzzle in shipped_puzzles(find_game("squex"))}
    inputs = re.findall(r'name="grade" value="(\d)"( disabled)?', text)
    assert {int(grade) for grade, disabled in inputs if not disabled} == filled
