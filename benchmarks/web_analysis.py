"""Whether analyses slow down games: how quickly moves of people are confirmed while viewers analyse
positions, and how quickly a study board responds to a click meanwhile.

    python benchmarks/web_analysis.py                       10 viewers, 20 games, 20 moves a second
    python benchmarks/web_analysis.py --viewers 0 10 --seconds 30
    python benchmarks/web_analysis.py --clicks 100          and a browser that studies
    python benchmarks/web_analysis.py --clicks 100 --press 60   whose clicks are held for 60 ms

There is one server with SQLite and one worker process. Viewers analyse one position after another,
each until it is done or for a few seconds, like people who go through a game. The exit status is 1
if the 99th percentile of the confirmations is above 300 ms, or the 95th percentile of the clicks
above 50 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any

from tabuleiro.core.position import Position
from tabuleiro.games import GAMES
from web_load import Load, Table, marks, open_all, press
from web_servers import ServerProcess
from web_wire import Data, LostError, Wire

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # for its browsers

PORT = 18_965
MOST_CONFIRMATION = 300.0  # milliseconds that 99 % of the moves may take
MOST_CLICK = 50.0  # milliseconds that 95 % of the clicks may take
AGAIN = 0.05  # seconds between two checks whether the analyses have started
LOADING = 180.0  # seconds at most until every viewer has an analysis
LOOKING = 6.0  # seconds that a viewer looks at a position
DEEP = 12  # moves from the start to a position that is analysed
ENVIRONMENT = {"TABULEIRO_WORKERS": "1", "TABULEIRO_ANALYSES_PER_ADDRESS": "1000"}


# --- viewers -------------------------------------------------------------------------------


class Viewer:
    """A simulated viewer, who analyses one position after another."""

    def __init__(self, address: str, seed: int, counts: Counter[str]) -> None:
        self.address = address
        self.chance = Random(seed)
        self.counts = counts
        self.secret = token_urlsafe(32)

    async def study(self) -> None:
        """Analyses until it is cancelled."""
        while True:
            with suppress(TimeoutError, LostError):
                async with asyncio.timeout(LOOKING * self.chance.uniform(0.5, 1.5)):
                    await self._look(some_position(self.chance))

    async def _look(self, position: Position) -> None:
        self.counts["positions"] += 1
        async with Wire(self.address, self.secret) as wire:
            body = {"position": position.full_text}
            async for told in wire.follow("/analysis", body=body):
                self.counts[told.name] += 1


def some_position(chance: Random) -> Position:
    """A position in the middle of a game that is not over."""
    while True:
        position: Position = chance.choice(GAMES).start()
        for _ in range(DEEP):
            if position.over:
                break
            position = position.play(chance.choice(position.legal_moves()))
        if not position.over:
            return position


# --- games meanwhile -----------------------------------------------------------------------


async def measure(options: argparse.Namespace, server: ServerProcess, viewers: int) -> Data:
    """How quickly moves are confirmed while this many viewers analyse."""
    load, counts = Load(), Counter[str]()
    addresses = [server.address, server.address]
    tables = [
        Table(GAMES[number % len(GAMES)].id, addresses, load, number)
        for number in range(options.games)
    ]
    await open_all(tables)
    studying = [
        asyncio.create_task(Viewer(server.address, seed, counts).study()) for seed in range(viewers)
    ]
    async with asyncio.timeout(LOADING):
        while counts["analysis"] < viewers:  # until everything is loaded
            await asyncio.sleep(AGAIN)
    await press(tables, load, options.rate, options.seconds)
    for task in studying:
        task.cancel()
    await asyncio.gather(*studying, return_exceptions=True)
    for table in tables:
        table.close()
    return {
        "viewers": viewers,
        "moves": len(load.confirmations),
        "confirmed ms": marks(load.confirmations),
        "with both players ms": marks(load.pushes),
        "positions analysed": counts["positions"],
        "insights": counts["analysis"],
        "troubles": counts["trouble"],
    }


# --- clicks meanwhile ----------------------------------------------------------------------

WATCH = """() => {
    window.answered = [];
    let touched = 0;
    addEventListener("pointerup", (event) => { touched = event.timeStamp; }, { capture: true });
    new MutationObserver(() => {
        if (!touched || board.getAttribute("aria-busy") === "true") return;
        const begun = touched;
        touched = 0;
        requestAnimationFrame(() => answered.push(performance.now() - begun));
    }).observe(board, { attributeFilter: ["aria-busy"] });
}"""
"""Measures the time from the end of a click to the frame that shows the new position."""


def click_through(address: str, clicks: int, press: float) -> Data:
    """How quickly a study board responds to clicks while its positions are analysed."""
    from web.browser.readers import Reader, browsing

    with browsing() as chromium:
        reader = Reader(chromium, address)
        page = reader.page
        page.goto("/study/line/squex")
        page.locator("#candidates .candidate-row").first.wait_for()
        page.evaluate("window.board = document.getElementById('board')")
        page.evaluate(WATCH)
        for number, site in zip(range(clicks), some_sites(Random(1)), strict=False):
            if number % 20 == 0:
                page.keyboard.press("Home")
            box = page.locator(f'button[data-site="{site}"]').bounding_box()
            assert box
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=press)
            page.wait_for_timeout(400)  # meanwhile the analysis of the new position begins
        taken: list[float] = page.evaluate("answered")
        reader.close()
    return {"clicks": len(taken), "answered ms": marks(taken)}


def some_sites(chance: Random) -> Iterator[str]:
    """Cells of Squex in random order; each group of twenty has no cell twice."""
    cells = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
    while True:
        yield from chance.sample(cells, 20)


# --- the program ---------------------------------------------------------------------------


def read_options() -> argparse.Namespace:
    """The arguments of the command."""
    parser = argparse.ArgumentParser(description="Measure games while viewers analyse.")
    parser.add_argument("--viewers", type=int, nargs="+", default=[0, 10])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rate", type=float, default=20, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--clicks", type=int, default=0, help="clicks on a study board")
    parser.add_argument("--press", type=float, default=0, help="milliseconds that each is held")
    parser.add_argument("--port", type=int, default=PORT)
    return parser.parse_args()


def run(options: argparse.Namespace, server: ServerProcess) -> Data:
    """All measurements."""
    games = [asyncio.run(measure(options, server, viewers)) for viewers in options.viewers]
    found: dict[str, Any] = {"games": games}
    if options.clicks:
        found["clicks"] = click_through(server.address, options.clicks, options.press)
    return found


def is_good(found: Data) -> bool:
    """Whether nobody waits too long."""
    slowest = [each["confirmed ms"].get("p99", MOST_CONFIRMATION + 1) for each in found["games"]]
    confirmed = max(slowest, default=0.0) <= MOST_CONFIRMATION
    clicks = found.get("clicks")
    return confirmed and (clicks is None or clicks["answered ms"]["p95"] <= MOST_CLICK)


def main() -> int:
    """Measures and prints."""
    options = read_options()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), options.port, environment=ENVIRONMENT)
        try:
            server.start()
            server.wait()
            found = run(options, server)
        finally:
            server.stop()
    sys.stdout.write(f"{json.dumps(found, indent=2)}\n")
    return 0 if is_good(found) else 1


if __name__ == "__main__":
    sys.exit(main())
