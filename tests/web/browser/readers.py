"""People who read pages in a browser; their consoles must show no errors or warnings."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

import waiting

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
PHONE_TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PATIENCE_MS = 1_000 * waiting.PATIENCE
expect.set_options(timeout=PATIENCE_MS)
ELSEWHERE = "play.test"  # a name for this machine that browsers do not trust like localhost
ARGUMENTS = ("--no-sandbox", f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1")


@contextmanager
def browsing() -> Iterator[Browser]:
    """A running browser."""
    path = shutil.which(os.environ.get("CHROMIUM", "chromium")) or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=ARGUMENTS, timeout=PATIENCE_MS
        )
        yield browser
        browser.close()


class Reader:
    """A person with their own cookies who opens pages of a site."""

    def __init__(
        self, browser: Browser, address: str, below: bool = False, **settings: Any
    ) -> None:
        """With `below`, an empty page is opened first to keep the window open. It must be below the
        other page, which would not be painted otherwise."""
        cookies = settings.pop("cookies", {})
        self.address = address
        self.context: BrowserContext = browser.new_context(
            **{"viewport": DESKTOP, "base_url": address, "locale": "en", **settings}
        )
        self.context.set_default_timeout(PATIENCE_MS)
        if below:
            self.context.new_page()
        self.begin(cookies)

    def begin(self, cookies: Mapping[str, str]) -> None:
        """Open a page, without complaints so far."""
        self.context.add_cookies(
            [{"name": name, "value": value, "url": self.address} for name, value in cookies.items()]
        )
        self.complaints: list[str] = []
        self.page = self.new_page()
        self.has_clock = False

    def install_clock(self) -> None:
        """Let the test set the time of all pages in this window, which cannot be undone."""
        self.page.clock.install()
        self.has_clock = True

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def close(self) -> None:
        self.context.close()


class Windows:
    """Windows that are reused by one reader after another. Opening a window is as expensive as
    opening a page, so it stays open, with an empty page, for the next reader."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.free: dict[str, list[Reader]] = {}
        self.taken: list[tuple[str, Reader]] = []

    def take(self, cookies: Mapping[str, str] | None = None, **settings: Any) -> Reader:
        """A reader who is new to the site; public files may already be in the cache."""
        kind = json.dumps(settings, sort_keys=True)
        if left := self.free.get(kind):
            reader = left.pop()
            reader.begin(cookies or {})
        else:
            given = {"cookies": cookies or {}, **settings}
            reader = Reader(self.browser, self.address, below=True, **given)
        self.taken.append((kind, reader))
        return reader

    def leave(self) -> list[str]:
        """Free all windows and clear their data; return the complaints."""
        complaints = [complaint for _, reader in self.taken for complaint in reader.complaints]
        while self.taken:
            kind, reader = self.taken.pop()
            if reader.has_clock:
                reader.close()
                continue
            empty(reader)
            self.free.setdefault(kind, []).append(reader)
        return complaints

    def close(self) -> None:
        """Closes all windows."""
        for readers in self.free.values():
            for reader in readers:
                reader.close()


def empty(reader: Reader) -> None:
    """Close all pages of a reader except an empty one, and clear what the site has stored."""
    blank, *others = reader.context.pages
    for page in others:
        page.close()
    stored = {"origin": reader.address, "storageTypes": "all"}
    session = reader.context.new_cdp_session(blank)
    session.send("Storage.clearDataForOrigin", stored)
    session.detach()
    reader.context.clear_cookies()
    reader.context.set_offline(False)


def hold_back(page: Page, address: str, times: int | None = None) -> list[Route]:
    """Leave requests to an address unanswered: the next `times`, or all from now on. Return the
    list that they are added to."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(address, hold, times=times)
    return held


def wait_for_held(page: Page, held: list[Route], count: int = 1) -> None:
    """Wait until this many requests are held back. They only arrive while Playwright is called."""
    waiting.wait_for(lambda: page.evaluate("true") and len(held) >= count)


SETTLE = """() => document.getAnimations()
    .filter((motion) => motion.effect.getComputedTiming().endTime < Infinity)
    .forEach((motion) => motion.finish())"""


def settle(page: Page) -> None:
    """Finish all animations that are not endless."""
    page.evaluate(SETTLE)


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds wrong with the page as it is shown now, after all animations: by these
    rules, or by all."""
    settle(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{one['id']}: {one['help']}: {json.dumps([node['target'] for node in one['nodes']][:3])}"
        for one in found["violations"]
    ]


NewReader = Callable[..., Reader]
"""Makes readers of a site."""
