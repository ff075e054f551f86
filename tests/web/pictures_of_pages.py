"""Pictures of every page, to be looked at: `python -m web.pictures_of_pages FOLDER` in `tests`.

Each is taken at the widths of a phone, a tablet and a desktop, in light and dark, in every
language.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page

from tabuleiro.games import games
from tabuleiro.language import LANGUAGES
from web.houses import QuickPool
from web.readers import Reader, browsing
from web.serving import Browser, Served, wait_for

WIDTHS = {360: 740, 768: 1024, 1440: 900}  # and the heights of such screens
THEMES = ("light", "dark")
PATIENCE = 60_000  # milliseconds: a long page takes time on a busy machine
STILL = 400  # milliseconds until nothing moves any more
HALFWAY = {"squex": 12, "control_v": 8, "fuse": 7, "eigenstate": 8, "lyngk": 8}
"""Moves of one's own to the middle of a game."""
MISSED = "rows=4&columns=4&position=1ox1/o2o/2ox/2xx+o2/2o/2x+x+1&moves=a1"
"""A game in which a win was missed."""


def halfway(browser: Browser, game: str, *seats: str, **more: Any) -> str:
    """A game in its middle, in which it is one's turn."""
    game_id = browser.opens(game, *seats, **more)
    if browser.sees(game_id)["layout"]:
        browser.does(game_id, "layout", agrees=True)
    chance = Random(7)
    for _ in range(HALFWAY[game.partition(" ")[0]]):
        wait_for(lambda: browser.sees(game_id)["can"]["move"])
        choices = browser.sees(game_id)["choices"]["moves"]
        browser.does(game_id, "move", move=chance.choice(choices)[0])
    wait_for(lambda: browser.sees(game_id)["can"]["move"])
    return game_id


def addresses(ana: Browser, rui: Browser) -> Iterator[tuple[str, str]]:
    """Every kind of page, with a name for its picture."""
    for game in games():
        yield f"game-{game}", f"/g/{halfway(ana, game, 'me', 'level:1', name='Ana')}"
    four = halfway(
        ana, "control_v players=4", "me", "level:1", "level:2", "level:3", control="90+30"
    )
    yield "game-of-four", f"/g/{four}"
    over = halfway(ana, "squex", "me", "level:1")
    ana.does(over, "resign")
    yield "game-over", f"/g/{over}"
    waiting = ana.opens("squex", "me", "open", name="Ana")
    yield "game-waiting", f"/g/{waiting}"
    (invitation,) = ana.get(f"games/{waiting}/invitations").json()["invitations"]
    yield "join", f"/join/{invitation['token']}"
    yield "device", f"/device/{ana.post(f'games/{four}/links', json={}).json()['token']}"
    drawn = ana.opens("fuse", "me", "open", name="Ana", control="90+30")
    ana.invites(drawn, rui)
    yield "game-start", f"/g/{drawn}"
    asked = ana.opens("squex", "me", "open", name="Ana", control="90+30")
    ana.invites(asked, rui)
    ana.does(asked, "move", move="d4")
    rui.does(asked, "draw")
    yield "game-proposal", f"/g/{asked}"
    watched = rui.opens("lyngk", "me", "level:1", name="Rui", listed=True)
    yield "game-watched", f"/g/{watched}"
    rui.opens("eigenstate", "me", "open", name="Rui", listed=True, control="3d")
    yield "game-studied", f"/study/game/{over}"
    yield "study", "/study"
    yield "puzzles", "/puzzles"
    for game in games():
        yield f"game-puzzle-{game}", f"/puzzles/{game}/1"
    yield "game-review", f"/review/line/squex?{MISSED}"
    yield "home", "/"
    yield "learn", "/learn"
    yield "error", "/nowhere"
    for game in games():
        for path in ("new", "rules", "first", "edit"):
            yield f"{path}-{game}", f"/{path}/{game}"
    yield "new-friend", "/new/squex?against=friend"
    yield "import", "/import"
    yield "line", "/p/lyngk?moves=i1h3+h4g6+h3g5+h2g4&at=3"
    yield "embed", "/embed/lyngk?moves=i1h3+h4g6+h3g5+h2g4&at=3"
    yield "play-on", "/new/squex?position=8/8/8/3xo3/3xo3/8/8/8+7/7/7/7/7/7/7+x+1"


def open_more(page: Page) -> None:
    page.locator('[data-do="more"]').click()


def open_rules(page: Page) -> None:
    open_more(page)
    page.locator('#more [data-do="rules"]').click()
    page.locator("#rules .example").first.wait_for()


def open_line(page: Page) -> None:
    """Shows the line of the best move."""
    page.locator("#candidates .candidate-row").first.click()


def open_play_on(page: Page) -> None:
    page.locator('[data-do="play-on"]').click()


def open_moment(page: Page) -> None:
    page.locator("#progress").wait_for(state="hidden")
    page.locator("#go-on").click()


def open_answer(page: Page) -> None:
    open_moment(page)
    page.locator('[data-do="answer"]').click()


def open_summary(page: Page) -> None:
    page.locator('[data-do="summary"]').click()


def open_solution(page: Page) -> None:
    page.locator('[data-do="solution"]').click()


def touch(page: Page) -> None:
    """Touches a place, so that a move is entered in part."""
    page.locator("button[data-site]").first.focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")


OPENED: Mapping[str, Mapping[str, Callable[[Page], None]]] = {
    "game-squex": {"more": open_more, "rules": open_rules},
    "game-control_v": {"touched": touch},
    "game-fuse": {"touched": touch},
    "game-eigenstate": {"touched": touch},
    "game-lyngk": {"touched": touch},
    "game-studied": {"more": open_more, "line": open_line, "play-on": open_play_on},
    "game-puzzle-fuse": {"solution": open_solution},
    "game-review": {"moment": open_moment, "answer": open_answer, "summary": open_summary},
    "learn": {"menu": lambda page: page.locator(".menu summary").click()},
}
"""What is opened in pages, with names for the pictures."""


def take(page: Page, folder: Path, name: str) -> None:
    page.wait_for_timeout(STILL)
    page.screenshot(path=folder / f"{name}.png", full_page=not name.startswith("game"))


def take_all(reader: Reader, pages: list[tuple[str, str]], folder: Path, kind: str) -> None:
    """Pictures of all pages as one reader sees them."""
    for name, address in pages:
        reader.page.goto(address)
        take(reader.page, folder, f"{name}-{kind}")
        for more, open_it in OPENED.get(name, {}).items():
            reader.page.goto(address)
            open_it(reader.page)
            take(reader.page, folder, f"{name}-{more}-{kind}")


def main(folder: Path) -> None:
    """Takes all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, browsing() as chromium:
        served = Served(Path(data), lambda settings: QuickPool())
        ana, rui = served.browser(), served.browser()
        pages = list(addresses(ana, rui))
        for (width, height), theme, language in product(WIDTHS.items(), THEMES, LANGUAGES):
            cookies = {**ana.cookies, "theme": theme, "lang": language}
            viewport = {"width": width, "height": height}
            reader = Reader(chromium, served.address, viewport=viewport, cookies=cookies)
            reader.page.set_default_timeout(PATIENCE)
            take_all(reader, pages, folder, f"{width}-{theme}-{language}")
            reader.close()
        served.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
