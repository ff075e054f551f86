"""Take screenshots of every page for people to look at, and list what axe-core finds wrong.

In `tests`: `python -m web.browser.pictures_of_pages FOLDER`; add `--widths 360`, `--themes dark` or
`--only study` to select some of them.

Every page is shown at the widths of a phone, a tablet and a desktop, in light and dark, and once
more on a phone in Portuguese, which has longer words. The exit status is 1 if something is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page

from web.browser.opened_pages import OPENED
from web.browser.readers import Reader, browsing, settle, violations
from web.every_page import addresses
from web.players_at_server import QuickPool
from web.serving import Browser, Served

WIDTHS = {360: 740, 768: 1024, 1440: 900}  # and the heights of such screens
THEMES = ("light", "dark")
COMING = 400  # milliseconds for a page to load its data before its picture is taken
NODES = 300  # of an analysis: enough for something to be seen


class Look(NamedTuple):
    """The size, colours and language in which pages are shown."""

    width: int
    theme: str
    language: str = "en"

    def __str__(self) -> str:
        return "-".join(map(str, self))


LOOKS = (*(Look(*pair) for pair in product(WIDTHS, THEMES)), Look(360, "light", "pt"))


@contextmanager
def reading(chromium: Chromium, served: Served, browser: Browser, look: Look) -> Iterator[Reader]:
    """A reader with the cookies of a client."""
    reader = Reader(
        chromium,
        served.address,
        viewport={"width": look.width, "height": WIDTHS[look.width]},
        cookies={**browser.cookies, "theme": look.theme, "lang": look.language},
    )
    yield reader
    reader.close()


def states(reader: Reader, name: str, address: str) -> Iterator[str]:
    """Open a page as it first appears, then with each thing that can be opened in it; yield their
    names."""
    reader.page.goto(address)
    yield name
    for more, open_it in OPENED.get(name, {}).items():
        reader.page.goto(address)
        open_it(reader.page)
        yield f"{name}-{more}"


def faults(page: Page) -> list[str]:
    """What is wrong with a page as it is shown now."""
    excess = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return violations(page) + ([f"it scrolls sideways by {excess} px"] if excess > 0 else [])


def take(page: Page, folder: Path, name: str) -> None:
    """Take a picture of a whole page. Of a page that fills the screen, take the visible part and,
    if there is more, the end."""
    page.wait_for_timeout(COMING)
    settle(page)
    fills = name.startswith("game")
    page.screenshot(path=folder / f"{name}.png", full_page=not fills)
    if fills and page.evaluate("document.documentElement.scrollHeight > innerHeight + 8"):
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        settle(page)
        page.screenshot(path=folder / f"{name}-end.png")


def main(folder: Path, looks: Sequence[Look], only: str) -> int:
    """Take the pictures and print what is wrong; return the number of faults."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with TemporaryDirectory() as data, browsing() as chromium:
        served = Served(Path(data), lambda settings: QuickPool(NODES))
        ana, rui = served.browser(), served.browser()
        pages = [page for page in addresses(ana, rui) if only in page[0]]
        for look in looks:
            with reading(chromium, served, ana, look) as reader:
                for page in pages:
                    for name in states(reader, *page):
                        take(reader.page, folder, f"{name}-{look}")
                        for fault in faults(reader.page):
                            count += 1
                            print(f"{name}, {look}: {fault}", flush=True)
        served.close()
    return count


def read_arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--widths", type=int, nargs="+", choices=WIDTHS, default=list(WIDTHS))
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--only", default="", help="pages with this in their names")
    return parser.parse_args()


if __name__ == "__main__":
    given = read_arguments()
    looks = [look for look in LOOKS if look.width in given.widths and look.theme in given.themes]
    sys.exit(1 if main(given.folder, looks, given.only) else 0)
