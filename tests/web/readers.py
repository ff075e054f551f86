"""Readers of pages for tests: browsers whose consoles must stay quiet."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
PHONE_TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PATIENCE = 10_000  # milliseconds
expect.set_options(timeout=PATIENCE)
ELSEWHERE = "play.test"  # a name of this machine that browsers trust no more than a stranger's
ARGUMENTS = ("--no-sandbox", f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1")


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser that runs meanwhile."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Reader:
    """Somebody with cookies of his own who opens pages of a site."""

    def __init__(self, browser: Browser, address: str, **settings: Any) -> None:
        cookies = settings.pop("cookies", {})
        self.address = address
        self.context: BrowserContext = browser.new_context(
            **{"viewport": DESKTOP, "base_url": address, "locale": "en", **settings}
        )
        self.context.add_cookies(
            [{"name": name, "value": value, "url": address} for name, value in cookies.items()]
        )
        self.complaints: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def close(self) -> None:
        self.context.close()


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with a page as it is shown now."""
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {json.dumps([node['target'] for node in one['nodes']][:3])}"
        for one in found["violations"]
    ]


NewReader = Callable[..., Reader]
"""Makes readers of a site."""
