"""The static site in Chromium: what it transfers, how soon it answers, what memory it takes.

    make site
    .venv/bin/python benchmarks/web_site.py --games squex --moves 6

Prints:

* the size of the files, compressed as servers do it
* the seconds until the first board and until the app answers, at the first visit and later
* the milliseconds until a move of a person is confirmed and until the computer has answered, for
  each level that is offered
* the memory of the process of the page
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Frame, Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from tabuleiro.records.json import read_json
from tabuleiro_site.levels import STRONGEST
from web.browser.readers import browsing
from web.browser.test_site import SITE, file_server

CALL = """async ([method, path, body]) => {
  const headers = { "X-Tabuleiro": "1", "Content-Type": "application/json" };
  const sent = { method, headers, body: body && JSON.stringify(body) };
  return (await fetch("/api/v1" + path, sent)).text();
}"""
MOVE = """async ([id, command]) => {
  const headers = { "X-Tabuleiro": "1", "Content-Type": "application/json" };
  const begun = performance.now();
  const live = new EventSource(`/api/v1/games/${id}/live?version=${command.version}`);
  const turn = new Promise((done) => live.addEventListener("state", (event) => {
    const state = JSON.parse(event.data);
    if (state.can.move || state.finish) done(performance.now());
  }));
  const sent = { method: "POST", headers, body: JSON.stringify(command) };
  await (await fetch(`/api/v1/games/${id}/commands`, sent)).text();
  const confirmed = performance.now();
  const answered = await turn;
  live.close();
  return [confirmed - begun, Math.max(0, answered - confirmed)];
}"""


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=[*STRONGEST])
    parser.add_argument("--moves", type=int, default=6, help="of a game at each level")
    given = parser.parse_args()
    print_sizes()
    with browsing() as browser, file_server() as address:
        context = browser.new_context()
        page = context.new_page()
        print_start(page, address, "first visit")
        page.locator("html[data-kept]").wait_for(state="attached")
        again = context.new_page()
        page.close()
        print_start(again, address, "later visit")
        again.locator("html[data-kept]").wait_for(state="attached")
        again.goto(f"{address}#/learn")
        again.frame_locator("#page").locator("a[href*='/rules/lyngk']").wait_for()
        print(f"memory after the start: {megabytes(browser):.0f} MB")
        for game in given.games:
            for level in range(1, STRONGEST[game] + 1):
                print_level(again.frames[1], game, level, given.moves)
        print(f"memory after the games: {megabytes(browser):.0f} MB")


def print_sizes() -> None:
    """The compressed size of the files, by folder."""
    sizes: dict[str, float] = {}
    for path in SITE.rglob("*"):
        if path.is_file():
            inside = path.relative_to(SITE)
            part = inside.parts[0] if len(inside.parts) > 1 else path.name
            sizes[part] = sizes.get(part, 0) + len(gzip.compress(path.read_bytes(), 6))
    for part, size in sorted(sizes.items(), key=lambda each: -each[1])[:6]:
        print(f"{part}: {size / 1e6:.2f} MB")
    print(f"all: {sum(sizes.values()) / 1e6:.2f} MB")


def print_start(page: Page, address: str, name: str) -> None:
    """The seconds until the first board and until the app answers."""
    begun = time.perf_counter()
    page.goto(address)
    page.frame_locator("#page").locator(".game-card svg").first.wait_for()
    board = time.perf_counter() - begun
    page.locator("html[data-ready]").wait_for(state="attached")
    print(f"{name}: board {board:.1f} s, ready {time.perf_counter() - begun:.1f} s")


def print_level(frame: Frame, game: str, level: int, moves: int) -> None:
    """The milliseconds of a person's moves and of the computer's answers."""

    def call(method: str, path: str, body: object = None) -> Any:
        return json.loads(frame.evaluate(CALL, [method, path, body]))

    seats = [{"who": "me"}, {"who": "computer", "computer": f"level:{level}"}]
    game_id, chance = call("POST", "/games", {"game": game, "seats": seats})["id"], Random(1)
    times: list[tuple[float, float]] = []
    while len(times) < moves:
        state = call("GET", f"/games/{game_id}")
        if state["finish"]:
            break
        if not state["can"]["move"]:
            time.sleep(0.05)
            continue
        position = read_json(json.dumps(call("GET", f"/games/{game_id}/record?form=json"))).final
        move = position.move_text(chance.choice(position.legal_moves()))
        command = {"request": f"{len(times):032}", "version": state["version"], "do": "move"}
        times.append(frame.evaluate(MOVE, [game_id, {**command, "move": move}]))
    confirmed, answered = zip(*times[1:], strict=True)  # the first waits for the engine
    print(
        f"{game} level {level}: confirmed {statistics.median(confirmed):.0f} ms, answered "
        f"{statistics.median(answered):.0f} ms, at most {max(answered):.0f} ms",
        flush=True,
    )


def megabytes(browser: Browser) -> float:
    """The memory of the page's process, the largest renderer; the browser has others for itself."""
    facts = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    pids = [each["id"] for each in facts["processInfo"] if each["type"] == "renderer"]
    return max(proportional_size(pid) for pid in pids)


def proportional_size(pid: int) -> float:
    """The memory of a process, with its part of what is shared."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
