"""How soon the board of a game can be used after its page is requested. A server with SQLite and
a browser run on this machine; the cache is empty the first time and warm after that.

    python benchmarks/web_first_touch.py            every game, 10 times each
    python benchmarks/web_first_touch.py --tries 3

The exit status is 1 if the median for a game is more than a second.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from tabuleiro.games import GAMES
from web_servers import ServerProcess
from web_wire import Data

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # for its browsers

PORT = 18_967
MOST = 1_000.0  # milliseconds until a board can be touched
ENVIRONMENT = {"TABULEIRO_WORKERS": "1"}


def measure(address: str, tries: int) -> Data:
    """The milliseconds for each game: the first time, and the median of the other times."""
    from web.browser.readers import Reader, browsing
    from web.serving import Browser

    found: Data = {}
    with browsing() as chromium, Browser(address) as host:
        for game in GAMES:
            path = f"/g/{host.opens(game.id, 'me', 'level:1')}"
            reader = Reader(chromium, address, cookies=dict(host.cookies))
            first, *others = [first_touch(reader.new_page(), path) for _ in range(tries)]
            found[game.id] = {"first ms": round(first), "others ms": round(median(others))}
            reader.close()
    return found


def first_touch(page: Any, path: str) -> float:
    """The milliseconds until the board of a page can be touched."""
    page.add_init_script(WATCH)
    page.goto(path)
    page.locator(".board button.touch[data-site]").first.wait_for(state="attached")
    taken: float = page.evaluate("window.touchable")
    page.close()
    return taken


WATCH = """new MutationObserver(() => {
    if (!window.touchable && document.querySelector(".board button.touch[data-site]")) {
        window.touchable = performance.now();
    }
}).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] })"""
"""Record when the first place can be touched."""


def main() -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description="Measure how soon boards can be touched.")
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--port", type=int, default=PORT)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), options.port, environment=ENVIRONMENT)
        try:
            server.start()
            server.wait()
            found = measure(server.address, max(2, options.tries))
        finally:
            server.stop()
    sys.stdout.write(f"{json.dumps(found, indent=2)}\n")
    return 0 if all(each["others ms"] <= MOST for each in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
