"""A page with only a board, and a small server that plays a game on it.

The page is as strict as ours: no inline script, no inline style. Every move that the page sends is
played and kept; a site that may not be touched is only noted.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import tabuleiro.web
from tabuleiro.core.drawing.theme import THEMES
from tabuleiro.core.position import Position
from tabuleiro.games import start
from tabuleiro.web.board import choices_of, moving_board, still_board

STATIC = Path(tabuleiro.web.__file__).parent / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
)
TYPES = {".js": "text/javascript", ".css": "text/css"}

PAGE = """<!doctype html>
<html lang="en" data-theme="light"><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/static/board.css"><link rel="stylesheet" href="/themes.css">
<link rel="stylesheet" href="/static/board.css">
<main><h1>Board</h1><div id="board"></div><p id="why" role="status"></p></main>
<script type="module" src="/page.js"></script></html>"""

SCRIPT = """
import { Board } from "/static/board/board.js";
const ask = async (path, body) =>
  (await fetch(path, body === undefined ? {} : { method: "POST", body })).json();
const element = document.getElementById("board");
const board = new Board(element, await ask("/still"));
let count = 0;
const show = (state) => {
  board.show(state);
  element.dataset.shown = String(count++);
};
element.addEventListener("move", async ({ detail }) => show(await ask("/move", detail.text)));
element.addEventListener("refused", ({ detail }) => {
  document.getElementById("why").textContent = `refused ${detail.site}`;
});
window.board = board;
window.refresh = async () => show(await ask("/state"));
await window.refresh();
"""

LAYOUT = """
body { margin: 0; background: var(--page); color: var(--text); font-family: system-ui, sans-serif; }
h1 { font-size: 16px; margin: 8px 12px; }
main { max-width: 680px; margin: auto; padding: 0 4px; }
"""


class Play:
    """A game on the page: the position, the one before it, the moves the page has sent."""

    def __init__(self, position: Position) -> None:
        self.start = position
        self.position = position
        self.previous: Position | None = None
        self.move: int | None = None
        self.sent: list[str] = []

    def still(self) -> object:
        """The part of the board that never changes."""
        return still_board(self.position.scene())

    def state(self) -> object:
        """The position as the page shows it, with the moves to choose from."""
        scene = self.position.scene(self.previous, self.move)
        choices = None if self.position.over else choices_of(self.position, scene)
        return {**moving_board(scene, choices), "choices": choices}

    def play(self, text: str) -> object:
        """The state after a move."""
        self.previous = self.position
        self.move = self.position.move(text)
        self.position = self.position.play(self.move)
        self.sent.append(text)
        return self.state()


def theme_sheet() -> str:
    """The tokens of every theme."""
    sheets = (
        f"[data-theme={theme.name}] {{ {theme.declarations()} }}" for theme in THEMES.values()
    )
    return "\n".join((*sheets, LAYOUT))


def handler(boards: Boards) -> type[BaseHTTPRequestHandler]:
    """The request handler of the page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            texts = {"/": (PAGE, ".html"), "/page.js": (SCRIPT, ".js")}
            texts["/themes.css"] = (theme_sheet(), ".css")
            if self.path in texts:
                self.answer(*texts[self.path])
            elif self.path in ("/still", "/state"):
                self.answer(json.dumps(getattr(boards.play, self.path[1:])()), ".json")
            else:
                file = STATIC / self.path.removeprefix("/static/")
                self.answer(file.read_text(), file.suffix)

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self.answer(json.dumps(boards.play.play(text)), ".json")

        def answer(self, text: str, suffix: str) -> None:
            self.send_response(HTTPStatus.OK)
            kind = TYPES.get(suffix, "application/json" if suffix == ".json" else "text/html")
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Security-Policy", POLICY)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
            """Logs nothing."""

    return Handler


class Boards:
    """The server of the page; its game can be replaced."""

    def __init__(self) -> None:
        self.play = Play(start("squex"))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
