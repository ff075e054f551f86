"""The static site in a real browser: in a folder of a file server, and without any."""

from __future__ import annotations

import asyncio
import base64
import json
import pickle
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Frame, Page, expect

from build_site import OWN, add_service_worker
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import find_game
from tabuleiro.players import make_player
from tabuleiro.web.workers.tasks import WorkerMessage, WorkerResult, WorkerTask
from tabuleiro.web.workers.worker import PlayerCache, answer_task
from tabuleiro_site.levels import STRONGEST
from web.browser.readers import DESKTOP, PHONE_TOUCH, Reader
from web.browser.test_whole_games import WAITING, play_to_the_end, touch_something
from web.test_site_server import JSON, visiting

SITE = Path(__file__).parents[3] / "build" / "site"
RUN_TEXT = """() => new Promise((done) => setTimeout(() => {
  try { done(String(new Function("return 1")())); } catch (error) { done(error.message); }
}))"""
"""Later, as the policy does not hold for what the test itself runs."""
FOLDER = "/some/folder/"
WAYS: dict[str, dict[str, Any]] = {"mouse": {"viewport": DESKTOP}, "phone": PHONE_TOUCH}
SHORT = {"squex": "squex rows=4 columns=4", "control_v": "control_v size=5"}
POSITIONS = 40  # of each game
LEVELS = 5  # which are compared

OPEN = """async (game) => {
  const seats = [{ who: "me" }, { who: "computer", computer: "level:1" }];
  const headers = { "X-Tabuleiro": "1", "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify({ game, seats }) };
  return (await (await fetch("/api/v1/games", request)).json()).id;
}"""
THINK = """async (tasks) => {
  const engine = new Worker("engine_worker.js", { type: "module" });
  const { port1, port2 } = new MessageChannel();
  engine.postMessage({ name: "start", port: port2 }, [port2]);
  const answers = [];
  for (const text of tasks) {
    const answered = new Promise((done) => {
      port1.onmessage = ({ data }) => data.answer && done(data.answer);
    });
    const task = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
    port1.postMessage({ id: answers.length, task });
    answers.push(btoa(String.fromCharCode(...await answered)));
  }
  engine.terminate();
  return answers;
}"""
"""The answers of the engine to pickled tasks."""
SHOWN = "/api/v1/positions"
SHOW = """async (asked) => {
  const answers = [];
  for (const [language, body] of asked) {
    const headers = { "Content-Type": "application/json", "Accept-Language": language };
    const request = { method: "POST", headers, body };
    answers.push(await (await fetch("/api/v1/positions", request)).text());
  }
  return answers;
}"""
"""The positions as the pages show them: the moves, the words and the boards."""
MOST_VISITS = 5  # until a new version is used
PAUSE = 2_000  # milliseconds; a browser waits a little before it uses a new version


class Files(SimpleHTTPRequestHandler):
    """The site in a folder of a file server."""

    def translate_path(self, path: str) -> str:
        inside = path.startswith(FOLDER)
        return super().translate_path(path[len(FOLDER) - 1 :] if inside else "/no such file")

    def log_message(self, *given: Any) -> None:
        """Nobody reads it."""


@contextmanager
def file_server(site: Path = SITE) -> Iterator[str]:
    """The address of the site."""
    assert site.exists(), "run make site first"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=site)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{FOLDER}"
        finally:
            server.shutdown()
            thread.join()


class FramedPage:
    """A page in the frame of the site, with the hands of a person."""

    def __init__(self, page: Page) -> None:
        self.shell = page
        self.mouse, self.touchscreen, self.keyboard = page.mouse, page.touchscreen, page.keyboard

    @property
    def frame(self) -> Frame:
        return self.shell.frames[1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.frame, name)


def visit(page: Page, address: str) -> Any:
    """Opens the site; everything is kept for use without a network."""
    page.goto(address)
    page.locator("html[data-ready][data-kept]").wait_for(state="attached")
    return FramedPage(page)


@pytest.fixture(scope="module", params=WAYS)
def visited(request: pytest.FixtureRequest, chromium: Chromium) -> Iterator[Any]:
    """The site, whose file server has gone after the first visit, for a mouse or for a finger."""
    with file_server() as address:
        reader = Reader(chromium, address, **WAYS[request.param])
        page = visit(reader.page, address)
    page.way = request.param
    page.address = address
    yield page
    assert reader.complaints == []
    reader.close()


@pytest.mark.parametrize("game", STRONGEST)
def test_a_game_is_played_to_its_end_without_a_network(visited: Any, game: str) -> None:
    game_id = visited.evaluate(OPEN, SHORT.get(game, game))
    visited.evaluate("localStorage.setItem('tabuleiro-pace', 'off')")
    visited.goto(f"{visited.address}g/{game_id}")
    play_to_the_end(visited, visited.way)


def test_a_game_is_there_after_reloading_without_a_network(visited: Any) -> None:
    game_id = visited.evaluate(OPEN, "squex")
    visited.goto(f"{visited.address}g/{game_id}")
    visited.locator(WAITING).first.wait_for(state="attached")
    touch_something(visited, visited.way, Random(1))
    expect(visited.locator("#moves li").first).to_be_visible()
    visited.shell.goto(f"{visited.address}#/games")
    visited.shell.reload()
    visited.shell.locator("html[data-ready]").wait_for(state="attached")
    expect(
        visited.shell.frame_locator("#page").locator(f'a[href$="/g/{game_id}"]').first
    ).to_be_visible()


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("learn", "main a[href*='/rules/lyngk']"),
        ("rules/eigenstate", ".rules"),
        ("first/fuse", "#board svg"),
        ("puzzles/squex", "main h1"),
        ("edit/control_v", "#board svg"),
        ("p/squex?moves=c4+e4", "#board svg"),
        ("import", "#text"),
        ("study", "main"),
        ("new/lyngk?against=here", "form.setup"),
    ],
)
def test_a_link_opens_its_page(visited: Any, path: str, found: str) -> None:
    visited.shell.goto(f"{visited.address}#/{path}")
    expect(visited.shell.frame_locator("#page").locator(found).first).to_be_visible()


def test_scripts_from_text_are_refused(visited: Any) -> None:
    for frame in visited.shell.frames[:2]:
        assert "unsafe-eval" in frame.evaluate(RUN_TEXT)


def test_the_start_page_offers_the_levels_of_the_app() -> None:
    page = (SITE / "starts" / "home.en.html").read_text("utf-8")
    offered = Counter(map(int, re.findall(r"<option value=.(\d+).", page)))
    assert offered == Counter(
        level for strongest in STRONGEST.values() for level in range(1, strongest + 1)
    )


def tasks_of(game: str) -> list[WorkerTask]:
    """Positions of random games for the levels without search and with a little."""
    start, chance = find_game(game).start(), Random(game)
    positions = (random_walk(start, chance.randrange(20), seed) for seed in range(2 * POSITIONS))
    running = [position for position in positions if not position.over][:POSITIONS]
    return [
        WorkerTask(position, f"level:{1 + number % LEVELS}", str(number), number)
        for number, position in enumerate(running)
    ]


def words_of(result: WorkerMessage) -> tuple[str, tuple[str, ...]]:
    """The move and the expected line."""
    assert isinstance(result, WorkerResult)
    return result.move, result.line


def shown(game: str) -> list[tuple[str, str]]:
    """What pages ask about the positions, half of it in Portuguese."""
    return [
        ("pt" if number % 2 else "en", json.dumps({"position": task.position.full_text}))
        for number, task in enumerate(tasks_of(game))
    ]


async def answers_in_python(folder: Path, asked: list[tuple[str, str]]) -> list[str]:
    """What the app answers without a browser."""
    async with visiting(folder) as visitor:
        answers = [
            await visitor.asks("POST", SHOWN, body.encode(), [*JSON, ("accept-language", language)])
            for language, body in asked
        ]
        return [text for _, _, text in answers]


@pytest.fixture(scope="module")
def beside_python(chromium: Chromium) -> Iterator[Any]:
    """The site, to compare it with Python."""
    with file_server() as address:
        reader = Reader(chromium, address)
        page = visit(reader.page, address)
        page.address = address
        yield page
        assert reader.complaints == []
        reader.close()


@pytest.mark.parametrize("game", STRONGEST)
def test_moves_are_those_of_python(beside_python: Any, game: str) -> None:
    tasks = tasks_of(game)
    players = PlayerCache(make_player, 64)
    expected = [answer_task(players, task, StopFlag(), lambda message: None) for task in tasks]
    sent = [base64.b64encode(pickle.dumps(task)).decode() for task in tasks]
    found = beside_python.shell.evaluate(THINK, sent)
    answers = [pickle.loads(base64.b64decode(each)) for each in found]
    assert list(map(words_of, answers)) == list(map(words_of, expected))


@pytest.mark.parametrize("game", STRONGEST)
def test_texts_and_boards_are_those_of_python(
    beside_python: Any, tmp_path: Path, game: str
) -> None:
    asked = shown(game)
    with ThreadPoolExecutor() as threads:  # the browser uses the event loop of this one
        expected = threads.submit(asyncio.run, answers_in_python(tmp_path, asked)).result()
    assert beside_python.evaluate(SHOW, asked) == expected
    assert len(set(expected)) > POSITIONS / 2


def test_a_game_is_reviewed(beside_python: Any) -> None:
    beside_python.shell.goto(f"{beside_python.address}#/review/line/squex?moves=c4+e4+d3")
    page = beside_python.shell.frame_locator("#page")
    expect(page.locator("#words")).to_contain_text("Analysis finished")


def test_a_puzzle_is_solved(beside_python: Any) -> None:
    beside_python.shell.goto(f"{beside_python.address}#/puzzles/squex/1")
    page = beside_python.shell.frame_locator("#page")
    page.locator("[data-do=solution]").click()
    expect(page.locator("#line li").first).to_be_visible()


def test_a_record_is_saved(beside_python: Any) -> None:
    beside_python.shell.goto(f"{beside_python.address}#/p/squex?moves=c4+e4")
    page = beside_python.shell.frame_locator("#page")
    with beside_python.shell.expect_download() as saved:
        page.get_by_role("link", name="Record", exact=True).click()
    assert "c4" in Path(saved.value.path()).read_text("utf-8")


def test_a_record_that_cannot_be_made_is_not_saved(beside_python: Any) -> None:
    shell, saved = beside_python.shell, []
    shell.goto(f"{beside_python.address}#/p/squex?moves=c4+e4")
    record = shell.frame_locator("#page").get_by_role("link", name="Record", exact=True)
    record.wait_for()
    shell.on("download", lambda download: saved.append(download.suggested_filename))
    for failing in ("() => Promise.reject(new TypeError())", "async () => Response.error()"):
        shell.evaluate(f"() => {{ window.fetch = {failing}; }}")
        record.click()
        expect(shell.locator("#notice")).to_contain_text("could not be saved")
        shell.locator("#notice").evaluate("(notice) => { notice.textContent = ''; }")
    assert not saved
    shell.reload()
    shell.locator("html[data-ready]").wait_for(state="attached")


def test_the_site_opens_after_a_forced_reload(beside_python: Any) -> None:
    beside_python.shell.context.new_cdp_session(beside_python.shell).send(
        "Page.reload", {"ignoreCache": True}
    )
    beside_python.shell.locator("html:not([data-ready])").wait_for(state="attached")
    beside_python.shell.locator("html[data-ready]").wait_for(state="attached")


def test_the_start_is_announced_in_the_language_of_the_last_page(beside_python: Any) -> None:
    shell = beside_python.shell
    shell.evaluate("localStorage.setItem('tabuleiro-language', 'pt')")
    shell.reload()
    expect(shell.locator("#notice")).to_contain_text("A iniciar")
    shell.locator("html[data-ready]").wait_for(state="attached")


def fill_in_service_worker(folder: Path) -> None:
    """The service worker as the build makes it for changed files."""
    built = folder / "service_worker.js"
    starts = re.search(r"STARTS = (\{.*\});", built.read_text("utf-8"))
    assert starts
    built.write_text((OWN / "shell" / built.name).read_text("utf-8"), "utf-8")
    add_service_worker(folder, json.loads(starts[1]))


def put_before(script: Path, line: str) -> None:
    """Changes a script of the site."""
    script.write_text(f"{line}\n{script.read_text('utf-8')}", "utf-8")


def test_the_computer_also_plays_where_python_cannot_wait(
    chromium: Chromium, tmp_path: Path
) -> None:
    shutil.copytree(SITE, tmp_path / "site")
    for name in ("shell.js", "python.js"):
        put_before(tmp_path / "site" / name, "delete WebAssembly.Suspending;")
    with file_server(tmp_path / "site") as address:
        reader = Reader(chromium, address)
        page = visit(reader.page, address)
        expect(page.shell.locator("#notice")).to_contain_text("without its networks")
        game_id = page.evaluate(OPEN, "squex")
        page.goto(f"{address}g/{game_id}")
        page.locator(WAITING).first.wait_for(state="attached")
        touch_something(page, "mouse", Random(1))
        expect(page.locator("#moves li > *").nth(1)).to_be_visible()
        reader.close()


def test_a_new_version_replaces_the_files_and_keeps_the_games(
    chromium: Chromium, tmp_path: Path
) -> None:
    shutil.copytree(SITE, tmp_path / "site")
    with file_server(tmp_path / "site") as address:
        reader = Reader(chromium, address, below=True)
        page = visit(reader.page, address)
        game_id = page.evaluate(OPEN, "squex")
        put_before(tmp_path / "site" / "shell.js", "document.documentElement.lang = 'la';")
        fill_in_service_worker(tmp_path / "site")
        for _ in range(MOST_VISITS):
            page.shell.wait_for_load_state("networkidle")  # requests keep the old version
            page.shell.close()
            reader.context.pages[0].wait_for_timeout(PAUSE)
            page = visit(reader.new_page(), address)
            if page.shell.locator("html[lang=la]").count():
                break
        assert page.shell.locator("html[lang=la]").count()
        page.goto(f"{address}g/{game_id}")
        expect(page.locator("#board svg").first).to_be_visible()
        reader.close()
