"""Draw the pictures of the README, in docs/images: a page of the browser app and five boards.

In `tests`: `python -m web.browser.readme_pictures`.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from builds import ROOT
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.games import GAMES, sample_position
from web.browser.pictures_of_pages import COMING, NODES
from web.browser.readers import Reader, browsing, settle
from web.every_page import halfway
from web.players_at_server import QuickPool
from web.serving import Served

FOLDER = ROOT / "docs" / "images"
WINDOW = {"width": 1180, "height": 620}
GAME = "lyngk"
BOARD_WIDTH = 160


def draw_boards() -> None:
    """One board of each game, without texts."""
    for game in GAMES:
        scene = sample_position(game).scene().at_rest()
        drawn = draw_svg(scene, layout="none", captions=False, width=BOARD_WIDTH)
        (FOLDER / f"{game.id}.svg").write_text(drawn)


def take_screenshot() -> None:
    """A game against the computer."""
    with TemporaryDirectory() as data, browsing() as chromium:
        served = Served(Path(data), lambda settings: QuickPool(NODES))
        ana = served.browser()
        address = f"{served.address}/g/{halfway(ana, GAME, 'me', 'level:5', name='Ana')}"
        reader = Reader(
            chromium, served.address, viewport=WINDOW, cookies={**ana.cookies, "theme": "light"}
        )
        reader.page.goto(address)
        reader.page.wait_for_timeout(COMING)
        settle(reader.page)
        reader.page.screenshot(path=FOLDER / "browser.png")
        reader.close()
        served.close()


if __name__ == "__main__":
    draw_boards()
    take_screenshot()
